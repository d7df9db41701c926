"""Slices in balance: what the methods agree on, and what is known in closed form."""

import numpy as np
import pytest

from pyaster_lite.fe.slope import slices
from pyaster_lite.fe.slope.slices import Slices


def circle(n=400, cohesion=20.0, friction=0.0, sign=1.0, **more):
    """Slices of a half-plane at 30 degrees above a circle of radius 10 about (0, 10), rising to the right for sign 1."""
    slope = np.tan(np.radians(30.0))
    a, b, c = 1 + slope**2, -2 * 10.0 * slope, 10.0**2 - 10.0**2
    x = np.linspace(*np.sort(np.roots([a, b, c]).real), n + 1)
    y = 10.0 - np.sqrt(100.0 - x**2)
    angle = np.arctan(np.diff(y) / np.diff(x)) * sign
    middle = (x[:-1] + x[1:]) / 2
    depth = slope * middle - (10.0 - np.sqrt(100.0 - middle**2))
    weight = 20.0 * depth * np.diff(x)
    even = np.ones(n)
    s = Slices(
        x[1] - x[0], angle, weight, friction * even, friction * even, cohesion * even, 0 * even, 0 * even, 0 * even, 0 * even, sign, **more
    )
    return s if sign > 0 else flipped(s)


def flipped(s):
    for name in ("angle", "weight"):
        setattr(s, name, getattr(s, name)[::-1])
    return s


def test_without_friction_all_methods_give_the_moment_of_the_cohesion():
    s = circle()
    length = (s.width / np.cos(s.angle)).sum()
    exact = 20.0 * length / np.sum(s.weight * np.sin(s.angle))
    assert slices.fellenius(s) == pytest.approx(exact) and slices.bishop(s, 0.0, 10.0) == pytest.approx(exact, rel=1e-5)


def test_forces_between_slices_change_little_on_a_circle():
    s = circle(n=12, friction=0.3)
    parallel = np.zeros(12), np.ones(12)
    assert slices.inclined(s, 0.0, parallel) == pytest.approx(slices.bishop(s, 0.0, 10.0), rel=2e-2)


def test_a_slope_and_its_mirror_image_are_as_safe():
    one, other = circle(12, friction=0.3), circle(12, friction=0.3, sign=-1.0)
    shape = np.zeros(len(one.angle)), np.ones(len(one.angle))
    assert slices.bishop(one, 0.0, 10.0) == pytest.approx(slices.bishop(other, 0.0, 10.0))
    assert slices.inclined(one, 0.0, shape) == pytest.approx(slices.inclined(other, 0.0, shape), rel=1e-4)


def test_the_critical_acceleration_makes_the_factor_one():
    still = circle(cohesion=40.0, friction=0.2)
    critical = slices.fellenius_acceleration(still)
    shaken = circle(cohesion=40.0, friction=0.2, horizontal=-critical)
    assert slices.fellenius(shaken) == pytest.approx(1.0)


def test_water_in_the_pores_lessens_the_factor_and_suction_raises_it():
    dry, wet, tight = (circle(friction=0.3) for _ in range(3))
    wet.capillary = wet.capillary - 10.0
    tight.capillary = tight.capillary + 10.0
    factors = [slices.bishop(s, 0.0, 10.0) for s in (wet, dry, tight)]
    assert factors == sorted(factors) and factors[0] < factors[1] < factors[2]
