"""RELATION='VMIS_ISOT_LINE': plasticity of von Mises with isotropic linear hardening (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import linear
from ._von_mises import VonMises

BEHAVIOURS.add("VMIS_ISOT_LINE", VonMises(linear, {"young": "ELAS", "traction_slope": "ECRO_LINE"}))
