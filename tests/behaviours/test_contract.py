"""The contract of every law of solids, whoever adds one: calm at rest, a consistent tangent, and the same by any way in."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, PlaneStress, Space
from pyaster_lite.materials._law import isotropic
from tests.behaviours.steel import STEEL, E, at_rest, points

OTHER = ("separate", "bridge", "parabola", "stretch", "cohere", "limits", "irradiated", "phased", "bends", "slides", "pressed")
OTHER += ("surrounded",)
LAWS = [w for w in BEHAVIOURS if hasattr(BEHAVIOURS[w], "integrate") and not any(hasattr(BEHAVIOURS[w], other) for other in OTHER)]
BESIDE = {"KICHENIN_NL": isotropic(STEEL["branches_young"], STEEL["branches_poisson"])}
"""The elasticity of further branches."""
CONTINUA = [Plane(), PlaneStress(), Axisymmetric(), Space()]


def material(word):
    """What a law reads: those of Chaboche want no hardening in LEMAITRE."""
    return STEEL | {"creep_hardening": 0.0} if "CHAB" in word or word.endswith(("_MEMO", "_NRAD")) else STEEL


def exact(behaviour):
    """The law, its local equations solved as well as can be where it has a precision."""
    return behaviour.within(1e-12, 200) if getattr(behaviour, "precision", None) is not None else behaviour


def strains(continuum, size, seed=0):
    """(2, 3, ns) random strains; none across in plane problems."""
    found = size * np.random.default_rng(seed).standard_normal((2, 3, len(continuum.strains)))
    if not continuum.revolves and continuum.dim == 2:
        found[..., 2] = 0.0
    return found


def free(continuum):
    """The strains that may change."""
    return [i for i in range(len(continuum.strains)) if i != 2 or continuum.revolves or continuum.dim == 3]


CASES = [(w, c) for w in LAWS for c in CONTINUA if not c.flat or BEHAVIOURS[w].plane_stress]
pairs = pytest.mark.parametrize("word,continuum", CASES, ids=[f"{w}-{type(c).__name__}" for w, c in CASES])
TANGENT = [(w, c) for w, c in CASES if not getattr(BEHAVIOURS[w], "secant", False)]
tangents = pytest.mark.parametrize("word,continuum", TANGENT, ids=[f"{w}-{type(c).__name__}" for w, c in TANGENT])


@pairs
def test_no_stress_without_strain(word, continuum):
    behaviour = BEHAVIOURS[word]
    state = at_rest(behaviour, continuum)
    stress, internal, tangent = behaviour.integrate(state.strain, state, points(material(word)), continuum)
    assert abs(stress).max() < 1e-15 * E and internal.shape == state.internal.shape
    if getattr(behaviour, "secant", False) or word == "SANS":
        return
    elasticity = continuum.elasticity(STEEL["elasticity"] + BESIDE.get(word, 0.0))
    np.testing.assert_allclose(
        np.broadcast_to(tangent, (2, 3, *elasticity.shape)), np.broadcast_to(elasticity, (2, 3, *elasticity.shape)), atol=1.0
    )


@tangents
@pytest.mark.parametrize("size", [1e-4, 5e-3])
def test_the_tangent_is_the_derivative_of_the_stress(word, continuum, size):
    """Small and large strains, from a state that has a past."""
    behaviour, data = exact(BEHAVIOURS[word]), points(material(word))
    rest = at_rest(behaviour, continuum)
    first = strains(continuum, size, seed=1)
    stress, internal, _ = behaviour.integrate(first, rest, data, continuum)
    state = PointState(first, stress, internal)
    strain = 2 * first + 0.1 * strains(continuum, size)
    _, _, tangent = behaviour.integrate(strain, state, data, continuum)
    tangent = np.broadcast_to(tangent, (2, 3, *tangent.shape[2:]))
    for j in free(continuum):
        step = np.zeros(len(continuum.strains))
        step[j] = 1e-5 * size
        ahead = behaviour.integrate(strain + step, state, data, continuum)[0]
        behind = behaviour.integrate(strain - step, state, data, continuum)[0]
        np.testing.assert_allclose((ahead - behind) / (2 * step[j]), tangent[..., j], atol=1e-6 * E)


@tangents
def test_the_tangent_of_rates_is_that_of_a_vanishing_step(word, continuum):
    behaviour, data = exact(BEHAVIOURS[word]), points(material(word))
    if getattr(behaviour, "elastic_rates", False):
        return
    first = strains(continuum, 5e-3, seed=2)
    stress, internal, _ = behaviour.integrate(first, at_rest(behaviour, continuum), data, continuum)
    state = PointState(first, stress, internal)
    _, _, rate = behaviour.integrate(first, state, data.between(0.0, 1.0, predicting=True), continuum)
    _, _, tangent = behaviour.integrate(first * (1 + 1e-7), state, data, continuum)
    np.testing.assert_allclose(np.broadcast_to(rate, tangent.shape), tangent, atol=1e-4 * E)


@pairs
def test_the_law_does_not_depend_on_the_axes_nor_change_what_it_is_given(word, continuum):
    behaviour, data = exact(BEHAVIOURS[word]), points(material(word))
    if continuum.revolves:
        return
    strain = strains(continuum, 5e-3, seed=3)
    kept = strain.copy()
    state = at_rest(behaviour, continuum)
    stress, internal, _ = behaviour.integrate(strain, state, data, continuum)
    np.testing.assert_array_equal(strain, kept)
    order = [1, 0, 2, 3] if continuum.dim == 2 else [1, 2, 0, 5, 3, 4]
    turned = behaviour.integrate(strain[..., order], state, data, continuum)[0]
    np.testing.assert_allclose(turned, stress[..., order], rtol=1e-9, atol=1.0)


@pytest.mark.parametrize("word", [word for word in LAWS if "HYPER" not in word])
def test_a_free_expansion_makes_no_stress(word):
    behaviour, continuum = BEHAVIOURS[word], Space()
    warm = {0.0: 20.0, 1.0: 520.0}
    data = points(material(word), surroundings=lambda t: {"TEMP": np.full((2, 3), warm[t]), "TEMP_REF": np.full((2, 3), 20.0)})
    strain = np.zeros((2, 3, 6))
    strain[..., :3] = 1e-5 * 500.0
    stress, _, _ = behaviour.integrate(strain, at_rest(behaviour, continuum), data, continuum)
    assert abs(stress).max() < 1e-9 * E * 5e-3


@pytest.mark.parametrize("word", LAWS)
def test_plane_stress_is_space_without_stress_across(word):
    """The strain across that makes the stress vanish there, found in space, gives the same stress in the plane."""
    behaviour, data = BEHAVIOURS[word], points(material(word))
    if not behaviour.plane_stress or getattr(behaviour, "in_plane_only", False):
        return
    flat, space = PlaneStress(), Space()
    plane = strains(flat, 5e-3, seed=4)
    stress, internal, _ = behaviour.integrate(plane, at_rest(behaviour, flat), data, flat)
    full = np.zeros((2, 3, 6))
    full[..., :4] = plane
    for _ in range(60):
        found, variables, tangent = behaviour.integrate(full, at_rest(behaviour, space), data, space)
        full[..., 2] -= found[..., 2] / np.broadcast_to(tangent, (2, 3, 6, 6))[..., 2, 2]
    np.testing.assert_allclose(stress, found[..., :4], rtol=1e-7, atol=1e-6 * abs(stress).max())
    np.testing.assert_allclose(internal, variables, rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("word", ["DRUCK_PRAGER", "MOHR_COULOMB", "VISC_DRUC_PRAG"])
def test_some_laws_expand_by_the_temperature_of_the_first_point_of_a_cell(word):
    behaviour, continuum, cold = BEHAVIOURS[word], Space(), np.full((2, 3), 20.0)

    def heated(warm):
        data = points(material(word), surroundings=lambda t: {"TEMP": warm if t > 0.0 else cold, "TEMP_REF": cold})
        return behaviour.integrate(np.zeros((2, 3, 6)), at_rest(behaviour, continuum), data, continuum)[0]

    uneven = heated(np.array([[20.1, 20.2, 20.4], [20.3, 20.2, 20.0]]))
    assert abs(uneven).max() > 0.0
    np.testing.assert_array_equal(uneven, heated(np.array([[20.1] * 3, [20.3] * 3])))


@pytest.mark.parametrize("word", ["LAIGLE", "VISCOCHAB"])
def test_some_laws_predict_by_the_elasticity_before_the_step(word):
    warm, continuum = {0.0: 20.0, 1.0: 120.0}, Space()
    softens = material(word) | {"young": lambda around: E * (1.0 - (around["TEMP"] - 20.0) / 200.0), "expansion": 0.0}
    data = points(softens, surroundings=lambda t: {"TEMP": np.full((2, 3), warm[t]), "TEMP_REF": np.full((2, 3), 20.0)})
    state = at_rest(BEHAVIOURS[word], continuum)
    tangent = BEHAVIOURS[word].integrate(state.strain, state, data.between(0.0, 1.0, True), continuum)[2]
    firm = points(material(word)).between(0.0, 1.0, True)
    np.testing.assert_allclose(tangent, BEHAVIOURS[word].integrate(state.strain, state, firm, continuum)[2], rtol=1e-12)
