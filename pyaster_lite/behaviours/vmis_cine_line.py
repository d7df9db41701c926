"""RELATION='VMIS_CINE_LINE': plasticity of von Mises with linear kinematic hardening (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import kinematic
from ._von_mises import Kinematic

BEHAVIOURS.add("VMIS_CINE_LINE", Kinematic(kinematic, {"young": "ELAS", "traction_slope": "ECRO_LINE"}, isotropic=False))
