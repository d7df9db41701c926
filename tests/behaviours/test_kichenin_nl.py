"""Two branches: each alone, against hand calculations."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import deviator, norm
from tests.behaviours.steel import NU, STEEL, SY, E, follow, points

LAW = BEHAVIOURS["KICHENIN_NL"]
SHEAR = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])


def test_the_plastic_branch_stays_on_its_surface_and_its_centre_moves():
    state, _ = follow(LAW, Space(), [4e-3 * SHEAR, 8e-3 * SHEAR], points(STEEL | {"branches_young": 1.0}, cells=1))
    v = state.internal[0, 0]
    away = deviator(state.stress[0, 0]) - 1e10 * v[1:7] * np.array([1, 1, 1, *[np.sqrt(2)] * 3])
    assert np.sqrt(1.5) * norm(away) == pytest.approx(SY, rel=1e-8)
    assert v[0] == pytest.approx(np.sqrt(2 / 3) * np.sqrt(2) * v[4], rel=1e-12)


@pytest.mark.parametrize("exponent", [1.0, 0.6, 0.3])
def test_the_dashpot_flows_by_the_stress_of_its_branch(exponent):
    material = STEEL | {"branches_limit": 1e12, "branches_exponent": exponent}
    state, _ = follow(LAW, Space(), [np.array([2e-3, 1e-3, 0.0, 3e-3, 0.0, 0.0])], points(material, cells=1))
    strain, v = state.strain[0, 0], state.internal[0, 0]
    lame = E * NU / ((1 + NU) * (1 - 2 * NU))
    first = E / (1 + NU) * strain + lame * strain[:3].sum() * np.array([1, 1, 1, 0, 0, 0])
    s = state.stress[0, 0] - first
    flow = 1.4 * deviator(s) + 0.2 * (s - deviator(s))
    rate = np.sqrt(s @ flow) ** (1 / exponent - 1) / 5e9 ** (1 / exponent) * flow
    np.testing.assert_allclose(v[8:14] * np.array([1, 1, 1, *[np.sqrt(2)] * 3]), rate, rtol=1e-6, atol=1e-12)
    assert v[7] == pytest.approx(np.sqrt(2 / 3) * norm(rate), rel=1e-6)
    left = strain - rate
    young, poisson = E / 4, 0.25
    lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    np.testing.assert_allclose(s, young / 1.25 * left + lame * left[:3].sum() * np.array([1, 1, 1, 0, 0, 0]), rtol=1e-6, atol=1.0)
