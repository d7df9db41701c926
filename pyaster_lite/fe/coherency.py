"""How alike the motion of the ground is at places apart, and the shapes that it is made of (r4.05.04)."""

from __future__ import annotations

import numpy as np

NOTHING = 1e-10


def luco(distance: np.ndarray, frequency: float, speed: float, alpha: float) -> np.ndarray:
    """Mita and Luco: exp(-(alpha w d / v)^2), d (m), v (m/s)."""
    return np.exp(-((distance * alpha * 2.0 * np.pi * frequency / speed) ** 2))


def abrahamson(distance: np.ndarray, frequency: float, ground: str) -> np.ndarray:
    """Abrahamson's: 1 / sqrt((1 + (f tanh(0.4 d) / a1 fc)^n1) (1 + (f tanh(0.4 d) / a2)^n2)) on `ground` "rock", "soil" or "any"."""
    if ground == "any":
        corner = -1.886 + 2.221 * np.log(4000.0 / (distance + 1.0) + 1.5)
        first, n1, second, n2 = 1.647 * corner, 7.02, 1.01 * corner, 5.1 - 0.51 * np.log(distance + 10.0)
    elif ground == "rock":
        far = np.log(distance + 1.0)
        first, n1 = 27.9 - 4.82 * far + 1.24 * (far - 3.6) ** 2, 3.8 - 0.04 * far + 0.0105 * (far - 3.6) ** 2
        second, n2 = 40.0, 16.4
    else:
        first, n1, second, n2 = 14.3 - 2.35 * np.log(distance + 1.0), 3.0, 15.8 - 0.044 * distance, 15.0
    reached = frequency * np.tanh(0.4 * distance)
    return 1.0 / np.sqrt((1.0 + (reached / first) ** n1) * (1.0 + (reached / second) ** n2))


def measured(first: np.ndarray, second: np.ndarray, step: float, width: int) -> tuple[np.ndarray, np.ndarray]:
    """(frequencies (nf,), coherency (nf,) complex, the mean over pairs) of signals (ns, n) with a time step.

    gamma = <S_12> / sqrt(<S_11> <S_22>), spectra smoothed by Hamming's window over `width` frequencies on each side (r4.05.04).
    """
    count = first.shape[1]
    spacing = 1.0 / (count * step)
    frequencies = (np.arange(count) + 0.5) * spacing - 0.5 / step
    window = 0.54 - 0.46 * np.cos(np.pi * np.arange(2 * width + 1) / width)
    one, other = (np.fft.fftshift(np.fft.fft(signals, axis=1), axes=1) for signals in (first, second))

    def smoothed(spectra):
        return np.array([np.convolve(own, window, "valid") for own in spectra])

    crossed = smoothed(one * other.conj())
    powers = smoothed(abs(one) ** 2) * smoothed(abs(other) ** 2)
    return frequencies[width : count - width], (crossed / np.sqrt(powers)).mean(axis=0)


def shapes(coherency: np.ndarray, precision: float) -> np.ndarray:
    """(k, n) eigenvectors of a coherency (n, n), each by the root of its eigenvalue, the largest first: as many as hold more than
    the share `precision` of the sum of the squares of the eigenvalues."""
    values, vectors = np.linalg.eigh(coherency)
    values, vectors = np.where(values < NOTHING, 0.0, values)[::-1], vectors.T[::-1]
    share = np.cumsum(values**2) / np.sum(values**2)
    count = min(int(np.searchsorted(share, precision, side="right")) + 1, len(values))
    return np.sqrt(values[:count, None]) * vectors[:count]
