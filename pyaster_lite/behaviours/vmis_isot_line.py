"""RELATION='VMIS_ISOT_LINE': plasticity of von Mises with isotropic linear hardening (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import linear
from ._uniaxial import Isotropic
from ._von_mises_reach import Reaching

LAW = Reaching(linear, {"young": "ELAS", "traction_slope": "ECRO_LINE"})
BEHAVIOURS.add("VMIS_ISOT_LINE", LAW.with_fibre(Isotropic(("EPSPEQ", "INDIPLAS"))))
