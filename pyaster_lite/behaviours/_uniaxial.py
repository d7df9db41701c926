"""Laws along a line: of sheets of reinforcement (r5.03.09).

`stretch(increment, stress, internal, data) -> stress, internal, tangent` over (ne, ng): the increment is that of the strain that
stress causes, stress and variables those of the last converged instant; while `data.step.predicting` only the tangent is asked for.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

from ._law import Law

NAMES = ("EPSPEQ", "INDIPLAS", "VIDE", "VIDE")


class Uniaxial(Law):
    """ECRO_LINE along a line: E and the slope E_T of the traction curve, H = E E_T/(E - E_T)."""

    internal_names = NAMES
    needs = {"young": "ELAS", "traction_slope": "ECRO_LINE"}

    def _moduli(self, data, shape, before=False):
        """E, E_T and H at the points."""
        young, slope = (np.broadcast_to(data.at_points(name, before=before), shape) for name in ("young", "traction_slope"))
        if (slope >= young).any():
            raise ComputationFailed("D_SIGM_EPSI must be below Young's modulus")
        return young, slope, young * slope / (young - slope)

    def stretch(self, increment, stress, internal, data):
        """Stress, internal variables and tangent at the end of the step."""
        raise NotImplementedError


class Isotropic(Uniaxial):
    """s^e = E (s_/E_ + de); dp = (|s^e| - sy - H p_)/(E + H) where that is positive, s = s^e - E dp sign s^e; the variable is p."""

    def stretch(self, increment, stress, internal, data):
        """Bars that have yielded have the tangent E_T."""
        shape = increment.shape
        young, slope, rate = self._moduli(data, shape)
        if data.step.predicting:
            return stress, internal, np.where(internal[..., 1] >= 0.5, slope, young)
        trial = young * (stress / data.at_points("young", before=True) + increment)
        excess = abs(trial) - data.at_points("yield_stress") - rate * internal[..., 0]
        slip = np.maximum(excess, 0.0) / (young + rate)
        out = np.zeros((*shape, len(NAMES)))
        out[..., 0], out[..., 1] = internal[..., 0] + slip, slip > 0.0
        return trial - young * slip * np.sign(trial), out, np.where(slip > 0.0, slope, young)


class Kinematic(Uniaxial):
    """s^e = E (s_/E_ + de) - X_ H/H_; dp = (|s^e| - sy)/(E + H) where that is positive, X grows by H dp sign s^e; the variable is X."""

    def stretch(self, increment, stress, internal, data):
        """Bars that have yielded have the tangent E_T."""
        shape = increment.shape
        young, slope, rate = self._moduli(data, shape)
        if data.step.predicting:
            return stress, internal, np.where(internal[..., 1] >= 0.5, slope, young)
        former = self._moduli(data, shape, True)[2]
        if (former <= 0.0).any():
            raise ComputationFailed("D_SIGM_EPSI must be above zero for kinematic hardening")
        centre = internal[..., 0] * rate / former
        whole = young * (stress / data.at_points("young", before=True) + increment)
        trial, limit = whole - centre, np.broadcast_to(data.at_points("yield_stress"), shape)
        slip = np.maximum(abs(trial) - limit, 0.0) / (young + rate)
        yields = slip > 0.0
        out = np.zeros((*shape, len(NAMES)))
        out[..., 0], out[..., 1] = centre + rate * slip * np.sign(trial), yields
        return np.where(yields, out[..., 0] + limit * np.sign(trial), whole), out, np.where(yields, slope, young)
