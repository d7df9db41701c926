"""PRES_IMPO: imposed pressures of sound (u4.44.04). At one node the last occurrence that names it holds."""

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._imposed import imposed_term, imposed_values
from ._member import PRESSURES, LoadKeyword


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO"),
        **chosen(NODE_WORDS, "TOUT", "GROUP_NO", "GROUP_MA"),
        **chosen(EXCLUDED_NODES, "SANS_GROUP_MA", "SANS_GROUP_NO"),
        PRES=SIMP("o", typ=value),
    )


def terms(occurrences, model):
    """One relation per unknown."""
    imposed = {}
    for occurrence in occurrences:
        imposed |= imposed_values(occurrence, model, PRESSURES)
    return [imposed_term(model, imposed, "PRES_IMPO")]


LOADS.add("PRES_IMPO", LoadKeyword(declare, terms, functions=False, phenomena=("ACOUSTIQUE",)))
