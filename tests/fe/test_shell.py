"""Curved shells against what is known of them."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_functions
from pyaster_lite.fe.shell import turns_to
from pyaster_lite.fe.shell_layers import _through_triangle
from pyaster_lite.fe.shell_rotating import RotatingShell
from pyaster_lite.materials.elas_orth import shell_plane

YOUNG, POISSON, DENSITY, THICKNESS = 2.0e11, 0.3, 7800.0, 0.02
CELLS = ("QUAD9", "TRIA7")


def one(cell, curved=False):
    """A shell and the data of one cell of it: plane, or on a cylinder of radius 2."""
    element = MODELISATIONS["COQUE_3D"].elements[cell]
    a, b = (reference_cell(cell).nodes * 0.4).T
    x = np.stack([2 * np.sin(a / 2), b, 2 * np.cos(a / 2)], axis=1) if curved else np.stack([a, b, 0.1 * a], axis=1)
    given = {"thickness": THICKNESS, "plate_offset": 0.0, "drilling": 1e-5, "rotary": 0.0, "shear_factor": 5 / 6}
    characteristics = {name: np.array([value]) for name, value in given.items()} | {"direction": np.array([[1.0, 0, 0]])}
    materials = [{"young": YOUNG, "poisson": POISSON, "density": DENSITY}]
    return element, ElementData(np.array([0]), x[None], materials, np.array([0]), characteristics)


def motion(element, data, move, turn):
    """(nd,) of a displacement and a rotation, functions of the place."""
    x = data.coordinates[0]
    return np.concatenate([*(np.concatenate([move(p), turn(p)]) for p in x[: element.outer]), turn(x[-1])])


@pytest.mark.parametrize("curved", [False, True])
@pytest.mark.parametrize("cell", CELLS)
def test_rigid_motions_make_no_force(cell, curved):
    element, data = one(cell, curved)
    stiffness = element.stiffness(data)[0]
    np.testing.assert_allclose(stiffness, stiffness.T, atol=1e-9 * abs(stiffness).max())
    for axis in np.eye(3):
        shift = motion(element, data, lambda p, axis=axis: axis, lambda p: np.zeros(3))
        assert abs(stiffness @ shift).max() < 1e-12 * abs(stiffness).max()
        spin = motion(element, data, lambda p, axis=axis: np.cross(axis, p), lambda p, axis=axis: axis)
        held = element._held(data, np.zeros_like(stiffness)[None])[0]
        assert abs((stiffness - held) @ spin).max() < 1e-5 * abs(stiffness).max()
    assert np.linalg.eigvalsh(stiffness).min() > -1e-9 * abs(stiffness).max()


@pytest.mark.parametrize("cell", CELLS)
def test_a_plane_shell_stretches_and_bends_like_a_plate(cell):
    element, data = one(cell)
    data.coordinates[..., 2] = 0.0
    data.characteristics["drilling"] = np.zeros(1)
    area = reference_cell(cell).volume * 0.16
    plane = YOUNG / (1 - POISSON**2)
    stretch = motion(element, data, lambda p: np.array([1e-3 * p[0], 0, 0]), lambda p: np.zeros(3))
    assert stretch @ element.stiffness(data)[0] @ stretch == pytest.approx(plane * THICKNESS * 1e-6 * area, rel=1e-9)
    bend = motion(element, data, lambda p: np.array([0, 0, 5e-4 * p[0] ** 2]), lambda p: np.array([0, -1e-3 * p[0], 0]))
    assert bend @ element.stiffness(data)[0] @ bend == pytest.approx(plane * THICKNESS**3 / 12 * 1e-6 * area, rel=1e-9)
    energy, _ = element.energy_parts(data, 1e3 * (stretch + bend)[None], "stiffness")
    assert energy[0, 1:].sum() == pytest.approx(1.0, rel=1e-6)


@pytest.mark.parametrize("cell", CELLS)
def test_mass_and_loads_add_up(cell):
    element, data = one(cell, True)
    mass = element.mass(data)[0]
    across = motion(element, data, lambda p: np.array([0, 1.0, 0]), lambda p: np.zeros(3))
    whole = across @ mass @ across
    assert whole == pytest.approx(DENSITY * THICKNESS * reference_cell(cell).volume * 0.16, rel=1e-3)
    weight = element.weight(data, np.array([0, 0, -9.81]))[0]
    up = motion(element, data, lambda p: np.array([0, 0, 1.0]), lambda p: np.zeros(3))
    assert weight @ up == pytest.approx(-9.81 * whole, rel=1e-3)
    push = element.pressure(data, 2.0)[0]
    normal = np.cross(*(data.coordinates[0, k] - data.coordinates[0, 0] for k in (1, 2)))
    assert np.sign(push @ up) == -np.sign(normal[2])


@pytest.mark.parametrize("cell", CELLS)
def test_stresses_across_the_thickness(cell):
    element, data = one(cell)
    data.coordinates[..., 2] = 0.0
    data.characteristics |= {"drilling": np.zeros(1), "layers": np.array([2.0]), "direction": np.array([[0.0, 1.0, 0.0]])}
    k, e, plane = 1e-3, 2e-4, YOUNG / (1 - POISSON**2)
    bend = motion(element, data, lambda p: np.array([e * p[0], 0, k * p[0] ** 2 / 2]), lambda p: np.array([0, -k * p[0], 0]))
    state = element.respond(data, BEHAVIOURS["ELAS"], bend[None], element.start(data, BEHAVIOURS["ELAS"]))[2]
    values, names = element.shown(data, state.stress)
    across = values.reshape(len(element.rule()), 6, 6)
    height = THICKNESS / 2 * np.array([-1, -0.5, 0, 0, 0.5, 1])
    np.testing.assert_allclose(across[..., 1], np.tile(plane * (e - k * height), (len(across), 1)), rtol=1e-6)
    np.testing.assert_allclose(across[..., 0], POISSON * across[..., 1], rtol=1e-6)
    np.testing.assert_allclose(element.kept(data, values), state.stress, atol=1e-9 * abs(state.stress).max())
    at_nodes = element.stresses_at_nodes(data, values, 6).reshape(element.nodes, 6, 6)
    np.testing.assert_allclose(at_nodes[..., 1], np.tile(plane * (e - k * height), (element.nodes, 1)), rtol=1e-6)
    forces, _ = element.forces_at_points(data, values)
    np.testing.assert_allclose(forces[0, :, 1], plane * THICKNESS * e, rtol=1e-6)
    np.testing.assert_allclose(forces[0, :, 4], -plane * THICKNESS**3 / 12 * k, rtol=1e-6)
    strains = element.layer_strains(data, bend[None]).reshape(-1, 6, 6)
    np.testing.assert_allclose(strains[:, 0, 1], e + k * THICKNESS / 2, rtol=1e-6)


@pytest.mark.parametrize("cell", CELLS)
def test_followed_forces_go_to_the_nodes_along_the_axes_of_the_shell(cell):
    """A pull that is the same along the axes of the shell, which turn from place to place, is that along the axes of each node."""
    element, data = one(cell)
    x, y = data.coordinates[..., 0].copy(), data.coordinates[..., 1].copy()
    data.coordinates[..., 1], data.coordinates[..., 2] = y + x * y, 0.0
    own = np.zeros((1, 3 * len(element.rule()), 5))
    own[..., 0] = 5.0
    values = element._tensors(own, element._turn(element._first(data), data), 1.0)
    found, _ = element.followed_at_nodes(data, values)
    turn = element._turn(element._node_frames(data), data, element.nodes)
    np.testing.assert_allclose(found[0, :, 0], 5.0 * THICKNESS * turn[:, 0, 0] ** 2)
    np.testing.assert_allclose(found[0, :, 2], 5.0 * THICKNESS * turn[:, 0, 0] * turn[:, 1, 0], atol=1e-15)
    assert np.ptp(found[0, :, 0]) > 1e-3


@pytest.mark.parametrize("cell", CELLS)
def test_stresses_at_nodes_of_what_has_moved_far_are_those_of_cauchy(cell):
    element, data = RotatingShell(cell), one(cell)[1]
    data.coordinates[..., 2] = 0.0
    data.characteristics |= {"drilling": np.zeros(1), "layers": np.array([2.0]), "direction": np.array([[1.0, 0.0, 0.0]])}
    e, plane = 0.1, YOUNG / (1 - POISSON**2)
    stretch = motion(element, data, lambda p: np.array([e * p[0], 0, 0]), lambda p: np.zeros(3))[None]
    state = element.respond(data, BEHAVIOURS["ELAS"], stretch, element.start(data, BEHAVIOURS["ELAS"]))[2]
    values, _ = element.shown(data, state.stress)
    found = element.cauchy_at_nodes(data, values, 6, stretch).reshape(-1, 6)
    second = plane * (e + e**2 / 2)
    np.testing.assert_allclose(found[:, 0], second * (1 + e), rtol=1e-9)
    np.testing.assert_allclose(found[:, 1], POISSON * second / (1 + e), rtol=1e-9)
    np.testing.assert_allclose(found[:, 2:], 0.0, atol=1e-9 * second)


@pytest.mark.parametrize("cell", CELLS)
def test_stresses_hold_the_forces_that_made_them(cell):
    element, data = one(cell, True)
    data.characteristics["drilling"] = np.zeros(1)
    u = 1e-4 * np.random.default_rng(1).standard_normal((1, element.size))
    force, _, state = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    held = element.nodal_forces(data, state.stress)
    np.testing.assert_allclose(held, force, atol=1e-3 * abs(force).max())


def test_inertia_of_a_flat_shell():
    element, data = one("QUAD9")
    data.coordinates[..., 2] = 0.0
    found = element.inertia(data)[0]
    mass = DENSITY * THICKNESS * 0.64
    np.testing.assert_allclose(found[:4], [mass, 0, 0, 0], atol=1e-12)
    np.testing.assert_allclose(found[4:7], [mass / 12 * (0.64 + THICKNESS**2)] * 2 + [mass / 12 * 1.28], rtol=1e-12)


def test_moments_by_area_turn_the_nodes_of_the_sides():
    element, data = one("QUAD9")
    data.coordinates[..., 2] = 0.0
    found = element.shell_force(data, np.zeros((1, 8, 3)), np.tile([2.0, 0.0, 5.0], (1, 8, 1)))[0]
    nodes = found[:48].reshape(8, 6)
    assert not nodes[:, :3].any() and not found[48:].any()
    # of the reference cell, 4, the node in the middle has 16/9; z x x is y
    np.testing.assert_allclose(nodes[:, 3:].sum(axis=0), [0.0, 2.0 * (4 - 16 / 9), 0.0], atol=1e-12)
    sideways, none = np.tile([1.0, 0, 0], (1, 8, 1)), np.zeros((1, 8, 3))
    np.testing.assert_array_equal(element.shell_force(data, sideways, none, True, 0.5), element.shell_force(data, sideways, none, True))
    normal = np.tile([0.0, 0, 1.0], (1, 8, 1))
    np.testing.assert_allclose(element.shell_force(data, normal, np.zeros((1, 8, 3)), True, 0.5), element.pressure(data, -1.0), atol=1e-12)


@pytest.mark.parametrize("cell", CELLS)
def test_strains_of_a_flat_section_are_those_of_its_motion(cell):
    element, data = one(cell)
    data.coordinates[..., 2] = 0.0
    move = lambda p: np.array([1e-3 * p[0], 2e-3 * p[0], 5e-4 * p[0] ** 2])  # noqa: E731
    u = motion(element, data, move, lambda p: np.array([0, -1e-3 * p[0], 0]))[None]
    for at_nodes in (False, True):
        strains, names = element.section_strains(data, u, at_nodes)
        assert names[:3] == ("EXX", "EYY", "EXY") and strains.shape == (1, element.nodes, 8)
        # at the corners of triangles code_aster takes a share of the value in the middle off
        share = 1 - 9 / 44 if at_nodes and cell == "TRIA7" else 1.0
        np.testing.assert_allclose(strains[0, 0], share * np.array([1e-3, 0, 2e-3, -1e-3, 0, 0, 0, 0]), atol=1e-12)


@pytest.mark.parametrize("cell", CELLS)
def test_points_across_fill_the_volume_and_stand_on_the_normals(cell):
    element, data = one(cell, curved=True)
    data.characteristics["layers"] = np.array([2.0])
    places, weights = element.points_across(data)
    plane_area = 0.16 * reference_cell(cell).volume
    assert weights.sum() == pytest.approx(plane_area * THICKNESS, rel=1e-3)
    radius = np.hypot(places[0, :, 0], places[0, :, 2]).reshape(-1, 6)
    np.testing.assert_allclose(radius - radius[:, [1]], np.tile([-0.005, 0.0, 0.005, 0.005, 0.01, 0.015], (len(radius), 1)), atol=2e-4)


@pytest.mark.parametrize("cell", CELLS)
def test_stresses_hold_what_leans_and_what_turns(cell):
    element, data = one(cell)
    data.coordinates[..., 2] = 0.0
    stress = np.zeros((1, 3 * len(element.rule()), 5))
    stress[..., 0] = 5.0
    held = element.geometric_stiffness(data, stress)[0]
    np.testing.assert_allclose(held, held.T, atol=1e-12 * abs(held).max())
    surface = data.coordinates[0, : element.outer]
    area = np.ptp(surface[:, 0]) * np.ptp(surface[:, 1]) * (1.0 if cell == "QUAD9" else 0.5)
    leaning = motion(element, data, lambda p: np.array([0.0, 0.0, 0.3 * p[0]]), lambda p: np.zeros(3))
    assert leaning @ held @ leaning == pytest.approx(5.0 * 0.3**2 * area * THICKNESS, rel=1e-9)
    # where normals turn alone, more and more, fibres above and below move to and fro
    turning = motion(element, data, lambda p: np.zeros(3), lambda p: np.array([0.0, p[0], 0.0]))
    assert turning @ held @ turning == pytest.approx(5.0 * area * THICKNESS**3 / 12, rel=1e-9)


@pytest.mark.parametrize("curved", [False, True])
@pytest.mark.parametrize("cell", CELLS)
def test_an_orthotropic_shell_of_one_modulus_is_isotropic_but_for_the_weight_of_shear(cell, curved):
    element, data = one(cell, curved)
    data.characteristics |= {"shear_factor": np.ones(1), "layers": np.ones(1, int)}
    shear = YOUNG / (2 * (1 + POISSON))
    own = replace(data, materials=[{"shell_plane": shell_plane(YOUNG, YOUNG, POISSON, shear, shear)}], _kept={})
    stiffness = element.stiffness(data)
    np.testing.assert_allclose(element.stiffness(own), stiffness, rtol=1e-9, atol=1e-9 * abs(stiffness).max())
    u = np.random.default_rng(2).normal(size=(1, element.size))
    alike = element.shown(data, element.elastic_state(data, u).stress)[0]
    np.testing.assert_allclose(element.shown(own, element.elastic_state(own, u).stress)[0], alike, rtol=1e-9, atol=1e-9 * abs(alike).max())


def test_the_axes_of_an_orthotropic_shell_are_those_of_the_user():
    element, data = one("QUAD9")
    data.coordinates[..., 2] = 0.0
    data.characteristics |= {"drilling": np.zeros(1), "direction": np.array([[0.0, 1.0, 0.0]]), "layers": np.ones(1, int)}
    own = replace(data, materials=[{"shell_plane": shell_plane(40e9, 10e9, 0.0, 4e9, 3e9)}], _kept={})
    area = reference_cell("QUAD9").volume * 0.16
    stretch = motion(element, own, lambda p: np.array([1e-3 * p[0], 0, 0]), lambda p: np.zeros(3))
    assert stretch @ element.stiffness(own)[0] @ stretch == pytest.approx(10e9 * THICKNESS * 1e-6 * area, rel=1e-9)


def test_a_warm_orthotropic_shell_must_not_expand():
    """As in code_aster (matrth)."""
    element, data = one("QUAD9")
    around = {"TEMP": np.array([[50.0]]), "TEMP_REF": np.array([[20.0]]), "INST": np.array([[0.0]])}
    made = {"shell_plane": shell_plane(40e9, 10e9, 0.0, 4e9, 3e9), "expansion": np.zeros(3)}
    cold, warm = (replace(data, materials=[made | more], surroundings=lambda t: around, _kept={}) for more in ({}, {"expansion": 1e-5}))
    assert element.anelastic_force(cold) is None
    with pytest.raises(ComputationFailed):
        element.anelastic_force(warm)


def test_the_users_axes_where_an_interpolated_normal_is_short():
    direction, short = np.array([[0.48, 0.64, 0.6]]), 0.9
    along = np.array([0.48, 0.64, 0.6 - 0.6 * short**2])
    along /= np.linalg.norm(along)
    c = along[0] / np.hypot(along[0], short * along[1])
    s = short * along[1] / np.hypot(c, short * along[1])
    found = turns_to(direction, np.diag([1.0, short, short])[None, None])
    np.testing.assert_allclose(found[0, 0], [[c, s], [-s, c]])
    np.testing.assert_allclose(turns_to(direction, np.eye(3)[None, None])[0, 0], [[0.6, 0.8], [-0.8, 0.6]])


@pytest.mark.parametrize("cell", CELLS)
def test_an_orthotropic_shell_that_turns_little_is_the_linear_one(cell):
    element, data = one(cell, curved=True)
    data.characteristics |= {"drilling": np.zeros(1), "direction": np.array([[1.0, 0.5, 0.0]]), "layers": np.ones(1, int)}
    own = replace(data, materials=[{"shell_plane": shell_plane(40e9, 10e9, 0.3, 4e9, 3e9)}], _kept={})
    turning = RotatingShell(cell)
    u = 1e-9 * np.random.default_rng(3).normal(size=(1, element.size))
    force, tangent, _ = turning.respond(own, BEHAVIOURS["ELAS"], u, turning.start(own, BEHAVIOURS["ELAS"]))
    stiffness = element.stiffness(own)
    np.testing.assert_allclose(tangent, stiffness, atol=1e-5 * abs(stiffness).max())
    np.testing.assert_allclose(force, np.einsum("eab,eb->ea", stiffness, u), atol=1e-5 * abs(force).max())


def test_strains_at_the_nodes_of_a_triangle_are_parabolas_through_the_points_around_its_middle():
    matrix, nodes = _through_triangle(), reference_cell("TRIA7").nodes
    points = quadrature("TRIA7", "FPG7").points
    for form in (lambda p: 1 + 0 * p[:, 0], lambda p: p[:, 0] - 2 * p[:, 1], lambda p: p[:, 0] * p[:, 1] + 3 * p[:, 1] ** 2):
        values = form(points)
        values[0] = 0.0
        np.testing.assert_allclose(matrix @ values, form(nodes), atol=1e-12)
    # code_aster adds a share of the value in the middle, which counts in full there
    assert matrix[6, 0] == pytest.approx(1.0) and matrix[0, 0] == pytest.approx(-9 / 44)


@pytest.mark.parametrize("cell", CELLS)
def test_residuals_are_judged_by_what_a_stress_of_reference_holds(cell):
    """Sums as they grow: of n equal ones their mean size is (n + 1) / 2 times each, whose sum is n times it."""
    element, data = one(cell, True)
    force = element.reference_force(data, {"stress": 3.0})
    np.testing.assert_allclose(element.reference_force(data, {"stress": 6.0}), 2.0 * force)
    whole = element.nodal_forces(data, np.full((1, len(element.rule()) * 3, 5), 3.0))
    held = element._turning[-1]
    across = np.einsum("ij,ej->ei", _across(element, data), whole[:, held])
    np.testing.assert_allclose(force[:, held], across, atol=1e-12 * abs(whole).max())
    assert (force[:, [0, 1, 2]] > whole[:, [0, 1, 2]]).all()


def _across(element, data):
    """Onto the plane across the normal at the last node."""
    normal = element.normals(data)[0][0, -1]
    return np.eye(3) - np.outer(normal, normal)


@pytest.mark.parametrize("cell", CELLS)
def test_the_points_stand_between_all_nodes(cell):
    """Also that at the centre, wherever it is."""
    element, data = one(cell)
    data = replace(data, characteristics=data.characteristics | {"layers": np.array([1])})
    moved = data.coordinates.copy()
    moved[0, -1] += [0.01, 0.0, 0.0]
    before, after = (element.points_across(own)[0] for own in (data, replace(data, coordinates=moved)))
    point = int(np.argmax(abs(after - before)[0, :, 0]))
    share = shape_functions(cell, element._rule.points)[point // 3, -1]
    np.testing.assert_allclose((after - before)[0, point], [0.01 * share, 0.0, 0.0], atol=1e-15)


@pytest.mark.parametrize("cell", CELLS)
def test_strains_along_the_local_axes_are_those_of_the_gradients_turned_to_them(cell):
    element, data = one(cell)
    points, height = element.rule().points, 0.7
    gradients, determinant, axes = element._gradients(data, points, height)
    *found, same = element._strains(data, points, height)
    for strains, gradient in zip(found, gradients):
        own = np.einsum("egpi,egija,egqj->egpqa", axes, gradient, axes)
        pairs = [own[:, :, p, q] + (own[:, :, q, p] if p != q else 0.0) for p, q in ((0, 0), (1, 1), (0, 1), (0, 2), (1, 2))]
        assert np.allclose(strains, np.stack(pairs, axis=2), rtol=0.0, atol=1e-12 * abs(own).max())
    assert np.array_equal(same, determinant)


@pytest.mark.parametrize("cell", CELLS)
def test_the_energy_of_a_warm_shell_is_less_the_work_of_the_forces_of_warmth(cell):
    """As code_aster's (te0401): free growth by e has the energy -F u / 2, F being what holds it."""
    element, data = one(cell)
    around = {"TEMP": np.array([[50.0]]), "TEMP_REF": np.array([[20.0]]), "INST": np.array([[0.0]])}
    warm = replace(data, materials=[data.materials[0] | {"expansion": 1e-5}], surroundings=lambda t: around)
    held = element.anelastic_force(warm)
    u = np.linalg.lstsq(element.stiffness(warm)[0], held[0], rcond=None)[0][None]
    energy, _ = element.energy_parts(warm, u, "stiffness")
    assert energy[0, 0] == pytest.approx(-0.5 * float(held[0] @ u[0]))
