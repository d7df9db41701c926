"""Straight beams and bars against what is known of them."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS, OPTIONS
from pyaster_lite.fe.beam_followed import followed_beam
from pyaster_lite.fe.beam_section import NAMES, Section
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.finite_rotation import rotation_matrix
from pyaster_lite.options._option import Given

YOUNG, POISSON, DENSITY, LENGTH = 2.0e11, 0.3, 7800.0, 2.0
SHEAR = YOUNG / (2 * (1 + POISSON))
VALUES = {
    "area": 0.01,
    "inertia_y": 8e-6,
    "inertia_z": 5e-6,
    "shear_y": 1.2,
    "shear_z": 1.3,
    "torsion": 9e-6,
    "offset_y": 0.02,
    "offset_z": -0.03,
}
STEEL = {"young": YOUNG, "poisson": POISSON, "density": DENSITY}


def one(word, frame=None, length=LENGTH, variation=0, ends=(VALUES, VALUES), **changes):
    """An element and the data of one cell of it, along the first axis of `frame`."""
    element = MODELISATIONS[word].elements["SEG2"]
    frame = np.eye(3) if frame is None else frame
    section = np.array([[[(end | changes).get(name, 0.0) for name in NAMES] for end in ends]])
    coordinates = np.array([[[1.0, 2.0, 0.5], np.array([1.0, 2.0, 0.5]) + length * frame[0]]])
    characteristics = {"section": section, "section_variation": np.array([variation]), "frame": frame[None]}
    return element, ElementData(np.array([0]), coordinates, [STEEL], np.array([0]), characteristics)


def turned_frame():
    axes, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))
    return axes * np.sign(np.linalg.det(axes))


@pytest.mark.parametrize("variation", [0, 1, 2])
@pytest.mark.parametrize("word", ["POU_D_E", "POU_D_T"])
def test_rigid_motions_make_no_force(word, variation):
    larger = {name: value * (1.5 if name == "area" else 2.0) for name, value in VALUES.items() if not name.startswith(("shear", "offset"))}
    element, data = one(word, turned_frame(), variation=variation, ends=(VALUES, VALUES | (larger if variation else {})))
    stiffness = element.stiffness(data)[0]
    np.testing.assert_allclose(stiffness, stiffness.T, atol=1e-9 * abs(stiffness).max())
    first, last = data.coordinates[0]
    for axis in np.eye(3):
        spin = np.concatenate([np.cross(axis, first), axis, np.cross(axis, last), axis])
        for motion in (spin, np.tile(np.concatenate([axis, np.zeros(3)]), 2)):
            assert abs(stiffness @ motion).max() < 1e-12 * abs(stiffness).max() * abs(motion).max()
    assert np.sort(np.linalg.eigvalsh(stiffness))[6] > 0


@pytest.mark.parametrize("word,factor", [("POU_D_E", 0.0), ("POU_D_T", 1.2)])
def test_a_cantilever_bends_as_the_books_say(word, factor):
    element, data = one(word, offset_y=0.0, offset_z=0.0)
    load = np.zeros(6)
    load[1] = 1000.0
    tip = np.linalg.solve(element.stiffness(data)[0, 6:, 6:], load)
    bending, shearing = LENGTH**3 / (3 * YOUNG * 5e-6), factor * LENGTH / (SHEAR * 0.01)
    assert tip[1] == pytest.approx(1000.0 * (bending + shearing), rel=1e-12)
    assert tip[5] == pytest.approx(1000.0 * LENGTH**2 / (2 * YOUNG * 5e-6), rel=1e-12)


def test_a_load_at_the_shear_centre_does_not_twist():
    element, data = one("POU_D_T")
    load = np.array([0.0, 0.0, 100.0, -100.0 * 0.02, 0.0, 0.0])
    tip = np.linalg.solve(element.stiffness(data)[0, 6:, 6:], load)
    assert abs(tip[3]) < 1e-15


def test_a_cone_is_softer_than_its_thick_end_and_stiffer_than_its_thin_one():
    ends = [VALUES | {"area": 0.01 * r**2, "inertia_z": 5e-6 * r**4, "inertia_y": 8e-6 * r**4, "torsion": 9e-6 * r**4} for r in (1.0, 0.5)]
    tips = []
    for pair, variation in (((ends[0],) * 2, 0), (ends, 2), ((ends[1],) * 2, 0)):
        element, data = one("POU_D_E", variation=variation, ends=pair, offset_y=0.0, offset_z=0.0)
        tips.append(np.linalg.inv(element.stiffness(data)[0, 6:, 6:])[1, 1])
    assert tips[0] < tips[1] < tips[2]
    x = np.linspace(0, 1, 20001)
    flexibility = np.trapezoid((LENGTH * (1 - x)) ** 2 / (YOUNG * 5e-6 * (1 - 0.5 * x) ** 4), x * LENGTH)
    assert tips[1] == pytest.approx(flexibility, rel=1e-6)


@pytest.mark.parametrize("word", ["BARRE", "POU_D_E", "POU_D_T", "POU_D_TG"])
def test_mass_weight_and_loads_by_length_add_up(word):
    element, data = one(word, turned_frame(), offset_y=0.0, offset_z=0.0)
    whole, nodal = DENSITY * 0.01 * LENGTH, element.size // 2
    for mass in (element.mass(data)[0], element.lumped_mass(data)[0]):
        for axis in range(3):
            moved = np.tile(np.eye(nodal)[axis], 2)
            assert moved @ mass @ moved == pytest.approx(whole, rel=1e-12)
    weight = element.weight(data, np.array([0.0, 0.0, -9.81])).reshape(2, nodal)
    np.testing.assert_allclose(weight[:, :3].sum(axis=0), [0, 0, -9.81 * whole], rtol=1e-12, atol=1e-9)
    force = np.broadcast_to([3.0, -2.0, 5.0], (1, 2, 3))
    for own in (False, True):
        total = element.beam_force(data, force, np.zeros((1, 2, 3)), own).reshape(2, nodal)[:, :3].sum(axis=0)
        expected = force[0, 0] @ data.characteristics["frame"][0] if own else force[0, 0]
        np.testing.assert_allclose(total, LENGTH * expected, rtol=1e-12)


@pytest.mark.parametrize("word", ["POU_D_T", "POU_D_TG"])
def test_the_forces_kept_hold_the_nodes(word):
    element, data = one(word, turned_frame(), warping=3e-6)
    u = np.random.default_rng(1).standard_normal((1, element.size))
    law = BEHAVIOURS["ELAS"]
    force, tangent, state = element.respond(data, law, u, element.start(data, law))
    np.testing.assert_allclose(force, np.einsum("eij,ej->ei", element.stiffness(data), u), rtol=1e-9)
    np.testing.assert_allclose(element.nodal_forces(data, state.stress), force, rtol=1e-9)
    np.testing.assert_array_equal(tangent, element.stiffness(data))
    assert state.stress.shape == (1, 3, len(element.forces))


def test_forces_told_of_linear_evolutions_have_the_shear_coefficient_for_its_inverse():
    element, data = one("POU_D_TG", turned_frame(), warping=3e-6, offset_y=0.0, offset_z=0.0)
    u = np.random.default_rng(1).standard_normal((1, element.size))
    law = BEHAVIOURS["ELAS"]
    _, _, state = element.respond(data, law, u, element.start(data, law))
    ratio = element.elastic_state(data, u).stress / state.stress
    section = Section.of(data)
    expected = [1.0, section.shear_y[0, 0] ** 2, section.shear_z[0, 0] ** 2, 1.0, 1.0, 1.0, 1.0]
    np.testing.assert_allclose(ratio, np.broadcast_to(expected, ratio.shape), rtol=1e-12)


def test_forces_told_of_linear_evolutions_know_nothing_of_the_centre_of_twist():
    centred, off = (one("POU_D_TG", turned_frame(), warping=3e-6, offset_y=0.0, offset_z=z) for z in (0.0, 0.1))
    u = np.random.default_rng(1).standard_normal((1, centred[0].size))
    stress = [element.elastic_state(data, u).stress for element, data in (centred, off)]
    np.testing.assert_allclose(*stress, rtol=1e-12)


def test_a_beam_that_warps_twists_as_vlasov_says():
    n, torque, kappa = 20, 50.0, np.sqrt(SHEAR * 9e-6 / (YOUNG * 3e-6))
    element, data = one("POU_D_TG", length=LENGTH / n, warping=3e-6, offset_y=0.0, offset_z=0.0)
    whole, part = np.zeros((7 * n + 7,) * 2), element.stiffness(data)[0]
    for i in range(n):
        whole[7 * i : 7 * i + 14, 7 * i : 7 * i + 14] += part
    load = np.zeros(7 * n)
    load[-4] = torque
    twist = np.linalg.solve(whole[7:, 7:], load)[-4]
    assert twist == pytest.approx(torque / (SHEAR * 9e-6) * (LENGTH - np.tanh(kappa * LENGTH) / kappa), rel=1e-6)


def test_the_inertia_of_a_wedge_is_that_of_its_slices():
    ends = [VALUES | {"area": 0.8 * z, "extreme_y": 0.2, "extreme_z": z} for z in (0.3, 0.15)]
    element, data = one("POU_D_E", variation=1, ends=ends)
    x = np.linspace(0, 1, 200001)
    area = 0.8 * (0.3 - 0.15 * x)
    mass = np.trapezoid(DENSITY * area, x) * LENGTH
    centre = np.trapezoid(DENSITY * area * x, x) * LENGTH / mass
    moment = np.trapezoid(DENSITY * area * (((x - centre) * LENGTH) ** 2 + 0.2**2 / 3), x) * LENGTH
    found = element.inertia(data)[0]
    np.testing.assert_allclose(found[[0, 1]], [mass, 1.0 + centre * LENGTH], rtol=1e-8)
    assert found[6] == pytest.approx(moment, rel=1e-8)
    with pytest.raises(ComputationFailed, match="full rectangles"):
        one_more, hollow = one("POU_D_E", variation=1, ends=[end | {"area": 0.01} for end in ends])
        one_more.inertia(hollow)


def test_forces_at_the_ends_are_less_those_of_the_load_along_the_beam():
    element, data = one("POU_D_E", turned_frame(), offset_y=0.0, offset_z=0.0)
    axes = data.characteristics["frame"][0]
    load = element.beam_force(data, np.broadcast_to(100.0 * axes[1], (1, 2, 3)), np.zeros((1, 2, 3)))
    u = np.zeros((1, 12))
    u[0, 6:] = np.linalg.solve(element.stiffness(data)[0, 6:, 6:], load[0, 6:])
    values, names = element.forces_at_nodes(data, Given(u=u, loads=lambda: load))
    shear, moment = names.index("VY"), names.index("MFZ")
    np.testing.assert_allclose(values[0, :, shear], [100.0 * LENGTH, 0.0], atol=1e-9)
    np.testing.assert_allclose(values[0, :, moment], [100.0 * LENGTH**2 / 2, 0.0], atol=1e-9)


@pytest.mark.parametrize("variation", [1, 2])
def test_each_end_of_a_cone_bears_its_own_half_of_a_load_by_length(variation):
    """As code_aster 17 (ptfop1): the load at an end, as if it were the same all along, whatever it is at the other."""
    element, data = one("POU_D_T", variation=variation, ends=(VALUES, VALUES | {"area": 0.02}), offset_y=0.0, offset_z=0.0)
    force = np.array([[[3.0, -2.0, 5.0], [1.0, 4.0, 6.0]]])
    found = element.beam_force(data, force, np.zeros((1, 2, 3)), own_axes=True).reshape(2, 6)
    np.testing.assert_allclose(found[:, :3], force[0] * LENGTH / 2, rtol=1e-12)
    np.testing.assert_allclose(found[:, 5], [-2.0 * LENGTH**2 / 12, -4.0 * LENGTH**2 / 12], rtol=1e-12)
    np.testing.assert_allclose(found[:, 4], [-5.0 * LENGTH**2 / 12, 6.0 * LENGTH**2 / 12], rtol=1e-12)
    with pytest.raises(ComputationFailed, match="constant section"):
        element.beam_force(data, force, np.ones((1, 2, 3)))


@pytest.mark.parametrize("word", ["POU_D_E", "POU_D_T", "POU_D_TG"])
def test_stresses_of_a_section_come_from_displacements_of_nonlinear_evolutions_too(word):
    """As code_aster 17 (te0149, te0344), whatever the points keep: here warm beams that have not moved yet, under a load."""
    element, data = one(word, offset_y=0.0, offset_z=0.0)
    around = {"TEMP": np.array([[50.0, 50.0, 50.0]]), "TEMP_REF": np.full((1, 3), 20.0)}
    warm = replace(data, materials=[STEEL | {"expansion": 1e-5}], surroundings=lambda instant: around)
    load = element.beam_force(data, np.broadcast_to([4.0, 0.0, 0.0], (1, 2, 3)), np.zeros((1, 2, 3)))
    kept = {"forces": (np.zeros((1, 2, len(element.forces))), element.forces)}
    given = Given(u=np.zeros((1, element.size)), a=np.ones((1, element.size)), nonlinear=True, loads=lambda: load, fields=kept)
    values, _ = OPTIONS["SIPO_ELNO"].compute(element, warm, given)
    held = -YOUNG * 1e-5 * 30.0
    half = 4.0 * LENGTH / 2 / VALUES["area"]
    np.testing.assert_allclose(values[0, :, 0], [held + half, held - half], rtol=1e-12)


@pytest.mark.parametrize("word", ["POU_D_E", "POU_D_T", "POU_D_TG"])
def test_a_beam_expands_as_at_its_mean_temperature(word):
    """As code_aster (verifm): here an expansion of 1e-7 T, and temperatures that are not even."""
    element, data = one(word)
    around = {"TEMP": np.array([[30.0, 50.0, 100.0]]), "TEMP_REF": np.full((1, 3), 20.0)}
    growing = STEEL | {"expansion": lambda variables: 1e-7 * variables["TEMP"]}
    warm = replace(data, materials=[growing], surroundings=lambda instant: around)
    np.testing.assert_allclose(element.free_strain(warm), 1e-7 * 60.0 * 40.0)


def test_forces_of_a_warm_beam_that_warps_take_the_growth_of_its_last_point():
    """As code_aster 17 (ef0344), whatever the others grow."""
    element, data = one("POU_D_TG")
    around = {"TEMP": np.array([[60.0, 50.0, 30.0]]), "TEMP_REF": np.full((1, 3), 20.0)}
    warm = replace(data, materials=[STEEL | {"expansion": 1e-5}], surroundings=lambda instant: around)
    values, names = element.forces_at_nodes(warm, Given(u=np.zeros((1, 14))))
    np.testing.assert_allclose(values[0, :, names.index("N")], -YOUNG * VALUES["area"] * 1e-5 * 10.0)


def test_a_column_buckles_at_eulers_load():
    element, data = one("POU_D_E", length=LENGTH / 8, offset_y=0.0, offset_z=0.0)
    stress = np.zeros((1, 3, 6))
    stress[:, :, 0] = -1.0
    own, geometric = element.stiffness(data)[0], element.geometric_stiffness(data, stress)[0]
    size = 6 * 9
    whole, added = np.zeros((size, size)), np.zeros((size, size))
    for k in range(8):
        here = slice(6 * k, 6 * k + 12)
        whole[here, here] += own
        added[here, here] += geometric
    free = [i for i in range(size) if i % 6 in (1, 5) and i not in (1, size - 5)]
    whole, added = whole[np.ix_(free, free)], added[np.ix_(free, free)]
    critical = 1 / np.linalg.eigvals(np.linalg.solve(whole, -added)).real.max()
    assert critical == pytest.approx(np.pi**2 * YOUNG * 5e-6 / LENGTH**2, rel=1e-4)


def test_a_stretched_bar_holds_its_nodes_back():
    element, data = one("BARRE", turned_frame())
    stress = np.full((1, 1, 1), 50.0)
    turn = np.concatenate([np.zeros(3), data.characteristics["frame"][0, 1]])
    back = element.geometric_stiffness(data, stress)[0] @ turn
    np.testing.assert_allclose(back[3:], 50.0 / LENGTH * data.characteristics["frame"][0, 1], atol=1e-12)


def test_what_is_lacking_is_told():
    element, data = one("POU_D_T", area=0.0)
    with pytest.raises(ComputationFailed, match="first: number 1.*need a section"):
        element.stiffness(data)
    data.characteristics = {}
    with pytest.raises(ComputationFailed, match="section"):
        element.stiffness(data)


@pytest.mark.parametrize("word", ["POU_D_E", "POU_D_T"])
def test_gyroscopic_forces_do_no_work_and_a_turning_shaft_keeps_its_balance(word):
    element, data = one(word, turned_frame(), offset_y=0.0, offset_z=0.0)
    gyroscopic = element.gyroscopic(data)[0]
    np.testing.assert_allclose(gyroscopic, -gyroscopic.T, atol=1e-12)
    first, last = data.coordinates[0]
    axes = data.characteristics["frame"][0]
    motions = [np.concatenate([np.cross(axis, first), axis, np.cross(axis, last), axis]) for axis in axes]
    polar = DENSITY * LENGTH * (8e-6 + 5e-6)
    assert motions[1] @ gyroscopic @ motions[2] == pytest.approx(polar, rel=1e-9)
    assert abs(motions[0] @ gyroscopic).max() < 1e-9 * polar
    push = np.tile(np.concatenate([axes[1], np.zeros(3)]), 2)
    assert abs(gyroscopic @ push).max() < 1e-9 * polar


def test_the_inertia_of_a_cone_is_that_of_its_slices():
    ends = [VALUES | {"area": 0.01 * r**2, "inertia_z": 5e-6 * r**4, "inertia_y": 8e-6 * r**4} for r in (1.0, 0.5)]
    element, data = one("POU_D_E", variation=2, ends=ends)
    x = np.linspace(0, 1, 200001)
    r = 1 - 0.5 * x
    mass = np.trapezoid(DENSITY * 0.01 * r**2, x) * LENGTH
    centre = np.trapezoid(DENSITY * 0.01 * r**2 * x, x) * LENGTH / mass
    moment = np.trapezoid(DENSITY * (0.01 * r**2 * ((x - centre) * LENGTH) ** 2 + 5e-6 * r**4), x) * LENGTH
    found = element.inertia(data)[0]
    np.testing.assert_allclose(found[[0, 1, 6]], [mass, 1.0 + centre * LENGTH, moment], rtol=1e-8)


def test_energy_is_shared_between_traction_torsion_and_bending():
    element, data = one("POU_D_T", turned_frame(), offset_y=0.0, offset_z=0.0)
    u = 1e-3 * np.random.default_rng(4).standard_normal((1, 12))
    values, names = element.energy_parts(data, u, "stiffness")
    assert names[0] == "TOTALE" and values[0, 0] == pytest.approx(0.5 * u[0] @ element.stiffness(data)[0] @ u[0], rel=1e-9)
    assert values[0, 1:].sum() == pytest.approx(1.0, rel=1e-9)


def test_where_bending_twists_the_energies_themselves_are_told():
    element, data = one("POU_D_T", turned_frame())
    u = np.zeros((1, 12))
    u[0, 7] = 1e-3
    own = u @ np.kron(np.eye(4), data.characteristics["frame"][0])
    energies, names = element.energy_parts(data, own, "stiffness")
    assert names == ("TOTALE", "TRAC_COM", "TORSION", "FLEX_Y", "FLEX_Z")
    np.testing.assert_allclose(energies[0], energies[0, 0] * np.array([1.0, 0.0, 1.0, 0.0, 0.0]), atol=1e-9 * energies[0, 0])


def test_shares_of_the_energy_of_motion_have_the_names_of_unknowns():
    element, data = one("POU_D_E")
    u = np.zeros((1, 12))
    u[0, [0, 6]] = 1.0
    energies, names = element.energy_parts(data, u, "mass")
    assert names == ("TOTALE", "DX", "DY", "DZ", "DRX", "DRY", "DRZ")
    np.testing.assert_allclose(energies[0], [0.5 * DENSITY * 0.01 * LENGTH, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0])


def test_gyroscopic_forces_of_a_growing_spin_stand_where_code_aster_stores_them():
    element, data = one("POU_D_T", offset_y=0.0, offset_z=0.0)
    matrix = element.gyroscopic_stiffness(data)[0]
    rows, columns = (np.flatnonzero(np.any(matrix != 0.0, axis=axis)).tolist() for axis in (1, 0))
    assert (rows, columns) == ([1, 3, 4, 6], [2, 4, 8, 10])
    np.testing.assert_allclose(matrix[rows, 2], element.gyroscopic(data)[0][2, [1, 5, 7, 11]])


def test_growth_by_warmth_counts_at_each_end_in_the_energy():
    element, data = one("POU_D_T", offset_y=0.0, offset_z=0.0)
    around = {"TEMP": np.full((1, 1), 120.0), "TEMP_REF": np.full((1, 1), 20.0)}
    data = replace(data, materials=[STEEL | {"expansion": 1e-5}], surroundings=lambda t: around)
    stiff, growth = YOUNG * 0.01 / LENGTH, 1e-3 * LENGTH
    u = np.zeros((1, 12))
    held = element.energy_parts(data, u, "stiffness")[0][0, 0]
    u[0, 6] = growth
    free = element.energy_parts(data, u, "stiffness")[0][0, 0]
    assert held == pytest.approx(stiff * growth**2) and free == pytest.approx(0.5 * stiff * growth**2)


@pytest.mark.parametrize("shape", [0, 1, 2])
def test_stresses_of_a_section_from_its_forces(shape):
    extremes = {"extreme_y": 0.03, "extreme_z": 0.04, "extreme_torsion": 0.05}
    element, data = one("POU_D_T", **extremes)
    data.characteristics["section_shape"] = np.array([shape])
    forces = np.array([[[100.0, 20.0, -30.0, 5.0, 7.0, -9.0], [100.0, 20.0, -30.0, 5.0, -1.0, 2.0]]])
    given = Given(fields={"forces": (forces, element.forces)})
    values, names = OPTIONS["SIPO_ELNO"].compute(element, data, given)
    expected = [100.0 / 0.01, 20.0 * 1.2 / 0.01, -30.0 * 1.3 / 0.01, 5.0 * 0.05 / 9e-6, 7.0 * 0.04 / 8e-6, 9.0 * 0.03 / 5e-6]
    np.testing.assert_allclose(values[0, 0], expected, rtol=1e-12)
    assert names == ("SN", "SVY", "SVZ", "SMT", "SMFY", "SMFZ")
    least, most = OPTIONS["SIPM_ELNO"].compute(element, data, given)[0][0, 0]
    bending = {0: None, 1: expected[4] + expected[5], 2: np.hypot(*expected[4:])}[shape]
    assert (least, most) == ((0.0, 0.0) if bending is None else pytest.approx((1e4 - bending, 1e4 + bending), rel=1e-12))


@pytest.mark.parametrize("word", ["POU_D_E", "POU_D_T", "POU_D_TG"])
def test_the_forces_of_a_beam_in_large_rotations_turn_with_it_by_small_steps(word):
    plain = MODELISATIONS[word].elements["SEG2"]
    element, law, half = followed_beam(plain), BEHAVIOURS["ELAS"], plain.size // 2
    values = {"area": 1e-2, "inertia_y": 2e-5, "inertia_z": 1e-5, "torsion": 2e-5, "shear_y": 1.2, "shear_z": 1.2, "warping": 1e-9}
    section = np.array([[[values.get(name, 0.0) for name in NAMES]] * 2])
    data = ElementData(
        np.array([0]), np.array([[[0.0, 0, 0], [2.0, 0, 0]]]), [{"young": 2e11, "poisson": 0.3}], np.array([0]),
        {"section": section, "frame": np.eye(3)[None]},
    )  # fmt: skip
    pull, axis = np.array([1e-2, 0.0, 0.0]), np.array([0.48, 0.6, -0.64])
    u = np.zeros((1, plain.size))
    u[0, half : half + 3] = pull
    state = element.respond(data, law, u, element.start(data, law))[2]
    assert element.state_forces(data, state)[0, half] == pytest.approx(2e11 * 1e-2 * 1e-2 / 2.01)
    for turn in np.linspace(0.0, 0.1, 401)[1:]:
        rotation = rotation_matrix(turn * axis)
        u[0, half : half + 3] = rotation @ (np.array([2.0, 0, 0]) + pull) - [2.0, 0, 0]
        u[0, 3:6] = u[0, half + 3 : half + 6] = turn * axis
        force, _, state = element.respond(data, law, u.copy(), state)
    np.testing.assert_allclose(force[0, half : half + 3], rotation[:, 0] * 2e11 * 1e-4 / 2.01, rtol=0.0, atol=1e-2 * 1e7)
    given = np.full((1, 3, 3), np.nan)
    given[:] = state.structural
    np.testing.assert_allclose(element.nodal_forces(plain.placed(plain.moved(data, u), given), state.stress), force, rtol=1e-12, atol=1e-6)


def test_a_diagonal_mass_moves_by_its_own_energy_in_beams_alone():
    element, data = one("POU_D_T", turned_frame())
    u = 1e-3 * np.random.default_rng(4).standard_normal((1, 12))
    values, _ = OPTIONS["ECIN_ELEM"].computed(element, data, Given(u=u, omega2=4.0, lumped=True))[:2]
    assert values[0, 0, 0] == pytest.approx(2.0 * u[0] @ element.lumped_mass(data)[0] @ u[0], rel=1e-12)
    assert not any(getattr(MODELISATIONS[word].elements[cell], "lumps", False) for word, cell in (("3D", "HEXA8"), ("DKT", "TRIA3")))
