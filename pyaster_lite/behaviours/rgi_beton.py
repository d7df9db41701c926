"""RELATION='RGI_BETON': concrete that creeps, cracks and swells by reactions within (r7.01.35), as behaviours.rgi has it."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .rgi.concrete import SwellingConcrete

BEHAVIOURS.add("RGI_BETON", SwellingConcrete("RGI_BETON"))
