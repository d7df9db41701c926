"""Shells of revolution against what is known of them."""

import numpy as np
import pytest

from pyaster_lite.behaviours._plane_stress import in_plane_stress
from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.materials._law import isotropic

YOUNG, POISSON, DENSITY, THICKNESS = 2.0e5, 0.3, 7.8e-6, 0.05
METAL = {
    "young": YOUNG, "poisson": POISSON, "density": DENSITY, "elasticity": isotropic(YOUNG, POISSON),
    "yield_stress": 100.0, "traction_slope": 2.0e4,
}  # fmt: skip


def one(curved=True):
    """The element and a piece of a meridian: of a cone, or of a sphere of radius 2."""
    element = MODELISATIONS["COQUE_AXIS"].elements["SEG3"]
    angle = np.array([0.3, 0.7, 0.5])
    x, y = (2 * np.cos(angle), 2 * np.sin(angle)) if curved else (1.5 + 0.3 * angle, angle)
    given = {"thickness": THICKNESS, "shear_factor": 5 / 6, "layers": 2.0}
    characteristics = {name: np.array([value]) for name, value in given.items()}
    return element, ElementData(np.array([0]), np.stack([x, y, 0 * x], axis=1)[None], [METAL], np.array([0]), characteristics)


@pytest.mark.parametrize("curved", (False, True))
def test_only_a_motion_along_the_axis_is_rigid(curved):
    element, data = one(curved)
    stiffness = element.stiffness(data)[0]
    along = np.tile([0.0, 1.0, 0.0], 3)
    assert abs(stiffness @ along).max() < 1e-12 * abs(stiffness).max()
    b, area = element.strain_matrix(data)
    assert area.sum() * 2 * np.pi > 0.0 and np.linalg.matrix_rank(b[0].reshape(-1, 9)) == 8


def test_a_uniform_swelling_of_a_sphere():
    element, data = one()
    x, y = data.coordinates[0, :, 0], data.coordinates[0, :, 1]
    u = np.stack([1e-3 * x, 1e-3 * y, np.zeros(3)], axis=1).reshape(1, -1)
    strains, _ = element.section_strains(data, u)
    np.testing.assert_allclose(strains[0], np.tile([1e-3, 1e-3, 0, 0, 0, 0], (4, 1)), atol=1e-15)
    forces, names = element.forces_at_points(data, element.elastic_state(data, u).stress)
    np.testing.assert_allclose(forces[0, :, :2], YOUNG * THICKNESS / (1 - POISSON) * 1e-3, rtol=1e-12)
    assert names[0] == "NXX"


def test_mass_pressure_and_inertia():
    element, data = one(curved=False)
    area = element.geometry(data)[4].sum()
    along = np.tile([0.0, 1.0, 0.0], 3)
    assert along @ element.mass(data)[0] @ along == pytest.approx(DENSITY * THICKNESS * area)
    force = element.pressure(data, 3.0)[0].reshape(3, 3)
    _, cosine, sine, _, _ = element.geometry(data)
    np.testing.assert_allclose(force.sum(axis=0), [-3 * area * cosine[0, 0], -3 * area * sine[0, 0], 0.0], rtol=1e-12)
    own = element.shell_force(data, np.tile([0.0, 0.0, -3.0], (1, 4, 1)), np.zeros((1, 4, 3)), own_axes=True)
    np.testing.assert_allclose(own[0].reshape(3, 3), force, atol=1e-14)
    assert element.inertia(data)[0, 0] == pytest.approx(2 * np.pi * DENSITY * THICKNESS * area)


def test_the_tangent_of_plastic_layers_follows_from_their_forces():
    element, data = one()
    law, data = in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"]), data.between(0.0, 1.0)
    rest = element.start(data, law)
    u = np.random.default_rng(3).standard_normal((1, 9)) * 1e-3
    force, tangent, state = element.respond(data, law, u, rest)
    assert (state.internal[..., 0] > 0).any()
    found = np.zeros((9, 9))
    for i in range(9):
        ways = [element.respond(data, law, u + sign * 1e-8 * np.eye(9)[i], rest, False)[0][0] for sign in (1, -1)]
        found[:, i] = (ways[0] - ways[1]) / 2e-8
    np.testing.assert_allclose(tangent[0], found, atol=1e-5 * abs(found).max())
    np.testing.assert_allclose(element.state_forces(data, state), force, atol=1e-9 * abs(force).max())
