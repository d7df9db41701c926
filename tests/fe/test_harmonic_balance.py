"""Forced response with contacts: one mass with a Jenkins element, two unknowns with a varying normal load, folds, stability."""

import numpy as np
import pytest

from pyaster_lite.fe import trigonometric as series
from pyaster_lite.fe.condensation import Condensation
from pyaster_lite.fe.continuation import Stalled, Steps, follow
from pyaster_lite.fe.errors import NotConverged
from pyaster_lite.fe.floquet import Variation
from pyaster_lite.fe.harmonic_balance import HarmonicBalance
from pyaster_lite.fe.periodic_contact import PeriodicContacts, Springs


def array(*values):
    return np.array(values, float)


def jenkins(force, harmonics, held=(1.0, 1.0)):
    """m = k = kt = R = 1, c = 0.02."""
    contact = Springs(*(array(1.0) for _ in range(4)))
    matrices = [(0, array(1.0)), (2, array(1.0)), (1, array(0.02))]
    system = Condensation(matrices, np.array([[0.0], [1.0]]), array(*held), lambda h, w: np.array([force * (h == 1)], complex))
    return HarmonicBalance(system, PeriodicContacts(contact, harmonics, 256), [0])


def modulus(balance, pulsation):
    found = balance.solve(balance.linear(pulsation).ravel(), pulsation, 1e-10, 50)
    return abs(balance.response(found, pulsation).whole[1])


ORDERS = (1, 3, 5, 9)
ONE_MASS = [
    (0.1, 1.4, (1.056704109, 1.057963676, 1.058245257, 1.058317843), 1.0583042636),
    (0.5, 1.3, (1.563397021, 1.571723975, 1.570438884, 1.570689859), 1.5707108871),
    (1.0, 1.1, (3.594472530, 3.507581276, 3.513798993, 3.513539263), 3.5137977415),
    (1.0, 1.2, (2.941453396, 2.922663848, 2.926398576, 2.925826789), 2.9258775007),
    (2.0, 1.1, (9.556973613, 9.502492323, 9.495823208, 9.497452497), 9.4974767218),
]


@pytest.mark.parametrize("force, pulsation, truncated, exact", ONE_MASS)
def test_one_mass(force, pulsation, truncated, exact):
    for harmonics, expected in zip(ORDERS, truncated):
        assert modulus(jenkins(force, harmonics), pulsation)[0] == pytest.approx(expected, rel=1e-6)
    assert modulus(jenkins(force, 25), pulsation)[0] == pytest.approx(exact, rel=1e-5)


def test_the_springs_held_change_nothing():
    for held in ((0.0, 0.0), (0.0, 0.3), (2.0, 5.0)):
        assert modulus(jenkins(1.0, 5, held), 1.2)[0] == pytest.approx(modulus(jenkins(1.0, 5), 1.2)[0], rel=1e-11)


def two_unknowns(fx, fy, harmonics):
    contact = Springs(array(21.0), array(5.0), array(0.85), array(0.0))
    matrices = [(0, array(12.0, 21.0)), (2, array(1.0, 1.0)), (1, array(0.1 * np.sqrt(12.0), 2.0))]
    force = lambda h, w: np.array([fx * (h == 1), fy * (h == 1) + 100.0 * (h == 0)], complex)  # noqa: E731
    system = Condensation(matrices, np.array([[0.0, 1.0], [1.0, 0.0]]), np.zeros(2), force)
    return HarmonicBalance(system, PeriodicContacts(contact, harmonics, 256), [0])


TWO_UNKNOWNS = [
    (25, 2.5, 4.0, (10.4758473, 10.4995260, 10.4988585, 10.4989077)),
    (80, 8, 3.6, (32.1663938, 32.0545516, 32.0615301, 32.0618165)),
    (300, 30, 3.5, (202.8661875, 202.8267802, 202.8138109, 202.8141827)),
    (80, 80, 4.0, (22.5787571, 22.5080147, 22.5204195, 22.5205882)),
]


@pytest.mark.parametrize("fx, fy, pulsation, expected", TWO_UNKNOWNS)
def test_two_unknowns(fx, fy, pulsation, expected):
    for harmonics, value in zip((1, 3, 9, 25), expected):
        assert modulus(two_unknowns(fx, fy, harmonics), pulsation)[0] == pytest.approx(value, rel=1e-6)


def test_the_jacobian_is_the_derivative():
    balance = two_unknowns(80, 80, 3)
    found = balance.solve(balance.linear(4.0).ravel(), 4.0, 1e-10, 50)
    value, jacobian, slope = balance.residual(found, 4.0)
    assert abs(value).max() < 1e-10 * abs(found).max()
    for k in range(len(found)):
        step = np.zeros(len(found))
        step[k] = 1e-6
        change = balance.residual(found + step, 4.0)[0] - balance.residual(found - step, 4.0)[0]
        np.testing.assert_allclose(change / 2e-6, jacobian[:, k], atol=1e-7)
    change = balance.residual(found, 4.0 + 1e-6)[0] - balance.residual(found, 4.0 - 1e-6)[0]
    np.testing.assert_allclose(change / 2e-6, slope, rtol=1e-5, atol=1e-5)


