"""LAGRANGIEN with VARIANTE='CLASSIQUE' of DEFI_CONT: augmented multipliers, whose force works on the variation of the gap (r5.03.55).

With the letters of fe.mortar_points, c and d the coefficients over the size of the slave cell, l <= 0 the pressure, f the friction's
multipliers along the slave's tangents ts and M their metric,

    p = l + c g,  closed where p <= 0           forces  min(p, 0) dg      equation  (min(p, 0) - l) / c
    T = the part of l ns + ts f - d v along the surface, within its limit
                                                forces  -T . dvT          equations  (ts . T - M f) / d

where dg and dvT are the variations of the gap and of the slip along the surface.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import MORTARS
from pyaster_lite.contact.mortar._law import SurfaceLaw
from pyaster_lite.fe.mortar_points import PointState, within


@MORTARS.register("CLASSIQUE")
class ClassicMultipliers(SurfaceLaw):
    """The law of a zone; `components` 1 without friction, else as many as dimensions."""

    def act(self, seen: PointState, sizes, first: bool):
        """Force on the slave, what works on the turning of its normal, equations."""
        c, d, n, held = self.coefficient / sizes, self.friction_coefficient / sizes, seen.normal, seen.multipliers
        pressed, closed = self.pressed(held[:, 0] + c * seen.gap, first)
        laws = [(pressed - held[:, 0]) / c]
        works = np.zeros((len(n), 3), np.result_type(pressed, n))
        works[:, 2] = np.where(closed, pressed, 0.0)
        turning = 0.0
        if self.components > 1:
            count = self.components - 1
            tangents = seen.tangents[:, :count]
            held_along = np.einsum("qk,qkd->qd", held[:, 1:], tangents)
            limit = self.friction.limit(pressed, closed)
            rubbed = within(held[:, :1] * n + held_along - d[:, None] * seen.slip, limit, n)
            works[:, :count] -= np.einsum("qd,qkd->qk", rubbed, seen.lean_before[:, :count])
            works[:, 2] += (rubbed * seen.normal_before).sum(axis=1)
            turning = (seen.slip * n).sum(axis=1)[:, None] * rubbed
            missed = np.einsum("qd,qkd->qk", rubbed - held_along, tangents)
            laws += list((missed / d[:, None]).T)
        force = seen.projected(works)
        return force, seen.gap[:, None] * force + turning, np.stack(laws, axis=1)
