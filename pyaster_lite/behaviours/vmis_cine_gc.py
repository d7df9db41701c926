"""RELATION='VMIS_CINE_GC': steel with linear kinematic hardening, along lines and in plane stress, for civil engineers (r5.03.09)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.tensors import deviator, norm, von_mises

from ._hardening import kinematic
from ._law import Law
from ._uniaxial import Kinematic as AlongLine
from ._von_mises import Kinematic

NAMES = ("CRITSIG", "CRITEPS", "EPSPEQ", "INDIPLAS", "DISSIP", "DISSTHER", "XCINXX", "XCINYY", "XCINZZ", "XCINXY", "XCINXZ", "XCINYZ")


class Steel(AlongLine):
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


class Sheet(Law):
    """The same in plane stress, the limits being compared with equivalents of deviators; what is dissipated is not told, as in code_aster.

    The strain across is that of elasticity.
    """

    in_plane_only = in_sheets = True

    needs, internal_names = Steel.needs, NAMES
    law = Kinematic(kinematic, needs, isotropic=True)

    def integrate(self, strain, state, data, continuum):
        """As the law of von Mises, among more variables."""
        start = PointState(state.strain, state.stress, state.internal[..., OWN])
        stress, own, tangent = self.law.integrate(strain, start, data, continuum)
        if data.step.predicting:
            return stress, state.internal, tangent
        internal = state.internal.copy()
        internal[..., OWN] = own
        whole = strain.copy()
        if continuum.flat:
            poisson = data.at_points("poisson")
            whole[..., 2] = -poisson / (1 - poisson) * (strain[..., 0] + strain[..., 1])
        internal[..., 0] = von_mises(stress) / data.at_points("limit_stress")
        internal[..., 1] = np.sqrt(2 / 3) * norm(deviator(whole)) / data.at_points("limit_strain")
        return stress, internal, tangent


OWN = [2, 3, 6, 7, 8, 9, 10, 11]
"""Where the variables of Kinematic are among those of this law."""
BEHAVIOURS.add("VMIS_CINE_GC", Sheet().with_fibre(Steel(NAMES)))
