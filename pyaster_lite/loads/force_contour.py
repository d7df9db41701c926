"""FORCE_CONTOUR: force by length on the edges of plane models, in N/m by unit of thickness (u4.44.01)."""

from pyaster_lite.catalogue.registry import LOADS

from ._surface import vector_load

LOADS.add("FORCE_CONTOUR", vector_load("FORCE_CONTOUR", "traction", dimension=2))
