"""RELATION='ELAS_VMIS_LINE': nonlinear elasticity on the curve of von Mises with linear hardening (r5.03.20)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._elastic_von_mises import ElasticVonMises
from ._hardening import linear

BEHAVIOURS.add("ELAS_VMIS_LINE", ElasticVonMises(linear, {"young": "ELAS", "traction_slope": "ECRO_LINE"}))
