"""Searches of laws: the solution, how many tries it took, and what has none."""

import numpy as np
import pytest

from pyaster_lite.behaviours._scalar_search import SEARCHES, bracketed, brent, dekker, dekker_halved
from pyaster_lite.fe.errors import LawFailed


def bent(x):
    """Vanishes at 1, 2 and 3."""
    return x**3 - np.array([1.0, 8.0, 27.0])


@pytest.mark.parametrize("search", SEARCHES.values())
def test_each_point_stops_within_the_precision(search):
    x, took = search(bent, np.zeros(3), np.full(3, 10.0), 1e-8, 100)
    assert (abs(bent(x)) < 1e-8).all() and (took > 1).all()
    rough, fewer = search(bent, np.zeros(3), np.full(3, 10.0), 1e-2, 100)
    assert (abs(bent(rough)) < 1e-2).all() and (abs(bent(rough)) > 1e-8).any() and (fewer <= took).all()


def test_bounds_go_by_tens():
    high, met, end = bracketed(bent, [0.02, 2.0, 4e3], 1e-10, 20)
    np.testing.assert_allclose(high, [2.0, 2.0, 4.0])
    assert met.tolist() == [False, True, False]
    assert np.array_equal(end, bent(high))


@pytest.mark.parametrize("search", SEARCHES.values())
def test_ends_that_are_known_are_not_asked_for(search):
    asked = []

    def counted(x):
        asked.append(x)
        return bent(x)

    low, high = np.zeros(3), np.full(3, 10.0)
    plain = search(counted, low, high, 1e-8, 100)
    many = len(asked)
    spared = search(counted, low, high, 1e-8, 100, (bent(low), bent(high)))
    assert len(asked) == 2 * many - 2 and all(np.array_equal(a, b) for a, b in zip(plain, spared))


def test_no_change_of_sign_is_told():
    with pytest.raises(LawFailed, match="no solution"):
        brent(bent, np.full(3, 4.0), np.full(3, 5.0), 1e-8, 10)


def test_dekker_takes_the_first_point_that_is_close_enough():
    """x^2 = 4 by hand: from 0 and a guess of 1 the secant gives 4, then 8/5 within the bracket."""
    wanted = np.array([True, True, False])
    ask = lambda x: x**2 - 4.0  # noqa: E731
    found, took = dekker(ask, np.array([1.0, 1.0, 1.0]), 1.5, 20, wanted)
    assert found == pytest.approx([1.6, 1.6, 0.0]) and took.tolist() == [3, 3, 0]
    assert dekker(ask, np.ones(1), 1e-9, 20, np.ones(1, bool))[0] == pytest.approx([2.0], abs=1e-9)
    with pytest.raises(LawFailed):
        dekker(ask, np.ones(1), 1e-9, 2, np.ones(1, bool))


def test_halved_brackets_stop_at_the_precision_or_when_they_are_narrow():
    wanted = np.array([True, True, False])
    x, done = dekker_halved(bent, np.array([10.0, 0.5, 10.0]), 1e-6, 100, wanted)
    assert done.all() and x[2] == 10.0
    np.testing.assert_allclose(x[:2], [1.0, 2.0], rtol=1e-6)
    x, done = dekker_halved(lambda x: 1e12 * (x**9 - 2.0), np.full(1, 10.0), 1e-3, 100, np.array([True]))
    assert done.all() and 0.0 < abs(x[0] / 2 ** (1 / 9) - 1.0) < 1e-3
    assert not dekker_halved(bent, np.full(3, 10.0), 1e-6, 3, np.full(3, True))[1].any()
