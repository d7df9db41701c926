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


def _local(points, centre, first, second):
    """(n, 3) in the axes of two directions and their normal, from a centre."""
    first, second = _unit(first), _unit(second)
    return (points - _vector(centre)) @ np.stack([first, second, np.cross(first, second)], axis=1)


def to_ellipse(x, y, a: float, b: float) -> np.ndarray:
    """(n,) the distance to an ellipse of half axes a along x and b, negative inside."""
    if a < b:
        return to_ellipse(y, x, b, a)
    x, y = abs(x), abs(y)
    # The nearest place is (a^2 x / (t + a^2), b^2 y / (t + b^2)), t the largest root of F(t) = 1.
    low = np.maximum(b * y - b**2, a * x - a**2)
    high = np.hypot(a * x, b * y) - b**2
    low, high = np.maximum(low, -(b**2) * (1 - 1e-15)), np.maximum(high, low)
    for _ in range(200):
        t = (low + high) / 2
        beyond = (a * x / (t + a**2)) ** 2 + (b * y / (t + b**2)) ** 2 > 1.0
        low, high = np.where(beyond, t, low), np.where(beyond, high, t)
    t = (low + high) / 2
    near_x, near_y = a**2 * x / (t + a**2), b**2 * y / (t + b**2)
    axis = y == 0.0
    inner = axis & (x < (a**2 - b**2) / a) if a > b else np.zeros_like(axis)
    share = np.where(inner, a * x / np.maximum(a**2 - b**2, 1e-300), 0.0)
    near_x = np.where(inner, a * share, np.where(axis, a, near_x))
    near_y = np.where(inner, b * np.sqrt(np.maximum(1 - share**2, 0.0)), np.where(axis, 0.0, near_y))
    centre = np.hypot(x, y) == 0.0
    near_x, near_y = np.where(centre, 0.0, near_x), np.where(centre, b, near_y)
    inside = (x / a) ** 2 + (y / b) ** 2 <= 1.0
    return np.where(inside, -1.0, 1.0) * np.hypot(x - near_x, y - near_y)


def to_rectangle(x, y, a: float, b: float, corner: float) -> np.ndarray:
    """(n,) the distance to a rectangle of half sides a along x and b with corners of a radius, negative inside."""
    if a < b:
        return to_rectangle(y, x, b, a, corner)
    x, y = abs(x), abs(y)
    round_off = np.hypot(x - (a - corner), y - (b - corner)) - corner
    upper = (y >= x + b - a) & (x <= a - corner)
    beside = (y <= x + b - a) & (y <= b - corner)
    return np.where(upper, y - b, np.where(beside, x - a, round_off))


def _plane(distance, across, side, interface):
    if interface:
        return distance, None
    return across, -distance if side == "OUT" else distance


def ellipse(points, a, b, centre, first, second, side="IN", interface=False):
    """A plane crack inside or outside an ellipse, or the elliptic cylinder as an interface."""
    x, y, z = _local(points, centre, first, second).T
    return _plane(to_ellipse(x, y, a, b), z, side, interface)


def rectangle(points, a, b, corner, centre, first, second, side="IN", interface=False):
    """A plane crack inside or outside a rectangle, or its prism as an interface."""
    x, y, z = _local(points, centre, first, second).T
    return _plane(to_rectangle(x, y, a, b, corner), z, side, interface)


def cylinder(points, a, b, centre, first, second):
    """A crack on an elliptic cylinder, behind its end."""
    x, y, z = _local(points, centre, first, second).T
    return to_ellipse(x, y, a, b), z


def notch(points, a, radius, centre, first, second):
    """The rim of a notch with round ends, an interface."""
    x, y, _ = _local(points, centre, first, second).T
    return to_rectangle(x, y, a, radius, radius), None
