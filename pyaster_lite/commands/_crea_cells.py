"""CREA_MAILLAGE: cells added to a copy of a mesh, or chosen from it (u4.23.02)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.keywords import FACT, SIMP, no_repeat
from pyaster_lite.catalogue.rules import AU_MOINS_UN, EXCLUS
from pyaster_lite.commands._group_sets import check_name
from pyaster_lite.commands._mesh_words import cell_groups, chosen_cells, named_nodes, node_groups
from pyaster_lite.concepts.mesh_building import restricted, with_cells

_CELL_GROUPS = SIMP(typ="grma", max="**", validators=(no_repeat,))
_NODE_GROUPS = SIMP(typ="grno", max="**", validators=(no_repeat,))

CREA_POI1 = FACT(
    max="**",
    rules=AU_MOINS_UN("TOUT", "GROUP_MA", "GROUP_NO", "NOEUD"),
    NOM_GROUP_MA=SIMP(typ="grma", max="**", validators=(no_repeat,)),
    TOUT=SIMP(into=("OUI",)),
    GROUP_MA=_CELL_GROUPS,
    GROUP_NO=_NODE_GROUPS,
    NOEUD=SIMP(typ="no", max="**", validators=(no_repeat,)),
)
CREA_MAILLE = FACT(
    max="**",
    rules=EXCLUS("TOUT", "GROUP_MA"),
    NOM=SIMP("o"),
    TOUT=SIMP(into=("OUI",)),
    GROUP_MA=_CELL_GROUPS,
    PREF_MAILLE=SIMP(),
    PREF_NUME=SIMP(typ="I"),
)
CREA_FISS = FACT(max="**", NOM=SIMP("o"), GROUP_NO_1=SIMP("o", typ="grno"), GROUP_NO_2=SIMP("o", typ="grno"))
RESTREINT = FACT(
    GROUP_MA=SIMP("o", typ="grma", max="**", validators=(no_repeat,)),
    TOUT_GROUP_MA=SIMP(into=("OUI", "NON"), defaut="NON"),
    GROUP_NO=_NODE_GROUPS,
    TOUT_GROUP_NO=SIMP(into=("OUI", "NON"), defaut="NON"),
)


def add_points(occurrences, context, mesh):
    """CREA_POI1: one cell per node, shared by all occurrences, numbered by node after the cells there are."""
    chosen = [_chosen_nodes(occurrence, context, mesh) for occurrence in occurrences]
    nodes = np.unique(np.concatenate(chosen))
    cell_of = np.full(mesh.n_nodes, -1)
    cell_of[nodes] = mesh.n_cells + np.arange(len(nodes))
    result = with_cells(mesh, [("POI1", nodes[:, None], cell_of[nodes])])
    for occurrence, ids in zip(occurrences, chosen):
        if occurrence.NOM_GROUP_MA:
            name, *more = occurrence.NOM_GROUP_MA
            if more:
                context.warn(occurrence, "NOM_GROUP_MA", f"only the first name counts: {name}")
            _new_group(occurrence, "NOM_GROUP_MA", result, name, cell_of[ids])
    return result


def _chosen_nodes(args, context, mesh):
    if args.TOUT:
        return np.arange(mesh.n_nodes)
    parts = [mesh.nodes_of_cells(cells) for cells in (cell_groups(args, "GROUP_MA", mesh) if args.GROUP_MA else ())]
    parts += node_groups(args, "GROUP_NO", mesh) if args.GROUP_NO else []
    parts += [named_nodes(args, "NOEUD", mesh, context)] if args.NOEUD else []
    return np.unique(np.concatenate(parts))


def duplicate_cells(occurrences, context, mesh):
    """CREA_MAILLE: the chosen cells once more on the same nodes, in a group of their own.

    PREF_MAILLE names them as up to version 15: the prefix, then the name of the cell or, with PREF_NUME, a number that counts on.
    """
    result, called = mesh, {}
    for occurrence in occurrences:
        cells = chosen_cells(occurrence, mesh, context)
        first = result.n_cells
        blocks = mesh.select(cells)
        result = with_cells(result, [(block.type, block.nodes, first + np.searchsorted(cells, block.cells)) for block in blocks])
        _new_group(occurrence, "NOM", result, occurrence.NOM, np.arange(first, result.n_cells))
        prefix, number = occurrence.PREF_MAILLE, occurrence.PREF_NUME
        if prefix is not None:
            names = (mesh.cell_names[c] for c in cells) if number is None else range(number, number + len(cells))
            called |= {f"{prefix}{name}": first + i for i, name in enumerate(names)}
    result.further_cells |= called
    return result


def add_crack(occurrences, context, mesh):
    """CREA_FISS: QUAD4 between two rows of as many nodes, taken in the order of their groups."""
    result = mesh
    for occurrence in occurrences:
        (one,), (other,) = node_groups(occurrence, "GROUP_NO_1", mesh), node_groups(occurrence, "GROUP_NO_2", mesh)
        if len(one) != len(other):
            raise occurrence.wrong("GROUP_NO_2", f"the two sides have as many nodes: there are {len(one)} and {len(other)}")
        if len(one) < 2:
            raise occurrence.wrong("GROUP_NO_1", "a side has at least two nodes")
        quads = np.column_stack([one[:-1], one[1:], other[1:], other[:-1]])
        ordered = np.sort(quads, axis=1)
        if (ordered[:, 1:] == ordered[:, :-1]).any():
            raise occurrence.wrong("GROUP_NO_2", "the two sides have nodes in common")
        fresh = result.n_cells + np.arange(len(quads))
        result = with_cells(result, [("QUAD4", quads, fresh)])
        _new_group(occurrence, "NOM", result, occurrence.NOM, fresh)
    return result


def _new_group(args, word, mesh, name, cells):
    check_name(args, word, name)
    if name in mesh.cell_groups:
        raise args.wrong(word, f"the mesh already has a cell group {name}")
    mesh.cell_groups[name] = cells


def restrict(args, context, mesh):
    """RESTREINT: only some groups of cells, with their nodes; cells and nodes that are named alone make no group."""
    cells = np.concatenate(cell_groups(args, "GROUP_MA", mesh))
    nodes = np.unique(np.concatenate(node_groups(args, "GROUP_NO", mesh))) if args.GROUP_NO else ()
    kept_cells = None if args.TOUT_GROUP_MA == "OUI" else [name for name in args.GROUP_MA if name in mesh.cell_groups]
    kept_nodes = None if args.TOUT_GROUP_NO == "OUI" else [name for name in args.GROUP_NO or () if name in mesh.node_groups]
    return restricted(mesh, cells, nodes, kept_cells, kept_nodes)
