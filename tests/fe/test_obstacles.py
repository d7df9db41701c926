"""Every obstacle: the gap is a signed distance, and the direction is the one in which it grows."""

from math import cos, pi, sin

import numpy as np
import pytest

from pyaster_lite.fe import obstacles
from pyaster_lite.fe.obstacles import Clearance

ANGLES = np.linspace(0.0, 2.0 * np.pi, 37).tolist()
ROUND = obstacles.outline(ANGLES, [2.0] * 37)
SHAPES = {
    "circle": (obstacles.circle, Clearance(2.0)),
    "planes_y": (obstacles.planes_y, Clearance(2.0)),
    "planes_z": (obstacles.planes_z, Clearance(2.0)),
    "two_circles": (obstacles.two_circles, Clearance(0.0, (0.4, 0.3))),
    "nested_circles": (obstacles.nested_circles, Clearance(0.0, (0.4, 2.4))),
    "facing_planes_y": (obstacles.facing_planes_y, Clearance(0.0, (0.4, 0.3), (-1.0, -1.0))),
    "facing_planes_z": (obstacles.facing_planes_z, Clearance(0.0, (0.4, 0.3), (-1.0, -1.0))),
    "outline": (ROUND, Clearance(1.0)),
}
POINTS = [(r * cos(a), r * sin(a)) for r in (0.5, 1.7, 2.3) for a in (0.3, 1.4, 2.6, 4.0, 5.5)]


@pytest.mark.parametrize("shape, clearance", SHAPES.values(), ids=SHAPES)
def test_the_direction_is_that_of_a_growing_gap(shape, clearance):
    gap = shape(clearance)
    for y, z in POINTS:
        here, c, s = gap(y, z)
        assert c * c + s * s == pytest.approx(1.0, abs=1e-12)
        step = 1e-7
        assert (gap(y + step * c, z + step * s)[0] - here) / step == pytest.approx(1.0, abs=1e-5)


def test_a_circle_given_by_points_is_that_circle():
    exact, drawn = obstacles.circle(Clearance(2.0)), ROUND(Clearance(1.0))
    for y, z in POINTS:
        # Chords lie inside the circle by r (1 - cos(half the angle)) at most.
        assert abs(exact(y, z)[0] - drawn(y, z)[0]) < 2.0 * (1.0 - cos(pi / 36)) * 1.5
