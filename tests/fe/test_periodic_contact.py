"""The contact element with normal load variation against closed forms, a fine march, and finite differences."""

import numpy as np
import pytest

from pyaster_lite.fe import trigonometric as series
from pyaster_lite.fe.periodic_contact import APART, BACKWARDS, FORWARDS, STICK, PeriodicContacts, Springs


def springs(normal=1.0, tangential=1.0, friction=1.0, preload=1.0):
    return Springs(*(np.array([value], float) for value in (normal, tangential, friction, preload)))


def states(cycle):
    return list(zip(cycle.segments.state.tolist(), np.degrees(cycle.segments.start).tolist()))


@pytest.mark.parametrize("ratio", [1.25, 1.5, 2.0, 4.0, 10.0])
@pytest.mark.parametrize("instants", [16, 64, 101])
def test_constant_limit(ratio, instants):
    """Jenkins: r = kt A / R; the formulae of a1 and b1, and the dissipation, whatever the number of instants."""
    u = np.zeros((1, 7))
    u[0, 1] = 1.0
    cycle = PeriodicContacts(springs(tangential=ratio), 3, instants)(np.zeros_like(u), u)
    angle = np.arccos(1.0 - 2.0 / ratio)
    f = cycle.tangential[0]
    assert f[1] == pytest.approx(ratio / np.pi * (angle - np.sin(2 * angle) / 2), abs=1e-12)
    assert f[2] == pytest.approx(-4.0 / np.pi * (1.0 - 1.0 / ratio), abs=1e-12)
    assert -np.pi * f[2] == pytest.approx(4.0 * (1.0 - 1.0 / ratio), abs=1e-12)
    assert [state for state, _ in states(cycle)] == [STICK, BACKWARDS, STICK, FORWARDS]


VARYING = [
    (0.4, 0, [(STICK, 0), (BACKWARDS, 79.835751378), (STICK, 180), (FORWARDS, 237.42102961)],
     0.274187724159, 0.886960766002, -0.818099616979, 7.71040723982),
    (2, 0, [(STICK, 0), (BACKWARDS, 101.53695903), (APART, 120), (FORWARDS, 240)], 1.06174390966, 1.56617490237, -0.286478897565, 2.7),
    (5, 0, [(STICK, 0), (APART, 101.53695903), (STICK, 258.46304097)], 1.27409269159, 1.87940988284, 0, 0),
    (0.5, 90, [(FORWARDS, 0), (STICK, 9.4623222), (BACKWARDS, 60.5142681), (STICK, 170.5376778), (FORWARDS, 259.4389125)],
     0.2146245253, 0.8590692503, -0.8429731955, 7.9448351941),
    (2, 90, [(FORWARDS, 0), (APART, 30), (STICK, 150), (FORWARDS, 277.3801351)], 0.7546550697, 0.6820955613, -1.1542674068, 10.8787140167),
    (2, 45, [(FORWARDS, 0), (STICK, 41.7267651), (BACKWARDS, 70.6930541), (APART, 75), (STICK, 195), (FORWARDS, 248.4535301)],
     1.1868368006, 1.1630625350, -1.1243764294, 10.5969981914),
]  # fmt: skip


@pytest.mark.parametrize("b, psi, order, a0, a1, b1, lost", VARYING)
def test_varying_normal_load(b, psi, order, a0, a1, b1, lost):
    """u = 3 cos t, mu fn = max(1 + b cos(t + psi), 0), kt = 1."""
    psi = np.radians(psi)
    u, v = np.array([[0.0, 3.0, 0.0]]), np.array([[0.0, b * np.cos(psi), -b * np.sin(psi)]])
    cycle = PeriodicContacts(springs(), 1, 48)(v, u)
    np.testing.assert_allclose(cycle.tangential[0], (a0, a1, b1), atol=1e-9)
    assert -3.0 * np.pi * cycle.tangential[0, 2] == pytest.approx(lost, abs=1e-9)
    found = states(cycle)
    assert [state for state, _ in found] == [state for state, _ in order]
    np.testing.assert_allclose([angle for _, angle in found], [angle for _, angle in order], atol=1e-7)


