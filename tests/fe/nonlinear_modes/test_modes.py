"""Equations, branches, energies and stability of nonlinear modes."""

import numpy as np
import pytest

from pyaster_lite.fe.nonlinear_modes.balance import Balance
from pyaster_lite.fe.nonlinear_modes.contacts import CIRCLE, PLANE, PLANES, Contact
from pyaster_lite.fe.nonlinear_modes.continuation import Continuation, Setting
from pyaster_lite.fe.nonlinear_modes.energy import energy_of, multipliers, over_period

STIFFNESS, MASS = np.array([[2.0, -1.0], [-1.0, 1.5]]), np.array([[1.0, 0.1], [0.1, 0.7]])
CONTACTS = [
    Contact(PLANE, (1,), 1.0, 5.0, 0.01),
    Contact(PLANES, (0,), 0.8, 3.0, 0.02),
    Contact(CIRCLE, (0, 1), 0.9, 4.0, 0.01, (0.1, -0.2)),
]


def test_jacobian_is_the_derivative():
    balance = Balance(STIFFNESS, MASS, CONTACTS, 2, 4)
    rng = np.random.default_rng(2)
    v, way = rng.normal(size=(2, balance.size))
    found = (balance.residual(v + 1e-6 * way) - balance.residual(v - 1e-6 * way)) / 2e-6
    np.testing.assert_allclose(balance.jacobian(v) @ way, found, atol=1e-7)


def test_the_start_meets_the_equations_of_contacts():
    """What is left of them is what the harmonics above G would hold; the second unknown of PLANES is found by Newton's method."""
    balance = Balance(STIFFNESS, MASS, [CONTACTS[0], CONTACTS[2]], 2, 60)
    moved = np.zeros((5, 2))
    moved[1], moved[3] = (0.9, 0.3), (0.2, 0.5)
    left = balance.residual(balance.start(moved, 1.2))
    assert abs(left[balance.moving : -3]).max() < 1e-4 and abs(left[-3:-1]).max() < 1e-12


def sharp_frequency(energy, k, stop, gap):
    """Of a unit mass on a spring k that meets a stop at a gap."""
    share = energy / (k * gap**2)
    free = 2 * np.arccos(-1 / np.sqrt(2 * share))
    held = 2 * np.sqrt(k / (k + stop)) * np.arccos(1 / np.sqrt(2 * share * (k + stop) / k - stop / k))
    return np.sqrt(k) / (free + held)


@pytest.fixture(scope="module")
def branches():
    balance = Balance(np.eye(1), np.eye(1), [Contact(PLANE, (0,), 1.0, 2.0, 1e-4)], 7, 30)
    rng = np.random.default_rng(0)
    continuation = Continuation(balance, Setting(15, 2, 1e-10, 1e-9, 15), lambda: rng.random(balance.size))
    moved = np.zeros((15, 1))
    moved[1] = 1.1
    start = balance.start(moved, 1.0)
    # both ways: one of them goes up
    return balance, [list(continuation.branches(start, direction, 14)) for direction in (1, -1)]


def test_energy_and_frequency_of_a_mass_and_a_stop(branches):
    balance, both = branches
    contacts, found = balance.contacts, []
    for way in both:
        assert len(way) == 14
        for point in (point for branch in way for point in branch.points):
            moved = point[: balance.moving].reshape(-1, 1)
            assert abs(balance.residual(point)).max() < 1e-7
            found.append((energy_of(np.eye(1), np.eye(1), contacts, moved, point[-1]), point[-1] / (2 * np.pi), moved))
    high = [row for row in found if row[0] > 0.7]
    assert len(high) > 3
    for energy, frequency, _ in high:
        assert frequency == pytest.approx(sharp_frequency(energy, 1.0, 2.0, 1.0), rel=2e-3)
    # one unknown: the multipliers of a free motion are one twice
    energy, frequency, moved = max(high[:4], key=lambda row: row[0])
    assert abs(multipliers(np.eye(1), np.eye(1), contacts, moved, 2 * np.pi * frequency, 2000)) == pytest.approx(1.0, abs=0.05)


def test_multipliers_of_a_mode_that_touches_nothing():
    """Without contact the multipliers are those of the other modes: exp(2 pi i w_j / w)."""
    stiffness, mass = np.diag([1.0, 5.3]), np.eye(2)
    moved = np.zeros((3, 2))
    moved[1, 0] = 0.1
    far = [Contact(PLANE, (0,), 1.0, 2.0, 1e-9)]
    found = multipliers(stiffness, mass, far, moved, 1.0, 4000)
    expected = np.exp(2j * np.pi * np.sqrt(5.3))
    assert min(abs(found - expected)) < 2e-3 and abs(found) == pytest.approx(1.0, abs=1e-3)


def test_motion_over_a_period():
    moved = np.zeros((5, 1))
    moved[0], moved[2], moved[3] = 1.0, 0.5, 2.0
    angles = 2 * np.pi * np.arange(8) / 8
    np.testing.assert_allclose(over_period(moved, 8)[:, 0], 1.0 + 0.5 * np.cos(2 * angles) + 2.0 * np.sin(angles), atol=1e-14)
