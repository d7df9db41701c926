"""RELATION='GTN': plasticity of metals with voids (r5.03.29)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._gurson import Gurson

BEHAVIOURS.add("GTN", Gurson(False))
