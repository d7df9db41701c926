"""Level sets of cracks of simple shapes: (normal, tangent) at points (n, 3), tangent None of interfaces (u4.82.08)."""

from __future__ import annotations

import numpy as np


def _vector(values):
    """(3,), zero where fewer are given."""
    vector = np.zeros(3)
    vector[: len(values)] = values
    return vector


def _unit(values):
    vector = _vector(values)
    return vector / np.linalg.norm(vector)


def half_plane(points, front, normal, direction):
    """A plane crack behind a straight front through a point."""
    away = points - _vector(front)
    return away @ _unit(normal), away @ _unit(direction)


def _in_line_axes(points, origin, direction):
    direction = _unit(direction)
    away = (points - _vector(origin))[:, :2]
    across = np.cross([0.0, 0.0, 1.0], direction)
    return away @ across[:2], away @ direction[:2]


def half_line(points, front, direction):
    """A straight crack in the plane behind its tip."""
    return _in_line_axes(points, front, direction)


def line(points, point, direction):
    """A straight interface in the plane."""
    return _in_line_axes(points, point, direction)[0], None


def segment(points, start, stop):
    """A straight crack in the plane between two tips."""
    start, stop = _vector(start), _vector(stop)
    normal, along = _in_line_axes(points, (start + stop) / 2, stop - start)
    return normal, abs(along) - np.linalg.norm(stop - start) / 2
