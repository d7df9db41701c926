"""One point whose mechanisms were not the right ones: which are to be tried next (r7.01.23, 3.2.4)."""

from __future__ import annotations

import numpy as np

from ._memory import Memory
from ._soil import EPS, TINY, Soil
from ._surfaces import EVEN, cyclic_excess, monotone_excess, onward

ONE = np.array([0])


def revise(soil: Soil, memory: Memory, after: Memory, first: Memory, stress, found, negative, even) -> bool:
    """Whether to solve again, `memory` changed; all of one point, shapes (1, ...), negative (8,)."""
    older = memory.copy()
    for k in range(3):
        if (memory.older[0, k, :2] != 0.0).any():
            older.history[0, k], older.cyclic[0, k] = memory.older[0, k, :4], memory.older[0, k, 4]
    unloads = _evenly(soil, stress, memory) - _evenly(soil, found, after) >= EPS
    turning, passed = memory.copy(), monotone_excess(soil, found, after)[0] > TINY
    changed = False
    for k in range(4):
        state = memory.monotone[0, k]
        if state == 1.0:
            if negative[k]:
                changed = True
                if k < 3 or even:
                    _give_up(soil, memory, first, stress, k, unloads)
            continue
        if state == -1.0 and negative[k + 4]:
            changed, memory.turned[0, k] = True, 0.0
            continue
        if k == 3 and changed and not even:
            continue
        if passed[k]:
            changed = True
            _overtaken(soil, memory, first, k, state)
            continue
        if state == 0.0:
            if k == 3 and unloads:
                changed, memory.monotone[0, 3] = True, -1.0
                memory.turn(ONE, soil)
            continue
        if k < 3 and after.turned[0, k] == 1.0 and _reaches(soil, memory, after, k):
            changed = True
        elif memory.turned[0, k] == 0.0 and abs(memory.cyclic[0, k] - 1.0) >= TINY:
            if k < 3:
                changed = _wakes(soil, memory, after, first, older, found, k, changed)
            else:
                changed = _wakes_evenly(soil, memory, after, first, turning, found, unloads) or changed
    return changed


def _evenly(soil: Soil, stress, memory: Memory):
    """The radius whose isotropic surface holds the stress."""
    return (abs(stress @ EVEN) / abs(soil.d * soil.consolidation(memory.swelling)))[0]


def _past(soil: Soil, stress, memory: Memory, k) -> bool:
    return bool(cyclic_excess(soil, stress, memory)[0, k] > TINY)


def _give_up(soil: Soil, memory: Memory, first: Memory, stress, k, unloads):
    """A monotone mechanism that would have slipped back."""
    if memory.radius[0, k] == (soil.rd_ela if k < 3 else soil.ri_ela):
        memory.monotone[0, k] = 0.0
    elif k < 3:
        memory.monotone[0, k] = -1.0
        if first.history[0, k, 2:].any():
            memory.cyclic[0, k], memory.history[0, k] = first.cyclic[0, k], first.history[0, k]
        else:
            memory.mark(k, ONE, soil, stress)
    elif first.sense[0] != 0.0:
        _restore(memory, first)
        memory.monotone[0, 3] = -1.0
    else:
        memory.monotone[0, 3] = -1.0 if unloads else 0.0
        if unloads:
            memory.turn(ONE, soil)


def _restore(memory: Memory, first: Memory):
    """The isotropic cyclic surface as it was before."""
    memory.cyclic[0, 3] = first.cyclic[0, 3]
    memory.values[0, 20:22] = first.values[0, 20:22]


def _overtaken(soil: Soil, memory: Memory, first: Memory, k, state):
    """The monotone surface is passed: it acts from now on."""
    if k == 3 and state == -1.0 and memory.sense[0] == 1.0 and first.sense[0] == -1.0:
        _restore(memory, first)
        memory.turned[0, 3] = 1.0
        return
    memory.monotone[0, k] = 1.0
    if k < 3:
        memory.forget(k, ONE, soil)
    if state == -1.0:
        memory.turned[0, k] = 0.0
        if k == 3:
            memory.values[0, 20:22] = 0.0


