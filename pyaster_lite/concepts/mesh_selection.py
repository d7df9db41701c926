"""Nodes and cells of a mesh chosen by where they stand or how many of them belong together (u4.22.01).

Points and directions are arrays (3,), coordinates (n, 3); every function gives ascending numbers.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES


def distance_to_plane(coordinates, point, normal) -> np.ndarray:
    """(n,) signed distances to the plane (the line, in 2D) through `point` with unit `normal`."""
    return (coordinates - point) @ normal


def distance_to_axis(coordinates, point, axis) -> np.ndarray:
    """(n,) distances to the line through `point` along unit `axis`."""
    apart = coordinates - point
    along = apart @ axis
    return np.linalg.norm(apart - along[:, None] * axis, axis=1)


def distance_to_point(coordinates, point) -> np.ndarray:
    """(n,) distances to a point."""
    return np.linalg.norm(coordinates - point, axis=1)


def near_polyline(coordinates, line, radius: float, length: float = np.inf) -> np.ndarray:
    """(n,) whether a point stands within `radius` of a polyline (m, 3), of which only the first `length` counts.

    The tunnel around each segment is a cylinder closed by a ball at both ends, except that nothing may stand beyond `length`.
    Raises ValueError where two points of the line coincide.
    """
    inside = np.zeros(len(coordinates), bool)
    travelled = 0.0
    for start, end in zip(line[:-1], line[1:]):
        whole = np.linalg.norm(end - start)
        if whole == 0:
            raise ValueError("two neighbouring points of the line coincide")
        axis = (end - start) / whole
        step = min(whole, length - travelled)
        last = step < whole or travelled + step >= length
        end = start + step * axis
        travelled += step
        along = (coordinates - start) @ axis
        near = distance_to_axis(coordinates, start, axis) <= radius
        inside |= near & (np.abs(along) <= step) & (np.abs(along - step) <= step)
        inside |= near & (travelled + np.abs(along - step) <= length) & (distance_to_point(coordinates, end) <= radius)
        inside |= near & (travelled - whole + np.abs(along) <= length) & (distance_to_point(coordinates, start) <= radius)
        if last:
            break
    return inside


def cells_by_nodes(mesh, nodes, how: str) -> np.ndarray:
    """The cells that lean on marked nodes: `nodes` is (n_nodes,) bool.

    how: "any" node marked, "all", "most" (at least half, rounded up), "corners" (all vertices).
    """
    found = []
    for block in mesh.blocks:
        size = CELL_TYPES[block.type].corners if how == "corners" else block.nodes.shape[1]
        count = nodes[block.nodes[:, :size]].sum(axis=1)
        least = {"any": 1, "most": (size + 1) // 2}.get(how, size)
        found.append(block.cells[count >= least])
    return _ascending(found)


def cells_of_type(mesh, cells, word: str) -> np.ndarray:
    """Those of `cells` that are of a type (TRIA3, ...) or a dimension (1D, 2D, 3D), in the given order."""
    cells = np.asarray(cells, int)
    if word in ("0D", "1D", "2D", "3D"):
        return cells[mesh.cell_dim(cells) == int(word[0])]
    return cells[np.array(mesh.cell_type(cells), object) == word] if len(cells) else cells


def nodes_by_rank(mesh, cells, rank: str) -> np.ndarray:
    """The nodes that cells hold as vertices ("SOMMET"), on edges ("MILIEU"), in their middle ("CENTRE") or at all ("TOUS").

    The middle of a segment counts as on its edge; the nodes in the middles of the faces of a volume count as in its middle.
    """
    used = np.zeros(mesh.n_nodes, bool)
    for block in mesh.select(cells):
        corners, size = CELL_TYPES[block.type].corners, block.nodes.shape[1]
        edges = corners + _EDGES.get(CELL_TYPES[block.type].linear, 0)
        first, last = {"TOUS": (0, size), "SOMMET": (0, corners), "MILIEU": (corners, edges), "CENTRE": (edges, size)}[rank]
        used[block.nodes[:, first:last].ravel()] = True
    return np.flatnonzero(used)


_EDGES = {"SEG2": 1, "TRIA3": 3, "QUAD4": 4, "TETRA4": 6, "PYRAM5": 8, "PENTA6": 9, "HEXA8": 12}


def cells_facing(mesh, direction, angle: float, signed: bool) -> np.ndarray:
    """The segments (in 2D) or faces (in 3D) whose normal makes less than `angle` (radians) with unit `direction`.

    Unless `signed`, a normal that points the other way counts as well. Normals come from the first three nodes.
    """
    found = []
    for block in mesh.blocks:
        points = mesh.coordinates[block.nodes[:, :3]]
        if mesh.space_dimension == 2 and block.type.startswith("SEG"):
            along = points[:, 1] - points[:, 0]
            normals = np.column_stack([along[:, 1], -along[:, 0], np.zeros(len(along))])
        elif mesh.space_dimension == 3 and block.dim == 2:
            normals = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])
        else:
            continue
        along = normals @ direction
        with np.errstate(invalid="ignore", divide="ignore"):
            apart = np.arccos(np.minimum(np.abs(along) / np.linalg.norm(normals, axis=1), 1.0))
        found.append(block.cells[(apart < abs(angle)) & ((along > 0) | (not signed))])
    return _ascending(found)


def _ascending(parts):
    return np.sort(np.concatenate(parts)) if parts else np.empty(0, int)
