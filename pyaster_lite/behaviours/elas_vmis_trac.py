"""RELATION='ELAS_VMIS_TRAC': nonlinear elasticity on the curve of von Mises with hardening by points (r5.03.20)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._elastic_von_mises import ElasticVonMises
from ._hardening import by_points

BEHAVIOURS.add("ELAS_VMIS_TRAC", ElasticVonMises(by_points, {"poisson": "ELAS", "traction": "TRACTION"}))
