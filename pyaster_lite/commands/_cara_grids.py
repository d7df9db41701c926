"""GRILLE and MEMBRANE of AFFE_CARA_ELEM: sections, directions and heights of sheets (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI
from pyaster_lite.commands._cara_functions import by_place, placed
from pyaster_lite.fe.grid import Grid
from pyaster_lite.fe.membrane import Membrane

DIRECTIONS = {"ANGL_REP_1": 2, "ANGL_REP_2": 2, "VECT_1": 3, "VECT_2": 3}
GRILLE = FACT(
    "f",
    max="**",
    rules=(UN_PARMI(*DIRECTIONS), UN_PARMI("SECTION", "SECTION_FO"), EXCLUS("EXCENTREMENT", "EXCENTREMENT_FO")),
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    **by_place(SECTION={"val_min": 0.0}, EXCENTREMENT={}),
    **{word: SIMP("f", typ="R", min=count, max=count) for word, count in DIRECTIONS.items()},
    REPERE=SIMP("f", into=("GLOBAL", "CYLINDRIQUE"), defaut="GLOBAL"),
    b_repere=BLOC(equal("REPERE", "CYLINDRIQUE"), ORIGINE=SIMP("o", typ="R", min=3, max=3), AXE_Z=SIMP("o", typ="R", min=3, max=3)),
    COEF_RIGI_DRZ=SIMP("f", typ="R", defaut=1e-10, advisory=True),
)
MEMBRANE = FACT(
    "f",
    max="**",
    rules=(EXCLUS(*DIRECTIONS),),
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    EPAIS=SIMP("f", typ="R", val_min=0.0),
    **{word: SIMP("f", typ="R", min=count, max=count) for word, count in DIRECTIONS.items()},
    N_INIT=SIMP("f", typ="R", defaut=0.0, val_min=0.0),
)


def grid_values(occurrences, model) -> dict:
    """Entries of Characteristics.values; raises Refused."""
    entries = {}
    group, _ = model.place_of_cells
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        cells = cells[[group[cell] >= 0 and isinstance(model.groups[group[cell]].element, Grid) for cell in cells]]
        if not cells.size:
            raise occurrence.wrong("GROUP_MA", "none of these cells carries a sheet of reinforcement in this model")
        if occurrence.get("SECTION") == 0.0:
            raise occurrence.wrong("SECTION", "the section must be above zero")
        section = placed(occurrence, "SECTION", model.mesh, cells)
        directions = np.array([_direction(occurrence, model.mesh, int(cell)) for cell in cells])
        offset = placed(occurrence, "EXCENTREMENT", model.mesh, cells)
        given = {"grid_section": section, "grid_offset": offset, "grid_direction": directions}
        for name, value in given.items():
            shape = (len(cells), *np.shape(value)[1:])
            entries.setdefault(name, []).append((cells, np.broadcast_to(value, shape)))
    return entries


def membrane_values(occurrences, model) -> dict:
    """Entries of Characteristics.values; raises Refused. The thickness and the first pull are for large displacements."""
    entries = {}
    group, _ = model.place_of_cells
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        cells = cells[[group[cell] >= 0 and isinstance(model.groups[group[cell]].element, Membrane) for cell in cells]]
        if not cells.size:
            raise occurrence.wrong("GROUP_MA", "none of these cells carries a membrane in this model")
        directions = np.array([_direction(occurrence, model.mesh, int(cell)) for cell in cells])
        entries.setdefault("membrane_direction", []).append((cells, directions))
        thickness = occurrence.EPAIS or 0.0
        for name, value in (("membrane_thickness", thickness), ("membrane_tension", occurrence.N_INIT / thickness if thickness else 0.0)):
            entries.setdefault(name, []).append((cells, np.full(len(cells), value)))
    return entries


def _direction(occurrence, mesh, cell) -> np.ndarray:
    """(3,) along the bars of a cell; ..._2 give what lies across them in the surface."""
    word = next((word for word in DIRECTIONS if word in occurrence), None)
    if word is None:
        return np.array([1.0, 0.0, 0.0])
    if word.startswith("ANGL"):
        alpha, beta = np.radians(occurrence[word])
        rise = -np.sin(beta) if word == "ANGL_REP_1" else np.sin(beta)
        vector = np.array([np.cos(alpha) * np.cos(beta), np.sin(alpha) * np.cos(beta), rise])
    else:
        vector = _unit(occurrence, word, np.array(occurrence[word], float))
    nodes = mesh.cell_nodes(cell)
    corners = mesh.coordinates[nodes[: 3 if len(nodes) in (3, 6) else 4]]
    if occurrence.get("REPERE") == "CYLINDRIQUE":
        axis, arm = _unit(occurrence, "AXE_Z", np.array(occurrence.AXE_Z, float)), corners.mean(axis=0) - occurrence.ORIGINE
        if word.startswith("VECT"):
            away = _unit(occurrence, "ORIGINE", arm - (arm @ axis) * axis)
            # code_aster takes the components in the order r, z, theta
            vector = vector[0] * away + vector[1] * axis + vector[2] * np.cross(axis, away)
    if word.endswith("1"):
        return vector
    if len(corners) == 3:
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    else:
        normal = np.cross(corners[1] - corners[0] + corners[2] - corners[3], corners[2] - corners[1] + corners[3] - corners[0])
    return _unit(occurrence, word, np.cross(vector, _unit(occurrence, "GROUP_MA", normal)))


def _unit(occurrence, word, vector):
    length = np.linalg.norm(vector)
    if length <= 1e-12:
        raise occurrence.wrong(word, "no direction follows from it on some of these cells")
    return vector / length
