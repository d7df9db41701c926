"""Discrete Fourier transforms of equally spaced samples, at lengths that are powers of two or not (r4.05.01, u4.32.04)."""

from __future__ import annotations

import numpy as np


def resized(samples, method: str):
    """The samples as a transform takes them.

    TRONCATURE keeps the greatest power of two; PROL_ZERO fills with zeros up to the next one; COMPLET takes all.
    """
    n = int(np.log(len(samples)) / np.log(2.0))
    if method == "TRONCATURE":
        return samples[: 2**n]
    if method == "PROL_ZERO" and len(samples) > 2**n:
        return np.concatenate((samples, np.zeros(2 ** (n + 1) - len(samples))))
    return samples


def forward(samples, method: str):
    """The transform of real samples, of both signs of the frequency."""
    return np.fft.fft(resized(samples, method))


def backward(spectrum, method: str, whole: bool):
    """Real samples from a spectrum: `whole`, or of frequencies >= 0 only.

    In the second case the other half is its conjugate. The value in the middle is not in the spectrum when its length
    is even: it is put on a parabola through the last two real parts, level there. When it is odd, the last value is
    the middle one, and must be real; where it is not, the same parabola takes its place.
    """
    if whole:
        return np.fft.ifft(spectrum).real
    half = np.array(resized(spectrum, method), complex)
    if len(half) % 2 == 0:
        middle = (4 * half[-1].real - half[-2].real) / 3
        full = np.concatenate((half, [middle], half[:0:-1].conj()))
    else:
        real_enough = abs(half[-1].imag) < abs(half[-1].real * 1e-6)
        half[-1] = half[-1].real if real_enough else (4 * half[-2].real - half[-3].real) / 3
        full = np.concatenate((half, half[-2:0:-1].conj()))
    return np.fft.ifft(full).real
