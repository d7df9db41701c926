"""Cross spectra and transfer functions of sampled signals, by the mean over windowed pieces (Welch's method).

With the transforms X_i of the pieces of n points under a window whose squares sum to one, and < > the mean over pieces:

    S_ij = <conj(X_i) X_j> / n      H1 = <X_j conj(X_i)> / <|X_i|^2>      H2 = <|X_j|^2> / <conj(X_j) X_i>      coherence H1 / H2

Source: Bendat & Piersol, Random Data.
"""

from __future__ import annotations

import numpy as np


def window(kind: str, count: int, step: float, values=()) -> np.ndarray:
    """(count,) a window by its name, its squares summing to one.

    "flat"; "hamming"; "hann"; "decaying": one over the first values[0] points, then exp(values[1] t); "given": `values` itself
    """
    angles = 2.0 * np.pi * np.arange(count) / max(count - 1, 1)
    if kind == "hamming":
        found = 0.54 - 0.46 * np.cos(angles)
    elif kind == "hann":
        found = 0.5 - 0.5 * np.cos(angles)
    elif kind == "decaying":
        flat = int(values[0])
        found = np.exp(values[1] * step * np.maximum(np.arange(count) - (flat - 1), 0))
        found[:flat] = 1.0
    else:
        found = np.array(values, float) if kind == "given" else np.ones(count)
    return found / np.linalg.norm(found)


def pieces(signal: np.ndarray, length: int, overlap: int, count: int) -> np.ndarray:
    """(count, length) pieces of a signal that overlap by so many points."""
    starts = np.arange(count) * (length - overlap)
    return signal[starts[:, None] + np.arange(length)]


def cross_spectrum(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """(n,) S of the transforms (pieces, n) of two signals."""
    return (first.conj() * second).mean(axis=0) / first.shape[1]


def transfer(cause: np.ndarray, effect: np.ndarray, estimate: str) -> np.ndarray:
    """(n,) "H1", "H2" or "CO" (their ratio) between transforms (pieces, n)."""
    crossed = (effect.conj() * cause).sum(axis=0)
    first = crossed.conj() / (abs(cause) ** 2).sum(axis=0)
    if estimate == "H1":
        return first
    second = (abs(effect) ** 2).sum(axis=0) / crossed
    return second if estimate == "H2" else first / second
