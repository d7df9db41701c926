"""Hardening with the drag of VISC_SINH, in large strain."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from tests.behaviours.steel import NU, STEEL, SY, E

LAW, PLAIN, LINE = (BEHAVIOURS[word] for word in ("VISC_ISOT_TRAC", "VMIS_ISOT_TRAC", "VISC_ISOT_LINE"))
GRADIENT = np.diag([1.02, 0.995, 0.99])[None, None] + 5e-3 * np.eye(3, k=1)


def after(law, dt, gradient=GRADIENT):
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [STEEL], np.zeros(1, int)).between(0.0, dt)
    return law.kirchhoff(gradient, np.eye(3)[None, None], np.zeros((1, 1, 8)), data)


def equivalent(stress):
    deviator = stress[0, 0] - np.trace(stress[0, 0]) / 3 * np.eye(3)
    return np.sqrt(1.5 * (deviator**2).sum())


@pytest.mark.parametrize("law", [LAW, LINE])
def test_the_drag_is_beside_the_hardening(law):
    stress, _, internal = after(law, 1e-3)
    p = internal[0, 0, 0]
    drag = SY / 5 * np.arcsinh((p / (1e-2 * 1e-3)) ** 0.5)
    np.testing.assert_allclose(equivalent(stress), SY + 2e10 * E / (E - 2e10) * p + drag, rtol=1e-9)


def test_a_slow_flow_is_the_plastic_one():
    np.testing.assert_allclose(after(LAW, 1e12)[0], after(PLAIN, 1.0)[0], rtol=1e-4)


@pytest.mark.parametrize("law", [LAW, LINE])
def test_the_rate_is_the_derivative(law):
    _, rate, _ = after(law, 1e-2)
    for i in range(3):
        for j in range(3):
            step = np.zeros((3, 3))
            step[i, j] = 1e-7
            ahead, behind = (after(law, 1e-2, (np.eye(3) + s * step) @ GRADIENT)[0] for s in (1, -1))
            np.testing.assert_allclose((ahead - behind)[0, 0] / 2e-7, rate[0, 0, ..., i, j], atol=1e-6 * E / (1 - NU))
