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


def lengths(count: int, method: str, more: int) -> tuple[int, int]:
    """(samples taken, length of the transform) of a response: powers of two, TRONCATURE below, PROL_ZERO above and 2**more longer."""
    power = max(1, int(np.ceil(np.log2(count))))
    if method == "TRONCATURE":
        power -= 2**power != count
        return 2**power, 2**power
    return count, 2 ** (power + more)


def spectra_of(histories, step: float, method: str, both_signs: bool, more: int = 0):
    """(frequencies, transforms) along the first axis of histories at times `step` apart.

    both_signs  keep what stands for negative frequencies too, else the first half only
    """
    taken, size = lengths(len(histories), method, more)
    kept = size if both_signs else size // 2
    return np.arange(kept) / (size * step), np.fft.fft(histories[:taken], size, axis=0)[:kept]


def histories_of(spectra, step: float, method: str, both_signs: bool, more: int = 0):
    """(times, real histories) along the first axis of spectra at frequencies `step` apart, the first of them taken as zero.

    both_signs  whether the spectra hold negative frequencies too: their first half serves. A spectrum that fills its length keeps,
    as in code_aster, a third of its last real part where the conjugate of the last value would stand.
    """
    taken, size = lengths(len(spectra), method, more)
    whole = 2 * size if not both_signs or (method == "TRONCATURE" and taken != len(spectra)) else size
    used = min(len(spectra), whole // 2)
    full = np.zeros((whole, *np.shape(spectra)[1:]), complex)
    full[:used] = spectra[:used]
    full[whole - used + 1 :] = np.conj(spectra[1:used][::-1])
    if whole > size + 1:
        full[size + 1] = (4.0 * full[size].real - full[size - 1].real) / 3.0
    return np.arange(whole) / (whole * step), np.fft.ifft(full, axis=0).real
