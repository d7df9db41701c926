"""Stresses at nodes from patches of cells in the plane (Zienkiewicz and Zhu's second version, r4.10.01).

About each inner vertex that belongs to more than two cells, a polynomial of the cells' kind meets the stresses at the points of
these cells in the least squares sense. It tells the stress at the vertex, at the middles of the edges that go out from it, at the
middles of nine-node cells, and at the nodes of the boundary that its cells hold; a node has the mean of those that tell it.
"""

from __future__ import annotations

import numpy as np

_POWERS = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2), (2, 1), (1, 2), (2, 2))
_INNER = 1e-6
"""A node whose sum of outward normals has a square up to this is inside."""


def outward(cell_corners: int, nodes: np.ndarray, coordinates: np.ndarray) -> np.ndarray:
    """(n_nodes, 2) sums of the outward normals of the edges at the nodes of cells (ne, nn), each edge counted at its nodes."""
    places = coordinates[nodes[:, :cell_corners], :2]
    edges = np.roll(places, -1, axis=1) - places
    normal = np.stack([edges[..., 1], -edges[..., 0]], axis=-1)
    area = edges[:, 0, 0] * edges[:, -1, 1] - edges[:, 0, 1] * edges[:, -1, 0]
    normal = np.where((area > 0.0)[:, None, None], -normal, normal)
    total = np.zeros((len(coordinates), 2))
    np.add.at(total, nodes[:, :cell_corners], normal + np.roll(normal, 1, axis=1))
    if nodes.shape[1] >= 2 * cell_corners:
        np.add.at(total, nodes[:, cell_corners : 2 * cell_corners], normal)
    return total


def recovered(corners: int, nodes: np.ndarray, coordinates: np.ndarray, points: np.ndarray, stress: np.ndarray) -> np.ndarray:
    """(n_nodes, nc) stresses at the nodes; zero where no patch tells any.

    nodes (ne, nn) of cells of one type with `corners` vertices, points (ne, ng, 2), stress (ne, ng, nc). Raises ValueError when
    a node of the boundary belongs to no patch.
    """
    edge = (outward(corners, nodes, coordinates) ** 2).sum(axis=1) > _INNER
    cell, local = np.divmod(np.arange(nodes.size), nodes.shape[1])
    holders = nodes.ravel()
    order = np.argsort(holders, kind="stable")
    start = np.searchsorted(holders[order], np.arange(len(coordinates) + 1))
    valence = np.diff(start)
    total, count = np.zeros((len(coordinates), stress.shape[-1])), np.zeros(len(coordinates), int)
    for size in np.unique(valence[valence > 2]):
        centres = np.flatnonzero((valence == size) & ~edge)
        if len(centres):
            held = order[start[centres][:, None] + np.arange(size)]
            _tell(centres, cell[held], local[held], nodes, coordinates, points, stress, edge, total, count)
    used = np.unique(nodes)
    if (count[used[edge[used]]] == 0).any():
        raise ValueError("a node of the boundary belongs to no cell about an inner node")
    return total / np.maximum(count, 1)[:, None]


def _tell(centres, cells, local, nodes, coordinates, points, stress, edge, total, count):
    """Add what the patches of some inner vertices (n,), of equally many cells (n, m), tell."""
    corners = coordinates[nodes[cells]][..., :2].reshape(len(centres), -1, 2)
    low, high = corners.min(axis=1), corners.max(axis=1)
    kind = nodes.shape[1]

    def basis(places):
        scaled = 2.0 * (places - low[:, None]) / (high - low)[:, None] - 1.0
        return np.stack([scaled[..., 0] ** a * scaled[..., 1] ** b for a, b in _POWERS[:kind]], axis=-1)

    p = basis(points[cells].reshape(len(centres), -1, 2))
    matrix, right = np.einsum("npi,npj->nij", p, p), np.einsum("npi,npc->nic", p, stress[cells].reshape(*p.shape[:2], -1))
    scale = 1.0 / np.sqrt(np.einsum("nii->ni", matrix))
    found = np.linalg.solve(matrix * scale[:, :, None] * scale[:, None, :], right * scale[..., None]) * scale[..., None]

    def told(which, mean):
        """`which` (n, k) nodes, -1 for none; with `mean`, they count for their mean."""
        values = np.einsum("nki,nic->nkc", basis(coordinates[np.maximum(which, 0)][..., :2]), found)
        there = which >= 0
        np.add.at(total, which[there], values[there])
        if mean:
            np.add.at(count, which[there], 1)

    told(centres[:, None], False)
    on_edge = np.sort(np.where(edge[nodes[cells]], nodes[cells], -1).reshape(len(centres), -1), axis=1)
    on_edge[:, 1:][on_edge[:, 1:] == on_edge[:, :-1]] = -1
    told(on_edge, True)
    if kind >= 6:
        own = cells[..., None], (local + (3 if kind == 6 else 4))[..., None]
        told(nodes[own][..., 0], True)
    if kind == 9:
        told(nodes[cells][..., -1], True)
