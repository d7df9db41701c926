"""ASSE_MAILLAGE: two meshes beside each other, or glued along a group of cells, as one (u4.23.03)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.command import operator
from pyaster_lite.catalogue.conditions import equal
from pyaster_lite.catalogue.keywords import BLOC, FACT, SIMP
from pyaster_lite.commands._mesh_words import cell_groups
from pyaster_lite.commands._super_mesh import labels
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks, renumbered

_SAME_PLACE = 1e-3
"""Nodes nearer than this share of the shortest distance between two nodes of the interface are the same."""


@operator(
    "ASSE_MAILLAGE",
    produces="maillage_sdaster",
    early=True,
    keywords=dict(
        MAILLAGE_1=SIMP("o", typ="maillage_sdaster"),
        MAILLAGE_2=SIMP("o", typ="maillage_sdaster"),
        OPERATION=SIMP("o", into=("SUPERPOSE", "COLLAGE", "SOUS_STR")),
        b_collage=BLOC(
            equal("OPERATION", "COLLAGE"),
            COLLAGE=FACT("o", GROUP_MA_1=SIMP("o", typ="grma"), GROUP_MA_2=SIMP("o", typ="grma")),
        ),
    ),
)
def asse_maillage(args, context):
    """Nodes and cells of the first mesh, then those of the second; glued, the first one's cells of the interface go.

    Meshes of substructures are joined by the names of their nodes.
    """
    first, second = args.MAILLAGE_1, args.MAILLAGE_2
    node_1, node_2 = np.arange(first.n_nodes), first.n_nodes + np.arange(second.n_nodes)
    kept = np.ones(first.n_cells, bool)
    if args.OPERATION == "SOUS_STR":
        return _by_names(args, context, first, second)
    if args.OPERATION == "COLLAGE":
        kept[_glue(args.COLLAGE, first, second, node_2)] = False
    cell_1 = np.where(kept, np.cumsum(kept) - 1, -1)
    cell_2 = kept.sum() + np.arange(second.n_cells)
    parts = []
    for mesh, node, cell in ((first, node_1, cell_1), (second, node_2, cell_2)):
        for block in mesh.blocks:
            there = cell[block.cells] >= 0
            parts.append((block.type, node[block.nodes[there]], cell[block.cells[there]]))
    lost = [name for name, cells in first.cell_groups.items() if not kept[cells].any()]
    if lost:
        context.warn(args, "MAILLAGE_1", f"groups of the interface alone are not kept: {', '.join(lost)}")
    return Mesh(
        np.concatenate([first.coordinates, second.coordinates]),
        merge_blocks(parts),
        _both(args, context, "node group", *(renumbered(m.node_groups, n) for m, n in ((first, node_1), (second, node_2)))),
        _both(args, context, "cell group", *(renumbered(m.cell_groups, n) for m, n in ((first, cell_1), (second, cell_2)))),
        space_dimension=max(first.space_dimension, second.space_dimension),
    )


def _by_names(args, context, first, second):
    """Both meshes, nodes of the same name being one; super-cells stay what they are."""
    names, others = labels(first), labels(second)
    known = {name: node for node, name in enumerate(names)}
    new = np.array([name not in known for name in others], bool)
    node_2 = np.where(new, first.n_nodes + np.cumsum(new) - 1, [known.get(name, -1) for name in others])
    coordinates = np.concatenate([first.coordinates, second.coordinates[new]])
    moved = np.linalg.norm(coordinates[node_2] - second.coordinates, axis=1)
    far = np.flatnonzero(moved > 1e-6 * np.linalg.norm(coordinates - coordinates[:1], axis=1).max(initial=0.0))
    if len(far):
        context.warn(args, "MAILLAGE_2", f"{len(far)} nodes of the same name stand elsewhere in the first mesh, such as {others[far[0]]}")
    twice = [name for name in second.super_cells if name in first.super_cells]
    if twice:
        raise args.wrong("MAILLAGE_2", f"the super-cell {twice[0]} is in both meshes")
    groups = []
    for what, own, renewed in (
        ("node group", first.node_groups, renumbered(second.node_groups, node_2)),
        ("cell group", first.cell_groups, {name: first.n_cells + cells for name, cells in second.cell_groups.items()}),
    ):
        common = [name for name in renewed if name in own]
        if common:
            context.warn(args, "MAILLAGE_2", f"{what}s in both meshes are those of the first: {', '.join(common)}")
        groups.append({**renewed, **own})
    parts = [(b.type, b.nodes, b.cells) for b in first.blocks] + [(b.type, node_2[b.nodes], first.n_cells + b.cells) for b in second.blocks]
    dimension = max(first.space_dimension, second.space_dimension)
    all_names = [*names, *(name for name, own in zip(others, new) if own)]
    mesh = Mesh(coordinates, merge_blocks(parts), *groups, space_dimension=dimension, node_names=all_names)
    mesh.own_names = True
    mesh.super_cells = {**first.super_cells, **{name: cell.renumbered(node_2) for name, cell in second.super_cells.items()}}
    return mesh


def _glue(words, first, second, node_2):
    """Let nodes of the second interface be those of the first; returns the cells of the first."""
    from scipy.spatial import cKDTree

    (own,), (other,) = cell_groups(words, "GROUP_MA_1", first), cell_groups(words, "GROUP_MA_2", second)
    if len(own) != len(other):
        raise words.wrong("GROUP_MA_2", f"the groups to glue have {len(own)} and {len(other)} cells")
    mine, theirs = first.nodes_of_cells(own), second.nodes_of_cells(other)
    tree = cKDTree(first.coordinates[mine])
    smallest = tree.query(first.coordinates[mine], k=2)[0][:, 1].min() if len(mine) > 1 else np.inf
    distance, nearest = cKDTree(second.coordinates[theirs]).query(first.coordinates[mine])
    if smallest <= 0.0:
        raise words.wrong("GROUP_MA_1", "two nodes of this group are at the same place")
    far = np.flatnonzero(distance > _SAME_PLACE * min(smallest, 1.0 if np.isinf(smallest) else smallest))
    if len(far):
        name = first.node_names[mine[far[0]]]
        raise words.wrong("GROUP_MA_2", f"node {name} of the first mesh has none of the second at its place ({distance[far[0]]:.3g} off)")
    node_2[theirs[nearest]] = mine
    return own


def _both(args, context, what, first, second):
    """Groups of both meshes; one of the second whose name is taken gets another."""
    groups = dict(first)
    for name, members in second.items():
        new = name
        if new in groups:
            new = next(new for i in range(10) if (new := f"{name[:7]:_<7}{i}") not in groups and new not in second)
            context.warn(args, "MAILLAGE_2", f"{what} {name} is in both meshes: that of the second is called {new}")
        groups[new] = members
    return groups
