"""ENDO_PORO_BETON: concrete that cracks (u4.43.01)."""

from pyaster_lite.catalogue.registry import MATERIALS

from ._swelling_concrete import basic, damaged, of

MATERIALS.add("ENDO_PORO_BETON", of(basic, damaged))
