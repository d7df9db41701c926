"""How likely a part is to fail by the strength of a shaking: log-normal curves and how they are found (u4.84.04).

    p(a) = Phi(ln(a / a_m) / beta)

a_m the median strength, beta the deviation of its logarithm.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import numpy as np

_TAIL = (0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429)
"""Hastings' approximation (Abramowitz and Stegun, 26.2.17), to 7.5e-8; as in code_aster."""


def normal(x: float) -> float:
    """Phi."""
    k = 1.0 / (1.0 + 0.2316419 * abs(x))
    upper = exp(-0.5 * x * x) / sqrt(2 * pi) * sum(a * k ** (i + 1) for i, a in enumerate(_TAIL))
    return upper if x < 0.0 else 1.0 - upper


def curve(strengths, median: float, deviation: float) -> np.ndarray:
    """p at strengths (n,)."""
    return np.array([normal(value) for value in np.log(np.asarray(strengths, float) / median) / deviation])


def likeliest(strengths, failed, start, bounded: bool = True) -> tuple[float, float]:
    """(median, deviation) of the curve by which it is likeliest that `failed` (n,) of 0 and 1 came of strengths (n,).

    The search (Nelder and Mead's, to 1e-4) starts at `start`; `bounded`: it looks at small positive numbers where it goes below zero.
    """
    from scipy.optimize import fmin

    def unlikely(x):
        median, deviation = x
        if bounded:
            median, deviation = median if median > 0.0 else 0.01, deviation if deviation > 0.0 else 0.001
        chances = [normal(log(strength / median) / deviation) for strength in strengths]
        return -np.prod([p**fails * (1.0 - p) ** (1 - fails) for p, fails in zip(chances, failed)])

    return tuple(float(value) for value in fmin(unlikely, start, disp=False))


def regressed(strengths, demands, threshold: float) -> tuple[float, float]:
    """(median, deviation) of a line through the logarithms of demands (n,), for demands above a threshold."""
    x, y = np.log(strengths), np.log(demands)
    slope, constant = np.polyfit(x, y, 1)
    spread = sqrt(((y - constant - slope * x) ** 2).sum() / (len(x) - 1))
    return exp((log(threshold) - constant) / slope), spread / slope
