"""DEFI_ARC of AFFE_CARA_ELEM: the circles of curved beams, as versions up to 13.0.9 took them (u4.42.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import cells_of, look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.rules import PRESENT_PRESENT, UN_PARMI
from pyaster_lite.fe import beam_frames
from pyaster_lite.fe.beam_curved import CurvedBeam

from ._cara_beams import BEND, BEND_RULES, GROUP_MA, add_bend, verify_cells

POINTS = {"CENTRE": "GROUP_NO_CENTRE", "POIN_TANG": "GROUP_NO_POIN_TG"}
"""The point that tells the circle, and the word of the group of its node."""
DEFI_ARC = FACT(
    "f",
    max="**",
    rules=(
        UN_PARMI("ORIE_ARC", *POINTS, *POINTS.values()),
        PRESENT_PRESENT("ORIE_ARC", "RAYON"),
        *BEND_RULES,
    ),
    GROUP_MA=GROUP_MA,
    ORIE_ARC=SIMP("f", typ="R"),
    RAYON=SIMP("f", typ="R", val_min=0.0),
    **{word: SIMP("f", typ="R", min=3, max=3) for word in POINTS},
    **{word: SIMP("f", typ="grno") for word in POINTS.values()},
    **BEND,
    PRECISION=SIMP("f", typ="R", defaut=1e-3),
    CRITERE=SIMP("f", into=("RELATIF", "ABSOLU"), defaut="RELATIF"),
)


def arc_values(occurrences, model) -> dict:
    """Entries of Characteristics.values for curved beams, see CurvedBeam; raises Refused."""
    entries = {}
    for occurrence in occurrences:
        cells = cells_of(occurrence, model.mesh)
        verify_cells(occurrence, model, cells, CurvedBeam, "curved beam (POU_C_T)")
        nodes = np.array([model.mesh.cell_nodes(cell) for cell in cells])
        ends = model.mesh.coordinates[nodes]
        entries.setdefault("arc", []).append((cells, _arcs(occurrence, nodes, ends, model.mesh)))
        add_bend(occurrence, cells, entries)
    return entries


def _arcs(occurrence, nodes, ends, mesh):
    """(n, 2) the radius and the turn about the chord of each cell."""
    if "ORIE_ARC" in occurrence:
        return np.tile([occurrence.RAYON, np.radians(occurrence.ORIE_ARC)], (len(nodes), 1))
    # the radius is that of the points; code_aster does not look at RAYON then
    occurrence.mark_read("RAYON")
    word, point = _point(occurrence, mesh)
    first, last = _ends_of_line(occurrence, nodes, mesh)
    half = np.linalg.norm(last - first) / 2.0
    tolerance = occurrence.PRECISION * (half if occurrence.CRITERE == "RELATIF" else 1.0)
    away = np.linalg.norm(np.stack([first, last]) - point, axis=1)
    if abs(away[0] - away[1]) > tolerance:
        raise occurrence.wrong(word, f"the ends of the arc are {away[0]:g} and {away[1]:g} away from this point")
    if word.startswith("POIN") or word == POINTS["POIN_TANG"]:
        middle, tangent = (first + last) / 2.0, np.tan(np.pi / 2.0 - np.arcsin(half / away[0]))
        point = middle + (middle - point) / tangent**2
        away = np.linalg.norm(np.stack([first, last]) - point, axis=1)
    if (abs(np.linalg.norm(ends - point, axis=2) - away[0]) > tolerance).any():
        raise occurrence.wrong(word, "some of the nodes do not stand on the circle of this point")
    outwards = ends.mean(axis=1) - point
    return np.stack([np.full(len(ends), away[0]), beam_frames.own_turn(ends[:, 1] - ends[:, 0], outwards)], axis=1)


def _point(occurrence, mesh):
    """The word that gives the point, and the point (3,)."""
    for word, of_group in POINTS.items():
        if word in occurrence:
            return word, np.array(occurrence[word], float)
        if of_group in occurrence:
            (found,) = look_up(occurrence, of_group, mesh.node_group)
            if len(found) != 1:
                raise occurrence.wrong(of_group, f"the group has {len(found)} nodes, one is needed")
            return of_group, mesh.coordinates[found[0]]
    raise AssertionError("the catalogue asks for one of them")


def _ends_of_line(occurrence, nodes, mesh):
    """The two points (3,) where the line of cells ends."""
    names, counts = np.unique(nodes, return_counts=True)
    ends = names[counts == 1]
    if len(ends) != 2:
        raise occurrence.wrong("GROUP_MA", f"the cells make no line with two ends: {len(ends)} of their nodes are ends")
    return mesh.coordinates[ends]
