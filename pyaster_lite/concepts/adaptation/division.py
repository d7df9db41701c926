"""Regular cuts: edges in two, triangles and quadrangles in 4, tetrahedra, prisms and hexahedra in 8; and putting pieces together again."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.adaptation.lineage import DIMENSION, KINDS, Lineage
from pyaster_lite.concepts.mesh_refinement import CHILDREN

PIECES = {
    **CHILDREN,
    "SEG2": ((0, 2), (2, 1)),
    "TRIA3": ((4, 5, 3), (0, 3, 5), (3, 1, 4), (5, 4, 2)),
    "HEXA8": (
        (0, 8, 20, 11, 12, 21, 26, 24), (11, 20, 10, 3, 24, 26, 23, 15), (20, 9, 2, 10, 26, 22, 14, 23), (8, 1, 9, 20, 21, 13, 22, 26),
        (24, 26, 23, 15, 19, 25, 18, 7), (12, 21, 26, 24, 4, 16, 25, 19), (21, 13, 22, 26, 16, 5, 17, 25), (26, 22, 14, 23, 25, 17, 6, 18),
    ),
}  # fmt: skip
"""Local nodes of regular pieces, all turned like the parent, in the order that HOMARD gives them (its CMRDTR, CMRDQU, CMRDHE)."""
MED_RANK = {"TETRA4": (0, 2, 1, 3)}
"""The places that vertices have in MED files, where HOMARD finds them, among those of a cell."""
_OCTAHEDRON = {
    (6, 8): ((6, 9, 8, 5), (8, 7, 6, 4), (9, 8, 7, 6), (5, 6, 4, 8)),
    (4, 9): ((4, 9, 8, 5), (8, 7, 9, 4), (9, 4, 7, 6), (5, 6, 4, 9)),
    (7, 5): ((7, 9, 8, 5), (8, 7, 5, 4), (9, 5, 7, 6), (5, 6, 4, 7)),
}
"""The four tetrahedra around each diagonal of what is left of a tetrahedron without its corners; the first of equal diagonals counts
(HOMARD's CMRDTE)."""


def cut(lineage: Lineage, cut_edges, cut_faces):
    """Cut the edges and faces of the masks and every present cell whose edge, face or faces are all cut."""
    _cut_edges(lineage, np.flatnonzero(cut_edges & ~lineage.edges.cut))
    _cut_faces(lineage, np.flatnonzero(cut_faces & ~lineage.faces.cut[: len(cut_faces)]))
    while _cut_cells(lineage):
        pass


def middles(lineage: Lineage, numbers) -> np.ndarray:
    """The nodes in the middle of edges, made where there are none."""
    edges = lineage.edges
    numbers = np.asarray(numbers, int)
    bare = np.unique(numbers[edges.middle[numbers] < 0])
    edges.middle[bare] = lineage.add_nodes(lineage.coordinates[edges.nodes[bare]].mean(axis=1))
    return edges.middle[numbers]


def centres(lineage: Lineage, numbers) -> np.ndarray:
    """The nodes inside quadrangles, made where there are none: the mean of the vertices."""
    faces = lineage.faces
    numbers = np.asarray(numbers, int)
    bare = np.unique(numbers[faces.centre[numbers] < 0])
    faces.centre[bare] = lineage.add_nodes(lineage.coordinates[faces.nodes[bare]].mean(axis=1))
    return faces.centre[numbers]


def _cut_edges(lineage, numbers):
    edges = lineage.edges
    edges.cut[numbers] = True
    middle = middles(lineage, numbers)
    ends = edges.nodes[numbers]
    halves = np.stack([np.stack([ends[:, 0], middle], axis=1), np.stack([middle, ends[:, 1]], axis=1)], axis=1)
    found = edges.add(halves)
    edges.halves[numbers] = found


def _cut_faces(lineage, numbers):
    faces = lineage.faces
    faces.cut[numbers] = True
    for corners in (3, 4):
        mine = numbers[(faces.nodes[numbers, 3] >= 0) == (corners == 4)]
        vertices, middle = faces.nodes[mine, :corners], lineage.edges.middle[faces.sides[mine, :corners]]
        before = np.roll(middle, 1, axis=1)
        if corners == 3:
            parts = np.full((len(mine), 4, 4), -1)
            parts[:, :3, :3] = np.stack([vertices, middle, before], axis=2)
            parts[:, 3, :3] = middle
            drawn = np.stack([middle, before], axis=2)
        else:
            centre = np.repeat(centres(lineage, mine)[:, None], 4, axis=1)
            parts = np.stack([vertices, middle, centre, before], axis=2)
            drawn = np.stack([middle, centre], axis=2)
        made, inner = lineage.add_faces(parts), lineage.edges.add(drawn)
        faces.parts[mine] = made
        faces.inner[mine, :corners] = inner


def _cut_cells(lineage):
    count = 0
    for kind, dim in zip(KINDS[1:], DIMENSION[1:]):
        rows = lineage.rows(kind)
        ready = lineage.edges.cut[lineage.edges_of(kind, rows)] if dim == 1 else lineage.faces.cut[lineage.faces_of(kind, rows)]
        rows = rows[ready.all(axis=1)]
        count += len(rows)
        known = lineage.first_child[rows] >= 0
        children = _children(lineage, kind, rows[known])
        lineage.alive[children] = lineage.leaf[children] = True
        lineage.leaf[rows[known]] = False
        fresh = rows[~known]
        if len(fresh):
            lineage.add_pieces(kind, fresh, pieces(lineage, kind, full_nodes(lineage, kind, fresh)))
    return count


def full_nodes(lineage: Lineage, kind: str, rows) -> np.ndarray:
    """Vertices, middles of edges, centres of quadrangular faces and of the volume of cells to be cut, -1 for those of no use, (k, n)."""
    parts = [lineage.corners(kind, rows), lineage.edges.middle[lineage.edges_of(kind, rows)]]
    if kind in ("QUAD4", "PENTA6", "HEXA8"):
        parts.append(lineage.faces.centre[lineage.faces_of(kind, rows)])
    if kind == "HEXA8":
        points = lineage.coordinates[parts[2]].mean(axis=1)
        parts.append(lineage.add_nodes(points)[:, None])
    return np.concatenate(parts, axis=1)


def pieces(lineage: Lineage, kind: str, full) -> np.ndarray:
    """The vertices of the pieces of cells given by their `full_nodes`, (k, pieces, corners).

    A tetrahedron gives its corners and four pieces around the shortest diagonal of what is left.
    """
    if kind != "TETRA4":
        return full[:, np.array(PIECES[kind])]
    corner = [(0, 4, 6, 7), (6, 5, 2, 9), (4, 1, 5, 8), (7, 8, 9, 3)]
    ends = lineage.coordinates[full[:, np.array(list(_OCTAHEDRON))]]
    shortest = ((ends[:, :, 0] - ends[:, :, 1]) ** 2).sum(axis=2).argmin(axis=1)
    tables = np.array([[*corner, *table] for table in _OCTAHEDRON.values()])
    return full[np.arange(len(full))[:, None, None], tables[shortest]]


def put_together(lineage: Lineage, parents):
    """Make cut cells present again in place of their pieces; their edges and faces are whole unless another cut cell holds them.

    A face that was only cut so that neighbours conform is whole again when one of its edges is.
    """
    among = np.zeros(len(lineage.kind), bool)
    among[parents] = True
    for kind in KINDS[1:]:
        mine = lineage.rows(kind, among)
        children = _children(lineage, kind, mine)
        lineage.alive[children] = lineage.leaf[children] = False
        lineage.leaf[mine] = True
        lineage.edges.cut[lineage.edges_of(kind, mine)] = False
        lineage.faces.cut[lineage.faces_of(kind, mine)] = False
    held = lineage.alive & ~lineage.leaf
    for kind in KINDS[2:]:
        mine = lineage.rows(kind, held)
        lineage.edges.cut[lineage.edges_of(kind, mine)] = True
        lineage.faces.cut[lineage.faces_of(kind, mine)] = True
    sides = lineage.faces.sides
    lineage.faces.cut &= ~((sides >= 0) & ~lineage.edges.cut[sides]).any(axis=1)


def release_sides(lineage: Lineage):
    """Put segments, and faces of volumes, together again whose edge or face is cut no more."""
    for kind, dim in zip(KINDS[1:4], DIMENSION[1:4]):
        rows = lineage.rows(kind, lineage.alive & ~lineage.leaf)
        cut_now = lineage.edges.cut[lineage.edges_of(kind, rows)] if dim == 1 else lineage.faces.cut[lineage.faces_of(kind, rows)]
        rows = rows[~cut_now.all(axis=1)]
        children = _children(lineage, kind, rows)
        lineage.alive[children] = lineage.leaf[children] = False
        lineage.leaf[rows] = True


def _children(lineage, kind, rows):
    return (lineage.first_child[rows][:, None] + np.arange(len(PIECES[kind]))).ravel()
