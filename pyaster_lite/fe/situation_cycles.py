"""Cycles of peak stress that situations go through, alone and combined, and how their occurrences are used up (B 3200, r7.04.03)."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from .load_situations import Situation, offsets, pairs
from .stress_lines import tresca

_SAME, _NOTHING, _MAIN = 1e-12, 1e-12, 1e-6
"""Values this close count as equal; ranges below count as none; how near a range is to that of the main cycle that it is."""


@dataclass
class Peak:
    """A range of the whole peak stress, its part without thermal stresses, and the instants."""

    whole: float
    mechanical: float
    instants: tuple[float, float]

    def scaled(self, factor: float) -> Peak:
        """All of its stresses times a factor."""
        return Peak(self.whole * factor, self.mechanical * factor, self.instants)


def _sizes(differences, added, shakes):
    """(m, k) the largest over the signs of an earthquake, for each difference and each offset."""
    return np.array([[tresca(one + other + shakes).max() for other in added] for one in differences])


def _first_largest(values):
    return int(np.flatnonzero(values.ravel() >= values.max() * (1.0 - _SAME))[0])


def peak_range(one: Situation, by_tresca: bool, shakes: np.ndarray) -> Peak:
    """That of one situation."""
    if by_tresca:
        one = one.first_by_tresca(None)
    found, added = pairs(one, None, by_tresca, "peak"), offsets(one, None, "peak")
    whole, mechanical = (_sizes(found.difference(name, "peak"), added, shakes) for name in ("peak", "mechanical"))
    place = _first_largest(whole)
    row = place // whole.shape[1]
    other = mechanical[row].max() if by_tresca else mechanical.ravel()[place]
    return Peak(float(whole.max()), float(other), tuple(float(t) for t in found.instants[row]))


def peak_ranges(one: Situation, other: Situation, by_tresca: bool, shakes: np.ndarray) -> tuple[Peak, Peak]:
    """The two cycles that two situations combined go through, the larger one first."""
    if by_tresca:
        one = one.first_by_tresca(other)
    found, added = pairs(one, other, by_tresca, "peak"), offsets(one, other, "peak")
    whole, mechanical = (_sizes(found.difference(name, "peak"), added, shakes) for name in ("peak", "mechanical"))

    def peak(row):
        place = _first_largest(whole[row])
        return Peak(float(whole[row].max()), float(mechanical[row, place]), tuple(float(t) for t in found.instants[row]))

    if by_tresca:
        both = [peak(0), peak(1)]
        return (both[1], both[0]) if both[1].whole > both[0].whole * (1.0 + _SAME) else tuple(both)
    row = _first_largest(whole) // whole.shape[1]
    first, second = _farthest(one, found.first[row]), _farthest(other, found.second[row])
    return peak(row), peak(first * len(other.instants) + second)


def _farthest(one: Situation, row) -> int:
    """The instant whose peak stress is farthest from that of another."""
    return _first_largest(tresca(one.peak - one.peak[row]))


def smaller_cycles(one: Situation, main: Peak) -> list[float]:
    """The ranges of the cycles that the transient of a situation goes through beside its main one, by counting with its residue twice."""
    if not one.changes:
        return []
    size = tresca(one.peak[:, None] - one.peak[None])
    rows = [int(np.flatnonzero(one.instants == t)[0]) for t in main.instants]
    counter = _Counter(size, size[rows[0], rows[1]])
    points = counter.extract(counter.turning_points())
    if len(points) > 1:
        counter.extract(counter.twice(points))
    return counter.found


@dataclass
class _Counter:
    size: np.ndarray
    main: float
    met: bool = False
    found: list[float] = field(default_factory=list)

    def _between(self, i, j, k):
        """Whether j is on the way from i to k."""
        return self.size[i, j] < self.size[i, k] and self.size[i, k] > self.size[j, k]

    def turning_points(self) -> list[int]:
        points, i, j, last = [0], 0, 1, len(self.size) - 1
        while i + 2 <= last and j + 1 <= last:
            if not (self._between(i, j, j + 1) or self.size[i, j] < _NOTHING):
                points.append(j)
                i = j
            j += 1
        return [*points, last] if self.size[last, points[-1]] > _NOTHING else points

    def extract(self, points: list[int]) -> list[int]:
        """Note the cycles that larger ones enclose; what is left."""
        i = 0
        while i + 3 < len(points):
            before, own, after = (self.size[points[i + k], points[i + k + 1]] for k in range(3))
            if before >= own and after >= own:
                if not self.met and abs(own - self.main) < _MAIN:
                    self.met = True
                else:
                    self.found.append(float(own))
                del points[i + 1 : i + 3]
                i = 0
            else:
                i += 1
        return points

    def twice(self, points: list[int]) -> list[int]:
        """What is left once more behind itself, without points on the way where both meet."""
        first = points[:-1] if self._between(points[-2], points[-1], points[0]) else list(points)
        touching = self._between(first[-1], points[0], points[1]) or self.size[first[-1], points[0]] < _NOTHING
        return first + (points[1:] if touching else points)


@dataclass
class Use:
    """How often two situations, or one with itself, are combined: rows, what is left of both before, and whether in an earthquake."""

    first: int
    second: int
    left: tuple[int, int]
    times: int
    shaken: bool


@dataclass
class Combination:
    """Which situations combine: `kind` (n, n) 1 in one group, 2 by a passage, 0 not; `passages` (by, first, second) rows; `shared` (n,)
    what number of a group each shares its occurrences with, 0 for none."""

    kind: np.ndarray
    passages: list
    shared: list

    def use(self, usage: np.ndarray, left: list[int], most: int | None = None) -> list[Use]:
        """Combine those that use up most (n, n), NaN where they do not, as often as they occur; `left` is changed. In an earthquake, `most`
        times at most."""
        usage, found = usage.copy(), []
        while most is None or most > 0:
            known = np.nan_to_num(usage, nan=-1.0)
            if known.max() < 0.0:
                break
            i, j = np.unravel_index(_first_largest(known), known.shape)
            by = self._passage(i, j, usage, left) if self.kind[i, j] == 2 else None
            times = min(left[i], left[j], *([] if most is None else [most]))
            if self.kind[i, j] == 2:
                times = min(times, 0 if by is None else left[by])
            if times > 0:
                found.append(Use(int(i), int(j), (left[i], left[j]), times, most is not None))
                self._take(i, j, by, times, left)
                most = None if most is None else most - times
            if times <= 0 or by is None:
                usage[i, j] = np.nan
        return found

    def _take(self, i, j, by, times, left):
        for row in {i, j} | ({by} if by is not None else set()):
            left[row] -= times
        for row in {i, j}:
            if self.shared[row]:
                for other, number in enumerate(self.shared):
                    if number == self.shared[row] and other != row:
                        left[other] -= times

    def _passage(self, i, j, usage, left):
        """The situation by which two groups combine that uses up least itself and still occurs."""
        best, least = None, 1e6
        for by, first, second in self.passages:
            if {first, second} == {int(i), int(j)} and left[by] > 0:
                values = np.concatenate([usage[by], usage[:, by]])
                value = max(-1.0, *values[~np.isnan(values)]) if (~np.isnan(values)).any() else -1.0
                if value < least:
                    best, least = by, value
        return best


def combination(groups: list, passages: list, alone: list[bool], shared: list[int]) -> Combination:
    """Of situations by their groups, the groups that each leads between, whether it combines with no other, and what it shares with."""
    n = len(groups)
    kind, made = np.zeros((n, n), int), []
    above = [(i, j) for i in range(n) for j in range(i + 1, n)]
    for i, j in above:
        kind[i, j] = bool(set(groups[i]) & set(groups[j]))
    for by, own in enumerate(passages):
        for place, one in enumerate(own):
            for other in own[place + 1 :]:
                for i, j in above:
                    leads = one in groups[i] and other in groups[j] or one in groups[j] and other in groups[i]
                    if leads and kind[i, j] != 1:
                        kind[i, j] = 2
                        made.append((by, i, j))
    for row in np.flatnonzero(alone):
        kind[row] = kind[:, row] = 0
    return Combination(kind, made, shared)
