"""RELATION='VISC_GTN': viscoplasticity of metals with voids, the flow being that of NORTON (r5.03.29)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from ._gurson import Gurson

BEHAVIOURS.add("VISC_GTN", Gurson(True))
