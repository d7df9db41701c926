"""Sides of porous media: where what flows through them is read."""

import numpy as np
import pytest

from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.porous.layout import Layout
from pyaster_lite.fe.porous.side import MovingSide, StillSide


@pytest.mark.parametrize("side", [MovingSide, StillSide])
def test_flows_are_read_on_the_straight_side_whatever_the_middle_does(side):
    element = side("SEG3", Layout(Plane(), side is MovingSide, (1, 0), False), "FPG4")
    bent = np.array([[[0.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.3, 1.2, 0.0]]])
    flat = np.array([[[0.0, 1.0, 0.0], [2.0, 1.0, 0.0], [1.0, 1.0, 0.0]]])
    np.testing.assert_allclose(element.flow_points(bent), element.points(flat))
    assert abs(element.points(bent) - element.points(flat)).max() > 0.1
