"""Solid shells against what is known of them."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData, Step
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.fe.solid_shell import LogarithmicShell, SolidShell
from pyaster_lite.fe.solid_shell_strain import ShellGeometry, green, rates, through
from pyaster_lite.materials._law import isotropic

YOUNG, POISSON, DENSITY = 2.0e5, 0.3, 7.8e-6
STEEL = {"elasticity": isotropic(YOUNG, POISSON), "density": DENSITY, "young": YOUNG, "poisson": POISSON}
CUBE = reference_cell("HEXA8").nodes


def one(irregular=0.0, affine=True):
    """The element and one cell: an affine image of the cube, or an irregular one."""
    rng = np.random.default_rng(4)
    stretch = np.diag([1.5, 1.0, 0.2]) + (0.1 * rng.standard_normal((3, 3)) if affine else 0.0)
    corners = CUBE @ stretch + irregular * rng.standard_normal((8, 3)) + [1.0, 2.0, 3.0]
    places = np.concatenate([corners, corners.mean(axis=0, keepdims=True)])[None]
    return MODELISATIONS["COQUE_SOLIDE"].elements["HEXA9"], ElementData(np.array([0]), places, [STEEL], np.array([0]))


def moved(data, gradient, shift=(0.0, 0.0, 0.0)):
    """(1, 25) displacements gradient @ x + shift of the corners, nothing pinched."""
    return np.append((data.coordinates[0, :8] @ np.asarray(gradient).T + shift).ravel(), 0.0)[None]


@pytest.mark.parametrize("irregular", (0.0, 0.03))
def test_rigid_motions_make_no_force_but_six_ways_only(irregular):
    element, data = one(irregular)
    stiffness = element.stiffness(data)[0]
    for axis in np.eye(3):
        assert abs(stiffness @ moved(data, np.zeros((3, 3)), axis)[0]).max() < 1e-10 * abs(stiffness).max()
    values = np.linalg.eigvalsh(stiffness)
    assert (abs(values[:6]) < 1e-9 * values[-1]).all() or irregular
    assert (values > 1e-9 * values[-1]).sum() >= 19, "only rigid motions are free"


def test_patch_a_uniform_strain_is_met_exactly():
    element, data = one()
    gradient = np.array([[1.0, 0.3, 0.0], [-0.2, 0.5, 0.4], [0.1, 0.2, -0.7]]) * 1e-3
    strain = element.plain_strains(data, moved(data, gradient))[0] / element.mandel
    symmetric = (gradient + gradient.T) / 2
    np.testing.assert_allclose(strain, np.tile(symmetric[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]], (5, 1)), atol=1e-15)


def test_greens_strain_of_a_turn_is_none_and_its_rate_is_that_of_strains():
    _, data = one(0.05)
    start = data.coordinates[:, :8]
    turn, _ = np.linalg.qr(np.random.default_rng(2).standard_normal((3, 3)))
    geometry = ShellGeometry(start)
    assert abs(green(geometry, start, start @ turn.T)).max() < 1e-11
    step = np.random.default_rng(3).standard_normal((1, 8, 3)) * 1e-4
    difference = green(geometry, start, start + step) - green(geometry, start, start - step)
    rate = np.einsum("meca,ea->mec", rates(geometry, start), 2 * step.reshape(1, 24))
    np.testing.assert_allclose(difference, rate, atol=1e-12 * abs(rate).max())
    assert through(rate, np.array([0.0])).shape == (1, 1, 6)


def test_bending_of_a_thin_cell_is_not_stiffened_by_the_poisson_ratio():
    """A cell of thickness h bent to a curvature k: energy E h^3 k^2 / 24 by area and 1 - NU^2, the pinching free to follow."""
    element = MODELISATIONS["COQUE_SOLIDE"].elements["HEXA9"]
    h, k = 0.02, 1e-2
    corners = CUBE * [0.5, 0.5, h / 2]
    data = ElementData(np.array([0]), np.concatenate([corners, np.zeros((1, 3))])[None], [STEEL], np.array([0]))
    stiffness, u = element.stiffness(data)[0], np.zeros(25)
    u[0:24:3] = -k * corners[:, 0] * corners[:, 2]
    u[2:24:3] = k * corners[:, 0] ** 2 / 2
    u[24] = -stiffness[24, :24] @ u[:24] / stiffness[24, 24]
    assert u @ stiffness @ u / 2 == pytest.approx(YOUNG * h**3 * k**2 / (24 * (1 - POISSON**2)), rel=1e-3)


def test_mass_and_weight():
    element, data = one()
    volume = abs(np.linalg.det((data.coordinates[0, [1, 3, 4]] - data.coordinates[0, 0]).T))
    along = moved(data, np.zeros((3, 3)), (0.0, 1.0, 0.0))[0]
    assert along @ element.mass(data)[0] @ along == pytest.approx(DENSITY * volume)
    weight = element.weight(data, np.array([0.0, 0.0, -10.0]))[0]
    assert weight[2:24:3].sum() == pytest.approx(-10 * DENSITY * volume) and weight[24] == 0.0


def test_large_strains_the_tangent_follows_from_the_forces_where_what_holds_is_not_strained():
    plain, data = one()
    element, law = plain.moving(Logarithmic), BEHAVIOURS["ELAS"]
    rest = element.start(data, law)
    data = data.between(0.0, 1.0)
    u = moved(data, np.random.default_rng(8).standard_normal((3, 3)) * 0.02)
    u[0, 24] = 0.004
    force, tangent, state = element.respond(data, law, u, rest)
    step, found = 1e-6, np.zeros((25, 25))
    for i in range(25):
        ways = [element.respond(data, law, u + sign * step * np.eye(25)[i], rest, False)[0][0] for sign in (1, -1)]
        found[:, i] = (ways[0] - ways[1]) / (2 * step)
    np.testing.assert_allclose(tangent[0], found, atol=1e-6 * abs(found).max())
    np.testing.assert_allclose(element.state_forces(data, state), force, atol=1e-12 * abs(force).max())


def test_small_strains_respond_as_the_stiffness():
    element, data = one(0.03)
    u = np.random.default_rng(9).standard_normal((1, 25)) * 1e-4
    law = BEHAVIOURS["ELAS"]
    force, tangent, state = element.respond(data.between(0.0, 1.0), law, u, element.start(data, law))
    np.testing.assert_allclose(tangent, element.stiffness(data), rtol=1e-10)
    np.testing.assert_allclose(force[0], tangent[0] @ u[0], atol=1e-9 * abs(force).max())
    np.testing.assert_allclose(state.stress, element.elastic_state(data, u).stress, rtol=1e-9, atol=1e-9)
    assert isinstance(data.step, Step)


def test_forces_of_elasticity_are_not_in_proportion_to_displacements():
    element, data = one(0.03)
    u = np.random.default_rng(7).standard_normal((1, 25)) * 0.3
    rest = element.start(data, BEHAVIOURS["ELAS"])
    force = element.respond(data, BEHAVIOURS["ELAS"], u, rest)[0]
    assert abs(force - np.einsum("eij,ej->ei", element.stiffness(data), u)).max() > 1e-3 * abs(force).max()
    assert not element.straight, "a nonlinear evolution iterates on them"


def test_a_squeeze_is_the_difference_of_the_pressures():
    element, data = one(affine=False)
    force = element.squeeze(data, np.array([2.0]), np.array([5.0]))[0]
    assert (force[:24] == 0.0).all() and force[24] == pytest.approx(2 / 3 * 3.0 * 3.0 * 2.0)


def test_logarithmic_strains_of_a_stretch_are_its_logarithms_and_greens_their_squares():
    element, data = one(affine=False)
    u = moved(data, np.diag([0.2, -0.1, 0.05]))
    np.testing.assert_allclose(
        element.log_strains(data, u)[0], np.tile(np.append(np.log([1.2, 0.9, 1.05]), np.zeros(3)), (5, 1)), atol=1e-13
    )
    expected = np.append((np.array([1.2, 0.9, 1.05]) ** 2 - 1) / 2, np.zeros(3))
    np.testing.assert_allclose(element.strains(data, u, finite=True)[0], np.tile(expected, (5, 1)), atol=1e-13)


def test_forces_of_small_strains_act_where_the_mesh_is():
    small, large = SolidShell(), LogarithmicShell()
    assert not small.forces_move and not small.straight and large.forces_move and not large.straight
