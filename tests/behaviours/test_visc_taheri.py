"""Metals that harden by the largest stress so far."""

import numpy as np
import pytest

from pyaster_lite.behaviours.visc_taheri import Taheri
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import von_mises
from tests.behaviours.steel import NU, STEEL, SY, E, at_rest, follow, points

LAW, SPACE = Taheri(), Space()
DRY = {name: value for name, value in STEEL.items() if not name.startswith("creep_")}
WORDS = {name.removeprefix("taheri_"): value for name, value in STEEL.items() if name.startswith("taheri_")}


def shear(*sizes):
    """A path of strains XY."""
    return [np.array([0, 0, 0, size * np.sqrt(2.0), 0, 0]) for size in sizes]


def test_pulled_at_once_the_stress_is_the_largest_one_and_that_of_the_formula():
    state, _ = follow(LAW, SPACE, shear(6e-3), points(DRY))
    p, top = state.internal[..., 0], state.internal[..., 1]
    fade = np.exp(-WORDS["fading"] * p * (1 - top / WORDS["most"]))
    c, d = WORDS["last"] + WORDS["first"] * fade, 1 - WORDS["softening"] * fade
    limit = d * (WORDS["start"] + WORDS["hardening"] * p ** WORDS["exponent"]) + 1.5 * WORDS["most"] * c * p
    np.testing.assert_allclose(von_mises(state.stress), top, rtol=1e-9)
    np.testing.assert_allclose(top, limit, rtol=1e-9)


def test_a_smaller_cycle_leaves_the_largest_stress_and_is_elastic_where_it_turns():
    data = points(DRY)
    far, _ = follow(LAW, SPACE, shear(3e-3, 6e-3), data)
    back, tangent = follow(LAW, SPACE, shear(5.8e-3), data, far)
    assert (back.internal[..., 8] == 0.0).all()
    np.testing.assert_allclose(back.stress[..., 3] - far.stress[..., 3], -2e-4 * np.sqrt(2.0) * E / (1 + NU), rtol=1e-9)
    assert np.broadcast_to(tangent, (2, 1, 6, 6))[0, 0, 3, 3] == pytest.approx(E / (1 + NU))
    other, _ = follow(LAW, SPACE, shear(2e-3, 0.0, 2e-3), data, back)
    assert (other.internal[..., 1] >= far.internal[..., 1]).all() and (other.internal[..., 0] > far.internal[..., 0]).all()


def test_quick_straining_is_dearer_than_slow():
    stresses = []
    for dt in (1e-3, 1e3):
        data = points(DRY | {"creep_exponent": 8.0, "creep_rate": 1 / SY, "creep_hardening": 0.0}).between(0.0, dt)
        stresses.append(von_mises(follow(LAW, SPACE, shear(6e-3), data)[0].stress).max())
    assert stresses[0] > 1.05 * stresses[1]


def test_the_tangent_is_the_derivative_along_the_way():
    data = points(DRY)
    state, _ = follow(LAW, SPACE, shear(4e-3), data)
    strain = np.broadcast_to(shear(5e-3)[0], (2, 1, 6))
    tangent = LAW.integrate(strain, state, data, SPACE)[2][0, 0]
    step = 1e-8 * shear(1.0)[0]
    ahead, behind = (LAW.integrate(strain + side * step, state, data, SPACE)[0][0, 0] for side in (1, -1))
    np.testing.assert_allclose((ahead - behind) / 2, tangent @ step, atol=2e-3 * E * 1e-8)


def test_at_rest_nothing_moves():
    state = at_rest(LAW, SPACE)
    stress, internal, _ = LAW.integrate(state.strain, PointState(state.strain, state.stress, state.internal), points(DRY), SPACE)
    assert not stress.any() and not internal[..., 0].any()
