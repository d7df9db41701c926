"""Local frames of discrete devices: nautical angles and the rotations they define."""

from __future__ import annotations

from math import atan2, cos, hypot, sin, sqrt

import numpy as np

TINY = 1e-6
"""Entries of a rotation smaller than this are taken as zero, so that an axis parallel to a global one is exactly so."""


def angles_of_axis(x) -> tuple[float, float]:
    """The two nautical angles (alpha about z, then beta about y; radians) that turn the global x axis onto `x` (3,)."""
    flat = hypot(x[0], x[1])
    alpha = atan2(x[1], x[0]) if flat else 0.0
    beta = -atan2(x[2], flat) if flat or x[2] else 0.0
    return alpha, beta


def rotation(alpha: float, beta: float, gamma: float, tiny: float = TINY) -> np.ndarray:
    """The matrix (3, 3) whose rows are the local axes: it takes global components to local ones.

    alpha turns about z, beta about the new y, gamma about the new x (radians).
    """
    turn_z = np.array([[cos(alpha), sin(alpha), 0.0], [-sin(alpha), cos(alpha), 0.0], [0.0, 0.0, 1.0]])
    turn_y = np.array([[cos(beta), 0.0, -sin(beta)], [0.0, 1.0, 0.0], [sin(beta), 0.0, cos(beta)]])
    turn_x = np.array([[1.0, 0.0, 0.0], [0.0, cos(gamma), sin(gamma)], [0.0, -sin(gamma), cos(gamma)]])
    for matrix in (turn_x, turn_y, turn_z):
        matrix[abs(matrix) < tiny] = 0.0
    return turn_x @ turn_y @ turn_z


def frame_of_axis(x, gamma: float = 0.0) -> np.ndarray:
    """The rotation (3, 3) whose first axis is along `x`, turned by `gamma` about it."""
    return rotation(*angles_of_axis(x), gamma)


def angles_of_axes(x, y) -> tuple[float, float, float]:
    """The three nautical angles (radians) of axes whose first is along `x`, the second along the part of `y` normal to it."""
    alpha, beta = angles_of_axis(x)
    across = rotation(alpha, beta, 0.0) @ np.asarray(y, float)
    gamma = atan2(across[2], across[1]) if across[1] or across[2] else 0.0
    return alpha, beta, gamma


def frame_of_axes(x, y) -> np.ndarray:
    """The rotation (3, 3) whose first axis is along `x` and whose second is the part of `y` normal to it."""
    return rotation(*angles_of_axes(x, y))


def mandel_rotation(frames: np.ndarray) -> np.ndarray:
    """(n, 6, 6) matrices that take symmetric tensors in Mandel's notation (xx, yy, zz, xy, xz, yz) to axes (n, 3, 3)."""
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    result = np.empty((len(frames), 6, 6))
    for row, (a, b) in enumerate(pairs):
        for column, (i, j) in enumerate(pairs):
            product = frames[:, a, i] * frames[:, b, j] + frames[:, a, j] * frames[:, b, i]
            scale = (1.0 if a == b else sqrt(2)) * (0.5 if i == j else sqrt(0.5))
            result[:, row, column] = scale * product
    return result


def turned_diagonal(along: np.ndarray, frames: np.ndarray | None) -> np.ndarray:
    """(n, ..., 3, 3) tensors with values (n, ..., 3) along axes (n, 3, 3), in the global ones; frames that are zero turn nothing."""
    tensor = along[..., None] * np.eye(3)
    if frames is None:
        return tensor
    turn = np.where(frames.any(axis=(1, 2))[:, None, None], frames, np.eye(3))
    turn = turn.reshape(len(turn), *[1] * (along.ndim - 2), 3, 3)
    return turn.swapaxes(-1, -2) @ tensor @ turn


def frames_around(offsets: np.ndarray, axis: np.ndarray, plane: bool) -> np.ndarray:
    """(..., 3, 3) cylindrical axes, as rows, at places offset (..., 3) from a point of an axis (..., 3) of length one.

    In the plane x is radial and z along the axis; in space x runs along the axis and z is radial. NaN on the axis itself.
    """
    axis = np.broadcast_to(axis, offsets.shape)
    radial = offsets - (offsets * axis).sum(axis=-1, keepdims=True) * axis
    length = np.linalg.norm(radial, axis=-1, keepdims=True)
    radial = np.divide(radial, length, np.full(radial.shape, np.nan), where=length > 0.0)
    rows = [radial, np.cross(axis, radial), axis] if plane else [axis, np.cross(radial, axis), radial]
    return np.stack(rows, axis=-2)
