"""Planes through a point: the directions that the search of a critical plane tries, and what tensors do on planes (r7.04.04)."""

from __future__ import annotations

import numpy as np

TENSOR = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""The order of components: XX, YY, ZZ, XY, XZ, YZ."""

_NEAR = 1e-7
_TURNS = (180, 60, 30, 20, 15, 12.857, 11.25, 10.588, 10, 10, 10, 10.588, 11.25, 12.857, 15, 20, 30, 60)
_COUNTS = (1, 3, 6, 9, 12, 14, 16, 17, 18, 18, 18, 17, 16, 14, 12, 9, 6, 3)
"""Degrees between planes, and how many there are, at each tenth degree from the third axis."""


def frames(gamma, phi) -> np.ndarray:
    """(m, 3, 3) a normal and two directions across it, for angles (m,) of the normal with the third and the first axis."""
    gamma, phi = np.asarray(gamma, float), np.asarray(phi, float)
    c, s, cos, sin, none = np.cos(gamma), np.sin(gamma), np.cos(phi), np.sin(phi), np.zeros_like(phi)
    parts = ((s * cos, s * sin, c), (-sin, cos, none), (-c * cos, -c * sin, s))
    return np.stack([np.stack(axis, axis=-1) for axis in parts], axis=-2)


def half_sphere() -> np.ndarray:
    """(209, 3, 3) frames whose normals cover half a sphere."""
    turns = np.radians(_TURNS)
    gamma = np.repeat(np.radians(10.0 * np.arange(len(_COUNTS))), _COUNTS)
    phi = np.concatenate([turn / 2.0 + turn * np.arange(count) for turn, count in zip(turns, _COUNTS)])
    return frames(gamma, phi)


def around(normal: np.ndarray, step: float, pole: float) -> np.ndarray:
    """Frames near a normal (3,): nine, `step` degrees apart; near the third axis seven, `pole` degrees from it."""
    gamma = np.arctan2(np.sqrt(abs(1.0 - normal[2] ** 2)), normal[2])
    if abs(gamma) < _NEAR:
        return frames(np.radians([pole] * 6 + [0.0]), [*np.radians(60.0 * np.arange(6)), np.pi])
    phi = 0.0 if (abs(normal[:2]) < _NEAR).all() else np.arctan2(abs(normal[1]), normal[0])
    shift = np.radians(step) * np.array([-1.0, 0.0, 1.0])
    return frames(np.repeat(gamma + shift, 3), np.tile(phi + shift / np.sin(gamma), 3))


def full(tensors) -> np.ndarray:
    """(..., 3, 3) matrices of tensors (..., 6)."""
    tensors = np.asarray(tensors, float)
    matrices = np.empty((*tensors.shape[:-1], 3, 3))
    for k, (i, j) in enumerate(TENSOR):
        matrices[..., i, j] = matrices[..., j, i] = tensors[..., k]
    return matrices


def resolved(tensors, planes):
    """Shear (m, n, 2) and normal part (m, n) of tensors (n, 6) on planes (m, 3, 3)."""
    matrices, normals = full(tensors), planes[:, 0][:, None]
    # sums in this order, so that planes that are equal by symmetry come out as unequal by rounding as they do in code_aster
    traction = sum(normals[..., j, None] * matrices[:, :, j] for j in range(3))
    along = sum(traction[..., i] * normals[..., i] for i in range(3))
    across = traction - along[..., None] * normals
    shear = [sum(planes[:, k, i, None] * across[..., i] for i in range(3)) for k in (1, 2)]
    return np.stack(shear, axis=-1), along


def normal_part(tensors, direction) -> np.ndarray:
    """(n,) what tensors (n, 6) do along directions (n, 3) or (3,)."""
    direction = np.broadcast_to(direction, (len(tensors), 3))
    return np.einsum("ni,nij,nj->n", direction, full(tensors), direction)
