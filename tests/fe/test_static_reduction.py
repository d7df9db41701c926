"""A chain condensed on some of its unknowns moves as the whole chain does."""

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array

from pyaster_lite.fe.static_reduction import StaticReduction
from pyaster_lite.fe.super_element import SuperElement, turning

SIZE = 7
STIFFNESS = csr_array(diags_array([np.full(SIZE - 1, -3.0), np.full(SIZE, 6.5), np.full(SIZE - 1, -3.0)], offsets=[-1, 0, 1]))
EXTERIOR = np.array([0, 6, 3])
RELATIONS = csr_array(
    np.array(
        [
            [0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0],  # one inner unknown
            [0.0, 0.0, 2.0, 1.0, 0.0, 0.0, 0.0],  # an inner and an exterior one
            [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0],  # exterior ones
        ]
    )
)


def whole(force, imposed):
    """(u, multipliers) of all unknowns under all relations."""
    held = RELATIONS.toarray()
    system = np.block([[STIFFNESS.toarray(), held.T], [held, np.zeros((3, 3))]])
    return np.linalg.solve(system, np.concatenate([force, imposed]))[:SIZE]


@pytest.mark.parametrize("imposed", [(0.0, 0.0, 0.0), (0.3, -0.2, 0.0)])
def test_the_condensed_chain_moves_as_the_whole(imposed):
    found = StaticReduction(STIFFNESS, EXTERIOR, RELATIONS)
    force = np.random.default_rng(1).normal(size=SIZE)
    expected = whole(force, np.array(imposed))
    np.testing.assert_allclose(found.kept, [[1.0, 2.0, 0.0]])
    system = np.block([[found.stiffness, found.kept.T], [found.kept, np.zeros((1, 1))]])
    outer = np.linalg.solve(system, np.append(found.condensed(force, np.array(imposed)), 0.0))[:3]
    np.testing.assert_allclose(outer, expected[EXTERIOR], atol=1e-13)
    np.testing.assert_allclose(found.expanded(outer, force, np.array(imposed)), expected, atol=1e-13)


def test_mass_follows_the_static_shapes():
    found = StaticReduction(STIFFNESS, EXTERIOR, RELATIONS)
    nothing = np.zeros(SIZE), np.zeros(3)
    shapes = np.column_stack([found.expanded(unit, *nothing) for unit in np.eye(3)])
    mass = csr_array(np.diag(np.arange(1.0, SIZE + 1.0)))
    np.testing.assert_allclose(found.reduced(mass), shapes.T @ mass @ shapes, atol=1e-13)


def test_unknowns_turn_node_by_node():
    """A quarter about Z: what moves along the own X moves along Y; in the plane rotations stay."""
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    turn = turning(np.array([[0, 1, 2], [3, 4, -1]]), ("DX", "DY", "DRZ"), quarter, 5).toarray()
    np.testing.assert_allclose(turn @ [1.0, 0.0, 5.0, 0.0, 2.0], [0.0, 1.0, 5.0, -2.0, 0.0])
    np.testing.assert_allclose(turn @ turn.T, np.eye(5))


def test_a_super_element_moves_freely_where_its_stiffness_says_so():
    between = np.array([[1.0, 0.0, -1.0], [0.0, 2.0, 0.0], [-1.0, 0.0, 1.0]])
    assert SuperElement((("DX", "DY"), ("DX",)), between).translations == ("DX",)
    assert SuperElement((("DX", "DY"), ("DX",)), between + np.diag([1e-3, 0.0, 0.0])).translations == ()


def test_a_super_element_answers_by_its_matrices():
    element = SuperElement((("DX", "DY"), ("DX",)), np.diag([1.0, 2.0, 3.0]))
    force, tangent, state = element.respond(None, None, np.array([[1.0, 1.0, 1.0]]), None)
    np.testing.assert_allclose(force, [[1.0, 2.0, 3.0]])
    assert element.mass(None) is None and element.weight(None, np.ones(3)) is None
    np.testing.assert_allclose(element.state_forces(None, state), force)
    np.testing.assert_allclose(tangent[0], np.diag([1.0, 2.0, 3.0]))
