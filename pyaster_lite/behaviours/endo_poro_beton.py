"""RELATION='ENDO_PORO_BETON': concrete that cracks (r7.01.35), as behaviours.rgi has it."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .rgi.concrete import SwellingConcrete

BEHAVIOURS.add("ENDO_PORO_BETON", SwellingConcrete("ENDO_PORO_BETON", creeps=False))
