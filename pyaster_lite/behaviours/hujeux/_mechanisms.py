"""Which mechanisms of Hujeux's law may act in a step, and whether those that did were the right ones (r7.01.23, 3.2).

`foreseen` is asked before the equations are solved, `revised` after it.
"""

from __future__ import annotations

import numpy as np

from ._memory import Memory
from ._soil import EPS, TINY, Soil
from ._surfaces import Planes, cyclic_excess, grown_out, mobilised, monotone_excess
from ._turning import revise

CLOSE = np.array([1e-5, 1e-5, 1e-5, 1e-4])
"""How close, beside its radius, a stress counts as on a monotone surface."""


def _rates(soil: Soil, stresses, memory: Memory, radius, turned, change):
    """(n, 4) the normals at the first of `stresses` that has pressure, times the change of stress; and where none has (n,)."""
    history = np.where(turned[:, :3, None], memory.history, 0.0)
    at = Planes(soil, stresses[0], memory.swelling, radius[:, :3], history, turned[:, :3])
    planes, lost = at.normals(), grown_out(soil, memory.swelling)
    if at.torn.any():
        then = Planes(soil, stresses[1], memory.swelling, radius[:, :3], history, turned[:, :3])
        planes, lost = np.where(at.torn[..., None], then.normals(), planes), lost | (at.torn & then.torn).any(-1)
    side = np.where(turned[:, 3] & (memory.sense == 1.0), 1.0, -1.0)
    rates = np.concatenate([np.einsum("nki,ni->nk", planes, change), (side * change[:, :3].sum(-1) / 3)[:, None]], axis=1)
    return rates / soil.young, at.torn.any(-1), lost


def foreseen(soil: Soil, memory: Memory, strain, stress, trial, may_cut):
    """Sets the states of `memory` for a step of strain (n, 6) from stress to its elastic trial.

    Answers whether nothing acts (n,), whether a shorter step is wanted (n,), where `may_cut`, and where it fails (n,).
    """
    strain = np.where(abs(strain) < EPS, 0.0, strain)
    factor = soil.stiffening(trial[:, :3].sum(-1) / 3)
    change = factor[:, None] * (strain @ soil.elasticity)
    before = memory.copy()
    turned = ~((memory.monotone == 1.0) | (memory.monotone == 0.0))
    acted = np.where(turned, memory.turned == 1.0, memory.monotone == 1.0)
    radius = np.where(turned, memory.cyclic, memory.radius)
    active, late, lost = _rates(soil, (trial, stress), memory, radius, turned, change)
    loading = active >= -EPS
    charge = np.full(active.shape, -1.0)
    if turned.any():
        again, later, gone = _rates(soil, (trial, stress), memory, memory.radius, np.zeros_like(turned), change)
        charge = np.where(turned, again, charge)
        late, lost = late | (later & turned.any(-1)), lost | (gone & turned.any(-1))
    cut, failed = late & may_cut, lost & ~(late & may_cut)
    going = ~(cut | failed)
    joins = np.zeros(turned.shape, bool)
    if turned.any():
        near = abs(mobilised(soil, stress, memory.swelling) - memory.radius) / memory.radius < CLOSE
        joins = turned & (charge >= -EPS) & near & going[:, None]
    monotone, first = memory.monotone, going[:, None] & ~(joins | turned)
    turns, starts = first & acted & ~loading, first & ~acted & loading
    if starts.any():
        starts &= monotone_excess(soil, trial, memory) > TINY
    idle = first & ~(acted | starts)
    monotone[first & ~idle], monotone[turns], monotone[idle] = 1.0, -1.0, 0.0
    for k in np.flatnonzero((turned | turns).any(0)):
        here = going & joins[:, k]
        memory.monotone[here, k], memory.turned[here, k] = 1.0, 0.0
        if k < 3:
            memory.forget(k, np.flatnonzero(here), soil)
        else:
            memory.values[here, 20:22] = 0.0
        open_here = going & ~joins[:, k]
        again = open_here & turned[:, k]
        runs = again & acted[:, k] & loading[:, k]
        memory.turned[runs, k] = np.where(memory.cyclic[runs, k] < 1.0, 1.0, 0.0)
        back = again & ~loading[:, k] & (acted[:, k] | (k == 3) | (memory.cyclic[:, k] != soil.rd_cyc))
        unmoved = again & ~acted[:, k] & ~loading[:, k] & ~back
        marked = turns[:, k] | back
        _turn(soil, memory, k, np.flatnonzero(marked), stress)
        waits = again & ~acted[:, k] & loading[:, k]
        past = _past(soil, trial, memory, k, marked | waits)
        if k < 3:
            past &= ~((memory.cyclic[:, k] == 1.0) & ~(back & ~acted[:, k]))
            _older(soil, memory, before, k, trial, waits & past)
        memory.turned[(marked | waits) & past, k] = 1.0
        still = ((marked | waits) & ~past) | unmoved
        memory.turned[still, k] = 0.0
        idle[:, k] |= still
    return idle.all(-1), cut, failed


