"""Envelopes of response spectra, widened and smoothed to few frequencies, for the design of equipment (r4.05.03).

A set of spectra is (dampings (na,), frequencies (nf,), values (na, nf)); the work is done on decimal logarithms plus 4.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

SHIFT = 4.0
SAME = 1e-5


def _logs(values) -> np.ndarray:
    """log10 x + 4, number by number: of whole arrays numpy may round otherwise, and what is not the same to a digit stands twice."""
    values = np.asarray(values, float)
    return np.array([math.log10(x) + SHIFT for x in values.ravel().tolist()]).reshape(values.shape)


def _powers(logs) -> np.ndarray:
    """The values of `_logs`, number by number too."""
    return np.array([10 ** (x - SHIFT) for x in logs.ravel().tolist()]).reshape(logs.shape)


@dataclass
class Spectra:
    """Spectra of one structure: `dampings` (na,), `frequencies` (nf,), Hz, `values` (na, nf)."""

    dampings: np.ndarray
    frequencies: np.ndarray
    values: np.ndarray


def envelope(sets: list[Spectra]) -> Spectra:
    """The greatest of several sets at each damping, over all their frequencies, straight between points in logarithms."""
    dampings = np.unique(np.concatenate([s.dampings for s in sets]))
    rows = []
    for damping in dampings:
        having = [(s, int(np.argmax(s.dampings == damping))) for s in sets if (s.dampings == damping).any()]
        rows.append(_envelope([(s.frequencies, s.values[i]) for s, i in having]))
    return Spectra(dampings, rows[0][0], np.array([values for _, values in rows]))


def _envelope(curves):
    logs = [(_logs(f), _logs(v)) for f, v in curves]
    x = np.unique(np.concatenate([f for f, _ in logs]))
    y = np.maximum(0.0, np.max([np.interp(x, f, v) for f, v in logs], axis=0))
    return _powers(x), _powers(y)


def widened(spectra: Spectra, part: float) -> Spectra:
    """Each spectrum together with itself moved down and up by a part of its frequencies, within their range."""
    if part == 0.0:
        return spectra
    f = spectra.frequencies
    low, high = f - np.abs(f * part), f + np.abs(f * part)
    start, end = int(np.argmax(low >= f[0])) - 1, int(np.argmax(high >= f[-1]))
    first, last = low[start], high[end]
    rows = []
    for v in spectra.values:
        down = np.append(low[start:], last), np.append(v[start:], v[-1])
        up = np.append(first, high[: end + 1]), np.append(v[0], v[: end + 1])
        here = np.concatenate(([first], f, [last])), np.concatenate((v[:1], v, v[-1:]))
        x, y = _envelope([down, here, up])
        kept = (x >= f[0]) & (x <= f[-1])
        rows.append((x[kept], y[kept]))
    return Spectra(spectra.dampings, rows[0][0], np.array([values for _, values in rows]))


def within(spectra: Spectra, low: float | None, high: float | None) -> Spectra:
    """The frequencies between two bounds, these included."""
    f = spectra.frequencies
    low, high = f.min() if low is None else low, f.max() if high is None else high
    kept = (f >= low - SAME * f) & (f <= high + SAME * f)
    return Spectra(spectra.dampings, f[kept], spectra.values[:, kept])


def smoothed(spectra: Spectra, count: int, kept=(), zero_period: float | None = None) -> Spectra:
    """At most `count` frequencies, dropped one by one where that adds least area under the spectra.

    A point in a hollow is dropped; a point on a bulge is dropped with its neighbours raised to the tangent through it, so
    that no spectrum ever comes down. `kept` frequencies stay. After each step spectra of lower damping are at least those
    of higher damping, and all end at `zero_period`, or at the greatest of their last values.
    """
    work = _Smoothing(spectra, max(count, len(kept)), kept, zero_period)
    return work.run()


class _Smoothing:
    def __init__(self, spectra, count, kept, zero_period):
        self.dampings, self.count = spectra.dampings, count
        self.f, self.v, self.kept = _logs(spectra.frequencies), _logs(spectra.values), _logs(kept)
        self.last = None if zero_period is None else _logs(zero_period)
        self.order = np.argsort(self.dampings)
        self.areas = np.pad(0.5 * (self.v[:, 1:] + self.v[:, :-1]) * np.diff(self.f), ((0, 0), (0, 1)))
        self.total = np.abs(self.areas).sum(axis=1) - (self.f[-1] - self.f[0]) * self.v[:, 0]

    def run(self):
        point = None
        for _ in range(5 * len(self.f)):
            if len(self.f) <= self.count:
                break
            allowed, cost = self.costs()
            point = self.cheapest(cost, point)
            self.drop(point, allowed[point])
            self.repair()
        return Spectra(self.dampings, _powers(self.f), _powers(self.v))

    def costs(self):
        """(whether each point may be dropped, the relative area that dropping it adds over all spectra)."""
        f, v, a, n = self.f, self.v, self.areas, len(self.f)
        before, after, tangent_low, tangent_high = self.slopes()
        hollow = after >= before
        chord = np.abs(0.5 * (v[:, :-2] + v[:, 2:]) * (f[2:] - f[:-2]))
        of_hollow = np.abs(chord - a[:, 1:-1] - a[:, :-2])
        ends = np.zeros((len(v), 1))
        far_low = np.hstack((ends, v[:, : n - 3]))
        far_high = np.hstack((v[:, 3:], ends))
        far_high = np.where(v[:, 2:] != v[:, -1:], far_high, 0.0)
        heights = [far_low, tangent_low, v[:, 1:-1], tangent_high, far_high]
        added = []
        for o in range(4):
            place = np.arange(1, n - 1) - 2 + o
            inside = (place >= 0) & (place + 1 <= n - 1)
            width = np.where(inside, f[np.clip(place + 1, 0, n - 1)] - f[np.clip(place, 0, n - 1)], 0.0)
            old = np.where((place >= 0) & (place <= n - 1), a[:, np.clip(place, 0, n - 1)], 0.0)
            added.append(np.abs(old - np.abs(0.5 * (heights[o] + heights[o + 1]) * width)))
        added[0][:, 0] = 0.0
        added[3][:, f[2:] >= f.max()] = 0.0
        cost = np.where(hollow, of_hollow, np.sum(added, axis=0)) / self.total[:, None]
        top = v.max(axis=1, keepdims=True)
        free = hollow | ((tangent_low <= top) & (tangent_high <= top))
        return np.pad(free.all(axis=0), 1, constant_values=True), np.pad(cost.sum(axis=0), 1)

    def slopes(self):
        """Slopes before and after each inner point, and the tangent through it at both neighbours."""
        f, v = self.f, self.v
        slope = np.diff(v) / np.diff(f)
        across = (v[:, 2:] - v[:, :-2]) / (f[2:] - f[:-2])
        low, high = across * (f[:-2] - f[1:-1]) + v[:, 1:-1], across * (f[2:] - f[1:-1]) + v[:, 1:-1]
        return slope[:, :-1], slope[:, 1:], low, high

    def cheapest(self, cost, before):
        """The point to drop: never an end or a frequency to keep, nor the last but one when that would move the end."""
        last = len(self.f) - 1
        for j in np.argsort(cost):
            if j in (0, last) or (np.abs(self.kept - self.f[j]) < SAME * abs(self.f[j])).any():
                continue
            if j + 1 != last or self.end_is_safe(j):
                return int(j)
        return before

    def end_is_safe(self, j):
        before, after, _, _ = self.slopes()
        return not ((before[:, j - 1] > after[:, j - 1]) | (before[:, j - 1] * after[:, j - 1] == 0.0)).any()

    def drop(self, j, allowed):
        before, after, low, high = (values[:, j - 1] for values in self.slopes())
        if not allowed:
            self.flatten(j, before, after, low, high)
            return
        bulge = before > after
        self.v[bulge, j - 1], self.v[bulge, j + 1] = low[bulge], high[bulge]
        self.areas[:, j - 1] += self.areas[:, j]
        self.f = np.delete(self.f, j)
        self.v, self.areas = np.delete(self.v, j, axis=1), np.delete(self.areas, j, axis=1)

    def flatten(self, j, before, after, low, high):
        """Where a tangent would pass the top of a spectrum: raise the neighbour to the top, and drop nothing."""
        top = self.v.max(axis=1)
        for s in range(len(self.v)):
            level = before[s] * after[s] == 0.0
            for near, far, mine, other, ratio in (
                (j + 1, j - 1, high[s], low[s], _ratio(after[s], before[s])),
                (j - 1, j + 1, low[s], high[s], _ratio(before[s], after[s])),
            ):
                if mine <= top[s]:
                    continue
                centre = self.v[s, j]
                self.v[s, near] = top[s]
                if ratio > 0.9999999:
                    slope = (top[s] - centre) / (self.f[near] - self.f[j])
                    self.v[s, far] = slope * (self.f[far] - self.f[j]) + centre
                elif level and other / top[s] > 0.99999:
                    self.v[s, far] = top[s]
                else:
                    self.v[s, far] = other

    def repair(self):
        ends = self.v[:, -1]
        if ends.min() != ends.max():
            self.v[:, -1] = ends.max() if self.last is None else self.last
        ordered = self.v[self.order]
        self.v[self.order] = np.maximum.accumulate(ordered[::-1], axis=0)[::-1]


def _ratio(a, b):
    return abs(a / b) if b != 0.0 else np.inf
