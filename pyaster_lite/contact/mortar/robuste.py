"""LAGRANGIEN with VARIANTE='ROBUSTE' of DEFI_CONT: augmented multipliers, whose force is the multiplier itself (r5.03.55).

With the letters of fe.mortar_points, c the coefficient over the size of the slave cell, l <= 0 the pressure,

    p = l + c g,  closed where p <= 0
    force  -l ns  where closed        equation  (min(p, 0) - l) / c

With friction the multiplier L is a force in the global axes, p = L . ns + c g, and

    force  -L  where closed           equation  (min(p, 0) ns - L + T) / c,   T = the part of L - c v along the surface, within its limit
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.contact.mortar._law import SurfaceLaw
from pyaster_lite.fe.mortar_points import PointState, within


@MORTARS.register("ROBUSTE")
class RobustMultipliers(SurfaceLaw):
    """The law of a zone; `components` 1 without friction, else as many as dimensions."""

    def act(self, seen: PointState, sizes, first: bool):
        """Force on the slave, nothing that turns, equations."""
        c, n, held = self.coefficient / sizes, seen.normal, seen.multipliers
        if self.components == 1:
            pressed, closed = self.pressed(held[:, 0] + c * seen.gap, first)
            force = np.where(closed, -held[:, 0], 0.0)[:, None] * n
            return force, None, ((pressed - held[:, 0]) / c)[:, None]
        whole = np.zeros(n.shape, np.result_type(held, n))
        whole[:, : self.components] = held
        pressed, closed = self.pressed((whole * n).sum(axis=1) + c * seen.gap, first)
        rubbed = within(whole - c[:, None] * seen.slip, self.friction.limit(pressed, closed), n)
        laws = (pressed[:, None] * n - whole + rubbed) / c[:, None]
        return np.where(closed[:, None], -whole, 0.0), None, laws[:, : self.components]
