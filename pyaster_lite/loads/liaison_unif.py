"""LIAISON_UNIF: the same value of an unknown on a set of nodes (u4.44.01)."""

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, no_repeat
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._member import BY_PHENOMENON, LoadKeyword, named
from ._relations import RowList


def declare(value, unknowns):
    """The declaration, with the unknowns that there are."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("GROUP_NO", "GROUP_MA"),),
        **{word: NODE_WORDS[word] for word in ("GROUP_NO", "GROUP_MA")},
        **{word: EXCLUDED_NODES[word] for word in ("SANS_GROUP_MA", "SANS_GROUP_NO")},
        DDL=named(unknowns, validators=(no_repeat,)),
    )


def terms(occurrences, model):
    """Every node's unknown equals that of the first."""
    mesh, rows = model.mesh, RowList(model)
    for occurrence in occurrences:
        nodes = wanted_nodes(occurrence, mesh)
        if len(nodes) < 2:
            raise occurrence.wrong(None, "LIAISON_UNIF needs at least two nodes")
        for item, name in enumerate(occurrence.DDL):
            equations = model.dofs.index(nodes, name)
            if (equations < 0).any():
                missing = mesh.node_names[nodes[(equations < 0).argmax()]]
                raise occurrence.wrong("DDL", f"node {missing} does not carry {name}", item=item)
            for other in equations[1:]:
                rows.add([(equations[0], 1.0), (other, -1.0)], 0.0)
    return rows.term("LIAISON_UNIF")


LOADS.add("LIAISON_UNIF", LoadKeyword(declare, terms, phenomena=tuple(BY_PHENOMENON)))
