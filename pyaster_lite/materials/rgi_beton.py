"""RGI_BETON: concrete that creeps, cracks and swells by reactions within (u4.43.01)."""

from pyaster_lite.catalogue.registry import MATERIALS

from ._swelling_concrete import basic, creeping, damaged, of, swelling

MATERIALS.add("RGI_BETON", of(basic, damaged, creeping, swelling))
