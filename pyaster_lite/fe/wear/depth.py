"""Depths of wear of tubes and rods from worn volumes, by the shape of the contact (u4.84.22, r7.04.10).

A tube that goes by d beyond the wall of a hole loses over the height L of the hole the area A(d) between both circles, and more by the
flat of an isthmus where the hole has lobes; tilted by an angle a it loses from one edge only, down to the other one when d > L a.
Volumes are found again to 1e-6, as in code_aster; a depth beyond the part is UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

UNKNOWN = 9999.0
_PRECISION, _TURNS = 1.0e-6, 100
_ROD = (-48.89e3 / 11.0, 106.03 / 11.0, -0.88e-3 / 11.0)
"""Volume of a rod in a guide with two notches by powers 3, 2, 1 of the depth."""
_ROD_DEPTH = 1.44e-3


@dataclass(frozen=True)
class Shape:
    """A contact: radii m of the tube and of its support, height m of the support, angles rad; 0 where not given."""

    tube: float = 0.0
    hole: float = 0.0
    height: float = 0.0
    tilt: float = 0.0
    isthmus: float = 0.0
    impact: float = 0.0


def against_bar(shape: Shape, worn, support) -> np.ndarray:
    """A tube against a bar: depths (nt,) from the volumes (nt,) worn off the tube and off the bar."""
    slope = np.cos(shape.impact)
    tube, both = np.asarray(worn) * slope, (np.asarray(worn) + support) * slope
    part = tube / both
    if not shape.tilt:
        return part * (0.5 / shape.tube) ** (1 / 3) * (0.75 * both / shape.height) ** (2 / 3)
    depths = part * (0.5 / shape.tube) ** 0.2 * (15.0 * shape.tilt * both / 8.0) ** 0.4
    edge = shape.height * shape.tilt
    low = edge
    for i in np.flatnonzero(depths > edge):
        depths[i] = UNKNOWN if depths[i] >= shape.tube else _newton(_wedge(shape, tube[i], 1.0 / part[i]), low, shape.tube, edge)
        low = depths[i] if depths[i] != UNKNOWN else low
    return depths


def in_hole(shape: Shape, worn) -> np.ndarray:
    """A tube in a round hole, of the same radius when that is not given."""
    if not shape.hole:
        return np.asarray(worn) / (2.0 * np.pi * shape.height * shape.tube)
    return _through(shape, worn, 2.0, lambda d: _crescent(d, shape.tube, shape.hole))


def in_lobes(shape: Shape, worn, number: int) -> np.ndarray:
    """A tube in a hole with three or four lobes, of which four share the wear in two."""
    flat = np.tan(shape.isthmus)
    shared = np.asarray(worn) / (2.0 if number == 4 else 1.0)
    return _through(shape, shared, 0.5, lambda d: _crescent(d, shape.tube, shape.hole) + flat * d**2)


def against_tube(shape: Shape, worn) -> np.ndarray:
    """Two tubes that cross at the tilt."""
    return (0.5 / shape.tube) ** 0.2 * (15.0 * shape.tilt * np.asarray(worn) / 8.0) ** 0.4


def rod_in_hole(shape: Shape, worn) -> np.ndarray:
    """A rod in a round hole."""
    return _each(worn, lambda volume, low: _bisection(lambda d: _lens(d, shape.tube, shape.hole), volume, low, shape.hole), shape.hole)


def rod_in_notches(worn, number: int) -> np.ndarray:
    """A rod in a guide with one or two notches, whose volumes are measured up to 1.44 mm."""
    cubic = np.array(_ROD) * number / 2.0
    most = np.polyval([*cubic, 0.0], _ROD_DEPTH)
    slope = np.polyder([*cubic, 0.0])

    def found(volume, low):
        if volume > most:
            return UNKNOWN
        return _newton(lambda d: (np.polyval([*cubic, -volume], d), np.polyval(slope, d)), low, _ROD_DEPTH, 0.0)

    return _each(worn, found, _ROD_DEPTH)


def _each(worn, find: Callable, most: float) -> np.ndarray:
    """Depths of growing volumes, each searched from the last that was found on."""
    depths, low = [], 0.0
    for volume in worn:
        depth = find(volume, low)
        depths.append(depth if depth < most else UNKNOWN)
        low = depth if depth < most else low
    return np.array(depths)


def _through(shape, worn, part, area) -> np.ndarray:
    """`part` times the volume between the tube and the hole, straight or tilted."""
    if not shape.tilt:
        return _each(worn, lambda volume, low: _bisection(lambda d: part * shape.height * area(d), volume, low, shape.tube), shape.tube)
    edge, most = shape.height * shape.tilt, 2.0 * shape.hole

    def beyond(d):
        near, far = area(d), area(d - edge) if d > edge else 0.0
        return part * shape.height * (near + far + np.sqrt(near * far)) / 3.0

    def found(volume, low):
        depth = _bisection(lambda d: part * d * area(d) / (3.0 * shape.tilt), volume, 0.0, most)
        return _bisection(beyond, volume, low, most) if edge < depth != UNKNOWN else depth

    return _each(worn, found, UNKNOWN)


def _arc(radius, half_width):
    """The area of the sector over a chord of which half is given."""
    sine = half_width / radius
    return radius**2 * np.arctan2(sine, np.sqrt(abs(1.0 - sine**2)))


def _crescent(d, tube, hole):
    """The area of the tube beyond the hole; infinite where the circles do not cross."""
    away = hole - tube + d
    square = tube**2 - ((hole**2 - tube**2 - away**2) / (2.0 * away)) ** 2 if away else 0.0
    if not square > 0.0:
        return np.inf
    half = np.sqrt(square)
    return _arc(tube, half) + half * away - _arc(hole, half)


def _lens(d, tube, hole):
    """The area of a rod that leaves its hole by d; infinite where the circles do not cross."""
    away = hole - tube + d
    if not away:
        return np.inf
    over, under = d * (2.0 * hole + d) / (2.0 * away), d * (2.0 * tube - d) / (2.0 * away)
    squares = over * (2.0 * tube - over), under * (2.0 * hole - under)
    if not min(squares) > 0.0:
        return np.inf
    left, right = (radius - part for radius, part in ((tube, over), (hole, under)))
    angles = [np.arctan2(np.sqrt(abs(1.0 - cosine**2)), cosine) for cosine in (left / tube, right / hole)]
    return tube**2 * angles[0] - hole**2 * angles[1] - left * np.sqrt(squares[0]) + right * np.sqrt(squares[1])


def _wedge(shape, worn, ratio):
    """What the volume at a depth of a tube against a tilted bar has too much, and its slope; `ratio` of both volumes to the tube's."""
    factor, edge = 8.0 * np.sqrt(2.0 * shape.tube) / (15.0 * shape.tilt * ratio), shape.height * shape.tilt

    def excess(d):
        near, far = abs(d * ratio), abs(d * ratio - edge)
        return factor * (near**2.5 - far**2.5) - worn, 2.5 * factor * ratio * (near**1.5 - far**1.5)

    return excess


