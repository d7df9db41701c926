"""Lists of frequencies: where refinements stand, and bands with as many modes each."""

import numpy as np
import pytest

from pyaster_lite.fe.frequency_lists import balanced_bands, half_power, refined


def test_points_around_resonances():
    made = refined([0.0, 1.0, 2.0], [1.0, 1.5], 3, 1e-3, lambda peaks, _: 0.1 * peaks)
    assert made.values == pytest.approx([0.0, 0.95, 1.0, 1.05, 1.425, 1.5, 1.575, 2.0]) and not made.pairs


def test_damped_resonances_have_their_peak_and_the_breadth_of_half_power():
    made = refined([1.0], [10.0, 20.0], 2, 1e-3, half_power, (0.1,))
    peaks = np.sqrt(0.98) * np.array([10.0, 20.0])
    assert made.values == pytest.approx(np.sort([1.0, *peaks, 10.0, 20.0, *0.9 * peaks, *1.1 * peaks]))
    response = lambda f: 1.0 / np.abs(100.0 - f**2 + 0.1j * 2 * 10.0 * f)  # noqa: E731
    assert response(peaks[0]) > max(response(peaks[0] * 0.999), response(peaks[0] * 1.001))
    undamped = refined([1.0], [10.0], 3, 1e-3, half_power, (0.0,))
    assert undamped.values == pytest.approx([1.0, 9.95, 10.0, 10.05])


def test_resonances_that_are_one_or_overlap():
    made = refined([0.0], [1.0, 1.0005, 1.04], 3, 1e-3, lambda peaks, _: np.full(len(peaks), 0.1))
    assert made.pairs == [(1.0, 1.04)]
    assert made.values == pytest.approx([0.0, 0.95, 0.99, 1.0, 1.04, 1.05, 1.09])


def test_bands_hold_as_many_modes():
    modes = np.sqrt(np.arange(1.0, 1001.0))
    asked = []

    def count(ends):
        asked.append(len(ends))
        return [((modes >= a) & (modes < b)).sum() for a, b in zip(ends, ends[1:])]

    found = balanced_bands(count, 0.0, 32.0, 260, 0.02, 10, 3, 40)
    assert found.met and found.errors.max() < 0.02 and found.counts.sum() == 1000 and len(found.counts) == 4
    assert found.counts.tolist() == count(found.ends) and asked[1] == 5
    assert not balanced_bands(count, 0.0, 32.0, 260, 1e-9, 10, 1, 3).met
    assert not balanced_bands(count, 40.0, 50.0, 260, 0.1, 10, 1, 3).counts.any()
