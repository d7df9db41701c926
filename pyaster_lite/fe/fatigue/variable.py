"""Planes where the damage of a load of varying amplitude is largest: cycles of the shear along an axis (r7.04.04 section 4)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.fe.cycle_counting import rainflow_places
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.fatigue.planes import around, half_sphere, resolved

_NEAR = 1e-7
_FLAT = 1e-5
_SAME = 100.0 * np.finfo(float).eps
_FINER = (2.0, 1.0, 0.5, 0.25)


def along_axis(shear: np.ndarray, both: bool) -> np.ndarray:
    """(m, n) the shear (m, n, 2) counted along the diagonal of its bounding box on each plane, that reaches further.

    both  the distance from the middle counts, with the sign of what is along the axis
    """
    low, high = shear.min(axis=1), shear.max(axis=1)
    away, extent = shear - ((low + high) / 2.0)[:, None], high - low
    flat = extent / 2.0 < _FLAT
    sign = np.where(_first_diagonal(shear, low, high), 1.0, -1.0)
    axis = np.stack([extent[:, 0], sign * extent[:, 1]], axis=-1)
    length = np.linalg.norm(axis, axis=-1)
    along = np.einsum("mnk,mk->mn", away, axis / np.where(length > 0.0, length, 1.0)[:, None])
    distance = np.linalg.norm(away, axis=-1)
    found = np.where(along < 0.0, -distance, distance) if both else along
    found = np.where(flat[:, 1, None], np.where(away[..., 0] < 0.0, -distance, distance), found)
    return np.where(flat[:, 0, None], np.where(away[..., 1] < 0.0, -distance, distance), found)


def _first_diagonal(shear, low, high):
    """(m,) whether the diagonal through the least corner is taken: by the sectors where points stand far from a corner, else by reach."""
    middle, extent = (low + high) / 2.0, high - low
    corners = np.stack([np.stack([u, v], axis=-1) for u in (low[:, 0], high[:, 0]) for v in (low[:, 1], high[:, 1])], axis=1)
    apart = np.linalg.norm(shear[:, :, None] - corners[:, None], axis=-1)
    far = (apart >= extent.max(axis=1)[:, None, None]).any(axis=2)
    right, up = (shear[..., k] >= middle[:, None, k] for k in range(2))
    sectors = {1: far & ~right & up, 2: far & right & up, 3: far & right & ~up, 4: far & ~right & ~up}
    held = {number: where.any(axis=1) for number, where in sectors.items()}
    length = np.where((extent > 0.0).any(axis=1), np.linalg.norm(extent, axis=1), 1.0)
    reach = []
    for sign, positive, negative in ((1.0, 2, 4), (-1.0, 3, 1)):
        along = ((shear - middle[:, None]) * np.stack([extent[:, 0], sign * extent[:, 1]], -1)[:, None]).sum(-1) / length[:, None]
        most = np.where(sectors[positive], along, 0.0).max(axis=1)
        least = np.where(sectors[negative], along, 0.0).min(axis=1)
        reach.append(np.maximum(most, 0.0) - np.minimum(least, 0.0))
    rising, falling = held[2] & held[4], held[1] & held[3]
    return np.where(rising & ~falling, True, np.where(falling & ~rising, False, reach[0] > reach[1]))


def turning_points(values, least: float) -> list[int]:
    """Where a load turns after it changed by more than `least`, the first and the last extreme included."""
    found, high, low = [0], 0, 0
    rising = None
    for i in range(1, len(values)):
        value = values[i]
        high = i if values[high] < value else high
        low = i if values[low] > value else low
        if rising is None:
            rising = True if value - values[low] > least else None
            rising = False if values[high] - value > least else rising
        if rising and values[high] - value - least > _NEAR:
            found.append(high)
            low, rising = i, False
        if rising is False and value - values[low] - least > _NEAR:
            found.append(low)
            high, rising = i, True
    if rising is not None:
        found.append(high if rising else low)
    return found


def cycles_of(values, least: float) -> list[tuple[int, int]]:
    """Where the least and the most of each cycle of a load stand, instants from 0."""
    values = np.asarray(values, float).tolist()
    peaks = turning_points(values, least)
    if len(peaks) < 2:
        return []
    return [(peaks[a], peaks[b]) for a, b in rainflow_places([values[i] for i in peaks], _NEAR, _NEAR)]


def worst_planes(tensors, scale: float, both: bool, least: float, damage: Callable):
    """Two normals (3,) and the damage of the planes where a load does most harm.

    tensors  (n, 6) whose shear is counted;  scale: by which it is multiplied while it is
    damage   function (planes (m, 3, 3), row of each cycle, places of its least and most, their shear) -> damage of each cycle

    The two worst planes of the half sphere (the first, and the last with the same damage) are made finer; the second is the
    first where one of them does more harm.
    """

    def harm(planes):
        """(m,) the damage on each plane."""
        along = along_axis(scale * resolved(tensors, planes)[0], both)
        cycles = [(row, low, high) for row, values in enumerate(along) for low, high in cycles_of(values, least)]
        total = np.zeros(len(planes))
        if cycles:
            row, low, high = np.array(cycles).T
            np.add.at(total, row, damage(planes, row, low, high, along[row, low] / scale, along[row, high] / scale))
        if np.isnan(total).any():
            raise ComputationFailed("the damage on a plane is no number")
        return total

    planes = half_sphere()
    total = harm(planes)
    first = int(total.argmax()) if total.max() > 0.0 else 0
    equal = [i for i in np.flatnonzero(np.abs(total - max(total.max(), 0.0)) < _SAME) if i != first]
    found = [_finer(planes[start, 0], harm) for start in (first, equal[-1] if equal else first)]
    if found[0][1] - found[1][1] > _SAME:
        found[1] = found[0]
    if found[1][1] - found[0][1] > _SAME:
        found[0] = found[1]
    return found[0][0], found[1][0], found[1][1]


def _finer(normal, harm):
    worst = 0.0
    for step in _FINER:
        planes = around(normal, step, 5.0)
        total = harm(planes)
        best = int(total.argmax())
        normal, worst = planes[best, 0], float(total[best])
    return normal, worst
