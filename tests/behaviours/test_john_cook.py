"""Hardening of Johnson and Cook: by slip, by its rate and by temperature, and what it dissipates."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import von_mises

LAW, SPACE = BEHAVIOURS["VMIS_JOHN_COOK"], Space()
COPPER = {"young": 117e3, "poisson": 0.35, "expansion": 0.0, "cook_start": 90.0, "cook_power": 292.0, "cook_exponent": 0.31}
QUICK = {"cook_rate": 0.025, "cook_first_rate": 1.0}
HOT = {"cook_softening": 1.09, "cook_room": 298.0, "cook_melting": 1083.0}
STRAIN = np.array([[[6e-2, -3e-2, -3e-2, 1e-2, 0.0, 0.0]]])


def after(strain=STRAIN, dt=1.0, temperature=None, **more):
    around = None if temperature is None else (lambda t: {"TEMP": np.full((1, 1), temperature), "TEMP_REF": np.full((1, 1), temperature)})
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [COPPER | more], np.zeros(1, int), {}, around)
    rest = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 5)))
    return LAW.integrate(strain, rest, data.between(0.0, dt), SPACE)


@pytest.mark.parametrize("dt", [1.0, 1e-4])
@pytest.mark.parametrize("temperature", [None, 250.0, 600.0])
def test_the_stress_is_that_of_the_hardening(dt, temperature):
    stress, internal, _ = after(dt=dt, temperature=temperature, **QUICK, **HOT)
    p = internal[0, 0, 0]
    wanted = (90.0 + 292.0 * p**0.31) * (1.0 + 0.025 * max(np.log(p / dt), 0.0))
    if temperature == 600.0:
        wanted *= 1.0 - ((600.0 - 298.0) / (1083.0 - 298.0)) ** 1.09
    np.testing.assert_allclose(von_mises(stress)[0, 0], wanted, rtol=1e-10)


def test_the_tangent_is_the_derivative_where_the_rate_counts():
    tangent = after(dt=1e-4, **QUICK)[2]
    for i in range(6):
        step = np.zeros(6)
        step[i] = 1e-7
        found = (after(STRAIN + step, 1e-4, **QUICK)[0] - after(STRAIN - step, 1e-4, **QUICK)[0]) / 2e-7
        np.testing.assert_allclose(found[0, 0], tangent[0, 0, :, i], atol=1e-6 * 117e3)


def test_nine_tenths_of_the_plastic_power_are_dissipated():
    stress, internal, _ = after(dt=0.5)
    p, _, dp, dt, lost = internal[0, 0]
    assert dp == p and dt == 0.5
    np.testing.assert_allclose(lost, 0.9 * von_mises(stress)[0, 0] * p / 0.5)
