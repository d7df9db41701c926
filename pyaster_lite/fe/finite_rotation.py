"""Rotation vectors: axis times angle, rad, up to pi, or 2 pi where they grow on; R(v) = exp([v]x) (r5.03.40)."""

from __future__ import annotations

import numpy as np

from .turning import cross, cross_matrix

SMALL = 1e-4
"""Half an angle below which series hold to machine precision."""


def quaternion(vector: np.ndarray) -> np.ndarray:
    """(..., 4) scalar first, of rotation vectors (..., 3)."""
    half = np.linalg.norm(vector, axis=-1, keepdims=True) / 2
    return np.concatenate([np.cos(half), np.sinc(half / np.pi) / 2 * vector], axis=-1)


def rotation_matrix(vector: np.ndarray) -> np.ndarray:
    """(..., 3, 3) R of rotation vectors (..., 3)."""
    q = quaternion(vector)
    cross = cross_matrix(q[..., 1:])
    return np.eye(3) + 2 * q[..., :1, None] * cross + 2 * cross @ cross


def composed(first: np.ndarray, then: np.ndarray, short: bool = True) -> np.ndarray:
    """(..., 3) the vector of the rotation `first` followed by `then`: `short`, no longer than pi, or up to 2 pi as it grows."""
    a, b = quaternion(first), quaternion(then)
    scalar = a[..., 0] * b[..., 0] - (a[..., 1:] * b[..., 1:]).sum(-1)
    vector = b[..., :1] * a[..., 1:] + a[..., :1] * b[..., 1:] + cross(b[..., 1:], a[..., 1:])
    if short:
        vector, scalar = np.where(scalar[..., None] < 0.0, -vector, vector), abs(scalar)
    size = np.linalg.norm(vector, axis=-1, keepdims=True)
    angle = 2 * np.arctan2(size, scalar[..., None])
    return np.where(size > 0.0, angle / np.where(size > 0.0, size, 1.0), 2.0) * vector


def inverse_tangent(vector: np.ndarray) -> np.ndarray:
    """(..., 3, 3) how the vector v changes with a small turn dw after it: dv = (c 1 + (1 - c) e e^T - [v]x / 2) dw,
    c = (|v|/2) / tan(|v|/2), e = v / |v|."""
    angle = np.linalg.norm(vector, axis=-1)[..., None, None]
    half = angle / 2
    near = half < SMALL
    c = np.where(near, 1 - half**2 / 3, half / np.tan(np.where(near, 1.0, half)))
    outer = vector[..., :, None] * vector[..., None, :] / np.where(angle > 0.0, angle, 1.0) ** 2
    return c * np.eye(3) + (1 - c) * outer - cross_matrix(vector) / 2
