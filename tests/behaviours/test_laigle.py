"""Rock masses of Laigle: the limits at the peak and past it, the path onto them, the apex."""

import numpy as np
import pytest

from pyaster_lite.behaviours._lode import lode_size
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space

E, NU, C, AIR = 1.5e9, 0.27, 4.5e6, 1e4
ROCK = {
    "young": E, "poisson": NU, "mass_last": 0.132, "mass_broken": 0.005, "mass_m_last": 2.0, "mass_m_broken": 7.0, "mass_a_broken": 0.65,
    "mass_m_peak": 15.0, "mass_a_peak": 0.5, "mass_power": 0.45, "mass_strength": C, "mass_swelling": 0.23, "mass_swelling_share": 0.25,
    "mass_lode": 0.7, "mass_meeting": 9.09e6, "mass_air": AIR,
}  # fmt: skip
LAW = BEHAVIOURS["LAIGLE"].within(1e-10, 100)
DATA = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [ROCK], np.zeros(1, int))
CONFINED = -2e6


def answer(strain, before, slip=0.0):
    """(stress, variables) after principal strains from principal stresses."""
    zero, stress, total = np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 6))
    stress[..., :3], total[..., :3] = before, strain
    found, internal, _ = LAW.integrate(total, PointState(zero, stress, np.array([[[slip, 0.0, 0.0, 0.0]]])), DATA, Space())
    return found[0, 0], internal[0, 0]


def peak():
    """The stress along of the peak of a sample under CONFINED pressure: Hoek and Brown, C (m x + 1)^(1/2) beside the pressure."""
    return CONFINED - C * np.sqrt(15.0 * -CONFINED / C + 1.0)


def test_the_peak_is_that_of_hoek_and_brown():
    along = peak()
    assert answer(np.zeros(3), [along * 0.999, CONFINED, CONFINED])[1][3] == 0.0
    strain = -5e-4 * np.array([1.0, -NU, -NU])
    assert answer(strain, [along + 0.8 * 5e-4 * E, CONFINED, CONFINED])[1][3] == 1.0
    assert answer(strain, [along + 1.01 * 5e-4 * E, CONFINED, CONFINED])[1][3] == 0.0


@pytest.mark.parametrize("slip", [8e-3, 5e-2, 0.2])
def test_a_step_ends_on_the_limit_of_its_distortion(slip):
    stress, (after, _, stage, flag) = answer([-5e-3, 1e-3, 5e-4], [-9e6, -2e6, -2.5e6], slip)
    assert flag == 1.0 and after > slip
    assert stage == (3.0 if after < 0.132 else 4.0)
    if slip > 0.132:
        # the ruined rock has no cohesion and a straight limit
        s, trace = stress - np.r_[np.ones(3), np.zeros(3)] * stress[:3].mean(), stress[:3].sum()
        g = lode_size(s[None], 0.7, AIR)[0][0] / (C * 0.3 ** (1 / 6))
        k = np.sqrt(2.0 / 3.0)
        assert g == pytest.approx(-2.0 * k * (g / np.sqrt(6.0) + trace / (3.0 * C)), rel=1e-6)


def test_the_ruined_rock_does_not_swell():
    _, (_, volume, _, _) = answer([-5e-3, 1e-3, 5e-4], [-9e6, -2e6, -2.5e6], 0.2)
    assert volume == pytest.approx(0.0, abs=1e-12)
    _, (_, volume, _, _) = answer([-5e-3, 1e-3, 5e-4], [-9e6, -2e6, -2.5e6], 8e-3)
    assert volume > 1e-6


def test_a_pull_goes_to_the_apex():
    stress, (slip, volume, _, flag) = answer([2e-2, 2.1e-2, 2e-2], [-9e6, -2e6, -2.5e6], 6e-3)
    assert flag == 1.0 and volume > 0.0 and slip > 6e-3
    np.testing.assert_allclose(stress, 0.0, atol=1e-6)


def test_the_size_has_its_rate():
    s = np.random.default_rng(0).standard_normal((4, 6))
    s[:, :3] -= s[:, :3].mean(axis=1, keepdims=True)
    _, q = lode_size(s, 0.7, AIR * 1e-6)
    for j in range(3, 6):
        ahead, behind = (lode_size(s + sign * 1e-6 * np.eye(6)[j], 0.7, AIR * 1e-6)[0] for sign in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-6, q[:, j], rtol=1e-7)
