"""The regular cells of an adapted mesh: those of the first mesh and the pieces of regular cuts, with the edges and faces that are cut."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.adaptation.places import MOST_NODES, Places
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh_conversion import LINE_QUAD, vertex_groups

KINDS = ("POI1", "SEG2", "TRIA3", "QUAD4", "TETRA4", "PENTA6", "HEXA8")
DIMENSION = np.array([CELL_TYPES[kind].dim for kind in KINDS])
EDGES = {kind: [pair for pair in vertex_groups(kind) if len(pair) == 2] for kind in (*KINDS, "PYRAM5")}
FACES = {kind: [group for group in vertex_groups(kind) if len(group) in (3, 4) and len(group) < CELL_TYPES[kind].corners] for kind in KINDS}
FACES["TRIA3"], FACES["QUAD4"] = [(0, 1, 2)], [(0, 1, 2, 3)]


class Unadaptable(ValueError):
    """A mesh that cannot be adapted, or not so; the text is for the user."""


class Lineage:
    """What an adapted mesh remembers of how it came about.

    kind        (n,) index into KINDS of each regular cell, a row of the tables; nodes (n, 8) its vertices, -1 where it has fewer
    parent      (n,) the row that it is a piece of, -1 for cells of the first mesh; first_child (n,) its own first piece, -1; level (n,)
    alive, leaf (n,) whether the row belongs to the present state, and whether it is a cell of the present mesh or was cut
    edges       Places: middle, the node between the ends or -1; cut; halves (2,), the two edges that a cut makes
    faces       Places: centre, the node inside a quadrangle or -1; cut; sides (4,), its edges; parts (4,), the faces that a cut makes;
                inner (4,), the edges that a cut draws on it
    coordinates (n_nodes, 3); of_node, of_cell  the node and the row behind each node and each cell of the mesh
    origin      for each cell of the mesh a cell of the mesh before that it comes from, -1 where pieces were put together
    quadratic   whether edges have nodes in their middles
    curved      whether these stood on the curves that sides follow in the first mesh; None before any curve was followed
    """

    def __init__(self, mesh):
        strange = [block.type for block in mesh.blocks if block.type not in KINDS and block.type not in LINE_QUAD.values()]
        strange += [block.type for block in mesh.blocks if block.type.startswith("PYRAM")]
        if strange:
            raise Unadaptable(f"cells of type {strange[0]} are not adapted")
        if mesh.n_nodes >= MOST_NODES:
            raise Unadaptable(f"meshes of {MOST_NODES} nodes and more are not adapted")
        degrees = {block.is_quadratic for block in mesh.blocks if block.dim}
        if len(degrees) > 1:
            raise Unadaptable("linear and quadratic cells stand side by side: one mesh has one degree")
        self.quadratic, self.curved = degrees == {True}, None
        n = mesh.n_cells
        self.kind, self.nodes = np.empty(n, np.int8), np.full((n, 8), -1)
        self.parent, self.first_child, self.level = np.full(n, -1), np.full(n, -1), np.zeros(n, int)
        self.alive, self.leaf = np.ones(n, bool), np.ones(n, bool)
        self.coordinates = mesh.coordinates.copy()
        self.of_node, self.of_cell = np.arange(mesh.n_nodes), np.arange(n)
        self.origin = np.arange(n)
        self.edges = Places(2, middle=-1, cut=False, halves=np.array([-1, -1]))
        self.faces = Places(4, centre=-1, cut=False, sides=np.full(4, -1), parts=np.full(4, -1), inner=np.full(4, -1))
        for block in mesh.blocks:
            cell = CELL_TYPES[block.type]
            self.kind[block.cells] = KINDS.index(cell.linear)
            self.nodes[block.cells, : cell.corners] = block.nodes[:, : cell.corners]
        self.register(np.arange(n))
        for block in mesh.blocks:
            cell = CELL_TYPES[block.type]
            if block.is_quadratic:
                pairs = block.nodes[:, EDGES[cell.linear]]
                self.edges.middle[self.edges.find(pairs)] = block.nodes[:, cell.corners :][:, : pairs.shape[1]]

    def follow(self, mesh):
        """Take over what commands have done since to the mesh: nodes moved, regular cells turned."""
        self.coordinates[self.of_node] = mesh.coordinates
        whole = np.bincount(self.of_cell, minlength=len(self.kind))[self.of_cell] == 1
        for block in mesh.blocks:
            cell = CELL_TYPES[block.type]
            if cell.linear not in KINDS:
                continue
            same = whole[block.cells] & (self.kind[self.of_cell[block.cells]] == KINDS.index(cell.linear))
            self.nodes[self.of_cell[block.cells[same]], : cell.corners] = self.of_node[block.nodes[same, : cell.corners]]

    def rows(self, kind: str, among=None) -> np.ndarray:
        """The present cells of a kind, or those of the mask `among`."""
        return np.flatnonzero((self.alive & self.leaf if among is None else among) & (self.kind == KINDS.index(kind)))

    def corners(self, kind: str, rows) -> np.ndarray:
        """The vertices of rows of one kind, (k, corners)."""
        return self.nodes[rows, : CELL_TYPES[kind].corners]

    def edges_of(self, kind: str, rows) -> np.ndarray:
        """The numbers of the edges of rows of one kind, (k, n), in their local order."""
        if not EDGES[kind]:
            return np.empty((len(rows), 0), int)
        return self.edges.find(self.corners(kind, rows)[:, EDGES[kind]])

    def faces_of(self, kind: str, rows) -> np.ndarray:
        """The numbers of the faces of rows of one kind, (k, n), in their local order; a triangle or quadrangle is its own face."""
        if not FACES[kind]:
            return np.empty((len(rows), 0), int)
        return self.faces.find(_padded(self.corners(kind, rows), FACES[kind]))

    def register(self, rows):
        """Number the edges and faces of rows."""
        among = np.zeros(len(self.kind), bool)
        among[rows] = True
        for kind in KINDS[1:]:
            mine = self.rows(kind, among)
            self.edges.add(self.corners(kind, mine)[:, EDGES[kind]].reshape(-1, 2))
            if FACES[kind]:
                self.add_faces(_padded(self.corners(kind, mine), FACES[kind]))

    def add_faces(self, nodes) -> np.ndarray:
        """Number faces, (..., 4), and their edges."""
        first = len(self.faces)
        numbers = self.faces.add(nodes)
        fresh = self.faces.nodes[first:]
        triangle = fresh[:, 3] < 0
        around = np.where(triangle[:, None], fresh[:, [1, 2, 0, 0]], fresh[:, [1, 2, 3, 0]])
        pairs = np.stack([fresh, around], axis=2)
        real = np.ones(fresh.shape, bool)
        real[triangle, 3] = False
        sides = np.full(fresh.shape, -1)
        sides[real] = self.edges.add(pairs[real])
        self.faces.sides[first:] = sides
        return numbers

    def live_faces(self) -> np.ndarray:
        """Which faces belong to the present state: those of present cells, and the pieces of those that are cut, (n_faces,)."""
        live = np.zeros(len(self.faces), bool)
        for kind in KINDS[2:]:
            live[self.faces_of(kind, self.rows(kind))] = True
        reached = live
        while reached.any():
            parts = self.faces.parts[reached & self.faces.cut]
            reached = np.zeros(len(live), bool)
            reached[parts[parts >= 0]] = True
            reached &= ~live
            live |= reached
        return live

    def add_nodes(self, points) -> np.ndarray:
        """New nodes at points (k, 3); their numbers."""
        first = len(self.coordinates)
        self.coordinates = np.vstack([self.coordinates, points])
        return np.arange(first, len(self.coordinates))

    def add_pieces(self, kind: str, parents, nodes):
        """New present cells of one kind: nodes (n_parents, pieces, corners); the parents are present no more."""
        count, pieces, corners = nodes.shape
        first = len(self.kind)
        self.first_child[parents] = first + pieces * np.arange(count)
        self.leaf[parents] = False
        n = count * pieces
        table = np.full((n, 8), -1)
        table[:, :corners] = nodes.reshape(n, corners)
        self.kind = np.concatenate([self.kind, np.full(n, KINDS.index(kind), np.int8)])
        self.nodes = np.vstack([self.nodes, table])
        self.parent = np.concatenate([self.parent, np.repeat(parents, pieces)])
        self.first_child = np.concatenate([self.first_child, np.full(n, -1)])
        self.level = np.concatenate([self.level, np.repeat(self.level[parents] + 1, pieces)])
        self.alive = np.concatenate([self.alive, np.ones(n, bool)])
        self.leaf = np.concatenate([self.leaf, np.ones(n, bool)])
        self.register(np.arange(first, first + n))


def _padded(corners, groups):
    faces = np.full((len(corners), len(groups), 4), -1)
    for place, group in enumerate(groups):
        faces[:, place, : len(group)] = corners[:, group]
    return faces
