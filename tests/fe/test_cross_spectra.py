"""Spectra of signals by pieces: of sines and of a system without memory, where all is known."""

import numpy as np
import pytest

from pyaster_lite.fe.cross_spectra import cross_spectrum, pieces, transfer, window


def test_windows():
    for kind in ("flat", "hamming", "hann"):
        assert np.linalg.norm(window(kind, 16, 0.1)) == pytest.approx(1.0)
    decaying = window("decaying", 6, 0.5, (2, -1.0))
    np.testing.assert_allclose(decaying / decaying[0], [1.0, 1.0, *np.exp(-0.5 * np.arange(1, 5))])
    np.testing.assert_allclose(window("given", 3, 0.1, (3.0, 0.0, 4.0)), [0.6, 0.0, 0.8])


def test_pieces_overlap():
    np.testing.assert_array_equal(pieces(np.arange(8.0), 4, 2, 3), [[0, 1, 2, 3], [2, 3, 4, 5], [4, 5, 6, 7]])


def test_a_cosine_has_its_power_at_its_frequency():
    count = 32
    first = np.cos(2 * np.pi * 4 * np.arange(count) / count)
    second = np.sin(2 * np.pi * 4 * np.arange(count) / count)
    own = [np.fft.fft(pieces(x, count, 0, 1) * window("flat", count, 1.0)) for x in (first, second)]
    spectrum = cross_spectrum(own[0], own[1])
    assert spectrum[4] == pytest.approx(-0.25j) and abs(np.delete(spectrum, [4, count - 4])).max() < 1e-14
    assert cross_spectrum(own[0], own[0]).sum() == pytest.approx((first**2).mean())


def test_transfer_of_noise_and_its_double():
    rng = np.random.default_rng(5)
    cause = np.fft.fft(rng.normal(size=(6, 16)))
    for estimate in ("H1", "H2"):
        np.testing.assert_allclose(transfer(cause, (2.0 - 1.0j) * cause, estimate), 2.0 - 1.0j)
    noise = np.fft.fft(rng.normal(size=(6, 16)))
    coherence = transfer(cause, cause + noise, "CO")
    assert (abs(coherence.imag) < 1e-12).all() and (coherence.real > 0).all() and (coherence.real < 1.0).all()