def _turn(soil: Soil, memory: Memory, k, rows, stress):
    if k < 3:
        memory.mark(k, rows, soil, stress[rows])
    else:
        memory.turn(rows, soil)


def _past(soil: Soil, stress, memory: Memory, k, asked):
    """(n,) where the cyclic surface k is passed, among the points asked for."""
    found = np.zeros(len(stress), bool)
    rows = np.flatnonzero(asked)
    if len(rows):
        found[rows] = cyclic_excess(soil, stress[rows], memory.of(rows))[:, k] > TINY
    return found


def _older(soil: Soil, memory: Memory, before: Memory, k, trial, asked):
    """Where the older surface is passed as well, it is the one that acts."""
    rows = np.flatnonzero(asked & (before.older[:, k, :2] != 0.0).any(-1))
    if not len(rows):
        return
    older = before.of(rows)
    older.history[:, k], older.cyclic[:, k] = before.older[rows, k, :4], before.older[rows, k, 4]
    rows = rows[cyclic_excess(soil, trial[rows], older)[:, k] > TINY]
    memory.history[rows, k], memory.cyclic[rows, k] = before.older[rows, k, :4], before.older[rows, k, 4]
    memory.older[rows, k] = 0.0
    memory.older[rows, k, 4] = soil.rd_cyc


def revised(soil: Soil, memory: Memory, after: Memory, first: Memory, stress, found, negative, even_before):
    """(n,) where the states of `memory` had to change, so that the step is to be solved again; `after` may change as well.

    memory, after  before and after the step;  first  before `foreseen`;  negative (n, 8) which multipliers came out below zero;
    even_before (n,) whether the isotropic mechanism was in the last equations that were solved.
    """
    suspect = negative.any(-1)
    monotone = monotone_excess(soil, found, after) > TINY
    suspect |= (monotone & (memory.monotone != 1.0)).any(-1)
    turned = memory.monotone == -1.0
    if (turned | (memory.monotone[:, 3:] == 0.0)).any():
        cyclic = cyclic_excess(soil, found, after) > TINY
        waits = turned & (memory.turned == 0.0)
        moved = (first.history[..., :2] != memory.history[..., :2]).any(-1) | (memory.cyclic[:, :3] != soil.rd_cyc)
        suspect |= (waits & cyclic).any(-1) | (waits[:, :3] & moved).any(-1)
        x, t = after.history[..., :2], after.history[..., 2:]
        inside = x - after.cyclic[:, :3, None] * t
        reach = np.sqrt(inside[..., 0] ** 2 + inside[..., 1] ** 2 / 2) + after.cyclic[:, :3] - after.radius[:, :3]
        suspect |= (turned[:, :3] & (after.turned[:, :3] == 1.0) & (reach / after.radius[:, :3] > TINY)).any(-1)
        now, then = (mobilised(soil, s, m.swelling)[:, 3] for s, m in ((stress, memory), (found, after)))
        suspect |= (memory.monotone[:, 3] == 0.0) & (now - then >= EPS)
        suspect |= waits[:, 3] & (
            (first.centre != after.centre) | (first.sense != after.sense) | (first.cyclic[:, 3] != after.cyclic[:, 3])
        )
        if waits[:, 3].any():
            turning = memory.copy()
            turning.turn(np.flatnonzero(waits[:, 3]), soil)
            turning.swelling[:] = after.swelling
            suspect |= waits[:, 3] & (cyclic_excess(soil, found, turning)[:, 3] > TINY)
    changed = np.zeros(len(found), bool)
    for i in np.flatnonzero(suspect):
        row = slice(i, i + 1)
        parts = (Memory(m.values[row]) for m in (memory, after, first))
        changed[i] = revise(soil, *parts, stress[row], found[row], negative[i], bool(even_before[i]))
    return changed
