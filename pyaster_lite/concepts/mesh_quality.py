"""What a mesh is like: how many cells, in how many pieces, how long, wide or large, and how well shaped."""

from __future__ import annotations

import numpy as np
from scipy.sparse import coo_array

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_conversion import vertex_groups
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.level_sets import edges
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_derivatives

_REGULAR = {"TRIA3": 0.75**0.5, "QUAD4": 1.0, "TETRA4": 0.5**0.5, "PENTA6": 0.75**0.5, "HEXA8": 1.0}
"""The determinant of the edges at a vertex of a regular cell with edges of length 1."""

_RULES = {"SEG2": "FPG3", "TRIA3": "FPG6", "QUAD4": "FPG9", "TETRA4": "FPG15", "PENTA6": "FPG21", "PYRAM5": "FPG24", "HEXA8": "FPG27"}
"""Rules of quadrature that measure quadratic cells well."""


def extent(mesh: Mesh) -> dict[str, float]:
    """X_MIN to Z_MAX, the smallest and largest coordinates of nodes, and AR_MIN and AR_MAX, the straight lengths of cells' edges."""
    corners = np.stack([mesh.coordinates.min(axis=0), mesh.coordinates.max(axis=0)], axis=1)
    found = {f"{axis}_{end}": float(corners[i, j]) for i, axis in enumerate("XYZ") for j, end in enumerate(("MIN", "MAX"))}
    ends = [block.nodes[:, edges(block.type)[:, :2]].reshape(-1, 2) for block in mesh.blocks if block.dim]
    if ends:
        ends = np.concatenate(ends)
        lengths = np.linalg.norm(mesh.coordinates[ends[:, 0]] - mesh.coordinates[ends[:, 1]], axis=1)
        found |= {"AR_MIN": float(lengths.min()), "AR_MAX": float(lengths.max())}
    return found


def sizes(mesh: Mesh) -> np.ndarray:
    """Lengths, areas and volumes of the cells (n_cells,), with their curvature; 0 for points."""
    found = np.zeros(mesh.n_cells)
    for block in mesh.blocks:
        if block.dim:
            own = quadrature(block.type, _RULES[CELL_TYPES[block.type].linear])
            tangents = np.einsum("gdn,knj->kgdj", shape_derivatives(block.type, own.points), mesh.coordinates[block.nodes])
            metric = np.linalg.det(np.einsum("kgdj,kgej->kgde", tangents, tangents))
            found[block.cells] = np.sqrt(np.maximum(metric, 0.0)) @ own.weights
    return found


def shapes(mesh: Mesh) -> np.ndarray:
    """How far cells are from regular ones, (n_cells,): 1 for a regular cell, more for others, infinite for one turned inside out.

    At each vertex, with the d edges e_i that start there and D their determinant, D' that of a regular cell with edges of length 1:
    (sum |e_i|^2 / d) / (D / D')^(2/d) (after P. Knupp, Algebraic mesh quality metrics, SIAM J. Sci. Comput. 23, 2001). The worst
    vertex counts. Points, lines and pyramids have 1.
    """
    found = np.ones(mesh.n_cells)
    for block in mesh.blocks:
        cell = CELL_TYPES[block.type]
        if cell.linear not in _REGULAR:
            continue
        table = np.array(_fans(cell.linear))
        points = mesh.coordinates[block.nodes[:, : cell.corners]]
        edges = points[:, table[:, 1:]] - points[:, table[:, :1]]
        if cell.dim == 3:
            determinant = np.linalg.det(edges)
        else:
            normal = np.cross(edges[:, :, 0], edges[:, :, 1])
            mean = normal.mean(axis=1, keepdims=True)
            determinant = (normal * mean).sum(axis=2) / np.maximum(np.linalg.norm(mean, axis=2), 1e-300)
        share = np.maximum(determinant / _REGULAR[cell.linear], 0.0)
        with np.errstate(divide="ignore"):
            found[block.cells] = ((edges**2).sum(axis=(2, 3)) / cell.dim / share ** (2 / cell.dim)).max(axis=1)
    return found


def _fans(linear):
    """(vertex, the other ends of its edges in positive order) for each vertex of a cell."""
    reference = reference_cell(linear).nodes
    ends = [pair for pair in vertex_groups(linear) if len(pair) == 2]
    fans = []
    for vertex in range(CELL_TYPES[linear].corners):
        others = [a + b - vertex for a, b in ends if vertex in (a, b)]
        if np.linalg.det(reference[others] - reference[vertex]) < 0:
            others[:2] = others[1::-1]
        fans.append((vertex, *others))
    return fans


def pieces(mesh: Mesh, dim: int) -> int:
    """Into how many parts without a common node the cells of a dimension fall."""
    from scipy.sparse.csgraph import connected_components

    blocks = [block for block in mesh.blocks if block.dim == dim]
    if not blocks:
        return 0
    rows = np.concatenate([np.repeat(block.cells, block.nodes.shape[1]) for block in blocks])
    nodes = np.concatenate([block.nodes.ravel() for block in blocks])
    n = mesh.n_cells + mesh.n_nodes
    links = coo_array((np.ones(len(rows)), (rows, mesh.n_cells + nodes)), shape=(n, n))
    return len(np.unique(connected_components(links, directed=False)[1][rows]))


def bound_cells(mesh: Mesh) -> np.ndarray:
    """Cells of the highest dimension all of whose vertices stand on the hull: held there, they have nothing left to move."""
    dim = int(mesh.cell_dim().max(initial=0))
    sides = []
    for block in mesh.blocks:
        if block.dim == dim > 1:
            corners = CELL_TYPES[block.type].corners
            groups = [
                g for g in vertex_groups(block.type) if (len(g) == 2 if dim == 2 else 2 < len(g) < corners or corners == 4 and len(g) == 3)
            ]
            sides += [np.pad(np.sort(block.nodes[:, g], axis=1), ((0, 0), (0, 4 - len(g))), constant_values=-1) for g in groups]
    if not sides:
        return np.empty(0, int)
    unique, count = np.unique(np.concatenate(sides), axis=0, return_counts=True)
    outer = np.zeros(mesh.n_nodes + 1, bool)  # the last one takes what pads the sides
    outer[unique[count == 1].ravel()] = True
    found = [b.cells[outer[b.nodes[:, : CELL_TYPES[b.type].corners]].all(axis=1)] for b in mesh.blocks if b.dim == dim]
    return np.sort(np.concatenate(found))
