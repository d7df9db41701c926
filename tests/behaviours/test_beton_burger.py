"""BETON_BURGER: a held stress creeps ever slower, and dries with the least humidity so far."""

import numpy as np
import pytest

from pyaster_lite.behaviours.beton_burger import Burger, Places
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Axisymmetric, Space
from tests.behaviours.concrete import NU, THREE_K, TWO_MU, E, check_tangent, follow, points

WORDS = {
    "young": E, "poisson": NU, "mean_spring": 1e11, "mean_viscosity": 2e11, "mean_lasting": 5e11, "spring": 4e10, "viscosity": 6e10,
    "lasting": 1e11, "consolidation": 1e-5, "activation": 0.0, "reference": 20.0, "drying": 5e10,
}  # fmt: skip
BURGER = {f"burger_{word}": value for word, value in WORDS.items()}
UNIT = np.array([1, 1, 1, 0, 0, 0.0])


def warm(t):
    return 20.0


def held(stress):
    """The state of a stress that has just come."""
    pressure = stress[:3].mean() * UNIT
    strain = pressure / THREE_K + (stress - pressure) / TWO_MU
    internal = np.zeros((1, 1, 34))
    internal[..., Places(6).elastic] = strain
    return PointState(strain[None, None], stress[None, None], internal), strain


def test_shear_is_what_implicit_steps_make_of_springs_and_of_a_dashpot_that_hardens():
    """l + ... = |h s| t/n exp(-l/k), step by step."""
    stress, humidity, times = np.array([0, 0, 0, 1e6, 0, 0]), 0.7, np.linspace(0.0, 4.0, 9)
    start, first = held(stress)
    spring = lasting = 0.0
    path = {}
    for before, after in zip(times[:-1], times[1:]):
        dt, push = after - before, humidity * 1e6
        spring = (spring + dt * push / WORDS["viscosity"]) / (1 + dt * WORDS["spring"] / WORDS["viscosity"])
        grown = lasting
        for _ in range(200):
            grown = lasting + 0.5 * (grown - lasting) + 0.5 * dt * push / WORDS["lasting"] * np.exp(-grown / WORDS["consolidation"])
        lasting = grown
        path[after] = first + (spring + lasting) * np.array([0, 0, 0, 1.0, 0, 0])
    states = follow(Burger(), Space(), path.get, points(BURGER, lambda t: humidity, TEMP=warm), times, start)
    for state in states:
        np.testing.assert_allclose(state.stress[0, 0], stress, atol=1e-3)
    assert states[-1].internal[0, 0, Places(6).limit] == pytest.approx(lasting, rel=1e-9)
    np.testing.assert_allclose(Burger.basic_creep(states[-1].internal, None, 6)[0, 0], (spring + lasting) * np.eye(6)[3], atol=1e-15)


def test_only_drying_further_than_ever_makes_creep_by_drying():
    stress = np.array([-2e6, 0, 0, 0, 3e5, 0])
    start, first = held(stress)
    slow = BURGER | {f"burger_{word}": 1e30 for word in ("mean_viscosity", "mean_lasting", "viscosity", "lasting")}
    humidity = {0.0: 1.0, 1.0: 0.7, 2.0: 0.9, 3.0: 0.6}
    dried = {0.0: 0.0, 1.0: 0.3, 2.0: 0.3, 3.0: 0.4}
    data = points(slow, humidity.get, TEMP=warm)

    def path(t):
        return first + 1e-3 * (humidity[t] - 1.0) * UNIT + dried[t] * stress / WORDS["drying"]

    for state, t in zip(follow(Burger(), Space(), path, data, list(humidity), start), (1.0, 2.0, 3.0)):
        np.testing.assert_allclose(state.stress[0, 0], stress, atol=1e-2)
        np.testing.assert_allclose(Burger.drying_creep(state.internal, data, 6)[0, 0], dried[t] * stress / WORDS["drying"], atol=1e-12)


def test_heat_makes_creep_faster():
    stress = np.array([0, 0, 0, 1e6, 0, 0])
    start, first = held(stress)
    lost = []
    for energy in (0.0, 5000.0):
        data = points(BURGER | {"burger_activation": energy}, TEMP=lambda t: 40.0)
        (state,) = follow(Burger(), Space(), lambda t: first, data, [0.0, 1.0], start)
        lost.append(1e6 - state.stress[0, 0, 3])
    assert lost[1] > 1.5 * lost[0] > 0.0


@pytest.mark.parametrize("continuum", [Space(), Axisymmetric()])
def test_the_tangent_is_the_derivative_of_the_stress(continuum):
    check_tangent(Burger(), continuum, BURGER, lambda t: 1.0 - 0.1 * t, TEMP=warm)


def test_the_temperature_is_needed_where_it_counts():
    start, first = held(np.array([1e6, 0, 0, 0, 0, 0]))
    with pytest.raises(LawFailed, match="TEMP"):
        follow(Burger(), Space(), lambda t: first, points(BURGER | {"burger_activation": 1.0}), [0.0, 1.0], start)
