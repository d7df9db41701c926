"""DDL_IMPO: imposed displacements and rotations (u4.44.01). For one unknown the last occurrence that names it holds."""

import numpy as np

from pyaster_lite.catalogue.commons.places import EXCLUDED_NODES, NODE_WORDS, wanted_nodes
from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import AU_MOINS_UN
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.terms import RelationTerm

from ._member import DISPLACEMENTS, ROTATIONS, UNKNOWNS, LoadKeyword, at

BLOCKED = {"DEPLACEMENT": DISPLACEMENTS, "ROTATION": ROTATIONS}


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
    imposed = {}
    for occurrence in occurrences:
        nodes = wanted_nodes(occurrence, model.mesh)
        wanted = [("BLOCAGE", name, 0.0) for kind in occurrence.BLOCAGE or () for name in BLOCKED[kind]]
        wanted += [(name, name, occurrence[name]) for name in UNKNOWNS if name in occurrence]
        for word, name, value in wanted:
            equations = model.dofs.index(nodes, name)
            carried = equations >= 0
            if word != "BLOCAGE" and not carried.any():
                raise occurrence.wrong(word, f"none of these nodes carries {name}: nothing would be imposed")
            for equation in equations[carried]:
                imposed[int(equation)] = value
        if occurrence.BLOCAGE and not any((model.dofs.index(nodes, name) >= 0).any() for _, name, _ in wanted):
            raise occurrence.wrong("BLOCAGE", "none of these nodes carries these unknowns: nothing would be imposed")
    return [imposed_term(model, imposed, "DDL_IMPO")] if imposed else []


def imposed_term(model, imposed, word):
    """The term that imposes values (numbers or functions) on equations."""
    equations = np.array(sorted(imposed), int)
    numbers = np.array([0.0 if hasattr(imposed[e], "evaluate") else imposed[e] for e in equations], float)
    where = model.mesh.coordinates[model.dofs.node[equations]]
    by_function = {}
    for row, equation in enumerate(equations):
        if hasattr(imposed[equation], "evaluate"):
            by_function.setdefault(id(imposed[equation]), (imposed[equation], []))[1].append(row)

    def value(t):
        result = numbers.copy()
        for function, rows in by_function.values():
            result[rows] = at(function, t, where[rows])
        return result

    return RelationTerm(Relations.imposed(model.dofs.size, equations, value), word)


LOADS.add("DDL_IMPO", LoadKeyword(declare, terms))
