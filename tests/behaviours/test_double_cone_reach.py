"""What points of BETON_DOUBLE_DP reach: the tangent of the excess over a cone at its root, and which cone is taken."""

import numpy as np
import pytest

from pyaster_lite.behaviours._double_cone_reach import excess, lines
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.concrete import points

E, FC, FT, BIAXIAL = 3e10, 4e7, 4e6, 1.16
CONCRETE = {
    f"cones_{word}": value
    for word, value in {
        "compression": FC, "tension": FT, "biaxial": BIAXIAL, "compression_energy": 1e4, "tension_energy": 100.0, "elastic": 0.4,
        "compression_bent": 0.0, "tension_bent": 0.0, "length": 0.1,
    }.items()
}  # fmt: skip


def reached(direction, internal=(0.0, 0.0)):
    """The line of a point at rest stretched along z."""
    zero, own = np.zeros((1, 1, 6)), np.zeros((1, 1, 6))
    own[..., 2] = direction
    state = PointState(zero, zero, np.array([[[*internal, 0.0, 0.0]]]))
    return BEHAVIOURS["BETON_DOUBLE_DP"].reaches(zero, zero, own, state, points(CONCRETE), 0.0, (-np.inf, np.inf), Space())[0, 0, 0]


def test_the_excess_is_a_parabola_that_vanishes_on_the_cone():
    """Under uniaxial tension at FT the second cone is met."""
    start, unit = np.zeros((1, 6)), np.array([[1.0, 0.0, 0.0, 0.0, 0.0, 0.0]])
    y0, y1, y2 = excess(start, unit, np.sqrt(2.0), 2 * np.sqrt(2.0) / 3, np.array([FT]), np.array([FT]))
    assert y0 + 2 * y1 * FT + y2 * FT**2 == pytest.approx(0.0, abs=1e-12) and y0 < 0.0


def test_a_line_is_the_tangent_at_the_nearest_root_that_counts():
    own = tuple(np.array([y]) for y in (-3.0, 1.0, 1.0))  # roots 1 and -3
    far = tuple(np.array([y]) for y in (-100.0, 0.0, 1.0))
    alive = np.zeros((2, 1), bool)
    a, b = lines([far, own], alive, abs)[0]
    assert (a, b) == pytest.approx((-4.0, 4.0))
    barred = tuple(np.array([y]) for y in (-5.0, 1.0, 4.0))  # above zero at 1 and at -3
    a, b = lines([own, barred], alive, abs)[0]
    assert b != pytest.approx(4.0)
    a, b = lines([own, barred], np.array([[False], [True]]), abs)[0]
    assert (a, b) == pytest.approx((-4.0, 4.0))


def test_tension_meets_its_own_cone_first():
    """Where the line vanishes the stress that is taken for elastic is on the cone of tension; used up, that of compression is left."""
    a, b = reached(1.0)
    stiff = E * 0.8 / 1.2 / 0.6
    x = -a / b
    assert stiff * x == pytest.approx(FT, rel=1e-9)
    other = reached(1.0, (0.0, 1.0))
    assert abs(other[0] / other[1]) > 2 * x
