"""Pressures on a tank under an earthquake."""

import numpy as np
import pytest
from scipy import integrate

from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.tank_pressure import TankQuake

TANK = TankQuake(-1.0, 4.8, 9.2, 1000.0, 2.4, 5.0, 3.3, 1.6, 0.8, gravity=9.81, surface=500.0)


def test_a_tall_tank_moves_its_liquid_as_a_whole():
    """Far from the surface the rigid pressure is rho a x: the liquid goes with its tank."""
    tank = TankQuake(0.0, 1.0, 40.0, 1000.0, 2.0, 2.0, 0.0, 0.0, 0.0)
    assert tank.parts(1.0, 1.0, 10.0, 0.01, 7800.0)["PIR"] == pytest.approx(1000.0 * 2.0 * 1.0, rel=2e-2)


def test_the_participation_is_that_of_its_integrals():
    def even(z):
        return 8 / np.pi**2 * ratio[0] * np.cos(np.pi * z / 2 / h) - 8 / np.pi**2 / 9 * ratio[1] * np.cos(3 * np.pi * z / 2 / h)

    def bent(z):
        parts = [integrate.quad(lambda s, m=m: np.sin(s * np.pi / 2 / h) * np.cos(m * np.pi * s / 2 / h), 0, h)[0] for m in (1, 3)]
        return sum(4 / np.pi * p * q / m / h * np.cos(m * np.pi * z / 2 / h) for p, q, m in zip(parts, ratio, (1, 3)))

    from scipy.special import iv, ivp

    h, r = TANK.depth, TANK.radius
    ratio = [iv(1, m * np.pi * r / 2 / h) / ivp(1, m * np.pi * r / 2 / h) for m in (1, 3)]
    wall = 7800.0 * 0.006 / 1000.0 / h
    shape = lambda z: np.sin(z * np.pi / 2 / h)  # noqa: E731
    above = integrate.quad(lambda z: shape(z) * (wall + even(z)), 0, h)[0]
    below = integrate.quad(lambda z: shape(z) * (wall * shape(z) + bent(z)), 0, h)[0]
    expected = above / below * bent(2.0) * 1000.0 * h * (5.0 - 2.4)
    assert TANK.parts(r, 1.0, 2.0, 0.006, 7800.0)["PIF"] == pytest.approx(expected, rel=1e-9)


def test_the_sum_above_the_liquid_is_what_stands_over_it():
    assert TANK(4.8, 0.0, 8.5, 0.006, 7800.0) == 500.0
    many = TANK(np.array([4.8, 4.8, 0.0]), np.zeros(3), np.array([0.0, 9.0, 0.0]), 0.006, 7800.0)
    assert many[1] == 500.0
    assert many[0] == pytest.approx(TANK(4.8, 0.0, 0.0, 0.006, 7800.0))


@pytest.mark.parametrize("place, message", [((4.8, 0.0, -1.1), "below the floor"), ((5.0, 0.0, 0.0), "outside")])
def test_points_elsewhere_are_refused(place, message):
    with pytest.raises(ComputationFailed, match=message):
        TANK(*place, 0.006, 7800.0)
