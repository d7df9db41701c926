"""FLUX_NL: flows into a body that depend on its sides: of heat on the temperature, of water on its concentration (u4.44.02)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._heat import heat_load, of_unknown, on_cells, temperatures


def declare(value, unknowns):
    """The declaration."""
    return on_cells(FLUN=SIMP("o", typ="fonction_sdaster"))


def force(element, data, values, read):
    """The flow at the temperature, or concentration, of the points."""
    return element.inflow(data, of_unknown(values["FLUN"], element, data, read))


def stiffness(element, data, values, read):
    """Less its slope."""
    return element.exchange(data, -values["FLUN"].slope(temperatures(element, data, read)))


LOADS.add("FLUX_NL", heat_load("FLUX_NL", declare, ("FLUN",), "inflow", force, stiffness, ("THERMIQUE", "SECHAGE"), numbers=False))
