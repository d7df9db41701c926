"""A law in some steps within each step."""

import numpy as np
import pytest

from pyaster_lite.behaviours._substeps import Substepped
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
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
