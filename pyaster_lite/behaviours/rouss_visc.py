"""RELATION='ROUSS_VISC': viscoplasticity of metals with cavities in small strain (r5.03.07)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._cavities import Cavities

BEHAVIOURS.add("ROUSS_VISC", Cavities(True))
