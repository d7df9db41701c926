"""Cycles of loads."""

import numpy as np

from pyaster_lite.fe.cycle_counting import cycles, extremes


def test_extremes_leave_small_changes_out():
    np.testing.assert_array_equal(extremes([0.0, 1.0, 3.0, 2.9, 4.0, 1.0, 2.0], 0.5), [0.0, 4.0, 1.0, 2.0])
    np.testing.assert_array_equal(extremes([0.0, 1.0, 3.0, 2.9, 4.0, 1.0, 2.0], 0.0), [0.0, 3.0, 2.9, 4.0, 1.0, 2.0])


def test_small_cycles_within_large_ones():
    load = [0.0, 5.0, 2.0, 4.0, -5.0]
    assert sorted(cycles(load, "RAINFLOW")) == [(-5.0, 5.0), (2.0, 4.0)]


def test_the_largest_with_the_smallest():
    np.testing.assert_allclose(cycles([0.0, 5.0, 2.0, 4.0, -5.0], "RCCM"), [(-5.0, 5.0), (0.0, 4.0), (0.4, 2.0)])


def test_in_order():
    assert cycles([0.0, 5.0, 2.0, 4.0, -5.0], "NATUREL") == [(0.0, 5.0), (-5.0, 4.0)]


def test_a_load_that_does_not_change():
    assert cycles([2.0, 2.0, 2.0], "RAINFLOW") == [(2.0, 2.0)]