def _reaches(soil: Soil, memory: Memory, after: Memory, k) -> bool:
    """Whether a cyclic surface has grown out of the monotone one, which it is then to touch from inside."""
    x, t, r = after.history[0, k, :2], after.history[0, k, 2:], after.cyclic[0, k]
    middle = x - r * t
    far = np.sqrt(middle[0] ** 2 + middle[1] ** 2 / 2)
    if not (far + r - after.radius[0, k]) / after.radius[0, k] > TINY:
        return False
    memory.history[0, k, 2:] = middle / far
    memory.history[0, k, :2] = middle / far * memory.radius[0, k]
    _no_older(soil, memory, k)
    memory.cyclic[0, k] = r
    return True


def _no_older(soil: Soil, memory: Memory, k):
    memory.older[0, k] = 0.0
    memory.older[0, k, 4] = soil.rd_cyc


def _wakes(soil: Soil, memory: Memory, after: Memory, first: Memory, older: Memory, found, k, changed) -> bool:
    """A cyclic deviatoric surface that was not to act; whether something changed so far."""
    if _past(soil, found, after, k):
        changed, memory.turned[0, k] = True, 1.0
        ahead = onward(soil, found, after)[0, k] >= 0.0
        if (memory.older[0, k, :2] != 0.0).any():
            if _past(soil, found, older, k) and onward(soil, found, older)[0, k] < 0.0:
                memory.history[0, k], memory.cyclic[0, k] = memory.older[0, k, :4].copy(), memory.older[0, k, 4]
                _no_older(soil, memory, k)
                return True
        elif ahead:
            history, r = memory.history[0, k].copy(), memory.cyclic[0, k]
            memory.older[0, k, :4], memory.older[0, k, 4] = history, r
            memory.history[0, k, :2] = history[:2] - 2 * r * history[2:]
            memory.history[0, k, 2:] = -history[2:]
            return True
    before, now = first.history[0, k, :2], memory.history[0, k, :2]
    if ((before != now) & (before != 0.0)).any():
        if onward(soil, found, after)[0, k] > 0.0:
            after.history[0, k], after.cyclic[0, k] = first.history[0, k], first.cyclic[0, k]
            if _past(soil, found, after, k):
                changed, memory.turned[0, k] = True, 1.0
                memory.history[0, k], memory.cyclic[0, k] = first.history[0, k], first.cyclic[0, k]
    elif (before != now).any():
        if onward(soil, found, after)[0, k] > TINY:
            after.forget(k, ONE, soil)
            after.monotone[0, k], after.turned[0, k] = 1.0, 0.0
            changed = False
    elif memory.cyclic[0, k] != soil.rd_cyc:
        after.mark(k, ONE, soil, found)
    return changed


def _wakes_evenly(soil: Soil, memory: Memory, after: Memory, first: Memory, turning: Memory, found, unloads) -> bool:
    """The isotropic cyclic surface that was not to act; whether it is."""
    past, sense = _past(soil, found, after, 3), memory.sense[0]
    if (sense == 1.0) == unloads or sense == 0.0:
        if sense != 0.0 and past:
            memory.turned[0, 3] = 1.0
            return True
        if sense != 0.0:
            _restore(after, first)
            if sense == 1.0 and first.sense[0] == 0.0:
                after.monotone[0, 3] = 0.0
        return False
    if first.sense[0] != after.sense[0]:
        _restore(after, first)
        if sense == 1.0 and after.sense[0] == 0.0:
            after.monotone[0, 3] = 0.0
            return False
        if not _past(soil, found, after, 3):
            return False
        _restore(memory, first)
    else:
        turning.turn(ONE, soil)
        turning.swelling[:] = after.swelling
        if not _past(soil, found, turning, 3):
            return False
        _restore(memory, turning)
    memory.turned[0, 3] = 1.0
    return True
