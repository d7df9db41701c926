"""What situations use up of a piping run, by the indices of B 3600 of RCC-M: stresses between stable states and their combination
(r7.04.03; rc36sn, rc36sp, rc36sa, rc3601, rc36fu, rc36fs, rc36fp)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .cycle_damage import plastic_correction
from .stress_lines import thermal_correction

PASSAGES = ((0, 1), (1, 2), (0, 2))
"""The groups between which situations may lead, numbered from 0."""


@dataclass
class States:
    """Both stable states of n situations at an end of a beam.

    pressure (n, 2);  moment (n, 2, 3);  linear, peak  (n,) the largest thermal stresses on the way, with the indices
    hot, cold_reference, strength, m, n  (n, 2): modulus at the temperature of the state, that of the fatigue curve, S_m and the
    exponents of K_e;  occurrences (n,)
    """

    pressure: np.ndarray
    moment: np.ndarray
    linear: np.ndarray
    peak: np.ndarray
    material: dict[str, np.ndarray]
    occurrences: np.ndarray

    def of(self, rows) -> States:
        """Some of the situations."""
        rows, names = np.asarray(rows, int), ("pressure", "moment", "linear", "peak", "occurrences")
        parts = {name: getattr(self, name)[rows] for name in names}
        return replace(self, **parts, material={name: values[rows] for name, values in self.material.items()})


@dataclass
class Section:
    """An end of a beam: the indices C and K (3,) of pressure, moments and temperatures; inertia, outer diameter, thickness."""

    c: np.ndarray
    k: np.ndarray
    inertia: float
    diameter: float
    thickness: float

    def mechanical(self, pressure, moment, peak: bool):
        """The stress of changes of pressure (...,) and of moments, by their norm (...,)."""
        c = self.c * self.k if peak else self.c
        return c[0] * pressure * self.diameter / 2.0 / self.thickness + c[1] * self.diameter * moment / 2.0 / self.inertia


@dataclass
class Largest:
    """The worst of an end of a beam so far: S_n, S_alt, and S_m where S_alt is the worst."""

    linear: float = 0.0
    alternating: float = 0.0
    strength: float = 0.0


class Group:
    """The situations of a group, each with each: `linear` (n, n) S_n, `alternating` (n, 2, n, 2) S_alt between two states, nil of a
    state with itself and of two states of what is no situation of the group.

    shake  (3,) twice the moments of an earthquake;  mixed  thermal stresses have a K_e of their own
    """

    def __init__(self, section: Section, states: States, mixed: bool, shake=None):
        self.section, self.states, self.mixed = section, states, mixed
        self.shake = np.zeros(3) if shake is None else shake
        n = len(states.occurrences)
        first, last = (slice(None), slice(None), None, None), (None, None)
        change = np.abs(states.pressure[first] - states.pressure[last])
        moment = np.linalg.norm(self.shake + np.abs(states.moment[first] - states.moment[last]), axis=-1)
        own = np.eye(n, dtype=bool)[:, None, :, None] & np.eye(2, dtype=bool)[None, :, None, :]
        hot = np.maximum(states.linear[:, None], states.linear)[:, None, :, None]
        linear = np.where(own, 0.0, section.mechanical(change, moment, False) + hot)
        self.linear = linear.max(axis=(1, 3)) if n else np.zeros((0, 0))
        hot = np.maximum(states.peak[:, None], states.peak)[:, None, :, None]
        self.strength = np.minimum(states.material["strength"][first], states.material["strength"][last])
        stress = self.alternate(self.linear[:, None, :, None], section.mechanical(change, moment, True), hot, first, last)
        self.alternating = np.where(own, 0.0, stress)

    def alternate(self, linear, mechanical, hot, first, last):
        """S_alt of peak stresses where S_n is `linear`."""
        given = self.states.material
        ratio = np.maximum(given["reference"][first], given["reference"][last]) / np.minimum(given["hot"][first], given["hot"][last])
        n, m = (np.maximum(given[name][first], given[name][last]) for name in "nm")
        plastic = plastic_correction(linear, n, m, self.strength)
        if not self.mixed:
            return 0.5 * ratio * plastic * (mechanical + hot)
        return 0.5 * ratio * plastic * mechanical + 0.5 * ratio * thermal_correction(linear, self.strength) * hot

    def worst(self, so_far: Largest) -> Largest:
        """The worst of the group and of what was before: of equals the first by situations, then by states (rc3601)."""
        if not len(self.linear):
            return so_far
        rows, columns = np.triu_indices(len(self.linear))
        found = self.alternating.transpose(0, 2, 1, 3)[rows, columns].ravel()
        at = int(found.argmax())
        so_far = replace(so_far, linear=max(so_far.linear, float(self.linear.max())))
        if found[at] > so_far.alternating:
            strength = self.strength.transpose(0, 2, 1, 3)[rows, columns].ravel()[at]
            so_far = replace(so_far, alternating=float(found[at]), strength=float(strength))
        return so_far

    def use(self, lives, blocks=None) -> float:
        """What is used up when the two states of the largest S_alt are combined as often as both occur, and so on; `blocks` (Blocks)
        where only passages lead from one group to another (rc36fu, rc36fp)."""
        salt, left, used = self.alternating.copy(), np.repeat(self.states.occurrences[:, None], 2, axis=1), 0.0
        if blocks is not None:
            more = len(blocks.groups) - len(left)
            salt, left = np.pad(salt, ((0, more), (0, 0)) * 2), np.pad(left, ((0, more), (0, 0)))
            blocks.part(salt)
        while (found := _largest(salt, left)) is not None:
            k, a, j, b = found
            times, by = min(left[k, a], left[j, b]), None
            if blocks is not None:
                times, by = blocks.times(salt, left, found, times)
            used += times / lives(salt[found])
            before = left[k, a]
            _take(salt, left, j, b, left[j, b] - times)
            _take(salt, left, k, a, before - times)
            if by is not None:
                state = 0 if left[by, 0] else 1
                _take(salt, left, by, state, max(0, left[by, state] - times))
                _take(salt, left, by, 1 - state, left[by, 1 - state])
            if blocks is not None:
                blocks.close(salt, left, by)
        return used

    def use_shaken(self, lives, earthquake: States, cycles: int, width: int) -> float:
        """What the largest combinations of states use up with an earthquake, half as many as it has occurrences, each with the other
        cycles of the earthquake alone; `width` counts the situations of the group that combine with none, too (rc36fs)."""
        salt, n, used = self.alternating.copy(), len(self.linear), 0.0
        before = np.pad(self.linear, ((0, width - n), (0, width - n))).ravel()
        alone = 0.5 * self.section.mechanical(0.0, float(np.linalg.norm(self.shake)), True)
        only = Group(self.section, earthquake, False)
        for _ in range(int(earthquake.occurrences[0]) // 2):
            found = _largest(salt, np.ones((n, 2), int))
            if found is None:
                break
            k, a, j, b = found
            # code_aster reads the matrix of S_n one place before that of both situations (rc36fs), and before its start for the first
            at = width * k + j - 1
            linear = before[at] if at >= 0 else 0.0
            small = float(only.alternate(linear, alone, 0.0, (0, 0), (0, 0))[0, 0, 0, 0])
            used += 1.0 / lives(salt[found]) + (2 * cycles - 1) / lives(small)
            salt[k, a, j, b] = salt[j, b, k, a] = 0.0
        return used


class Blocks:
    """Three groups between which only passages lead (rc36f1, rc36f4, rc36f5, rc36f6).

    sizes     (3,) how many rows of the matrix each group holds
    groups    the two groups, from 0, of each row's situation: one twice, or those that it leads between
    passages  {two groups: rows that lead between them}
    """

    def __init__(self, sizes, groups, passages: dict[tuple[int, int], list[int]]):
        ends = np.cumsum([0, *sizes])
        self.rows = [slice(ends[i], ends[i + 1]) for i in range(3)]
        self.groups, self.passages = groups, passages
        self.open = {pair: len(passages.get(pair, ())) for pair in PASSAGES}

    def part(self, salt):
        """No combination of two groups that nothing leads between."""
        for one, other in (pair for pair, count in self.open.items() if not count):
            salt[self.rows[one], :, self.rows[other]] = 0.0
            salt[self.rows[other], :, self.rows[one]] = 0.0

    def _kind(self, k, j):
        """Which groups have to be led between, None where the situations share one."""
        (one, first), (other, second) = self.groups[k], self.groups[j]
        if one in (other, second) or first in (other, second):
            return None
        pair = tuple(sorted((one, other)))
        own = tuple(sorted((first, second)))
        return pair if self.open[pair] else own if own in PASSAGES else None

    def times(self, salt, left, found, times):
        """(how often two states combine, the row of the situation that leads between them or None)."""
        kind, best, least = self._kind(found[0], found[2]), None, [np.inf, np.inf]
        for row in self.passages.get(kind, ()):
            if not left[row].any():
                continue
            for state in (0, 1):
                most = max(0.0, float(salt[:, :, row, state].max()))
                if most < least[state]:
                    least[state], best = most, row
        return (times, None) if best is None else (min(times, int(left[best].max())), best)

    def close(self, salt, left, by):
        """Part the groups whose passages are used up."""
        if by is not None and not left[by].any():
            self.open[next(pair for pair, rows in self.passages.items() if by in rows)] -= 1
        for pair, rows in self.passages.items():
            if self.open[pair] and not left[list(rows)].any():
                self.open[pair] = 0
        self.part(salt)


def _largest(salt, left):
    """(situation, state, situation, state) of the largest S_alt, None without any above zero: of equals the first by situations, then by
    the states of the second one (rc36f0)."""
    there = left.any(axis=1)
    shown = np.where(there[:, None, None, None] & there[None, None, :, None], salt, 0.0).transpose(0, 2, 3, 1)
    if not shown.size or shown.max() <= 0.0:
        return None
    k, j, b, a = np.unravel_index(shown.argmax(), shown.shape)
    return int(k), int(a), int(j), int(b)


def _take(salt, left, row, state, count):
    """A state that occurs `count` times from now on; one that does no more combines with none."""
    left[row, state] = count
    if count == 0:
        salt[row, state] = 0.0
        salt[:, :, row, state] = 0.0


@dataclass
class Temperatures:
    """A transient through the wall: (instants,) inside and outside, mean over the wall, and its linear part's difference."""

    inside: np.ndarray
    outside: np.ndarray
    mean: np.ndarray
    difference: np.ndarray

    def largest(self, other: Temperatures | None, expansions) -> tuple[float, float, float]:
        """(|dT1|, |dT2|, |alpha_a T_a - alpha_b T_b|) largest over the instants; nil the last without another side (rcsn01, rcsp01)."""
        half = np.abs(0.5 * self.difference)
        rest = np.maximum(np.abs(self.outside - self.mean) - half, np.abs(self.inside - self.mean) - half)
        jump = 0.0
        if other is not None:
            shared = min(len(self.mean), len(other.mean))
            jump = float(np.abs(expansions[0] * self.mean[:shared] - expansions[1] * other.mean[:shared]).max(initial=0.0))
        return float(np.abs(self.difference).max(initial=0.0)), float(rest.max(initial=0.0)), jump
