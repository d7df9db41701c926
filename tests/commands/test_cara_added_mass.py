"""MASS_AJOU: the mass of a fluid on the discretes of the sides that push it."""

import numpy as np
import pytest

from pyaster_lite.commands._cara_added_mass import _masses
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.mesh import CellBlock, Mesh


class Words:
    """An occurrence that says just what the mass by area is: 2 + x."""

    FONC_GROUP = Function([0.0, 10.0], [2.0, 12.0], Properties("X", "TOUTRESU"))


def test_a_slope_of_quadrangles_and_triangles_has_its_mass_along_its_normal():
    slope = np.array([0.6, 0.0, 0.8])
    along = np.array([0.8, 0.0, -0.6])
    points = [x * along + np.array([0.0, y, 0.0]) for x, y in ((0, 0), (2, 0), (3, 0), (0, 1), (2, 1), (3, 1))]
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 4, 3]]), np.array([0])),
        CellBlock("TRIA3", np.array([[1, 2, 5], [1, 5, 4]]), np.array([1, 2])),
    ]
    found = _masses(Words, Mesh(points, blocks), range(3), False)
    assert sorted(found) == list(range(6))
    middles = 1.0, 8 / 3, 7 / 3
    whole = sum(area * (2 + 0.8 * middle) for area, middle in zip((2.0, 0.5, 0.5), middles))
    np.testing.assert_allclose(sum(found.values()), whole * np.outer(slope, slope), atol=1e-12)
    np.testing.assert_allclose(found[0], 2.0 * 2.8 / 4 * np.outer(slope, slope), atol=1e-12)


def test_an_edge_in_the_plane_shares_its_length():
    mesh = Mesh([(0, 0, 0), (0, 2, 0)], [CellBlock("SEG2", np.array([[0, 1]]), np.array([0]))])
    found = _masses(Words, mesh, [0], True)
    for node in (0, 1):
        np.testing.assert_allclose(found[node], [[2.0, 0.0], [0.0, 0.0]])
    assert found[0].trace() + found[1].trace() == pytest.approx(4.0)
