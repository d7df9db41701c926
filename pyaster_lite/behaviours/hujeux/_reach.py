"""Into how many steps of strain one step of Hujeux's law is cut before anything else (code_aster's criteria on the elastic trial)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.tensors import mean, norm

from ._memory import Memory
from ._soil import TINY, Soil, in_planes, size
from ._surfaces import Planes, grown_out, history_of

STEP = 0.05
"""How much stresses may change, by what they may reach."""


def _counted(share):
    """nint of a share between STEP and 1, counted in STEPs."""
    bounded = np.where(np.isnan(share), STEP, np.clip(share, STEP, 1.0))
    return np.floor(bounded / STEP + 0.5).astype(int)


def number_of_steps(soil: Soil, strain, stress, trial, memory: Memory, most: int):
    """(n,) steps, at most `most`, of a step of strain (n, 6) from stress to its trial."""
    first = mean(stress)
    compressed = first / soil.pref > TINY
    with np.errstate(all="ignore"):
        gained = mean(strain @ soil.elasticity) * soil.stiffening(first)
        parts = _counted(np.where(compressed, gained / np.where(compressed, first, 1.0), 0.0))
        change = soil.stiffening(mean(trial))[:, None] * (strain @ soil.elasticity)
        pc = soil.consolidation(memory.swelling)
        parts = np.maximum(parts, _counted(abs(mean(change) / (soil.d * pc))))
        parts = _by_planes(soil, change, stress, trial, memory, pc, parts)
        now, moved = norm(stress), norm(trial - stress)
        share = np.where(now / soil.scale > TINY, moved / now / STEP, 0.0)
        parts = np.where(share > 1.0, np.maximum(parts, share.astype(int)), parts)
    return np.clip(parts, 1, most)


def _by_planes(soil: Soil, change, stress, trial, memory: Memory, pc, parts):
    """The criteria of the planes; where one has no pressure, the count stays as it is."""
    monotone = memory.monotone[:, :3] >= 0.0
    turned = ~monotone & (memory.turned[:, :3] == 1.0)
    acts = monotone | turned
    radius = np.where(turned, memory.cyclic[:, :3], memory.radius[:, :3])
    at = Planes(soil, stress, memory.swelling, radius, history_of(memory, turned), turned)
    stopped = np.zeros(len(stress), bool)
    normal, limit = np.zeros_like(stress), soil.d * pc
    normals = at.normals()
    for k in range(3):
        stopped |= acts[:, k] & (at.torn[:, k] | grown_out(soil, memory.swelling))
        normal = np.where(acts[:, k, None], normals[:, k], normal)
        limit = np.where(acts[:, k], -at.grown[:, k] * radius[:, k], limit)
        count = _counted(abs((normal * change).sum(-1) / limit))
        parts = np.where(stopped, parts, np.maximum(parts, count))
    ends = ~stopped
    cyclic = memory.turned[:, :3] == 1.0
    share = np.where(cyclic, _turned_share(soil, stress, trial, memory), _share(soil, stress, trial, memory))
    return np.where(ends, np.maximum(parts, _counted(share).max(-1)), parts)


def _share(soil: Soil, stress, trial, memory: Memory):
    """(n, 3) the change of deviators beside the monotone surfaces."""
    (across, along, p), (across2, along2, _) = in_planes(stress), in_planes(trial)
    above = p - soil.ptrac
    grown = np.exp(-soil.beta * memory.swelling)[:, None]
    limit = soil.friction * above * (1 - soil.b * np.log(above / soil.pco * grown)) * memory.radius[:, :3]
    found = abs((size(across2, along2) - size(across, along)) / limit)
    found = np.fmax(found, np.fmax(abs((across2 - across) / limit), abs((along2 - along) / limit)))
    return np.where(abs(limit / soil.scale) < TINY, 0.0, found)


def _turned_share(soil: Soil, stress, trial, memory: Memory):
    """(n, 3) how the deviators turn beside the cyclic surfaces."""
    every = np.ones((len(stress), 3), bool)
    now, then = (Planes(soil, s, memory.swelling, memory.cyclic[:, :3], memory.history, every) for s in (stress, trial))
    q, q2 = np.where(now.torn, 0.0, now.q), np.where(then.torn, 0.0, then.q)
    before, after = now.facing + q, then.facing + q2
    known = ~((q < TINY) | (after < TINY))
    return np.where(known, abs(1 - q2 * before / np.where(known, q * after, 1.0)), 0.0)
