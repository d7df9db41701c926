"""Laws of joints: their tangents, and what they hold in simple courses."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState

BOTH = {"joint_normal": 200.0, "joint_tangential": 150.0}
MATERIALS = {
    "JOINT_MECA_RUPT": {
        "joint_strength": 4.0, "joint_rupture_penalty": 3.0, "joint_contact_penalty": 2.0, "joint_reach": 1.0
    },
    "JOINT_MECA_ENDO": {
        "joint_friction": 0.5, "joint_energy": 0.05, "joint_residual_normal": 20.0, "joint_residual_tangential": 4.0,
        "joint_damage_step": 1e-14,
    },
    "CZM_LIN_REG": {"cohesive_energy": 0.08, "cohesive_strength": 4.0, "cohesive_adherence": 0.2, "cohesive_contact": 1.0},
    "CZM_EXP_REG": {"cohesive_energy": 0.08, "cohesive_strength": 4.0, "cohesive_adherence": 0.2, "cohesive_contact": 0.5},
    "CZM_TURON": {
        "turon_stiffness": 200.0, "turon_start_n": 0.02, "turon_start_t": 0.03, "turon_end_n": 0.04, "turon_end_t": 0.06,
        "turon_power": 2.0, "turon_ellipse": 0.0, "turon_rest_n": 1e-6, "turon_rest_t": 1e-6,
    },
    "JOINT_MECA_FROT": {"joint_friction": 0.5, "joint_adhesion": 1.0, "joint_hardening": 0.7},
}  # fmt: skip
LAWS = [word for word in BEHAVIOURS if hasattr(BEHAVIOURS[word], "separate") and word != "JOINT_BA"]
"""JOINT_BA, of joints in a plane, has its own deck."""
COURSES = {
    "closed": [[-0.01, 0.004, 0.002]],
    "open": [[0.012, 0.004, 0.002]],
    "cracking": [[0.03, 0.004, 0.002], [0.05, 0.01, -0.02]],
    "back": [[0.05, 0.004, 0.002], [0.03, 0.01, -0.02]],
    "sliding": [[-0.02, 0.05, 0.0], [-0.03, 0.09, 0.04]],
    "held": [[-0.02, 0.05, 0.0], [-0.03, 0.045, 0.002]],
}


def data(word, **more):
    return ElementData(np.array([0]), np.zeros((1, 4, 3)), [BOTH | MATERIALS[word] | more], np.array([0]))


def rest(word, n=3):
    zero = np.zeros((1, 1, n))
    return PointState(zero, zero, np.zeros((1, 1, BEHAVIOURS[word].internal_size)))


def course(word, jumps, own, n=3):
    state, law = rest(word, n), BEHAVIOURS[word]
    for jump in jumps:
        jump = np.array(jump, float).reshape(1, 1, n)
        state = PointState(jump, *law.separate(jump, state, own)[:2])
    return state


@pytest.mark.parametrize("word", [word for word in LAWS if getattr(BEHAVIOURS[word], "exact_tangent", True)])
@pytest.mark.parametrize("jumps", COURSES.values(), ids=COURSES)
def test_the_tangent_is_the_derivative_of_the_traction(word, jumps):
    law, own = BEHAVIOURS[word], data(word)
    state = course(word, jumps[:-1], own)
    jump = np.array(jumps[-1]).reshape(1, 1, 3)
    tangent = law.separate(jump, state, own)[2]
    for j in range(3):
        step = np.zeros(3)
        step[j] = 1e-7
        slope = (law.separate(jump + step, state, own)[0] - law.separate(jump - step, state, own)[0]) / 2e-7
        np.testing.assert_allclose(slope[0, 0], tangent[0, 0, :, j], atol=1e-5 * BOTH["joint_normal"])


@pytest.mark.parametrize("word", [word for word in LAWS if word != "JOINT_MECA_ENDO"])  # whose rates are those of a small step
@pytest.mark.parametrize("jumps", COURSES.values(), ids=COURSES)
def test_the_tangent_of_rates_is_that_of_a_vanishing_step(word, jumps):
    law, own = BEHAVIOURS[word], data(word)
    state = course(word, jumps, own)
    rate = law.separate(state.strain, state, own.between(0.0, 1.0, predicting=True))[2]
    tangent = law.separate(state.strain * (1 + 1e-9), state, own)[2]
    assert rate.shape == tangent.shape
    np.testing.assert_allclose(rate[..., 0, 0], tangent[..., 0, 0], atol=1e-5 * BOTH["joint_normal"])


def test_grout_closes_a_gap_and_stays():
    own = data("JOINT_MECA_RUPT", joint_grout=3.0)
    state = course("JOINT_MECA_RUPT", [[0.02, 0.0, 0.0]], own)
    np.testing.assert_allclose(state.stress[0, 0, 0], -3.0)
    np.testing.assert_allclose(state.internal[0, 0, 9], 0.02 + 3.0 / 400.0)


def test_sawing_opens_a_closed_joint():
    own = data("JOINT_MECA_FROT", joint_sawn=0.05)
    state = course("JOINT_MECA_FROT", [[-0.04, 0.0, 0.0]], own)
    np.testing.assert_allclose(state.internal[0, 0, 9], -0.05)
    np.testing.assert_allclose(state.stress[0, 0, 0], 200.0 * 0.01)


def test_a_fluid_pushes_the_sides_apart():
    for word in ("JOINT_MECA_RUPT", "JOINT_MECA_FROT"):
        dry, wet = (course(word, [[-0.01, 0.0, 0.0]], data(word, joint_fluid=p)).stress[0, 0, 0] for p in (0.0, 1.5))
        np.testing.assert_allclose(dry - wet, 1.5)


def test_damage_grows_under_tension_and_the_stress_fades():
    """Against an exact solution under pure tension: the lasting jump g = K d/(K + S B), with D's balance G(w) = 0."""
    own = data("JOINT_MECA_ENDO")
    course_ = [0.02, 0.05, 0.1, 0.3]
    state, law, stresses = rest("JOINT_MECA_ENDO"), BEHAVIOURS["JOINT_MECA_ENDO"], []
    for opened in course_:
        jump = np.array([opened, 0.0, 0.0]).reshape(1, 1, 3)
        state = PointState(jump, *law.separate(jump, state, own)[:2])
        stresses.append(state.stress[0, 0, 0])
        w = state.internal[0, 0, 5]
        soft = (1 - w) ** 3 / w**0.5 * 20.0
        np.testing.assert_allclose(state.stress[0, 0, 0], 200.0 * soft / (200.0 + soft) * opened, rtol=1e-6)
        assert state.internal[0, 0, 1] == 2.0
        slope = (2.5 * w + 0.5) * (1 - w) ** 2 / w**1.5
        np.testing.assert_allclose(20.0 * state.internal[0, 0, 2] ** 2 * slope / 2, 0.05, rtol=1e-6)
    assert stresses == sorted(stresses, reverse=True)


