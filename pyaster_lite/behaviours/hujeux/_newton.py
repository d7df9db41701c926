"""A step of Hujeux's law with given mechanisms: Newton's method, tried again with others where it fails (r7.01.23, 3.3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._memory import Memory
from ._predictor import first_guess, solved
from ._recovery import Trouble, recover
from ._soil import EPS, Soil
from ._system import RADII, SIZE, SLIPS, STRESS, SWELL, TEARS, Acting, Equations

ROUNDS, ITERATIONS = 6, 50
NEGATIVE = -1e-6
GROWTH, MOST_PARTS = 0.1, 3
"""How much radii and the plastic volume may grow in a step, and in how many parts it is then cut at most."""


@dataclass
class Solved:
    """What solving has found of points (n,): stress, variables after; `negative` (n, 8) multipliers below zero.

    lost       no convergence;  failed  the step cannot be made;  parts  into how many it had better be cut (1: none)
    torn       some plane was held at the limit of traction;  even  whether the isotropic mechanism was in the equations
    """

    stress: np.ndarray
    after: Memory
    negative: np.ndarray
    lost: np.ndarray
    failed: np.ndarray
    parts: np.ndarray
    torn: np.ndarray
    even: np.ndarray


def solve(soil: Soil, precision, strain, start, guess, memory: Memory, after: Memory, known) -> Solved:
    """The end of steps of strain (n, 6) from stress `start`; `memory` has the states to try and may have others after it.

    guess (n, 6) is the elastic trial, or a stress that was found with other mechanisms where it is `known` (n,).
    """
    n = len(strain)
    out = Solved(
        guess.copy(),
        after,
        np.zeros((n, 8), bool),
        np.zeros(n, bool),
        np.zeros(n, bool),
        np.ones(n, int),
        np.zeros(n, bool),
        np.zeros(n, bool),
    )
    entered = memory.copy()
    free, forced = np.ones((n, 3), bool), np.zeros(n, bool)
    rows = np.arange(n)
    for count in range(1, ROUNDS + 1):
        acting = Acting.of_states(memory.of(rows))
        here, y0 = memory.of(rows), np.zeros((len(rows), SIZE))
        y0[:, STRESS], y0[:, SWELL], y0[:, RADII] = start[rows], here.swelling, acting.radii(here)
        y0[:, RADII] = np.where(acting.any, y0[:, RADII], 0.0)
        out.negative[rows] = False
        change = out.stress[rows] - start[rows]
        first, failed = first_guess(soil, strain[rows], out.stress[rows], y0, here, acting, change, known[rows], free[rows], forced[rows])
        out.torn[rows] |= acting.torn.any(-1)
        out.even[rows] = acting.any[:, 3]
        found = _iterate(soil, precision, strain[rows], y0, y0 + first, here, acting, failed)
        again = []
        for group in _settle(soil, precision, found, out, rows, free, guess, memory, entered, count):
            again.extend(group)
        for i in np.flatnonzero(found.bad):
            row = rows[i]
            out.failed[row] = found.failed[i]
            if count == ROUNDS:
                _give_up(soil, out, row, start, memory, entered)
                continue
            trouble = Trouble(
                soil,
                start[row],
                guess[row],
                found.y[i],
                found.first[i],
                found.residual[i],
                acting.of(i),
                found.near[i],
                found.older[i],
                found.torn[i],
            )
            held, stays = recover(trouble, Memory(memory.values[row]), Memory(entered.values[row]), free[row])
            forced[row] = forced[row] if held is None else held
            out.failed[row] &= stays
            out.lost[row] = stays
            out.stress[row] = guess[row]
            after.values[row] = memory.values[row]
            if not stays:
                again.append(row)
        rows = np.array(sorted(again), int)
        if not len(rows):
            break
    out.lost[rows] = True
    return out


def _give_up(soil: Soil, out: Solved, row, start, memory: Memory, entered: Memory):
    """No more mechanisms are tried; at the limit of traction the point stays where it was."""
    out.lost[row] = True
    if (soil.torn(start[row], 2) > -EPS).any():
        out.failed[row] = False
        out.stress[row] = start[row]
        memory.values[row] = entered.values[row]
        out.after.values[row] = entered.values[row]


class _Found:
    """What iterations make of points: the unknowns, how they ended and what they passed by."""

    def __init__(self, y, failed):
        self.y, self.first, self.residual = y.copy(), y.copy(), np.zeros_like(y)
        self.failed = failed.copy()
        self.bad = failed.copy()
        self.torn = np.zeros(len(y), bool)
        self.near, self.older = np.zeros((len(y), 3), bool), np.zeros((len(y), 3), bool)

    def fail(self, rows, failed=True, torn=False):
        """Points whose iterations end without a solution."""
        self.bad[rows] = True
        self.failed[rows] = failed
        self.torn[rows] |= torn


def _iterate(soil: Soil, precision, strain, y0, y, memory: Memory, acting: Acting, failed) -> _Found:
    """Newton's method of the points that did not fail yet."""
    found = _Found(y, failed)
    tears = acting.torn.any(-1)
    high = tears & (abs(y[:, :3]) > soil.pref**2).any(-1)
    found.fail(np.flatnonzero(high))
    rows = np.flatnonzero(~found.bad)
    alone = tears & ~acting.any.any(-1)
    planes = acting.any[:, :3]
    unit = np.ones(SIZE)
    unit[STRESS], unit[RADII] = soil.young, soil.young / soil.scale
    for iteration in range(1, ITERATIONS + 2):
        if not len(rows):
            break
        here = acting.of(rows)
        system = Equations(soil, strain[rows], y0[rows], found.y[rows], memory.of(rows), here)
        right, undefined = system.residual, system.undefined
        found.residual[rows] = right
        found.near[rows] |= system.near
        found.older[rows] |= system.older & ~system.near
        found.fail(rows[undefined], torn=(soil.torn(found.y[rows[undefined], STRESS], 1) >= -EPS).any(-1))
        wild = ~(abs(right) <= soil.pref**2).all(-1)
        error = np.sqrt((right**2).sum(-1))
        good = ~(undefined | wild) & (error < precision) & (1 < iteration <= ITERATIONS)
        step, singular = np.zeros_like(right), np.zeros_like(good)
        if not (good | undefined | wild).all():
            matrix = system.matrix()
            matrix[undefined | good], right[undefined] = np.eye(SIZE), 0.0
            step, singular = solved(matrix, right)
        ended = undefined | singular | wild
        found.fail(rows[(singular | wild) & ~undefined])
        late = ~ended & ~good & (iteration > ITERATIONS)
        found.fail(rows[late])
        moves = ~(ended | good | late)
        found.y[rows[moves]] += (unit * step)[moves]
        past = (soil.torn(found.y[rows, STRESS], 1) >= -EPS) & planes[rows]
        stuck = moves & np.where(alone[rows], error > 1e5, past.any(-1))
        found.fail(rows[stuck & alone[rows]])
        found.fail(rows[stuck & ~alone[rows]], failed=False, torn=True)
        rows = rows[moves & ~stuck]
    return found


