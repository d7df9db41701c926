"""A mesh that follows the cracks of a model: cells that no crack enriches as they are, the pieces of the others."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.cutting import at_nodes

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NEAR = 1e-4
"""A level set below this, in the unit of the mesh, counts as zero in the middle of an edge of a piece."""


class CutMesh(Mesh):
    """What POST_MAIL_XFEM makes.

    model         the model whose cells were cut
    parent_node   (n_nodes,) the node of the model's mesh that each node is, -1 for the corners of pieces
    parent_cell   (n_cells,) the cell of the model's mesh that each cell is or is a piece of
    piece         (n_cells,) which piece it is, -1 for a whole cell
    corners       for each group of the model that is cut, its place among the groups, and (ne, ns, nv) the node of each corner
    """

    def __init__(self, model, prefixes, group: str):
        """`prefixes` of the names of corners that lie on no crack, below and above one, and of pieces; `group` of those on cracks."""
        self.model = model
        old = model.mesh
        cut = [(i, g) for i, g in enumerate(model.groups) if hasattr(g.element, "enrichment")]
        whole = np.sort(np.concatenate([g.cells for g in model.groups if not hasattr(g.element, "enrichment")] or [np.empty(0, int)]))
        whole = whole[old.cell_dim(whole) > 0] if len(whole) else whole
        kept = old.nodes_of_cells(whole) if len(whole) else np.empty(0, int)
        corners = _Corners(model, cut)
        self.parent_node = np.concatenate([kept, np.full(len(corners.places), -1)])
        number = np.full(old.n_nodes, -1)
        number[kept] = np.arange(len(kept))
        self.parent_cell = np.concatenate([whole, corners.cells])
        self.piece = np.concatenate([np.full(len(whole), -1), corners.ranks])
        blocks = []
        for block in old.select(whole) if len(whole) else ():
            blocks.append(CellBlock(block.type, number[block.nodes], np.searchsorted(whole, block.cells)))
        for simplex in np.unique(corners.simplices):
            rows = np.flatnonzero(corners.simplices == simplex)
            nodes = corners.numbers[corners.starts[rows][:, None] + np.arange(corners.sizes[rows[0]])] + len(kept)
            blocks.append(CellBlock(str(simplex), nodes, rows + len(whole)))
        blocks = _merged(blocks)
        self.corners = [(i, own + len(kept)) for i, own in corners.by_group()]
        names = [str(node + 1) for node in kept]
        names += [prefixes[kind] + _letters(i + 1) for i, kind in enumerate(corners.kinds)]
        known = old.cell_names
        cell_names = [known[cell] for cell in whole] + [f"{prefixes[3]}{i + 1}" for i in range(len(corners.cells))]
        cell_groups = {name: np.flatnonzero(np.isin(self.parent_cell, cells)) for name, cells in old.cell_groups.items()}
        cell_groups = {name: cells for name, cells in cell_groups.items() if len(cells)}
        on = np.flatnonzero(corners.kinds > 0)
        super().__init__(
            np.concatenate([old.coordinates[kept], corners.places]),
            blocks,
            {group: on + len(kept)} if len(on) else {},
            cell_groups,
            space_dimension=old.space_dimension,
            node_names=names,
            cell_names=cell_names,
        )
        self.own_names = True

    def node_label(self, node):
        """The names of corners; the numbers that the other nodes have in the model's mesh."""
        return self.node_names[node]


def _letters(number: int) -> str:
    """A number with the digits and the letters."""
    text = ""
    while number:
        number, digit = divmod(number, len(DIGITS))
        text = DIGITS[digit] + text
    return text


def _merged(blocks):
    """One block for each type."""
    made = {}
    for block in blocks:
        made.setdefault(block.type, []).append(block)
    return [CellBlock(kind, np.concatenate([b.nodes for b in own]), np.concatenate([b.cells for b in own])) for kind, own in made.items()]


class _Corners:
    """The corners of the pieces of cut cells, one for each point and region of a cell, cell after cell.

    cells, ranks, simplices, sizes, starts  (pieces,) the cell of each piece, which one it is there, its type, how many corners it has
                                            (nodes in the middle of edges are some of them), where they start
    numbers  the node of each corner of each piece;  places (nodes, 3);  kinds (nodes,) 0 on no crack, 1 below one, 2 above
    """

    def __init__(self, model, cut):
        cracks = len(model.cracks)
        parts = [_corners_of(group.element, cracks) for _, group in cut]
        self._shapes = [(index, part["shape"]) for (index, _), part in zip(cut, parts)]
        cells, ranks, sizes, simplices = (
            np.concatenate([part[name] for part in parts]) for name in ("cells", "ranks", "sizes", "simplices")
        )
        order = np.lexsort((ranks, cells))
        self.cells, self.ranks, self.sizes, self.simplices = cells[order], ranks[order], sizes[order], simplices[order]
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)[:-1]])
        first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        flat = np.concatenate([np.arange(first[piece], first[piece] + sizes[piece]) for piece in order])
        keys = np.concatenate([part["keys"] for part in parts])[flat]
        _, one, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        rank = np.empty(len(one), int)
        rank[np.argsort(one)] = np.arange(len(one))
        self.numbers = rank[inverse.ravel()]
        chosen = flat[np.sort(one)]
        self.places = np.concatenate([part["places"] for part in parts])[chosen]
        self.kinds = np.concatenate([part["kinds"] for part in parts])[chosen]
        self._by_part = np.empty(len(flat), int)
        self._by_part[flat] = self.numbers

    def by_group(self):
        """(place of the group, (ne, ns, nv) numbers) of each group."""
        start = 0
        for index, shape in self._shapes:
            count = int(np.prod(shape))
            yield index, self._by_part[start : start + count].reshape(shape)
            start += count


def _corners_of(element, cracks):
    """What _Corners wants of one group, with flat arrays over cells, pieces and corners."""
    given = element.enrichment
    made, points = given.made, given.points
    ne, ns, nv = points.corners.shape[:3]
    nn = reference_cell(element.cell).n_nodes
    cells = given.cells[made.owner]
    sides = np.zeros((len(made.owner), cracks), int)
    sides[:, list(given.cracks)] = made.sides
    keys = np.concatenate([np.stack([np.repeat(cells, nv), made.nodes.ravel()], axis=1), np.repeat(sides, nv, axis=0)], axis=1)
    values = abs(at_nodes(element.cell, made, given.levels))
    beyond = np.repeat(made.sides[:, None] == 0, nv, axis=1)
    new, middle = made.nodes >= nn, np.arange(nv) >= made.vertices
    on = ((values < np.where(new, _NEAR, 0.0)[..., None]) | (values == 0.0)) & ~beyond
    on = on.any(axis=-1) | (new & ~middle)
    nearest = np.argmin(np.where(beyond, np.inf, values), axis=-1)
    below = np.take_along_axis(np.repeat(made.sides[:, None], nv, axis=1), nearest[..., None], axis=-1)[..., 0] == -1
    return {
        "shape": (ne, ns, nv),
        "cells": cells,
        "ranks": np.tile(np.arange(ns), ne),
        "sizes": np.full(ne * ns, nv),
        "simplices": np.full(ne * ns, made.simplex),
        "keys": keys,
        "places": points.corners.reshape(-1, 3),
        "kinds": np.where(on, np.where(below, 1, 2), 0).ravel(),
    }
