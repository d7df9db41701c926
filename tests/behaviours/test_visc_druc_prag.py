"""Rocks that creep past a cone: the rate under a stress that lasts, its stages, and what skeletons forget."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space

E, NU, CONFINED = 4e9, 0.2, -2e6
ROCK = {
    "young": E, "poisson": NU, "flow_pressure": 1e6, "flow_rate": 1e-5, "flow_exponent": 2.0, "flow_peak": 2e-2, "flow_last": 4e-2,
    "flow_slope_0": 0.2, "flow_slope_1": 0.2, "flow_slope_2": 0.2, "flow_yield_0": 1e6, "flow_yield_1": 3e6, "flow_yield_2": 2e6,
    "flow_dilatancy_0": 0.1, "flow_dilatancy_1": 0.1, "flow_dilatancy_2": 0.1,
}  # fmt: skip
LAW = BEHAVIOURS["VISC_DRUC_PRAG"]


def crept(along, lasts, steps, law=LAW, **more):
    """(strains along and across, variables) after a time under a stress along the axis of a confined sample."""
    wanted = np.array([along, CONFINED, CONFINED, 0.0, 0.0, 0.0])
    strain, internal, stress = np.zeros((1, 1, 6)), np.zeros((1, 1, 4)), np.broadcast_to(wanted, (1, 1, 6))
    for _ in range(steps):
        data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [ROCK | more], np.zeros(1, int), step=Step(0.0, lasts / steps))
        state = PointState(strain, np.broadcast_to(wanted, (1, 1, 6)), internal)
        for _ in range(60):
            stress, internal, tangent = law.integrate(strain, state, data, Space())
            off = stress[0, 0] - wanted
            if abs(off).max() < 1e-6:
                break
            strain = strain - np.linalg.solve(tangent[0, 0], off)
    return strain[0, 0, 0], strain[0, 0, 1], internal[0, 0]


def excess(along, slip, yield_stress):
    return abs(along - CONFINED) + 0.2 * (along + 2 * CONFINED) - yield_stress


def test_the_first_rate_is_the_power_of_the_excess():
    along, across, (slip, flag, stage, _) = crept(-1e7, 1.0, 1)
    rate = 1e-5 * (excess(-1e7, 0.0, 1e6) / 1e6) ** 2.0
    assert flag == 1.0 and stage == 1.0
    assert slip == pytest.approx(rate, rel=2e-2)
    assert along == pytest.approx(slip * (0.1 - 1.0), rel=1e-9)
    assert across == pytest.approx(slip * (0.1 + 0.5), rel=1e-9)


def test_it_hardens_until_the_excess_is_gone():
    *_, (slip, _, _, _) = crept(-6e6, 1e7, 400, flow_yield_1=2e7)
    assert excess(-6e6, slip, 1e6 + 19e6 * slip / 2e-2) == pytest.approx(0.0, abs=2e4)


def test_it_is_elastic_within_the_cone():
    *_, internal = crept(-2.5e6, 1.0, 1)
    np.testing.assert_array_equal(internal[:2], 0.0)


def test_past_the_peak_it_softens_but_in_pores():
    *_, (softer, _, stage, _) = crept(-1e7, 1500.0, 100)
    *_, (harder, _, _, _) = crept(-1e7, 1500.0, 100, LAW.in_pores())
    assert stage >= 2.0 and softer > harder


def test_the_tangent_is_the_symmetric_part_of_the_derivative():
    """The dilatancy stays as it is here, so that nothing else is left out."""
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [ROCK], np.zeros(1, int), step=Step(0.0, 1.0))
    state = PointState(np.zeros((1, 1, 6)), np.broadcast_to([-1e7, CONFINED, CONFINED, 0.0, 0.0, 0.0], (1, 1, 6)), np.zeros((1, 1, 4)))
    strain, shift = np.array([-2e-4, 1e-4, 3e-4, 5e-4, 0.0, -2e-4]), 1e-9 * np.eye(6)

    def told(at):
        return LAW.integrate(at[None, None], state, data, Space())

    slope = np.stack([(told(strain + e)[0] - told(strain - e)[0])[0, 0] / 2e-9 for e in shift], axis=-1)
    assert abs(slope - slope.T).max() > 1e-4 * abs(slope).max()
    np.testing.assert_allclose(told(strain)[2][0, 0], (slope + slope.T) / 2, atol=1e-5 * abs(slope).max())
