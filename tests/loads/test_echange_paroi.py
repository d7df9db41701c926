"""ECHANGE_PAROI: which nodes of walls face each other."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused
from pyaster_lite.loads.echange_paroi import _ways_round
from tests.loads.test_loads import around  # noqa: F401

from ..commands.runner import run


def walls(second):
    """A square and its right side, from (1, 0) to (1, 1), and another one with a side between `second`, far away."""
    nodes = [[0, 0], [1, 0], [1, 1], [0, 1], *second, [9, 9], [9, 0]]
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 2, 3], [4, 5, 6, 7]]), np.array([0, 1])),
        CellBlock("SEG2", np.array([[1, 2], [4, 5]]), np.array([2, 3])),
    ]
    groups = {"ALL": np.arange(4), "ONE": np.array([2]), "OTHER": np.array([3])}
    return Mesh(np.array(nodes, float), blocks, {}, groups, space_dimension=2)


def exchanged(around, mesh):  # noqa: F811
    """The dense matrix of an exchange of 1 between the two walls."""
    model = run("AFFE_MODELE", around, MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "PHENOMENE": "THERMIQUE", "MODELISATION": "PLAN"}])
    words = {"GROUP_MA_1": "ONE", "GROUP_MA_2": "OTHER", "COEF_H": 6.0}
    made = run("AFFE_CHAR_THER", around, MODELE=model, ECHANGE_PAROI=[words])
    (term,) = made.forces
    place = model.dofs.index(np.arange(8)[None], "TEMP")[0]
    return term.stiffness(model.data(), 0.0, np.zeros(model.dofs.size)).toarray()[np.ix_(place, place)]


@pytest.mark.parametrize(("second", "facing"), [([[4, 5], [5, 6]], (4, 5)), ([[5, 6], [4, 5]], (5, 4)), ([[3, 0.2], [6, 0]], (5, 4))])
def test_sides_face_each_other_the_way_they_point_even_where_one_node_is_nearest_to_both(around, second, facing):  # noqa: F811
    matrix = exchanged(around, walls(second))
    assert matrix[1, facing[0]] == pytest.approx(2 * matrix[1, facing[1]]) and matrix[1, facing[0]] < 0
    np.testing.assert_allclose(matrix.sum(axis=0), 0.0, atol=1e-12)


def test_in_space_the_first_wall_tells_where_and_over_what_size(around):  # noqa: F811
    """Faces of areas 1 and 4 at x = 1 and x = 3, an exchange of 2 x."""
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1.0]])
    bricks = [np.vstack([np.c_[np.full(4, x), size * square] for x in ends]) for ends, size in (((0, 1), 1), ((3, 5), 2))]
    faces = np.array([[4, 5, 6, 7], [8, 11, 10, 9]])
    blocks = [CellBlock("HEXA8", np.arange(16).reshape(2, 8), np.arange(2)), CellBlock("QUAD4", faces, np.arange(2, 4))]
    mesh = Mesh(np.vstack(bricks), blocks, {}, {"ALL": np.arange(4), "ONE": np.array([2]), "OTHER": np.array([3])}, space_dimension=3)
    model = run("AFFE_MODELE", around, MAILLAGE=mesh, AFFE=[{"TOUT": "OUI", "PHENOMENE": "THERMIQUE", "MODELISATION": "3D"}])
    growing = run("DEFI_FONCTION", around, NOM_PARA="X", VALE=(0.0, 0.0, 10.0, 20.0))
    words = {"GROUP_MA_1": "ONE", "GROUP_MA_2": "OTHER", "COEF_H": growing}
    (term,) = run("AFFE_CHAR_THER_F", around, MODELE=model, ECHANGE_PAROI=[words]).forces
    warm = model.dofs.vector({"TEMP": np.where(np.arange(16) < 8, 0.0, 1.0)})
    flow = term.stiffness(model.data(), 0.0, warm) @ warm
    assert flow[flow > 0].sum() == pytest.approx(2.0) == -flow[flow < 0].sum()


def test_walls_across_each_other_do_not_face(around):  # noqa: F811
    with pytest.raises(Refused, match="perpendicular"):
        exchanged(around, walls([[3, 0], [4, 0]]))


def test_the_ways_round_of_a_side_move_its_middles_along():
    ways = _ways_round(4, 9)
    assert [way.tolist() for way in ways[-1][1:2]] == [[1, 0, 3, 2, 4, 7, 6, 5, 8]]
    assert len(ways[1]) == len(ways[-1]) == 4 and all(sorted(way) == list(range(9)) for way in ways[1] + ways[-1])
