"""Cracks that go from cell to cell: which edges they leave a cell by, and which cells they point at (code_aster's nmplgs).

A crack starts in the middle of a cell, across the direction of its largest stress, and points at the cells behind the two edges that it
meets; there it goes on from the point where it came in, across the largest stress there, out of the edge that is farther away.
"""

from __future__ import annotations

import numpy as np


def neighbours(corners: np.ndarray) -> np.ndarray:
    """(ne, nv) the cell behind the edge from each vertex to the next one, -1 where there is none, of cells with corners (ne, nv, 2)."""
    count = corners.shape[1]
    scale = max(float(np.ptp(corners, axis=(0, 1)).max(initial=0.0)), 1e-300)
    _, nodes = np.unique(np.round(corners.reshape(-1, 2) / scale, 9), axis=0, return_inverse=True)
    nodes = nodes.reshape(-1, count)
    seen, found = {}, np.full(nodes.shape, -1)
    for cell, own in enumerate(nodes):
        for edge in range(count):
            key = frozenset((int(own[edge]), int(own[(edge + 1) % count])))
            if key in seen:
                other, place = seen[key]
                found[cell, edge], found[other, place] = other, cell
            seen[key] = cell, edge
    return found


def largest(stress: np.ndarray) -> tuple[float, np.ndarray]:
    """The largest principal stress of (xx, yy, zz, xy sqrt 2) and its direction in the plane (2,)."""
    xx, yy, zz, xy = stress
    shear = xy / np.sqrt(2.0)
    values, vectors = np.linalg.eigh(np.array([[xx, shear, 0.0], [shear, yy, 0.0], [0.0, 0.0, zz]]))
    return float(values[2]), vectors[:2, 2]


def met_edges(corners: np.ndarray, start: np.ndarray, direction: np.ndarray) -> list[tuple[int, np.ndarray]]:
    """The edges of a cell (nv, 2) that a line through `start` across `direction` meets, and where."""
    along = (corners - start) @ direction
    line = np.array([direction[1], -direction[0]])
    found = []
    for edge, (here, there) in enumerate(zip(along, np.roll(along, -1))):
        if here * there < 0.0:
            first, second = corners[edge] - start, corners[(edge + 1) % len(corners)] - start
            reach = (abs(there) * first @ line + abs(here) * second @ line) / (abs(here) + abs(there))
            found.append((edge, start + reach * line))
    return found


def farther(edges, start: np.ndarray):
    """Those of the edges whose points are farther away from `start` than in the mean of the squares."""
    squares = np.array([((point - start) ** 2).sum() for _, point in edges])
    return [met for met, square in zip(edges, squares) if square > squares.sum() / 2.0]
