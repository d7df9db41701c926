"""HAYHURST: its tangent, its steps against each other, and what creeps without hardening or damage."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space

from .steel import STEEL

CREEP = {
    "eps0": 1e-6, "k": 2e7, "h1": 3e10, "h2": -2e8, "delta1": 1.0, "delta2": 0.0, "h1st": 0.33, "h2st": 1.0, "biga": 1e-5, "sig0": 5e7,
    "kc": 1e-3, "alphad": 0.5, "s_equi_d": 0.0,
}  # fmt: skip


def made(**changes):
    steel = STEEL | {f"creep_damage.{word}": value for word, value in (CREEP | changes).items()}
    return ElementData(np.zeros(1, int), np.zeros((1, 4, 3)), [steel], np.zeros(1, int))


STRAIN = np.array([[[1e-3, -4e-4, -2e-4, 3e-4, 1e-4, -2e-4]]])


def stretched(data, law, count, strain=STRAIN, end=10.0):
    """The state after `count` even steps to a strain."""
    state = PointState(0 * strain, 0 * strain, np.zeros((1, 1, law.internal_size)))
    times = np.linspace(0.0, end, count + 1)
    for before, after in zip(times[:-1], times[1:]):
        now = strain * (after / end)
        stress, internal, _ = law.integrate(now, state, data.between(before, after), Space())
        state = PointState(now, stress, internal)
    return state


@pytest.mark.parametrize("theta", [0.5, 1.0])
@pytest.mark.parametrize("whole", [0.0, 1.0])
def test_the_first_tangent_is_the_derivative_but_for_the_damage(theta, whole):
    data, law = made(biga=0.0, s_equi_d=whole), BEHAVIOURS["HAYHURST"].configured(theta)
    state = stretched(data, law, 3)
    now, step = STRAIN * 1.5, data.between(10.0, 14.0)
    tangent = law.integrate(now, state, step, Space())[2][0, 0]
    for j in range(6):
        move = np.zeros_like(now)
        move[0, 0, j] = 1e-9
        ahead, behind = (law.integrate(now + s * move, state, step, Space())[0][0, 0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-9, tangent[:, j], atol=1e-5 * STEEL["young"])


def test_the_explicit_rule_and_the_middle_of_small_steps_agree():
    data = made()
    explicit = stretched(data, BEHAVIOURS["HAYHURST"].solved_by("RUNGE_KUTTA").within(1e-3, 20), 4)
    implicit = stretched(data, BEHAVIOURS["HAYHURST"].configured(0.5), 400)
    np.testing.assert_allclose(explicit.stress, implicit.stress, rtol=1e-3)
    np.testing.assert_allclose(explicit.internal[..., 6:11], implicit.internal[..., 6:11], rtol=2e-3)


def test_precipitates_age_with_time_alone():
    state = stretched(made(), BEHAVIOURS["HAYHURST"], 2, 0 * STRAIN)
    assert state.internal[0, 0, 9] == pytest.approx(1 - (1 + 1e-3 * 10.0) ** (-1 / 3))
    assert not state.internal[0, 0, :9].any()


def test_a_step_that_runs_away_fails():
    with pytest.raises(LawFailed, match="runs away"):
        stretched(made(k=1e5), BEHAVIOURS["HAYHURST"], 1)
