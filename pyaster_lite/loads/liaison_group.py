"""LIAISON_GROUP: the same relation between the nodes of two sets that face each other (u4.44.01).

Each node of the first set, turned about CENTRE by ANGL_NAUT then moved by TRAN, is tied to the nearest of the second. DNOR is the
displacement along the normal of the sides around a node: outward of each set.
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import NODE_WORDS, look_up, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI

from ._member import BOTH, DISPLACEMENTS, UNKNOWNS, LoadKeyword, named
from ._movement import MOVEMENT, faced, moved
from ._relations import RowList, node_normals


def declare(value, unknowns):
    """The declaration, with the unknowns that there are."""
    unknowns = (*unknowns, "DNOR") if unknowns == UNKNOWNS else unknowns
    return FACT(
        "f",
        max="**",
        rules=(
            UN_PARMI("GROUP_MA_1", "GROUP_NO_1"),
            UN_PARMI("GROUP_MA_2", "GROUP_NO_2"),
            EXCLUS("GROUP_MA_1", "GROUP_NO_2"),
            EXCLUS("GROUP_NO_1", "GROUP_MA_2"),
        ),
        **{f"{word}_{side}": NODE_WORDS[word] for word in ("GROUP_MA", "GROUP_NO") for side in (1, 2)},
        SANS_GROUP_NO=NODE_WORDS["GROUP_NO"],
        **{f"DDL_{side}": named(unknowns) for side in (1, 2)},
        **{f"COEF_MULT_{side}": SIMP("o", typ="R", max="**") for side in (1, 2)},
        COEF_IMPO=SIMP("o", typ=value),
        **MOVEMENT,
    )


def terms(occurrences, model):
    """One relation per pair of nodes."""
    mesh, rows = model.mesh, RowList(model)
    for occurrence in occurrences:
        sides = [nodes_of(occurrence, mesh, suffix=f"_{side}") for side in (1, 2)]
        left_out = nodes_of(occurrence, mesh, prefix="SANS_")
        images = moved(occurrence, mesh.coordinates[sides[0]], None)[1]
        sought = [_unknowns(occurrence, model, side, nodes) for side, nodes in zip((1, 2), sides)]
        for first, second in faced(occurrence, mesh, *sides, images):
            if first in left_out or second in left_out:
                continue
            relation = sought[0](first) + sought[1](second)
            try:
                rows.add(relation, occurrence.COEF_IMPO, normed=True)
            except ValueError as empty:
                raise occurrence.wrong("COEF_MULT_1", f"{empty}, for node {mesh.node_names[first]}") from None
    return rows.term("LIAISON_GROUP")


def _unknowns(occurrence, model, side: int, nodes):
    """A function of a node of a side, giving its terms (equation, coefficient)."""
    names, factors = occurrence[f"DDL_{side}"], occurrence[f"COEF_MULT_{side}"]
    if len(names) != len(factors):
        raise occurrence.wrong(f"COEF_MULT_{side}", f"COEF_MULT_{side} needs one value for each of DDL_{side}")

    def equation(node, name, item=None):
        found = int(model.dofs.index(node, name))
        if found < 0:
            raise occurrence.wrong(f"DDL_{side}", f"node {model.mesh.node_names[node]} does not carry {name}", item=item)
        return found

    if "DNOR" not in names:
        return lambda node: [(equation(node, name, item), factor) for item, (name, factor) in enumerate(zip(names, factors))]
    if len(names) > 1 or f"GROUP_MA_{side}" not in occurrence:
        raise occurrence.wrong(f"DDL_{side}", f"DNOR stands alone, with nodes given by the sides around them (GROUP_MA_{side})")
    cells = np.concatenate(look_up(occurrence, f"GROUP_MA_{side}", model.mesh.cell_group))
    normals = dict(zip(nodes.tolist(), factors[0] * node_normals(model.mesh, cells, nodes)))
    axes = DISPLACEMENTS[: model.dimension]
    return lambda node: [(equation(node, name), value) for name, value in zip(axes, normals[int(node)])]


LOADS.add("LIAISON_GROUP", LoadKeyword(declare, terms, phenomena=BOTH))
