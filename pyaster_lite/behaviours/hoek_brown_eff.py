"""RELATION_KIT='HOEK_BROWN_EFF': rocks whose pores are under pressure, by their effective stresses (r7.01.18)."""

from pyaster_lite.catalogue.registry import BEHAVIOURS

from .hoek_brown import HoekBrown

BEHAVIOURS.add("HOEK_BROWN_EFF", HoekBrown())
