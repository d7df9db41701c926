"""RAYONNEMENT: heat radiated through sides from infinity, sigma epsilon (T_ext^4 - T^4) in absolute temperatures (u4.44.02)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.fe.heat_law import ABSOLUTE_ZERO

from ._heat import heat_load, on_cells, temperatures

VALUES = ("SIGMA", "EPSILON", "TEMP_EXT")


def declare(value):
    """The declaration."""
    return on_cells(**{word: SIMP("o", typ=value) for word in VALUES})


def force(element, data, values, read):
    """The flow that comes in."""
    outside, own = read(values["TEMP_EXT"]) - ABSOLUTE_ZERO, temperatures(element, data, read) - ABSOLUTE_ZERO
    return element.inflow(data, read(values["SIGMA"]) * read(values["EPSILON"]) * (outside**4 - own**4))


def stiffness(element, data, values, read):
    """Less its slope in the body's own temperature."""
    own = temperatures(element, data, read) - ABSOLUTE_ZERO
    return element.exchange(data, 4.0 * read(values["SIGMA"]) * read(values["EPSILON"]) * own**3)


LOADS.add("RAYONNEMENT", heat_load("RAYONNEMENT", declare, VALUES, "exchange", force, stiffness))
