"""Harmonic and static responses of two masses on springs, one end driven."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.errors import SingularMatrix
from pyaster_lite.fe.harmonic import HarmonicSystem
from pyaster_lite.fe.static_modes import StaticResponses, lone_supports

# support - k - m - k - m: unknown 0 is the support.
STIFFNESS = csr_array(np.array([[5.0, -5.0, 0.0], [-5.0, 10.0, -5.0], [0.0, -5.0, 5.0]]))
MASS = csr_array(np.diag([0.0, 2.0, 1.0]))
DAMPING = csr_array(0.1 * STIFFNESS)


def held(value=0.0):
    return Relations.imposed(3, [0], lambda t: np.array([value]))


def test_forces_on_a_diagonal_system():
    system = HarmonicSystem(np.array([4.0, 9.0]), np.array([1.0, 1.0]), np.array([0.2, 0.3]))
    found = system.response(1.5, np.array([1.0, 2.0]))
    np.testing.assert_allclose(found, [1.0 / (4 - 2.25 + 0.3j), 2.0 / (9 - 2.25 + 0.45j)], rtol=1e-14)
    full = HarmonicSystem(np.diag([4.0, 9.0]), np.eye(2), np.diag([0.2, 0.3]))
    np.testing.assert_allclose(full.response(1.5, np.array([1.0, 2.0])), found, rtol=1e-13)


def test_a_driven_support_carries_the_structure():
    """Slow motion moves all alike; above all resonances the masses hardly move."""
    system = HarmonicSystem(STIFFNESS, MASS, DAMPING, None, Elimination(held()))
    imposed = np.array([1.0, 0.0, 0.0])
    np.testing.assert_allclose(system.response(1e-4, np.zeros(3), imposed), 1.0, atol=1e-6)
    fast = system.response(1e3, np.zeros(3), imposed)
    assert fast[0] == 1.0 and abs(fast[1:]).max() < 1e-3


def test_an_undamped_resonance_is_said():
    with pytest.raises(SingularMatrix):
        HarmonicSystem(np.array([4.0]), np.array([1.0])).response(2.0, np.array([1.0]))


def test_an_impedance_weighs_as_the_third_power():
    system = HarmonicSystem(np.array([4.0]), np.array([1.0]), None, np.array([0.5]))
    np.testing.assert_allclose(system.response(3.0, np.array([1.0])), [1.0 / (4.0 - 9.0 - 13.5j)], rtol=1e-14)


def test_static_modes():
    responses = StaticResponses(STIFFNESS, Elimination(held()))
    np.testing.assert_allclose(responses.to_supports([0]), [[1.0], [1.0], [1.0]])
    forces = np.array([[0.0], [1.0], [1.0]])
    np.testing.assert_allclose(responses.to_forces(forces)[:, 0], [0.0, 0.4, 0.6])
    assert lone_supports(held()) == {0: 0}


def test_a_free_structure_has_no_static_modes():
    with pytest.raises(SingularMatrix):
        StaticResponses(STIFFNESS, Elimination(Relations(csr_array((0, 3)), lambda t: np.zeros(0))))
