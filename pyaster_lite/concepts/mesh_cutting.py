"""Local refinement of triangles that stays conforming: edges are cut in two where they are wanted shorter.

1. Every edge that is marked is cut; a triangle with two cut edges has its third one cut too, until none is left (the rule of the two
   neighbours of HOMARD).
2. A triangle with three cut edges becomes four, one with a single cut edge two; segments follow their edge.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks

CUTTABLE = ("POI1", "SEG2", "SEG3", "TRIA3", "TRIA6")
"""Types of cells that meshes to be cut may hold."""
_SIDES = {"SEG2": ((0, 1),), "TRIA3": ((0, 1), (1, 2), (2, 0))}


def cut_between(mesh: Mesh, near: np.ndarray) -> tuple[Mesh, np.ndarray]:
    """The mesh with every edge cut whose nodes, its middle included, are all `near` (n_nodes,) bool; and the parent of each cell.

    Nodes keep their numbers, new ones come last; children follow in the order of their parents and replace them in the groups.
    The middle of a curved edge becomes a vertex; new middles stand halfway between vertices. The mesh holds types of CUTTABLE only.
    """
    edges = _Edges(mesh)
    wanted = near[edges.ends].all(axis=1) & ((edges.middle < 0) | near[edges.middle])
    edges.close(wanted)
    new = np.flatnonzero(wanted & (edges.middle < 0))
    at = edges.middle.copy()
    at[new] = mesh.n_nodes + np.arange(len(new))
    coordinates = np.vstack([mesh.coordinates, mesh.coordinates[edges.ends[new]].mean(axis=1)])

    pieces = np.ones(mesh.n_cells, int)
    for block, own in edges.of:
        pieces[block.cells] += wanted[own].sum(axis=1)
    first = np.cumsum(pieces) - pieces
    parts = [(block.type, block.nodes, first[block.cells]) for block in mesh.blocks if block.dim == 0]
    linear = []
    for block, own in edges.of:
        for corners, rows, place in _children(block.nodes, wanted[own], at[own]):
            linear.append((block.type, corners, first[block.cells[rows]] + place))
    middles = _Middles(edges, wanted, coordinates)
    parts += [(kind, middles.complete(kind, corners), cells) for kind, corners, cells in linear]
    groups = {
        name: np.concatenate([np.empty(0, int), *(np.arange(first[c], first[c] + pieces[c]) for c in ids)])
        for name, ids in mesh.cell_groups.items()
    }
    made = Mesh(middles.coordinates, merge_blocks(parts), mesh.node_groups, groups, space_dimension=mesh.space_dimension)
    return made, np.repeat(np.arange(mesh.n_cells), pieces)


class _Edges:
    """The edges of a mesh: `ends` (n, 2) ascending, `middle` (n,) or -1, and `of`: each block with the edges (k, sides) of its cells."""

    def __init__(self, mesh):
        blocks = [block for block in mesh.blocks if block.dim > 0]
        sides = [block.nodes[:, np.array(_SIDES[CELL_TYPES[block.type].linear])] for block in blocks]
        flat = np.sort(np.concatenate([own.reshape(-1, 2) for own in sides]), axis=1).astype(int)
        self.ends, inverse = np.unique(flat, axis=0, return_inverse=True)
        self.middle, self.of = np.full(len(self.ends), -1), []
        places = np.split(inverse.ravel(), np.cumsum([own.shape[0] * own.shape[1] for own in sides])[:-1])
        for block, own, place in zip(blocks, sides, places):
            place = place.reshape(own.shape[:2])
            if block.is_quadratic:
                self.middle[place] = block.nodes[:, -place.shape[1] :]
            self.of.append((block, place))

    def close(self, wanted):
        """Cut the third edge of triangles with two cut ones, until there are none."""
        triangles = [own for block, own in self.of if block.dim == 2]
        while True:
            before = wanted.sum()
            for own in triangles:
                wanted[own[wanted[own].sum(axis=1) >= 2]] = True
            if wanted.sum() == before:
                return


def _children(nodes, cut, at):
    """(corners, rows, rank among the children) of cells on `nodes`, whose edges `cut` (k, sides) have their middles `at`."""
    count = cut.sum(axis=1)
    whole = np.flatnonzero(count == 0)
    if cut.shape[1] == 1:
        halved = np.flatnonzero(count == 1)
        a, b, m = nodes[halved, 0], nodes[halved, 1], at[halved, 0]
        return [(nodes[whole, :2], whole, 0), (np.stack([a, m], 1), halved, 0), (np.stack([m, b], 1), halved, 1)]
    found = [(nodes[whole, :3], whole, 0)]
    for side in range(3):
        rows = np.flatnonzero((count == 1) & cut[:, side])
        a, b, c, m = nodes[rows, side], nodes[rows, (side + 1) % 3], nodes[rows, (side + 2) % 3], at[rows, side]
        found += [(np.stack([a, m, c], 1), rows, 0), (np.stack([m, b, c], 1), rows, 1)]
    rows = np.flatnonzero(count == 3)
    (a, b, c), (ab, bc, ca) = nodes[rows, :3].T, at[rows].T
    quarters = ((a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca))
    return found + [(np.stack(quarter, 1), rows, place) for place, quarter in enumerate(quarters)]


class _Middles:
    """Middles of the edges of children: the old ones where an edge is whole, new nodes elsewhere."""

    def __init__(self, edges, wanted, coordinates):
        self.coordinates = coordinates
        kept = ~wanted & (edges.middle >= 0)
        self.known = dict(zip(map(tuple, edges.ends[kept].tolist()), edges.middle[kept].tolist()))

    def complete(self, kind, corners):
        """The nodes of cells of a type on their corners."""
        linear = CELL_TYPES[kind].linear
        if kind == linear:
            return corners
        sides = np.sort(corners[:, np.array(_SIDES[linear])], axis=2)
        ends, inverse = np.unique(sides.reshape(-1, 2), axis=0, return_inverse=True)
        number, new = np.empty(len(ends), int), []
        for place, pair in enumerate(map(tuple, ends.tolist())):
            if pair not in self.known:
                self.known[pair] = len(self.coordinates) + len(new)
                new.append(pair)
            number[place] = self.known[pair]
        if new:
            self.coordinates = np.vstack([self.coordinates, self.coordinates[np.array(new)].mean(axis=1)])
        return np.hstack([corners, number[inverse.ravel()].reshape(sides.shape[:2])])
