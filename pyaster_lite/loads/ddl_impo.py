"""DDL_IMPO: imposed displacements and rotations (u4.44.01). For one unknown the last occurrence that names it holds.

Nodes that cracks enrich: see _enriched_nodes.
"""

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN

from ._enriched_nodes import at_enriched_nodes
from ._imposed import imposed_term, imposed_values
from ._member import DISPLACEMENTS, ROTATIONS, UNKNOWNS, WALL, LoadKeyword
from ._relations import RowList

BLOCKED = {"DEPLACEMENT": DISPLACEMENTS, "ROTATION": ROTATIONS, "TUYAU_FOURIER": WALL}


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO", "NOEUD"), AU_MOINS_UN(*UNKNOWNS, "BLOCAGE")),
        **{word: NODE_WORDS[word] for word in ("TOUT", "GROUP_NO", "NOEUD", "GROUP_MA")},
        **{word: EXCLUDED_NODES[word] for word in ("SANS_GROUP_MA", "SANS_GROUP_NO")},
        BLOCAGE=SIMP("f", max=3, into=tuple(BLOCKED), validators=(no_repeat,)),
        **{word: SIMP("f", typ=value) for word in UNKNOWNS},
    )


def terms(occurrences, model):
    """One relation per unknown."""
    imposed, lower = {}, RowList(model)
    for occurrence in occurrences:
        nodes = wanted_nodes(occurrence, model.mesh)
        blocked = [name for kind in occurrence.BLOCAGE or () for name in BLOCKED[kind]]
        found = [model.dofs.index(nodes, name) for name in blocked]
        beside = any(occurrence.get(name) is not None for name in UNKNOWNS)
        if blocked and not beside and not any((equations >= 0).any() for equations in found):
            raise occurrence.wrong("BLOCAGE", "none of these nodes carries these unknowns: nothing would be imposed")
        imposed |= {int(e): 0.0 for equations in found for e in equations[equations >= 0]}
        imposed |= imposed_values(occurrence, model, UNKNOWNS)
        if model.cracks:
            more, dropped, relations = at_enriched_nodes(occurrence, model, nodes)
            imposed = {equation: value for equation, value in imposed.items() if equation not in dropped} | more
            for row, value in relations:
                lower.add(row, value)
    return ([imposed_term(model, imposed, "DDL_IMPO")] if imposed else []) + lower.term("DDL_IMPO")


LOADS.add("DDL_IMPO", LoadKeyword(declare, terms, complexes=True))
