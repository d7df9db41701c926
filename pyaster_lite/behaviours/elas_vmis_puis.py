"""RELATION='ELAS_VMIS_PUIS': nonlinear elasticity on the curve of von Mises with hardening by a power (r5.03.20)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._elastic_von_mises import ElasticVonMises
from ._hardening import power

BEHAVIOURS.add("ELAS_VMIS_PUIS", ElasticVonMises(power, {"young": "ELAS", "hardening_exponent": "ECRO_PUIS"}))
