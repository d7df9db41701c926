"""Phases of steel and zircaloy: known histories, and that they stay phases."""

import numpy as np
import pytest

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.metallurgy.diagram import Diagram, Experiment, speed
from pyaster_lite.fe.metallurgy.steel import Growth, Steel
from pyaster_lite.fe.metallurgy.tempering import Tempering
from pyaster_lite.fe.metallurgy.zircaloy import Zircaloy

CURVE = np.array([11.0, 8.563, -2.76e-2, 1.22e-4, -2.955e-7, 3.402e-10])
SLOW = Experiment(-1.0, np.zeros(6), np.array([[0.0, 0, 0, 850], [0, 0, 0, 700], [0.6, 0.4, 0, 600]]))
FAST = Experiment(-10.0, np.zeros(6), np.array([[0.0, 0, 0, 850], [0, 0, 0, 300]]))
DIAGRAM = Diagram((SLOW, FAST), 0.99, 0.0, 0.0, -5.0)
STEEL = Steel(840.0, -0.03, 400.0, 700.0, 800.0, 10.0, 10.0, DIAGRAM)
ALLOY = Zircaloy(809.0, 1.135e-2, 2.187, 831.0, 0.0, 1.58e-4, 4.7, 14614.0, 949.1, 0.0, -5.725, 0.05)


def cooled(steel, start, times, temperatures):
    state = start
    d = np.diff(times)
    for i in range(1, len(times) - 1):
        state = steel.stepped(state, [np.full(len(start), temperatures[i + k]) for k in (-1, 0, 1)], d[i - 1], d[i])
        np.testing.assert_allclose(state[:, :5].sum(axis=1), 1.0, atol=1e-12)
    return state


def test_the_speed_of_an_experiment_at_700_degrees_is_its_own():
    polynomial = np.append(CURVE[:5], -1.517e-13)
    assert speed(polynomial, -0.02, 700.0) == pytest.approx(-0.02)


def test_an_experiment_is_read_between_its_points_and_stays_beyond_them():
    value, rate = SLOW.at(np.array([900.0, 700.0, 650.0, 500.0]))
    np.testing.assert_allclose(value[:, 0], [0.0, 0.0, 0.3, 0.6])
    np.testing.assert_allclose(rate[:, 0], [0.0, -0.006, -0.006, 0.0])


def test_between_experiments_the_rate_is_between_theirs():
    rates = [DIAGRAM.rates(np.zeros((1, 3)), np.array([v]), np.array([650.0]), np.array([-1.0]))[0, 0] for v in (-0.5, -4.0, -20.0)]
    assert rates[0] == pytest.approx(0.006)
    assert 0.0 <= rates[1] <= 0.006
    assert rates[2] == 0.0


def test_a_quench_makes_martensite_as_koistinen_and_marburger_say():
    start = STEEL.started(np.array([[0.0, 0, 0, 0, 1, 0, 0]] * 2), np.full(2, 860.0))
    times = np.arange(0.0, 5.3, 0.05)
    state = cooled(STEEL, start, times, 860.0 - 100.0 * times)
    last = 860.0 - 100.0 * times[-1]
    np.testing.assert_allclose(state[:, 3], 1.0 - np.exp(-0.03 * (400.0 - last)), rtol=1e-6)


def test_grains_grow_only_where_there_is_austenite():
    steel = Steel(840.0, -0.03, 400.0, 700.0, 800.0, 10.0, 10.0, DIAGRAM, Growth(3e5, 10000.0, 5.0, 1000.0))
    both = np.array([[0.0, 0, 0, 0, 1, 0, 0.1], [1.0, 0, 0, 0, 0, 1, 0.1]])
    state = steel.stepped(steel.started(both, np.full(2, 680.0)), [np.full(2, t) for t in (680.0, 681.0, 682.0)], 1.0, 1.0)
    assert state[0, 6] > 0.1
    assert state[1, 6] == 0.0


def test_phases_at_the_start_add_up_to_one():
    with pytest.raises(ComputationFailed, match="add up to 0.8"):
        STEEL.started(np.array([[0.8, 0, 0, 0, 0, 0.8, 0]]), np.array([20.0]))


def test_zircaloy_turns_to_beta_and_back():
    state = ALLOY.started(np.array([[1.0, 0, 0, 0, 0]]), np.array([20.0]))
    times = np.arange(0.0, 242.0, 2.0)
    course = np.interp(times, [0.0, 120.0, 240.0], [20.0, 1200.0, 20.0])
    beta = []
    for t, dt, one, two in zip(times[1:], np.diff(times), course, course[1:]):
        state = ALLOY.stepped(state, np.array([one]), np.array([two]), t, dt)
        np.testing.assert_allclose(state[:, :3].sum(), 1.0)
        beta.append(state[0, 2])
    assert max(beta) == 1.0
    assert beta[-1] == 0.0


def test_tempering_starts_after_a_second_change_of_temperature_and_counts_time():
    law = Tempering((0.0644, 0.216), (0.2241, 0.1435), 550.0, 610.0)
    steel = np.array([[0.7, 0.0, 0.3, 0.0, 0.0, 1.0, 10.0, 560.0, 400.0]])
    once = law.stepped(steel, steel, 800.0, 1.0)
    assert once[0, 3] == 0.0
    ready = once.copy()
    ready[0, 11] = 2.0
    long, short = (law.stepped(ready, steel, 800.0, dt)[0] for dt in (1000.0, 1.0))
    assert long[3] > short[3] > 0.0
    assert long[2] + long[3] == pytest.approx(0.3)
