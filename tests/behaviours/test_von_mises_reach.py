"""How far beyond the yield surface a steered step takes points."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.kinematics import Plane, PlaneStress
from pyaster_lite.fe.tensors import von_mises
from tests.behaviours.steel import NU, STEEL, SY, E, at_rest, points

WORDS = ("VMIS_ISOT_LINE", "VMIS_ISOT_TRAC")
FLAT = Plane()


def strained(size, seed):
    found = size * np.random.default_rng(seed).standard_normal((2, 3, 4))
    found[..., 2] = 0.0
    return found


@pytest.mark.parametrize("word", WORDS)
def test_the_elastic_trial_is_as_far_beyond_the_surface_as_its_lines_say(word):
    law, data, reach = BEHAVIOURS[word], points(STEEL), 0.3
    before = strained(2e-2, 0)
    state = PointState(before, *law.integrate(before, at_rest(law, FLAT), data, FLAT)[:2])
    unit = strained(1e-3, 2)
    fixed = before + 1e-3 * unit
    lines = law.reaches(before, fixed, unit, state, data, reach, (-1.0, 1.0), FLAT)
    limit = von_mises(state.stress)
    assert (state.internal[..., 1] == 1.0).all()
    for side in range(2):
        x = (reach - lines[..., side, 0]) / lines[..., side, 1]
        change = fixed + x[..., None] * unit - before
        trial = state.stress + E / (1 + NU) * change
        np.testing.assert_allclose(von_mises(trial), (1 + reach) * limit, rtol=1e-9)
    assert limit.min() >= SY


def test_points_that_do_not_shear_say_nothing_and_those_too_far_forbid():
    law, data = BEHAVIOURS["VMIS_ISOT_LINE"], points(STEEL)
    state = at_rest(law, FLAT)
    even = np.zeros((2, 3, 4))
    even[..., :3] = 1e-3
    assert np.isnan(law.reaches(state.strain, state.strain, even, state, data, 0.3, (-1.0, 1.0), FLAT)).all()
    far, along = np.zeros((2, 3, 4)), np.zeros((2, 3, 4))
    far[..., 3], along[..., 0], along[..., 1] = 1.0, 1.0, -1.0
    assert law.reaches(state.strain, far, along, state, data, 0.3, (-1.0, 1.0), FLAT) is None
    with pytest.raises(LawFailed, match="plane stress"):
        law.reaches(state.strain, far, along, state, data, 0.3, (-1.0, 1.0), PlaneStress())
