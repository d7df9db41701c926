"""From integration points to the nodes of a cell (r3.06.03).

The values at the points are met in the least squares sense by the linear functions of the vertices; a node between vertices
has their mean. One point gives its value to every node, points at the nodes give theirs.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .cells import reference_cell
from .quadrature import quadrature
from .shapes import shape_functions

_LINEAR = {"SEG": "SEG2", "TRIA": "TRIA3", "QUAD": "QUAD4", "TETRA": "TETRA4", "PENTA": "PENTA6", "PYRAM": "PYRAM5", "HEXA": "HEXA8"}
_HOLLOW = ("TETRA15", "PENTA21", "PYRAM19")
"""Cells whose nodes in the middle of faces (but those of a prism with four vertices) and of the volume get nothing, as in code_aster."""


@cache
def points_to_nodes(cell: str, family: str) -> np.ndarray:
    """(n_nodes, n_points) matrix that takes values at the points of a quadrature family to the nodes of a cell."""
    shape, points = reference_cell(cell), quadrature(cell, family).points
    if len(points) == 1:
        return np.ones((shape.n_nodes, 1))
    if family == "NOEU":
        return np.eye(shape.n_nodes)
    to_vertices = np.eye(shape.corners)
    if family != "NOEU_S":
        values = shape_functions(_LINEAR[cell.rstrip("0123456789")], points)
        to_vertices = np.linalg.solve(values.T @ values, values.T)
    return np.concatenate([to_vertices, *(_between(cell, to_vertices, vertices) for vertices in shape.middles)])


def _between(cell, to_vertices, vertices):
    if cell == "SEG4":
        (nearest,) = vertices
        return (2 * to_vertices[nearest] + to_vertices[1 - nearest])[None] / 3
    share = 0.25 if cell == "TRIA7" and len(vertices) == 3 else 1 / len(vertices)
    if cell in _HOLLOW and not (len(vertices) == 2 or (cell == "PENTA21" and vertices in reference_cell("PENTA21").middles[9:12])):
        share = 0.0
    return share * to_vertices[list(vertices)].sum(axis=0, keepdims=True)
