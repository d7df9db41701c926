"""Following the solutions of equations of the second degree by power series (asymptotic numerical method).

R(v) = c + L v + Q(v, v) = 0 has one equation less than unknowns. From a solution v0 with the tangent t:

    1.  v(a) = v0 + a t + a^2 v2 + .. + a^N vN,   R'(v0) vp = -sum_{r=1}^{p-1} Q(vr, v(p-r)),  t . vp = 0
    2.  geometric terms that a near bifurcation makes are told by the last ratios and taken out
    3.  the series holds up to a = (precision / |sum_{r=1}^{N} Q(vr, v(N+1-r))|)^(1/(N+1))
    4.  the last point is corrected by Newton's method across the tangent; its tangent goes on as the series went

Source: Cochelin & Vergez 2009, Cochelin & Medale 2013 (bifurcations).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, vstack

from ..algebra import factorise


@dataclass(frozen=True)
class Branch:
    """The points (n, size) of a branch without its last, its start of the next branch, and whether a bifurcation is near."""

    points: np.ndarray
    bifurcation: bool


@dataclass(frozen=True)
class Setting:
    """How branches are followed: terms of the series, points by branch, precision of series and of Newton's method, its most iterations,
    how many ratios tell a bifurcation, and how near to each other."""

    terms: int
    points: int
    precision: float
    newton: float
    iterations: int
    ratios: int = 3
    nearness: float = 1e-4


class Continuation:
    """The branches of a balance from a point; `draw` gives random rows (size,), by which the first direction is told."""

    def __init__(self, balance, setting: Setting, draw):
        self._balance, self._setting, self._draw = balance, setting, draw

    def _solver(self, v, row):
        return factorise(csr_array(vstack([self._balance.jacobian(v), csr_array(row[None])])))

    def tangent(self, v) -> np.ndarray:
        """(size,) of length one; across a random row, whose side it is not on."""
        right = np.zeros(len(v))
        right[-1] = 1.0
        found = self._solver(v, self._draw()).solve(right)
        return -found / np.linalg.norm(found)

    def corrected(self, v) -> tuple[np.ndarray, bool]:
        """The point after Newton's method, and whether it converged."""
        left = self._balance.residual(v)
        for _ in range(self._setting.iterations):
            if np.linalg.norm(left) < self._setting.newton:
                break
            v = v - self._solver(v, self.tangent(v)).solve(np.append(left, 0.0))
            left = self._balance.residual(v)
        return v, bool(np.linalg.norm(left) < self._setting.newton)

    def branches(self, v, direction: int, count: int):
        """Branch after branch, as long as Newton's method converges at their ends."""
        v, _ = self.corrected(v)
        along = self.tangent(v) * (1 if direction > 0 else -1)
        for _ in range(count):
            series, bifurcation, reach = self._series(v, along)
            steps = reach * np.arange(self._setting.points + 1) / self._setting.points
            powers = steps[:, None] ** np.arange(len(series))
            points = powers @ series
            end, converged = self.corrected(points[-1])
            if not converged:
                return
            yield Branch(points[:-1], bifurcation)
            orders = np.arange(1, len(series))
            slope = (orders * reach ** (orders - 1.0)) @ series[1:]
            v, along = end, self.tangent(end)
            along = along if slope @ along > 0.0 else -along

    def _series(self, v, along):
        """(N + 1, size) the terms, whether a bifurcation is near, and how far they hold."""
        balance, terms = self._balance, self._setting.terms
        series = np.zeros((terms + 1, len(v)))
        series[0], series[1] = v, along
        solver = self._solver(v, along)
        for p in range(2, terms + 1):
            series[p] = solver.solve(np.append(-balance.products(series[1:p], series[p - 1 : 0 : -1]), 0.0))
        bifurcation = self._without_geometric(series)
        left = np.linalg.norm(balance.products(series[1:], series[:0:-1]))
        return series, bifurcation, (self._setting.precision / left) ** (1.0 / (terms + 1))

    def _without_geometric(self, series) -> bool:
        """Take out of the terms what grows like a geometric series, where the last ones do; whether they did."""
        last, count = len(series) - 1, self._setting.ratios
        shares, rests = np.zeros(count), np.zeros(count)
        for k in range(count):
            later, earlier = series[last - k], series[last - k - 1]
            shares[k] = later @ earlier / (later @ later)
            rests[k] = np.linalg.norm(earlier - shares[k] * later) / np.linalg.norm(earlier)
        spread = (shares[:-1] - shares[1:]) / shares[:-1]
        if not (np.linalg.norm(rests) < self._setting.nearness and np.linalg.norm(spread) < self._setting.nearness):
            return False
        pole = shares[0]
        series[1:] -= (pole ** (last - np.arange(1.0, last + 1)))[:, None] * series[last].copy()
        return True