@pytest.mark.parametrize("word", ["CZM_LIN_REG", "CZM_EXP_REG", "CZM_TURON"])
@pytest.mark.parametrize("direction", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
def test_a_joint_that_is_torn_apart_takes_its_energy(word, direction):
    """The area under the traction in a pure mode; of CZM_EXP_REG up to where next to nothing is left."""
    own, law, state = data(word), BEHAVIOURS[word], rest(word)
    steps = np.linspace(0.0, 0.4, 4001)
    work, before = 0.0, 0.0
    for x in steps[1:]:
        jump = x * np.array(direction).reshape(1, 1, 3)
        state = PointState(jump, *law.separate(jump, state, own)[:2])
        held = float(state.stress[0, 0] @ direction)
        work, before = work + (held + before) / 2 * (steps[1] - steps[0]), held
    wanted = {"CZM_TURON": 0.5 * 200 * 0.02 * 0.04 if direction[0] else 0.5 * 200 * 0.03 * 0.06}
    if word == "CZM_LIN_REG":
        # sc (1 - x/lc) from k0 on, a line to it from the origin
        wanted[word] = 0.5 * 0.008 * 4 * 0.8 + 0.5 * 4 * 0.8 * (0.04 - 0.008)
    elif word == "CZM_EXP_REG":
        wanted[word] = 0.5 * 0.004 * 4 * np.exp(-0.2) + 0.08 * np.exp(-0.2)
    np.testing.assert_allclose(work, wanted[word], rtol=1e-4)


@pytest.mark.parametrize("word", ["CZM_LIN_REG", "CZM_EXP_REG"])
def test_a_predicted_reach_is_met_where_its_lines_say(word):
    own, law = data(word), BEHAVIOURS[word]
    state = course(word, [[0.02, 0.004, 0.002]], own)
    start, per_unit = state.strain, np.array([[[0.01, -0.03, 0.02]]])
    reach = 0.1
    lines = law.reaches(start, per_unit, state, own, reach)
    lines = lines[~np.isnan(lines[..., 0])]
    assert len(lines) == 2
    largest = state.internal[0, 0, 0]
    for a, b in lines:
        jump = (start + (reach - a) / b * per_unit)[0, 0]
        norm = np.hypot(max(jump[0], 0.0), np.hypot(jump[1], jump[2]))
        np.testing.assert_allclose((norm - largest) / max(largest, 0.02), reach, rtol=1e-12)
