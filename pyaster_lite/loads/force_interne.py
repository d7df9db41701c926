"""FORCE_INTERNE: force by volume on solids, in N/m3 (u4.44.01)."""

from pyaster_lite.catalogue.registry import LOADS

from ._surface import vector_load

LOADS.add("FORCE_INTERNE", vector_load("FORCE_INTERNE", "body_force", everywhere=True))
