"""Axes of plane plates: the element's own, and those that results are given in."""

from __future__ import annotations

import numpy as np

from .errors import ComputationFailed


def plate_frames(coordinates: np.ndarray) -> np.ndarray:
    """(ne, 3, 3) axes as rows, the third across the plate: a triangle's first runs along its first side, a quadrangle's
    between the middles of its fourth and second sides."""
    corner = np.moveaxis(coordinates, 1, 0)
    if len(corner) == 3:
        first, other = corner[1] - corner[0], corner[2] - corner[0]
    else:
        first = (corner[1] + corner[2] - corner[0] - corner[3]) / 2
        other = (corner[2] + corner[3] - corner[0] - corner[1]) / 2
    across = np.cross(first, other)
    length = np.linalg.norm(across, axis=1, keepdims=True)
    if not length.all():
        raise ComputationFailed(f"a plate is flat: cell {int(length.argmin()) + 1} of its group has no area")
    across = across / length
    first = first / np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(across, first)
    return np.stack([first, second / np.linalg.norm(second, axis=1, keepdims=True), across], axis=1)


def user_turns(frames: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """(ne, 2, 2) from the element's own axes in its plane to the user's: their first is the part of `reference` (ne, 3) in
    the plane; raises ComputationFailed where it stands across the plate."""
    part = np.einsum("eij,ej->ei", frames[:, :2], reference)
    length = np.linalg.norm(part, axis=1, keepdims=True)
    if (length <= 1e-15).any():
        raise ComputationFailed("the reference direction of a plate stands across it: it has no part in the plane")
    c, s = (part / length).T
    return np.moveaxis(np.array([[c, s], [-s, c]]), -1, 0)


def in_plane_turn(turn: np.ndarray) -> np.ndarray:
    """(ne, 3, 3) that turns (xx, yy, xy) components of symmetric tensors by (ne, 2, 2)."""
    c, s = turn[:, 0, 0], turn[:, 0, 1]
    rows = [[c * c, s * s, 2 * c * s], [s * s, c * c, -2 * c * s], [-c * s, c * s, c * c - s * s]]
    return np.moveaxis(np.array(rows), -1, 0)
