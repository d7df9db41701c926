"""FLUA_PORO_BETON: concrete that creeps (u4.43.01)."""

from pyaster_lite.catalogue.registry import MATERIALS

from ._swelling_concrete import basic, creeping, of

MATERIALS.add("FLUA_PORO_BETON", of(basic, creeping))
