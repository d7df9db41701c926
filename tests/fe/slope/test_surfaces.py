"""Slip surfaces: circles through the ground, and fireworks."""

import numpy as np
import pytest

from pyaster_lite.fe.slope.circle import Search, flaw, tangent, through
from pyaster_lite.fe.slope.fireworks import Bounds, Display, Fireworks
from pyaster_lite.fe.slope.profile import Profile, SlopeFailed

X = np.linspace(0.0, 40.0, 81)
GROUND = Profile(X, np.clip(0.5 * (X - 10.0), 0.0, 10.0), np.full(len(X), 0.05), bottom=-10.0, smallest=0.1, rising=True)


def test_circles_pass_through_their_ends_and_touch_their_lines():
    circle = through(GROUND, 10.0, 32.0, 20.0)
    for x in (10.0, 32.0):
        assert np.hypot(x - circle.centre[0], GROUND.at(x) - circle.centre[1]) == pytest.approx(20.0)
        assert circle.at(x) == pytest.approx(GROUND.at(x))
    level = through(GROUND, 10.0, 32.0, tangent(GROUND, 10.0, 32.0, y=-3.0))
    assert level.centre[1] - level.radius == pytest.approx(-3.0)
    with pytest.raises(SlopeFailed):
        through(GROUND, 10.0, 32.0, 5.0)


def test_what_is_no_slip_surface_is_told():
    assert flaw(GROUND, through(GROUND, 10.0, 32.0, 20.0), 8) == ""
    assert flaw(GROUND, through(GROUND, 12.0, 30.0, 5000.0), 8) == "shallow"
    assert flaw(GROUND, through(GROUND, 2.0, 32.0, 100.0), 8) == "above"


def test_the_search_finds_the_depth_that_resists_least():
    def factor(circle):
        return 1.0 + (circle.radius - 18.0) ** 2

    search = Search(GROUND, factor, 8, 40)
    best, least = search.run([10.0], [32.0])
    assert best.radius == pytest.approx(18.0, rel=0.02) and least < 1.1
    assert search.count == len(search.tried) and least == min(row[3] for row in search.tried)


def test_breaks_and_hollows_of_the_surface():
    points, angles = GROUND.breaks
    assert points[:, 0].tolist() == [10.0, 30.0] and np.tan(angles) == pytest.approx([0.0, 0.5, 0.0])
    assert [X[i] for i in GROUND.hollows] == [10.0]
    assert np.tan(GROUND.angle_at(10.0, True)) == pytest.approx(0.5) and GROUND.angle_at(10.0, False) == pytest.approx(0.0)


def test_fireworks_keep_their_bounds_and_never_lose_the_best():
    bounds = Bounds(GROUND, (8.0, 10.0), (31.0, 34.0), 6, 0.2)
    show = Display(6, 3.0, 2.0, 0.2, 3, 8, 2, (0.04, 0.8), 10, 1e-9)
    target = np.array([9.0, -1.0, -1.0, 0.0, 2.0, 5.0, 32.0])
    fireworks = Fireworks(bounds, show, lambda surface: float(((surface - target) ** 2).sum()), np.random.RandomState(3))
    best, least, history = fireworks.run()
    assert history == sorted(history, reverse=True) and history[-1] < history[0] and least == history[-1]
    assert least == pytest.approx(((best - target) ** 2).sum())
    for surface in fireworks.tried:
        assert 8.0 <= surface[0] <= 10.0 and 31.0 <= surface[-1] <= 34.0
        inner = np.linspace(surface[0], surface[-1], 7)[1:-1]
        assert (surface[1:-1] <= GROUND.at(inner)).all() and (surface[1:-1] >= -10.0).all()
