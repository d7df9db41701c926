"""Signals in time drawn from a matrix of spectra, and spectra of signals (r4.07.04, r4.07.02)."""

from __future__ import annotations

import numpy as np


def factors(spectra: np.ndarray) -> np.ndarray:
    """(nf, n, n) R with R R^* = S of Hermitian matrices S (nf, n, n): eigenvectors times the roots of their eigenvalues.

    Eigenvalues ascend, those below zero count as zero; the largest component of an eigenvector is real and positive.
    """
    values, vectors = np.linalg.eigh(spectra)
    largest = (abs(vectors.real) + abs(vectors.imag)).argmax(axis=1)
    pivot = np.take_along_axis(vectors, largest[:, None], axis=1)
    vectors = vectors * (pivot.conj() / abs(pivot))
    return vectors * np.sqrt(np.maximum(values, 0.0))[:, None]


def drawn(roots: np.ndarray, step: float, draws: int, uniform) -> tuple[np.ndarray, np.ndarray]:
    """Instants (2 nf draws + 1,) and signals (n, 2 nf draws + 1), zero at first, by phases at random at every frequency.

    roots    (nf, n, n) of `factors`, `step` their distance in Hz
    uniform  function of a number giving as many numbers between 0 and 1
    """
    count, n = roots.shape[:2]
    dt = 1.0 / step / (2 * count)
    parts = [np.zeros((n, 1))]
    for _ in range(draws):
        phases = np.exp(2j * np.pi * np.asarray(uniform(count * n)).reshape(count, n))
        half = np.einsum("fij,fj->if", roots, phases)
        whole = np.zeros((n, 2 * count), complex)
        whole[:, 1:count] = half[:, 1:]
        whole[:, count + 1 :] = half[:, :0:-1].conj()
        parts.append(np.fft.ifft(whole * np.sqrt(2 * count / dt), axis=1).real)
    values = np.concatenate(parts, axis=1)
    return dt * np.arange(values.shape[1]), values


def estimated(windows: np.ndarray, duration: float) -> np.ndarray:
    """(n, n, np / 2) cross spectra of signals (windows, n, np), each over a duration in s: the mean of X_i X_j^* / T."""
    transforms = np.fft.fft(windows, axis=-1)[..., : windows.shape[-1] // 2] * (duration / windows.shape[-1])
    return np.einsum("wif,wjf->ijf", transforms, transforms.conj()) / (duration * len(windows))
