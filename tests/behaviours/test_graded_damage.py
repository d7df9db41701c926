"""Damages with gradients: consistent rates, the softening of a bar, broken points, and how far they reach."""

import numpy as np
import pytest

from pyaster_lite.behaviours._damage_parts import climb, convex_lines
from pyaster_lite.behaviours._graded_damage import BROKEN, GROWS
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space

SPACE = Space()
CONCRETE = {
    "young": 3e4, "poisson": 0.2, "gradient_cost": 1.0,
    "softening_energy": 1.5e-3, "softening_slope": 12.0, "softening_shape": 2.0, "softening_second_shape": 0.4,
    "softening_least_share": 1e-5,
    "softening_volume": 1.1, "softening_pressed": 0.3,
    "softening_level": 6.0, "softening_scale": 2.5, "softening_spread": 3e-2 - 1 / 3, "softening_closing": 5e3,
}  # fmt: skip
PENALTY = np.array([[1.5]])
LAWS = pytest.mark.parametrize("word", ["ENDO_SCALAIRE", "ENDO_FISS_EXP"])
PULLED = np.array([[[2.5e-4, -6e-5, -2e-5, 4e-5, 0.0, 3e-5]]])


def data(**more):
    return ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE | more], np.zeros(1, int)).between(0.0, 1.0)


def state_of(law, damage=0.0, kind=0):
    internal = np.zeros((1, 1, law.internal_size))
    internal[..., 0], internal[..., 1] = damage, kind
    return PointState(np.zeros((1, 1, 6)), np.zeros((1, 1, 6)), internal)


def answer(word, strain, phi=0.0, **kind):
    law = BEHAVIOURS[word]
    return law.driven(strain, np.array([[phi]]), PENALTY, state_of(law, **kind), data(), SPACE)


@LAWS
def test_little_strain_is_elastic(word):
    found = answer(word, 0.1 * PULLED)
    np.testing.assert_allclose(found.stress[0, 0], SPACE.elasticity(elastic()) @ (0.1 * PULLED[0, 0]), rtol=1e-9, atol=1e-12)
    assert not found.by_field.any() and not found.value.any()


def elastic():
    lame, shear = 3e4 * 0.2 / (1.2 * 0.6), 3e4 / 2.4
    result = 2 * shear * np.eye(6)
    result[:3, :3] += lame
    return result


