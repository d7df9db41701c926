"""How far a step takes points beyond the yield surface of von Mises, for steered loads (r5.03.80, 3.5).

With s0 + x s1 the deviator of the elastic trial, R the yield stress at the step's start, the reach is sqrt(3/2)|s0 + x s1|/R - 1;
its lines are the tangents where it equals the wanted one.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator

from ._breaking import softer
from ._von_mises import VonMises


class Reaching(VonMises):
    """Isotropic hardening whose points tell their reach."""

    def broken(self):
        """The law of material that is broken, see _breaking."""
        return Reaching(softer(self.make), self.needs).within(self.precision, self.tries)

    def reaches(self, before, fixed, per_unit, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 2, 2) of strains fixed + x per_unit (ne, ng, ns), from the strain before; None where a point has none."""
        if continuum.flat:
            raise LawFailed("PRED_ELAS does not know plane stress for this law")
        shape = before.shape[:2]
        now = self.make(data, shape, False)
        limit = now.hardening.at(state.internal[..., 0])[0]
        two_mu = np.broadcast_to(now.elasticity.two_mu, shape)[..., None]
        start = deviator(state.stress + two_mu * (fixed - before))
        unit = two_mu * deviator(per_unit)
        square, cross, rest = (1.5 * (a * b).sum(-1) / limit**2 for a, b in ((unit, unit), (unit, start), (start, start)))
        moves = square > 0.0
        safe = np.where(moves, square, 1.0)
        inside = (cross / safe) ** 2 - (rest - (1 + reach) ** 2) / safe
        if (moves & (inside < 0.0)).any():
            return None
        lines = np.full((*shape, 2, 2), np.nan)
        for side, sign in enumerate((1.0, -1.0)):
            x = -cross / safe + sign * np.sqrt(np.maximum(inside, 0.0))
            slope = (square * x + cross) / (1 + reach)
            lines[..., side, 0] = np.where(moves, reach - slope * x, np.nan)
            lines[..., side, 1] = np.where(moves, slope, np.nan)
        return lines
