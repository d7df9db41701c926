"""How peak responses of modes, supports and directions are put together (r4.05.03).

r (m, n) are the peak responses of m modes, with their signs, on n values. A rule gives the square of their combination

    R^2 = sum_ij h_ij r_i r_j,

h being the correlation of the modes; some rules take |r_i r_j|.
"""

from __future__ import annotations

from itertools import product

import numpy as np

NEARBY = 0.1
"""Relative distance under which the frequencies of two modes count as close."""
ROUNDING = 1e-12
SIDE_SHARE = 0.4
"""What the other directions count for when one is at its peak (Newmark)."""


def complete_correlation(dampings: np.ndarray, frequencies: np.ndarray) -> np.ndarray:
    """(m, m) of the complete quadratic combination (Der Kiureghian); modes without damping are not correlated."""
    if not dampings.all():
        return np.eye(len(frequencies))
    w = 2.0 * np.pi * frequencies
    a, b, wa, wb = dampings[:, None], dampings[None, :], w[:, None], w[None, :]
    top = 8.0 * np.sqrt(a * b * wa * wb) * (a * wa + b * wb) * wa * wb
    return top / ((wa**2 - wb**2) ** 2 + 4.0 * a * b * wa * wb * (wa**2 + wb**2) + 4.0 * (a**2 + b**2) * (wa * wb) ** 2)


def double_sum_correlation(dampings: np.ndarray, frequencies: np.ndarray, duration: float) -> np.ndarray:
    """(m, m) of the double sum (Rosenblueth and Elorduy) for an earthquake whose strong part lasts `duration` seconds."""
    w = 2.0 * np.pi * frequencies
    damped = w * np.sqrt(1.0 - dampings**2)
    width = w * dampings + 2.0 / duration
    return 1.0 / (1.0 + (damped[:, None] - damped[None, :]) ** 2 / (width[:, None] + width[None, :]) ** 2)


def near_correlation(frequencies: np.ndarray) -> np.ndarray:
    """(m, m): 1 for modes whose frequencies are within ten percent of the lower one, else 0."""
    low, high = np.minimum(frequencies[:, None], frequencies[None, :]), np.maximum(frequencies[:, None], frequencies[None, :])
    return (high <= np.round((1.0 + NEARBY) * low, 5)).astype(float)


def group_correlation(frequencies: np.ndarray) -> np.ndarray:
    """(m, m): 1 for modes of the same group, a group going up from its lowest frequency by less than ten percent."""
    groups = np.zeros(len(frequencies), int)
    start = 0
    for i in range(1, len(frequencies)):
        if (frequencies[i] - frequencies[start]) / frequencies[start] > NEARBY - ROUNDING:
            start = i
        groups[i] = start
    return (groups[:, None] == groups[None, :]).astype(float)


def correlated(r: np.ndarray, h: np.ndarray) -> np.ndarray:
    """(n,): sum h_ij r_i r_j, zero where rounding makes it negative."""
    return np.maximum(((h @ r) * r).sum(axis=0), 0.0)


def chained(r: np.ndarray, frequencies: np.ndarray) -> np.ndarray:
    """(n,): squares of the absolute sums over chains of modes, each within ten percent of the one before it."""
    sums = [np.abs(r[0])]
    for i in range(1, len(frequencies)):
        before, here = frequencies[i - 1], frequencies[i]
        if abs(here - before) / (0.5 * (before + here)) >= NEARBY:
            sums.append(np.abs(r[i]))
        else:
            sums[-1] = sums[-1] + np.abs(r[i])
    return sum(part**2 for part in sums)


def rigid_share(frequencies: np.ndarray, first: float, second: float) -> np.ndarray:
    """(m,): the part of each mode that follows the ground, from 0 below `first` Hz to 1 above `second` (Gupta)."""
    return np.clip(np.log(frequencies / first) / np.log(second / first), 0.0, 1.0)


def together(parts: np.ndarray, how: str) -> np.ndarray:
    """The responses (k, ...) as one: "square" root of the sum of squares, "sum", or "absolute" sum."""
    parts = np.asarray(parts)
    if how == "square":
        return np.sqrt((parts**2).sum(axis=0))
    return (np.abs(parts) if how == "absolute" else parts).sum(axis=0)


def newmark_cases(directions: list[np.ndarray]) -> list[np.ndarray]:
    """Every combination in which one direction counts whole and the others for their share, with all signs."""
    if len(directions) == 1:
        return [directions[0], -directions[0]]
    cases = []
    for first in range(len(directions)):
        turned = directions[first:] + directions[:first]
        for signs in product((1.0, -1.0), repeat=len(turned)):
            cases.append(sum(s * c * r for s, c, r in zip(signs, (1.0, SIDE_SHARE, SIDE_SHARE), turned)))
    return cases
