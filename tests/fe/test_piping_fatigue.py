"""Situations of a piping run by indices, against sums made by hand."""

import numpy as np
import pytest

from pyaster_lite.fe.piping_fatigue import Blocks, Group, Largest, Section, States, Temperatures

SECTION = Section(np.array([1.0, 2.0, 0.5]), np.array([1.5, 1.0, 1.0]), inertia=4.0, diameter=2.0, thickness=0.1)


def states(pressures, occurrences, moments=None, linear=None, strength=1e3):
    n = len(pressures)
    moment = np.zeros((n, 2, 3)) if moments is None else np.array(moments, float)
    hot = np.zeros(n) if linear is None else np.array(linear, float)
    material = {"hot": 2.0, "reference": 2.0, "strength": strength, "m": 3.0, "n": 0.2}
    material = {name: np.full((n, 2), value) for name, value in material.items()}
    return States(np.array(pressures, float), moment, hot, 2.0 * hot, material, np.array(occurrences))


def life(stress):
    return 1e6 / stress


def test_stresses_of_one_situation():
    group = Group(SECTION, states([(0.0, 3.0)], [7], moments=[[(0, 0, 0), (3, 4, 0)]], linear=[5.0]), mixed=False)
    # C1 p D / 2 e + C2 D M / 2 I + the thermal one
    assert group.linear[0, 0] == pytest.approx(3.0 * 10.0 + 2.0 * 5.0 / 4.0 + 5.0)
    salt = 0.5 * (1.5 * 30.0 + 2.5 + 10.0)
    assert group.alternating[0, 0, 0, 1] == pytest.approx(salt) and group.alternating[0, 0, 0, 0] == 0.0
    worst = group.worst(Largest())
    assert (worst.linear, worst.alternating, worst.strength) == pytest.approx((37.5, salt, 1e3))
    assert group.use(life) == pytest.approx(7.0 * salt / 1e6)


def test_plastic_corrections_of_both_parts():
    one = states([(0.0, 3.0)], [1], linear=[5.0], strength=10.0)
    plastic = 1.0 + 0.8 / (0.2 * 2.0) * (35.0 / 30.0 - 1.0)
    hot = 1.86 * (1.0 - 1.0 / (1.66 + 3.5))
    assert Group(SECTION, one, mixed=True).alternating[0, 0, 0, 1] == pytest.approx(0.5 * (plastic * 45.0 + hot * 10.0))


def test_the_widest_states_are_combined_first():
    # Pressures -1 and 4 meet ten times, then what is left of them with what is left of the others
    group = Group(SECTION, states([(-1.0, 1.0), (0.0, 4.0)], [10, 15]), mixed=False)
    stress = 0.5 * 1.5 * 10.0 * np.array([5.0, 4.0, 1.0])
    assert group.use(life) == pytest.approx(float(stress @ [10.0, 5.0, 10.0]) / 1e6)


def test_an_earthquake_shakes_half_as_often_as_it_occurs():
    quake = States(np.zeros((1, 2)), np.zeros((1, 2, 3)), np.zeros(1), np.zeros(1), states([(0, 0)], [4]).material, np.array([4]))
    group = Group(SECTION, states([(0.0, 1.0)], [10]), mixed=False, shake=np.array([3.0, 0.0, 4.0]))
    main, small = 0.5 * (15.0 + 2.5), 0.5 * 1.25
    # Of one situation there is but one pair of states, whatever the number of times
    assert group.use_shaken(life, quake, cycles=6, width=1) == pytest.approx((main + 11.0 * small) / 1e6)


def test_groups_meet_only_as_often_as_something_leads_between_them():
    given = states([(0.0, 1.0), (0.0, 0.5), (5.0, 6.0)], [10, 3, 10])
    group = Group(SECTION, given, mixed=False)
    blocks = Blocks((2, 1, 0), [(0, 0), (0, 1), (1, 1)], {(0, 1): [1], (1, 2): [], (0, 2): []})
    stress = lambda pressure: 0.5 * 15.0 * pressure  # noqa: E731
    # 6 with 0: first by the second situation itself, which shares a group with both, so far as it occurs
    used = group.use(life, blocks)
    free = group.use(life)
    assert free == pytest.approx((10 * stress(6.0) + 3 * stress(5.0) + 3 * stress(4.5) + 4 * stress(4.0)) / 1e6)
    assert used < free
    apart = Blocks((2, 1, 0), [(0, 0), (0, 0), (1, 1)], {(0, 1): [], (1, 2): [], (0, 2): []})
    assert group.use(life, apart) == pytest.approx((13 * 0 + 10 * stress(1.0) + 3 * stress(0.5) + 10 * stress(1.0)) / 1e6)


def test_temperatures_through_a_wall():
    one = Temperatures(np.array([0.0, 9.0]), np.array([0.0, 1.0]), np.array([0.0, 4.0]), np.array([0.0, -6.0]))
    other = Temperatures(np.zeros(2), np.zeros(2), np.array([0.0, 1.0]), np.zeros(2))
    assert one.largest(None, (1.0, 1.0)) == pytest.approx((6.0, 2.0, 0.0))
    assert one.largest(other, (2.0, 3.0))[2] == pytest.approx(5.0)
