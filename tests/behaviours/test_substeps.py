"""A law in some steps within each step."""

import numpy as np
import pytest

from pyaster_lite.behaviours._law import Law
from pyaster_lite.behaviours._substeps import Substepped
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Space
from tests.behaviours.steel import at_rest, points

SPACE, DATA = Space(), points()


def turned(law):
    """A state that has yielded, and strains that go on another way."""
    rng = np.random.default_rng(7)
    first, last = 4e-3 * rng.standard_normal((2, 2, 3, 6))
    stress, internal, _ = law.integrate(first, at_rest(law, SPACE), DATA, SPACE)
    return PointState(first, stress, internal), last


@pytest.mark.parametrize("word", ["VMIS_CINE_LINE", "LEMAITRE"])
def test_it_answers_as_the_law_does_in_so_many_steps_and_its_tangent_is_their_mean(word):
    law = BEHAVIOURS[word]
    state, last = turned(law)
    found = Substepped(law, 4).integrate(last, state, DATA.between(0.0, 1.0), SPACE)
    once = law.integrate(last, state, DATA.between(0.0, 1.0), SPACE)
    tangents, now = [], state
    for i in range(4):
        strain = state.strain + (last - state.strain) * (i + 1) / 4
        stress, internal, tangent = law.integrate(strain, now, DATA.between(i / 4, (i + 1) / 4), SPACE)
        now = PointState(strain, stress, internal)
        tangents.append(tangent)
    np.testing.assert_allclose(found[0], now.stress)
    np.testing.assert_allclose(found[1], now.internal)
    np.testing.assert_allclose(found[2], np.mean(tangents, axis=0))
    assert abs(found[0] - once[0]).max() > 1e-3 * abs(once[0]).max()


def test_it_predicts_and_carries_on_as_its_law_does():
    law = BEHAVIOURS["VMIS_CINE_LINE"]
    many, (state, _) = Substepped(law, 4), turned(law)
    ahead = DATA.between(0.0, 1.0, True)
    np.testing.assert_array_equal(many.integrate(state.strain, state, ahead, SPACE)[2], law.integrate(state.strain, state, ahead, SPACE)[2])
    assert (many.internal_names, many.needs, many.internal_size) == (law.internal_names, law.needs, law.internal_size)


class Brittle(Law):
    """A law that fails where a step strains by more than `reach`, and counts its steps."""

    internal_names = ("STEPS",)

    def __init__(self, reach, tells=False):
        self.reach, self.tells, self.asked = reach, tells, 0

    def integrate(self, strain, state, data, continuum):
        self.asked += 1
        far = (abs(strain - state.strain) > self.reach).any(axis=-1)
        if far.any():
            raise LawFailed("too far", points=far if self.tells else None)
        tangent = np.broadcast_to(state.internal[..., None] * np.eye(6), (*strain.shape[:2], 6, 6))
        return data.at_points("young")[..., None] * strain, state.internal + 1.0, tangent


@pytest.mark.parametrize(("spared", "steps"), [(True, [[1, 3], [6, 1]]), (False, [[3, 3], [6, 3]])])
def test_points_go_in_shorter_steps_where_the_law_fails(spared, steps):
    def young(variables):
        return 1.0 + variables["TEMP"]

    def around(t):
        return {"TEMP": t * np.array([[1.0, 2.0], [3.0, 4.0]])}

    own = ElementData(np.arange(2), np.zeros((2, 8, 3)), [{"young": young}], np.zeros(2, int), {}, around)
    law = Brittle(1.0)
    strain = np.array([[0.5, 2.9], [5.8, 0.3]])[..., None] * np.ones(6)
    old = PointState(np.zeros((2, 2, 6)), np.zeros((2, 2, 6)), np.zeros((2, 2, 1)))
    stress, internal, tangent = Substepped(law, 3, spared).integrate(strain, old, own.between(0.0, 1.0), SPACE)
    np.testing.assert_allclose(stress, np.array([[2.0, 3.0], [4.0, 5.0]])[..., None] * strain)
    np.testing.assert_array_equal(internal[..., 0], steps)
    np.testing.assert_allclose(tangent, ((np.array(steps) - 1) / 2)[..., None, None] * np.broadcast_to(np.eye(6), (2, 2, 6, 6)))


def test_a_law_that_tells_where_it_fails_is_asked_less():
    strain, answers = np.zeros((8, 8, 6)), []
    strain[3, 5] = strain[6, 0] = 2.5
    old = PointState(np.zeros((8, 8, 6)), np.zeros((8, 8, 6)), np.zeros((8, 8, 1)))
    own = points({"young": 1.0}, cells=8)
    for tells in (False, True):
        law = Brittle(1.0, tells)
        answers.append([*Substepped(law, 3, True).integrate(strain, old, own, SPACE), law.asked])
    for silent, told in zip(answers[0][:3], answers[1][:3]):
        np.testing.assert_array_equal(silent, told)
    assert answers[1][3] == 6 < answers[0][3]


def test_points_that_the_shortest_steps_do_not_help_fail():
    old = PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), np.zeros((1, 1, 1)))
    with pytest.raises(LawFailed, match="too far"):
        Substepped(Brittle(1.0), 2, True).integrate(np.full((1, 1, 6), 33.0), old, DATA.between(0.0, 1.0), SPACE)
