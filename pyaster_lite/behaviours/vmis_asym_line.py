"""RELATION='VMIS_ASYM_LINE': plasticity along a line that hardens linearly, otherwise in compression than in tension (r5.03.09).

By the sign of the strain increment de that stress causes, with E_T, sy and p of that side and H = E E_T/(E - E_T):

1.  s^e = s_ + E de;  elastic where it is short of R = sy + H p_ on that side, or de = 0
2.  else dp = (|s^e| - R)/(E + H), s = s^e/(1 + E dp/(R + H dp)), and the tangent is E_T; that of rates is E
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import ComputationFailed

from ._law import Law

NAMES = ("EPSPEQT", "INDIPLAT", "EPSPEQC", "INDIPLAC")
SIDES = (("tension", 0, 1.0), ("compression", 2, -1.0))


class Asymmetric(Law):
    """The law along a line; each side has the variable p, and one that code_aster leaves at zero."""

    internal_names = NAMES
    needs = {"young": "ELAS", "asymmetric_tension_slope": "ECRO_ASYM_LINE"}

    def stretch(self, increment, stress, internal, data, total=None):
        """Steps 1 and 2."""
        shape = increment.shape
        young = np.broadcast_to(data.at_points("young"), shape)
        if data.step.predicting:
            return stress, internal, young
        trial = stress + young * increment
        found, out, tangent = trial.copy(), internal.copy(), young.copy()
        for side, column, sign in SIDES:
            slope, first = (np.broadcast_to(data.at_points(f"asymmetric_{side}_{word}"), shape) for word in ("slope", "yield"))
            if (slope >= young).any():
                raise ComputationFailed("DT_SIGM_EPSI and DC_SIGM_EPSI must be below Young's modulus")
            rate = young * slope / (young - slope)
            limit = first + rate * internal[..., column]
            yields = (sign * increment > 0.0) & (sign * trial >= limit)
            slip = np.where(yields, (sign * trial - limit) / (young + rate), 0.0)
            found = np.where(yields, trial / (1 + young * slip / (limit + rate * slip)), found)
            out[..., column] += slip
            tangent = np.where(yields, slope, tangent)
        return found, out, tangent


class OnlyAlongLine:
    """It has no form in space."""

    linear, symmetric = False, True
    internal_names, internal_size = NAMES, len(NAMES)
    needs = Asymmetric.needs
    fibre = Asymmetric()


BEHAVIOURS.add("VMIS_ASYM_LINE", OnlyAlongLine())
