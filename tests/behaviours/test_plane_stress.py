"""Plane stress by iteration: the same as the laws that know it, with a consistent tangent."""

import numpy as np
import pytest

from pyaster_lite.behaviours._plane_stress import Condensed, in_plane_stress
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import PlaneStress
from tests.behaviours.steel import E, at_rest, points
from tests.behaviours.test_contract import LAWS, free, material, strains

FLAT = PlaneStress()
CORNERED = ("RANKINE", "MOHR_COULOMB")
"""Laws whose corners may stop the iteration."""


@pytest.mark.parametrize("word", [w for w in LAWS if BEHAVIOURS[w].plane_stress])
def test_the_law_s_own_plane_stress_is_found(word):
    law, data = BEHAVIOURS[word], points(material(word))
    strain = strains(FLAT, 4e-3)
    found, variables, _ = Condensed(law).integrate(strain, at_rest(Condensed(law), FLAT), data, FLAT)
    stress, internal, _ = law.integrate(strain, at_rest(law, FLAT), data, FLAT)
    np.testing.assert_allclose(found, stress, atol=1e-8 * abs(stress).max())
    np.testing.assert_allclose(variables[..., :-1], internal, atol=1e-7 * max(1.0, abs(internal).max()))


@pytest.mark.parametrize("word", [w for w in LAWS if not BEHAVIOURS[w].plane_stress and w not in CORNERED])
def test_the_tangent_is_consistent(word):
    law, data = in_plane_stress(BEHAVIOURS[word]), points(material(word))
    first = strains(FLAT, 2e-3, seed=1)
    stress, internal, _ = law.integrate(first, at_rest(law, FLAT), data, FLAT)
    state, strain = PointState(first, stress, internal), 1.5 * first
    found, _, tangent = law.integrate(strain, state, data, FLAT)
    assert not found[..., 2].any()
    for j in free(FLAT):
        step = np.zeros(4)
        step[j] = 1e-7
        ahead, behind = (law.integrate(strain + s * step, state, data, FLAT)[0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-7, np.broadcast_to(tangent, (*found.shape, 4))[..., j], atol=1e-5 * E)
