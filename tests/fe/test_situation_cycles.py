"""Cycles of peak stress along one axis; counting the smaller ones; combining situations; the environment."""

import numpy as np
import pytest

from pyaster_lite.fe.environment import Environment, Warming
from pyaster_lite.fe.load_situations import NOWHERE, shaken
from pyaster_lite.fe.situation_cycles import Peak, combination, peak_range, peak_ranges, smaller_cycles

from .test_load_situations import along_x, transient


def test_the_range_of_peaks_with_its_states():
    one = transient(1.0, 5.0, -3.0, a=2.0, b=-1.0)
    one.mechanical = along_x(0.0, 1.0, 0.5)
    for by_tresca in (False, True):
        found = peak_range(one, by_tresca, shaken(None))
        assert found.whole == 11.0 and found.mechanical == 3.5 and set(found.instants) == {2.0, 3.0}


def test_two_situations_go_through_two_cycles():
    one, other = transient(1.0, 5.0), transient(-6.0, 0.5)
    for by_tresca in (False, True):
        first, second = peak_ranges(one, other, by_tresca, shaken(None))
        assert (first.whole, second.whole) == (11.0, 0.5)
        assert first.instants == (2.0, 1.0)


def test_smaller_cycles_are_those_within_the_main_one():
    one = transient(0.0, 10.0, 4.0, 7.0, -5.0)
    main = peak_range(one, False, shaken(None))
    assert main.whole == 15.0 and smaller_cycles(one, main) == pytest.approx([3.0])
    one.changes = False
    assert smaller_cycles(one, Peak(0.0, 0.0, (-1.0, -1.0))) == []


def test_those_that_use_up_most_are_combined_first():
    groups = combination([(1,), (1,), (2,)], [(), (), ()], [False] * 3, [0, 0, 0])
    assert groups.kind.tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    usage, left = np.array([[0.1, 0.5, np.nan], [np.nan, 0.2, np.nan], [np.nan, np.nan, 0.3]]), [4, 3, 2]
    uses = groups.use(usage, left)
    assert [(use.first, use.second, use.times) for use in uses] == [(0, 1, 3), (2, 2, 2), (0, 0, 1)] and left == [0, 0, 0]


def test_an_earthquake_is_there_only_so_often():
    groups = combination([(1,), (1,)], [(), ()], [True, False], [0, 0])
    assert not groups.kind.any()
    left = [5, 5]
    uses = groups.use(np.array([[0.4, np.nan], [np.nan, 0.2]]), left, 2)
    assert [(use.first, use.times, use.shaken) for use in uses] == [(0, 2, True)] and left == [3, 5]


def test_groups_combine_by_a_passage_and_share_occurrences():
    groups = combination([(1,), (2,), (1, 2)], [(), (), (1, 2)], [False] * 3, [7, 0, 7])
    assert groups.kind[0, 1] == 2 and groups.kind[0, 2] == groups.kind[1, 2] == 1
    usage, left = np.full((3, 3), np.nan), [3, 2, 5]
    usage[0, 1] = 1.0
    uses = groups.use(usage, left)
    assert [(use.first, use.second, use.times) for use in uses] == [(0, 1, 2)]
    assert left == [1, 0, 5 - 2 - 2]


def test_the_environment_counts_tensions_alone():
    young = np.array([200.0, 100.0])
    water = Environment(2.0, 1e-3, 1.0, 0.0, 0.5, 0.1, 0.2, 50.0, 300.0, 0.0, 1.0, 50.0, 100.0, np.array([0.0, 400.0]), young)
    stress, warm = along_x(0.0, 2.0, -1.0), np.array([100.0, 200.0, 200.0])
    found = water.factor([Warming(np.array([0.0, 5.0, 6.0]), stress, warm, 3.0)], 1.5)
    strain = 1.5 * 2.0 / 162.5
    rate = np.log(min(1.0, max(1e-3, 100.0 * strain / 5.0)))
    assert found == pytest.approx(np.exp((0.5 + 0.1 * rate) * 2.0 * 3.0 * 1.0 + 0.2))
    water.least_strain = 1e3
    assert water.factor([Warming(np.array([0.0, 5.0, 6.0]), stress, warm, 3.0)], 1.5) == 1.0


def test_pressure_is_taken_to_be_told_as_the_other_loads_are_by_tresca_alone():
    pressed = transient(1.0, 5.0, a=2.0, hot_by_time=False)
    assert peak_range(pressed, True, shaken(None)).instants == (NOWHERE, NOWHERE)
    assert [peak_range(pressed, by_tresca, shaken(None)).whole for by_tresca in (True, False)] == [2.0, 6.0]
    states = transient(1.0, 5.0, a=2.0, by_states=along_x(2.0, 0.0))
    assert [peak_range(states, by_tresca, shaken(None)).whole for by_tresca in (True, False)] == [4.0, 6.0]
    beside = transient(0.0, 0.0, pressure=np.zeros(6))
    assert [peak_ranges(states, other, True, shaken(None))[0].whole for other in (transient(0.0, 0.0), beside)] == [5.0, 7.0]
