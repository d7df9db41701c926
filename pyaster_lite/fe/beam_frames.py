"""The own axes of beams that large displacements carry along, by nautical angles (r5.03.40, r3.08.09).

Alpha turns about z, beta about the new y, gamma about the new x (radians). From one instant to the next, without the twist of the ends,

    y+ = y- less its part along x+,   x the axis from one node to the other

and the axes that a beam answers in are turned besides about x+ by the mean of the rotations of both ends about it.
"""

from __future__ import annotations

import numpy as np


def axis_angles(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Alpha and beta (n,) of first axes along `x` (n, 3)."""
    flat = np.hypot(x[:, 0], x[:, 1])
    return np.where(flat > 0.0, np.arctan2(x[:, 1], x[:, 0]), 0.0), -np.arctan2(x[:, 2], flat)


def axes(x: np.ndarray, gamma: np.ndarray) -> np.ndarray:
    """(n, 3, 3) the axes, as rows, whose first is along `x` (n, 3), turned by gamma (n,) about it."""
    angles = (*axis_angles(x), gamma)
    (ca, cb, cg), (sa, sb, sg) = ([function(angle) for angle in angles] for function in (np.cos, np.sin))
    rows = [(cb * ca, cb * sa, -sb), (sg * sb * ca - cg * sa, cg * ca + sg * sb * sa, sg * cb)]
    rows.append((sg * sa + cg * sb * ca, cg * sb * sa - ca * sg, cg * cb))
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def own_turn(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Gamma (n,) of the axes whose first is along `x` (n, 3), the second along the part of `y` (n, 3) normal to it."""
    across = np.einsum("eij,ej->ei", axes(x, np.zeros(len(x)))[:, 1:], y)
    return np.arctan2(across[:, 1], across[:, 0])


def carried(span: np.ndarray, before: np.ndarray, u: np.ndarray, gamma: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Axes (n, 3, 3) and angles (n, 3) at displacements u, (n, nd) as `before`, those of the last instant.

    span   (n, 3) from the first node to the last one at rest;  gamma (n,) at the last instant
    """
    half = u.shape[1] // 2
    old, new = (span + v[:, half : half + 3] - v[:, :3] for v in (before, u))
    gamma = own_turn(new, axes(old, gamma)[:, 1])
    ends = u[:, 3:6] + u[:, half + 3 : half + 6]
    twist = 0.5 * np.einsum("ej,ej->e", ends, new) / np.linalg.norm(new, axis=1)
    return axes(new, gamma + twist), np.stack([*axis_angles(new), gamma], axis=1)
