"""Cohesive laws of joints by penalty: the traction is a secant stiffness times the jump (r7.02.11).

With lc the reach of the law, k0 the end of its steep start, n the norm of the jump, its normal part counted where it is open:

1.  k = max(k0, largest n so far);  the secant r(x) falls from r(k0)
2.  t = r(max(k, n)) d, but across a closed joint: [r(k) + b (r(k0) - r(k))] d_n, b the penalty of contact
3.  the tangent of 2; that of rates keeps what the last step did.

The reach that a point predicts is (n - k)/max(lc, k): with d = d0 + e d1 its lines are the tangents of n(e)/max(lc, k) where it
equals the wanted reach.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ._joint import FREE, JointLaw, read

STILL = 1e-77
"""Squared jumps below this do not move."""


def norm_reaches(jump0: np.ndarray, jump1: np.ndarray, before: np.ndarray, span: np.ndarray, reach: float) -> np.ndarray | None:
    """Lines (ne, ng, 2, 2) of the reach (n - before)/span along jump0 + e jump1 (ne, ng, nd), n as in the module; NaN where none.

    None where a point can have no solution. before, span (ne, ng).
    """
    target = before + reach * span
    lines = np.full((*target.shape, 4, 2), np.nan)
    for half, axes in ((0, slice(1, None)), (2, slice(None))):
        square, cross, rest = ((a[..., axes] * b[..., axes]).sum(-1) for a, b in ((jump1, jump1), (jump1, jump0), (jump0, jump0)))
        moves = square >= STILL
        safe = np.where(moves, square, 1.0)
        inside = (cross / safe) ** 2 - (rest - target**2) / safe
        moves &= inside > 0.0
        for side, sign in enumerate((-1.0, 1.0)):
            intensity = -cross / safe + sign * np.sqrt(np.maximum(inside, 0.0))
            normal = jump0[..., 0] + intensity * jump1[..., 0]
            met = moves & ((normal > 0.0) if half else (normal <= 0.0) & (normal >= -span))
            slope = (cross + square * intensity) / (span * target)
            lines[..., half + side, 0] = np.where(met, reach - intensity * slope, np.nan)
            lines[..., half + side, 1] = np.where(met, slope, np.nan)
    none = np.isnan(lines[..., 0]).all(axis=-1)
    still = ((jump1**2).sum(-1) <= STILL) & (np.sqrt((jump0**2).sum(-1)) <= reach)
    return None if (none & ~still).any() else lines


class Cohesive(JointLaw):
    """A law over all cells and points, its members giving `reach` and `secant`."""

    needs = {"cohesive_energy": "RUPT_FRAG"}
    internal_names = ("SEUILDEP", "INDIDISS", "INDIENDO", "PCENERDI", "DISSIP", "ENEL_RES", "SAUT_N", "SAUT_T1", "SAUT_T2")

    def length(self, energy, strength):
        """lc, m."""
        raise NotImplementedError

    def secant(self, x, length, strength):
        """r at a norm x, Pa/m, and the slope of x r(x), Pa/m; x is below the jump where nothing holds."""
        raise NotImplementedError

    def lost(self, x, length, energy, strength):
        """The share of the energy that is dissipated at the norm x."""
        raise NotImplementedError

    def broken(self, x, length):
        """Whether nothing holds any more at the norm x."""
        raise NotImplementedError

    def separate(self, jump, state, data):
        """Steps 1 to 3."""
        shape, n, old = jump.shape[:2], jump.shape[-1], state.internal
        names = {"cohesive_energy": None, "cohesive_strength": None, "cohesive_adherence": None, "cohesive_contact": 1.0}
        energy, strength, adherence, contact = read(data, shape, **names)
        length = self.length(energy, strength)
        first = length * adherence
        opening, size = jump[..., 0], np.sqrt(np.maximum(jump[..., 0], 0.0) ** 2 + (jump[..., 1:] ** 2).sum(-1))
        before = np.maximum(first, old[..., 0])
        start, _ = self.secant(first, length, strength)
        held, _ = self.secant(before, length, strength)
        closed = held + contact * (start - held)
        if data.step.predicting:
            losing, broken = np.rint(old[..., 1]) == 1, np.rint(old[..., 2]) == 2
        else:
            broken = self.broken(np.maximum(size, before), length)
            losing = ~broken & (size > before)
        safe = np.where(size > 0.0, size, 1.0)
        falling, slope = self.secant(safe, length, strength)
        acting = np.where(broken, 0.0, np.where(losing, falling, held))
        tangent = self._tangent(jump, safe, closed, acting, losing, broken, slope, FREE * strength / length)
        if data.step.predicting:
            return state.stress, old, tangent
        stress = acting[..., None] * jump
        stress[..., 0] = np.where(opening > 0.0, acting, closed) * opening
        after = np.maximum(before, size)
        out = np.zeros((*shape, 9))
        out[..., 0], out[..., 1], out[..., 2] = after, losing, self._state(size, before, first, losing, broken)
        out[..., 3] = self.lost(after, length, energy, strength)
        out[..., 4] = energy * out[..., 3]
        kept, _ = self.secant(after, length, strength)
        out[..., 5] = np.where(broken, 0.0, 0.5 * size**2 * kept)
        out[..., 6 : 6 + n] = jump
        return stress, out, tangent

    def unloading(self, jump, state, data):
        """The tangent (ne, ng, nd, nd) of a state that loses nothing more."""
        rest = replace(state, strain=jump, internal=state.internal.copy())
        rest.internal[..., 1] = 0.0
        return self.separate(jump, rest, replace(data, step=replace(data.step, predicting=True)))[2]

    def _state(self, size, before, first, losing, broken):
        """INDIENDO."""
        return np.where(broken, 2.0, np.where(losing, 1.0, before > first))

    @staticmethod
    def _tangent(jump, size, closed, acting, losing, broken, slope, rest):
        n, shut = jump.shape[-1], jump[..., 0] <= 0.0
        moving = jump.copy()
        moving[..., 0] = np.where(shut, 0.0, jump[..., 0])
        bend = np.where(losing, (slope - acting) / size**2, 0.0)
        result = bend[..., None, None] * moving[..., :, None] * moving[..., None, :]
        diagonal = np.where(broken, -rest, acting)
        for i in range(n):
            result[..., i, i] += np.where(shut, closed, diagonal) if i == 0 else diagonal
        return result

    def reaches(self, jump0, jump1, state, data, reach):
        """The lines of the module's last paragraph."""
        shape = jump0.shape[:2]
        energy, strength, adherence = read(data, shape, cohesive_energy=None, cohesive_strength=None, cohesive_adherence=None)
        length = energy / strength
        before = np.maximum(length * adherence, state.internal[..., 0])
        return norm_reaches(jump0, jump1, before, np.maximum(length, before), reach)
