"""RELATION='VMIS_ISOT_TRAC': plasticity of von Mises with isotropic hardening by points (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import by_points
from ._uniaxial import IsotropicByPoints
from ._von_mises_reach import Reaching

LAW = Reaching(by_points, {"poisson": "ELAS", "traction": "TRACTION"})
BEHAVIOURS.add("VMIS_ISOT_TRAC", LAW.with_fibre(IsotropicByPoints()))
