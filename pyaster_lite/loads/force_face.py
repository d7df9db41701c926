"""FORCE_FACE: force by area on the faces of models in space, in Pa (u4.44.01)."""

from pyaster_lite.catalogue.registry import LOADS

from ._surface import vector_load

LOADS.add("FORCE_FACE", vector_load("FORCE_FACE", "traction", dimension=3))
