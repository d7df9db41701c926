"""A law that is asked the same twice answers once; whatever it may look at, when it changes, is asked anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.fe.data import ElementData, Motion
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.recalled import Recalled, recalled, same

STRAIN = np.array([[[1e-3, 0.0, 2e-4]]])
STATE = PointState(np.zeros((1, 1, 3)), np.ones((1, 1, 3)), np.zeros((1, 1, 2)))
DATA = ElementData(np.array([0]), np.zeros((1, 3, 3)), [{"young": 2.0}], np.array([0]))


class Counted:
    """A law that counts how often it was asked."""

    linear = False
    word = "counted"

    def __init__(self):
        self.asked = 0

    def integrate(self, strain, state, data, continuum):
        self.asked += 1
        return state.stress + 2.0 * strain, state.internal + self.asked, np.eye(3)[None, None]


def test_the_same_question_is_answered_once_more_without_integrating():
    law = Counted()
    once = Recalled(law)
    first = [part.copy() for part in once.integrate(STRAIN, STATE, DATA, None)]
    copied = PointState(STATE.strain.copy(), STATE.stress.copy(), STATE.internal.copy())
    again = once.integrate(STRAIN.copy(), copied, replace(DATA), None)
    assert law.asked == 1
    assert all(np.array_equal(a, b) for a, b in zip(first, again))
    once.integrate(STRAIN, STATE, DATA, None)
    assert law.asked == 2


@pytest.mark.parametrize(
    "changed",
    [
        (STRAIN + 1e-19, STATE, DATA, None),
        (STRAIN, replace(STATE, internal=STATE.internal + 1.0), DATA, None),
        (STRAIN, STATE, DATA.between(0.0, 1.0), None),
        (STRAIN, STATE, DATA.between(0.0, 0.0, predicting=True), None),
        (STRAIN, STATE, replace(DATA, motion=Motion(np.zeros((1, 6)), "kept")), None),
        (STRAIN, STATE, replace(DATA, characteristics={"iterate": STATE}), None),
        (STRAIN, STATE, replace(DATA, surroundings=lambda t: {}), None),
        (STRAIN, STATE, DATA, "plane"),
    ],
)
def test_another_question_is_asked_anew(changed):
    law = Counted()
    once = Recalled(law)
    once.integrate(STRAIN, STATE, DATA, None)
    once.integrate(*changed)
    assert law.asked == 2


def test_what_was_handed_out_may_be_written_into():
    once = Recalled(Counted())
    strain = STRAIN.copy()
    stress, internal, tangent = once.integrate(strain, STATE, DATA, None)
    expected = stress.copy()
    stress *= 0.0
    internal += 9.0
    tangent[:] = 0.0
    found = once.integrate(STRAIN, STATE, DATA, None)
    assert np.array_equal(found[0], expected)
    assert found[1].max() == 1.0 and found[2].max() == 1.0


def test_a_question_written_into_is_another_one():
    law = Counted()
    once = Recalled(law)
    strain = STRAIN.copy()
    once.integrate(strain, STATE, DATA, None)
    strain += 1.0
    once.integrate(strain, STATE, DATA, None)
    assert law.asked == 2


def test_it_stands_for_the_law():
    law = Counted()
    assert recalled(law).word == "counted" and not hasattr(recalled(law), "fibre")
    law.linear = True
    assert recalled(law) is law and recalled(None) is None


def test_values_are_compared_by_their_members():
    assert same({"a": [1.0, np.arange(3)]}, {"a": [1.0, np.arange(3)]})
    assert not same({"a": [1.0, np.arange(3)]}, {"a": [1.0, np.arange(4)]})
    assert not same(np.array([np.nan]), np.array([np.nan]))
