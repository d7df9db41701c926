"""Statistics of shocks: contacts and pauses counted by hand, averages of known series."""

import numpy as np
import pytest

from pyaster_lite.fe.shock_statistics import Samples, force_moments, histogram, impacts, moments, shock_counts, shocks, wear_power

FORCE = np.array([0, 0, 1, 3, 0, 2, 0, 0, 0, 4, 4, 0, 0, 5.0])
TIMES = 0.1 * np.arange(len(FORCE))


A, B, C, D = (2, 4), (5, 6), (9, 11), (13, 14)


@pytest.mark.parametrize(
    "pause, expected", [(0, [[A], [B], [C], [D]]), (1, [[A, B], [C], [D]]), (2, [[A, B], [C, D]]), (3, [[A, B, C, D]])]
)
def test_pauses_join_contacts(pause, expected):
    found = shocks(FORCE > 0.0, pause, slice(0, len(FORCE)))
    assert [shock.contacts for shock in found] == expected
    assert [shock.ended for shock in found] == [True] * (len(expected) - 1) + [False]


def test_a_block_looks_at_what_follows():
    found = shocks(FORCE > 0.0, 2, slice(0, 5))
    assert len(found) == 1 and not found[0].ended
    assert shocks(FORCE > 0.0, 0, slice(0, 5))[0].ended


def test_counts():
    number, contacts, mean, longest, total, rebound = shock_counts(Samples(TIMES, 1, True), FORCE, 0.0, 1)
    assert (number, contacts) == (2, 3)
    np.testing.assert_allclose((mean, longest, total, rebound), (0.3, 0.4, 0.6, 0.5 / 3), rtol=1e-12)


def test_impacts():
    done, left = impacts(TIMES, FORCE, -np.arange(14.0), 0.0, 1)
    assert [(impact.contacts, impact.force, impact.velocity) for impact in done] == [(2, 3.0, -2.0), (1, 4.0, -9.0)]
    np.testing.assert_allclose([impact.impulse for impact in done], (0.6, 0.8), rtol=1e-12)
    np.testing.assert_allclose([impact.instant for impact in done], (0.3, 1.0), rtol=1e-12)
    assert left.force == 5.0 and left.duration == 0.0


@pytest.mark.parametrize("even", [True, False])
def test_moments_of_a_sine(even):
    """Over whole periods: mean 0, root 1/sqrt(2); two blocks of one period each."""
    times = 2.0 * np.pi * np.arange(2001) / 1000
    samples = Samples(times[:2000] if even else times, 2, even)
    mean, deviation, root, highest, lowest = moments(samples, 1.0 + np.sin(samples.times))
    np.testing.assert_allclose((mean, deviation, root), (1.0, 0.5**0.5, 1.5**0.5), rtol=2e-3)
    np.testing.assert_allclose((highest, lowest), (2.0, 0.0), atol=1e-4)


def test_moments_of_a_force():
    mean, touching, root, root_touching, highest = force_moments(Samples(TIMES, 2, True), FORCE, 1.5)
    np.testing.assert_allclose((mean, touching, highest), (18 / 14, 0.5 * (5 / 2 + 13 / 3), 5.0), rtol=1e-12)
    np.testing.assert_allclose((root, root_touching), ((70 / 14) ** 0.5, (0.5 * (13 / 2 + 57 / 3)) ** 0.5), rtol=1e-12)
    assert force_moments(Samples(TIMES, 1, False), 0.0 * FORCE, 0.0) == (0.0,) * 5


def test_wear():
    """A steady slide under a steady force, stuck half of the time."""
    stuck = np.arange(14) >= 7
    assert wear_power(Samples(TIMES, 1, True), np.full(14, 2.0), np.full(14, -3.0), stuck) == pytest.approx(6.0 * 7 / 13)


def test_histogram():
    assert histogram([1.0, 1.2, 2.0], 2) == [(1.0, 1.5, pytest.approx(2 / 3)), (1.5, 2.0, pytest.approx(1 / 3))]
    assert histogram([], 2) == [(0.0, 0.0, 0.0)] * 2
