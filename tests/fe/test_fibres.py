"""Beams of fibres against beams of one material, and their tangents."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import eigh

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe import beam_frames
from pyaster_lite.fe.beam_geometric import geometric_stiffness, linear_geometric_stiffness, warping_geometric_stiffness
from pyaster_lite.fe.beam_section import NAMES
from pyaster_lite.fe.beam_stiffness import warping_stiffness
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.fibres.followed import BentFibreWarpingBeam, followed_fibre_beam
from pyaster_lite.fe.finite_rotation import rotation_matrix

YOUNG, SHEAR_OVER = 2.0e11, 2.6
STEEL = {"young": YOUNG, "poisson": 0.3, "density": 7800.0, "traction_slope": 2.0e10, "yield_stress": 2.0e8}
CORNERS = np.array([[y, z] for y in (-0.06, 0.02, 0.06) for z in (-0.09, 0.01, 0.1)])


def fibres(middle=True):
    """(n, 7) fibres, whose centre of gravity is on the axis when they are in the middle."""
    places = CORNERS - (CORNERS.mean(axis=0) if middle else 0.0)
    return np.column_stack([places, np.full(len(places), 1e-3), np.zeros((len(places), 4))])


def one(word, law="ELAS", middle=True, frame=None, given=None):
    """An element and the data of one cell of it with its fibres, all of one law."""
    element = MODELISATIONS[word].elements["SEG2"]
    frame = np.eye(3) if frame is None else frame
    given = fibres(middle) if given is None else given
    y, z, area = given[:, :3].T
    values = {"area": area.sum(), "inertia_y": (area * z**2).sum(), "inertia_z": (area * y**2).sum(), "torsion": 3e-5}
    values |= {"shear_y": 1.2, "shear_z": 1.3, "warping": 1e-8} if "TG" in word else {}
    section = np.array([[[values.get(name, 0.0) for name in NAMES]] * 2])
    coordinates = np.array([[[1.0, 2.0, 0.5], np.array([1.0, 2.0, 0.5]) + 2.0 * frame[0]]])
    characteristics = {"section": section, "frame": frame[None], "fibres": given[None], "fibre_group": np.ones((1, len(given)))}
    material = STEEL | {"fibres": {1: (STEEL, BEHAVIOURS[law].fibre)}}
    return element, ElementData(np.array([0]), coordinates, [material], np.array([0]), characteristics)


def turned():
    axes, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))
    return axes * np.sign(np.linalg.det(axes))


@pytest.mark.parametrize("word,plain", [("POU_D_EM", "POU_D_E"), ("POU_D_TGM", "POU_D_TG")])
def test_balanced_fibres_of_one_material_are_a_plain_beam(word, plain):
    given = np.array([[y, z, 1e-3, 0, 0, 0, 0] for y in (-0.05, 0.05) for z in (-0.1, 0.1)])
    element, data = one(word, frame=turned(), given=given)
    beam = MODELISATIONS[plain].elements["SEG2"]
    for option in ("stiffness", "mass"):
        if (option, word) == ("mass", "POU_D_EM"):
            continue  # the plain beam's sections turn without inertia
        found, known = getattr(element, option)(data), getattr(beam, option)(data)
        np.testing.assert_allclose(found, known, atol=1e-12 * abs(known).max())
    u = 1e-3 * np.random.default_rng(1).standard_normal((1, element.size))
    force, tangent, state = element.respond(data, BEHAVIOURS["MULTIFIBRE"], u, element.start(data, BEHAVIOURS["MULTIFIBRE"]))
    np.testing.assert_allclose(tangent[0], beam.stiffness(data)[0], atol=1e-9 * abs(tangent).max())
    np.testing.assert_allclose(element.state_forces(data, state), force, atol=1e-9 * abs(force).max())


def test_the_mass_is_all_there():
    element, data = one("POU_D_EM", middle=False, frame=turned())
    shift = np.tile([1.0, 0, 0, 0, 0, 0], 2)
    whole = 7800.0 * 9e-3 * 2.0
    assert shift @ element.mass(data)[0] @ shift == pytest.approx(whole) == element.inertia(data)[0, 0]
    assert element.lumped_mass(data)[0, ::6, ::6].sum() == pytest.approx(whole)
    assert element.weight(data, np.array([9.0, 0, 0]))[0, ::6].sum() == pytest.approx(9.0 * whole)


def test_the_centre_of_gravity_is_that_of_the_fibres():
    given, axes = fibres(middle=False), turned()
    element, data = one("POU_D_EM", frame=axes, given=given)
    weights = given[:, 2] / given[:, 2].sum()
    arm, end = weights @ given[:, :2], data.coordinates[0]
    found = element.inertia(data)[0]
    np.testing.assert_allclose(found[1:4], end.mean(axis=0) + arm @ axes[1:])
    about_axis = 7800.0 * 2.0 * given[:, 2] @ ((given[:, :2] - arm) ** 2).sum(axis=1)
    tensor = found[[4, 7, 8, 7, 5, 9, 8, 9, 6]].reshape(3, 3)
    assert axes[0] @ tensor @ axes[0] == pytest.approx(about_axis)


def test_a_temperature_changes_no_stress_of_elastic_fibres():
    element, data = one("POU_D_EM", middle=False)
    warm = STEEL | {"expansion": 1e-5}
    around = {"TEMP": np.full((1, 1), 120.0), "TEMP_REF": np.full((1, 1), 20.0)}
    material = warm | {"fibres": {1: (warm, BEHAVIOURS["ELAS"].fibre)}}
    warmer = replace(data, materials=[material], surroundings=lambda t: around, _kept={})
    u = 1e-3 * np.random.default_rng(7).standard_normal((1, 12))
    cold, hot = element.elastic_state(data, u), element.elastic_state(warmer, u)
    np.testing.assert_array_equal(hot.stress, cold.stress)
    np.testing.assert_array_equal(hot.structural, cold.structural)


@pytest.mark.parametrize("word", ["POU_D_EM", "POU_D_TGM"])
def test_what_holds_fibres_that_are_warm_is_told_by_the_section(word):
    """The section expands by 1e-5 a degree and its fibres twice as much, the first fibre is 80 degrees warmer and the others are cold:
    E A 8e-4, and E A y 8e-4 beside it where it does not warp."""
    element, data = one(word, middle=False)
    count = len(fibres())
    heat = np.tile(np.where(np.arange(count) == 0, 100.0, 20.0), element.n_points)[None]
    around = {"TEMP": heat, "TEMP_REF": np.full((1, 1), 20.0)}
    material = STEEL | {"expansion": 1e-5, "fibres": {1: (STEEL | {"expansion": 2e-5}, BEHAVIOURS["ELAS"].fibre)}}
    warmer = replace(data, materials=[material], surroundings=lambda t: around, _kept={})
    y, z, area = fibres(False)[:, :3].T
    end = element.anelastic_force(warmer)[0, element.size // 2 :]
    moments = [0.0, (area * z).sum(), -(area * y).sum()] if word == "POU_D_EM" else [0.0, 0.0, 0.0]
    expected = YOUNG * 8e-4 * np.array([area.sum(), 0.0, 0.0, *moments])
    np.testing.assert_allclose(end[:6], expected, atol=1e-9 * expected.max())


@pytest.mark.parametrize("word", ["POU_D_EM", "POU_D_TGM"])
def test_rigid_motions_make_no_force(word):
    element, data = one(word, middle=False, frame=turned())
    first, last = data.coordinates[0]
    rate = [np.zeros(1)] if word == "POU_D_TGM" else [np.zeros(0)]
    for axis in np.eye(3):
        for turn in (np.zeros(3), axis):
            shifts = [np.cross(turn, x) if turn.any() else axis for x in (first, last)]
            u = 1e-3 * np.concatenate([np.concatenate([s, turn, *rate]) for s in shifts])[None]
            force = element.respond(data, BEHAVIOURS["MULTIFIBRE"], u, element.start(data, BEHAVIOURS["MULTIFIBRE"]))[0]
            assert abs(force).max() < 1e-4  # the stiffness is 1e9


@pytest.mark.parametrize("law", ["ELAS", "VMIS_ISOT_LINE", "VMIS_CINE_LINE"])
@pytest.mark.parametrize("word", ["POU_D_EM", "POU_D_TGM"])
def test_the_tangent_is_the_derivative_of_the_forces(word, law):
    """Of what bends and pulls: the tangent of the twist leaves out what normal stresses do to it."""
    element, data = one(word, law, middle=False)
    behaviour = BEHAVIOURS["MULTIFIBRE"]
    rng = np.random.default_rng(2)
    names = [name for node in element.components for name in node]
    kept = [i for i, name in enumerate(names) if name not in ("DRX", "GRX")]
    u = np.zeros((1, element.size))
    u[0, kept] = 2e-3 * rng.standard_normal(len(kept))
    rest = element.start(data, behaviour)
    state = element.respond(data, behaviour, u, rest)[2]
    after = 1.3 * u
    tangent = element.respond(data, behaviour, after, state)[1][0]
    for j in kept:
        step = np.zeros((1, element.size))
        step[0, j] = 1e-8
        ahead, behind = (element.respond(data, behaviour, after + s * step, state, False)[0][0] for s in (1, -1))
        np.testing.assert_allclose((ahead - behind) / 2e-8, tangent[:, j], atol=1e-5 * abs(tangent).max())


def test_the_normal_force_is_even_along_an_unbalanced_beam():
    element, data = one("POU_D_EM", "VMIS_ISOT_LINE", middle=False)
    u = 3e-3 * np.random.default_rng(5).standard_normal((1, 12))
    _, _, state = element.respond(data, BEHAVIOURS["MULTIFIBRE"], u, element.start(data, BEHAVIOURS["MULTIFIBRE"]))
    normal = state.stress.reshape(2, -1).sum(axis=1)
    assert normal[0] == pytest.approx(normal[1], rel=1e-5)


def test_own_beams_of_an_assembly_twist_the_whole():
    """Two beams at a distance: turning the section about its axis bends both."""
    part = np.array([[y, z, 1e-4, 0, 0, 0, 0] for y in (-0.01, 0.01) for z in (-0.01, 0.01)])
    parts = []
    for number, place in enumerate((-0.2, 0.2), 1):
        moved = part.copy()
        moved[:, 1] += place
        moved[:, 3:] = [0.0, place, 50.0, number]
        parts.append(moved)
    element, data = one("POU_D_EM", given=np.concatenate(parts))
    behaviour = BEHAVIOURS["MULTIFIBRE"]
    twist = np.zeros((1, 12))
    twist[0, 9] = 1e-3
    force = element.respond(data, behaviour, twist, element.start(data, behaviour))[0][0]
    own_inertia = 4e-4 * 1e-4
    bending = 2 * 12 * YOUNG * own_inertia / 8.0 * 0.2**2
    assert force[9] == pytest.approx(1e-3 * (bending + 2 * 50.0 / 2.0))


def test_fibres_without_a_material_are_refused():
    element, data = one("POU_D_EM")
    bare = ElementData(data.cells, data.coordinates, [STEEL], data.owner, data.characteristics)
    with pytest.raises(ComputationFailed, match="need a material and a law"):
        element.start(bare, BEHAVIOURS["MULTIFIBRE"])


@pytest.mark.parametrize("word", ["POU_D_EM", "POU_D_TGM"])
def test_the_forces_of_a_beam_turn_with_it_by_small_steps(word):
    element, data = one(word, frame=turned())
    element, law, steps = followed_fibre_beam(element), BEHAVIOURS["MULTIFIBRE"], 400
    axis, span = np.array([0.3, -0.5, 0.81]), data.coordinates[0, 1] - data.coordinates[0, 0]
    axis /= np.linalg.norm(axis)
    pull = np.zeros((1, element.size))
    pull[0, element.size // 2 : element.size // 2 + 3] = 1e-2 * span / np.linalg.norm(span)
    state = element.respond(data, law, pull, element.start(data, law))[2]
    force = element.state_forces(data, state)[0, :3]
    assert np.linalg.norm(force) == pytest.approx(1e-2 / 2.01 * YOUNG * 9e-3)
    for turn in np.linspace(0.0, 0.1, steps + 1)[1:]:
        rotation = rotation_matrix(turn * axis)
        u = np.zeros((1, element.size))
        u[0, element.size // 2 : element.size // 2 + 3] = rotation @ (span + pull[0, element.size // 2 : element.size // 2 + 3]) - span
        u[0, 3:6] = u[0, element.size // 2 + 3 : element.size // 2 + 6] = turn * axis
        reply, tangent, state = element.respond(data, law, u, state)
    np.testing.assert_allclose(reply[0, :3], rotation @ force, rtol=0.0, atol=0.01 * np.linalg.norm(force))
    np.testing.assert_allclose(element.state_forces(data, state), reply, atol=1e-9 * abs(reply).max())
    np.testing.assert_allclose(tangent, tangent.transpose(0, 2, 1), atol=1e-9 * abs(tangent).max())


def test_strains_of_beams_that_warp_are_summed_over_iterates():
    element, data = one("POU_D_TGM", frame=turned())
    element, law = followed_fibre_beam(element), BEHAVIOURS["MULTIFIBRE"]
    rest, (one_way, other) = element.start(data, law), 1e-2 * np.random.default_rng(4).standard_normal((2, 1, 14))
    first = element.respond(data, law, one_way, rest)[2]
    beside = replace(data, characteristics={**data.characteristics, "iterate": first})
    by_both, straight = element.respond(beside, law, other, rest)[2], element.respond(data, law, other, rest)[2]
    still = element.respond(beside, law, one_way, rest)[2]
    np.testing.assert_allclose(still.stress, first.stress, rtol=1e-12)
    assert abs(by_both.stress - straight.stress).max() > 1e-3 * abs(straight.stress).max()


def test_the_geometric_stiffness_of_warping_beams_bends_as_that_of_plain_ones():
    element, data = one("POU_D_TGM")
    section = element.with_fibres(data)
    section.values[:, :, [NAMES.index("shear_y"), NAMES.index("shear_z")]] = 0.0
    forces, plain = np.zeros((1, 3, 7)), np.zeros((1, 2, 6))
    forces[..., 0] = plain[..., 0] = 3.0e4
    found = warping_geometric_stiffness(section, np.array([2.0]), np.array([YOUNG]), np.array([YOUNG]), forces, np.zeros((1, 2, 2)))
    bending = [1, 2, 4, 5]
    known = geometric_stiffness(section, np.array([2.0]), plain)[:, [*bending, *(i + 6 for i in bending)]]
    places = [*bending, *(i + 7 for i in bending)]
    np.testing.assert_allclose(found[:, places][:, :, places], known[:, :, [*bending, *(i + 6 for i in bending)]], rtol=1e-12, atol=1e-6)


def test_axes_are_carried_along_without_turning_about_the_beam():
    rng = np.random.default_rng(5)
    span, before, u = rng.standard_normal((6, 3)), *(0.1 * rng.standard_normal((2, 6, 12)))
    gamma = rng.uniform(-1.0, 1.0, 6)
    for v in (before, u):
        v[:, 3:6] = v[:, 9:] = 0.0
    axes, angles = beam_frames.carried(span, before, u, gamma)
    old = beam_frames.axes(span + before[:, 6:9] - before[:, :3], gamma)
    new = span + u[:, 6:9] - u[:, :3]
    np.testing.assert_allclose(axes[:, 0], new / np.linalg.norm(new, axis=1)[:, None], atol=1e-14)
    np.testing.assert_allclose(axes @ axes.transpose(0, 2, 1), np.broadcast_to(np.eye(3), (6, 3, 3)), atol=1e-14)
    np.testing.assert_allclose((old[:, 1] * axes[:, 2]).sum(axis=1), 0.0, atol=1e-14)
    np.testing.assert_allclose(beam_frames.axes(new, angles[:, 2]), axes, atol=1e-14)


def test_a_pressed_column_twists_at_the_load_of_wagner():
    element, data = one("POU_D_TGM")
    whole, n = element.with_fibres(data), 4
    size, length = 7 * (n + 1), np.array([2.0 / n])
    stiffness, geometric = np.zeros((2, size, size))
    for first in range(0, 7 * n, 7):
        own = slice(first, first + 14)
        stiffness[own, own] += warping_stiffness(whole, length, np.array([YOUNG]), np.array([YOUNG / SHEAR_OVER]))[0]
        geometric[own, own] += linear_geometric_stiffness(whole, length, np.array([-1.0]), np.zeros((1, 2, 2)))[0]
    free = [i for i in range(size) if i % 7 == 6 or (i % 7 == 3 and i not in (3, size - 4))]
    loads = eigh(-geometric[np.ix_(free, free)], stiffness[np.ix_(free, free)], eigvals_only=True)
    area, iy, iz, torsion, warping = (getattr(whole, name)[0, 0] for name in ("area", "inertia_y", "inertia_z", "torsion", "warping"))
    known = (YOUNG / SHEAR_OVER * torsion + np.pi**2 / 4.0 * YOUNG * warping) * area / (iy + iz)
    assert 1.0 / loads[-1] == pytest.approx(known, rel=1e-3)


def test_moments_that_grow_along_a_warping_beam_leave_its_translations_free():
    element, data = one("POU_D_TGM")
    ends = 1e4 * np.random.default_rng(6).standard_normal((1, 2, 2))
    found = linear_geometric_stiffness(element.with_fibres(data), np.array([2.0]), np.array([3e4]), ends)[0]
    np.testing.assert_allclose(found, found.T)
    for axis in (1, 2):
        shift = np.zeros(14)
        shift[[axis, axis + 7]] = 1.0
        turning = [3, 4, 5, 6, 10, 11, 12, 13]
        assert abs((found @ shift)[[i for i in range(14) if i not in turning]]).max() < 1e-6


def test_a_bent_beam_follows_its_axis_but_does_not_turn_about_it():
    _, data = one("POU_D_TGM", frame=turned())
    element, still = BentFibreWarpingBeam(), np.zeros((1, 14))
    gamma = element.angles(data)[:, 2]
    twisted = still.copy()
    twisted[0, [3, 4, 5]] = twisted[0, [10, 11, 12]] = 0.3 * data.characteristics["frame"][0, 0]
    moved, angles = element.carried(data, still, twisted, gamma)
    np.testing.assert_allclose(moved.characteristics["frame"], data.characteristics["frame"], atol=1e-12)
    bent = still.copy()
    bent[0, 7:10] = (0.1, -0.2, 0.3)
    moved, angles = element.carried(data, still, bent, gamma)
    span = data.coordinates[0, 1] + bent[0, 7:10] - data.coordinates[0, 0]
    np.testing.assert_allclose(moved.characteristics["frame"][0, 0], span / np.linalg.norm(span), atol=1e-12)
    assert angles[0, 2] == gamma[0]


def test_grids_that_turn_with_the_beams_are_an_assembly():
    """And what holds the grids is the derivative of what the tangent says."""
    given = np.tile(fibres(), (2, 1))
    for number, (y, z) in enumerate(((0.3, 0.1), (-0.2, -0.1))):
        rows = slice(number * len(CORNERS), (number + 1) * len(CORNERS))
        given[rows, :2] += (y, z)
        given[rows, 3:] = y, z, 1e5, number + 1
    bundle, data = one("POU_D_SQUE", frame=turned(), given=given)
    assembly, other = one("POU_D_EM", frame=turned(), given=given)
    plain = 1e-4 * np.random.default_rng(5).standard_normal((1, 2, 6))
    u = np.concatenate([plain, plain[..., 3:]], axis=2).reshape(1, 18)
    force, tangent, state = bundle.respond(data, None, u, bundle.start(data, None))
    known = assembly.respond(other, None, plain.reshape(1, 12), assembly.start(other, None))[0].reshape(2, 6)
    found = force.reshape(2, 9)
    np.testing.assert_allclose(found[:, :3], known[:, :3], rtol=1e-9)
    np.testing.assert_allclose(found[:, 3:6] + found[:, 6:], known[:, 3:], rtol=1e-9)
    np.testing.assert_allclose(force, np.einsum("eij,ej->ei", tangent, u), rtol=1e-9, atol=1e-12 * abs(force).max())
    np.testing.assert_allclose(bundle.state_forces(data, state), force, rtol=1e-12)
    with pytest.raises(ComputationFailed, match="no linear matrices"):
        bundle.mass(data)
