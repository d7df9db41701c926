"""TEMP_IMPO: imposed temperatures (u4.44.02). At one node the last occurrence that names it holds."""

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._imposed import imposed_term, imposed_values
from ._member import ACROSS, TEMPERATURES, LoadKeyword

EVERY = (*TEMPERATURES, *ACROSS)
"""Those of solids, and those in the middle and on the faces of shells."""


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO"), AU_MOINS_UN(*EVERY)),
        **chosen(NODE_WORDS, "TOUT", "GROUP_NO", "GROUP_MA"),
        **chosen(EXCLUDED_NODES, "SANS_GROUP_MA", "SANS_GROUP_NO"),
        **{word: SIMP("f", typ=value) for word in EVERY},
    )


def terms(occurrences, model):
    """One relation per unknown."""
    imposed = {}
    for occurrence in occurrences:
        imposed |= imposed_values(occurrence, model, EVERY)
    return [imposed_term(model, imposed, "TEMP_IMPO")] if imposed else []


LOADS.add("TEMP_IMPO", LoadKeyword(declare, terms, phenomena=("THERMIQUE",)))
