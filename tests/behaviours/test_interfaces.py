"""Laws of interfaces: their tangents, the energy that they take, and what their points reach."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState

FRAGILE = {"cohesive_energy": 0.08, "cohesive_strength": 4.0, "cohesive_penalty": 10.0, "cohesive_sliding": 5.0}
DUCTILE = {
    "ductile_energy": 0.08, "ductile_strength": 4.0, "ductile_rise": 0.1, "ductile_plateau": 0.4, "ductile_penalty": 10.0,
    "ductile_sliding": 5.0,
}  # fmt: skip
BOND = {
    "bond_strength": 4.0, "bond_slip": 0.01, "bond_alpha": 0.5, "bond_beta": 1.0, "bond_penalty": 10.0, "bond_kinematics": 0.0,
}  # fmt: skip
SPRINGS = {
    "spring_penalty": 10.0, "spring_pulled": 20.0, "spring_pressed": 50.0, "spring_along": 5.0, "spring_across_kind": 0.0,
    "spring_along_kind": 0.0,
}  # fmt: skip
MATERIALS = {"CZM_TRA_MIX": DUCTILE, "CZM_LAB_MIX": BOND, "CZM_ELAS_MIX": SPRINGS}
LAWS = [word for word in BEHAVIOURS if hasattr(BEHAVIOURS[word], "cohere")]
COURSES = {
    "closed": [[-1.0, 0.4, 0.2]],
    "whole": [[2.0, 0.4, 0.2]],
    "losing": [[5.0, 0.4, 0.3], [6.5, 1.0, -2.0]],
    "back": [[6.0, 0.4, 0.2], [2.0, 0.5, -0.3]],
    "held": [[6.0, 0.4, 0.2], [5.9, 0.5, -0.3]],
    "broken": [[90.0, 1.0, 2.0]],
}


def data(word, **more):
    return ElementData(np.array([0]), np.zeros((1, 4, 3)), [MATERIALS.get(word, FRAGILE) | more], np.array([0]))


def course(word, pulls, own):
    """The state after multipliers of these values, the jump being small."""
    law = BEHAVIOURS[word]
    zero = np.zeros((1, 1, 6))
    state = PointState(zero, zero, np.zeros((1, 1, law.internal_size)))
    for pull in pulls:
        strain = np.array([*np.array(pull) * 1e-4, *pull]).reshape(1, 1, 6)
        state = PointState(strain, *law.cohere(strain, state, own)[:2])
    return state


@pytest.mark.parametrize("word", LAWS)
@pytest.mark.parametrize("pulls", COURSES.values(), ids=COURSES)
def test_the_tangent_is_the_derivative_and_symmetric(word, pulls):
    law, own = BEHAVIOURS[word], data(word)
    state = course(word, pulls[:-1], own)
    strain = np.array([*np.array(pulls[-1]) * 1e-4, *pulls[-1]]).reshape(1, 1, 6)
    tangent = law.cohere(strain, state, own)[2]
    for j in range(6):
        step = np.zeros(6)
        step[j] = 1e-7
        slope = (law.cohere(strain + step, state, own)[0] - law.cohere(strain - step, state, own)[0]) / 2e-7
        np.testing.assert_allclose(slope[0, 0], tangent[0, 0, :, j], atol=1e-4)
    np.testing.assert_allclose(tangent[0, 0], tangent[0, 0].T, atol=1e-12)


@pytest.mark.parametrize("word", [word for word in LAWS if word != "CZM_FAT_MIX"])  # which holds wherever it went back to
@pytest.mark.parametrize("pulls", COURSES.values(), ids=COURSES)
def test_the_tangent_of_rates_is_that_of_a_vanishing_step(word, pulls):
    law, own = BEHAVIOURS[word], data(word)
    state = course(word, pulls, own)
    rate = law.cohere(state.strain, state, own.between(0.0, 1.0, predicting=True))[2]
    tangent = law.cohere(state.strain * (1 + 1e-9), state, own)[2]
    np.testing.assert_allclose(rate, tangent, atol=1e-4)


@pytest.mark.parametrize(("word", "energy"), [("CZM_OUV_MIX", 0.08), ("CZM_TAC_MIX", 0.08), ("CZM_TRA_MIX", 0.08), ("CZM_EXP_MIX", 0.08)])
def test_an_interface_that_is_torn_apart_takes_its_energy(word, energy):
    """The traction l of each opening e is that of balance, d = e: t - r e; CZM_EXP_MIX leaves exp(-3.2) of the energy."""
    own, law = data(word), BEHAVIOURS[word]
    penalty = law.words(own, (1, 1))["penalty"][0, 0]
    state, work, before = course(word, [], own), 0.0, (0.0, 0.0)
    for pull in np.linspace(0.0, 80.0, 8001):
        strain = np.array([0.0, 0.0, 0.0, pull, 0.0, 0.0]).reshape(1, 1, 6)
        state = PointState(strain, *law.cohere(strain, state, own)[:2])
        opening, traction = -state.stress[0, 0, 3], state.stress[0, 0, 0]
        work += (traction + before[1]) / 2 * (opening - before[0])
        before = opening, traction
        assert traction == pytest.approx(pull - penalty * opening)
    left = energy * np.exp(-3.2) if word == "CZM_EXP_MIX" else 0.0
    assert work == pytest.approx(energy - left, rel=1e-3)
    assert before[1] == pytest.approx(0.0, abs=1e-9)


def test_fatigue_goes_on_with_every_cycle():
    own, law = data("CZM_FAT_MIX"), BEHAVIOURS["CZM_FAT_MIX"]
    state, damage = course("CZM_FAT_MIX", [], own), []
    for pull in [5.0, 0.0] * 4:
        strain = np.array([0.0, 0.0, 0.0, pull, 0.0, 0.0]).reshape(1, 1, 6)
        state = PointState(strain, *law.cohere(strain, state, own)[:2])
        damage.append(state.internal[0, 0, 0])
    assert damage[0] < damage[2] < damage[4] < damage[6]


def test_the_bond_is_strongest_at_its_slip():
    law, words = BEHAVIOURS["CZM_LAB_MIX"], BEHAVIOURS["CZM_LAB_MIX"].words(data("CZM_LAB_MIX"), (1, 1))
    x = 0.01 / words["d0"]
    traction, slope = law.traction(x, words)
    np.testing.assert_allclose(traction, 4.0)
    np.testing.assert_allclose(slope, 0.0, atol=1e-9)


@pytest.mark.parametrize("word", ["CZM_OUV_MIX", "CZM_EXP_MIX", "CZM_TAC_MIX", "CZM_LAB_MIX"])
def test_a_predicted_reach_is_met_where_its_lines_say(word):
    """On a pull straight across: what is dissipated has grown by the reach, to first order, the slip by its share of dc."""
    own, law, reach = data(word), BEHAVIOURS[word], 1e-3
    start = np.zeros((1, 1, 6))
    start[..., 3] = 1.0
    per_unit = np.zeros((1, 1, 6))
    per_unit[..., 3] = 1.0
    state = course(word, [[6.0, 0.0, 0.0]], own)
    lines = law.reaches(start, per_unit, state, own, reach)
    lines = lines[~np.isnan(lines[..., 0])]
    a, b = max(lines, key=lambda line: (reach - line[0]) / line[1])
    pulled = start + (reach - a) / b * per_unit
    after = law.cohere(pulled, state, own)[1]
    measure = 3 if word != "CZM_LAB_MIX" else 0
    grown = (after - state.internal)[0, 0, measure] / (0.01 if word == "CZM_LAB_MIX" else 1.0)
    assert grown == pytest.approx(reach, rel=1e-6) or word == "CZM_EXP_MIX"


@pytest.mark.parametrize(
    ("across", "along", "pulled", "pressed"),
    [(0, 0, [0.1, 0.4], [-0.04, 0.4]), (1, 0, [0.1, 0.4], [0.0, 0.4]), (1, 1, [0.1, 0.0], [0.0, 0.0]), (2, 1, [0.0, 0.0], [0.0, 0.0])],
)
def test_springs_of_interfaces_in_balance(across, along, pulled, pressed):
    """A traction of 2 opens by 2/k where nothing holds: jumps that equal the openings leave the traction as it is."""
    own = data("CZM_ELAS_MIX", spring_across_kind=float(across), spring_along_kind=float(along))
    state = course("CZM_ELAS_MIX", [], own)
    for normal, (opening, slip) in ((2.0, pulled), (-2.0, pressed)):
        strain = np.array([opening, slip, slip, normal, 2.0, 2.0]).reshape(1, 1, 6)
        stress, internal, _ = BEHAVIOURS["CZM_ELAS_MIX"].cohere(strain, state, own)
        np.testing.assert_allclose(stress[0, 0], [normal, 2.0, 2.0, 0.0, 0.0, 0.0], atol=1e-12)
        np.testing.assert_allclose(internal[0, 0], [opening, slip, slip], atol=1e-12)
