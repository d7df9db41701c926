"""RELATION='RGI_BETON_BA': reinforced concrete that creeps, cracks and swells by reactions within (r7.01.35), as behaviours.rgi has it."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .rgi.reinforced import ReinforcedConcrete

BEHAVIOURS.add("RGI_BETON_BA", ReinforcedConcrete("RGI_BETON_BA"))
