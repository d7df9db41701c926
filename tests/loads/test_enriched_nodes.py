"""Displacements imposed at nodes that a crack enriches."""

import numpy as np
import pytest

from pyaster_lite.commands._extended_model import extended_model
from pyaster_lite.concepts.level_set_crack import LevelSetCrack
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.fe.extended.level_sets import Cells
from pyaster_lite.fe.extended.status import node_status
from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.shapes import shape_functions
from pyaster_lite.fe.skin import Skin
from pyaster_lite.fe.solid import Solid
from pyaster_lite.loads._enriched_nodes import _Around, lips
from pyaster_lite.loads._member import DISPLACEMENTS
from pyaster_lite.loads._quadratic_edges import jump_weights, zero_on_edge
from pyaster_lite.loads._relations import RowList, impose_along


class Parted:
    """A function of each side of y = 0.3."""

    def evaluate(self, X, Y, Z, INST):
        return np.where(Y < 0.3, 2.0 + X, 5.0 - X + 4.0 * Y)


def _around(level):
    coordinates = np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0]])
    mesh = Mesh(coordinates, [CellBlock("QUAD4", np.array([[0, 1, 2, 3], [3, 2, 5, 4]]), np.arange(2))], {}, {}, space_dimension=2)
    levels = coordinates[:, 1] - level
    return _Around(mesh, levels, np.arange(6), np.flatnonzero(abs(levels) < 0.8)), coordinates


def _value(projected):
    return projected.weights @ projected.function.evaluate(*projected.points.T, 0.0)


@pytest.mark.parametrize("x", [0.0, 1.0])
def test_the_displacement_is_the_functions_on_both_lips(x):
    around, _ = _around(0.3)
    low, high = (0, 3) if x == 0.0 else (1, 2)
    (_, h_low), (_, h_high) = (around.told(node, Parted()) for node in (low, high))
    at_low, at_high = 2.0 + x, 9.0 - x
    above = 0.7 * (at_low + 2 * _value(h_low)) + 0.3 * at_high
    below = 0.7 * at_low + 0.3 * (at_high - 2 * _value(h_high))
    assert above == pytest.approx(5.0 - x + 1.2, rel=1e-5)
    assert below == pytest.approx(2.0 + x, rel=1e-5)


def test_a_node_on_the_crack_takes_both_sides():
    around, _ = _around(1.0)

    class AtOne(Parted):
        def evaluate(self, X, Y, Z, INST):
            return np.where(Y < 1.0, -1.0, 3.0)

    u, h = (_value(part) for part in around.told(3, AtOne()))
    assert u == pytest.approx(3.0) and u - 2 * h == pytest.approx(-1.0)
    assert around.sides(3) == (True, True)


def _between_cells(cells):
    """The model of two cells with a crack between them and a side each."""
    mesh = Mesh(
        np.array([[0.0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 2, 0], [1, 2, 0]]),
        [CellBlock("QUAD4", np.array(cells), np.arange(2)), CellBlock("SEG2", np.array([[1, 2], [2, 5]]), np.arange(2, 4))],
        {},
        {"RIGHT": np.array([2, 3])},
        space_dimension=2,
    )
    parts = [Cells(b.type, b.cells, b.nodes) for b in mesh.blocks]
    normal, tangent = mesh.coordinates[:, 1] - 1.0, np.full(6, -1.0)
    crack = LevelSetCrack(mesh, "INTERFACE", normal, tangent, node_status(parts, normal, tangent))
    solid = ElementGroup("D_PLAN", Solid("QUAD4", Plane(), "FPG4", "FPG4"), np.array([0, 1]), mesh)
    skin = ElementGroup("D_PLAN", Skin("SEG2", Plane(), "FPG2"), np.array([2, 3]), mesh)
    return extended_model(Model(mesh, "MECANIQUE", [solid, skin]), [crack])


LOWER_CELL, UPPER_CELL = [0, 1, 2, 3], [3, 2, 5, 4]


def test_nothing_is_held_below_where_the_cell_of_the_node_is_above():
    model = _between_cells([UPPER_CELL, LOWER_CELL])
    assert lips(model, np.array([1, 2, 5])) == {2: (False, True)}
    assert lips(model, np.array([1, 2])) == {2: (False, True)}


def test_a_face_moves_on_both_lips_that_meet_it():
    model = _between_cells([LOWER_CELL, UPPER_CELL])
    assert lips(model, np.array([1, 2, 5])) == {2: (True, True)}
    assert lips(model, np.array([1, 2])) == {2: (True, False)}
    rows = RowList(model)
    impose_along({"DNOR": 0.5}, model, np.array([1, 2, 5]), np.array([[1.0, 0, 0]] * 3), "DNOR", DISPLACEMENTS, rows)
    (term,) = rows.term("FACE_IMPO")
    u, h = (int(model.dofs.index([2], name)[0]) for name in ("DX", "H1X"))
    relations = term.relations
    found = {tuple(row[[u, h]].tolist()) for row in relations.matrix.toarray() if row[u]}
    assert found == {(1.0, 0.0), (1.0, -2.0)}
    assert relations.matrix.shape[0] == 4


@pytest.mark.parametrize("level", [0.2, 0.45, 0.5, 0.7])
def test_parabolas_on_both_lips_of_a_quadratic_edge(level):
    """Both come back from the functions of the edge and what jumps."""

    def below(y):
        return 1.0 + 2.0 * y - y**2

    def above(y):
        return -0.5 + y + 3.0 * y**2

    points = np.array([[0.0, 0.0], [0.0, 1.0], [0.0, 0.5]])
    levels = points[:, 1] - level
    crack = zero_on_edge(levels)
    assert crack == pytest.approx(2 * level - 1)
    jumps = []
    for which in range(3):
        where, weights = jump_weights(points, levels, crack, which, 2e-6)
        jumps.append(weights @ np.where(where[:, 1] < level, below(where[:, 1]), above(where[:, 1])))
    if level == 0.5:
        jumps[2] = 0.5 * (above(0.5) - below(0.5))
    own = np.where(levels < 0.0, -1, 1)
    values = np.where(levels < 0.0, below(points[:, 1]), above(points[:, 1]))
    for side, wanted, y in ((-1, below, np.linspace(0.0, level, 4)), (1, above, np.linspace(level, 1.0, 4))):
        found = shape_functions("SEG3", 2 * y[:, None] - 1) @ (values + (side - own) * jumps)
        assert np.allclose(found, wanted(y), rtol=1e-4, atol=1e-4)
