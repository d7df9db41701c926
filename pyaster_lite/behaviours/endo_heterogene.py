"""RELATION='ENDO_HETEROGENE': rock whose cells break one after another, at random where cracks start (r5.03.24; cavini, nmplgs, lcbrgm).

With r the smoothed stresses of fe.stress_graded at the vertices and L its length, the stress is (1 - d) that of elasticity; d is 0, and
0.999999 in a cell that has broken:

(1) Each cell draws x in [0, 1) and starts a crack above  s_a = SY (L^3 / (A EPAI))^(1/m) (-ln(1 - x))^(1/m),  A its area, m WEIBULL;
    a crack goes on above  s_p = 0.5736 KI / sqrt(pi L).  Cells with s_a < sqrt(2) s_p draw anew where GR is zero.
(2) Of an iterate a sound cell breaks where the largest principal value of the mean of r is above s_a. Two cells may not start cracks at
    once: the step then fails.
(3) A cell that a crack points at (fe.cell_cracks) breaks where that of r, where the crack comes in, is above s_p. Where it would turn back,
    it goes straight on.

Thresholds are drawn anew until a step has kept them, as in code_aster, whose sequence starts here with each evolution. Variables: d; 0 in
sound cells, 1 pointed at, 2 a crack started, 3 one went on; s_a; s_p; the cells pointed at; the iterate that broke it and the present one;
the points where the crack goes out and where it came in.
"""

from __future__ import annotations

from math import log, pi, sqrt
from random import Random

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.cell_cracks import farther, largest, met_edges, neighbours
from pyaster_lite.fe.errors import LawFailed

BROKEN = 0.999999
SHARE = 0.5736
TRIES = 25
NONE_YET = 1e-4
"""A threshold below this, Pa, is still to be drawn."""
D, STATE, STARTS, GOES_ON, FIRST, SECOND, WHEN, NOW, OUT, IN = 0, 1, 2, 3, 4, 5, 6, 7, 8, 10


