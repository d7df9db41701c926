"""MASS_REP of AFFE_CARA_ELEM: a mass spread over lines or faces, on the points of their nodes (u4.42.01, ace_masse_repartie).

Every cell gives each of its k nodes  m a f / k, a its length or area, f the factor in the middle of its nodes; a mass that is a total
one is divided by the sum of all a. The points get no stiffness.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.concepts.cell_types import CELL_TYPES

from ._cara_discrete import NAMES, _verify, at_points

MASS_REP = FACT(
    "f",
    max="**",
    GROUP_MA=SIMP("o", typ="grma"),
    GROUP_MA_POI1=SIMP("o", typ="grma"),
    VALE=SIMP("o", typ="R", val_min=0.0),
    TYPE=SIMP("o", into=("TOTALE", "LINEIQUE", "SURFACIQUE")),
    FONC_MULT=SIMP("f", typ=("fonction_sdaster", "nappe_sdaster", "formule")),
)


def spread_mass_values(occurrences, model) -> dict:
    """Entries of Characteristics.values; raises Refused."""
    mesh, plane = model.mesh, model.dimension == 2
    entries, size = {}, 2 if plane else 3
    for occurrence in occurrences:
        (cells,) = look_up(occurrence, "GROUP_MA", mesh.cell_group)
        (points,) = look_up(occurrence, "GROUP_MA_POI1", mesh.cell_group)
        _verify(occurrence, model, points, "M_T_D_N", plane)
        masses = _masses(occurrence, mesh, cells, plane)
        matrices = at_points(occurrence, mesh, points, masses, occurrence.GROUP_MA)[:, None, None] * np.eye(size)
        entries.setdefault(NAMES["M"], []).append((points, matrices))
        entries.setdefault(NAMES["K"], []).append((points, np.zeros_like(matrices)))
    return entries


def _masses(occurrence, mesh, cells, plane) -> dict[int, float]:
    """The mass of every node."""
    dimensions = {CELL_TYPES[mesh.cell_type(cell)].dim for cell in map(int, cells)}
    if dimensions not in ({1}, {2}) or plane and dimensions != {1}:
        raise occurrence.wrong("GROUP_MA", "a mass is spread over lines, or over faces in space, not over both")
    (dimension,) = dimensions
    unsuited = "LINEIQUE" if dimension == 2 else "SURFACIQUE"
    if unsuited == occurrence.TYPE:
        raise occurrence.wrong("TYPE", f"{unsuited} does not suit {'faces' if dimension == 2 else 'lines'}")
    masses, total = {}, 0.0
    for cell in map(int, cells):
        nodes = mesh.cell_nodes(cell)
        places = mesh.coordinates[nodes]
        size = _size(places, dimension)
        total += size
        function = occurrence.get("FONC_MULT")
        factor = 1.0 if function is None else float(function.evaluate(**dict(zip("XYZ", places.mean(axis=0)))))
        for node in map(int, nodes):
            masses[node] = masses.get(node, 0.0) + occurrence.VALE * size / len(nodes) * factor
    share = 1.0 / total if occurrence.TYPE == "TOTALE" else 1.0
    return {node: mass * share for node, mass in masses.items()}


def _size(places, dimension) -> float:
    """The length between the ends, along X and Y alone as code_aster has it (calcul_cara_maille), or the area between the vertices."""
    if dimension == 1:
        return float(np.hypot(*(places[1] - places[0])[:2]))
    corners = 3 if len(places) in (3, 6, 7) else 4
    across = places[1] - places[0] if corners == 3 else places[3] - places[1]
    return float(np.linalg.norm(np.cross(places[2] - places[0], across))) / 2.0
