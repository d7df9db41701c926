"""Concrete between two cones."""

import numpy as np
import pytest

from pyaster_lite.behaviours._double_cone import ROOT, Strength
from pyaster_lite.behaviours._law import moduli
from pyaster_lite.behaviours.beton_double_dp import _strength
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import Space
from pyaster_lite.fe.tensors import mean, von_mises
from tests.behaviours.steel import STEEL, E, at_rest, points

LAW, SPACE, DATA = BEHAVIOURS["BETON_DOUBLE_DP"], Space(), points()


def strength(**words) -> Strength:
    return _strength(points(STEEL | words), moduli(DATA), (2, 1))


def excess(stress, internal):
    """The criteria (2, ne, ng) over the strengths."""
    own = _strength(DATA, moduli(DATA), stress.shape[:2])
    (a, c), (b, d) = (value.reshape(2, *stress.shape[:2]) for value in own.slopes)
    size, middle = von_mises(stress), mean(stress)
    limits = own.limits(internal[..., :2].reshape(-1, 2).T)[0].reshape(2, *size.shape)
    reached = np.stack([(ROOT / 3 * size + a * middle) / b, (ROOT / 3 * size + c * middle) / d])
    return (reached - limits) / own.scale.reshape(limits.shape)


def test_strengths_are_those_of_bars_crushed_and_torn_and_of_sheets_crushed():
    own = strength()
    (a, c), (b, d) = (value[:, 0] for value in own.slopes)
    assert (ROOT / 3 + c / 3) / d == pytest.approx(1.0)
    assert (ROOT / 3 - a / 3) / b == pytest.approx(1.0)
    assert (ROOT / 3 - 2 * a / 3) / b * STEEL["cones_biaxial"] == pytest.approx(1.0)


@pytest.mark.parametrize("bent", [0.0, 1.0])
def test_softening_takes_the_energies_over_the_length(bent):
    own = strength(cones_tension_bent=bent)
    g = np.linspace(0.0, 0.5, 200001)
    limits = np.array([np.full(2, x) for x in g]).T[:, None, :]
    one = Strength(*(np.full(len(g), value[0]) for value in vars(own).values()))
    fc, ft = one.limits(np.broadcast_to(limits[:, 0], (2, len(g))))[0]
    assert np.trapezoid(ft, g) == pytest.approx(STEEL["cones_tension_energy"] / STEEL["cones_length"], rel=1e-3)
    assert np.trapezoid(fc, g) == pytest.approx(STEEL["cones_compression_energy"] / STEEL["cones_length"], rel=1e-3)


@pytest.mark.parametrize("size", [2e-3, 2e-2])
def test_stresses_end_within_the_cones_and_on_those_that_act(size):
    """Some at apexes, where strains swell."""
    rng, state = np.random.default_rng(3), at_rest(LAW, SPACE, (2, 30))
    kinds = set()
    for _ in range(3):
        strain = state.strain + size * rng.standard_normal((2, 30, 6)) + 0.5 * size * np.array([1, 1, 1, 0, 0, 0])
        stress, internal, _ = LAW.integrate(strain, state, DATA, SPACE)
        over, kind = excess(stress, internal), np.rint(internal[..., 3])
        assert over.max() < 2e-6 and (internal[..., :2] >= state.internal[..., :2]).all()
        np.testing.assert_allclose(over[0][np.isin(kind, (1, 3))], 0.0, atol=2e-6)
        np.testing.assert_allclose(over[1][np.isin(kind, (2, 3))], 0.0, atol=2e-6)
        np.testing.assert_allclose(von_mises(stress)[np.isin(kind, (11, 22, 33))], 0.0, atol=1.0)
        kinds |= set(kind.ravel())
        state = PointState(strain, stress, internal)
    assert {1.0, 2.0} <= kinds


def test_the_tangent_is_that_of_a_vanishing_step():
    first = np.array([[[-8e-3, 2e-3, 2e-3, 0, 0, 0]], [[3e-3, -5e-4, -4e-4, 1e-3, 0, 0]]])
    state = PointState(first, *LAW.integrate(first, at_rest(LAW, SPACE, (2, 1)), DATA, SPACE)[:2])
    assert set(np.rint(state.internal[..., 3]).ravel()) == {1.0, 2.0}
    tangent = LAW.integrate(first, state, DATA.between(0.0, 1.0, True), SPACE)[2]
    step = 1e-5 * first
    found = LAW.integrate(first + step, state, DATA, SPACE)[0] - state.stress
    np.testing.assert_allclose(found, (tangent @ step[..., None])[..., 0], atol=1e-4 * E * 1e-7)


def test_what_heat_takes_is_not_given_back():
    def fading(variables):
        return STEEL["cones_tension"] * (1 - variables["TEMP"] / 1000)

    material = STEEL | {"cones_tension": fading, "expansion": 0.0}
    heat = {0.0: 0.0, 1.0: 500.0, 2.0: 100.0}
    data = points(material, lambda t: {"TEMP": np.full((2, 1), heat[t]), "TEMP_REF": np.zeros((2, 1))}, cells=2)
    state = at_rest(LAW, SPACE, (2, 1))
    for t in (0.0, 1.0):
        stress, internal, _ = LAW.integrate(state.strain, state, data.between(t, t + 1), SPACE)
        state = PointState(state.strain, stress, internal)
    assert (internal[..., 2] == 500.0).all()
    pulled = np.broadcast_to([0.7 * STEEL["cones_tension"] / E, *[-0.3 * 0.7 * STEEL["cones_tension"] / E] * 2, 0, 0, 0], (2, 1, 6))
    again = data.between(1.0, 2.0)
    assert (LAW.integrate(pulled, state, again, SPACE)[1][..., 3] == 2.0).all()
    assert (LAW.integrate(pulled, at_rest(LAW, SPACE, (2, 1)), DATA, SPACE)[1][..., 3] == 0.0).all()


def test_where_a_criterion_acts_the_tangent_has_the_parameters_before_the_step():
    warm = {0.0: 20.0, 1.0: 120.0}
    softens = STEEL | {"young": lambda around: E * (1.0 - (around["TEMP"] - 20.0) / 200.0), "expansion": 0.0}
    own = points(softens, surroundings=lambda t: {"TEMP": np.full((2, 3), warm[t]), "TEMP_REF": np.full((2, 3), 20.0)})
    state, strain = at_rest(LAW, SPACE), np.zeros((2, 3, 6))
    strain[..., 0] = 5e-3
    stress, internal, tangent = LAW.integrate(strain, state, own.between(0.0, 1.0), SPACE)
    assert internal[..., 3].all()
    after = PointState(strain, stress, internal)
    np.testing.assert_allclose(tangent, LAW.integrate(strain, after, DATA.between(1.0, 2.0, True), SPACE)[2], rtol=1e-9, atol=1e-6 * E)
