"""LIAISON_GROUP: the same relation between the nodes of two sets that face each other (u4.44.01).

Each node of the first set, turned about CENTRE by ANGL_NAUT then moved by TRAN, is tied to the nearest of the second. With the unit
normal n of a node, the mean of those of the sides around it, each taken flat (canorm), DNOR is (routine pacoje)

    on the second set    u . n2
    on the first         u . (n1 - n2) / 2, n2 that of the node that it is tied to; u . (-n2) where the first set is of points
"""

import numpy as np

from pyaster_lite.catalogue.commons.places import NODE_WORDS, look_up, nodes_of
from pyaster_lite.catalogue.keywords import FACT, SIMP
from pyaster_lite.catalogue.registry import LOADS
from pyaster_lite.catalogue.rules import EXCLUS, UN_PARMI

from ._member import BOTH, DISPLACEMENTS, UNKNOWNS, LoadKeyword, named
from ._movement import MOVEMENT, faced, moved
from ._relations import RowList, flat_normals


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
        sought = [_unknowns(occurrence, model, side) for side in (1, 2)]
        pairs = list(faced(occurrence, mesh, *sides, images))
        normals = _faced_normals(occurrence, model, np.array(pairs))
        for (first, second), (along_first, along_second) in zip(pairs, normals):
            if first in left_out or second in left_out:
                continue
            relation = sought[0](first, along_first) + sought[1](second, along_second)
            try:
                rows.add(relation, occurrence.COEF_IMPO, normed=True)
            except ValueError as empty:
                raise occurrence.wrong("COEF_MULT_1", f"{empty}, for node {mesh.node_names[first]}") from None
    return rows.term("LIAISON_GROUP")


def _faced_normals(occurrence, model, pairs):
    """(pairs, 2, 3) directions of DNOR at the nodes of each pair, zeros where no side is asked for DNOR."""
    directions = np.zeros((len(pairs), 2, 3))
    if "DNOR" not in (*occurrence.DDL_1, *occurrence.DDL_2):
        return directions
    for side in (1, 2):
        if len(occurrence[f"DDL_{side}"]) > 1 and "DNOR" in occurrence[f"DDL_{side}"] or f"GROUP_MA_{side}" not in occurrence:
            raise occurrence.wrong(f"DDL_{side}", f"DNOR stands alone, with nodes given by the sides around them (GROUP_MA_{side})")
        cells = np.concatenate(look_up(occurrence, f"GROUP_MA_{side}", model.mesh.cell_group))
        directions[:, side - 1] = flat_normals(model.mesh, cells, pairs[:, side - 1], model.dimension)
    of_points = ~directions.any(axis=2)
    both = directions[:, 0] - directions[:, 1]
    return np.stack([np.where(of_points.any(axis=1)[:, None], both, both / 2), directions[:, 1]], axis=1)


def _unknowns(occurrence, model, side: int):
    """A function of a node of a side and of its normal, giving its terms (equation, coefficient)."""
    names, factors = occurrence[f"DDL_{side}"], occurrence[f"COEF_MULT_{side}"]
    if len(names) != len(factors):
        raise occurrence.wrong(f"COEF_MULT_{side}", f"COEF_MULT_{side} needs one value for each of DDL_{side}")

    def equation(node, name, item=None):
        found = int(model.dofs.index(node, name))
        if found < 0:
            raise occurrence.wrong(f"DDL_{side}", f"node {model.mesh.node_names[node]} does not carry {name}", item=item)
        return found

    if "DNOR" not in names:
        return lambda node, normal: [(equation(node, name, item), factor) for item, (name, factor) in enumerate(zip(names, factors))]
    axes = DISPLACEMENTS[: model.dimension]
    return lambda node, normal: [(equation(node, name), factors[0] * value) for name, value in zip(axes, normal)]


LOADS.add("LIAISON_GROUP", LoadKeyword(declare, terms, phenomena=BOTH))
