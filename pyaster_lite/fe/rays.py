"""Where a straight line meets cells of one dimension less than the space around them (r5.03.50, projection along a direction)."""

from __future__ import annotations

import numpy as np

from .shapes import shape_derivatives, shape_functions

_MOST, _STILL = 60, 1e-12
_EDGE = 1e-9
"""How far beyond the edge of a cell, in its own coordinates, a point still belongs to it: rounding, no more."""
_ALONG = 1e-9
"""The sine of the angle to the plane of a cell below which a line is along it."""


def meet(kind: str, corners: np.ndarray, point: np.ndarray, direction: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cells (n, nodes, d) of one type against the line through `point` (d,) along the unit vector `direction` (d,).

    Newton's iterations solve sum of N_a(xi) x_a - reach direction = point for xi and reach.
    Returns reach (n,), the way along the direction from the point to each cell, and whether the line meets the cell at all.
    """
    n, _, dim = corners.shape
    crossing = np.flatnonzero(_crosses(corners, direction))
    place, reach, found = np.zeros((n, dim - 1)), np.zeros(n), np.zeros(n, bool)
    active = crossing
    for _ in range(_MOST):
        x = corners[active]
        slopes = np.einsum("nda,naj->njd", shape_derivatives(kind, place[active]), x)
        system = np.concatenate([slopes, np.broadcast_to(-direction[:, None], (len(active), dim, 1))], axis=2)
        regular = np.linalg.det(system) != 0.0
        active, x, system = active[regular], x[regular], system[regular]
        if not len(active):
            break
        image = np.einsum("na,naj->nj", shape_functions(kind, place[active]), x)
        residual = point - image + reach[active, None] * direction
        step = np.linalg.solve(system, residual[..., None])[..., 0]
        place[active] += step[:, :-1]
        reach[active] += step[:, -1]
        now = np.concatenate([place[active], reach[active, None]], axis=1)
        still = np.linalg.norm(step, axis=1) <= _STILL * np.maximum(np.linalg.norm(now, axis=1), 1.0)
        found[active[still]] = True
        active = active[~still & np.isfinite(step).all(axis=1)]
        if not len(active):
            break
    return reach, found & _within(kind, place)


def _crosses(corners, direction):
    """Whether the line is not along the plane of the first corners of each cell."""
    first = corners[:, 0] - corners[:, 1]
    first = first / np.linalg.norm(first, axis=1, keepdims=True)
    if corners.shape[2] == 2:
        return abs(first[:, 0] * direction[1] - first[:, 1] * direction[0]) > _ALONG
    normal = np.cross(first, corners[:, 0] - corners[:, 2])
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return abs(normal @ direction) > _ALONG


def _within(kind, place):
    """Whether reference coordinates (n, d) lie in the cell."""
    if kind.startswith("TRIA"):
        return (place.min(axis=1) >= -_EDGE) & (place.sum(axis=1) <= 1.0 + _EDGE)
    return abs(place).max(axis=1) <= 1.0 + _EDGE
