"""LIAISON_DDL: a linear relation between unknowns, sum of COEF_MULT times unknown = COEF_IMPO (u4.44.01).

COEF_MULT_FONC are functions of the place of the nodes.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import NODE_WORDS, look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI

from ._member import BOTH, FUNCTION, TEMPERATURES, UNKNOWNS, LoadKeyword, at
from ._relations import RowList


def declare(value, unknowns):
    """The declaration, with the unknowns that there are."""
    by_function = dict(COEF_MULT=SIMP("f", typ="R", max="**"), COEF_MULT_FONC=SIMP("f", typ=FUNCTION, max="**"))
    functions = value == FUNCTION
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("GROUP_NO", "NOEUD"), *([UN_PARMI("COEF_MULT", "COEF_MULT_FONC")] if functions else [])),
        GROUP_NO=NODE_WORDS["GROUP_NO"],
        NOEUD=NODE_WORDS["NOEUD"],
        DDL=SIMP("o" if unknowns == UNKNOWNS else "f", max="**", into=unknowns),
        **(by_function if functions else dict(COEF_MULT=SIMP("o", typ="R", max="**"))),
        COEF_IMPO=SIMP("o", typ=value),
    )


def terms(occurrences, model):
    """One relation per occurrence: its nodes, in their order, with the components and coefficients given for each."""
    mesh, rows = model.mesh, RowList(model)
    for occurrence in occurrences:
        nodes = np.concatenate(look_up(occurrence, "GROUP_NO", mesh.node_group) + look_up(occurrence, "NOEUD", mesh.find_node))
        names = occurrence.DDL or TEMPERATURES * len(nodes)
        factors = "COEF_MULT" if occurrence.get("COEF_MULT") is not None else "COEF_MULT_FONC"
        for word, given in (("DDL", names), (factors, occurrence[factors])):
            if len(given) != len(nodes):
                raise occurrence.wrong(word, f"{word} needs one value for each of the {len(nodes)} nodes, {len(given)} given")
        relation = []
        for item, (node, name, factor) in enumerate(zip(nodes, names, occurrence[factors])):
            equation = int(model.dofs.index(node, name))
            if equation < 0:
                raise occurrence.wrong("DDL", f"node {mesh.node_names[node]} does not carry {name}", item=item)
            relation.append((equation, at(factor, 0.0, mesh.coordinates[node]) if hasattr(factor, "evaluate") else factor))
        try:
            rows.add(relation, occurrence.COEF_IMPO, normed=True)
        except ValueError as empty:
            raise occurrence.wrong(factors, str(empty)) from None
    return rows.term("LIAISON_DDL")


LOADS.add("LIAISON_DDL", LoadKeyword(declare, terms, complexes=True, phenomena=BOTH))
