"""Weibull's modulus m and the stresses s_u of temperatures that fit stresses s_i at which specimens broke (r7.02.09).

All temperatures t, of n_t specimens each, share m. The greatest likelihood:

    n / m + sum ln s_i - sum_t n_t (sum_t s_i^m ln s_i) / (sum_t s_i^m) = 0,    s_u,t^m = sum_t s_i^m / n_t

with a given s_u    n / m + sum ln(s_i / s_u) (1 - (s_i / s_u)^m) = 0.  Or lines through y_i = ln(ln(1 / (1 - P_i))) over x_i = ln s_i, P_i
being the rank of s_i among those of its temperature over n_t + 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .errors import ComputationFailed

_MOST = 1e4
"""No modulus is sought above this."""


@dataclass
class Broken:
    """Stresses (n,), ascending, and the index (n,) of the temperature of each."""

    stress: np.ndarray
    warmth: np.ndarray

    @property
    def groups(self) -> list[np.ndarray]:
        """The rows of each temperature."""
        return [np.flatnonzero(self.warmth == t) for t in range(self.warmth.max() + 1)]

    @property
    def shares(self) -> np.ndarray:
        """(n,) P, which experiments tell."""
        found = np.zeros(len(self.stress))
        for rows in self.groups:
            found[rows] = np.arange(1, len(rows) + 1) / (len(rows) + 1.0)
        return found


def by_likelihood(broken: Broken, m: float, scales: np.ndarray, keeps_m: bool, keeps_scales: bool) -> tuple[float, np.ndarray]:
    """(m, s_u) from what they are now, one of them as it is where it is kept; ComputationFailed where there is no m."""
    if not keeps_m:
        m = _root(lambda m: _slope(broken, m, scales[0] if keeps_scales else None))
    if keeps_scales and not keeps_m:
        return m, scales
    largest = broken.stress.max()
    return m, np.array([largest * np.mean((broken.stress[rows] / largest) ** m) ** (1.0 / m) for rows in broken.groups])


def _slope(broken, m, scale):
    """What vanishes at the greatest likelihood."""
    s = broken.stress
    if scale is not None:
        x = np.log(s / scale)
        return len(s) / m + (x * (1.0 - np.exp(m * x))).sum()
    x = np.log(s / s.max())
    weights = np.exp(m * x)
    told = sum(len(rows) * (weights[rows] @ x[rows]) / weights[rows].sum() for rows in broken.groups)
    return len(s) / m + x.sum() - told


def _root(slope):
    from scipy.optimize import brentq

    low = high = 1.0
    while slope(low) < 0.0 and low > 1e-3:
        low /= 2.0
    while slope(high) > 0.0 and high < _MOST:
        high *= 2.0
    if slope(low) * slope(high) > 0.0:
        raise ComputationFailed("no modulus of Weibull makes these stresses likely")
    return float(brentq(slope, low, high, xtol=1e-12, rtol=1e-14))


def by_lines(broken: Broken, m: float, scales: np.ndarray, keeps_m: bool, keeps_scales: bool) -> tuple[float, np.ndarray]:
    """The same by lines of the shares."""
    x, y = np.log(broken.stress), np.log(-np.log(1.0 - broken.shares))
    groups = broken.groups
    if not keeps_m and keeps_scales and len(groups) == 1:
        return float((x @ y) / (x @ x - np.log(scales[0]) * x.sum())), scales
    if not keeps_m:
        across = sum(x[rows].sum() * y[rows].sum() / len(rows) for rows in groups) - x @ y
        m = float(across / (sum(x[rows].sum() ** 2 / len(rows) for rows in groups) - x @ x))
    if keeps_scales and not keeps_m:
        return m, scales
    return m, np.array([np.exp((x[rows].sum() - y[rows].sum() / m) / len(rows)) for rows in groups])
