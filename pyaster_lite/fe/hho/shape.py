"""The cells that carry hybrid unknowns: which of their nodes stand for the faces and which for the cell, and how they are cut."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ..cells import reference_cell

_SPLIT = {
    "SEG": ((0, 1),),
    "TRIA": ((0, 1, 2),),
    "QUAD": ((0, 1, 2), (0, 2, 3)),
    "TETRA": ((0, 1, 2, 3),),
    "PYRAM": ((0, 1, 2, 4), (0, 2, 3, 4)),
    "PENTA": ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5)),
    "HEXA": ((0, 1, 3, 4), (1, 2, 3, 6), (1, 3, 4, 6), (1, 4, 5, 6), (3, 4, 6, 7)),
}
"""The simplices that each shape is cut into."""
SHAPES = {2: "SEG", 3: "TRIA", 4: "QUAD"}
"""The shape of a face by how many vertices it has."""
LINEAR = {"SEG": "SEG2", "TRIA": "TRIA3", "QUAD": "QUAD4", "TETRA": "TETRA4", "PENTA": "PENTA6", "PYRAM": "PYRAM5", "HEXA": "HEXA8"}


@dataclass(frozen=True)
class HybridCell:
    """The geometry of a cell is that of its vertices.

    linear     the cell of the vertices;  corners  how many there are
    faces      the vertices of each face;  face_nodes  the node in its middle
    centre     the node in the middle of the cell
    simplices  the vertices of the simplices that it is cut into
    """

    name: str
    linear: str
    corners: int
    faces: tuple[tuple[int, ...], ...]
    face_nodes: tuple[int, ...]
    centre: int
    simplices: tuple[tuple[int, ...], ...]

    @property
    def dim(self) -> int:
        """The dimension of the cell."""
        return reference_cell(self.name).dim

    def padded(self, values: np.ndarray) -> np.ndarray:
        """Functions (..., corners) of the vertices with nothing for the nodes that are none."""
        return np.concatenate([values, np.zeros((*values.shape[:-1], self.centre + 1 - self.corners))], axis=-1)


@cache
def hybrid_cell(name: str) -> HybridCell:
    """Of a cell with a node in the middle of each face and of the whole; a SEG3, TRIA7 or QUAD9 also as a side."""
    cell = reference_cell(name)
    shape = name.rstrip("0123456789")
    middles = list(enumerate(cell.middles, start=cell.corners))
    centre = next(node for node, group in middles if len(group) == cell.corners)
    fewest = 1 if cell.dim == 1 else (2 if cell.dim == 2 else 3)
    faces = [(group, node) for node, group in middles if node != centre and len(group) >= fewest]
    vertices, nodes = tuple(zip(*faces)) if faces else ((), ())
    return HybridCell(name, LINEAR[shape], cell.corners, vertices, nodes, centre, _SPLIT[shape])


def simplices_of(n_vertices: int) -> tuple[tuple[int, ...], ...]:
    """How a face of so many vertices is cut: an edge, a triangle, a quadrangle."""
    return _SPLIT[SHAPES[n_vertices]]
