"""RELATION='VMIS_CINE_GC': steel with linear kinematic hardening, along a line, with what civil engineers ask of it (r5.03.09)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._uniaxial import Kinematic

NAMES = ("CRITSIG", "CRITEPS", "EPSPEQ", "INDIPLAS", "DISSIP", "DISSTHER", "XCINXX", "XCINYY", "XCINZZ", "XCINXY", "XCINXZ", "XCINYZ")


class Steel(Kinematic):
    """As linear kinematic hardening, with the stress and a strain over the limits SIGM_LIM and EPSI_LIM, and what is dissipated."""

    needs = {"young": "ELAS", "traction_slope": "ECRO_LINE", "limit_stress": "ECRO_LINE/SIGM_LIM", "limit_strain": "ECRO_LINE/EPSI_LIM"}

    def stretch(self, increment, stress, internal, data, total=None):
        """The strain of reference is (s - sy)/E_T + sy/E where it yields, else (s_/E_ + de), as in code_aster."""
        shape = increment.shape
        young, slope, _ = self._moduli(data, shape)
        if data.step.predicting:
            return stress, internal, np.where(internal[..., 3] >= 0.5, slope, young)
        new, centre, slip, tangent = self._returned(increment, stress, internal[..., 6], data)
        limit, yields = data.at_points("yield_stress"), slip > 0.0
        strain = np.where(yields, (new - limit) / slope + limit / young, stress / data.at_points("young", before=True) + increment)
        out = internal.copy()
        out[..., 0], out[..., 1] = new / data.at_points("limit_stress"), strain / data.at_points("limit_strain")
        out[..., 2], out[..., 3], out[..., 6] = strain, yields, centre
        out[..., 4] += (tangent * increment - (new - stress)) * increment / 2
        out[..., 5] += limit * slip
        return new, out, tangent


class OnlyAlongLine:
    """It has no form in space."""

    linear, symmetric = False, True
    internal_names, internal_size = NAMES, len(NAMES)
    needs = Steel.needs
    fibre = Steel(NAMES)


BEHAVIOURS.add("VMIS_CINE_GC", OnlyAlongLine())