def _settle(soil: Soil, precision, found: _Found, out: Solved, rows, free, guess, memory: Memory, entered: Memory, count):
    """Looks at the points that converged: those to solve again, and the rest written down; `found.bad` gets those past traction."""
    good = np.flatnonzero(~found.bad)
    if not len(good):
        return
    acting = Acting.of_states(memory.of(rows))
    y, at = found.y, rows[good]
    slips = np.concatenate([y[:, SLIPS], y[:, TEARS]], axis=1)[good]
    most = np.maximum(slips.max(axis=-1), precision)
    below = slips / most[:, None] < NEGATIVE
    out.negative[at, :4] = below[:, :4] & acting.monotone[good]
    out.negative[at, 4:] = below[:, :4] & acting.cyclic[good]
    pulled = below[:, 4:]
    free[at] |= pulled
    back = pulled.any(-1)
    alone = ~acting.any[good].any(-1)
    out.stress[at[back]] = guess[at[back]]
    again = at[back & ~alone]
    memory.values[again] = out.after.values[again] = entered.values[again]
    if count == ROUNDS:
        out.lost[at[back]] = True
    else:
        yield at[back]
    good, at, alone = good[~back], at[~back], alone[~back]
    out.stress[at] = y[good, STRESS]
    past = soil.torn(y[good, STRESS], 2) > 1 / soil.pref**2
    free[at] &= ~past
    torn = past.any(-1)
    found.fail(good[torn & ~alone], torn=True)
    if count == ROUNDS:
        found.fail(good[torn & alone], failed=False)
    else:
        yield at[torn & alone]
    good, at = good[~torn], at[~torn]
    _write(soil, precision, y[good], acting.of(good), memory.of(at), out, at)


def _write(soil: Soil, precision, y, acting: Acting, before: Memory, out: Solved, rows):
    """Radii do not shrink, and cyclic ones stay within the monotone ones; growth beyond GROWTH asks for parts."""
    after = out.after.of(rows)
    after.swelling[:] = y[:, SWELL]
    was = acting.radii(before)
    radius = np.maximum(y[:, RADII], was)
    radius[:, :3] = np.where(
        acting.cyclic[:, :3] & (radius[:, :3] > was[:, :3]), np.minimum(radius[:, :3], before.radius[:, :3]), radius[:, :3]
    )
    after.radius[:] = np.where(acting.monotone, radius, after.radius)
    after.cyclic[:] = np.where(acting.cyclic, radius, after.cyclic)
    out.after.values[rows] = after.values
    growth = np.where(acting.any, (radius - was) / np.where(was == 0.0, 1.0, was), 0.0)
    known = abs(before.swelling) > precision
    swollen = np.where(known, (after.swelling - before.swelling) / np.where(known, before.swelling, 1.0), 0.0)
    by_size = np.where(known, (after.swelling - before.swelling) / np.where(known, abs(before.swelling), 1.0), 0.0)
    parts = np.where(growth > GROWTH, np.clip(np.floor(growth / GROWTH + 0.5), 1, MOST_PARTS), 1).max(-1)
    more = np.where(swollen > GROWTH, np.clip(np.floor(by_size / GROWTH + 0.5), 1, MOST_PARTS), 1)
    out.parts[rows] = np.maximum(parts, more)
