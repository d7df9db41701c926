"""VISC_ENDO and VISC_ENDO_FO: threshold and damage of a creep that LEMAITRE tells (u4.43.01)."""

from pyaster_lite.catalogue.keywords import FACT, SIMP

from ._law import both, numbers, parameter


def declare(values):
    """The declaration; there is no threshold by default where numbers are given."""
    threshold = {"SY": SIMP("f", typ="R", defaut=0.0)} if values is numbers else values("o", "SY")
    return FACT("f", **threshold, **values("o", "R_D A_D"))


def properties(occurrence):
    """The threshold and A_D (Pa s^(1/R_D)), R_D."""
    return {f"damaged_creep.{word.lower()}": parameter(occurrence, word) for word in ("SY", "R_D", "A_D")}


both("VISC_ENDO", declare, properties)
