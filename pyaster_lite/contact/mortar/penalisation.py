"""PENALISATION of DEFI_CONT: penalties on the gap and on the slip, without multipliers (r5.03.55).

With the letters of fe.mortar_points and c the coefficient over the size of the slave cell,

    p = c g,  closed where p <= 0;   force  -(min(p, 0) ns + T),  T = the part of -c v along the surface, within its limit
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.contact.mortar._law import SurfaceLaw
from pyaster_lite.fe.mortar_points import PointState, within


@MORTARS.register("PENALISATION")
class MortarPenalty(SurfaceLaw):
    """The law of a zone, which has no `components`."""

    def act(self, seen: PointState, sizes, first: bool):
        """Force on the slave, nothing that turns, no equations."""
        c, n = self.coefficient / sizes, seen.normal
        pressed, closed = self.pressed(c * seen.gap, first)
        rubbed = within(-c[:, None] * seen.slip, self.friction.limit(pressed, closed), n)
        return np.where(closed[:, None], -(pressed[:, None] * n + rubbed), 0.0), None, np.zeros((len(n), 0), n.dtype)
