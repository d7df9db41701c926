"""Rational shape functions of the pyramids PYRAM5 and PYRAM13 (r3.01.01).

Each is a factor times a product of linear forms a x + b y + c z + d, divided by 1 - z unless it only depends on z.
At the apex, where they are not defined, the apex's own function is one and the others are zero; their derivatives there are the
mean of those around the axis, as in code_aster.
"""

from __future__ import annotations

import numpy as np

_F1, _F2, _F3, _F4 = (1, 1, 1, -1), (-1, 1, 1, -1), (-1, -1, 1, -1), (1, -1, 1, -1)
_M1, _M2, _M3, _M4 = (1, 0, 0, -0.5), (0, 1, 0, -0.5), (-1, 0, 0, -0.5), (0, -1, 0, -0.5)
_Z, _HALF = (0, 0, 1, 0), (0, 0, 1, -0.5)

# factor, linear forms, whether divided by 1 - z
PYRAMIDS = {
    "PYRAM5": (
        (0.25, (_F2, _F3), True),
        (0.25, (_F3, _F4), True),
        (0.25, (_F4, _F1), True),
        (0.25, (_F1, _F2), True),
        (1.0, (_Z,), False),
    ),
    "PYRAM13": (
        (0.5, (_F2, _F3, _M1), True),
        (0.5, (_F3, _F4, _M2), True),
        (0.5, (_F4, _F1, _M3), True),
        (0.5, (_F1, _F2, _M4), True),
        (2.0, (_Z, _HALF), False),
        (-0.5, (_F2, _F3, _F4), True),
        (-0.5, (_F3, _F4, _F1), True),
        (-0.5, (_F4, _F1, _F2), True),
        (-0.5, (_F1, _F2, _F3), True),
        (1.0, (_Z, _F2, _F3), True),
        (1.0, (_Z, _F3, _F4), True),
        (1.0, (_Z, _F4, _F1), True),
        (1.0, (_Z, _F1, _F2), True),
    ),
}
APEX = 1e-6
_CROSS = np.array([[1.0, 0, -1, 0], [0, 1, 0, -1], [0, 0, 0, 0]])
_UP = np.array([[0.0], [0], [1]])
_AT_APEX = {
    "PYRAM5": np.hstack([_CROSS / 2 - _UP / 4, _UP]),
    "PYRAM13": np.hstack([_UP / 4 - _CROSS / 2, 3 * _UP, np.zeros((3, 4)), 2 * _CROSS - _UP]),
}


def pyramid_functions(cell: str, points: np.ndarray) -> np.ndarray:
    """(n_points, n_nodes) values at `points` (n_points, 3)."""
    apex = abs(1.0 - points[:, 2]) < APEX
    height = np.where(apex, 1.0, 1.0 - points[:, 2])
    result = np.empty((len(points), len(PYRAMIDS[cell])))
    for node, (factor, forms, divided) in enumerate(PYRAMIDS[cell]):
        values = factor * np.prod([points @ form[:3] + form[3] for form in forms], axis=0)
        result[:, node] = values / height if divided else values
    result[apex] = np.arange(result.shape[1]) == 4
    return result


def pyramid_derivatives(cell: str, points: np.ndarray) -> np.ndarray:
    """(n_points, 3, n_nodes) derivatives at `points` (n_points, 3)."""
    height = np.maximum(1.0 - points[:, 2], APEX)
    result = np.empty((len(points), 3, len(PYRAMIDS[cell])))
    for node, (factor, forms, divided) in enumerate(PYRAMIDS[cell]):
        values = [points @ form[:3] + form[3] for form in forms]
        slope = np.zeros((len(points), 3))
        for i, form in enumerate(forms):
            others = np.prod([v for j, v in enumerate(values) if j != i], axis=0)
            slope += np.multiply.outer(np.broadcast_to(others, len(points)), np.array(form[:3], float))
        if divided:
            slope /= height[:, None]
            slope[:, 2] += np.prod(values, axis=0) / height**2
        result[:, :, node] = factor * slope
    result[abs(1.0 - points[:, 2]) < APEX] = _AT_APEX[cell]
    return result
