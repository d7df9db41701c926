"""RELATION='VMIS_ISOT_PUIS': plasticity of von Mises with isotropic hardening by a power (r5.03.02)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._hardening import power
from ._von_mises import VonMises

BEHAVIOURS.add("VMIS_ISOT_PUIS", VonMises(power, {"young": "ELAS", "hardening_exponent": "ECRO_PUIS"}))
