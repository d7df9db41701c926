"""The strength of steels that neutrons pass over their plastic strain p, of three pieces (r5.03.23; irrmat).

1. R = K (p + p0)^n beyond PE, its constants from R02 (that of PE), RM and EPSI_U: K = RM exp(eu)/n^n, p0 = n - eu, n such that
   RM exp(eu) (PE + n - eu)^n / n^n = R02, looked for by steps that are halved; where there is no such n, n = eu and p0 = 0
2. along the tangent at PE down to p_k, where it is KAPPA R02;  3. KAPPA R02 below p_k
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

import numpy as np

from pyaster_lite.fe.errors import LawFailed

PE = 2e-3


class Strength:
    """That of points (N,), of R02, EPSI_U, RM and KAPPA there."""

    def __init__(self, first, spread, last, share, precision, tries):
        rows, index = np.unique(np.stack([first, spread, last], axis=-1), axis=0, return_inverse=True)
        found = np.array([power_law(*row, precision, tries) for row in rows.tolist()])[index.ravel()]
        self.factor, self.power, self.shift = found.T
        self.level = share * first
        self.knee = self.factor * (PE + self.shift) ** self.power
        slope = self.power * self.factor * (PE + self.shift) ** (self.power - 1.0)
        rises = slope > 0.0
        self.slope = np.where(rises, slope, 0.0)
        self.end = np.where(rises, PE - (self.knee - self.level) / np.where(rises, slope, 1.0), 0.0)

    def at(self, p):
        """R and dR/dp (N,)."""
        base = p + self.shift
        far = self.factor * base**self.power, self.power * self.factor * base ** (self.power - 1.0)
        low, line = p < self.end, p < PE
        value = np.where(low, self.level, np.where(line, self.slope * (p - PE) + self.knee, far[0]))
        return value, np.where(low, 0.0, np.where(line, self.slope, far[1]))


@lru_cache(maxsize=65536)
def power_law(first: float, spread: float, last: float, precision: float, tries: int):
    """K, n and p0 of step 1; LawFailed where n is not found within so many tries."""
    ratio, least = last * exp(spread) / first, spread - PE

    def beside(n):
        return 1.0 - ratio * (n - least) ** n / n**n

    near = beside(max(least, 0.0) + PE / 1000.0)
    if near * (1.0 - ratio * exp(-least)) >= 0.0 or least == 0.0:
        return (last * exp(spread) / spread**spread, spread, 0.0) if spread > 0.0 else (last, 0.0, 0.0)
    # The first try is a ten thousandth of a step beyond the least n that has a value
    before, step = (1.0, least / 10.0) if least > 0.0 else (1.0 - ratio, PE / 10.0)
    n = max(least, 0.0) - 0.9999 * step
    for _ in range(tries + 1):
        n += step
        now = beside(n)
        if abs(now) <= precision:
            return last * exp(spread) / n**n, n, n - spread
        if now * before > 0.0:
            before = now
        else:
            n, step = n - step, step / 2.0
    raise LawFailed("IRRAD3M: the power of the hardening is not found within ITER_INTE_MAXI tries")
