"""RELATION='FLUA_PORO_BETON': concrete that creeps (r7.01.35), as behaviours.rgi has it."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .rgi.concrete import SwellingConcrete

BEHAVIOURS.add("FLUA_PORO_BETON", SwellingConcrete("FLUA_PORO_BETON", cracks=False))
