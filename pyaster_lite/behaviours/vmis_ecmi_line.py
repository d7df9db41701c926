"""RELATION='VMIS_ECMI_LINE': plasticity of von Mises, linear hardening of the size and the centre (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import linear_with_prager
from ._von_mises import Kinematic

BEHAVIOURS.add(
    "VMIS_ECMI_LINE", Kinematic(linear_with_prager, {"young": "ELAS", "traction_slope": "ECRO_LINE", "prager": "PRAGER"}, isotropic=True)
)
