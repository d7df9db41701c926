"""SECH_IMPO: imposed concentrations of water (u4.44.02). At one node the last occurrence that names it holds."""

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, chosen
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._imposed import imposed_term, imposed_values
from ._member import WATER, LoadKeyword


def declare(value, unknowns=WATER):
    """The declaration, in the command of heat too."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO"),),
        **chosen(NODE_WORDS, "TOUT", "GROUP_NO", "GROUP_MA"),
        **chosen(EXCLUDED_NODES, "SANS_GROUP_MA", "SANS_GROUP_NO"),
        **{word: SIMP("o", typ=value) for word in WATER},
    )


def terms(occurrences, model):
    """One relation per unknown."""
    imposed = {}
    for occurrence in occurrences:
        imposed |= imposed_values(occurrence, model, WATER)
    return [imposed_term(model, imposed, "SECH_IMPO")] if imposed else []


LOADS.add("SECH_IMPO", LoadKeyword(declare, terms, phenomena=("SECHAGE", "THERMIQUE")))
