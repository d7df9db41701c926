"""One point whose equations were not solved: which mechanisms to leave out, or to hold at the limit of traction, for another try."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._memory import Memory
from ._soil import EPS, Soil
from ._system import RADII, SLIPS, STRESS, TEARS, Acting

CLOSE = 1e-12


@dataclass
class Trouble:
    """What is known of it: stress at the start and elastic trial (6,), unknowns now, first and residual (18,), what acted.

    near, older  (3,) planes that came to their monotone, to their older surface;  torn  whether some plane came to traction
    """

    soil: Soil
    start: np.ndarray
    trial: np.ndarray
    y: np.ndarray
    first: np.ndarray
    residual: np.ndarray
    acting: Acting
    near: np.ndarray
    older: np.ndarray
    torn: bool


def recover(case: Trouble, memory: Memory, entered: Memory, free) -> tuple[bool | None, bool]:
    """Changes the states of `memory` (50,) and `free` (3,): whether planes are forced to the limit of traction (None: as before), and
    whether nothing is left to try."""
    dropped = np.flatnonzero((memory.turned != entered.turned) & (memory.turned == 0.0))
    if (case.near | case.older).any():
        memory.values[:] = entered.values
        _join(case, memory)
        memory.turned[dropped] = 0.0
        return None, False
    if case.torn:
        memory.values[:] = entered.values
        return _tear(case, memory, free), False
    acts, turned = case.acting.any, case.acting.cyclic
    size = abs(case.residual)
    worst = int(size.argmax())
    small = turned[:3] & (memory.cyclic[:3] == case.soil.rd_cyc)
    slot = worst - RADII.start
    if size[worst] > 0.0 and 0 <= slot < 4 and acts[slot] and slot < 3 and turned[slot]:
        memory.values[:] = entered.values
        memory.turned[slot] = 0.0
        memory.turned[dropped] = 0.0
        tied = turned[:3] & (size[worst] - size[RADII][:3] < CLOSE)
        memory.turned[:3][tied] = 0.0
        return None, False
    if small.any():
        memory.values[:] = entered.values
        memory.turned[:3][small] = 0.0
        return None, False
    if case.acting.torn.any():
        memory.values[:] = entered.values
        free |= case.acting.torn & (case.first[TEARS] == 0.0)
        return None, False
    memory.values[:] = entered.values
    return None, _leave_out(case, memory, dropped, free)


def _join(case: Trouble, memory: Memory):
    """Cyclic surfaces that came to the monotone ones give way to them; those that touch an older one rest."""
    for k in np.flatnonzero(case.near):
        memory.monotone[k], memory.turned[k] = 1.0, 0.0
        memory.history[k] = 0.0
        memory.cyclic[k] = case.soil.rd_cyc
        memory.older[k] = 0.0
        memory.older[k, 4] = case.soil.rd_cyc
    memory.turned[:3][case.older & ~case.near] = 0.0


def _rest(memory: Memory, k, cyclic: bool):
    """A mechanism rests; a monotone one gives way where there is a cyclic surface."""
    if cyclic:
        memory.turned[k] = 0.0
        return
    marks = memory.values[20:22] if k == 3 else memory.history[k, :2]
    memory.monotone[k] = -1.0 if (abs(marks) > EPS).any() else 0.0


def _tear(case: Trouble, memory: Memory, free) -> bool:
    """Mechanisms without slip rest, planes at the limit of traction are held there."""
    changed, kept = False, np.zeros(3, bool)
    for k in np.flatnonzero(case.acting.any & (case.first[SLIPS] == 0.0)):
        changed = True
        _rest(memory, k, bool(case.acting.cyclic[k]))
    still = case.acting.torn & (case.first[TEARS] == 0.0)
    if still.any():
        changed = True
        free |= still
        kept |= still
    if case.acting.cyclic[3]:
        changed, memory.turned[3] = True, 0.0
    held = ~kept & (case.soil.torn(case.y[STRESS], 2) > -EPS)
    free &= ~held
    return bool(held.any() and not changed)


def _leave_out(case: Trouble, memory: Memory, dropped, free) -> bool:
    """Leaves out what does not slip, else what slips least, else planes close to traction are held; whether there is nothing left."""
    slips, acts = case.first[SLIPS], case.acting.any
    idle = np.flatnonzero(acts & (slips == 0.0))
    for k in idle:
        _rest(memory, k, bool(case.acting.cyclic[k]))
    if len(idle):
        memory.turned[dropped] = 0.0
        return False
    among = np.flatnonzero(acts & (slips < 100.0))
    if len(among):
        k = among[slips[among].argmin()]
        if case.acting.cyclic[k]:
            memory.turned[k] = 0.0
        else:
            memory.monotone[k] = -1.0
        return False
    soil = case.soil
    held = soil.torn(case.trial, 1) > -EPS
    for stress in (case.start, case.first[STRESS], case.y[STRESS]):
        held |= soil.torn(stress, 2) > -EPS
    free &= ~held
    return not held.any()