def _bisection(volume, wanted, low, high):
    """The depth of a volume between two depths, UNKNOWN when it is not met."""
    for end in (low, high):
        if abs(volume(end) - wanted) <= _PRECISION * abs(wanted):
            return end
    for _ in range(_TURNS):
        middle = 0.5 * (low + high)
        found = volume(middle)
        if abs(found - wanted) <= _PRECISION * abs(wanted):
            return middle
        low, high = (middle, high) if found < wanted else (low, middle)
    return UNKNOWN


def _newton(function, low, high, least):
    """A root of a rising function by Newton's steps from the middle, halving where they would leave.

    As in code_aster it stops at steps under 1e-6 m.
    """
    depth = 0.5 * (low + high)
    step = abs(high - low)
    value, slope = function(depth)
    for _ in range(_TURNS):
        before = step
        if ((depth - high) * slope - value) * ((depth - low) * slope - value) >= 0.0 or abs(2.0 * value) > abs(before * slope):
            step = 0.5 * (high - low)
            depth = low + step
            if abs(step) <= _PRECISION * abs(depth):
                return depth
        else:
            step = value / slope
            last, depth = depth, depth - step
            if abs(last - depth) <= _PRECISION * abs(depth):
                return depth
        if abs(step) < _PRECISION:
            return depth
        depth = max(depth, least)
        value, slope = function(depth)
        low, high = (depth, high) if value < 0.0 else (low, depth)
    return UNKNOWN
