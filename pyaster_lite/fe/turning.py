"""Vectors and symmetric tensors by their components in other axes; axes (n, 3, 3) hold one axis a row."""

from __future__ import annotations

import numpy as np

from .errors import ComputationFailed

ON_AXIS = 1e-6
"""A point nearer to the axis (m) has no radial direction of its own."""
_ROWS, _COLUMNS = np.array([0, 1, 2, 0, 0, 1]), np.array([0, 1, 2, 1, 2, 2])


def cross_matrix(vectors: np.ndarray) -> np.ndarray:
    """(..., 3, 3) the matrices of the cross product by vectors (..., 3)."""
    result = np.zeros((*vectors.shape, 3), np.result_type(vectors, float))
    x, y, z = vectors[..., 0], vectors[..., 1], vectors[..., 2]
    result[..., 0, 1], result[..., 0, 2], result[..., 1, 2] = -z, y, -x
    result[..., 1, 0], result[..., 2, 0], result[..., 2, 1] = z, -y, x
    return result


def cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(..., 3) the cross products of vectors (..., 3), as np.cross, which takes five times as long for few of them."""
    (ax, ay, az), (bx, by, bz) = (tuple(v[..., i] for i in range(3)) for v in (a, b))
    first = ay * bz - az * by
    result = np.empty((*first.shape, 3), first.dtype)
    result[..., 0], result[..., 1], result[..., 2] = first, az * bx - ax * bz, ax * by - ay * bx
    return result


def turned_vectors(axes: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """(n, 3) components of vectors (n, 3)."""
    return np.einsum("nij,nj->ni", axes, vectors)


def turned_tensors(axes: np.ndarray, tensors: np.ndarray) -> np.ndarray:
    """(n, 6) components XX YY ZZ XY XZ YZ of symmetric tensors (n, 6) in the same order."""
    whole = np.empty((len(tensors), 3, 3), tensors.dtype)
    whole[:, _ROWS, _COLUMNS] = whole[:, _COLUMNS, _ROWS] = tensors
    return (axes @ whole @ axes.transpose(0, 2, 1))[:, _ROWS, _COLUMNS]


def cylinder_axes(points: np.ndarray, origin, axis, inner: np.ndarray | None = None) -> np.ndarray:
    """(n, 3, 3) radius, axis and circumference (in this order, as code_aster has them) at points (n, 3).

    inner  (n, 3) points beside, whose radius holds where a point stands on the axis
    Raises ComputationFailed where neither has a radius.
    """
    axis = np.array(axis, float)
    if not axis.any():
        raise ComputationFailed("the axis has no length")
    axis /= np.linalg.norm(axis)
    radius = _radii(points, origin, axis)
    lost = np.linalg.norm(radius, axis=1) < ON_AXIS
    if lost.any() and inner is not None:
        radius[lost] = _radii(inner[lost], origin, axis)
    length = np.linalg.norm(radius, axis=1)
    if (length < ON_AXIS).any():
        raise ComputationFailed("a point stands on the axis: it has no radial direction")
    radius /= length[:, None]
    return np.stack([radius, np.broadcast_to(axis, radius.shape), np.cross(axis, radius)], axis=1)


def off_axis(points: np.ndarray, origin, axis) -> np.ndarray:
    """(n,) how far points (n, 3) are from the axis of a cylinder."""
    return np.linalg.norm(_radii(points, origin, np.array(axis, float) / np.linalg.norm(axis)), axis=1)


def _radii(points, origin, axis):
    radius = points - np.asarray(origin, float)
    return radius - np.outer(radius @ axis, axis)


def axes_along(first, second) -> np.ndarray:
    """(3, 3) axes: the first along a vector, the second in the plane of both on the side of the second one."""
    first, second = np.array(first, float), np.array(second, float)
    third = np.cross(first, second)
    if not third.any():
        raise ComputationFailed("two directions along one line tell no axes")
    first, third = first / np.linalg.norm(first), third / np.linalg.norm(third)
    return np.stack([first, np.cross(third, first), third])