@LAWS
@pytest.mark.parametrize("phi", [-1e-4, 2e-4])
def test_the_rates_are_the_derivatives(word, phi):
    found = answer(word, PULLED, phi)
    assert found.internal[0, 0, 1] == GROWS and 0.0 < found.value[0, 0] < 1.0
    up, down = answer(word, PULLED, phi + 1e-8), answer(word, PULLED, phi - 1e-8)
    np.testing.assert_allclose((up.stress - down.stress) / 2e-8, found.by_field, rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose((up.value - down.value) / 2e-8, found.rate_by_field, rtol=1e-5)
    for i in range(6):
        step = np.zeros(6)
        step[i] = 1e-10
        up, down = answer(word, PULLED + step, phi), answer(word, PULLED - step, phi)
        np.testing.assert_allclose((up.stress - down.stress)[0, 0] / 2e-10, found.tangent[0, 0, :, i], atol=1e-5 * 3e4)
        np.testing.assert_allclose((up.value - down.value)[0, 0] / 2e-10, found.rate[0, 0, i], rtol=1e-4, atol=1e-2)


@LAWS
def test_damage_stays_when_the_strain_goes_back(word):
    grown = answer(word, PULLED)
    damage = grown.value[0, 0]
    back = answer(word, 0.5 * PULLED, damage=damage)
    assert back.value[0, 0] == damage and back.internal[0, 0, 1] == 0
    np.testing.assert_allclose(back.stress, 0.5 * grown.stress, rtol=0.05, atol=0.02)


def test_closed_cracks_carry_compression():
    law = BEHAVIOURS["ENDO_FISS_EXP"]
    pressed = np.array([[[-3e-3, 0.0, 0.0, 0.0, 0.0, 0.0]]])
    found = law.driven(pressed, np.zeros((1, 1)), PENALTY, state_of(law, 1.0, BROKEN), data(), SPACE)
    assert found.stress[0, 0, 0] < 0.9 * (elastic() @ pressed[0, 0])[0]
    opened = law.driven(-pressed, np.zeros((1, 1)), PENALTY, state_of(law, 1.0, BROKEN), data(), SPACE)
    np.testing.assert_allclose(opened.stress, 0.0, atol=1e-12)


@LAWS
def test_a_field_that_drives_enough_breaks(word):
    found = answer(word, PULLED, 1e2)
    assert found.internal[0, 0, 1] == BROKEN and found.value[0, 0] == 1.0


@LAWS
def test_the_secant_gives_the_stress(word):
    law = BEHAVIOURS[word]
    found = law.driven(PULLED, np.zeros((1, 1)), PENALTY, state_of(law), data(), SPACE, secant=True)
    np.testing.assert_allclose(found.tangent[0, 0] @ PULLED[0, 0], found.stress[0, 0], rtol=1e-9)


@LAWS
def test_a_reach_is_where_the_damage_has_grown_by_it(word):
    law, own = BEHAVIOURS[word].within(1e-11, 30), data()
    none, bounds = np.zeros((1, 1)), (-np.inf, np.inf)
    lines = law.driven_reaches(np.zeros((1, 1, 6)), PULLED, none, none + 1e-5, PENALTY, state_of(law, 0.1), own, 0.05, bounds, SPACE)
    for offset, slope in lines[0, 0]:
        x = (0.05 - offset) / slope
        found = law.driven(x * PULLED, none + 1e-5 * x, PENALTY, state_of(law, 0.1), own, SPACE)
        np.testing.assert_allclose(found.value, 0.15, rtol=1e-9)


@LAWS
def test_the_search_ends_as_near_as_asked(word):
    """Of 1, k/r and sqrt(2 E k/m)/(m |s|) the second is the least here, m being -R' at a = 0."""
    rough, fine = (
        BEHAVIOURS[word].within(precision, 30).driven(PULLED, np.zeros((1, 1)), PENALTY, state_of(BEHAVIOURS[word]), data(), SPACE).value
        for precision in (3e-2, 1e-11)
    )
    assert 0.0 < fine[0, 0] < 1.0 and 1e-13 < abs(rough - fine)[0, 0] <= 3e-2 * 1.5e-3 / 1.5


def test_how_a_threshold_grows_along_a_strain_is_its_difference():
    random = np.random.default_rng(3)
    start, unit = (x + np.swapaxes(x, 1, 2) for x in random.normal(size=(2, 4, 3, 3)))

    def at(x):
        values, axes = np.linalg.eigh(start + x * unit)
        return (values**3).sum(-1), climb(3 * values**2, axes, unit)

    (more, _), (less, _) = at(1e-5), at(-1e-5)
    assert at(0.0)[1] == pytest.approx((more - less) / 2e-5, rel=1e-7)


def test_lines_end_at_bounds_and_are_none_where_a_point_has_no_solution():
    def circle(x):
        return x**2 - np.array([1.0, 1e4]), 2 * x

    lines = convex_lines(circle, np.full(2, 0.1), (-50.0, 50.0), 0.3)
    assert lines[0] == pytest.approx(np.array([[-0.7, -1.0], [-0.7, 1.0]]))
    assert np.isnan(lines[1]).all()
    assert convex_lines(lambda x: (x**2 + 1.0, 2 * x), np.ones(1), (-50.0, 50.0), 0.3) is None


@LAWS
def test_rates_are_those_of_the_material_before_the_step(word):
    warm = {0.0: 20.0, 1.0: 120.0}
    young = {"young": lambda around: 3e4 - 50.0 * (around["TEMP"] - 20.0), "expansion": 0.0}
    own = ElementData(
        np.zeros(1, int), np.zeros((1, 8, 3)), [CONCRETE | young], np.zeros(1, int),
        surroundings=lambda t: {"TEMP": np.full((1, 1), warm[t]), "TEMP_REF": np.full((1, 1), 20.0)},
    )  # fmt: skip
    law, none, little = BEHAVIOURS[word], np.zeros((1, 1)), 0.1 * PULLED
    for predicting, share in ((True, 1.0), (False, 5 / 6)):
        found = law.driven(little, none, PENALTY, state_of(law), own.between(0.0, 1.0, predicting), SPACE)
        np.testing.assert_allclose(found.tangent[0, 0], share * elastic(), rtol=1e-9, atol=1e-6)
