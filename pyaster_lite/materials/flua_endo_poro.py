"""FLUA_ENDO_PORO: concrete that creeps and cracks (u4.43.01)."""

from pyaster_lite.catalogue.registry import MATERIALS

from ._swelling_concrete import basic, creeping, damaged, of

MATERIALS.add("FLUA_ENDO_PORO", of(basic, damaged, creeping))
