"""Uniform refinement: every edge cut in two, triangles and quadrangles into 4, tetrahedra, prisms and hexahedra into 8."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks, used_nodes_only
from pyaster_lite.concepts.mesh_conversion import completed, converted, vertex_groups
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.shapes import shape_functions

# Local nodes of the fullest form of the parent: vertices, middles of edges, of faces, of the volume.
CHILDREN = {
    "SEG2": ((0, 2), (1, 2)),
    "TRIA3": ((0, 3, 5), (1, 4, 3), (2, 5, 4), (3, 4, 5)),
    "QUAD4": ((0, 4, 8, 7), (1, 5, 8, 4), (2, 6, 8, 5), (3, 7, 8, 6)),
    "TETRA4": (
        (0, 4, 6, 7), (1, 5, 4, 8), (2, 9, 6, 5), (3, 7, 9, 8), (4, 5, 6, 8), (5, 8, 9, 6), (7, 8, 4, 6), (7, 9, 8, 6),
    ),
    "PENTA6": (
        (0, 6, 8, 9, 15, 17), (6, 1, 7, 15, 10, 16), (8, 6, 7, 17, 15, 16), (8, 7, 2, 17, 16, 11),
        (9, 15, 17, 3, 12, 14), (15, 10, 16, 12, 4, 13), (17, 15, 16, 14, 12, 13), (17, 16, 11, 14, 13, 5),
    ),
    "PYRAM5": (
        (0, 5, 13, 8, 9), (5, 1, 6, 13, 10), (2, 7, 13, 6, 11), (3, 8, 13, 7, 12), (9, 10, 11, 12, 4), (12, 11, 10, 9, 13),
        (5, 9, 10, 13), (6, 10, 11, 13), (7, 11, 12, 13), (8, 12, 9, 13),
    ),
    "HEXA8": (
        (0, 8, 20, 11, 12, 21, 26, 24), (1, 9, 20, 8, 13, 22, 26, 21), (2, 10, 20, 9, 14, 23, 26, 22), (3, 11, 20, 10, 15, 24, 26, 23),
        (12, 21, 26, 24, 4, 16, 25, 19), (13, 22, 26, 21, 5, 17, 25, 16), (14, 23, 26, 22, 6, 18, 25, 17), (15, 24, 26, 23, 7, 19, 25, 18),
    ),
}  # fmt: skip
_TETRAHEDRON_OF = {"PYRAM5": "TETRA4", "PYRAM13": "TETRA10", "PYRAM19": "TETRA15"}
# The nodes that these have in addition stand where the shape functions of the smaller type put them.
_SPANNED_BY = {"TETRA15": "TETRA10", "PENTA21": "PENTA18", "PYRAM19": "PYRAM13"}
UNKNOWN = ("SEG4", "HEXA9", "PENTA7")
"""Types of cells that cannot be refined."""


def refined(mesh: Mesh, levels: int = 1) -> Mesh:
    """A mesh of smaller cells of the same types; a pyramid gives six pyramids and four tetrahedra.

    Points stay and are numbered first; children follow in the order of their parents, and replace them in the groups of cells.
    Groups of nodes keep their nodes. Children of curved cells follow the curve. The mesh holds no type of UNKNOWN.
    """
    for _ in range(levels):
        mesh = _once(mesh)
    return mesh


def _once(mesh):
    full, coordinates = completed(mesh, faces=True)
    pieces = np.ones(mesh.n_cells, int)
    for block in mesh.blocks:
        pieces[block.cells] = len(CHILDREN.get(CELL_TYPES[block.type].linear, (0,)))
    points = np.flatnonzero(mesh.cell_dim() == 0)
    order = np.concatenate([points, np.flatnonzero(mesh.cell_dim() > 0)])
    first = np.empty(mesh.n_cells, int)
    first[order] = np.cumsum(pieces[order]) - pieces[order]
    parts, wanted = [], {}
    for block in mesh.blocks:
        linear = CELL_TYPES[block.type].linear
        if linear == "POI1":
            parts.append((block.type, block.nodes, first[block.cells]))
        for place, local in enumerate(CHILDREN.get(linear, ())):
            child = _child(linear, local)
            target = _TETRAHEDRON_OF[block.type] if child != linear else block.type
            parts.append((child, full[block.type][:, local], first[block.cells] + place))
            if target != child:
                wanted.setdefault((child, target), []).append((block, local, first[block.cells] + place))
    groups = {
        name: np.concatenate([np.arange(first[cell], first[cell] + pieces[cell]) for cell in ids]) for name, ids in mesh.cell_groups.items()
    }
    lonely = np.setdiff1d(np.arange(mesh.n_nodes), np.concatenate([block.nodes.ravel() for block in mesh.blocks]))
    result = Mesh(coordinates, merge_blocks(parts), mesh.node_groups, groups, space_dimension=mesh.space_dimension)
    result = used_nodes_only(result, lonely)
    for (child, target), families in wanted.items():
        children = np.concatenate([cells for *_, cells in families])
        result = converted(result, children, {child: target})
        for block, local, cells in families:
            _follow(result, mesh.coordinates[block.nodes], block.type, local, cells)
    return result


def _child(linear, local):
    return "TETRA4" if linear == "PYRAM5" and len(local) == 4 else linear


def _follow(result, points, parent, local, cells):
    """Put the further nodes of children where the shape functions of the parent say, points (k, nn, 3)."""
    linear = CELL_TYPES[parent].linear
    child = _child(linear, local)
    vertices = _reference_places(linear)[list(local)]
    middles = np.array([vertices[list(group)].mean(axis=0) for group in vertex_groups(child)])
    weights = shape_functions(_SPANNED_BY.get(parent, parent), middles)
    places = np.einsum("mn,knx->kmx", weights, points[:, : weights.shape[1]])
    for block in result.select(cells):
        width = block.nodes.shape[1] - len(vertices)
        order = np.argsort(cells)
        result.coordinates[block.nodes[:, len(vertices) :]] = places[order][:, :width]


def _reference_places(linear):
    """Where the nodes of the fullest form stand in the reference cell."""
    vertices = reference_cell(linear).nodes
    return np.vstack([vertices, *(vertices[list(group)].mean(axis=0) for group in vertex_groups(linear))])
