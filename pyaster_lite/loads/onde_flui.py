"""ONDE_FLUI: waves that come to the sides of a fluid along their normal, by the amplitude of their pressure (u4.44.01)."""

from pyaster_lite.catalogue.commons.places import CELL_WORDS
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS

from ._member import LoadKeyword
from ._surface import spread


def declare(value):
    """The declaration."""
    return FACT("f", max="**", GROUP_MA=CELL_WORDS["GROUP_MA"], PRES=SIMP("o", typ=value))


def terms(occurrences, model):
    """One force term."""

    def force(element, data, values, read):
        return element.incident(data, read(values["PRES"]))

    return spread(occurrences, model, "ONDE_FLUI", ("PRES",), "incident", force)


LOADS.add("ONDE_FLUI", LoadKeyword(declare, terms, functions=False))
