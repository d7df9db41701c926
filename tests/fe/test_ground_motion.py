"""Accelerograms drawn at random."""

import numpy as np
import pytest

from pyaster_lite.fe.ground_motion import density, matching, modulation, signals
from pyaster_lite.fe.response_spectrum import rice

W = np.linspace(0.05, 100.0, 1000)


def test_both_shapes_have_the_strong_phase_that_was_asked_for():
    times = np.arange(0.0, 40.0, 0.02)
    for values in (modulation.fitted_gamma(times, 40.0, 2.0, 8.0)[0], modulation.fitted_jennings_housner(times, 40.0, 8.0)[0]):
        begin, end = modulation.strong_phase(times, values)
        assert end - begin == pytest.approx(8.0, abs=0.15)


def test_arias_of_a_constant():
    assert modulation.arias(np.array([0.0, 1.0, 2.0]), np.full(3, 3.0), 10.0) == pytest.approx(9.0 * 2.0 * np.pi / 20.0)


def test_moments_of_a_band():
    m0, frequency, width = density.moments(W, np.where(abs(W - 50.0) < 0.3, 1.0, 0.0))
    assert frequency == pytest.approx(50.0 / 2 / np.pi, rel=1e-3) and width < 0.02 and m0 > 0.0


def test_a_rational_density_is_fitted_and_what_it_lacks_is_told():
    given = density.rational(W, 3.0, 0.4, 300.0, 15.0, 0.05)
    *form, rest = density.fit_rational(W, given, 0.05)
    near = density.rational(W, *form, 0.05)
    np.testing.assert_allclose(near * rest, given, rtol=1e-12)
    assert np.linalg.norm(near - given) < 0.2 * np.linalg.norm(given)


def test_a_compatible_density_has_the_spectrum_that_was_asked_for():
    def spectrum(f):
        return 1.0 + np.exp(-((np.log(f / 3.0)) ** 2))

    w, found, hertz, wanted = density.compatible(spectrum, 0.05, 0.2, 20.0, 10.0, 0.1)
    there = rice(w, found, hertz, 0.05, 10.0, 2)
    middle = (hertz > 1.0) & (hertz < 15.0)
    np.testing.assert_allclose(there[middle], wanted[middle], rtol=0.02)


def test_stationary_signals_have_the_variance_and_the_correlation_of_their_density():
    random, mixing = np.random.RandomState(3), np.linalg.cholesky([[1.0, 0.6], [0.6, 1.0]])
    values = np.where(W < 40.0, 2.0, 0.0)
    draws = [signals.stationary(W, values, signals.drawn(random, 2, len(W)), mixing) for _ in range(12)]
    found = np.cov(np.concatenate(draws, axis=1))
    assert found[0, 0] == pytest.approx(2.0 * 2.0 * 40.0, rel=0.1)
    assert found[0, 1] / found[0, 0] == pytest.approx(0.6, abs=0.08)


def test_a_density_that_does_not_change_gives_the_stationary_signal():
    w = np.arange(0.05, 10.0, 0.1)
    numbers = signals.drawn(np.random.RandomState(1), 1, len(w))
    values, step = np.exp(-w), np.pi / 10.0
    times = step * np.arange(2 * len(w))
    steady = signals.stationary(w, values, numbers, np.eye(1))
    np.testing.assert_allclose(signals.evolving(w, times, lambda t: values, numbers, np.eye(1)), steady, atol=1e-9)


def test_peaks_are_pressed_down_and_waves_come_late():
    times = np.arange(0.0, 4.0, 0.01)
    signal = np.sin(9.0 * times) * np.exp(-((times - 2.0) ** 2))
    assert abs(signals.within(times, signal, 0.5)).max() <= 0.5005
    late = signals.delayed(times, signal, 0.055)
    np.testing.assert_array_equal(late[5:], signal[:-5])
    assert not signals.delayed(times, signal, 50.0).any()


def test_corrections_bring_the_spectrum_nearer():
    step, half = 0.02, 256
    w = np.arange(0.5, half) * np.pi / step / half
    times, numbers = step * np.arange(2 * half), signals.drawn(np.random.RandomState(5), 1, half)

    def made(values):
        return signals.stationary(w, values, numbers, np.eye(1))

    target = matching.Target(np.full(half, 2.0), 0.05, 1.0, (1.0, 0.5, 0.5), "NIGAM", "mean")
    start = 1.0 / (1.0 + w**2)
    _, before = matching.matched(w, start, target, 0, 0.2, made, times)
    _, after = matching.matched(w, start, target, 6, 0.2, made, times)
    assert after[2] < 0.5 * before[2]


def test_logarithms_are_less_correlated_the_further_the_periods():
    periods = np.array([3.0, 1.0, 0.15, 0.05])
    factor = density.correlated_logarithms(periods, np.full(4, 0.5))
    covariance = factor @ factor.T
    np.testing.assert_allclose(np.diag(covariance), 0.25, rtol=1e-12)
    assert covariance[0, 1] > covariance[0, 2]


def test_smoothing_keeps_what_is_even_and_flattens_a_spike():
    # Hamming's weights make 0.08 more than 1.08 times the width
    np.testing.assert_allclose(density.smoothed(np.full(40, 3.0), 5)[5:-5], 3.0 * (1.0 + 0.08 / 1.08 / 5), rtol=1e-12)
    spike = np.zeros(41)
    spike[20] = 1.0
    assert density.smoothed(spike, 5)[20] == pytest.approx(1.0 / (1.08 * 5))
