"""FORCE_ARETE: force by length on the edges of models in space, in N/m (u4.44.01)."""

from pyaster_lite.catalogue.registry import LOADS

from ._surface import vector_load

LOADS.add("FORCE_ARETE", vector_load("FORCE_ARETE", "line_force", dimension=3))
