"""Points whose statuses alternate: which are treated, and with what coefficients."""

import numpy as np
import pytest

from pyaster_lite.contact.cycling import Cycling, Look, raised

CELL = np.array([[7, 8]])
FOUND = 1e-8 * 4.0**23
"""The second coefficient in a row that is large enough for a pressure of 3 and a gap of 2e-5, and far enough for the search to end."""


def look(pressure, gap, coefficient=100.0, masters=CELL, penalised=False, held=False, presses=None):
    pressure, gap, c = np.array([pressure]), np.array([gap]), np.array([float(coefficient)])
    seen = pressure - c * gap < 0.0 if presses is None else np.array([presses])
    return Look(seen, np.array([True]), np.array([held]), pressure, gap, c, np.array([penalised]), masters)


def alternate(watch, numbers, **last):
    """Statuses on, off, on, ... from the correction 0 of a turn; the last look is at a point that just opened and is pressed again."""
    verdict = None
    for number in numbers:
        on = number % 2 == 0
        verdict = watch.judge(number, look(0.0 if on else 3.0, 3e-5 if on else 2e-5, presses=on, **(last if number == numbers[-1] else {})))
    return verdict


@pytest.mark.parametrize("settles", [True, False])
def test_two_alternating_statuses_get_the_coefficient_that_tells_them_the_same(settles):
    watch = Cycling(np.zeros(1, int), 2.0, True, False, settles)
    assert alternate(watch, range(3)).coefficient == [100.0]
    watch.begin()
    verdict = alternate(watch, range(5))
    assert verdict.coefficient == pytest.approx([FOUND]) and verdict.presses.all()
    # where statuses follow no iterations, the one that was seen stays, and has changed
    assert verdict.content.tolist() == [settles] and not verdict.penalised.any()


@pytest.mark.parametrize("last", [{"masters": CELL + 1}, {"held": True}])
def test_a_point_on_another_master_cell_or_that_may_not_open_is_let_be(last):
    assert alternate(Cycling(np.zeros(1, int), 2.0, True, False, True), range(5), **last).coefficient == [100.0]


def test_nothing_is_treated_where_coefficients_stay_as_given():
    assert alternate(Cycling(np.zeros(1, int), 2.0, False, False, True), range(12)).coefficient == [100.0]


@pytest.mark.parametrize("penalised, coefficient", [(False, 0.5), (True, 100.0)])
def test_late_in_a_turn_the_sign_of_the_pressure_decides_and_the_point_is_penalised(penalised, coefficient):
    watch = Cycling(np.zeros(1, int), 2.0, True, False, True)
    for number in range(12):
        # an opening that no coefficient undoes
        on = number % 2 == 0
        verdict = watch.judge(number, look(-2.0 if on else 0.0, 1e-3 if on else -1e-3, penalised=penalised))
        if number < 10:
            assert verdict.presses == [on] and not verdict.penalised.any()
    assert verdict.penalised.all() and verdict.coefficient == [coefficient]
    assert verdict.presses == [False] and not verdict.content.any()
    watch.begin()
    assert not watch.penalised.any()


def test_a_point_that_grazes_is_content():
    """Pressures and gaps whose sum is on either side of nothing, up to a thousandth of the master cell."""
    watch = Cycling(np.zeros(1, int), 2.0, True, False, False)
    for number in range(5):
        verdict = watch.judge(number, look(-1e-3 if number % 2 == 0 else 1e-3, 0.0))
    assert verdict.content.all()


def test_the_coefficient_of_friction_is_doubled_until_a_point_sticks_and_given_to_others_that_stick():
    watch = Cycling(np.zeros(3, int), 2.0, False, True, True)
    d = np.full(3, 4.0)
    masters = np.repeat(CELL, 3, axis=0)
    for share, slip in ((0.9, 0.0), (1.2, 0.0), (1.0, -0.002)):
        shares, slips = np.array([[share, 0.0], [0.1, 0.0], [3.0, 0.0]]), np.array([[slip, 0.0], [0.0, 0.0], [0.0, 1.0]])
        yes, zero = np.ones(3, bool), np.zeros(3)
        d = watch.judge(0, Look(yes, yes, ~yes, zero - 1.0, zero, zero + 100.0, ~yes, masters, shares, slips, d)).rubbing
    # |1 - 0.002 d| is at most 0.95 from 32 on, among 4, 8, ...; the third slides with any coefficient
    assert d == pytest.approx([32.0, 32.0, 32.0])


@pytest.mark.parametrize(
    "depth, last, factor",
    [
        (2e-4, -1e-3, 2.0),
        (2e-3, 1e-4, 20.0),
        (2e-4, 2e-4, 4.0),
        (5e-3, 5e-3, 50.0),
        (17e-4, 15e-4, 17.0),
        (1e-2, 9.9e-3, 100.0),
    ],
)
def test_penalties_grow_at_least_in_the_ratio_of_the_depths(depth, last, factor):
    """With 1e-4 allowed: jumps to and fro, a little too deep (the square of a root), much too deep."""
    found = raised(np.array([depth]), np.array([last]), np.array([1e-4]), np.array([3.0]), 1e8)
    assert found == pytest.approx([3.0 * factor])


def test_a_penalty_beyond_all_terms_of_the_matrix_is_cut():
    assert raised(np.array([1e-3]), np.array([1e-3]), np.array([1e-4]), np.array([3.0]), 10.0) == pytest.approx([0.3])


@pytest.mark.parametrize("penalised, coefficient", [(False, 100.0), (True, 400.0)])
def test_points_too_deep_raise_their_penalties(penalised, coefficient):
    watch = Cycling(np.zeros(1, int), 2.0, False, False, True, 1e-4)
    watch.judge(0, look(-3.0, 2e-4, penalised=penalised))
    assert watch.judge(1, look(-3.0, 2e-4, penalised=penalised)).coefficient == pytest.approx([coefficient])
