"""RELATION_KIT='JOINT_BANDIS': a gap that stiffens as it closes, by Bandis (r7.01.25, r7.02.15).

With o the opening, o_ that before the step, w the jump, d the largest closure:

    o = o_ + dw_n,   t_n = t_n_ + K (o/d)^-g (o - o_),   t_t = t_t_ + K_t dw_t;   0 <= o <= d + 1 mm
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed

from ._law import Law

BEYOND = 1e-3
"""How far a gap may open beyond the largest closure, m."""


class Bandis(Law):
    """The law over all cells and points, for gaps that a fluid fills."""

    linear = False
    internal_names = ("PERM_LONG",)
    needs = {"bandis_stiffness": "JOINT_BANDIS"}

    def bridge(self, jump, state, pressure, variables, old, data):
        """As behaviours.porous._gap asks it; raises LawFailed for a gap wider or narrower than the law knows."""
        stiff, deepest, power, along = (
            data.property(f"bandis_{word}")[:, None] for word in ("stiffness", "closure", "power", "tangential")
        )
        moved = jump - state.strain[..., :2]
        opening = old + moved[..., 0]
        if not data.step.predicting and (np.any(opening < 0.0) or np.any(opening > deepest + BEYOND)):
            raise LawFailed("a gap closes wholly, or opens beyond what JOINT_BANDIS knows")
        across = stiff / (opening / deepest) ** power
        traction = state.stress[..., :2].copy()
        traction[..., 0] += across * (opening - old)
        traction[..., 1] += along * moved[..., 1]
        tangent = np.zeros((*opening.shape, 2, 2))
        tangent[..., 0, 0], tangent[..., 1, 1] = across, along
        one = np.ones(opening.shape)
        return traction, (opening**2 / 12)[..., None], tangent, one, opening, opening, np.zeros(opening.shape)


BEHAVIOURS.add("JOINT_BANDIS", Bandis())
