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


def test_a_loose_precision_is_met_by_the_slip_of_the_drag_alone():
    """RESI_INTE (1 + excess) is what the equation is solved to, first tried at dt EPSI_0 sinh(excess/SIGM_0)^M."""
    dt, stretch = 1e-4, np.diag([1.0012, 0.9994, 0.9994])[None, None]
    trial = E / (2 * (1 + NU)) * equivalent(stretch**2 * np.linalg.det(stretch)[0, 0] ** (-2 / 3))
    alone = 1e-2 * dt * np.sinh((trial - SY) / (SY / 5)) ** 2

    def slip(law):
        return after(law, dt, stretch)[2][0, 0, 0]

    assert slip(LINE) < 0.99 * alone
    np.testing.assert_allclose(slip(LINE.within(0.5, 20)), alone, rtol=1e-9)
    for law in (LINE, LAW):
        np.testing.assert_allclose(slip(law.within(1e-13, 50)), slip(law), rtol=1e-9)
