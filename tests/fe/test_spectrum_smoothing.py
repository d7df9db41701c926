"""Smoothed envelopes stay above what they envelop, keep what they must, and have as few points as asked."""

import numpy as np
import pytest

from pyaster_lite.fe.spectrum_smoothing import Spectra, envelope, smoothed, widened, within

FREQUENCIES = np.geomspace(0.2, 35.0, 120)


@pytest.fixture
def spectra():
    rng = np.random.default_rng(3)
    peak = 1 + 5 / (1 + ((FREQUENCIES - 4) / 1.5) ** 2) + rng.random(len(FREQUENCIES)) * 0.3
    return Spectra(np.array([0.02, 0.1]), FREQUENCIES, np.array([peak, 0.6 * peak + 0.5]))


def at(spectra, frequencies):
    x = np.log(spectra.frequencies)
    return np.array([np.exp(np.interp(np.log(frequencies), x, np.log(row))) for row in spectra.values])


def test_smoothing_never_comes_down(spectra):
    made = smoothed(spectra, 12)
    assert len(made.frequencies) <= 12
    assert (at(made, FREQUENCIES) >= spectra.values * (1 - 1e-12)).all()
    assert (made.values[0] >= made.values[1] - 1e-12).all()
    assert made.values[:, -1] == pytest.approx(max(spectra.values[:, -1]))


def test_frequencies_to_keep_stay(spectra):
    kept = FREQUENCIES[[20, 70]]
    assert np.isin(np.round(kept, 9), np.round(smoothed(spectra, 8, kept).frequencies, 9)).all()


def test_envelope_and_widening(spectra):
    other = Spectra(spectra.dampings, FREQUENCIES * 1.01, spectra.values[:, ::-1])
    both = envelope([spectra, other])
    assert (at(both, FREQUENCIES) >= spectra.values - 1e-12).all()
    wide = widened(spectra, 0.15)
    assert (at(wide, FREQUENCIES[5:-5]) >= spectra.values[:, 5:-5] - 1e-12).all()
    top = FREQUENCIES[spectra.values[0].argmax()]
    assert at(wide, np.array([0.86, 1.14]) * top)[0] == pytest.approx(spectra.values[0].max(), rel=2e-2)


def test_bounds_are_included(spectra):
    cut = within(spectra, FREQUENCIES[10], FREQUENCIES[-3])
    assert cut.frequencies[[0, -1]] == pytest.approx(FREQUENCIES[[10, -3]])


def test_frequencies_that_are_the_same_stand_once():
    f = np.linspace(0.5, 30.0, 119)
    whole = smoothed(Spectra(np.array([0.05]), f, np.ones((1, 119))), 119)
    both = envelope([widened(whole, 0.1), widened(whole, 0.2)])
    # 0.5 moved up and 0.75 moved down by a fifth are both 0.6
    assert np.count_nonzero(abs(both.frequencies - 0.6) < 1e-12) == 1
