"""Moving the nodes of a mesh: rigid motions, mirrors, random shifts, quarter nodes at a crack front."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.cells import reference_cell

QUADRATIC = ("TRIA6", "TRIA7", "QUAD8", "QUAD9", "TETRA10", "PENTA15", "PENTA18", "PYRAM13", "HEXA20", "HEXA27")


def rotated(coordinates, point, axis, angle: float) -> np.ndarray:
    """Coordinates (n, 3) turned by `angle` (radians) around the line through `point` along unit `axis` (Rodrigues)."""
    apart = coordinates - point
    cosine, sine = np.cos(angle), np.sin(angle)
    along = np.outer(apart @ axis, axis)
    return point + cosine * apart + (1 - cosine) * along + sine * np.cross(axis, apart)


def mirrored(coordinates, point, normal) -> np.ndarray:
    """Coordinates (n, 3) on the other side of the plane through `point` with unit `normal`."""
    return coordinates - 2 * np.outer((coordinates - point) @ normal, normal)


def shaken(coordinates, amount: float) -> np.ndarray:
    """Coordinates moved at random by at most `amount` times the extent of the mesh along each axis.

    The numbers are those of Lehmer's generator (16807, modulus 2^31 - 1) from the seed 24331, so that every run is the same.
    """
    values = np.empty(coordinates.size)
    seed = 24331
    for i in range(values.size):
        seed = 16807 * seed % 2147483647
        values[i] = seed / 2147483648
    extent = amount * np.ptp(coordinates, axis=0)
    return coordinates + (2 * values.reshape(coordinates.shape) - 1) * extent


def quarter_edges(mesh, front) -> np.ndarray:
    """The edges whose middle goes to the quarter near a crack front: (k, 3) vertex on the front, other vertex, middle.

    `front` is a list of tuples of nodes: one node (every edge that starts there), or the two ends of a segment of the front
    (the edges of the cells that hold this segment, itself left out).
    """
    start, holders = mesh.cells_of_nodes()
    found = set()
    for ends in front:
        cells = holders[start[ends[0]] : start[ends[0] + 1]]
        for cell in cells.tolist():
            kind = mesh.cell_type(cell)
            nodes = mesh.cell_nodes(cell).tolist()
            vertices = nodes[: CELL_TYPES[kind].corners]
            if kind not in QUADRATIC or any(node not in vertices for node in ends):
                continue
            for place, group in enumerate(reference_cell(kind).middles):
                edge = [nodes[i] for i in group]
                on_front = [node for node in edge if node in ends]
                if len(edge) == 2 and len(on_front) == 1:
                    other = edge[0] if edge[1] == on_front[0] else edge[1]
                    found.add((on_front[0], other, nodes[len(vertices) + place]))
    return np.array(sorted(found), int).reshape(-1, 3)
