"""BETON_GRANGER: a held stress creeps as springs beside dashpots in series do, dampness and age slowing it."""

import numpy as np
import pytest

from pyaster_lite.behaviours.beton_granger import Granger
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Axisymmetric, Space
from tests.behaviours.concrete import NU, THREE_K, TWO_MU, E, check_tangent, follow, points

COMPLIANCES, PERIODS = np.array([1e-11, 3e-11, 0, 0, 0, 0, 0, 0]), np.array([0.5, 3.0, 1, 1, 1, 1, 1, 1])
GRANGER = {"granger_compliances": COMPLIANCES, "granger_times": PERIODS}
STRESS = np.array([-1e6, 4e5, 0, 3e5, 0, 0])


class Halved:
    """Creep of which the age leaves a half."""

    @staticmethod
    def at(age):
        """One half."""
        return np.full(np.shape(age), 0.5)


def strain_of(stress):
    """(6,) the elastic one."""
    pressure = stress[:3].mean() * np.array([1, 1, 1, 0, 0, 0.0])
    return pressure / THREE_K + (stress - pressure) / TWO_MU


@pytest.mark.parametrize("law,left", [(Granger(), 1.0), (Granger(ages=True), 0.5)])
def test_a_stress_that_comes_over_one_step_and_is_held(law, left):
    """v h s sum J (1 - exp(-t/T) (exp(1/T) - 1) T) once it has come evenly over the first second."""
    humidity = 0.8
    data = points(GRANGER | {"granger_ageing": Halved()}, lambda t: humidity)
    zero = np.zeros((1, 1, 6))

    def crept(t):
        whole = 1 - np.exp(-t / PERIODS) * (np.exp(1.0 / PERIODS) - 1) * PERIODS
        return left * humidity * (COMPLIANCES * whole).sum() * E * strain_of(STRESS)

    start = PointState(zero, zero, np.zeros((1, 1, 55)))
    states = follow(law, Space(), lambda t: strain_of(STRESS) + crept(t), data, [0.0, 1.0, 2.0, 5.0, 9.0], start)
    for state, t in zip(states, (1.0, 2.0, 5.0, 9.0)):
        np.testing.assert_allclose(state.stress[0, 0], STRESS, atol=1e-3)
        np.testing.assert_allclose(law.basic_creep(state.internal, data, 6)[0, 0], crept(t), atol=1e-15)
        assert state.internal[0, 0, 54] == t


@pytest.mark.parametrize("continuum", [Space(), Axisymmetric()])
def test_the_tangent_is_the_derivative_of_the_stress(continuum):
    check_tangent(Granger(), continuum, GRANGER, lambda t: 1.0 - 0.1 * t)


def test_creep_has_the_poisson_ratio_of_elasticity():
    data, internal = points(GRANGER), np.zeros((1, 1, 55))
    internal[0, 0, 48] = 1e-4
    np.testing.assert_allclose(Granger.basic_creep(internal, data, 6)[0, 0], [1e-4, -NU * 1e-4, -NU * 1e-4, 0, 0, 0], atol=1e-18)
