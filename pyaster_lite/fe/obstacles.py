"""Obstacles of shock devices: the signed distance to them and the normal, in the local y-z plane.

Each shape maps the local position (y, z) of a node, or of the first node relative to the second, to (gap, cos, sin): gap
is negative inside the obstacle, (cos, sin) is the direction in which it pushes back. Source: r5.06.03.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from math import atan2, copysign, cos, hypot, pi, sin

Gap = Callable[[float, float], tuple[float, float, float]]


@dataclass(frozen=True)
class Clearance:
    """What fixes a shape in place.

    `gap` is the clearance around one node, `thicknesses` those of two nodes, `signs` of second minus first node along y and z.
    """

    gap: float
    thicknesses: tuple[float, float] = (0.0, 0.0)
    signs: tuple[float, float] = (1.0, 1.0)


def circle(clearance: Clearance) -> Gap:
    """A node inside a circle."""
    radius = clearance.gap

    def gap(y, z):
        r = hypot(y, z)
        return (radius - r, -y / r, -z / r) if r else (radius, -1.0, 0.0)

    return gap


def planes_y(clearance: Clearance) -> Gap:
    """A node between two planes normal to y."""
    half = clearance.gap
    return lambda y, z: (half - abs(y), -copysign(1.0, y), 0.0)


def planes_z(clearance: Clearance) -> Gap:
    """A node between two planes normal to z."""
    half = clearance.gap
    return lambda y, z: (half - abs(z), 0.0, -copysign(1.0, z))


def two_circles(clearance: Clearance) -> Gap:
    """Two nodes with round outlines, side by side."""
    reach = sum(clearance.thicknesses)

    def gap(y, z):
        r = hypot(y, z)
        return (r - reach, y / r, z / r) if r else (-reach, 1.0, 0.0)

    return gap


def nested_circles(clearance: Clearance) -> Gap:
    """Two nodes with round outlines, the first inside the second."""
    play = clearance.thicknesses[1] - clearance.thicknesses[0]

    def gap(y, z):
        r = hypot(y, z)
        return (play - r, -y / r, -z / r) if r else (play, -1.0, 0.0)

    return gap


def facing_planes_y(clearance: Clearance) -> Gap:
    """Two nodes with plane faces normal to y."""
    reach, sign = sum(clearance.thicknesses), clearance.signs[0]
    return lambda y, z: (-y * sign - reach, -sign, 0.0)


def facing_planes_z(clearance: Clearance) -> Gap:
    """Two nodes with plane faces normal to z."""
    reach, sign = sum(clearance.thicknesses), clearance.signs[1]
    return lambda y, z: (-z * sign - reach, 0.0, -sign)


def outline(angles, radii) -> Callable[[Clearance], Gap]:
    """A node inside a closed outline of straight facets, given by polar coordinates (radians from 0 to 2 pi, m)."""
    angles = list(angles)
    points = [(r * cos(a), r * sin(a)) for a, r in zip(angles, radii)]

    def shape(clearance: Clearance) -> Gap:
        def gap(y, z):
            angle = atan2(z, y) % (2.0 * pi) if y or z else 0.0
            facet = min(max(bisect_left(angles, angle), 1), len(angles) - 1)
            (y1, z1), (y2, z2) = points[facet - 1], points[facet]
            length = hypot(y2 - y1, z2 - z1)
            c, s = (-(z2 - z1) / length, (y2 - y1) / length) if length else (-1.0, 0.0)
            return (y - y1) * c + (z - z1) * s, c, s

        return gap

    return shape
