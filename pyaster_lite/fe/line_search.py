"""Line search: how much of a Newton correction to take (r5.03.01, section 3.7).

The work g(rho) of the residual in the correction, after a share rho of it, should vanish. "secant" walks the secant of
g, "mixed" first brackets a change of sign and then alternates secant and bisection.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

EPS = np.finfo(float).eps


@dataclass(frozen=True)
class LineSearch:
    """Bounds [lowest, highest] of rho, with the zone within `excluded` of 0 left out; stops at |g| < tolerance |g(0)|.

    A share where g is not a number, since a law fails there, ends the search with the best one before.
    """

    method: str = "secant"
    tolerance: float = 0.1
    most: int = 3
    lowest: float = 1e-2
    highest: float = 10.0
    excluded: float = 0.9e-2

    def factor(self, work: Callable[[float | None], float]) -> float:
        """The share rho of the correction; `work(rho)` gives g(rho), `work(None)` g(0)."""
        start = work(None)
        return self._secant(work, start) if self.method == "secant" else self._mixed(work, start)

    def _secant(self, work, start):
        target = abs(self.tolerance * start)
        rho_before, g_before, rho = 0.0, start, 1.0
        best, best_g = 1.0, np.inf
        for _ in range(self.most + 1):
            g = work(rho)
            if np.isnan(g):
                break
            if abs(g) < best_g:
                best, best_g = rho, abs(g)
                if best_g < target:
                    break
            if abs(g - g_before) > EPS:
                following = self._bounded((g * rho_before - g_before * rho) / (g - g_before))
            else:
                following = self.highest if g * (rho - rho_before) * (g - g_before) <= 0 else self.lowest
            rho_before, g_before, rho = rho, g, following
        return best

    def _mixed(self, work, start):
        """Walk away from 0 against the slope until g changes sign, then secant steps, bisections where these do not help.

        Where the walk is backwards code_aster takes the share that it finds forwards (zbiter, nmrelp).
        """
        sign = 1.0 if start <= 0.0 else -1.0
        target = abs(self.tolerance * start)
        negative, positive, before = 0.0, None, (0.0, sign * start)
        rho, best, best_g = 1.0, 1.0, np.inf
        for _ in range(self.most + 1):
            g = sign * work(sign * rho)
            if np.isnan(g):
                break
            if g < 0.0:
                negative = rho
            else:
                positive = rho
            if abs(g) < best_g:
                best, best_g = rho, abs(g)
                if best_g < target:
                    break
            if positive is None:
                following = 3.0 * rho
            elif abs(g) >= abs(before[1]):
                following = (negative + positive) / 2
            elif abs(rho - before[0]) < EPS:
                break
            else:
                slope = (g - before[1]) / (rho - before[0])
                flat = abs(slope) <= abs(before[1]) / (positive + before[0])
                following = (negative + positive) / 2 if flat else before[0] - before[1] / slope
            if following < negative:
                if positive is None:
                    break
                following = (negative + positive) / 2
            if positive is not None and following > positive:
                following = (negative + positive) / 2
            before, rho = (rho, g), self._bounded(following)
        return self._bounded(best)

    def _bounded(self, rho):
        """Within the bounds; what the excluded zone asks for goes before the lower bound, as in code_aster (zbinte)."""
        if -self.excluded <= rho < 0.0:
            return -self.excluded
        if 0.0 <= rho <= self.excluded:
            return self.excluded
        return min(max(rho, self.lowest), self.highest)


@dataclass(frozen=True)
class ResidualSearch:
    """That of code_aster's older solver of heat (nxrech): the secant between -2 and 2, ended once the largest residual is below
    `tolerance`, in its own unit; otherwise the share whose work is the least of `most` and one more."""

    tolerance: float = 1e-3
    most: int = 3

    def factor(self, residual: Callable[[float | None], np.ndarray], move: np.ndarray) -> float:
        """The share rho of a correction `move` (n,); `residual(rho)` gives (n,) what it leaves, `residual(None)` what was there before."""
        rho_before, g_before, rho = 0.0, residual(None) @ move, 1.0
        best, best_g = 1.0, np.inf
        for _ in range(self.most + 1):
            left = residual(rho)
            if abs(left).max(initial=0.0) < self.tolerance:
                return rho
            g = left @ move
            if abs(g) < abs(best_g):
                best, best_g = rho, g
            if abs(g - g_before) <= EPS:
                break
            following = float(np.clip((g * rho_before - g_before * rho) / (g - g_before), -2.0, 2.0))
            if abs(following - rho) < 1e-8:
                break
            rho_before, g_before, rho = rho, g, following
        return best
