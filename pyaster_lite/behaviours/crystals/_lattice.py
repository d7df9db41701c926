"""How the lattice of a crystal turns in small strain (r5.03.11, section 6).

With w the spin of the point, w_p = sum dgamma (direction x normal - normal x direction) / 2 that of the slips, w_e = w - w_p, the
lattice Q becomes exp(w_e) Q. The variables are Q - 1, the axial vectors of w_p and w_e, and the angle so far.
"""

from __future__ import annotations

import numpy as np

LATTICE = slice(-19, -10)
"""Where Q - 1 is among the variables of a point."""
ANGLE = -4


def lattice(internal: np.ndarray) -> np.ndarray:
    """Q (n, 3, 3)."""
    return internal[:, LATTICE].reshape(-1, 3, 3) + np.eye(3)


def turned(vectors: np.ndarray, internal: np.ndarray) -> np.ndarray:
    """The vectors (n, s, 3) with the lattice."""
    return vectors @ lattice(internal).swapaxes(-1, -2)


def turning(internal: np.ndarray, slips: np.ndarray, normals: np.ndarray, directions: np.ndarray, spin: np.ndarray) -> np.ndarray:
    """(n, 16) variables after slips (n, s) of systems (n, s, 3) as they stand at the start, at points with w = `spin` (n, 3, 3)."""
    plastic = 0.5 * (slips[..., None] * np.cross(normals, directions)).sum(axis=-2)
    spin = spin.copy()
    for i, j, k in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        spin[:, j, k] += plastic[:, i]
        spin[:, k, j] -= plastic[:, i]
    angle = np.sqrt(0.5 * (spin**2).sum(axis=(-1, -2)))
    axis = spin / np.where(angle > 0.0, angle, 1.0)[:, None, None]
    step = np.eye(3) + np.sin(angle)[:, None, None] * axis + (1 - np.cos(angle))[:, None, None] * (axis @ axis)
    moved = (step @ lattice(internal) - np.eye(3)).reshape(-1, 9)
    elastic = np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=-1)
    return np.concatenate([moved, plastic, elastic, (angle + internal[:, ANGLE])[:, None]], axis=-1)