def gap(force, harmonics):
    """m = k = 1, c = 0.05 between two stops at +-1 of stiffness 1."""
    contacts = Springs(array(1.0, 1.0), array(1.0, 1.0), array(0.0, 0.0), array(-1.0, -1.0))
    matrices = [(0, array(1.0)), (2, array(1.0)), (1, array(0.05))]
    system = Condensation(matrices, np.array([[1.0], [-1.0]]), np.zeros(2), lambda h, w: np.array([force * (h == 1)], complex))
    return HarmonicBalance(system, PeriodicContacts(contacts, harmonics, 256), [])


def branch(steps):
    balance = gap(0.2, 3)
    start = balance.solve(balance.linear(0.9).ravel(), 0.9, 1e-10, 50)
    return balance, follow(balance.residual, start, 0.9, 1.5, steps)


def test_a_branch_goes_round_both_folds_and_stability_changes_there():
    balance, points = branch(Steps(0.02, 1e-5, 0.05, 300, 1e-9, 15))
    variation = Variation(np.eye(1), 0.05 * np.eye(1), np.eye(1), balance.system.rows, balance.contacts.springs, [])
    found, stable = [], []
    for unknowns, pulsation in points:
        response = balance.response(unknowns, pulsation)
        still = np.zeros((2, 7))
        multipliers = variation.multipliers(pulsation, response.motion, still, response.cycle)
        # Liouville: their product is exp(-c T)
        assert np.prod(multipliers).real == pytest.approx(np.exp(-0.05 * 2 * np.pi / pulsation), rel=1e-9)
        found.append(pulsation)
        stable.append(abs(multipliers[0]) < 1.0)
    turns = np.flatnonzero(np.diff(np.sign(np.diff(found)))) + 1
    assert len(turns) == 2 and found[turns[0]] > 1.26 and found[turns[1]] < 1.12
    changes = np.flatnonzero(np.diff(stable)) + 1
    assert len(changes) == 2 and abs(changes - turns).max() <= 1
    assert found[-1] > 1.5


def test_a_branch_that_cannot_be_followed_is_told():
    with pytest.raises(Stalled) as stalled:
        list(branch(Steps(0.02, 1e-5, 0.05, 5, 1e-9, 15))[1])
    assert stalled.value.spent and 0.9 < stalled.value.parameter < 1.5
    with pytest.raises(Stalled) as stalled:
        list(branch(Steps(0.4, 0.39, 0.5, 50, 1e-9, 3))[1])
    assert not stalled.value.spent


def test_no_solution_is_told():
    with pytest.raises(NotConverged):
        balance = jenkins(1.0, 5)
        balance.solve(balance.linear(1.2).ravel(), 1.2, 1e-10, 1)


def test_multipliers_are_those_of_the_flow():
    """The response of the mass with its Jenkins element, departed from a little and marched over a period."""
    balance = jenkins(0.5, 25)
    pulsation = 1.3
    found = balance.solve(balance.linear(pulsation).ravel(), pulsation, 1e-11, 50)
    response = balance.response(found, pulsation)
    variation = Variation(np.eye(1), 0.02 * np.eye(1), np.eye(1), balance.system.rows, balance.contacts.springs, [0])
    multipliers = variation.multipliers(pulsation, response.motion[:1], response.motion[1:], response.cycle)
    steps = 40000
    step = 2 * np.pi / pulsation / steps
    u, rate = response.motion[1], series.derivative(response.motion[1])
    x0, v0 = series.at(u[None], array(0.0))[0], pulsation * series.at(rate[None], array(0.0))[0]
    stuck = response.cycle.segments.state[0] == 0
    w0 = response.cycle.segments.slider[0] if stuck else x0 - response.cycle.segments.state[0]

    def march(x, v, w):
        for i in range(steps):
            w = min(max(w, x - 1.0), x + 1.0)
            v += step * (0.5 * np.cos(pulsation * (i + 0.5) * step) - x - 0.02 * v - (x - w))
            x += step * v
        return array(x, v, min(max(w, x - 1.0), x + 1.0))

    size, middle = 1e-3, march(x0, v0, w0)
    columns = [(march(*(array(x0, v0, w0) + size * row)) - middle) / size for row in np.eye(3)[: 3 if stuck else 2]]
    monodromy = np.array(columns).T[: 3 if stuck else 2]
    expected = np.linalg.eigvals(monodromy)
    expected = expected[np.argsort(-abs(expected))]
    np.testing.assert_allclose(abs(multipliers[:2]), abs(expected[:2]), rtol=5e-3)


@pytest.mark.parametrize("force, pulsation, peak", [(0.1, 1.40618, 1.0599675), (0.5, 1.29317, 1.5720348), (1.0, 1.10863, 3.5361319)])
def test_peaks_of_one_mass(force, pulsation, peak):
    """At the exact peak the amplitude is the exact one, and it falls on both sides."""
    balance = jenkins(force, 25)
    assert modulus(balance, pulsation)[0] == pytest.approx(peak, rel=1e-5)
    assert max(modulus(balance, pulsation + shift)[0] for shift in (-2e-3, 2e-3)) < modulus(balance, pulsation)[0]


def test_a_ramp_reaches_the_same_response():
    balance = two_unknowns(80, 80, 3)
    direct = balance.solve(balance.linear(4.0).ravel(), 4.0, 1e-10, 50)
    np.testing.assert_allclose(balance.ramp(4.0, 1e-10, 50), direct, atol=1e-9 * abs(direct).max())
    assert balance.load == 1.0
