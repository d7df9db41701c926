"""The shares of points of integration fill their cell, once, and each holds its point."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import Cells, holders
from pyaster_lite.fe.point_shares import shares
from pyaster_lite.fe.quadrature import quadrature

CASES = [
    ("TRIA3", 1),
    ("TRIA3", 3),
    ("TRIA3", 6),
    ("QUAD4", 4),
    ("QUAD4", 9),
    ("TETRA4", 4),
    ("TETRA4", 5),
    ("PENTA6", 6),
    ("PENTA6", 21),
    ("PYRAM5", 5),
    ("HEXA8", 8),
    ("HEXA8", 27),
]

WARPED = ("TETRA4", "PYRAM5")
"""Cells whose shares have faces that are not plane, and are looked for in simplices."""


@pytest.mark.parametrize("straight, n", CASES)
def test_every_place_is_in_one_share_and_each_point_in_its_own(straight, n):
    cell = reference_cell(straight)
    points = quadrature(straight, f"FPG{n}").points
    found = shares(straight, points)
    assert set(np.concatenate([own.points for own in found])) == set(range(n))
    for own in found:
        np.testing.assert_allclose(own.weights.sum(axis=-1), 1.0)
    corners = [np.einsum("pcv,vx->pcx", own.weights, cell.nodes) for own in found]
    x = np.concatenate([own.reshape(-1, cell.dim) for own in corners])
    start, parts = 0, []
    for own, places in zip(found, corners):
        nodes = start + np.arange(places.shape[0] * places.shape[1]).reshape(places.shape[:2])
        parts.append(Cells(own.kind, own.kind, own.points, nodes))
        start = nodes.max() + 1
    anywhere = np.random.default_rng(1).dirichlet(np.ones(cell.corners), 50) @ cell.nodes
    place, _ = holders(anywhere, x, parts, 1e-12)
    assert (np.bincount(place, minlength=50) == 1).mean() > (0.9 if straight in WARPED else 0.99)
    place, number = holders(points, x, parts, 1e-9)
    assert set(zip(range(n), range(n))) <= set(zip(place.tolist(), number.tolist()))


def test_unknown_cuttings_are_told():
    assert shares("TETRA4", np.zeros((15, 3))) == []


def test_the_four_parts_around_the_tip_of_a_pyramid_begin_at_its_second_vertex():
    """Those of the 27 that code_aster gives them (ecla3d)."""
    around = shares("PYRAM5", np.zeros((27, 3)))[1]
    assert around.points.tolist() == [12, 13, 14, 11]
    np.testing.assert_allclose(around.weights[0, 1], [0, 0.5, 0, 0, 0.5])
