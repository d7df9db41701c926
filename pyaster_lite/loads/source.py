"""SOURCE: sources of heat by volume (u4.44.02)."""

from pyaster_lite.catalogue.commons.places import CELL_WORDS, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import PRESENT_ABSENT

from ._heat import heat_load


def declare(value):
    """The declaration; without a place it is everywhere."""
    places = chosen(CELL_WORDS, "TOUT", "GROUP_MA")
    return FACT("f", max="**", rules=(PRESENT_ABSENT("TOUT", "GROUP_MA"),), **places, SOUR=SIMP("o", typ=value))


def force(element, data, values, read):
    """Its heat."""
    return element.heat_source(data, read(values["SOUR"]))


LOADS.add("SOURCE", heat_load("SOURCE", declare, ("SOUR",), "heat_source", force))
