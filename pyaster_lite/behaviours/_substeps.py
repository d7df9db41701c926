"""A law integrated in steps of the same length, one after the other, within each step (u4.51.11, ITER_INTE_PAS; redece).

1. a point goes in `count` steps, or with `spared` in one step first; its strains, the instant and what surrounds it move evenly
2. where one of them fails, that point goes again in `count` steps, then in twice as many and so on, up to 16 `count`
3. the tangent is the mean of those of the steps, as code_aster has it
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed

from ._law import Law

LEVELS = 5
"""How many counts of steps are tried."""


class Substepped(Law):
    """`law` in `count` steps, with `spared` only at the points where it fails at once; whatever else it does, it does as before."""

    def __init__(self, law: Law, count: int, spared: bool = False):
        self.law, self.count, self.spared = law, count, spared
        self.linear, self.restarts, self.plane_stress, self.mirrored = law.linear, law.restarts, law.plane_stress, law.mirrored
        self.internal_names, self.needs, self.fibre = law.internal_names, law.needs, law.fibre
        self.localises, self.explicit = law.localises, law.explicit

    def __getattr__(self, name):
        if name == "law":
            raise AttributeError(name)
        return getattr(self.law, name)

    def within(self, precision, tries):
        """The law with another precision, in the same steps."""
        return Substepped(self.law.within(precision, tries), self.count, self.spared)

    def integrate(self, strain, state, data, continuum):
        """The law's answer after its last step; at once while predicting. LawFailed where the shortest steps fail too."""
        if data.step.predicting:
            return self.law.integrate(strain, state, data, continuum)
        counts = [1] * self.spared + [self.count * 2**level for level in range(LEVELS)]
        try:
            return self._in(counts[0], strain, state, data, continuum)
        except LawFailed:
            return _Points(self.law, strain, state, data, continuum).integrated(counts)

    def _in(self, count, strain, state, data, continuum):
        if count == 1:
            return self.law.integrate(strain, state, data, continuum)
        parts, start, moved, total = Parts(data), state.strain, strain - state.strain, 0.0
        for i in range(count):
            now = start + moved * ((i + 1) / count)
            stress, internal, tangent = self.law.integrate(now, state, parts.part(i, count), continuum)
            state, total = PointState(now, stress, internal), total + tangent / count
        return stress, internal, total


class Parts:
    """The parts of a step; what surrounds the points is what the ends of the whole step have, moved evenly (rcvarc)."""

    def __init__(self, data: ElementData):
        self.step, self.data = data.step, data
        length = self.step.after - self.step.before
        if data.surroundings is not None and length:
            first, last = dict(data.surroundings(self.step.before)), dict(data.surroundings(self.step.after))
            moving = {name for name, value in last.items() if name in first and not np.array_equal(first[name], value, equal_nan=True)}

            def around(t):
                share = (t - self.step.before) / length
                return {name: first[name] + share * (value - first[name]) if name in moving else value for name, value in last.items()}

            self.data = replace(data, surroundings=around)

    def part(self, i: int, count: int) -> ElementData:
        """The data of the i-th of `count` parts."""
        first, last = self.step.before, self.step.after
        return self.data.between(*(first + (last - first) * k / count for k in (i, i + 1)))


class _Points:
    """The points of cells, each followed for itself."""

    def __init__(self, law, strain, state, data, continuum):
        self.law, self.data, self.continuum, self.shape = law, data, continuum, strain.shape[:2]
        self.cells, self.places = (index.ravel() for index in np.indices(self.shape))
        self.before = [part.reshape(-1, part.shape[-1]) for part in (state.strain, state.stress, state.internal)]
        self.moved = (strain - state.strain).reshape(self.before[0].shape)
        self.failure, self._known = None, {}

    def integrated(self, counts):
        """Stress, internal variables and tangent, those that fail in the first of `counts` steps going in the next ones."""
        n = self.moved.shape[-1]
        stress, internal, tangent = self.before[1].copy(), self.before[2].copy(), np.zeros((len(self.cells), n, n))
        rows = np.arange(len(self.cells))
        for count in counts:
            stress[rows], internal[rows], tangent[rows] = self.before[1][rows], self.before[2][rows], 0.0
            going = rows
            for i in range(count):
                answered = []
                for kept, answer in self._each(going, (stress, internal), i, count):
                    stress[kept], internal[kept] = answer[0][:, 0], answer[1][:, 0]
                    tangent[kept] += np.broadcast_to(answer[2], (len(kept), 1, n, n))[:, 0] / count
                    answered.append(kept)
                if not answered:
                    going = going[:0]
                    break
                going = np.sort(np.concatenate(answered))
            rows = np.setdiff1d(rows, going)
            if not rows.size:
                return tuple(part.reshape(*self.shape, *part.shape[1:]) for part in (stress, internal, tangent))
        raise self.failure

    def _each(self, rows, reached, i, count):
        """(rows, what the law answers) of the rows that it answers, in as few parts as may be."""
        parts = [rows]
        while parts:
            own = parts.pop()
            start, moved = self.before[0][own][:, None], self.moved[own][:, None]
            state = PointState(start + moved * (i / count), *(part[own][:, None] for part in reached))
            try:
                answer = self.law.integrate(start + moved * ((i + 1) / count), state, self._of(own).part(i, count), self.continuum)
            except LawFailed as failure:
                self.failure, told = failure, failure.points
                # laws made of others may pass on what one of these tells of some points
                if told is not None and np.size(told) == len(own) and np.any(told):
                    if not np.all(told):
                        parts.append(own[~np.ravel(told)])
                elif len(own) > 1:
                    parts.extend(np.array_split(own, 2))
            else:
                yield own, answer

    def _of(self, rows) -> Parts:
        key = rows.tobytes()
        if key not in self._known:
            self._known[key] = Parts(points_of(self.data, self.cells[rows], self.places[rows], self.shape[1]))
        return self._known[key]


def points_of(data: ElementData, cells, places, count: int) -> ElementData:
    """The data of points (n,) of cells (n,) that have `count` of them, each as a cell of its own."""
    own, around = replace(data, surroundings=None).subset(cells), data.surroundings
    if around is None:
        return own

    def at(t):
        return {name: values[cells, places][:, None] if values.shape[1] == count else values[cells] for name, values in around(t).items()}

    return replace(own, surroundings=at)