class BreakingCells:
    """The law of all cells of an evolution; `begun` gives the one of another evolution."""

    linear = False
    symmetric = False
    internal_names = ("ENDO", "INDIENDO", "ALEA", "SURF", "ELEP1", "ELEP2", "COMR", "COMPT", "X1", "Y1", "X2", "Y2")
    internal_size = len(internal_names)
    needs = {"young": "ELAS", "heterogeneous": "ENDO_HETEROGENE", "nonlocal_length": "NON_LOCAL"}

    def __init__(self):
        self._random, self._started, self._behind = Random(0), 0, None

    def begun(self) -> BreakingCells:
        """The law of another evolution."""
        return BreakingCells()

    def smoothed(self, strain, internal, data, continuum):
        """Stress (ne, ng, ns) and its tangent (ne, ng, ns, ns) at what is broken."""
        left = (1.0 - internal[..., D])[..., None, None]
        tangent = left * continuum.elasticity(data.elasticity())
        return (tangent @ strain[..., None])[..., 0], tangent

    def rested(self, data, internal):
        """The variables while nothing has moved; thresholds are drawn and forgotten."""
        self._with_thresholds(data, internal)
        return internal

    def breaks(self, data, field, before, last):
        """The variables of an iterate with smoothed stresses field (ne, nv, 4), `before` those of the step's start, `last` of the iterate
        before (None of the first one). LawFailed where two cells start cracks.
        """
        corners = _corners(data, field.shape[1])
        if self._behind is None:
            self._behind = neighbours(corners)
        old = self._with_thresholds(data, before)[:, 0]
        last = (before if last is None else last)[:, 0]
        new = last.copy()
        new[:, STARTS : GOES_ON + 1] = old[:, STARTS : GOES_ON + 1]
        new[:, NOW] += 1.0
        failed = False
        for cell in range(len(new)):
            failed |= self._cell(cell, data.cells, corners[cell], field[cell], last, new[cell])
        if failed:
            raise LawFailed("two cells start to crack at once")
        new[:, D] = np.where(new[:, STATE] >= 2, BROKEN, old[:, D])
        return np.repeat(new[:, None], before.shape[1], axis=1)

    def _cell(self, cell, numbers, corners, field, last, own):
        """Steps (2) and (3) in one cell, whose variables (12,) change; whether it starts a crack too much."""
        start = came = value = None
        for other in self._behind[cell]:
            if other < 0 or last[other, WHEN] >= own[NOW]:
                continue
            for word, here, there in ((FIRST, OUT, IN), (SECOND, IN, OUT)):
                if round(last[other, word]) == numbers[cell] + 1:
                    own[STATE] = own[STATE] or 1.0
                    if round(own[STATE]) == 1:
                        start, came, edge = last[other, here : here + 2], last[other, there : there + 2], other
        state = round(own[STATE])
        failed = False
        if state == 1 and start is not None:
            place = int(np.flatnonzero(self._behind[cell] == edge)[0])
            ends = [place, (place + 1) % len(corners)]
            away = np.linalg.norm(corners[ends] - start, axis=1)
            value, direction = largest((1.0 - away / away.sum()) @ field[ends])
            if value > own[GOES_ON]:
                own[STATE], own[WHEN] = 3.0, own[NOW]
                self._go_on(cell, numbers, corners, own, start, came, direction)
        elif state == 0:
            value, direction = largest(field.mean(axis=0))
            if value > own[STARTS]:
                # as in code_aster, which counts iterates and forgets the count where it fails
                failed = round(own[NOW]) <= self._started
                self._started = 0 if failed else round(own[NOW])
                own[STATE], own[WHEN] = 2.0, own[NOW]
                self._start(cell, numbers, corners, own, direction)
        return failed

    def _start(self, cell, numbers, corners, own, direction):
        words = iter(((FIRST, OUT), (SECOND, IN)))
        for edge, point in met_edges(corners, corners.mean(axis=0), direction):
            other = self._behind[cell, edge]
            if other >= 0:
                word, place = next(words)
                own[word], own[place : place + 2] = numbers[other] + 1, point

    def _go_on(self, cell, numbers, corners, own, start, came, direction):
        for turned in (False, True):
            out = None
            for edge, point in farther(met_edges(corners, start, direction), start):
                other = self._behind[cell, edge]
                if other >= 0:
                    own[FIRST], own[OUT : OUT + 2], own[IN : IN + 2], out = numbers[other] + 1, point, start, point
            if out is None or turned or (out - start) @ (start - came) >= 0.0:
                return
            back = start - came
            direction = np.array([-back[1], back[0]]) / np.linalg.norm(back)

    def _with_thresholds(self, data, internal):
        """The variables with step (1) where it is still to be done."""
        internal, corners = internal.copy(), _corners(data, 3 if len(data.coordinates[0]) == 6 else 4)
        x, y = corners[..., 0], corners[..., 1]
        area = 0.5 * abs((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))
        told, lengths = data.property("heterogeneous"), data.property("nonlocal_length")
        for cell in np.flatnonzero((internal[:, 0, STARTS : GOES_ON + 1] < NONE_YET).any(axis=1)):
            sy, m, toughness, thickness, seed = told[cell]
            length, found = lengths[cell], internal[cell, 0]
            starts, goes_on = found[STARTS], found[GOES_ON]
            for _ in range(1 if seed > 0.0 else TRIES):
                if found[STARTS] < NONE_YET:
                    starts = sy * (length**3 / (area[cell] * thickness)) ** (1 / m) * (-log(1.0 - self._random.random())) ** (1 / m)
                if found[GOES_ON] < NONE_YET:
                    goes_on = SHARE * toughness / sqrt(pi * length)
                if starts >= sqrt(2.0) * goes_on:
                    break
            else:
                raise LawFailed("ENDO_HETEROGENE: a crack would start at a stress at which it goes on")
            internal[cell, :, STARTS], internal[cell, :, GOES_ON] = starts, goes_on
        return internal


def _corners(data, count):
    """(ne, nv, 2) the vertices of the cells."""
    return data.coordinates[:, :count, :2]


BEHAVIOURS.add("ENDO_HETEROGENE", BreakingCells())
