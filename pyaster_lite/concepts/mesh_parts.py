"""A mesh put together again from the parts that processes would share: their nodes and cells overlap."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.mesh import CellBlock, Mesh


def joined(parts: list[Mesh]) -> Mesh:
    """The whole, of parts that know the numbers of their nodes in it (`shared_numbers`).

    Nodes, and cells type by type, come in the order in which the parts give them, those that several parts have only once.
    Raises ValueError where a part does not know its numbers.
    """
    if any(part.shared_numbers is None for part in parts):
        raise ValueError("a part of the mesh does not tell the numbers of its nodes in the whole")
    first, where = _met(np.concatenate([part.shared_numbers for part in parts])[:, None])
    places = np.split(where, np.cumsum([part.n_nodes for part in parts])[:-1])
    types = dict.fromkeys(block.type for part in parts for block in part.blocks)
    blocks, owner, start = [], [np.empty(part.n_cells, int) for part in parts], 0
    for kind in types:
        given = [(index, block) for index, part in enumerate(parts) for block in part.blocks if block.type == kind]
        nodes = np.concatenate([places[index][block.nodes] for index, block in given])
        known = np.concatenate([_known(places[index][block.nodes]) for index, block in given])
        leaders, rank = _met(known)
        cells = start + rank
        for index, block in given:
            owner[index][block.cells], cells = cells[: len(block)], cells[len(block) :]
        blocks.append(CellBlock(kind, nodes[leaders].astype(np.int32), start + np.arange(len(leaders))))
        start += len(leaders)
    coordinates = np.concatenate([part.coordinates for part in parts])[first]
    node_groups = _groups([(part.node_groups, place) for part, place in zip(parts, places)])
    cell_groups = _groups([(part.cell_groups, place) for part, place in zip(parts, owner)])
    return Mesh(coordinates, blocks, node_groups, cell_groups, space_dimension=max(part.space_dimension for part in parts))


def _met(rows):
    """The first of each kind among rows (n, k), in the order in which they are met, and for each row (n,) the rank of its kind."""
    _, leaders, inverse = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(leaders)
    rank = np.empty(len(order), int)
    rank[order] = np.arange(len(order))
    return leaders[order], rank[inverse.ravel()]


def _known(nodes):
    """(n, nn + 1) what tells cells apart: their nodes, and how many cells of the part before had the same."""
    nodes = np.sort(nodes, axis=1)
    _, inverse = np.unique(nodes, axis=0, return_inverse=True)
    order = np.argsort(inverse.ravel(), kind="stable")
    same = np.concatenate([[False], np.diff(inverse.ravel()[order]) == 0])
    runs = np.arange(len(nodes)) - np.maximum.accumulate(np.where(same, 0, np.arange(len(nodes))))
    count = np.empty(len(nodes), int)
    count[order] = runs
    return np.column_stack([nodes, count])


def _groups(given):
    """The groups of all parts, in the numbers of the whole."""
    names = dict.fromkeys(name for groups, _ in given for name in groups)
    return {name: np.unique(np.concatenate([place[groups[name]] for groups, place in given if name in groups])) for name in names}
