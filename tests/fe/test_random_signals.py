"""Signals drawn from spectra, and spectra of signals."""

from random import Random

import numpy as np

from pyaster_lite.fe.random_signals import drawn, estimated, factors


def hermitian(count, n, seed=1):
    rng = np.random.default_rng(seed)
    half = rng.standard_normal((count, n, n)) + 1j * rng.standard_normal((count, n, n))
    return half @ half.conj().swapaxes(1, 2)


def test_roots_give_the_spectra_back():
    spectra = hermitian(5, 3)
    roots = factors(spectra)
    np.testing.assert_allclose(roots @ roots.conj().swapaxes(1, 2), spectra, atol=1e-12)
    largest = abs(roots).argmax(axis=1)
    assert np.allclose(np.take_along_axis(roots, largest[:, None], axis=1).imag, 0.0)


def test_a_signal_has_the_variance_of_its_spectrum_and_is_the_same_for_the_same_seed():
    count, step = 64, 0.25
    roots = factors(np.full((count, 1, 1), 3.0, complex))

    def signals(seed):
        generator = Random(seed)
        return drawn(roots, step, 4, lambda n: [generator.random() for _ in range(n)])

    first, second = signals(7), signals(7)
    times, values = first
    np.testing.assert_array_equal(values, second[1])
    assert len(times) == 4 * 2 * count + 1 and np.isclose(times[1], 1 / step / (2 * count)) and values[0, 0] == 0.0
    # Phases at random leave the mean square of each draw as it is: both sides of the spectrum but the frequency zero
    for draw in values[0, 1:].reshape(4, -1):
        assert np.isclose((draw**2).mean(), 2 * 3.0 * step * (count - 1))


def test_the_spectrum_of_a_sine_is_at_its_frequency():
    t = np.arange(64) / 64 * 2.0
    windows = np.stack([np.sin(2 * np.pi * 4.0 * t), np.cos(2 * np.pi * 4.0 * t)])[None]
    spectra = estimated(windows, 2.0)
    line = int(4.0 * 2.0)
    assert np.isclose(spectra[0, 0, line], 2.0 / 4) and np.isclose(spectra[0, 1, line], -2.0j / 4)
    assert np.allclose(np.delete(spectra, line, axis=2), 0.0)
