"""FLUX_NL: flows of heat into a body that depend on the temperature of its sides (u4.44.02)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._heat import heat_load, on_cells, temperatures


def declare(value):
    """The declaration."""
    return on_cells(FLUN=SIMP("o", typ="fonction_sdaster"))


def force(element, data, values, read):
    """The flow at the temperature of the points."""
    return element.inflow(data, read(values["FLUN"], TEMP=temperatures(element, data, read)))


def stiffness(element, data, values, read):
    """Less its slope."""
    return element.exchange(data, -values["FLUN"].slope(temperatures(element, data, read)))


LOADS.add("FLUX_NL", heat_load("FLUX_NL", declare, ("FLUN",), "inflow", force, stiffness, numbers=False))
