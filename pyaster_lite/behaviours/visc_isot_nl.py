"""RELATION='VISC_ISOT_NL': viscoplasticity of von Mises with the hardening of ECRO_NL and the flow of NORTON (r5.03.34)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._nonlinear_hardening import NonlinearHardening

BEHAVIOURS.add("VISC_ISOT_NL", NonlinearHardening(True))
