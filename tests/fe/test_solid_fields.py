"""Strains, energies, nodal forces and inertia of solids against closed forms."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.kinematics import Axisymmetric, Plane, PlaneStress, Space
from pyaster_lite.fe.solid import Solid

YOUNG, POISSON, DENSITY = 200.0, 0.25, 3.0
CUBE = np.array([[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0], [0, 0, 3], [2, 0, 3], [2, 1, 3], [0, 1, 3]], float)
SQUARE = np.array([[1, 0, 0], [3, 0, 0], [3, 1, 0], [1, 1, 0]], float)


def elasticity():
    lame = YOUNG * POISSON / ((1 + POISSON) * (1 - 2 * POISSON))
    matrix = YOUNG / (1 + POISSON) * np.eye(6)
    matrix[:3, :3] += lame
    return matrix


def data(coordinates):
    material = {"elasticity": elasticity(), "density": DENSITY, "young": YOUNG, "poisson": POISSON}
    return ElementData(np.array([0]), coordinates[None], [material], np.array([0]))


def brick():
    return Solid("HEXA8", Space(), "FPG8", "FPG8"), data(CUBE)


def test_mass_of_a_density_that_varies():
    """A density that grows along the height: the masses along an axis are those of integrals of rho, z rho and z^2 rho."""
    element, own = brick()
    own.materials[0]["density"] = lambda around: 1.0 + 2.0 * around["Z"]
    mass = element.mass(own.at_places(element.points(own.coordinates)))[0, ::3, ::3]
    height = CUBE[:, 2]
    assert mass.sum() == pytest.approx(2.0 * (3.0 + 9.0))
    assert height @ mass.sum(axis=0) == pytest.approx(2.0 * (4.5 + 18.0))
    few = own.at_places(np.zeros((1, 2, 3)))
    with pytest.raises(ComputationFailed, match="the mass has others"):
        element.mass(few)


def flat(continuum):
    return Solid("QUAD4", continuum, "FPG4", "FPG4"), data(SQUARE)


def moved(element, coordinates, gradient):
    return (coordinates[:, : element.dim] @ np.asarray(gradient, float).T).reshape(1, -1)


def test_strains_of_a_uniform_gradient():
    element, own = brick()
    gradient = np.array([[0.1, 0.2, 0.0], [0.0, -0.05, 0.3], [0.4, 0.0, 0.02]])
    u = moved(element, CUBE, gradient)
    small = 0.5 * (gradient + gradient.T)
    green = small + 0.5 * gradient.T @ gradient
    for finite, expected in ((False, small), (True, green)):
        found = (element.strains(own, u, finite) / element.mandel)[0, 0]
        assert np.allclose(found, [expected[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))])


@pytest.mark.parametrize("continuum, across", [(Plane(), 0.0), (Axisymmetric(), 0.03)])
def test_strains_across_that_stress_causes_are_not_shown_in_plane_strain(continuum, across):
    """A radius stretched by four per cent, of which one per cent is not caused by stress: three are left along the hoop."""
    other = np.full((1, 4, 4), 0.01)
    element, own = flat(continuum)
    strain = element.plain_strains(own, moved(element, SQUARE, [[0.04, 0.0], [0.0, 0.0]]))
    assert continuum.shown(strain - other, strain - other, own)[0, 0, 2] == pytest.approx(across)


def test_a_rotation_has_no_green_strain():
    element, own = brick()
    c, s = np.cos(0.4), np.sin(0.4)
    u = moved(element, CUBE, np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) - np.eye(3))
    assert np.allclose(element.strains(own, u, finite=True), 0.0, atol=1e-12)


def test_plane_stress_completes_the_strain_across_and_plane_strain_does_not():
    for continuum, across in ((PlaneStress(), -POISSON / (1 - POISSON) * 0.03), (Plane(), 0.0)):
        element, own = flat(continuum)
        found = element.strains(own, moved(element, SQUARE, [[0.01, 0.0], [0.0, 0.02]]))
        assert np.allclose(found[..., 2], across)


def test_hoop_strain_finite_and_small():
    element, own = flat(Axisymmetric())
    u = moved(element, SQUARE, [[0.1, 0.0], [0.0, 0.0]])
    assert np.allclose(element.strains(own, u)[..., 2], 0.1)
    assert np.allclose(element.strains(own, u, finite=True)[..., 2], 0.1 + 0.005)


@pytest.mark.parametrize("make", [brick, lambda: flat(Plane()), lambda: flat(PlaneStress()), lambda: flat(Axisymmetric())])
def test_energies_and_forces_agree(make):
    element, own = make()
    u = np.random.default_rng(1).normal(size=(1, element.size))
    stress = element.elastic_state(own, u).stress
    force = element.nodal_forces(own, stress)
    assert np.allclose(force, element.stiffness(own)[0] @ u[0])
    work = 0.5 * (u * force).sum()
    assert element.potential_energy(own, u)[0] == pytest.approx(work)
    assert element.integral(own, element.elastic_energy(own, stress))[0] == pytest.approx(work)


def test_elastic_stress_leaves_no_plastic_strain():
    for make in (brick, lambda: flat(PlaneStress()), lambda: flat(Axisymmetric())):
        element, own = make()
        u = 1e-3 * np.random.default_rng(2).normal(size=(1, element.size))
        stress = element.elastic_state(own, u).stress
        found = element.plastic_strains(own, u, stress)
        assert np.allclose(found, 0.0, atol=1e-15)


def test_shown_and_kept_are_inverse():
    element, own = brick()
    stress = np.random.default_rng(3).normal(size=(1, 8, 6))
    values, names = element.shown(own, stress)
    assert names == ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ")
    assert np.allclose(values[..., 3] * np.sqrt(2), stress[..., 3]) and np.allclose(element.kept(own, values), stress)


def test_inertia_of_a_brick():
    element, own = brick()
    mass = 6 * DENSITY
    found = element.inertia(own)[0]
    assert np.allclose(found[:4], [mass, 1.0, 0.5, 1.5])
    assert np.allclose(found[4:7], mass / 12 * np.array([1 + 9, 4 + 9, 4 + 1]))
    assert np.allclose(found[7:], 0.0, atol=1e-12)


def test_inertia_of_a_tube_is_taken_whole():
    element, own = flat(Axisymmetric())
    mass = DENSITY * np.pi * (9 - 1)
    found = element.inertia(own)[0]
    # the axis Y of the section is told as Z of the tube
    assert np.allclose(found[:4], [mass, 0, 0, 0.5])
    assert found[6] == pytest.approx(mass / 2 * (9 + 1))
    assert found[4] == found[5] == pytest.approx(mass * ((9 + 1) / 4 + 1 / 12))


def test_the_geometric_stiffness_of_a_slice_of_revolution_counts_slopes_as_code_aster_does():
    element, own = flat(Axisymmetric())
    stress = np.zeros((1, len(element.rule()), 4))
    stress[..., 2] = 1.0
    assert not element.geometric_stiffness(own, stress).any()
    stress[..., 0] = 1.0
    raised = np.tile([0.0, 1.0], 4)
    points, weights = np.polynomial.legendre.leggauss(2)
    expected = (weights / (2.0 + points)).sum()
    assert raised @ element.geometric_stiffness(own, stress)[0] @ raised == pytest.approx(expected)


def strained_brick():
    element, own = brick()
    own.materials[0].update({"drying_shrinkage": 1e-3, "skeleton.biot_coef": 0.5, "expansion": 1e-3})
    return element, own


def surrounded(data, **around):
    values = {name: np.full((1, 8), value) for name, value in around.items()} | {"INST": np.zeros((1, 8))}
    return replace(data, surroundings=lambda t: values, _kept={})


def test_told_stresses_know_drying_but_neither_given_strains_nor_pressure_in_pores():
    """As code_aster 17 tells them: a free cube that dries bears no stress, one that a given strain or a pore pressure moves seems to."""
    element, own = strained_brick()

    def stress(u, **around):
        return element.elastic_state(surrounded(own, **around), u).stress[0, 0]

    shrunk = -2e-3 * CUBE.reshape(1, -1)
    np.testing.assert_allclose(stress(shrunk, SECH=3.0, SECH_REF=5.0), 0.0, atol=1e-12)
    plain = elasticity() @ [-2e-3, -2e-3, -2e-3, 0.0, 0.0, 0.0]
    np.testing.assert_allclose(stress(shrunk, EPSAXX=-2e-3, EPSAYY=-2e-3, EPSAZZ=-2e-3), plain, atol=1e-12)
    np.testing.assert_allclose(stress(shrunk, PTOT=7.0), plain, atol=1e-12)


def test_potential_energy_knows_the_temperature_alone():
    """As code_aster 17: a free cube that cools keeps none, one that dries seems to."""
    element, own = strained_brick()
    shrunk = -2e-3 * CUBE.reshape(1, -1)
    assert element.potential_energy(surrounded(own, TEMP=3.0, TEMP_REF=5.0), shrunk)[0] == pytest.approx(0.0, abs=1e-15)
    plain = element.potential_energy(own, shrunk)[0]
    assert plain == pytest.approx(6.0 * 0.5 * 9 * 4e-6 * YOUNG / 3 / (1 - 2 * POISSON))
    assert element.potential_energy(surrounded(own, SECH=3.0, SECH_REF=5.0), shrunk)[0] == pytest.approx(plain)


def test_potential_energy_counts_the_shear_of_a_turned_expansion_once():
    """As code_aster 17 (ethdst): a held cube that would grow along a diagonal, e C e / 2 with one of the two products of shear."""
    element, own = brick()
    own.materials[0]["expansion"] = np.array([2e-3, 0.0, 0.0])
    half = np.sqrt(0.5)
    turn = np.array([[[half, half, 0.0], [-half, half, 0.0], [0.0, 0.0, 1.0]]])
    held = surrounded(replace(own, characteristics={"material_frame": turn}), TEMP=6.0, TEMP_REF=5.0)
    strain = np.array([1e-3, 1e-3, 0.0, 1e-3])
    normal = strain[:3] @ elasticity()[:3, :3] @ strain[:3]
    shear = strain[3] * YOUNG / (1 + POISSON) * strain[3]
    assert element.potential_energy(held, np.zeros((1, 24)))[0] == pytest.approx(6.0 * 0.5 * (normal + shear))
