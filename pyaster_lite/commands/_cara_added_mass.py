"""MASS_AJOU of AFFE_CARA_ELEM: the mass of a fluid that sides push, by Westergaard, on the discretes of their nodes (u4.42.01).

Every side brings  a f n n^T / k  to each of its k nodes: a its area (or length), n its normal and f the mass by area in its middle.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.places import look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._cara_discrete import NAMES, _verify, at_points

MASS_AJOU = FACT(
    "f",
    GROUP_MA=SIMP("o", typ="grma"),
    GROUP_MA_POI1=SIMP("o", typ="grma"),
    FONC_GROUP=SIMP("o", typ=("fonction_sdaster", "nappe_sdaster", "formule")),
)


def added_mass_values(occurrence, model) -> dict:
    """Entries of Characteristics.values; raises Refused."""
    if not occurrence:
        return {}
    mesh, plane = model.mesh, model.dimension == 2
    (sides,) = look_up(occurrence, "GROUP_MA", mesh.cell_group)
    (points,) = look_up(occurrence, "GROUP_MA_POI1", mesh.cell_group)
    _verify(occurrence, model, points, "M_T_N", plane)
    masses = _masses(occurrence, mesh, sides, plane)
    return {NAMES["M"]: [(points, at_points(occurrence, mesh, points, masses, "the sides"))]}


def _masses(occurrence, mesh, sides, plane) -> dict[int, np.ndarray]:
    """The matrix (2, 2) or (3, 3) of every node of the sides."""
    size, masses = 2 if plane else 3, {}
    for cell in map(int, sides):
        nodes = mesh.cell_nodes(cell)
        places = mesh.coordinates[nodes]
        pushed = _area(occurrence, mesh, cell, places, plane)[:size]
        area = np.linalg.norm(pushed)
        own = float(occurrence.FONC_GROUP.evaluate(**dict(zip("XYZ", places.mean(axis=0))))) * np.outer(pushed, pushed) / area
        for node in map(int, nodes):
            masses[node] = masses.get(node, np.zeros((size, size))) + own / len(nodes)
    return masses


def _area(occurrence, mesh, cell, places, plane) -> np.ndarray:
    """(3,) the normal of a side as long as its area, or of an edge in the plane."""
    kind = mesh.cell_type(cell)
    if plane and kind.startswith("SEG"):
        along = places[1] - places[0]
        return np.array([-along[1], along[0], 0.0])
    if kind.startswith("TRIA"):
        return np.cross(places[2] - places[0], places[1] - places[0]) / 2
    if kind.startswith("QUAD"):
        return np.cross(places[2] - places[0], places[3] - places[1]) / 2
    raise occurrence.wrong("GROUP_MA", f"cell {mesh.cell_names[cell]} is a {kind}: a fluid pushes faces, or edges in the plane")
