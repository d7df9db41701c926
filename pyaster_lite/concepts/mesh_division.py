"""One more node in the middle of a cell, quadrangles cut into triangles."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks

CENTRED = {"TRIA6": "TRIA7", "QUAD8": "QUAD9", "SEG3": "SEG4"}
_WEIGHTS = {"TRIA6": [-1 / 9] * 3 + [4 / 9] * 3, "QUAD8": [-1 / 4] * 4 + [1 / 2] * 4}
_TRIANGLES = {
    "QUAD4": ((0, 1, 2), (0, 2, 3)),
    "QUAD8": ((0, 4, 7), (4, 1, 5), (5, 2, 6), (6, 3, 7), (4, 6, 7), (4, 5, 6)),
}
_TRIANGLES["QUAD9"] = _TRIANGLES["QUAD8"]


class CrookedSegment(ValueError):
    """A SEG3 whose third node does not stand in its middle, so that it cannot become a SEG4."""


def centred(mesh: Mesh, requests) -> Mesh:
    """A mesh whose cells have one node more: TRIA6 to TRIA7, QUAD8 to QUAD9, SEG3 to SEG4.

    `requests` are (type, cells); new nodes come last, in the order of the requests, then of the cells. The middle of a SEG3 moves
    to its first third, the new node to the second, on the circle through its three nodes. Raises CrookedSegment.
    """
    coordinates = mesh.coordinates.copy()
    added, parts, changed = [], [], np.zeros(mesh.n_cells, bool)
    count = mesh.n_nodes
    for type_name, cells in requests:
        for block in mesh.select(np.unique(cells)):
            if block.type != type_name or changed[block.cells].any():
                continue
            points = mesh.coordinates[block.nodes]
            if type_name == "SEG3":
                thirds = _thirds(points, block.cells)
                coordinates[block.nodes[:, 2]] = thirds[:, 0]
                added.append(thirds[:, 1])
            else:
                added.append(np.einsum("i,kij->kj", _WEIGHTS[type_name], points))
            fresh = np.arange(count, count + len(block))
            parts.append((CENTRED[type_name], np.column_stack([block.nodes, fresh]), block.cells))
            changed[block.cells] = True
            count += len(block)
    for block in mesh.blocks:
        keep = ~changed[block.cells]
        parts.append((block.type, block.nodes[keep], block.cells[keep]))
    return Mesh(
        np.vstack([coordinates, *added]),
        merge_blocks(parts),
        mesh.node_groups,
        mesh.cell_groups,
        space_dimension=mesh.space_dimension,
    )


def _thirds(points, cells):
    """(k, 2, 3): the points at one and two thirds of arcs through start, end and middle, points (k, 3, 3)."""
    start, end, middle = points[:, 0], points[:, 1], points[:, 2]
    one, two = np.linalg.norm(middle - start, axis=1), np.linalg.norm(end - middle, axis=1)
    crooked = np.flatnonzero(abs(two - one) > 1e-4 * one)
    if len(crooked):
        raise CrookedSegment(f"the third node of cell {cells[crooked[0]] + 1} is not in its middle")
    first, second = (middle - start) / one[:, None], (end - middle) / two[:, None]
    sine = np.linalg.norm(np.cross(second, first), axis=1)
    angle = np.where(sine <= 1e-4 * one, 0.0, 2 * np.arctan2(sine, np.einsum("ij,ij->i", first, second)))
    foot = (start + end) / 2
    result = np.empty((len(points), 2, 3))
    bent = angle != 0
    result[~bent, 0] = start[~bent] + (end - start)[~bent] / 3
    result[~bent, 1] = start[~bent] + 2 * (end - start)[~bent] / 3
    half, sixth = angle[bent, None] / 2, angle[bent, None] / 6
    depth = (foot - middle)[bent] * np.cos(half) / (1 - np.cos(half))
    centre = foot[bent] + depth
    for place, tip in enumerate((start, end)):
        along = (tip - foot)[bent] * np.tan(sixth) / np.tan(half)
        result[bent, place] = centre + (along - depth) * np.cos(sixth) / np.cos(half)
    return result


def triangulated(mesh: Mesh, cells) -> Mesh:
    """A mesh whose chosen quadrangles are cut into TRIA3: QUAD4 into two, QUAD8 and QUAD9 into six.

    The triangles take the place of their quadrangle in the order of the cells, and in its groups; nodes stay.
    """
    chosen = np.zeros(mesh.n_cells, bool)
    chosen[cells] = True
    pieces = np.ones(mesh.n_cells, int)
    for block in mesh.blocks:
        if block.type in _TRIANGLES:
            pieces[block.cells[chosen[block.cells]]] = len(_TRIANGLES[block.type])
    first = np.cumsum(pieces) - pieces
    parts = []
    for block in mesh.blocks:
        cut = pieces[block.cells] > 1
        parts.append((block.type, block.nodes[~cut], first[block.cells[~cut]]))
        if cut.any():
            for place, corners in enumerate(_TRIANGLES[block.type]):
                parts.append(("TRIA3", block.nodes[cut][:, corners], first[block.cells[cut]] + place))
    groups = {
        name: np.concatenate([np.arange(first[cell], first[cell] + pieces[cell]) for cell in np.sort(ids)])
        for name, ids in mesh.cell_groups.items()
    }
    return Mesh(mesh.coordinates.copy(), merge_blocks(parts), mesh.node_groups, groups, space_dimension=mesh.space_dimension)
