"""Integrals over plane cells that make up the cross-section of a beam (te0285 for its shape, te0509 for its warping).

Coordinates (x, y) of the plane stand for the axes (Y, Z) of the section.
"""

from __future__ import annotations

import numpy as np


def shape(element, data) -> np.ndarray:
    """(ne, 12) area, its centre (3), the moments xx, yy, zz, xy, xz, yz about it, and the integrals of x r2 and y r2 about it.

    Moments are integrals of y2, x2, x2 + y2 and x y; r2 = x2 + y2.
    """
    plain = element.inertia_of(data, np.ones(len(data)))
    _, functions, _, area = element.geometry(data, "mass")
    offsets = np.einsum("gn,enk->egk", functions, data.coordinates - plain[:, None, 1:4])[..., :2]
    thirds = np.einsum("eg,egk->ek", area * (offsets**2).sum(axis=-1), offsets)
    return np.concatenate([plain, thirds], axis=1)


def total(element, data, field) -> float:
    """Integral of a field of nodes (ne, nn)."""
    _, functions, _, area = element.geometry(data)
    return float(np.einsum("eg,gn,en->", area, functions, field))


def total_of_squares(element, data, field) -> float:
    """Integral of the field whose nodes have the squares of those of a field (ne, nn): not the square of the field between nodes."""
    return total(element, data, field**2)


def shear(element, data, along_y, along_z) -> np.ndarray:
    """(4,) of two stress functions psi_y, psi_z (ne, nn): the moments m_z and -m_y of their gradients about the origin, and the
    integrals of |grad psi_z|2 and |grad psi_y|2; m = x d psi / dy - y d psi / dx."""
    gradient, functions, _, area = element.geometry(data)
    places = np.einsum("gn,enk->egk", functions, data.coordinates)
    of_y, of_z = (np.einsum("egin,en->egi", gradient, field) for field in (along_y, along_z))
    moments = [(area * (places[..., 0] * of[..., 1] - places[..., 1] * of[..., 0])).sum() for of in (of_y, of_z)]
    squares = [(area * (of**2).sum(axis=-1)).sum() for of in (of_y, of_z)]
    return np.array([moments[1], -moments[0], squares[1], squares[0]])


def outline(nodes, coordinates) -> tuple[float, float]:
    """Area within a closed line of straight or bent segments, and its length.

    nodes        (n, 2 or 3) of each segment: its ends, then its middle where it has one, in any order and sense
    coordinates  (n_nodes, 3)

    Raises ValueError where the line is not closed or not in one piece. As in peair1, the sign of the area is that of the first
    segment seen from the mean of the first nodes, and bent segments count as two straight ones.
    """
    nodes = np.asarray(nodes)
    bent = nodes.shape[1] == 3
    ordered = _chained(nodes)
    path = coordinates[ordered[:, [0, 2, 1]] if bent else ordered]
    length = np.linalg.norm(np.diff(path, axis=1), axis=2).sum()
    origin = path[:, 0].mean(axis=0)
    normal = np.cross(path[0, 0] - origin, path[0, -1] - origin)
    normal = normal / np.linalg.norm(normal)
    area = (np.cross(path[:, :-1] - origin, np.diff(path, axis=1)) @ normal).sum() / 2.0
    return float(area), float(length)


def _chained(nodes):
    """The segments one after the other, turned so that each starts where the last ended."""
    left, chain = dict(enumerate(nodes.tolist())), []
    counts = np.unique(nodes[:, :2], return_counts=True)[1]
    if (counts < 2).any():
        raise ValueError("the line is not closed")
    chain.append(left.pop(0))
    while left:
        end = chain[-1][1]
        number = next((n for n, segment in left.items() if end in segment[:2]), None)
        if number is None:
            raise ValueError("the line is in several pieces")
        segment = left.pop(number)
        chain.append(segment if segment[0] == end else [segment[1], segment[0], *segment[2:]])
    return np.array(chain)
