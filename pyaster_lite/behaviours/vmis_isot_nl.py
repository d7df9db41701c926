"""RELATION='VMIS_ISOT_NL': plasticity of von Mises with the hardening of ECRO_NL (r5.03.34)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._nonlinear_hardening import NonlinearHardening

BEHAVIOURS.add("VMIS_ISOT_NL", NonlinearHardening(False))
