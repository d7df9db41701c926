"""RELATION='FLUA_ENDO_PORO': concrete that creeps and cracks (r7.01.35), as behaviours.rgi has it."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .rgi.concrete import SwellingConcrete

BEHAVIOURS.add("FLUA_ENDO_PORO", SwellingConcrete("FLUA_ENDO_PORO"))
