"""A law that is asked the same twice answers once; whatever it may look at, when it changes, is asked anew."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.constraints import Elimination, Relations
from pyaster_lite.fe.data import ElementData, Motion
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.graded import Answer
from pyaster_lite.fe.newton import State
from pyaster_lite.fe.recalled import Recalled, recalled, same
from pyaster_lite.fe.structure import FiniteElements, Part
from tests.fe.test_large_strain import PLASTIC, wild
from tests.modelisations.test_contract import placed

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


@pytest.mark.parametrize("limit, times", [(0, 1), (2**24, 2)])
def test_the_same_question_is_answered_again_without_integrating(limit, times, monkeypatch):
    monkeypatch.setattr("pyaster_lite.fe.recalled.TWICE", limit)
    law = Counted()
    once = Recalled(law)
    first = [part.copy() for part in once.integrate(STRAIN, STATE, DATA, None)]
    copied = PointState(STATE.strain.copy(), STATE.stress.copy(), STATE.internal.copy())
    for _ in range(times):
        again = once.integrate(STRAIN.copy(), copied, replace(DATA), None)
        assert law.asked == 1
        assert all(np.array_equal(a, b) for a, b in zip(first, again))
        again[0][:] = 7.0
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


def test_other_answers_are_recalled_each_by_its_name():
    class Both(Counted):
        def driven(self, strain, field, data, secant=False):
            self.asked += 1
            zero = np.zeros((1, 1))
            return Answer(strain + field, strain, strain, zero, strain, strain, zero)

    law = Both()
    once = recalled(law)
    first = once.driven(STRAIN, 1.0, DATA)
    first.stress[:] = 7.0
    assert np.array_equal(once.driven(STRAIN, 1.0, DATA).stress, STRAIN + 1.0) and law.asked == 1
    once.driven(STRAIN, 1.0, DATA, secant=True)
    once.driven(STRAIN, 1.0, DATA)
    once.integrate(STRAIN, STATE, DATA, None)
    assert law.asked == 4


class Watched:
    """A law that counts how often it integrates."""

    asked = 0

    def __init__(self, **facts):
        self.__dict__.update(facts)

    def __getattr__(self, name):
        return getattr(BEHAVIOURS["VMIS_ISOT_LINE"], name)

    def integrate(self, *given):
        self.asked += 1
        return BEHAVIOURS["VMIS_ISOT_LINE"].integrate(*given)


def watched(law):
    """A structure of one cell, which is held and obeys `law`, at rest; the cell and its data, and displacements of it."""
    element, data = placed("D_PLAN", "QUAD4", 1)
    data.materials = [PLASTIC]
    part = Part(element, data, np.arange(8)[None], law)
    structure = FiniteElements(8, [part], Elimination(Relations.imposed(8, [0], lambda t: np.zeros(1))), dynamic=False)
    return structure, State(0.0, *[np.zeros(8)] * 6, structure.rest()), element, data, wild(element, data)[0]


def test_a_step_that_starts_from_an_answer_takes_its_tangent_of_rates_from_the_same():
    law = Watched(restarts=True)
    structure, state, *_ = watched(law)
    structure.begin(state, 1.0)
    structure.stiffness(state, np.zeros(8), 1.0, "rate")
    assert law.asked == 1


def test_forces_then_tangent_at_an_iterate_integrate_once():
    law = Watched()
    structure, state, element, data, moved = watched(law)
    force, _ = structure.internal_forces(state, moved, 1.0)
    matrix = np.asarray(structure.stiffness(state, moved, 1.0, True))
    assert law.asked == 1
    own = element.respond(data.between(0.0, 1.0), law, moved[None], element.start(data, law))
    np.testing.assert_array_equal(force, own[0][0])
    np.testing.assert_allclose(matrix, own[1][0], rtol=1e-14)
    structure.stiffness(state, 2.0 * moved, 1.0, True)
    assert law.asked == 3


def test_where_tangents_are_asked_for_they_come_with_the_forces():
    class Watched:
        asked = 0

        def __getattr__(self, name):
            return getattr(element, name)

        def respond(self, *given):
            self.asked += 1
            return element.respond(*given)

    element, data = placed("D_PLAN", "QUAD4", 1)
    data.materials, law = [PLASTIC], BEHAVIOURS["VMIS_ISOT_LINE"]
    moved, none, watched = wild(element, data)[0], np.zeros(8), Watched()
    structure = FiniteElements(8, [Part(watched, data, np.arange(8)[None], law)], Elimination(Relations.stacked(8, [])), dynamic=False)
    state = State(0.0, *[none] * 6, structure.rest())
    structure.internal_forces(state, moved, 1.0)
    apart = np.asarray(structure.stiffness(state, moved, 1.0, True))
    assert watched.asked == 2
    force, states = structure.internal_forces(state, moved, 1.0)
    again, known = structure.internal_forces(state, moved, 1.0)
    again[:] = 0.0
    np.testing.assert_array_equal(structure.stiffness(state, moved, 1.0, True), apart)
    assert watched.asked == 3 and known is states
    for times in (2.0, 3.0, 4.0):
        structure.internal_forces(state, times * moved, 1.0)
    np.testing.assert_array_equal(structure.internal_forces(state, moved, 1.0)[0], force)
    np.testing.assert_array_equal(structure.stiffness(state, moved, 1.0, True), apart)
    assert watched.asked == 8


@pytest.mark.parametrize(
    "chosen",
    [lambda data: data.at_places(np.ones((1, 2, 3))), lambda data: data.at_sub_points(2, 3), lambda data: data.subset(np.array([0]))],
)
def test_what_surrounds_chosen_points_is_known_again(chosen):
    around = {"TEMP": np.array([[20.0, 30.0]])}
    data, warmer = (replace(DATA, surroundings=lambda t, rise=rise: {"TEMP": around["TEMP"] + rise}) for rise in (0.0, 1.0))
    once = Recalled(Counted())
    once.integrate(STRAIN, STATE, chosen(data), None)
    once.integrate(STRAIN, STATE, chosen(data), None)
    assert once.behaviour.asked == 1
    once.integrate(STRAIN, STATE, chosen(data), None)
    once.integrate(STRAIN, STATE, chosen(warmer), None)
    assert once.behaviour.asked == 2
