"""NORTON_HOFF: a law without elasticity whose work tends to that of perfect plasticity."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import STEEL, SY, points

LAW = BEHAVIOURS["NORTON_HOFF"]


def deviators(seed):
    strain = 1e-2 * np.random.default_rng(seed).standard_normal((2, 3, 6))
    strain[..., :3] -= strain[..., :3].mean(axis=-1, keepdims=True)
    return strain


def answer(strain, time):
    return LAW.integrate(strain, PointState(0 * strain, 0 * strain, np.zeros((2, 3, 1))), points(STEEL).between(0.0, time), Space())


@pytest.mark.parametrize("time", [1.0, 1.5, 3.0])
def test_the_tangent_is_the_derivative_and_the_work_that_of_the_power(time):
    strain = deviators(1)
    stress, _, tangent = answer(strain, time)
    m = LAW.exponent(time)
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-7
        found = (answer(strain + step, time)[0] - answer(strain - step, time)[0]) / 2e-7
        np.testing.assert_allclose(found, tangent[..., j], rtol=1e-6, atol=1e-6 * abs(tangent).max())
    _, power, _ = LAW.limits(strain, time, points(STEEL))
    np.testing.assert_allclose((stress * strain).sum(-1), m * power)


def test_stresses_tend_to_the_yield_stress():
    stress, _, _ = answer(deviators(2), 8.0)
    np.testing.assert_allclose(np.sqrt(1.5) * np.linalg.norm(stress, axis=-1), SY, rtol=1e-5)
    assert not answer(0 * deviators(2), 8.0)[0].any()
