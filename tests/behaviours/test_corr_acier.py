"""Corroded steel: its curve in tension, its damage, its tangent, and the same along a line."""

import numpy as np
import pytest

from pyaster_lite.behaviours.corr_acier import CorrodedBar, CorrodedSteel
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.materials._law import isotropic

E, NU, LOSS, RATE, POWER, FIRST = 2e11, 0.3, 0.2, 5e8, 2.8, 4e8
STEEL = {
    "young": E, "poisson": NU, "elasticity": isotropic(E, NU), "corroded_loss": LOSS, "corroded_rate": RATE, "corroded_power": POWER,
    "corroded_yield": FIRST,
}  # fmt: skip


def data(corrosion=10.0):
    around = None if corrosion is None else (lambda t: {"CORR": np.full((1, 1), corrosion)})
    return ElementData(np.array([0]), np.zeros((1, 8, 3)), [STEEL], np.array([0]), surroundings=around).between(0.0, 1.0)


def pulled(law, strain, state, corrosion=10.0):
    return law.integrate(np.array(strain, float).reshape(1, 1, 6), state, data(corrosion), Space())


def rest():
    return PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 3)))


SHEAR = np.array([0.0, 0.0, 0.0, 1.0, 0.0, 0.0])


@pytest.mark.parametrize("size", [5e-2, 1.6e-1])
def test_shear_follows_the_curve_and_the_damage(size):
    stress, variables, _ = pulled(CorrodedSteel(), size * SHEAR, rest())
    p, damage, flows = variables[0, 0]
    shear = stress[0, 0, 3]
    assert flows == 1.0 and shear == pytest.approx(E / (1 + NU) * (size - np.sqrt(1.5) * p))
    assert np.sqrt(1.5) * shear / (1 - damage) == pytest.approx(FIRST + RATE * p ** (1 / POWER), rel=1e-9)
    broken = 0.2345 - 0.0111 * 10
    share = 0.5 - FIRST / E / broken * (0.5 - NU)
    last = np.sqrt(2 / 3 * (1 + 2 * share**2)) * broken
    assert damage == pytest.approx(max(0.0, LOSS * (p - 0.8 * last) / (0.2 * last)))
    assert (damage > 0.0) == (size > 0.1)


def test_what_comes_back_is_elastic():
    law = CorrodedSteel()
    state = PointState((5e-2 * SHEAR)[None, None], *pulled(law, 5e-2 * SHEAR, rest())[:2])
    stress, variables, tangent = pulled(law, 4.9e-2 * SHEAR, state)
    assert stress[0, 0, 3] == pytest.approx(state.stress[0, 0, 3] - E / (1 + NU) * 1e-3) and variables[0, 0, 2] == 0.0
    assert tangent[0, 0, 3, 3] == pytest.approx(E / (1 + NU))


@pytest.mark.parametrize("start, near", [(5e-2, 2e-3), (1.6e-1, 8e-3)])
def test_the_tangent_is_the_derivative_in_small_steps(start, near):
    """Damaged steel softens by R alone in the tangent of code_aster, not by R + SY."""
    law = CorrodedSteel(1e-8)
    way = np.array([1.0, -0.4, -0.2, 0.7, 0.2, -0.3])
    state = PointState((start * way)[None, None], *pulled(law, start * way, rest())[:2])
    at = (start + 1e-6) * way
    _, _, tangent = pulled(law, at, state)
    for j in range(6):
        step = 1e-8 * np.eye(6)[j]
        slope = (pulled(law, at + step, state)[0] - pulled(law, at - step, state)[0])[0, 0] / 2e-8
        np.testing.assert_allclose(tangent[0, 0, :, j], slope, atol=near * E)


def test_a_bar_follows_its_curve():
    law, zero = CorrodedBar(), np.zeros((1, 1))
    for strain in (5e-2, 0.11):
        stress, variables, tangent = law.stretch(np.full((1, 1), strain), zero, np.zeros((1, 1, 3)), data())
        p, damage, _ = variables[0, 0]
        assert stress[0, 0] == pytest.approx(E * (strain - p))
        assert stress[0, 0] / (1 - damage) == pytest.approx(FIRST + RATE * p ** (1 / POWER))
        more = law.stretch(np.full((1, 1), strain + 1e-6), zero, np.zeros((1, 1, 3)), data())[0]
        assert tangent[0, 0] == pytest.approx((more - stress)[0, 0] / 1e-6, rel=1e-3)
    broken = 0.2345 - 0.0111 * 10
    triaxial = 2 / 3 * (1 + NU) + (1 - 2 * NU) / 3
    assert damage == pytest.approx(LOSS * (triaxial * p - 0.8 * broken) / (0.2 * broken)) and damage > 0.0


def test_the_corrosion_must_be_known():
    with pytest.raises(ComputationFailed, match="needs the corrosion CORR"):
        pulled(CorrodedSteel(), SHEAR, rest(), None)
