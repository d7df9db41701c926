"""Searches for the least of functions whose least is known."""

from random import Random

import numpy as np
import pytest

from pyaster_lite.fe.calibration import Misfit, bounded_step, evolved, gaps, levenberg, newton_gradients, quasi_newton, simplex

LEAST = np.array([1.0, -2.0])
STIFF = np.array([[3.0, 1.0], [1.0, 2.0]])


def bowl(place):
    return float(0.5 * (place - LEAST) @ STIFF @ (place - LEAST))


def slope(place):
    return STIFF @ (place - LEAST)


def test_searches_of_a_bowl():
    start = [4.0, 3.0]
    assert quasi_newton(bowl, start, slope, 1e-8, 50) == pytest.approx(LEAST, abs=1e-6)
    assert quasi_newton(bowl, start, None, 1e-6, 50) == pytest.approx(LEAST, abs=1e-4)
    assert newton_gradients(bowl, start, slope, 1e-8, 50) == pytest.approx(LEAST, abs=1e-4)
    assert simplex(bowl, start, 200, 1000) == pytest.approx(LEAST, abs=1e-3)


def test_generations_never_get_worse_and_stay_within_their_bounds():
    def best(count):
        return evolved(bowl, [4.0, 3.0], [3.5, 2.0], [5.0, 4.0], 3, 5, 5.0, count, 0.0, Random(1))

    assert bowl(np.array(best(8))) <= bowl(np.array(best(1))) <= bowl(np.array([4.0, 3.0]))
    assert best(8)[0] >= 3.5 and best(8)[1] >= 2.0


def test_errors_are_relative_and_end_with_the_curve():
    curve = [[0.0, 0.0], [1.0, 2.0], [2.0, 2.0]]
    assert gaps(curve, [[0.5, 2.0], [1.5, 4.0], [1.0, 0.0], [3.0, 1.0]]).tolist() == [0.5, 0.5, -2.0, 0.0]


def test_a_free_step_is_that_of_gauss_and_newton():
    matrix, error = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), np.array([1.0, -1.0, 0.5])
    values, far = np.array([2.0, 3.0]), np.array([100.0, 100.0])
    reached, forces, _ = bounded_step(values, values, values, -far, far, matrix, error, 0.0)
    assert reached == pytest.approx(values * (1.0 - np.linalg.solve(matrix.T @ matrix, matrix.T @ error)))
    assert not forces.any()


def test_a_line_is_found_at_once():
    x = np.linspace(0.0, 1.0, 5)
    misfit = Misfit(lambda v: [np.column_stack([x, v[0] * x + v[1]])], [np.column_stack([x, 3.0 * x + 2.0])], np.ones(1), 1e-5)
    found = levenberg(misfit, [1.0, 1.0], [0.1, 0.1], [9.0, 9.0], [1.0, 1.0], 5, 1e-9, 1e-8, 1e-16)
    assert found == pytest.approx([3.0, 2.0], rel=1e-6)
