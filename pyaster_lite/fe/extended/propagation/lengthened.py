"""A front drawn on beyond its ends, for a grid that is wider than the body (r7.02.12, 5.6)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from .projection import Growth

_SHARE = 1.0 / 3.0
_SLOWED = 2.0 / 3.0
_STEEP = 1.51
"""Angles, rad, that what goes on linearly may not pass."""


def lengthened(front, growth: Growth, reach: float):
    """(front, growth) with a point more before the first point and one after the last.

    They stand on the first and the last segment drawn on, at most a third of the front's width away; the axes are those of the ends, speed
    and angle go on linearly: the points come nearer where the speed would change by more than two thirds, or the angle be too steep.
    """
    places, made = front.places, []
    width = np.linalg.norm(places[0] - places[-1])
    for end, inner in ((0, 1), (-1, -2)):
        way = places[end] - places[inner]
        length = np.linalg.norm(way)
        far = min(reach, _SHARE * width)
        speed, angle = growth.speeds[end], growth.angles[end]
        faster, steeper = (speed - growth.speeds[inner]) / length, (angle - growth.angles[inner]) / length
        if abs(faster * far) > _SLOWED * abs(speed):
            far = _SLOWED * abs(speed / faster)
        if abs(angle + steeper * far) > _STEEP:
            far = (_STEEP - abs(angle)) / abs(steeper)
        made.append((places[end] + far / length * way, speed + faster * far, angle + steeper * far))
    (first, *before), (last, *after) = made

    def more(values, start, stop):
        return np.concatenate([[start], values, [stop]])

    longer = replace(
        front,
        places=more(places, first, last),
        normals=more(front.normals, front.normals[0], front.normals[-1]),
        directions=more(front.directions, front.directions[0], front.directions[-1]),
    )
    return longer, Growth(more(growth.speeds, before[0], after[0]), more(growth.angles, before[1], after[1]))
