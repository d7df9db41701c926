"""Steps of Hujeux's law: how a step is cut, how mechanisms are foreseen and revised, what is done where nothing converges."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._lone import Ground, Odd, Together
from ._mechanisms import foreseen, revised
from ._memory import Memory
from ._newton import solve
from ._smooth import Pace, Shorter, advance
from ._soil import Soil

NEAR_TRACTION = 1e-5
REVISIONS = 5
MOST = 100


@dataclass(frozen=True)
class Control:
    """RESI_INTE and ITER_INTE_MAXI: 0, 1 and -1 make one step, more as many, less one step that is cut where it must be."""

    precision: float
    tries: int

    @property
    def first(self) -> int:
        """In how many parts a step begins."""
        return self.tries if self.tries > 1 else 1

    @property
    def cuts(self) -> bool:
        """Whether a step that begins whole may be cut."""
        return self.tries < -1

    @property
    def single(self) -> bool:
        """Whether only the growth of a step may cut it."""
        return self.tries in (-1, 0, 1)


@dataclass
class Walk:
    """Points (n,) on their way: stress and variables before, after; whether plastic, whether they failed."""

    stress: np.ndarray
    memory: Memory
    plastic: np.ndarray
    failed: np.ndarray


def walk(soil: Soil, control: Control, strain, stress, memory: Memory, alone: bool = False) -> Walk:
    """From stress (n, 6) and `memory` by a step of strain (n, 6); in plain numbers if `alone`, or `Together` is raised."""
    n, ground = len(strain), _ground(soil) if alone else None
    out = Walk(stress.copy(), memory.copy(), np.zeros(n, bool), np.zeros(n, bool))
    parts = np.full(n, control.first)
    final = np.full(n, not control.cuts)
    fresh = np.ones(n, bool)
    even = np.zeros(n, bool)
    rows = np.arange(n)
    while len(rows):
        part = strain[rows] / parts[rows, None]
        trial = _trials(soil, ground, stress[rows], part)
        more = soil.parts(stress[rows], trial - stress[rows])
        parts[rows] = np.where(more > 1, np.minimum(parts[rows] * more, MOST), parts[rows])
        attempt = _Attempt(
            soil, control, strain[rows] / parts[rows, None], stress[rows], memory.of(rows), trial, final[rows], fresh[rows], even[rows]
        )
        attempt.run(parts[rows], ground)
        out.stress[rows], out.memory.values[rows] = attempt.stress, attempt.memory.values
        out.plastic[rows], out.failed[rows] = attempt.plastic, attempt.failed
        again = attempt.again > 0
        even[rows] = attempt.even
        fresh[rows] &= ~attempt.grown
        parts[rows] = np.where(again, attempt.again, parts[rows])
        final[rows] |= again
        rows = rows[again]
    return out


def _ground(soil: Soil) -> Ground:
    try:
        return Ground(soil)
    except Odd:
        raise Together from None


def _trials(soil: Soil, ground: Ground | None, stress, strain):
    """(n, 6) the elastic stresses after a step of strain (n, 6), on a ground one by one."""
    try:
        if ground is not None:
            return np.array([ground.trial(*point) for point in zip(stress.tolist(), strain.tolist(), strict=True)])
    except Odd:
        pass
    return soil.trial(stress, strain)


class _Attempt:
    """One way of cutting: points walk their parts until they are through, fail or want more parts (`again` > 0)."""

    def __init__(self, soil: Soil, control: Control, part, stress, memory: Memory, trial, final, fresh, even):
        self.soil, self.control, self.part, self.final, self.fresh, self.even = soil, control, part, final, fresh, even
        self.stress, self.memory, self.trial = stress.copy(), memory, trial
        self.count = memory.values[:, 34].copy()
        n = len(part)
        self.plastic, self.failed, self.grown = np.zeros(n, bool), np.zeros(n, bool), np.zeros(n, bool)
        self.again = np.zeros(n, int)

    def run(self, parts, ground: Ground | None):
        """All parts of all points, which go together unless each goes alone on a ground."""
        if ground is None:
            self._run_together(parts)
            return
        self.odd = 0
        for row, count in enumerate(parts.tolist()):
            self._walk_alone(ground, row, count)
            if self.odd > parts.max():
                raise Together

    def _walk_alone(self, ground: Ground, row, count):
        part, stress, values = (given[row].tolist() for given in (self.part, self.stress, self.memory.values))
        trial, at, final = self.trial[row].tolist(), np.array([row]), bool(self.final[row])
        pace = Pace(self.control.precision, final, not final or bool(self.fresh[row] and self.control.single))
        for number in range(1, count + 1):
            values[34] = self.count[row] + number
            try:
                if number > 1:
                    trial = ground.trial(stress, part)
                stress, values, plastic, even = advance(ground, pace, part, stress, trial, values)
                self._keep(row, plastic, even)
            except Shorter as told:
                self._keep(row, told.plastic, told.even)
                self.again[row] = told.parts
                self.grown[row] |= told.grown
                return
            except (Odd, OverflowError, ValueError, ZeroDivisionError):
                self.odd += 1
                self.stress[row], self.memory.values[row] = stress, values
                self.trial[at] = self.soil.trial(self.stress[at], self.part[at])
                self._part(at)
                if self.failed[row] or self.again[row]:
                    return
                stress, values = self.stress[row].tolist(), self.memory.values[row].tolist()
        self.stress[row], self.memory.values[row] = stress, values

    def _keep(self, row, plastic, even):
        self.plastic[row] = plastic
        if even is not None:
            self.even[row] = even

    def _run_together(self, parts):
        for number in range(1, int(parts.max()) + 1):
            rows = np.flatnonzero((number <= parts) & ~self.failed & (self.again == 0))
            if not len(rows):
                return
            if number > 1:
                self.trial[rows] = self.soil.trial(self.stress[rows], self.part[rows])
            self.memory.values[rows, 34] = self.count[rows] + number
            self._part(rows)

    def _part(self, rows):
        soil = self.soil
        memory = self.memory.of(rows)
        first = memory.copy()
        elastic, cut, failed = foreseen(soil, memory, self.part[rows], self.stress[rows], self.trial[rows], ~self.final[rows])
        self.again[rows[cut]], self.failed[rows[failed]] = 3, True
        elastic &= ~(soil.torn(self.trial[rows], 2) >= 0.0).any(-1)
        self.plastic[rows] = ~elastic
        stress, after = self.trial[rows], memory.copy()
        going = np.flatnonzero(~(cut | failed))
        here = going[~elastic[going]]
        negative, known = np.zeros((len(rows), 8), bool), np.zeros(len(rows), bool)
        for _ in range(REVISIONS):
            if len(here):
                going = self._solved(rows, here, going, memory, after, stress, negative, known)
            if not len(going):
                break
            asked = (soil, memory.of(going), after.of(going), first.of(going))
            changed = revised(*asked, self.stress[rows[going]], stress[going], negative[going], self.even[rows[going]])
            memory.values[going], after.values[going] = asked[1].values, asked[2].values
            stay = going[~changed]
            self._accept(rows, stay, stress, after)
            here = going[changed]
            restart = here[~self.final[rows[here]]]
            self.again[rows[restart]] = 3
            here = going = here[self.final[rows[here]]]
            last_stress, last = stress[here], after.values[here]
            after.values[here] = memory.values[here]
            known[here] = True
            if not len(here):
                break
        else:
            after.values[here] = last
            stress[here] = last_stress
            self._accept(rows, here, stress, after)

    def _accept(self, rows, places, stress, after: Memory):
        self.stress[rows[places]], self.memory.values[rows[places]] = stress[places], after.values[places]

    def _solved(self, rows, here, going, memory: Memory, after: Memory, stress, negative, known):
        """Solves at the places `here`: those of `going` that go on."""
        soil, at = self.soil, rows[here]
        own, ahead = memory.of(here), after.of(here)
        found = solve(soil, self.control.precision, self.part[at], self.stress[at], stress[here], own, ahead, known[here])
        self.even[at] = found.even
        lost = found.lost | (soil.torn(found.stress, 1) > 0.0).any(-1)
        flat = lost & (found.torn | ((soil.torn(found.stress, 0) < NEAR_TRACTION) & (soil.torn(found.stress, 0) > -NEAR_TRACTION)).any(-1))
        self._flatten(flat, found.stress, own)
        found.after.values[flat] = own.values[flat]
        lost, failed = lost & ~flat, found.failed & ~flat
        wants = found.parts > 1
        cut = ~failed & (lost | wants) & ~self.final[at]
        cut |= ~failed & wants & self.fresh[at] & self.control.single
        self.grown[at[cut & wants]] = True
        self.again[at[cut]] = np.where(wants[cut], found.parts[cut], 3)
        stop = ~cut & (failed | lost)
        self.failed[at[stop]] = True
        memory.values[here], after.values[here] = own.values, found.after.values
        stress[here], negative[here] = found.stress, found.negative
        ended = np.zeros(len(rows), bool)
        ended[here[cut | stop]] = True
        return going[~ended[going]]

    def _flatten(self, rows, stress, memory: Memory):
        """At the limit of traction: an even stress, and no mechanism."""
        stress[rows] = np.concatenate([np.full(3, -2 * self.soil.margin), np.zeros(3)])
        memory.monotone[rows, :3] = memory.turned[rows, :3] = 0.0
        for k in range(3):
            memory.history[rows, k] = 0.0
