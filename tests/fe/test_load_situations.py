"""Situations by their stresses along one axis, where Tresca's measure is the size: ranges alone and combined, extremes, earthquakes."""

import numpy as np

from pyaster_lite.fe.load_situations import NOWHERE, Situation, linear_range, offsets, pressure_membrane, primary, shaken


def along_x(*values):
    return np.multiply.outer(np.array(values, float), np.eye(6)[0])


def transient(*values, a=0.0, b=0.0, **more):
    stress, zero = along_x(*values), along_x(*np.zeros(len(values)))
    states = {kind: along_x(a, b) for kind in ("linear", "peak", "membrane", "bending")}
    return Situation(
        np.arange(len(values)) + 1.0, stress, 0.5 * stress, 0.5 * stress, stress, stress, zero, {"linear": zero, "peak": zero}, states,
        unitary=a != b, changes=True, **more,
    )  # fmt: skip


def test_the_range_of_one_situation_adds_its_states():
    one = transient(1.0, 5.0, -3.0, a=2.0, b=-1.0)
    for by_tresca in (False, True):
        found = linear_range(one, None, by_tresca, shaken(None))
        assert found.whole.value == 8.0 + 3.0 and found.net.value == 4.0 + 3.0 and found.hot == 4.0
        assert set(found.whole.instants) == {2.0, 3.0}


def test_two_situations_combine_their_extremes_and_their_states():
    one, other = transient(1.0, 5.0, a=2.0, b=-1.0), transient(-6.0, 0.0)
    for by_tresca in (False, True):
        assert linear_range(one, other, by_tresca, shaken(None)).whole.value == 11.0 + 2.0
    assert offsets(one, other, "linear").shape == (8, 6) and offsets(other, other, "linear").shape == (1, 6)


def test_an_earthquake_adds_the_sum_of_its_sizes():
    quake = shaken(np.concatenate([along_x(1.0, -2.0), np.zeros((3, 6))]))
    assert quake.shape == (4, 6)
    assert linear_range(transient(0.0, 4.0), None, False, quake).whole.value == 7.0


def test_without_a_transient_nothing_changes():
    still = transient(0.0, a=2.0, b=5.0)
    still.changes, still.instants = False, np.array([NOWHERE])
    still.moved["linear"] = along_x(10.0)
    assert linear_range(still, None, False, shaken(None)).whole.value == 13.0


def test_pressure_by_states_or_by_time():
    assert pressure_membrane(transient(1.0, -7.0), False) is None
    assert pressure_membrane(transient(1.0, -7.0, pressed_by_time=True), False) == 7.0
    assert pressure_membrane(transient(1.0, pressure=along_x(3.0)[0]), True) == 3.0


def test_primary_stresses_are_those_of_the_worse_state():
    shakes = dict.fromkeys(("membrane", "bending", "linear"), shaken(along_x(0.5)))
    assert primary(transient(0.0, a=2.0, b=-5.0), shakes) == (5.5, 5.5, 5.5)
