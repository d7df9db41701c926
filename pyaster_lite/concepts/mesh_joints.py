"""Turning the cells of a joint or of a cohesive crack, so that their two lips lie on the matter and look at each other.

The lips of a quadrangle are its first and its third side, those of a prism its two triangles, those of a hexahedron its first
and its last face. What an element of joint takes as its normal follows from there (r3.06.09).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh_conversion import order_of_all
from pyaster_lite.concepts.mesh_orientation import NotOrientable

_LIPS = {"QUAD4": ((0, 1), (2, 3)), "PENTA6": ((0, 1, 2), (3, 4, 5)), "HEXA8": ((0, 1, 2, 3), (4, 5, 6, 7))}
_EXCHANGED = {"QUAD4": (3, 2, 1, 0), "PENTA6": (3, 4, 5, 0, 1, 2), "HEXA8": (4, 5, 6, 7, 0, 1, 2, 3)}
_ROLLED = {
    "QUAD4": {((0, 3), (1, 2)): (1, 2, 3, 0)},
    "PENTA6": {},
    "HEXA8": {
        ((0, 1, 4, 5), (2, 3, 6, 7)): (3, 2, 6, 7, 0, 1, 5, 4),
        ((0, 3, 4, 7), (1, 2, 5, 6)): (1, 5, 6, 2, 0, 4, 7, 3),
    },
}
_TYPES = ("QUAD4", "QUAD8", "PENTA6", "PENTA15", "HEXA8", "HEXA20")


def orient_joints(mesh, cells) -> int:
    """Turn joint cells in place; returns how many were.

    Each cell leans on one or two cells of the mesh that are no joints: a side shared with one of them becomes a lip (the cell
    rolls if need be), and the lips change places where the first one turns its normal to the matter below it. Raises
    NotOrientable for a cell of another type, one that leans on nothing, or one whose two supports do not agree.
    """
    if len(set(mesh.cell_dim(cells))) > 1:
        raise NotOrientable("plane cells and volumes cannot be turned together")
    joint = np.zeros(mesh.n_cells, bool)
    joint[cells] = True
    start, holders = mesh.cells_of_nodes()
    count = 0
    for cell in map(int, cells):
        type_name = mesh.cell_type(cell)
        if type_name not in _TYPES:
            raise NotOrientable(f"cell {cell + 1} is a {type_name}: a joint is made of {', '.join(_TYPES)}")
        linear, nodes = CELL_TYPES[type_name].linear, mesh.cell_nodes(cell)
        order = np.arange(CELL_TYPES[type_name].corners)
        around = np.concatenate([holders[start[node] : start[node + 1]] for node in nodes[order]])
        lips = []
        for support in np.unique(around[~joint[around]]):
            turned = _leaning(mesh, linear, nodes[order], int(support))
            if turned is None:
                continue
            lip, turn = turned
            if lips and (turn is not None or lip in lips):
                raise NotOrientable(f"cell {cell + 1} leans on several cells in ways that do not agree")
            lips.append(lip)
            order = order if turn is None else order[list(turn)]
        if not lips:
            raise NotOrientable(f"cell {cell + 1} shares a face with no cell that could hold it")
        if (order != np.arange(len(order))).any():
            mesh.set_cell_nodes([cell], nodes[None, order_of_all(type_name, order)])
            count += 1
    return count


def _leaning(mesh, linear, vertices, support):
    """(lip 0 or 1, how to turn the vertices or None) for a support that shares a whole side, None for one that does not."""
    theirs = CELL_TYPES[mesh.cell_type(support)]
    if theirs.dim != CELL_TYPES[linear].dim:
        return None
    corners = mesh.cell_nodes(support)[: theirs.corners]
    shared = tuple(np.flatnonzero(np.isin(vertices, corners)).tolist())
    order = np.arange(len(vertices))
    for sides, roll in _ROLLED[linear].items():
        if shared in sides:
            order, shared = np.array(roll), _LIPS[linear][1 - sides.index(shared)]
    if shared not in _LIPS[linear]:
        return None
    lip = _LIPS[linear].index(shared)
    inner = mesh.coordinates[vertices[order][list(shared if lip == 0 or linear == "QUAD4" else shared[::-1])]]
    along = inner[1] - inner[0]
    normal = np.array([-along[1], along[0], 0.0]) if linear == "QUAD4" else np.cross(along, inner[2] - inner[0])
    side = normal @ (mesh.coordinates[corners].mean(axis=0) - inner[0])
    if side == 0:
        raise NotOrientable(f"cell {support + 1} lies in the plane of the joint: it tells no side")
    if side > 0:
        order, lip = order[list(_EXCHANGED[linear])], 1 - lip
    return lip, None if (order == np.arange(len(order))).all() else tuple(order)
