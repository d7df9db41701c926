"""Shells of revolution against what is known of them."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.behaviours._plane_stress import in_plane_stress
from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe import thick_meridian
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


@pytest.mark.parametrize("layers", (1.0, 2.0))
def test_a_shell_that_is_as_warm_everywhere_swells_without_stress(layers):
    element, data = one()
    around = {"TEMP": np.array([[120.0]]), "TEMP_REF": np.array([[20.0]]), "INST": np.array([[0.0]])}
    characteristics = data.characteristics | {"layers": np.array([layers])}
    data = replace(data, materials=[METAL | {"expansion": 1e-5}], characteristics=characteristics, surroundings=lambda t: around)
    x, y = data.coordinates[0, :, 0], data.coordinates[0, :, 1]
    u = np.stack([1e-3 * x, 1e-3 * y, np.zeros(3)], axis=1).reshape(1, -1)
    assert abs(np.nan_to_num(element.elastic_state(data, u).stress)).max() < 1e-10 * YOUNG
    assert abs(element.elastic_state(data, 0 * u).stress[..., :2] + YOUNG / (1 - POISSON) * 1e-3).max() < 1e-9 * YOUNG
    np.testing.assert_allclose(element.anelastic_force(data)[0], element.stiffness(data)[0] @ u[0], atol=1e-9)


def test_warmth_through_the_thickness_bends_as_its_curvature():
    element, data = one(curved=False)
    around = {"TEMP": np.tile([-10.0, 0.0, 10.0], (1, 4)), "TEMP_REF": np.zeros((1, 12)), "INST": np.zeros((1, 12))}
    thin = data.characteristics | {"layers": np.array([1.0])}
    data = replace(data, materials=[METAL | {"expansion": 1e-5}], characteristics=thin, surroundings=lambda t: around)
    b, area = element.strain_matrix(data)
    bending = YOUNG * THICKNESS**3 / 12 / (1 - POISSON) * 1e-5 * 20.0 / THICKNESS
    expected = np.einsum("egia,eg->ea", b[:, :, [1, 3]], area * bending)
    np.testing.assert_allclose(element.anelastic_force(data), expected, rtol=1e-10, atol=1e-14)


def test_a_shell_that_turns_is_pulled_outward():
    element, data = one(curved=False)
    places = element.points(data.coordinates)
    outward = 9.0 * places * [1.0, 0.0, 0.0]
    force = element.inertial_force(data, outward)[0].reshape(3, 3)
    whole = DENSITY * THICKNESS * 9.0 * (element.geometry(data)[4] * places[..., 0]).sum()
    np.testing.assert_allclose(force.sum(axis=0), [whole, 0.0, 0.0], rtol=1e-12)


@pytest.mark.parametrize("curved", (False, True))
def test_nodal_forces_hold_the_stresses_that_displacements_make(curved):
    element, data = one(curved)
    u = np.random.default_rng(0).normal(size=(1, 9)) * 1e-4
    held = element.resisting_forces(data, u, element.elastic_state(data, u).stress)
    elastic = in_plane_stress(BEHAVIOURS["ELAS"])
    force, _, _ = element.respond(data, elastic, u, element.start(data, elastic))
    np.testing.assert_allclose(held, force, rtol=1e-10, atol=1e-10 * abs(held).max())


def thick(data, on=1.0):
    return replace(data, characteristics=data.characteristics | {"metric": np.array([on]), "thickness": np.array([0.4])})


def test_the_weight_acts_along_the_axis_alone():
    """As code_aster's (te0233): what pulls across a whole ring has no sum."""
    element, data = one()
    force = element.weight(data, np.array([3.0, -9.0, 1.0]))[0].reshape(3, 3)
    np.testing.assert_allclose(force.sum(axis=0), [0.0, -9.0 * DENSITY * THICKNESS * element.geometry(data)[4].sum(), 0.0], atol=1e-18)


def test_lengths_off_the_middle_of_a_thick_sphere():
    """There both curvatures are 1 / 2: strains at z are those of the middle over 1 + z / 2."""
    element, data = one()
    u = np.stack([1e-3 * data.coordinates[0, :, 0], 1e-3 * data.coordinates[0, :, 1], np.zeros(3)], axis=1).reshape(1, -1)
    np.testing.assert_allclose(element.curvature(data), 0.5, rtol=5e-2)
    around = element.geometry(data)[1] / element.geometry(data)[3]
    found = element.layer_strains(thick(data), u).reshape(4, -1, 3)
    z = np.array([-0.2, -0.1, 0.0, 0.0, 0.1, 0.2])
    np.testing.assert_allclose(found[..., 0], 1e-3 / (1 + z * element.curvature(data)[0][:, None]), rtol=1e-12)
    np.testing.assert_allclose(found[..., 1], 1e-3 / (1 + z * around[0][:, None]), rtol=1e-12)
    np.testing.assert_allclose(element.layer_strains(thick(data, 0.0), u)[..., :2], 1e-3, rtol=1e-12)


def test_the_section_of_a_thick_cylinder():
    """Around it logarithms of the radii remain, which the couplings count once by the radius (te0221)."""
    r, h, k = 1.3, 0.4, 0.8333
    flat = np.zeros((1, 1))
    d = thick_meridian.section(flat, flat + 1 / r, flat + r, *(np.array([v]) for v in (h, YOUNG, POISSON, k)))[0, 0]
    plate, log = YOUNG / (1 - POISSON**2), np.log((r + h / 2) / (r - h / 2))
    assert d[2, 2] == pytest.approx(plate * r * log)
    assert d[2, 3] == pytest.approx(plate * r**2 * (h - r * log))
    assert d[3, 3] == pytest.approx(plate * r**2 * (r * log - h))
    assert d[0, 0] == pytest.approx(plate * h) and d[0, 1] == pytest.approx(0.0, abs=1e-8) and d[0, 2] == pytest.approx(POISSON * plate * h)
    thin = thick_meridian.section(flat, flat + 1 / r, flat + r, *(np.array([v]) for v in (1e-3, YOUNG, POISSON, k)))[0, 0]
    assert thin[3, 3] == pytest.approx(plate * 1e-9 / 12) and thin[2, 3] == pytest.approx(0.0, abs=1e-10)


def test_what_follows_a_law_in_thick_layers_gives_the_tangent_of_its_forces():
    element, data = one(curved=False)
    data, chance = thick(data), np.random.default_rng(4)
    behaviour = in_plane_stress(BEHAVIOURS["VMIS_ISOT_LINE"])
    state, u = element.start(data, behaviour), 2e-3 * chance.normal(size=(1, 9))
    force, tangent, after = element.respond(data, behaviour, u, state)
    slope = [(element.respond(data, behaviour, u + d, state)[0] - element.respond(data, behaviour, u - d, state)[0])[0] / 2e-7
             for d in 1e-7 * np.eye(9)[:, None]]  # fmt: skip
    np.testing.assert_allclose(tangent[0], np.array(slope).T, atol=2e-5 * abs(tangent).max())
    np.testing.assert_allclose(element.state_forces(data, after), force, rtol=1e-10, atol=1e-12)
