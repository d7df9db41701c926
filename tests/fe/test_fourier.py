"""Fourier transforms of responses: known spectra, there and back."""

import numpy as np
import pytest

from pyaster_lite.fe.fourier import histories_of, lengths, spectra_of


def test_lengths_are_powers_of_two():
    assert lengths(8, "PROL_ZERO", 0) == (8, 8) and lengths(9, "PROL_ZERO", 0) == (9, 16) and lengths(9, "PROL_ZERO", 2) == (9, 64)
    assert lengths(9, "TRONCATURE", 0) == (8, 8) and lengths(8, "TRONCATURE", 0) == (8, 8) and lengths(2, "TRONCATURE", 0) == (2, 2)


def test_a_wave_has_one_line():
    times = np.arange(64) * 0.125
    histories = np.column_stack([np.cos(2 * np.pi * times), 3.0 + np.sin(4 * np.pi * times)])
    frequencies, spectra = spectra_of(histories, 0.125, "PROL_ZERO", False)
    assert frequencies[1] == pytest.approx(0.125) and len(frequencies) == 32
    expected = np.zeros((32, 2), complex)
    expected[8, 0], expected[0, 1], expected[16, 1] = 32, 192, -32j
    assert spectra == pytest.approx(expected, abs=1e-12)
    assert len(spectra_of(histories, 0.125, "PROL_ZERO", True)[0]) == 64


@pytest.mark.parametrize("both_signs", [False, True])
def test_there_and_back(both_signs):
    random = np.random.default_rng(3)
    smooth = np.fft.irfft(np.append(random.normal(size=20) + 1j * random.normal(size=20), np.zeros(13)))
    smooth -= smooth.mean()
    frequencies, spectra = spectra_of(smooth[:, None], 0.01, "PROL_ZERO", both_signs)
    times, again = histories_of(spectra, frequencies[1], "PROL_ZERO", both_signs)
    assert len(again) == 64 and times[1] == pytest.approx(0.01) and again[:, 0] == pytest.approx(smooth, abs=1e-14)


def test_a_decaying_oscillator_from_its_response():
    """The response to an impulse, from the transfer function: its samples times the step."""
    w, damping, step = 10.0, 0.1, 0.05
    f = np.arange(2000) * step
    transfer = 1.0 / (w**2 - (2 * np.pi * f) ** 2 + 2j * damping * w * 2 * np.pi * f)
    times, history = histories_of(transfer, step, "PROL_ZERO", False)
    fast = w * np.sqrt(1 - damping**2)
    exact = np.exp(-damping * w * times) * np.sin(fast * times) / fast
    assert len(times) == 4096
    assert history / times[1] == pytest.approx(exact, abs=6e-3 * np.abs(exact).max())
