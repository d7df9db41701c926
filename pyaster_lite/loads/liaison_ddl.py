"""LIAISON_DDL: a linear relation between unknowns, sum of COEF_MULT times unknown = COEF_IMPO (u4.44.01)."""

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.catalogue.commons.places import NODE_WORDS, look_up
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import UN_PARMI
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.terms import RelationTerm

from ._member import COMPONENTS, LoadKeyword, at


def declare(value):
    """The declaration."""
    return FACT(
        "f",
        max="**",
        rules=(UN_PARMI("GROUP_NO", "NOEUD"),),
        GROUP_NO=NODE_WORDS["GROUP_NO"],
        NOEUD=NODE_WORDS["NOEUD"],
        DDL=SIMP("o", max="**", into=COMPONENTS),
        COEF_MULT=SIMP("o", typ="R", max="**"),
        COEF_IMPO=SIMP("o", typ=value),
    )


def terms(occurrences, model):
    """One relation per occurrence: its nodes, in their order, with the components and coefficients given for each."""
    rows, imposed, where = [], [], []
    for occurrence in occurrences:
        mesh = model.mesh
        nodes = np.concatenate(look_up(occurrence, "GROUP_NO", mesh.node_group) + look_up(occurrence, "NOEUD", mesh.find_node))
        for word in ("DDL", "COEF_MULT"):
            if len(occurrence[word]) != len(nodes):
                raise occurrence.wrong(word, f"{word} needs one value for each of the {len(nodes)} nodes, {len(occurrence[word])} given")
        row = {}
        for item, (node, name, factor) in enumerate(zip(nodes, occurrence.DDL, occurrence.COEF_MULT)):
            equation = int(model.dofs.index(node, name))
            if equation < 0:
                raise occurrence.wrong("DDL", f"node {mesh.node_names[node]} does not carry {name}", item=item)
            row[equation] = row.get(equation, 0.0) + factor
        if not any(row.values()):
            raise occurrence.wrong("COEF_MULT", "all coefficients of the relation are zero")
        rows.append(row)
        imposed.append(occurrence.COEF_IMPO)
        where.append(mesh.coordinates[nodes[0]])
    entries = [(i, e, c) for i, row in enumerate(rows) for e, c in row.items()]
    i, e, c = zip(*entries)
    matrix = csr_array((c, (i, e)), shape=(len(rows), model.dofs.size))
    relations = Relations(matrix, lambda t: np.array([float(at(v, t, x)) for v, x in zip(imposed, where)]))
    return [RelationTerm(relations, "LIAISON_DDL")]


LOADS.add("LIAISON_DDL", LoadKeyword(declare, terms))
