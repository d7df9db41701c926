"""Doubtful and impossible things in a mesh, as VERI_MAIL of LIRE_MAILLAGE looks for them (u4.21.01)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.cells import reference_cell

CROWDED = 200
SHOWN = 5


def faults(mesh) -> list[str]:
    """What makes the mesh unusable, one sentence each: a cell that holds a node twice, a torn edge or face.

    An edge (or a face with a node in its middle) is torn when neighbours put different nodes in its middle.
    """
    found = []
    repeated = [block.cells[_has_repeats(block.nodes)] for block in mesh.blocks]
    repeated = np.sort(np.concatenate(repeated)) if repeated else np.empty(0, int)
    if len(repeated):
        found.append(f"{_some('cell', repeated)} {_plural(repeated, 'holds', 'hold')} the same node twice")
    return found + [
        f"{what} between nodes {', '.join(str(n + 1) for n in vertices)} has several middle nodes: {', '.join(str(n + 1) for n in middles)}"
        for what, vertices, middles in _torn(mesh)
    ]


def doubts(mesh, flatness: float) -> list[str]:
    """What may be a mistake, one sentence each: nodes of no cell or of very many, cells given twice, flat cells.

    A cell is flat when its two nearest nodes stand nearer than `flatness` times the distance of its two farthest.
    """
    start, _ = mesh.cells_of_nodes()
    count = np.diff(start)
    found = []
    lonely = np.flatnonzero(count == 0)
    if len(lonely):
        found.append(f"{_some('node', lonely)} {_plural(lonely, 'belongs', 'belong')} to no cell")
    crowded = np.flatnonzero(count > CROWDED)
    if len(crowded):
        found.append(f"{_some('node', crowded)} {_plural(crowded, 'belongs', 'belong')} to more than {CROWDED} cells")
    double = _doubles(mesh)
    if len(double):
        found.append(f"{_some('cell', double)} {_plural(double, 'has', 'have')} the same nodes as another cell")
    flat = _flat(mesh, flatness)
    if len(flat):
        found.append(f"{_some('cell', flat)} {_plural(flat, 'is', 'are')} flat: shortest over longest distance below {flatness:g}")
    return found


def _some(noun, ids):
    names = ", ".join(str(i + 1) for i in ids[:SHOWN])
    if len(ids) == 1:
        return f"{noun} {names}"
    return f"{len(ids)} {noun}s ({names}{', ...' if len(ids) > SHOWN else ''})"


def _plural(ids, one, many):
    return one if len(ids) == 1 else many


def _has_repeats(nodes):
    return (np.diff(np.sort(nodes, axis=1), axis=1) == 0).any(axis=1)


def _torn(mesh):
    """(what, vertices, middle nodes) of each edge or face whose middle is not the same node everywhere."""
    by_size = {}
    for block in mesh.blocks:
        corners = CELL_TYPES[block.type].corners
        for local, group in enumerate(_middles(block.type)):
            if len(group) <= 4:
                rows = np.column_stack([np.sort(block.nodes[:, group], axis=1), block.nodes[:, corners + local]])
                by_size.setdefault(len(group), []).append(rows)
    for size, parts in by_size.items():
        rows = np.unique(np.concatenate(parts), axis=0)
        same = (rows[1:, :size] == rows[:-1, :size]).all(axis=1)
        for first in np.flatnonzero(same)[:SHOWN]:
            yield "the edge" if size == 2 else "the face", rows[first, :size], rows[first : first + 2, size]


def _middles(type_name):
    try:
        return reference_cell(type_name).middles
    except KeyError:
        return ()


def _doubles(mesh):
    """The later ones of cells that have exactly the same nodes."""
    found = []
    by_size = {}
    for block in mesh.blocks:
        by_size.setdefault(block.nodes.shape[1], []).append(block)
    for size, blocks in by_size.items():
        if size == 1:
            continue
        rows = np.sort(np.concatenate([block.nodes for block in blocks]), axis=1)
        cells = np.concatenate([block.cells for block in blocks])
        order = np.lexsort((cells, *rows.T[::-1]))
        same = (np.diff(rows[order], axis=0) == 0).all(axis=1)
        found.append(cells[order[1:][same]])
    return np.sort(np.concatenate(found)) if found else np.empty(0, int)


def _flat(mesh, flatness):
    found = []
    for block in mesh.blocks:
        size = block.nodes.shape[1]
        if size < 2:
            continue
        points = mesh.coordinates[block.nodes]
        shortest, longest = np.full(len(block), np.inf), np.zeros(len(block))
        for i in range(size - 1):
            apart = ((points[:, i + 1 :] - points[:, i : i + 1]) ** 2).sum(axis=2)
            shortest = np.minimum(shortest, apart.min(axis=1))
            longest = np.maximum(longest, apart.max(axis=1))
        found.append(block.cells[(longest > 0) & (np.sqrt(shortest) < flatness * np.sqrt(longest))])
    return np.sort(np.concatenate(found)) if found else np.empty(0, int)
