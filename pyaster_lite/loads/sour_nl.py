"""SOUR_NL: sources of heat by volume that depend on the temperature (u4.44.02)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._heat import heat_load, of_unknown, on_cells, temperatures


def declare(value):
    """The declaration."""
    return on_cells(SOUR=SIMP("o", typ="fonction_sdaster"))


def force(element, data, values, read):
    """The source at the temperature of the points."""
    return element.heat_source(data, of_unknown(values["SOUR"], element, data, read))


def stiffness(element, data, values, read):
    """Less its slope."""
    return element.heat_exchange(data, -values["SOUR"].slope(temperatures(element, data, read)))


LOADS.add("SOUR_NL", heat_load("SOUR_NL", declare, ("SOUR",), "heat_source", force, stiffness, numbers=False))
