"""Stress intensity factors from how far the lips of a crack part near its front (r7.02.08).

With d_i(r) the part of mode i at the distance r, K_i^2 = C_i^2 d_i^2 / r near the front, C_i = E' sqrt(2 pi) / 8. Three methods:

    1. d_i^2 / r taken on to r = 0 by the straight line through two neighbouring points;
    2. d_i^2 / r itself at every point;
    3. the K_i that fits C_i d_i best by sqrt(r), by the trapezoidal rule.
"""

from __future__ import annotations

import numpy as np


def factors(r: np.ndarray, parting: np.ndarray, scales: np.ndarray, compliances: np.ndarray) -> np.ndarray:
    """(3, 8) by method: the largest and least K_1, K_2 and K_3, with the sign of the farthest point, and the largest and least G.

    r            (n,) distances of three points or more, ascending, the first at the front
    parting      (3, n) displacements of the upper lip less those of the lower one, mode by mode
    scales       (3,) C_i, Pa;  compliances  (3,) what K_i^2 is multiplied by in Irwin's formula, 1/Pa
    """
    sign = np.where(parting[:, -1:] >= 0.0, 1.0, np.where(parting[:, -1:] + 0.0 == 0.0, 1.0, -1.0))
    squares = (parting * scales[:, None]) ** 2
    y = squares[:, 1:] / r[1:]
    slopes = np.diff(y, axis=1) / np.diff(r[1:])
    first = _extremes(abs(y[:, :-1] - r[1:-1] * slopes), sign, compliances)
    second = _extremes(abs(y), sign, compliances)
    product = np.sqrt(squares * r)
    fitted = ((product[:, 1:] + product[:, :-1]) * np.diff(r)).sum(axis=1) / r[-1] ** 2 * sign[:, 0]
    third = np.concatenate([np.repeat(fitted, 2), np.repeat(compliances @ fitted**2, 2)])
    return np.stack([first, second, third])


def _extremes(squares, sign, compliances):
    """Those of K_i and of G from K_i^2 (3, m)."""
    released = compliances @ squares
    ends = sign * np.sqrt(np.stack([squares.max(axis=1), squares.min(axis=1)], axis=1))
    return np.concatenate([ends.ravel(), [released.max(), released.min()]])


def spread(values: np.ndarray, modes: int) -> np.ndarray:
    """(modes,) how far the methods (3, 8) are apart, for each K_i, by the largest K of all."""
    largest, least = values[:, 0:6:2].max(axis=0)[:modes], values[:, 1:6:2].min(axis=0)[:modes]
    whole = largest.max()
    return (largest - least) / whole if abs(whole) > 1e-15 else np.zeros(modes)
