"""Crystals in large strain: they meet those of small strain, turn with the axes, and keep F = Fe Fp."""

import numpy as np
import pytest

from pyaster_lite.behaviours.crystals.large import LargeCrystal
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.large_strain import full
from tests.behaviours.crystals.test_crystals import RULES, STRAIN, YOUNG, data, law_and_state


def large(rule):
    """A crystal of one rule, its law in small strain, and the variables of one point at rest."""
    small, state = law_and_state(rule)
    law, count = LargeCrystal(small), small.internal_size
    internal = np.zeros((1, 1, law.internal_size + 6))
    internal[..., : count - 3] = state.internal[..., :-3]
    return law, small, state, internal


def stretched(law, internal, gradient, before=None, span=None):
    before = np.eye(3)[None, None] if before is None else before
    return law.kirchhoff(gradient, before, internal, span or data())


def walked(law, internal, gradients):
    """The last answer along gradients (3, 3), one step to each."""
    before = np.eye(3)[None, None]
    for gradient in gradients:
        stress, _, internal = stretched(law, internal, gradient[None, None], before, data(1 / len(gradients)))
        before = gradient[None, None]
    return stress[0, 0], internal[0, 0]


@pytest.mark.parametrize("rule", RULES)
def test_a_slipping_crystal_is_that_of_small_strain_but_for_the_squares(rule):
    law, small, state, internal = large(rule)
    steps = 20
    for number in range(steps):
        strain = STRAIN * (number + 1) / steps
        state.stress, state.internal, _ = small.integrate(strain, state, data(1 / steps), Space())
        state.strain = strain
    plain, kept = full(state.stress)[0, 0], state.internal[0, 0]
    stress, found = walked(law, internal, [np.eye(3) + full(STRAIN[0, 0]) * (n + 1) / steps for n in range(steps)])
    assert abs(kept[:6]).max() > 1e-6
    np.testing.assert_allclose(stress, plain, atol=2e-2 * abs(plain).max())
    np.testing.assert_allclose(found[:6] * [1, 1, 1, 2**0.5, 2**0.5, 2**0.5], kept[:6], atol=1e-1 * abs(kept[:6]).max())


@pytest.mark.parametrize("rule", RULES)
def test_the_gradient_is_that_of_both_parts_whose_plastic_one_keeps_the_volume(rule):
    law, _, _, internal = large(rule)
    last = full(STRAIN[0, 0]) + 1e-3 * np.eye(3, k=1)
    found = walked(law, internal, [np.eye(3) + last * (n + 1) / 20 for n in range(20)])[1]
    plastic, elastic = (np.eye(3) + found[at].reshape(3, 3).T for at in (slice(-21, -12), slice(-12, -3)))
    assert abs(plastic - np.eye(3)).max() > 1e-6
    np.testing.assert_allclose(elastic @ plastic, np.eye(3) + last, atol=1e-12)
    np.testing.assert_allclose(np.linalg.det(plastic), 1.0, atol=1e-12)


def test_what_is_turned_as_a_whole_turns_its_stress():
    law, _, _, internal = large(RULES[2])
    angle = 0.7
    turn = np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
    gradient = np.eye(3) + full(0.5 * STRAIN)
    plain, turned = (stretched(law, internal, g)[0][0, 0] for g in (gradient, turn @ gradient))
    np.testing.assert_allclose(turned, turn @ plain @ turn.T, atol=1e-6 * abs(plain).max())


def test_rates_of_a_start_are_the_derivative_of_the_elastic_stress():
    law, _, _, internal = large(RULES[0])
    internal[0, 0, -12:-3] = 1e-3 * np.arange(9) / 9
    predicting = data()
    predicting.step = type(predicting.step)(0.0, 1.0, True)
    base = np.eye(3)[None, None]
    _, rate, _ = stretched(law, internal, base, span=predicting)
    for i in range(3):
        for j in range(3):
            way = np.zeros((3, 3))
            way[i, j] = 1e-7
            ahead, behind = (stretched(law, internal, base + s * way, span=predicting)[0][0, 0] for s in (1, -1))
            np.testing.assert_allclose((ahead - behind) / 2e-7, rate[0, 0, ..., i, j], atol=1e-5 * YOUNG)


def test_the_explicit_rule_slips_under_the_elastic_stress_and_keeps_its_plastic_part():
    law, _, _, internal = large(RULES[2])
    gradient = np.eye(3) + full(STRAIN)
    stress, rate, found = stretched(law.solved_by("RUNGE_KUTTA").within(1e-6, 20), internal, gradient)
    green = 0.5 * (gradient[0, 0].T @ gradient[0, 0] - np.eye(3))
    second = 2 * YOUNG / 2.6 * green + YOUNG * 0.3 / (1.3 * 0.4) * np.trace(green) * np.eye(3)
    np.testing.assert_allclose(stress[0, 0], gradient[0, 0] @ second @ gradient[0, 0].T, rtol=1e-9, atol=1e-9)
    assert not found[0, 0, :6].any() and abs(found[0, 0, 7:42:3]).max() > 1e-6
