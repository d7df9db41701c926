"""ECHANGE: heat exchanged through sides with what has a temperature of its own, h (T_ext - T) (u4.44.02)."""

from pyaster_lite.catalogue.keywords import SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._heat import heat_load, on_cells, temperatures


def declare(value):
    """The declaration."""
    return on_cells(COEF_H=SIMP("o", typ=value), TEMP_EXT=SIMP("o", typ=value))


def force(element, data, values, read):
    """The flow that comes in."""
    return element.inflow(data, read(values["COEF_H"]) * (read(values["TEMP_EXT"]) - temperatures(element, data, read)))


def stiffness(element, data, values, read):
    """What it loses by the body's own temperature."""
    return element.exchange(data, read(values["COEF_H"]))


LOADS.add("ECHANGE", heat_load("ECHANGE", declare, ("COEF_H", "TEMP_EXT"), "exchange", force, stiffness))
