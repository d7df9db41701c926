"""Slip by densities of dislocations after Kocks and Rauch: MONO_DD_KR (r5.03.11, 4.4).

With t the resolved stress of a system, r the densities (those below zero count for none), a the interaction, T in kelvins:

    te = |t| - TAU0 - mu^2 a r / (|t| - TAU0)
    dp = GAMMA0 dt exp(-DELTAG0 / (K T) (1 - (te / TAUR)^P)^Q) where te > 0
    dr = dp max(0, BSD + sqrt(sum of the others) / KDCS - GCB r)
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._values import positive, sign, size, spread

ZERO = 273.15


class KocksRauch:
    """The slip of one family, whose first variable is a density."""

    dense, kinematic, marks, table = True, None, 0, None
    heated = True

    def __init__(self, flow: str = "MONO_DD_KR"):
        self.flow = self.interaction = flow

    def words(self):
        """The parameters that are read, by factor keyword."""
        return {self.flow: ("K", "TAUR", "TAU0", "GAMMA0", "DELTAG0", "BSD", "GCB", "KDCS", "P", "Q")}

    def rates(self, stress, known, hardening, marks, point):
        """(..., n, 3) rates of the densities, gamma, p of resolved stresses (..., n); the densities are those of `hardening`."""
        return self._moved(stress, hardening[..., 0], point, 1.0)

    def increments(self, stress, x, known, marks, point):
        """(..., n, 3) increments over a step whose densities grow by x (..., n)."""
        return self._moved(stress, known[..., 0] + x, point, point.dt)

    def _moved(self, stress, density, point, dt):
        own, held = point.values[self.flow], positive(density)
        above = size(stress) - own["TAU0"]
        loaded = np.real(above) > 0.0
        free = np.where(loaded, above, 1.0)
        driving = free - point.cross_shear**2 * spread(point.interaction, held) / free
        flows = loaded & (np.real(driving) > 0.0)
        left = 1.0 - (np.where(flows, driving, 0.5 * own["TAUR"]) / own["TAUR"]) ** own["P"]
        if (np.real(left) <= 0.0).any():
            raise LawFailed("MONO_DD_KR: a resolved stress passes TAUR")
        total = own["GAMMA0"] * np.exp(-own["DELTAG0"] * left ** own["Q"] / own["K"] / (point.temperature + ZERO)) * dt
        total = np.where(flows, total, 0.0)
        others = held.sum(axis=-1, keepdims=True) - held
        some = np.real(others) > 0.0
        others = np.where(some, np.sqrt(np.where(some, others, 1.0)), 0.0)
        growth = positive(own["BSD"] + others / own["KDCS"] - own["GCB"] * density)
        return np.stack(np.broadcast_arrays(growth * total, total * sign(stress), total), axis=-1)

    def irradiated(self, marks, known, slips, point, explicit):
        """Nothing is irradiated."""
        return marks
