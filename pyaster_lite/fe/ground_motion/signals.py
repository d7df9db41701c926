"""Signals of a spectral density: Gaussian numbers at every pulsation, with those of its opposite (r4.05.05 section 4)."""

from __future__ import annotations

import numpy as np


def gaussian(random, count: int) -> np.ndarray:
    """(count,) complex numbers whose parts are normal; `random` a numpy RandomState."""
    return random.normal(0.0, 1.0, count) + 1j * random.normal(0.0, 1.0, count)


def drawn(random, channels: int, half: int) -> np.ndarray:
    """(channels, 2 half) numbers: of one channel all at once, of several those of positive pulsations before the others."""
    if channels == 1:
        return gaussian(random, 2 * half)[None]
    return np.concatenate([gaussian(random, channels * half).reshape(channels, half) for _ in range(2)], axis=1)


def stationary(w, density, numbers, mixing) -> np.ndarray:
    """(channels, 2n) signals of a density (n,) at pulsations (n,), evenly spaced; `mixing` (channels, channels), or one for each
    pulsation (n, channels, channels), makes them correlated."""
    half, channels = len(w), len(numbers)
    spectrum = np.empty((channels, 2 * half), complex)
    if mixing.ndim == 3:
        mixed = np.concatenate([np.einsum("wij,jw->iw", mixing, part) for part in (numbers[:, :half], numbers[:, half:])], axis=1)
    else:
        mixed = mixing @ numbers if channels > 1 else numbers
    roots = np.sqrt(density)
    spectrum[:, half:] = roots * mixed[:, :half]
    spectrum[:, :half] = (roots * mixed[:, half:])[:, ::-1]
    turn = np.exp(-1j * np.pi * np.arange(2 * half) * (1.0 - 1.0 / (2 * half)))
    return np.sqrt(w[1] - w[0]) * (np.fft.ifft(spectrum, axis=1) * 2 * half * turn).real


def evolving(w, times, densities, numbers, mixing) -> np.ndarray:
    """(channels, n_times) signals of a density that changes: `densities`(t) gives it at pulsations (n,)."""
    half = len(w)
    positive, negative = numbers[:, :half], numbers[:, half:]
    found = np.empty((len(numbers), len(times)))
    for i, t in enumerate(times):
        turn = np.exp(1j * w * t)
        terms = (positive * turn + negative * turn.conj()) @ np.sqrt(densities(t))
        found[:, i] = ((mixing @ terms) if len(numbers) > 1 else terms).real
    return found * np.sqrt(w[1] - w[0])


def within(times, signal, most: float, width: float = 0.03) -> np.ndarray:
    """A signal whose peaks are pressed down, each over a Gaussian `width` (s), until none passes `most` by a thousandth."""
    while True:
        at = int(np.abs(signal).argmax())
        share = 1.0 - most / abs(signal[at])
        signal = signal * (1.0 - share * np.exp(-0.5 * ((times - times[at]) / width) ** 2))
        signal = signal - signal.mean()
        if np.abs(signal).max() <= most * 1.001:
            return signal


def delayed(times, signal, delay: float) -> np.ndarray:
    """A signal that comes later by whole steps, nothing before."""
    step = times[1] - times[0]
    if delay < step:
        return signal
    count = int(delay / step) if delay < times[-1] else len(signal)
    return np.concatenate([np.zeros(count), signal[: len(signal) - count]])
