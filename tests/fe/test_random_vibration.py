"""Response of modes to random excitation: chosen frequencies, moments, response of several modes."""

import numpy as np
import pytest

from pyaster_lite.fe.random_vibration import chosen_frequencies, moment, range_of, response


def test_frequencies_crowd_around_resonances_and_leave_no_gap():
    found = chosen_frequencies([5.0, 8.0], [0.02, 0.0], [1.0, 3.0, 7.77])
    assert (np.diff(found) > 0).all() and found[0] == 0.0 and found[-1] == pytest.approx(16.0)
    assert {5.0, 7.77} <= set(found) and np.diff(found).max() <= 0.16 * (1 + 1e-9)
    near = np.diff(found[(found > 4.8) & (found <= 5.0)])
    assert near.max() < 0.05


def test_a_range_ends_where_it_is_said():
    np.testing.assert_allclose(range_of(4.5, 10.0, 1.0), [4.5, 5.5, 6.5, 7.5, 8.5, 10.0])
    assert len(range_of(0.0, 1.0, None)) == 101


def test_moments_are_of_both_sides_of_the_spectrum():
    f = np.linspace(0.0, 2.0, 2001)
    assert moment(f, np.ones(2001), 1) == pytest.approx(2 * 2 * np.pi * 2.0, rel=1e-9)
    assert moment(f - 1.0, np.ones(2001), 0) == pytest.approx(2.0, rel=1e-9)


def test_responses_are_hermitian_and_of_one_source_fully_correlated():
    found = response(
        [0.0, 1.0, 2.5], np.array([1.5, 3.0]), np.array([0.1, 0.02]), np.array([[1.0], [-2.0]]), np.full((3, 1, 1), 4.0), -2, 0
    )
    np.testing.assert_allclose(found, found.conj().transpose(0, 2, 1))
    np.testing.assert_allclose(abs(found[1:, 0, 1]) ** 2, (found[1:, 0, 0] * found[1:, 1, 1]).real)
