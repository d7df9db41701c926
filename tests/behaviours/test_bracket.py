"""Newton's method between bounds: the solutions, what is done with points that are met, and what has none."""

import numpy as np
import pytest

from pyaster_lite.behaviours._bracket import Bracket, between, search
from pyaster_lite.fe.errors import LawFailed

ROOTS = np.array([1.0, 2.0, 3.0])


def cubes(x):
    """x^3 less those of the roots, and its slope."""
    return x**3 - ROOTS**3, 3 * x**2


def test_each_point_has_its_root():
    x, took = between(cubes, np.ones(3), 0.0, 10.0)
    np.testing.assert_allclose(x, ROOTS, rtol=1e-15)
    assert took[0] == 1 and took[1] > 1


def test_bounds_are_not_left():
    """The slope of arctan sends Newton's method away from where it starts; 4 lies next to the root, and is no place to be sent back to."""
    seen = []

    def function(x):
        seen.append(x.copy())
        return np.arctan(x - 4.0), 1 / (1 + (x - 4.0) ** 2)

    x, _ = between(function, np.array([30.0, -3.0]), -20.0, 40.0)
    np.testing.assert_allclose(x, 4.0, rtol=1e-14)
    assert np.min(seen) > -20.0 and np.max(seen) < 40.0


def test_points_that_are_met_or_left_out_stay():
    """The first starts at its root, which is a bound of its interval; the last is not asked for."""
    seen = []

    def function(x):
        seen.append(x.copy())
        return cubes(x)

    x, took = between(function, np.array([1.0, 9.0, 7.0]), np.array([1.0, 0.0, 0.0]), 10.0, rows=np.array([True, True, False]))
    assert (np.array(seen)[:, 0] == 1.0).all() and (np.array(seen)[:, 2] == 7.0).all()
    assert x[1] == pytest.approx(2.0, rel=1e-15) and took.tolist() == [1, len(seen), 0]


def test_it_stops_where_it_is_close():
    rough, few = between(cubes, np.full(3, 5.0), 0.0, 10.0, close=0.1, still=None)
    assert (abs(cubes(rough)[0]) <= 0.1).all() and (abs(cubes(rough)[0]) > 0.0).all()
    assert (few < between(cubes, np.full(3, 5.0), 0.0, 10.0)[1]).all()


def test_without_an_upper_bound_it_is_doubled():
    """Where the function is flat a step leads nowhere: 1, 2, 4, 8."""
    seen = []

    def flat(x):
        seen.append(float(x[0]))
        return np.where(x < 8.0, -1.0, x - 8.0), np.where(x < 8.0, 0.0, 1.0)

    assert between(flat, np.ones(1), 0.0, np.inf)[0] == pytest.approx(8.0)
    assert seen == [1.0, 2.0, 4.0, 8.0]


def test_short_steps_that_are_not_believed_are_halves():
    """Its slope at the start is so steep that Newton's step is none."""

    def steep(x):
        return x - 0.5, np.where(x < 0.4, 1e30, 1.0)

    start = np.array([0.1])
    assert between(steep, start, 0.0, 1.0)[0] == start
    assert between(steep, start, 0.0, 1.0, believed=1e-12)[0] == pytest.approx(0.5)


def test_no_solution_is_told():
    with pytest.raises(LawFailed, match="no slip"):
        between(lambda x: (x**2 + 1.0, 2 * x), np.ones(1), 0.0, np.inf, close=0.5, still=None, lost="no slip", tries=50)
    with pytest.raises(LawFailed, match="not solved"):
        between(lambda x: (np.full_like(x, np.nan), x), np.ones(1), 0.0, 1.0)


def test_a_bracket_is_the_same_solution():
    x = search(cubes, np.full(3, 5.0), Bracket(np.zeros(3), np.full(3, 10.0)), 1e-12, 100)
    np.testing.assert_allclose(x, ROOTS, rtol=1e-12)
