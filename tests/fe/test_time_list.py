"""The instants of an evolution: cuts, milestones, adaptive steps."""

import numpy as np
import pytest

from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.time_list import Adaptation, Cutting, InsertedSteps, TimeList, expected_iterations, foreseen_growth, growing


def walk(times):
    found = []
    while not times.ended:
        found.append(times.current)
        times.accept(5, np.zeros(1))
    return found


def test_given_instants_are_walked_once():
    times = TimeList([0.0, 1.0, 3.0])
    assert not times.is_last
    assert walk(times) == [1.0, 3.0]


def test_a_cut_step_keeps_its_end_exactly():
    times = TimeList([0.0, 0.1, 0.3])
    assert times.cut(Cutting(pieces=4), [], 1e-6, 10)
    assert np.allclose(walk(times), [0.025, 0.05, 0.075, 0.1, 0.3], rtol=0, atol=1e-16)


def test_cuts_stop_at_their_depth_and_at_the_smallest_step():
    times = TimeList([0.0, 1.0])
    assert times.cut(Cutting(2, depth=2), [], 1e-6, 10)
    assert times.cut(Cutting(2, depth=2), [], 1e-6, 10)
    assert not times.cut(Cutting(2, depth=2), [], 1e-6, 10)
    assert not TimeList([0.0, 1.0]).cut(Cutting(4, smallest=0.3), [], 1e-6, 10)


def test_extrapolation_cuts_progressively_when_residuals_fall():
    residuals = [10.0 ** (-0.1 * i) for i in range(10)]
    assert expected_iterations(residuals, 1e-6) == pytest.approx(60.0)
    times = TimeList([0.0, 1.0])
    assert times.cut(Cutting(extrapolate=True), residuals, 1e-6, 10)
    found = walk(times)
    assert found == pytest.approx([1 / 7, 3 / 7, 5 / 7, 1.0])


def test_an_adaptive_list_meets_every_milestone():
    times = TimeList([0.0, 0.1, 1.0], [Adaptation(lambda dt, n, du, states: 2 * dt, lambda n: n <= 5, count=2)])
    found = walk(times)
    assert found == pytest.approx([0.1, 0.2, 0.4, 0.6, 1.0])
    assert found[-1] == 1.0


def test_a_step_whose_residuals_grew_on_the_way_starts_the_count_anew():
    assert growing([1.0, 3.0, 5.0, 4.0]) and not growing([3.0, 5.0, 4.0]) and not growing([1.0, 3.0, 5.0, 2.0])
    times = TimeList([0.0, 0.1, 1.0], [Adaptation(lambda dt, n, du, states: 2 * dt, lambda n: n <= 5, count=2)])
    found = []
    for grown in (False, True, False, False):
        found.append(times.current)
        times.accept(5, np.zeros(1), grown=grown)
    assert [*found, times.current] == pytest.approx([0.1, 0.2, 0.3, 0.5, 0.7])


def test_an_adaptive_step_may_not_fall_below_the_smallest():
    times = TimeList([0.0, 0.1, 1.0], [Adaptation(lambda dt, n, du, states: dt / 10)], smallest=0.05)
    with pytest.raises(ValueError, match="below the smallest"):
        walk(times)


def test_steps_of_foreseen_laws_go_by_the_largest_change_of_the_first_internal_variables():
    def state(*values):
        return PointState(np.zeros((1, 2, 4)), np.zeros((1, 2, 4)), np.array(values, float).reshape(1, 2, -1))

    rest = state(0.1, 9.0, 0.2, 9.0)
    assert foreseen_growth([None, rest], [None, state(0.101, 0.0, 0.2, 0.0)]) == pytest.approx(1.0)
    assert foreseen_growth([rest], [state(0.1, 0.0, 0.2, 0.0)]) == 1.2
    assert foreseen_growth([rest], [state(0.5, 0.0, 0.2, 0.0)]) == 0.5
    assert foreseen_growth([rest], [state(0.1, 0.0, 0.2008, 0.0)]) == 1.2


def test_the_end_of_a_cut_step_may_count_as_the_step_itself():
    times = TimeList([0.0, 1.0])
    once = Cutting(2, depth=1, whole_ends=True)
    assert times.cut(once, [], 1e-6, 10)
    assert not times.cut(once, [], 1e-6, 10)
    times.accept(5, np.zeros(1))
    assert times.cut(once, [], 1e-6, 10)
    assert walk(times) == [0.75, 1.0]


def test_steps_put_between_the_given_instants_leave_none_of_them_out():
    times = InsertedSteps([0.0, 0.1, 1.0], [Adaptation(lambda dt, *_: 2 * dt), Adaptation(lambda dt, *_: 9.0, lambda n: True)], largest=0.3)
    assert walk(times) == pytest.approx([0.1, 0.3, 0.6, 0.9, 1.0])
    times = InsertedSteps([0.0, 1.0, 2.0], [Adaptation(lambda dt, *_: dt)])
    assert times.cut(Cutting(2, whole_ends=True), [], 1e-6, 10)
    assert walk(times) == pytest.approx([0.5, 1.0, 1.5, 2.0])
    times = InsertedSteps([0.0, 1.0, 2.0], [Adaptation(lambda dt, *_: 0.1)], smallest=0.1)
    with pytest.raises(ValueError, match="below the smallest"):
        times.accept(1, np.zeros(1))
