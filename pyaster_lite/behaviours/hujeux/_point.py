"""Hujeux's law at points of one soil: what surrounds the steps, their tangent and what is done where they fail."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.tensors import mean, norm

from ._alike import alike
from ._lone import Together
from ._memory import TOLD, Memory
from ._predictor import tangent_of_rates
from ._reach import number_of_steps
from ._soil import EPS, Soil, in_planes
from ._steps import Control, walk
from ._surfaces import cyclic_excess, mobilised, monotone_excess

FEW = 16
"""Of how many kinds points may be to walk one by one."""
SMALLEST, MOST_CUTS = 1e-3, 20
EXPLICIT, LOWEST = 0.1, -100.0
"""Of steps that fail: how much the pressure may change, and below which trace (Pa) stresses change at all."""


def begun(soil: Soil, stress, values) -> Memory:
    """The variables (n, 50) at the start of a step: where they are zero, the surfaces are made to hold the stress (n, 6)."""
    memory = Memory(values.copy())
    first = memory.radius == 0.0
    start = np.where(np.array([soil.rd_ela] * 3 + [soil.ri_ela]) == 0.0, SMALLEST, [soil.rd_ela] * 3 + [soil.ri_ela])
    memory.radius[:] = np.where(first, start, memory.radius)
    if first.any():
        outside = first & (monotone_excess(soil, stress, memory) > 0.0)
        memory.radius[:] = np.where(outside, _holding(soil, stress, memory), memory.radius)
        memory.monotone[:] = np.where(outside, 1.0, memory.monotone)
    cyclic = np.where(np.array([soil.rd_cyc] * 3 + [soil.ri_cyc]) == 0.0, SMALLEST, [soil.rd_cyc] * 3 + [soil.ri_cyc])
    memory.cyclic[:] = np.where(memory.cyclic == 0.0, cyclic, memory.cyclic)
    memory.monotone[:] = np.where(abs(memory.turned - 1.0) < EPS, -1.0, memory.monotone)
    return memory


def _holding(soil: Soil, stress, memory: Memory):
    """(n, 4) the radii that hold the stresses, those of planes at the first consolidation pressure."""
    return mobilised(soil, stress, np.zeros_like(memory.swelling))


def rates(soil: Soil, stress, memory: Memory, plastic):
    """(n, 6, 6) the tangent of rates, and where plastic points have none."""
    found, failed = soil.stiffness(stress), np.zeros(len(stress), bool)
    rows = np.flatnonzero(plastic)
    if len(rows):
        found[rows], failed[rows] = tangent_of_rates(soil, stress[rows], memory.of(rows))
    return found, failed


def answered(soil: Soil, control: Control, strain, stress, values):
    """`stepped`; where points are of few kinds, one of each kind walks in plain numbers and answers for those alike."""
    first, kind = alike(strain, stress, np.delete(values, TOLD, axis=1), FEW)
    if len(first) <= FEW:
        try:
            found = stepped(soil, control, strain[first], stress[first], values[first], alone=True)
            return tuple(answer[kind] for answer in found)
        except Together:
            pass
    return stepped(soil, control, strain, stress, values)


def stepped(soil: Soil, control: Control, strain, stress, values, alone: bool = False):
    """Stress (n, 6), variables (n, 50), tangent (n, 6, 6) after a step of strain (n, 6), and where there are none (n,).

    Points walk in arrays; or each `alone` in plain numbers, and `Together` is raised where they had better not.
    """
    memory = begun(soil, stress, values)
    start = memory.copy()
    pulled = (abs(in_planes(stress)[2] + 2 * soil.margin - soil.ptrac) < EPS).any(-1)
    plastic = memory.plastic()
    trial = _predicted(soil, strain, stress, memory, plastic)
    most = int(max(MOST_CUTS, abs(control.tries)))
    parts = number_of_steps(soil, strain, stress, trial, memory, most)
    now, failed = stress.copy(), np.zeros(len(strain), bool)
    for number in range(int(parts.max(initial=0))):
        rows = np.flatnonzero((number < parts) & ~failed)
        found = walk(soil, control, strain[rows] / parts[rows, None], now[rows], memory.of(rows), alone)
        failed[rows] = found.failed
        good = rows[~found.failed]
        now[good], memory.values[good] = found.stress[~found.failed], found.memory.values[~found.failed]
        plastic[good] = found.plastic[~found.failed]
    tangent, lost = rates(soil, now, memory, plastic & ~failed)
    failed |= lost
    change = now - stress
    sizes = norm(change) * norm(strain)
    moved = (norm(strain) ** 2 > EPS) & (norm(change) ** 2 > EPS)
    memory.values[:, 31] = np.where(moved, (change * strain).sum(-1) / np.where(moved, sizes, 1.0), 0.0)
    memory.values[:, 32] = np.linalg.det(tangent)
    stuck = _explicit(soil, strain, stress, start, now, memory, tangent, failed, pulled)
    memory.values[:, 33] = _left_over(soil, strain, now, memory)
    memory.values[:, 34] = 0.0
    return now, memory.values, tangent, stuck


def _predicted(soil: Soil, strain, stress, memory: Memory, plastic):
    """(n, 6) the trial that tells how a step is cut: by the tangent of rates of plastic points where that is no traction."""
    trial = soil.trial(stress, strain)
    rows = np.flatnonzero(plastic)
    if len(rows):
        tangent, failed = tangent_of_rates(soil, stress[rows], memory.of(rows))
        change = np.einsum("nij,nj->ni", tangent, strain[rows])
        failed |= ~((mean(stress[rows] + change) + 1.0) / soil.scale < 1e-7)
        trial[rows] = np.where(failed[:, None], trial[rows], stress[rows] + soil.confined(stress[rows], change))
    return trial


def _explicit(soil: Soil, strain, first, start: Memory, now, memory: Memory, tangent, failed, pulled):
    """What failed steps answer: a bounded explicit step, or an even stress at the limit of traction; where not even that (n,)."""
    stuck = np.zeros(len(failed), bool)
    rows = np.flatnonzero(failed)
    if not len(rows):
        return stuck
    at = now[rows]
    own, none = rates(soil, at, memory.of(rows), np.ones(len(rows), bool))
    own = np.where((none | pulled[rows])[:, None, None], soil.stiffness(at), own)
    change = np.einsum("nij,nj->ni", own, strain[rows])
    before, gained = 3 * mean(first[rows]), 3 * mean(change)
    share = abs(gained / np.where(before == 0.0, 1.0, before))
    factor = np.where(share <= EXPLICIT, 1.0, EXPLICIT / np.where(share == 0.0, 1.0, share))
    after = first[rows] + np.where(before < LOWEST, factor, 0.0)[:, None] * change
    torn = (abs(in_planes(after)[2] + 2 * soil.margin - soil.ptrac) < EPS).any(-1)
    even = np.concatenate([np.full(3, -2 * soil.margin + soil.ptrac), np.zeros(3)])
    now[rows] = np.where((torn | pulled[rows])[:, None], even, after)
    tangent[rows] = np.where(torn[:, None, None], soil.stiffness(at), own)
    memory.values[rows] = start.values[rows]
    stuck[rows] = torn & ~pulled[rows]
    return stuck


def _left_over(soil: Soil, strain, stress, memory: Memory):
    """(n,) how far stresses are past the surfaces, code_aster's measure of the error."""
    volume = abs(strain[:, :3].sum(-1))[:, None]
    weight = np.concatenate([np.repeat(volume, 3, axis=1), np.full((len(strain), 1), soil.scale / soil.young)], axis=1)
    monotone = monotone_excess(soil, stress, memory) * weight
    cyclic = np.where(monotone > 0.0, -np.inf, cyclic_excess(soil, stress, memory) * weight)
    return np.maximum(np.maximum(monotone, cyclic).max(-1), 0.0)
