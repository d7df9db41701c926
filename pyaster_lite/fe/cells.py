"""Reference cells: where their nodes stand, how big they are, and which nodes make their faces.

Coordinates and numbering are those of code_aster (u3.01.00, and the annex of reference elements in r3.01.01):
segments and quadrangles on [-1, 1], triangles and tetrahedra on the unit simplex, prisms along the first axis, pyramids
with their base on |x| + |y| <= 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np


@dataclass(frozen=True)
class ReferenceCell:
    """One reference cell.

    nodes     (n_nodes, dim)
    volume    the measure of the cell
    corners   how many of the nodes (the first ones) are vertices
    faces     the local nodes of each side of one dimension less, vertices first, outward normal by the right hand
    middles   for each node that is no vertex, the vertices in whose middle it stands
    """

    name: str
    nodes: np.ndarray
    volume: float
    corners: int
    faces: tuple[tuple[int, ...], ...] = ()
    middles: tuple[tuple[int, ...], ...] = ()

    @property
    def dim(self) -> int:
        """The dimension of the cell."""
        return self.nodes.shape[1]

    @property
    def straight(self) -> str:
        """The cell that has its vertices only."""
        return _STRAIGHT[self.dim, self.corners]

    @property
    def n_nodes(self) -> int:
        """The number of nodes."""
        return len(self.nodes)


_SEGMENT = [[-1], [1]]
_TRIANGLE = [[0, 0], [1, 0], [0, 1]]
_SQUARE = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
_TETRAHEDRON = [[0, 1, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]]
_PRISM = [[-1, 1, 0], [-1, 0, 1], [-1, 0, 0], [1, 1, 0], [1, 0, 1], [1, 0, 0]]
_PYRAMID = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [0, 0, 1]]
_CUBE = [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]

_RING3 = ((0, 1), (1, 2), (2, 0))
_RING4 = ((0, 1), (1, 2), (2, 3), (3, 0))
_PRISM_EDGES = (*_RING3, (0, 3), (1, 4), (2, 5), (3, 4), (4, 5), (5, 3))
_PRISM_SIDES = ((0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5))
_TETRA_EDGES = (*_RING3, (0, 3), (1, 3), (2, 3))
_PRISM_FACES = ((0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2), (0, 2, 1), (3, 4, 5))
_TETRA_FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
_PYRAMID_FACES = ((0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4))
_PYRAMID_EDGES = (*_RING4, (0, 4), (1, 4), (2, 4), (3, 4))
_CUBE_EDGES = (*_RING4, (0, 4), (1, 5), (2, 6), (3, 7), (4, 5), (5, 6), (6, 7), (7, 4))
_CUBE_FACES = ((0, 1, 2, 3), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7))

# name: (vertices, volume, then the groups of vertices whose middles are the further nodes)
_RECIPES = {
    "SEG2": (_SEGMENT, 2.0),
    "SEG3": (_SEGMENT, 2.0, ((0, 1),)),
    "TRIA3": (_TRIANGLE, 0.5),
    "TRIA6": (_TRIANGLE, 0.5, _RING3),
    "TRIA7": (_TRIANGLE, 0.5, _RING3, ((0, 1, 2),)),
    "QUAD4": (_SQUARE, 4.0),
    "QUAD8": (_SQUARE, 4.0, _RING4),
    "QUAD9": (_SQUARE, 4.0, _RING4, ((0, 1, 2, 3),)),
    "TETRA4": (_TETRAHEDRON, 1 / 6),
    "TETRA10": (_TETRAHEDRON, 1 / 6, _TETRA_EDGES),
    "TETRA15": (_TETRAHEDRON, 1 / 6, _TETRA_EDGES, _TETRA_FACES, (tuple(range(4)),)),
    "PENTA6": (_PRISM, 1.0),
    "PENTA15": (_PRISM, 1.0, _PRISM_EDGES),
    "PENTA18": (_PRISM, 1.0, _PRISM_EDGES, _PRISM_SIDES),
    "PENTA21": (_PRISM, 1.0, _PRISM_EDGES, _PRISM_FACES, (tuple(range(6)),)),
    "PYRAM5": (_PYRAMID, 2 / 3),
    "PYRAM13": (_PYRAMID, 2 / 3, _PYRAMID_EDGES),
    "PYRAM19": (_PYRAMID, 2 / 3, _PYRAMID_EDGES, _PYRAMID_FACES, (tuple(range(5)),)),
    "HEXA8": (_CUBE, 8.0),
    "HEXA20": (_CUBE, 8.0, _CUBE_EDGES),
    "HEXA27": (_CUBE, 8.0, _CUBE_EDGES, _CUBE_FACES, (tuple(range(8)),)),
}

_STRAIGHT = {
    (0, 1): "POI1",
    (1, 2): "SEG2",
    (2, 3): "TRIA3",
    (2, 4): "QUAD4",
    (3, 4): "TETRA4",
    (3, 5): "PYRAM5",
    (3, 6): "PENTA6",
    (3, 8): "HEXA8",
}

_SIDES = {
    "TRIA": ((0, 1), (1, 2), (2, 0)),
    "QUAD": ((0, 1), (1, 2), (2, 3), (3, 0)),
    "TETRA": ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)),
    "PENTA": ((0, 2, 1), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (0, 3, 5, 2)),
    "PYRAM": ((0, 3, 2, 1), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)),
    "HEXA": ((0, 3, 2, 1), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7)),
}


@cache
def reference_cell(name: str) -> ReferenceCell:
    """The reference cell of a type; raises KeyError for a type that has none."""
    if name == "POI1":
        return ReferenceCell(name, np.zeros((1, 0)), 1.0, 1)
    if name == "SEG4":
        return ReferenceCell(name, np.array([[-1.0], [1.0], [-1 / 3], [1 / 3]]), 2.0, 2, ((0,), (1,)))
    vertices, volume, *middles = _RECIPES[name]
    vertices = np.array(vertices, float)
    extra = [group for groups in middles for group in groups]
    nodes = np.array([*vertices, *(vertices[list(group)].mean(axis=0) for group in extra)])
    return ReferenceCell(name, nodes, volume, len(vertices), _faces(name, len(vertices), extra), tuple(extra))


def _faces(name, corners, extra):
    """The sides with the middle nodes they carry: those of their edges in turn, then their own centre."""
    if name.startswith("SEG"):
        return ((0,), (1,))
    middle = {frozenset(group): corners + i for i, group in enumerate(extra)}
    faces = []
    for face in _SIDES[name.rstrip("0123456789")]:
        edges = [face] if len(face) == 2 else [(a, b) for a, b in zip(face, face[1:] + face[:1])]
        own = [] if len(face) == 2 else [face]
        faces.append(face + tuple(middle[frozenset(g)] for g in [*edges, *own] if frozenset(g) in middle))
    return tuple(faces)
