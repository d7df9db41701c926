"""RELATION='KIT_CG': a cable by one law, its sheath by another, CABLE_GAINE_FROT (r5.03.55).

Of the sheath, with q = m + r (g - d_), f = FROT_LINE + FROT_COURB |t'| and N where the cable is taut:

    |q| <= f N     d = d_
    else           d = g + (m - f N sign q)/r

Where it adheres d is zero.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._law import Law


class Sheathed(Law):
    """The laws of cable and sheath; internal variables of the cable, then what has slipped and which way."""

    def __init__(self, cable: Law | None = None):
        self._cable = cable
        self.needs = {"sheath_penalty": "CABLE_GAINE_FROT"} | ({} if cable is None else cable.needs)
        self.internal_names = (() if cable is None else cable.internal_names) + ("GLIS", "INDIC")

    def of_kit(self, kit) -> Sheathed:
        """With the law of the cable; ValueError where it is none along a line, or the sheath's is another one."""
        if len(kit) != 2 or kit[1] != "CABLE_GAINE_FROT":
            raise ValueError("RELATION_KIT of KIT_CG is the law of the cable and CABLE_GAINE_FROT")
        law = getattr(BEHAVIOURS[kit[0]], "fibre", None) if kit[0] in BEHAVIOURS else None
        if law is None:
            raise ValueError(f"{kit[0]} is no law along a line")
        return Sheathed(law)

    def stretched(self, increment, stress, internal, data):
        """Stress, tangent and internal variables of the cable."""
        stress, own, slope = self._cable.stretch(increment, stress, internal[..., :-2], data)
        return stress, np.broadcast_to(slope, increment.shape), own

    def slides(self, held, slip, force, curvature, internal, data):
        """What has slipped, its derivatives by m and by N, and the variables of the sheath."""
        before, indicator = internal[..., -2], internal[..., -1]
        friction, curved, penalty, adheres = (
            np.broadcast_to(data.at_points(name), held.shape)
            for name in ("sheath_friction", "sheath_curved_friction", "sheath_penalty", "sheath_adheres")
        )
        friction = friction + curved * curvature
        if data.step.predicting:
            moves, sign, slipped = indicator != 0.0, -indicator, before
        else:
            pull, most = held + penalty * (slip - before), friction * np.maximum(force, 0.0)
            moves, sign = (abs(pull) > most) & (adheres == 0.0), np.where(pull > 0.0, 1.0, -1.0)
            slipped = np.where(moves, slip + (held - sign * most) / penalty, before)
        variables = np.stack([slipped, np.where(moves, -sign, 0.0)], axis=-1)
        slipped = np.where(adheres > 0.0, 0.0, slipped)
        return slipped, np.where(moves, 1.0 / penalty, 0.0), np.where(moves, -sign * friction / penalty, 0.0), variables


BEHAVIOURS.add("KIT_CG", Sheathed())
