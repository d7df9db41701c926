"""What evolutions start from: the acceleration of a body that is let go."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from pyaster_lite.commands._evolution_start import initial_acceleration
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.newton import State


@pytest.mark.parametrize("kind", [np.array, csr_matrix])
def test_unknowns_without_mass_start_at_no_acceleration_and_the_others_at_theirs(kind):
    told, push = [], np.array([6.0, 5.0, 9.0])
    structure = SimpleNamespace(
        size=3,
        mass=kind(np.array([[2.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 2.0]])),
        damping=None,
        elimination=Elimination(Relations(csr_matrix((0, 3)), lambda t: np.zeros(0))),
        dead_loads=lambda t: push,
        following_loads=lambda t, u, v, a: None,
    )
    zero = np.zeros(3)
    found = initial_acceleration(structure, State(0.0, zero, zero, zero, zero, zero, zero, []), told.append)
    np.testing.assert_allclose(found, [1.0, 0.0, 4.0], atol=1e-14)
    assert told == ["some unknowns have no mass: their initial acceleration is taken as zero"]


def test_a_given_damping_stands_for_that_of_the_structure():
    push = np.array([6.0, 5.0])
    structure = SimpleNamespace(
        size=2,
        mass=2.0 * np.eye(2),
        damping=100.0 * np.eye(2),
        elimination=Elimination(Relations(csr_matrix((0, 2)), lambda t: np.zeros(0))),
        dead_loads=lambda t: push,
        following_loads=lambda t, u, v, a: None,
    )
    zero = np.zeros(2)
    state = State(0.0, zero, np.array([1.0, 0.0]), zero, zero, zero, zero, [])
    np.testing.assert_allclose(initial_acceleration(structure, state, print, 4.0 * np.eye(2)), [1.0, 2.5], atol=1e-14)


def test_motions_without_mass_are_put_aside():
    """The mass (1, -1)^T (1, -1) moves differences only, and a third unknown moves by itself."""
    told = []
    structure = SimpleNamespace(
        size=3,
        mass=np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 2.0]]),
        damping=None,
        elimination=Elimination(Relations(csr_matrix((0, 3)), lambda t: np.zeros(0))),
        dead_loads=lambda t: np.array([3.0, -3.0, 4.0]),
        following_loads=lambda t, u, v, a: None,
    )
    zero = np.zeros(3)
    found = initial_acceleration(structure, State(0.0, zero, zero, zero, zero, zero, zero, []), told.append)
    np.testing.assert_allclose([found[0] - found[1], found[2]], [3.0, 2.0], atol=1e-12)
    assert len(told) == 1


def test_a_strict_solver_gives_up_where_an_unknown_has_no_mass():
    told = []
    structure = SimpleNamespace(
        size=2,
        mass=np.diag([2.0, 0.0]),
        damping=None,
        elimination=Elimination(Relations(csr_matrix((0, 2)), lambda t: np.zeros(0))),
        dead_loads=lambda t: np.array([6.0, 1.0]),
        following_loads=lambda t, u, v, a: None,
    )
    zero = np.zeros(2)
    found = initial_acceleration(structure, State(0.0, zero, zero, zero, zero, zero, zero, []), told.append, strict=True)
    assert not found.any() and "the initial acceleration is taken as zero" in told[0]
