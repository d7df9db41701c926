"""RELATION='ROUSS_PR': plasticity of metals with cavities in small strain (r5.03.06)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._cavities import Cavities

BEHAVIOURS.add("ROUSS_PR", Cavities(False))
