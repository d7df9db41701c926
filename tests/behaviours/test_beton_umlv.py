"""BETON_UMLV: a held stress creeps as its springs and dashpots do."""

import numpy as np
import pytest
from scipy.linalg import expm

from pyaster_lite.behaviours.beton_umlv import Umlv
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Axisymmetric, Space
from tests.behaviours.concrete import THREE_K, TWO_MU, check_tangent, follow, points

WORDS = {
    "mean_spring": 1e11, "mean_viscosity": 2e11, "mean_inner_spring": 5e10, "mean_inner_viscosity": 3e11, "spring": 4e10,
    "viscosity": 6e10, "inner_viscosity": 1e12, "drying_viscosity": 5e10,
}  # fmt: skip
CREEPS = {f"creep_{word}": value for word, value in WORDS.items()}
TIMES = np.linspace(0.0, 4.0, 6)


def held(stress):
    """The state of a stress that has just come."""
    pressure = stress[:3].mean() * np.array([1, 1, 1, 0, 0, 0.0])
    strain = pressure / THREE_K + (stress - pressure) / TWO_MU
    return PointState(strain[None, None].copy(), stress[None, None], np.zeros((1, 1, 21))), strain


def test_shear():
    """s/k (1 - exp(-k t/n)) + s t/n_i, whatever the steps."""
    stress = np.array([0, 0, 0, 1e6, 0, 0])
    start, first = held(stress)

    def path(t):
        k, n, lasting = (WORDS[word] for word in ("spring", "viscosity", "inner_viscosity"))
        return first + stress * ((1 - np.exp(-k * t / n)) / k + t / lasting)

    for state in follow(Umlv(), Space(), path, points(CREEPS), TIMES, start):
        np.testing.assert_allclose(state.stress[0, 0], stress, atol=1e-6 * 1e6)


@pytest.mark.parametrize("pressure", [-2e6, 1e6])
def test_mean_stress(pressure):
    """Where the first spring is pressed, both strains move by their two linear equations; pulled, one spring beside a dashpot does."""
    k, n, ki, ni = (WORDS[f"mean_{word}"] for word in ("spring", "viscosity", "inner_spring", "inner_viscosity"))
    inner = np.array([2 * k, -ki, -pressure]) / ni
    rates = np.array([np.array([-k, 0.0, pressure]) / n, np.zeros(3), np.zeros(3)])
    if pressure < 0:
        rates += np.array([-2 * inner, inner, np.zeros(3)])
    unit = np.array([1, 1, 1, 0, 0, 0.0])
    start, first = held(pressure * unit)
    crept = np.array([0.9 * pressure / k if pressure < 0 else 0.0, 0.0, 1.0])
    start.internal[..., 0], start.strain[...] = crept[0], first + crept[0] * unit

    def path(t):
        return first + (expm(rates * t) @ crept)[:2].sum() * unit

    states = follow(Umlv(), Space(), path, points(CREEPS), TIMES, start)
    np.testing.assert_allclose(states[-1].stress[0, 0], pressure * unit, atol=1e-6 * abs(pressure))
    np.testing.assert_allclose(states[-1].internal[0, 0, :2], (expm(rates * TIMES[-1]) @ crept)[:2], rtol=1e-6, atol=1e-12)


def test_creep_by_drying_goes_with_the_change_of_humidity():
    """|h - h_| s/n, of a stress so held; shrinkage stands beside it."""
    stress = np.array([1e6, 0, 0, 0, 2e5, 0])
    start, first = held(stress)
    slow = CREEPS | {f"creep_{word}": 1e30 for word in WORDS if word != "drying_viscosity"}
    shrunk = 1e-3 * (0.6 - 1.0) * np.array([1, 1, 1, 0, 0, 0.0])
    last = first + shrunk + 0.4 * stress / WORDS["drying_viscosity"]
    data = points(slow, lambda t: 1.0 if t == 0.0 else 0.6)
    (state,) = follow(Umlv(), Space(), lambda t: last, data, [0.0, 1.0], start)
    np.testing.assert_allclose(state.stress[0, 0], stress, rtol=1e-9, atol=1.0)
    np.testing.assert_allclose(Umlv.drying_creep(state.internal, data, 6)[0, 0], 0.4 * stress / WORDS["drying_viscosity"], atol=1e-12)
    np.testing.assert_allclose(Umlv.basic_creep(state.internal, data, 6), 0.0, atol=1e-12)


@pytest.mark.parametrize("continuum", [Space(), Axisymmetric()])
def test_the_tangent_is_the_derivative_of_the_stress(continuum):
    check_tangent(Umlv(), continuum, CREEPS, lambda t: 1.0 - 0.1 * t)


def test_no_time_no_creep():
    start, first = held(np.array([1e6, 0, 0, 0, 0, 0]))
    (state,) = follow(Umlv(), Space(), lambda t: 2 * first, points(CREEPS), [1.0, 1.0], start)
    np.testing.assert_allclose(state.stress[0, 0], [2e6, 0, 0, 0, 0, 0], atol=1e-3)


def test_dry_concrete_needs_its_water():
    start, first = held(np.array([1e6, 0, 0, 0, 0, 0]))
    with pytest.raises(LawFailed, match="SECH"):
        follow(Umlv(), Space(), lambda t: first, points(CREEPS, lambda t: np.nan), [0.0, 1.0], start)
