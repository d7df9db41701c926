"""VENDOCHAB, VISC_ENDO_LEMA: what they solve, their tangents where these are the derivative, and their rules against each other."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import deviator, von_mises

from .steel import STEEL

YOUNG, SHEAR = STEEL["young"], STEEL["young"] / 2.6
CREEP = {"creep_exponent": 4.0, "creep_rate": 1 / 2e9, "creep_hardening": 0.2}
LOSS = {"sy": 2e7, "alpha_d": 0.0, "beta_d": 0.0, "r_d": 2.0, "a_d": 5e9, "k_d": 3.0}
STRAIN = np.array([[[1e-3, -4e-4, -2e-4, 0.0, 0.0, 0.0]]])


def made(**changes):
    steel = STEEL | CREEP | {f"damaged_creep.{word}": value for word, value in (LOSS | changes).items()}
    return ElementData(np.zeros(1, int), np.zeros((1, 4, 3)), [steel], np.zeros(1, int))


def stretched(data, law, count, strain=STRAIN, end=10.0):
    """The states of `count` even steps to a strain."""
    state = PointState(0 * strain, 0 * strain, np.zeros((1, 1, law.internal_size)))
    times, states = np.linspace(0.0, end, count + 1), []
    for before, after in zip(times[:-1], times[1:]):
        now = strain * (after / end)
        stress, internal, _ = law.integrate(now, state, data.between(before, after), Space())
        state = PointState(now, stress, internal)
        states.append(state)
    return states


@pytest.mark.parametrize("algorithm", ["SECANTE", "BRENT", "DEKKER"])
def test_a_step_of_visc_endo_lema_solves_its_equations(algorithm):
    law = BEHAVIOURS["VISC_ENDO_LEMA"].solved_by(algorithm).within(1e-12, 200)
    first, last = stretched(made(), law, 2)
    dt, (before, after) = 5.0, (state.internal[0, 0] for state in (first, last))
    rate, left, size = (after[7] - before[7]) / dt, 1 - after[8], von_mises(last.stress)[0, 0]
    drag = 2e9 * after[7] ** 0.2 * rate**0.25
    np.testing.assert_allclose(size / left, LOSS["sy"] + drag, rtol=1e-10)
    np.testing.assert_allclose((after[8] - before[8]) / dt, (size / left / LOSS["a_d"]) ** 2, rtol=1e-10)
    np.testing.assert_allclose(after[6] - before[6], dt * rate / left, rtol=1e-12)
    elastic = deviator(last.strain[0, 0] - after[:6]) * 2 * SHEAR * left
    np.testing.assert_allclose(deviator(last.stress)[0, 0], elastic, rtol=2e-2)
    assert after[8] > 1e-3


def test_rules_of_vendochab_agree_where_steps_are_small():
    # the implicit rule takes 1/M and 1/K for the shares of the two other sizes of the stress
    data = made(sy=0.0, alpha_d=CREEP["creep_hardening"], beta_d=CREEP["creep_rate"])
    law = BEHAVIOURS["VENDOCHAB"]
    explicit = stretched(data, law.solved_by("RUNGE_KUTTA").within(1e-4, 20), 4)[-1]
    implicit = stretched(data, law.within(1e-9, 60), 1600)[-1]
    np.testing.assert_allclose(explicit.stress, implicit.stress, rtol=2e-3)
    np.testing.assert_allclose(explicit.internal[..., 6:9], implicit.internal[..., 6:9], rtol=2e-3)


@pytest.mark.parametrize("word", ["VENDOCHAB", "VISC_ENDO_LEMA"])
def test_the_tangent_along_the_axes_is_the_derivative_but_for_the_damage(word):
    data, law = made(a_d=1e30), BEHAVIOURS[word].within(1e-13, 200)
    state = stretched(data, law, 2)[-1]
    now, step = STRAIN * 1.5, data.between(10.0, 12.0)
    tangent = law.integrate(now, state, step, Space())[2][0, 0]
    for j in range(3):
        move = np.zeros_like(now)
        move[0, 0, j] = 1e-8
        ahead, behind = (law.integrate(now + s * move, state, step, Space())[0][0, 0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-8, tangent[:, j], atol=1e-5 * YOUNG)


def test_a_damage_at_its_most_leaves_the_elasticity_that_is_left():
    law = BEHAVIOURS["VISC_ENDO_LEMA"].within(1e-6, 100)
    spent = np.zeros((1, 1, 10))
    spent[..., 8] = 1.0
    state = PointState(0 * STRAIN, 0 * STRAIN, spent)
    stress, internal, tangent = law.integrate(STRAIN, state, made().between(0.0, 10.0), Space())
    assert internal[0, 0, 8] == 0.99 and not internal[0, 0, :8].any()
    np.testing.assert_allclose(stress, 0.01 * STRAIN @ STEEL["elasticity"], rtol=1e-12)
