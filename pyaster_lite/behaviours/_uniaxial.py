"""Laws along a line: of fibres, and of sheets of reinforcement (r5.03.09).

`stretch(increment, stress, internal, data, total) -> stress, internal, tangent` over (ne, ng): the increment is that of the strain that
stress causes, `total` all of that strain, for laws that ask for it; stress and variables are those of the last converged instant. While
`data.step.predicting` only the tangent is asked for, and the stress of laws that have `foresees`.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

from ._hardening import ByPoints
from ._law import Law

NAMES = ("EPSPEQ", "INDIPLAS", "VIDE", "VIDE")


class Elastic(Law):
    """s = E (s_/E_ + de)."""

    linear = foresees = True
    needs = {"young": "ELAS"}

    def stretch(self, increment, stress, internal, data, total=None):
        """Stress, internal variables unchanged, tangent."""
        young = np.broadcast_to(data.at_points("young"), increment.shape)
        return young * (stress / data.at_points("young", before=True) + increment), internal, young


class Uniaxial(Law):
    """ECRO_LINE along a line: E and the slope E_T of the traction curve, H = E E_T/(E - E_T)."""

    needs = {"young": "ELAS", "traction_slope": "ECRO_LINE"}

    def __init__(self, names=NAMES):
        self.internal_names = names

    def _moduli(self, data, shape, before=False):
        """E, E_T and H at the points."""
        young, slope = (np.broadcast_to(data.at_points(name, before=before), shape) for name in ("young", "traction_slope"))
        self._check(slope >= young)
        return young, slope, young * slope / (young - slope)

    @staticmethod
    def _check(steep):
        """Raise where the slope beyond yielding is not below Young's modulus."""
        if steep.any():
            raise ComputationFailed("D_SIGM_EPSI must be below Young's modulus")

    def stretch(self, increment, stress, internal, data, total=None):
        """Stress, internal variables and tangent at the end of the step."""
        raise NotImplementedError

    def _out(self, internal, first, yields):
        """The variables, of which the first two are known anew."""
        out = np.zeros_like(internal)
        out[..., 0], out[..., 1] = first, yields
        return out


class Isotropic(Uniaxial):
    """s^e = E (s_/E_ + de); dp = (|s^e| - sy - H p_)/(E + H) where that is positive, s = s^e - E dp sign s^e; the variable is p."""

    def stretch(self, increment, stress, internal, data, total=None):
        """What has yielded has the tangent E_T; H, as in code_aster, where a step starts from there. E_T counts where it yields alone."""
        shape = increment.shape
        young, slope = (np.broadcast_to(data.at_points(name), shape) for name in ("young", "traction_slope"))
        steep = slope >= young
        rate = young * slope / np.where(steep, np.inf, young - slope)
        if data.step.predicting:
            return stress, internal, np.where(internal[..., 1] >= 0.5, slope, young)
        trial = young * (stress / data.at_points("young", before=True) + increment)
        excess = abs(trial) - data.at_points("yield_stress") - rate * internal[..., 0]
        self._check(steep & (excess > 0.0))
        slip = np.maximum(excess, 0.0) / (young + rate)
        yields = slip > 0.0
        return trial - young * slip * np.sign(trial), self._out(internal, internal[..., 0] + slip, yields), np.where(yields, slope, young)


class Kinematic(Uniaxial):
    """s^e = E (s_/E_ + de) - X_ H/H_; dp = (|s^e| - sy)/(E + H) where that is positive, X grows by H dp sign s^e; the variable is X."""

    def stretch(self, increment, stress, internal, data, total=None):
        """What has yielded has the tangent E_T."""
        shape = increment.shape
        young, slope, _ = self._moduli(data, shape)
        if data.step.predicting:
            return stress, internal, np.where(internal[..., 1] >= 0.5, slope, young)
        new, centre, slip, tangent = self._returned(increment, stress, internal[..., 0], data)
        return new, self._out(internal, centre, slip > 0.0), tangent

    def _returned(self, increment, stress, centre, data):
        """Stress, centre X, slip dp and tangent."""
        shape = increment.shape
        young, slope, rate = self._moduli(data, shape)
        former = self._moduli(data, shape, True)[2]
        if (former <= 0.0).any():
            raise ComputationFailed("D_SIGM_EPSI must be above zero for kinematic hardening")
        centre = centre * rate / former
        whole = young * (stress / data.at_points("young", before=True) + increment)
        trial, limit = whole - centre, np.broadcast_to(data.at_points("yield_stress"), shape)
        slip = np.maximum(abs(trial) - limit, 0.0) / (young + rate)
        yields = slip > 0.0
        centre = centre + rate * slip * np.sign(trial)
        return np.where(yields, centre + limit * np.sign(trial), whole), centre, slip, np.where(yields, slope, young)


class IsotropicByPoints(Law):
    """Isotropic, the yield stress R(p) being given by points (TRACTION); the slope of the first piece is E."""

    internal_names = ("EPSPEQ", "INDIPLAS")
    needs = {"traction": "TRACTION"}

    def stretch(self, increment, stress, internal, data, total=None):
        """dp from R(p_ + dp) + E dp = |s^e|; what has yielded has the tangent E R'/(E + R'), and R' where a step starts from there."""
        shape = increment.shape
        curve, p = ByPoints(data, shape), internal[..., 0]
        limit, rate = curve.at(p)
        if data.step.predicting:
            return stress, internal, np.where(internal[..., 1] >= 0.5, rate, curve.young)
        trial = curve.young * (stress / ByPoints(data, shape, True).young + increment)
        yields = abs(trial) > limit
        slip = np.where(yields, curve.slip(np.where(yields, abs(trial), limit), curve.young, p), 0.0)
        rate = curve.at(p + slip)[1]
        out = np.stack([p + slip, yields.astype(float)], axis=-1)
        found = out if internal.shape[-1] == 2 else np.concatenate([out, internal[..., 2:]], axis=-1)
        tangent = np.where(yields, curve.young * rate / (curve.young + rate), curve.young)
        return trial - curve.young * slip * np.sign(trial), found, tangent
