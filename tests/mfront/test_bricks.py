"""Bricks: laws that a file names piece by piece."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.element import PointState
from pyaster_lite.fe.kinematics import PlaneStress, Space
from pyaster_lite.materials._law import isotropic
from pyaster_lite.mfront.errors import MFrontError
from tests.mfront.written import STEEL, at_rest, check_tangent, found, law, points

SLOPE = 2e11 * 2e10 / (2e11 - 2e10)
BRICK = """
@DSL Implicit;
@Behaviour Pieces;
@Algorithm NewtonRaphson;
@Theta 1;
@Epsilon 1e-14;
@MaterialProperty stress E;
@MaterialProperty real NU;
@MaterialProperty stress SY;
@AuxiliaryStateVariable real flowing;
@Brick StandardElastoViscoPlasticity {
  stress_potential : "Hooke" {young_modulus : E, poisson_ratio : NU},
  inelastic_flow : %s
};
@UpdateAuxiliaryStateVariables { flowing = static_cast<real>(dp > epsilon); }
"""
LIMITS = {
    "Linear": f'"Linear" {{R0 : SY, H : {SLOPE!r}}}',
    "Data": f'"Data" {{values : {{0 : 2e8, 0.001 : {2e8 + 0.001 * SLOPE!r}, 0.002 : {2e8 + 0.002 * SLOPE!r}}}, interpolation : "linear"}}',
}


@pytest.mark.parametrize("kind", LIMITS)
def test_a_plastic_flow_is_vmis_isot_line(kind):
    own = law(BRICK % f'"Plastic" {{criterion : "Mises", isotropic_hardening : {LIMITS[kind]}}}')
    known, data, continuum = BEHAVIOURS["VMIS_ISOT_LINE"], points((2e11, 0.3, 2e8), **STEEL), Space()
    strain = 2e-3 * np.random.default_rng(2).standard_normal((2, 3, 6))
    states = [at_rest(each, 6) for each in (own, known)]
    for factor in (0.5, 1.0, 0.9, 2.0):
        (a, mine, slope), (b, theirs, rate) = (
            each.integrate(factor * strain, state, data, continuum) for each, state in zip((own, known), states)
        )
        np.testing.assert_allclose(a, b, rtol=1e-8, atol=1.0)
        np.testing.assert_allclose(mine[..., 6], theirs[..., 0], rtol=1e-8, atol=1e-15)
        np.testing.assert_array_equal(mine[..., 7], theirs[..., 1])
        np.testing.assert_allclose(slope, np.broadcast_to(rate, slope.shape), atol=2e-6 * 2e11)
        states = [PointState(factor * strain, stress, kept) for stress, kept in ((a, mine), (b, theirs))]
    assert own.internal_names[6:] == ("EquivalentPlasti", "flowing")


MOVING = (
    '"Norton" {criterion : "Mises", A : 1e-3, K : 1e8, n : 4, isotropic_hardening : "Voce" {R0 : 1e8, Rinf : 2e8, b : 20},'
    ' kinematic_hardening : "Armstrong-Frederick" {C : 3e10, D : 50}, kinematic_hardening : "Prager" {C : 1e9}}'
)


def test_a_flow_with_centres_has_its_tangent_and_obeys_its_rate():
    behaviour, data, continuum = law(BRICK % MOVING), points((2e11, 0.3, 2e8)), Space()
    strain = 4e-3 * np.random.default_rng(3).standard_normal((2, 3, 6))
    stress, kept, _ = behaviour.integrate(strain, at_rest(behaviour, 6), data, continuum)
    state = PointState(strain, stress, kept)
    check_tangent(behaviour, 1.5 * strain, state, data, continuum, 2e11, rtol=1e-5)
    a, b = kept[..., 7:13], kept[..., 13:19]
    away = stress - 2 / 3 * (3e10 * a + 1e9 * b)
    away[..., :3] -= away[..., :3].mean(axis=-1, keepdims=True)
    q = np.sqrt(1.5 * (away**2).sum(axis=-1))
    p = kept[..., 6]
    excess = q - (2e8 - 1e8 * np.exp(-20 * p))
    np.testing.assert_allclose(p, 1e-3 * np.maximum(excess / 1e8, 0.0) ** 4, rtol=1e-8)
    np.testing.assert_allclose(a * (1 + 50 * p[..., None]), b, rtol=1e-7, atol=1e-15)


REFUSED = {
    "law.mfront:13:20: there is no Magic yet (there are Plastic, Norton)": '"Magic"',
    "law.mfront:13:20: criterion is wanted once here": '"Plastic" {isotropic_hardening : "Linear" {R0 : SY}}',
    "law.mfront:13:89: SX is not known here": '"Plastic" {criterion : "Mises", isotropic_hardening : "Linear" {R0 : SX}}',
    "law.mfront:13:20: there is no option speed yet": '"Plastic" {criterion : "Mises", speed : 3}',
}


@pytest.mark.parametrize("message", REFUSED)
def test_pieces_that_are_not_there_are_refused(message):
    with pytest.raises(MFrontError) as refused:
        found(BRICK % REFUSED[message])
    assert str(refused.value) == message


def test_a_brick_knows_plane_stress():
    text = (BRICK % f'"Plastic" {{criterion : "Mises", isotropic_hardening : {LIMITS["Linear"]}}}') + '@ModellingHypotheses {".+"};'
    own, known, continuum = law(text, "PlaneStress"), BEHAVIOURS["VMIS_ISOT_LINE"], PlaneStress()
    strain = 3e-3 * np.random.default_rng(5).standard_normal((2, 3, 4))
    strain[..., 2] = 0.0
    data = points((2e11, 0.3, 2e8), **STEEL)
    a, mine, slope = own.integrate(strain, at_rest(own, 4), data, continuum)
    b, theirs, rate = known.integrate(strain, at_rest(known, 4), data, continuum)
    np.testing.assert_allclose(a, b, rtol=1e-7, atol=10.0)
    np.testing.assert_allclose(mine[..., 5], theirs[..., 0], rtol=1e-7, atol=1e-14)
    np.testing.assert_allclose(slope, np.broadcast_to(rate, slope.shape), atol=1e-5 * 2e11)


def test_hill_pulled_along_an_axis_yields_where_he_says():
    surface = '"Hill" {F : 0.5, G : 0.1, H : 0.3, L : 1.5, M : 1.5, N : 1.5}'
    hill = f'"Plastic" {{criterion : {surface}, isotropic_hardening : "Linear" {{R0 : SY, H : 1e9}}}}'
    behaviour, continuum, data = law(BRICK % hill), Space(), points((2e11, 0.3, 2e8))
    state, strain = at_rest(behaviour, 6), np.zeros((2, 3, 6))
    for pull in (1e-3, 2e-3, 3e-3):
        strain = strain.copy()
        strain[..., 2] = pull
        for _ in range(20):
            stress, kept, tangent = behaviour.integrate(strain, state, data, continuum)
            strain[..., :2] -= np.linalg.solve(tangent[..., :2, :2], stress[..., :2, None])[..., 0]
        state = PointState(strain, stress, kept)
    np.testing.assert_allclose(stress[..., 2] * np.sqrt(0.1 + 0.3), 2e8 + 1e9 * kept[..., 6], rtol=1e-6)
    assert (kept[..., 6] > 1e-3).all()


TOLD = """
@DSL Implicit;
@Behaviour Told;
@ElasticMaterialProperties {2 * E1, 0.25};
@MaterialProperty stress E1;
@Brick StandardElasticity;
@LocalVariable bool big;
@InitLocalVariables { big = sigmaeq(computeElasticPrediction()) > 0; }
@AuxiliaryStateVariable real seen;
@UpdateAuxiliaryStateVariables { seen = big ? 1 : 0; }
"""


def test_the_elasticity_may_be_told_by_the_file():
    behaviour, continuum = law(TOLD), Space()
    strain = 1e-3 * np.random.default_rng(7).standard_normal((2, 3, 6))
    stress, kept, _ = behaviour.integrate(strain, at_rest(behaviour, 6), points((50.0,)), continuum)
    np.testing.assert_allclose(stress, strain @ isotropic(100.0, 0.25).T, rtol=1e-9, atol=1e-12)
    assert (kept[..., 6] == 1.0).all()


ELASTIC = """
@DSL Implicit;
@Behaviour Elastic;
@OrthotropicBehaviour;
@RequireStiffnessTensor;
@Brick StandardElasticity;
"""


def test_an_orthotropic_solid_has_its_own_axes():
    """Pulled along the first axis of its material, wherever that points."""
    numbers = (1e3, 2e3, 3e3, 0.1, 0.2, 0.3, 200.0, 400.0, 600.0)
    behaviour, continuum = law(ELASTIC), Space()
    data = points(numbers)
    turned = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    data.characteristics = {"material_frame": np.stack([np.eye(3), turned])}
    strain = np.zeros((2, 3, 6))
    strain[0], strain[1] = 1e-3 * np.array([1, -0.1, -0.3, 0, 0, 0]), 1e-3 * np.array([-0.1, 1, -0.3, 0, 0, 0])
    stress, _, tangent = behaviour.integrate(strain, at_rest(behaviour, 6), data, continuum)
    np.testing.assert_allclose(stress[0], np.broadcast_to([1.0, 0, 0, 0, 0, 0], (3, 6)), atol=1e-12)
    np.testing.assert_allclose(stress[1], np.broadcast_to([0, 1.0, 0, 0, 0, 0], (3, 6)), atol=1e-12)
    np.testing.assert_allclose((tangent @ strain[..., None])[..., 0], stress, atol=1e-6)
