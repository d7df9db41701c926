"""Putting a new mesh together from pieces of another: blocks of cells, renumbered groups."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock, Mesh


def merge_blocks(parts) -> list[CellBlock]:
    """One block per type, in code_aster's order of types, cells ascending.

    `parts` are (type, nodes (k, nn), cells (k,)); together they hold every cell number from 0 once.
    """
    by_type = {}
    for type_name, nodes, cells in parts:
        if len(cells):
            by_type.setdefault(type_name, []).append((np.asarray(nodes, np.int32), np.asarray(cells, int)))
    blocks = []
    for type_name in CELL_TYPES:
        if type_name in by_type:
            nodes, cells = (np.concatenate(column) for column in zip(*by_type[type_name]))
            order = np.argsort(cells, kind="stable")
            blocks.append(CellBlock(type_name, nodes[order], cells[order]))
    return blocks


def renumbered(groups: dict, number) -> dict:
    """Groups under new numbers, `number` (n_old,) being -1 for what is gone; groups that lose everything are left out."""
    found = {}
    for name, ids in groups.items():
        new = number[ids]
        if (new >= 0).any():
            found[name] = new[new >= 0]
    return found


def used_nodes_only(mesh: Mesh, also=()) -> Mesh:
    """The mesh without the nodes that no cell holds, those of `also` excepted; the others keep their order (`original_nodes`)."""
    keep = np.zeros(mesh.n_nodes, bool)
    keep[np.asarray(also, int)] = True
    for block in mesh.blocks:
        keep[block.nodes.ravel()] = True
    number = np.where(keep, np.cumsum(keep) - 1, -1)
    blocks = [CellBlock(block.type, number[block.nodes].astype(np.int32), block.cells) for block in mesh.blocks]
    result = Mesh(
        mesh.coordinates[keep],
        blocks,
        renumbered(mesh.node_groups, number),
        mesh.cell_groups,
        space_dimension=mesh.space_dimension,
    )
    result.original_nodes = np.flatnonzero(keep)
    return result


def with_cells(mesh: Mesh, parts) -> Mesh:
    """A copy of the mesh with more cells: `parts` are (type, nodes (k, nn), cells (k,)), numbered on from n_cells."""
    blocks = [(block.type, block.nodes, block.cells) for block in mesh.blocks]
    return Mesh(
        mesh.coordinates.copy(),
        merge_blocks([*blocks, *parts]),
        mesh.node_groups,
        mesh.cell_groups,
        space_dimension=mesh.space_dimension,
    )


def restricted(mesh: Mesh, cells, nodes=(), cell_groups=None, node_groups=None) -> Mesh:
    """The mesh reduced to some cells (and to their nodes, and to the nodes given).

    Cells keep their order; nodes are numbered as the cells meet them, then the lonely ones. cell_groups and node_groups name the
    groups to keep, None keeps all that have something left. The mesh knows where it comes from: `original`, `original_nodes`,
    `original_cells`.
    """
    cells = np.unique(cells)
    new_cell = np.full(mesh.n_cells, -1)
    new_cell[cells] = np.arange(len(cells))
    blocks = mesh.select(cells)
    width = max((block.nodes.shape[1] for block in blocks), default=1)
    table = np.full((len(cells), width), -1)
    for block in blocks:
        table[new_cell[block.cells], : block.nodes.shape[1]] = block.nodes
    met = np.concatenate([table.ravel()[table.ravel() >= 0], np.asarray(nodes, int)])
    _, first = np.unique(met, return_index=True)
    kept = met[np.sort(first)]
    new_node = np.full(mesh.n_nodes, -1)
    new_node[kept] = np.arange(len(kept))

    def chosen(groups, names):
        return groups if names is None else {name: groups[name] for name in names}

    result = Mesh(
        mesh.coordinates[kept],
        merge_blocks([(block.type, new_node[block.nodes], new_cell[block.cells]) for block in blocks]),
        renumbered(chosen(mesh.node_groups, node_groups), new_node),
        renumbered(chosen(mesh.cell_groups, cell_groups), new_cell),
        space_dimension=mesh.space_dimension,
    )
    result.original, result.original_nodes, result.original_cells = mesh, kept, cells
    return result
