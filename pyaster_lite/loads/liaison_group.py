"""LIAISON_GROUP: the same relation between the nodes of two sets that face each other (u4.44.01).

Each node of the first set, turned about CENTRE by ANGL_NAUT then moved by TRAN, is tied to the nearest of the second.
"""

from pyaster_lite.catalogue.commons.places import NODE_WORDS, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI

from ._member import BOTH, LoadKeyword, named
from ._movement import MOVEMENT, faced, moved
from ._relations import RowList


def declare(value, unknowns):
    """The declaration, with the unknowns that there are."""
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
        images = moved(occurrence, mesh.coordinates[sides[0]], model.dimension)[1]
        for first, second in faced(occurrence, mesh, *sides, images):
            if first in left_out or second in left_out:
                continue
            relation = []
            for side, node in ((1, first), (2, second)):
                names, factors = occurrence[f"DDL_{side}"], occurrence[f"COEF_MULT_{side}"]
                if len(names) != len(factors):
                    raise occurrence.wrong(f"COEF_MULT_{side}", f"COEF_MULT_{side} needs one value for each of DDL_{side}")
                for item, (name, factor) in enumerate(zip(names, factors)):
                    equation = int(model.dofs.index(node, name))
                    if equation < 0:
                        raise occurrence.wrong(f"DDL_{side}", f"node {mesh.node_names[node]} does not carry {name}", item=item)
                    relation.append((equation, factor))
            try:
                rows.add(relation, occurrence.COEF_IMPO, normed=True)
            except ValueError as empty:
                raise occurrence.wrong("COEF_MULT_1", f"{empty}, for node {mesh.node_names[first]}") from None
    return rows.term("LIAISON_GROUP")


LOADS.add("LIAISON_GROUP", LoadKeyword(declare, terms, phenomena=BOTH))