def cloud(n, order, seed=3):
    random = np.random.default_rng(seed)
    data = Springs(random.uniform(0.5, 2, n), random.uniform(0.5, 2, n), random.uniform(0.1, 0.9, n), random.uniform(-0.5, 2, n))
    return data, *random.normal(size=(2, n, 2 * order + 1))


def test_against_a_fine_march():
    """The slider kept inside its interval instant by instant, three periods, as the page has it."""
    n, order, instants = 30, 3, 40000
    data, u, v = cloud(n, order)
    cycle = PeriodicContacts(data, order, 128)(v, u)
    table = series.basis(order, 2 * np.pi * np.arange(instants) / instants)
    sliding, force = u @ table.T, np.maximum(data.preload[:, None] + data.normal[:, None] * (v @ table.T), 0)
    reach = (data.friction / data.tangential)[:, None] * force
    w, answer = np.zeros(n), np.empty((n, instants))
    for turn in range(2 * instants):
        i = turn % instants
        w = np.clip(w, sliding[:, i] - reach[:, i], sliding[:, i] + reach[:, i])
        answer[:, i] = data.tangential * (sliding[:, i] - w)
    weights = np.full(2 * order + 1, 2.0 / instants)
    weights[0] /= 2
    np.testing.assert_allclose(cycle.tangential, weights * (answer @ table), atol=2e-4)
    np.testing.assert_allclose(cycle.normal, weights * (force @ table), atol=1e-7)


def test_derivatives_are_exact():
    n, order, step = 100, 4, 1e-6
    data, u, v = cloud(n, order, 1)
    contacts = PeriodicContacts(data, order, 256)
    cycle = contacts(v, u)
    for k in range(2 * order + 1):
        moved = np.zeros((n, 2 * order + 1))
        moved[:, k] = step
        plus, minus = contacts(v, u + moved), contacts(v, u - moved)
        np.testing.assert_allclose((plus.tangential - minus.tangential) / (2 * step), cycle.tangential_u[:, :, k], atol=2e-8)
        plus, minus = contacts(v + moved, u), contacts(v - moved, u)
        np.testing.assert_allclose((plus.tangential - minus.tangential) / (2 * step), cycle.tangential_v[:, :, k], atol=2e-8)
        np.testing.assert_allclose((plus.normal - minus.normal) / (2 * step), cycle.normal_v[:, :, k], atol=2e-8)


def test_states_cover_the_period_once():
    data, u, v = cloud(50, 5, 9)
    segments = PeriodicContacts(data, 5, 256)(v, u).segments
    np.testing.assert_allclose(segments.shares(50).sum(axis=1), 1.0, atol=1e-10)
    assert set(segments.state) == {STICK, FORWARDS, BACKWARDS, APART}


def test_more_periods_change_nothing():
    data, u, v = cloud(20, 2, 5)
    two, five = (PeriodicContacts(data, 2, 64, periods)(v, u) for periods in (2, 5))
    np.testing.assert_array_equal(two.tangential, five.tangential)


def test_small_motion_is_a_spring():
    u = np.array([[0.0, 0.3, 0.4]])
    cycle = PeriodicContacts(springs(tangential=1.5), 1, 32)(0 * u, u)
    np.testing.assert_allclose(cycle.tangential, 1.5 * u, atol=1e-15)
    np.testing.assert_allclose(cycle.tangential_u[0], 1.5 * np.eye(3), atol=1e-15)


def test_without_friction_nothing_pulls():
    u, v = np.array([[0.1, 2.0, 0.4]]), np.array([[0.0, 1.5, 0.0]])
    cycle = PeriodicContacts(springs(friction=0.0), 1, 32)(v, u)
    assert not cycle.tangential.any() and not cycle.tangential_u.any() and not cycle.tangential_v.any()
    angle = np.arccos(-1 / 1.5)
    assert cycle.normal[0, 0] == pytest.approx((angle + 1.5 * np.sin(angle)) / np.pi, abs=1e-13)
