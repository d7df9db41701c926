"""Plane plates against what is known of them."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.plate import Plate
from pyaster_lite.fe.plate_section import PlateSection

YOUNG, POISSON, DENSITY, THICKNESS = 2.0e11, 0.3, 7800.0, 0.05
FLEXURAL = YOUNG * THICKNESS**3 / (12 * (1 - POISSON**2))
CORNERS = {"TRIA3": [[0, 0], [1.3, 0.1], [0.2, 0.9]], "QUAD4": [[0, 0], [1.2, 0.1], [1.1, 1.2], [-0.1, 0.8]]}
LAYERED = [(word, cell) for word in ("DKT", "DST", "Q4G") for cell in CORNERS]
KINDS = LAYERED + [(word, cell) for word in ("DKTG", "Q4GG") for cell in CORNERS]


def turned_frame():
    axes, _ = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))
    return axes * np.sign(np.linalg.det(axes))


def one(word, cell, frame=None, offset=0.0):
    """An element and the data of one cell of it, in the plane of the first two axes of `frame`."""
    element = MODELISATIONS[word].elements[cell]
    frame = np.eye(3) if frame is None else frame
    coordinates = (np.array(CORNERS[cell], float) @ frame[:2])[None] + np.array([0.3, -1.0, 2.0])
    given = {"thickness": THICKNESS, "plate_offset": offset, "drilling": 1e-5, "rotary": 1.0, "direction": frame[0]}
    characteristics = {name: np.array([value]) for name, value in given.items()}
    materials = [{"young": YOUNG, "poisson": POISSON, "density": DENSITY}]
    return element, ElementData(np.array([0]), coordinates, materials, np.array([0]), characteristics)


def motion(data, spin, shift, turn):
    """Displacements spin x + shift and rotations of a rigid motion or of a curved surface, node after node."""
    x = data.coordinates[0]
    return np.concatenate([np.concatenate([spin(p) + shift, turn(p)]) for p in x])


def area(cell):
    x = np.array(CORNERS[cell])
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(x, np.roll(x, -1, axis=0)))) / 2


@pytest.mark.parametrize("word,cell", KINDS)
def test_rigid_motions_make_no_force(word, cell):
    element, data = one(word, cell, turned_frame())
    stiffness = element.stiffness(data)[0]
    frame = turned_frame()
    np.testing.assert_allclose(stiffness, stiffness.T, atol=1e-9 * abs(stiffness).max())
    for axis in np.eye(3):
        assert abs(stiffness @ np.tile(np.concatenate([axis, np.zeros(3)]), element.nodes)).max() < 1e-12 * abs(stiffness).max()
    for axis in frame[:2]:
        u = motion(data, lambda p, axis=axis: np.cross(axis, p), 0.0, lambda p, axis=axis: axis)
        assert abs(stiffness @ u).max() < 1e-10 * abs(stiffness).max()
    assert np.linalg.eigvalsh(stiffness).min() > -1e-9 * abs(stiffness).max()


@pytest.mark.parametrize("word,cell", LAYERED)
def test_stresses_of_layers_make_the_forces_that_make_them(word, cell):
    element, data = one(word, cell, turned_frame(), offset=0.0 if (word, cell) == ("DST", "QUAD4") else 0.01)
    data.characteristics["layers"] = np.array([3.0])
    u = np.random.default_rng(5).standard_normal((1, element.size)) * 1e-3
    forces = element.forces_by_length(data, u)
    values, names = element.shown(data, forces)
    assert element.sub_points(data) == 9 and values.shape == (1, 9 * len(element.rule()), 6) and names[0] == "SIXX"
    np.testing.assert_allclose(element.kept(data, values), forces, rtol=1e-9, atol=1e-9 * abs(forces).max())
    with pytest.raises(ComputationFailed, match="all six components"):
        element.kept(data, values[..., :1])
    across = values.reshape(-1, 9, 6)
    assert abs(across[:, [0, 8], 4:]).max() < 1e-12 * abs(values).max(), "free faces bear no shear"
    np.testing.assert_allclose(across[:, 2], across[:, 3], rtol=1e-12)


@pytest.mark.parametrize("word,cell", KINDS)
def test_patch_a_uniform_curvature_gives_uniform_moments(word, cell):
    element, data = one(word, cell)
    k = np.array([[1e-3, 4e-4], [4e-4, -2e-3]])
    plane = lambda p: (p - data.coordinates[0, 0])[:2]  # noqa: E731
    slope = lambda p: k @ plane(p)  # noqa: E731
    deflection = lambda p: np.array([0.0, 0.0, plane(p) @ k @ plane(p) / 2])  # noqa: E731
    u = motion(data, deflection, 0.0, lambda p: np.array([slope(p)[1], -slope(p)[0], 0.0]))
    forces = element.in_user_axes(data, element.forces_by_length(data, u[None]))[0]
    kappa = -np.array([k[0, 0], k[1, 1], 2 * k[0, 1]])
    plate = FLEXURAL * np.array([[1, POISSON, 0], [POISSON, 1, 0], [0, 0, (1 - POISSON) / 2]])
    # on a distorted quadrangle the discrete shear neglects how the mapping changes, and Mindlin's is linear
    tolerance = {("DST", "QUAD4"): 5e-3, ("Q4G", "QUAD4"): 1.0}.get((word, cell), 1e-9)
    np.testing.assert_allclose(forces[:, 3:6], np.tile(plate @ kappa, (len(forces), 1)), rtol=tolerance)
    assert abs(forces[:, :3]).max() < 1e-6


@pytest.mark.parametrize("word,cell", KINDS)
def test_patch_a_uniform_stretch_gives_uniform_forces(word, cell):
    element, data = one(word, cell)
    gradient = np.diag([1e-3, -5e-4, 0.0])
    u = motion(data, lambda p: gradient @ p, 0.0, lambda p: np.zeros(3))
    law = BEHAVIOURS["ELAS"]
    force, _, state = element.respond(data, law, u[None], element.start(data, law))
    plane = YOUNG * THICKNESS / (1 - POISSON**2) * np.array([1e-3 - POISSON * 5e-4, -5e-4 + POISSON * 1e-3, 0.0])
    shown = element.in_user_axes(data, state.stress)[0]
    np.testing.assert_allclose(shown[:, :3], np.tile(plane, (len(shown), 1)), rtol=1e-12, atol=1e-6)
    np.testing.assert_allclose(element.nodal_forces(data, state.stress), force, atol=1e-9 * abs(force).max())


@pytest.mark.parametrize("word,cell", KINDS)
def test_mass_and_loads_add_up(word, cell):
    frame = turned_frame()
    element, data = one(word, cell, frame)
    whole = DENSITY * THICKNESS * area(cell)
    for mass in (element.mass(data)[0], element.lumped_mass(data)[0]):
        for axis in range(3) if mass[0, 1] == 0 else ():
            assert mass[axis::6, axis::6].sum() == pytest.approx(whole, rel=1e-9)
        for axis in frame:
            moved = np.tile(np.concatenate([axis, np.zeros(3)]), element.nodes)
            assert moved @ mass @ moved == pytest.approx(whole, rel=1e-9)
    weight = element.weight(data, np.array([0.0, 0.0, -9.81])).reshape(-1, 6)
    np.testing.assert_allclose(weight[:, :3].sum(axis=0), [0, 0, -9.81 * whole], rtol=1e-9, atol=1e-9)
    push = element.pressure(data, 3.0).reshape(-1, 6)[:, :3].sum(axis=0)
    np.testing.assert_allclose(push, -3.0 * area(cell) * frame[2], rtol=1e-9, atol=1e-12)


def test_a_discrete_kirchhoff_plate_is_the_thin_limit_of_one_that_shears():
    thin, data = one("DKT", "TRIA3")
    shears, _ = one("DST", "TRIA3")
    data.characteristics["thickness"] = np.array([1e-5])
    np.testing.assert_allclose(shears.stiffness(data), thin.stiffness(data), rtol=1e-6, atol=1e-8 * abs(thin.stiffness(data)).max())


def test_an_offset_plate_bends_when_it_is_stretched():
    element, data = one("DKT", "QUAD4", offset=0.1)
    u = motion(data, lambda p: np.array([1e-3 * p[0], 0.0, 0.0]), 0.0, lambda p: np.zeros(3))
    forces = element.forces_by_length(data, u[None])[0]
    np.testing.assert_allclose(forces[:, 3:5], 0.1 * forces[:, :2], rtol=1e-12)


def test_an_offset_plate_that_shears_moves_rigidly_without_force_and_weighs_the_same():
    frame = turned_frame()
    element, data = one("DST", "QUAD4", frame, offset=0.1)
    stiffness, mass = element.stiffness(data)[0], element.mass(data)[0]
    for matrix in (stiffness, mass):
        np.testing.assert_allclose(matrix, matrix.T, atol=1e-9 * abs(matrix).max())
    assert np.linalg.eigvalsh(stiffness).min() > -1e-9 * abs(stiffness).max()
    for axis in frame[:2]:
        u = motion(data, lambda p, axis=axis: np.cross(axis, p), 0.0, lambda p, axis=axis: axis)
        assert abs(stiffness @ u).max() < 1e-10 * abs(stiffness).max()
    for axis in frame:
        moved = np.tile(np.concatenate([axis, np.zeros(3)]), element.nodes)
        assert moved @ mass @ moved == pytest.approx(DENSITY * THICKNESS * area("QUAD4"), rel=1e-9)


def test_an_offset_plate_that_shears_relaxes_what_stretches_it_unevenly():
    element, data = one("DST", "QUAD4", offset=0.1)
    stiff, _ = one("DKT", "QUAD4", offset=0.1)
    even = motion(data, lambda p: np.array([1e-3 * p[0], 0.0, 0.0]), 0.0, lambda p: np.zeros(3))
    uneven = motion(data, lambda p: np.array([1e-3 * p[0] * p[1], 0.0, 0.0]), 0.0, lambda p: np.zeros(3))
    energies = [[u @ own.stiffness(data)[0] @ u for u in (even, uneven)] for own in (element, stiff)]
    assert energies[0][0] == pytest.approx(energies[1][0], rel=1e-9)
    along, across = (u.reshape(4, 6)[:, :2].ravel() for u in (even, uneven))
    force = element.stretch(element.shape(data), PlateSection.of(data)).force
    assert abs(force @ along).max() < 1e-9 * abs(force @ across).max()
    assert energies[0][1] != pytest.approx(energies[1][1], rel=1e-3)


def test_forces_turn_with_the_direction_asked_for():
    element, data = one("DKT", "TRIA3")
    data.characteristics["direction"] = np.array([[0.0, 1.0, 0.0]])
    own = np.array([[[1.0, 2.0, 0.5, 10.0, 20.0, 5.0, 3.0, 4.0]]])
    frame = np.linalg.norm(data.coordinates[0, 1] - data.coordinates[0, 0])
    c, s = (data.coordinates[0, 1] - data.coordinates[0, 0])[[1, 0]] / frame
    turned = element.in_user_axes(data, own)[0, 0]
    q = np.array([[c, s], [-s, c]])
    tensor = q @ np.array([[1.0, 0.5], [0.5, 2.0]]) @ q.T
    np.testing.assert_allclose(turned[:3], [tensor[0, 0], tensor[1, 1], tensor[0, 1]], rtol=1e-12)
    np.testing.assert_allclose(turned[6:], q @ [3.0, 4.0], rtol=1e-12)


def test_what_is_lacking_is_told():
    element, data = one("DKT", "TRIA3")
    data.characteristics = {}
    with pytest.raises(ComputationFailed, match="first: number 1.*need a thickness"):
        element.stiffness(data)


def test_every_plate_has_its_kind():
    assert {w for w in MODELISATIONS for e in MODELISATIONS[w].elements.values() if isinstance(e, Plate)} >= {"DKT", "DST", "Q4G"}


def test_a_force_away_from_the_mesh_adds_its_moment():
    element, data = one("DKT", "TRIA3", offset=0.1)
    force, none = np.broadcast_to([0.0, 5.0, 0.0], (1, 3, 3)), np.zeros((1, 3, 3))
    below, above = (element.shell_force(data, force, none, plane=p).reshape(-1, 6).sum(axis=0) for p in (None, 0.5))
    np.testing.assert_allclose(above[3], below[3] - (0.1 + THICKNESS / 2) * 5.0 * area("TRIA3"), rtol=1e-12)
    np.testing.assert_allclose(above[:3], below[:3], atol=1e-12)


def test_forces_on_an_edge_add_up_with_their_moments():
    edge = MODELISATIONS["DKT"].elements["SEG2"]
    data = ElementData(np.array([0]), np.array([[[0.0, 0, 0], [0.0, 2.0, 0]]]))
    total = edge.line_force(data, np.array([1.0, 0, 0]), np.array([0, 3.0, 0])).reshape(2, 6).sum(axis=0)
    np.testing.assert_allclose(total, [2.0, 0, 0, 0, 6.0, 0], atol=1e-12)
    np.testing.assert_allclose(edge.points(data.coordinates), [[[0.0, 1.0, 0.0]]], atol=1e-15)


@pytest.mark.parametrize("cell", list(CORNERS))
def test_the_inertia_of_a_plate(cell):
    element, data = one("DKT", cell, turned_frame())
    mass, x, y, z, ix, iy, iz = element.inertia(data)[0, :7]
    assert mass == pytest.approx(DENSITY * THICKNESS * area(cell), rel=1e-12)
    if cell == "TRIA3":
        np.testing.assert_allclose([x, y, z], data.coordinates[0].mean(axis=0), rtol=1e-12)
        square = ((data.coordinates[0] - [x, y, z]) ** 2).sum() / 12
        assert ix + iy + iz == pytest.approx(mass * (2 * square + THICKNESS**2 / 6), rel=1e-12)


def test_energy_is_shared_between_membrane_and_bending():
    element, data = one("DKT", "QUAD4", turned_frame())
    data.characteristics["drilling"] = np.zeros(1)
    u = 1e-3 * np.random.default_rng(4).standard_normal((1, 24))
    values, _ = element.energy_parts(data, u, "stiffness")
    assert values[0, 0] == pytest.approx(0.5 * u[0] @ element.stiffness(data)[0] @ u[0], rel=1e-9)
    assert values[0, 1:].sum() == pytest.approx(1.0, rel=1e-9)


class AtCorners:
    """Temperatures of the corners, as what surrounds the points of an element."""

    def __init__(self, element, corners):
        self.values = element.point_functions @ corners
        self.elsewhere = lambda other: AtCorners(other, corners)

    def __call__(self, t):
        return {"TEMP": self.values[None], "TEMP_REF": np.zeros_like(self.values)[None], "INST": np.zeros_like(self.values)[None]}


@pytest.mark.parametrize("word", ["DKT", "Q4G"])
def test_forces_at_the_corners_know_the_temperatures_there(word):
    element, data = one(word, "TRIA3")
    data.materials[0]["expansion"] = 1e-5
    corners = np.array([10.0, 20.0, 60.0])
    data.surroundings = AtCorners(element, corners)
    given = SimpleNamespace(nonlinear=False, u=np.zeros((1, 18)))
    forces, names = element.forces_at_nodes(data, given)
    held = -YOUNG * THICKNESS * 1e-5 * corners / (1.0 - POISSON)
    np.testing.assert_allclose(forces[0, :, names.index("NXX")], held, rtol=1e-10)


@pytest.mark.parametrize("word,cell", KINDS)
def test_what_explicit_schemes_move_weighs_what_the_plate_weighs(word, cell):
    element, data = one(word, cell, turned_frame())
    diagonal = np.einsum("eii->ei", element.explicit_mass(data))[0].reshape(-1, 6)
    np.testing.assert_allclose(diagonal[:, :3].sum(axis=0), DENSITY * THICKNESS * area(cell), rtol=1e-12)
    np.testing.assert_allclose(diagonal[:, 5], diagonal[:, 3:5].mean(axis=1), rtol=1e-12)
    assert (diagonal > 0.0).all()


def test_forces_by_length_are_given_and_taken_back_in_the_axes_of_the_user():
    element, data = one("DKTG", "QUAD4", turned_frame(), offset=0.01)
    data.characteristics["direction"] = np.array([[0.3, -0.2, 0.9]])
    forces = np.random.default_rng(2).standard_normal((1, 4, 8))
    shown, names = element.shown(data, forces)
    assert names[:3] == ("NXX", "NYY", "NXY") and element.sub_points(data) == 1
    assert abs(shown - forces).max() > 0.1
    np.testing.assert_allclose(element.kept(data, shown), forces, atol=1e-12)


@pytest.mark.parametrize("word,cell", KINDS)
def test_strains_of_the_section_work_with_the_forces_by_length(word, cell):
    element, data = one(word, cell, turned_frame())
    u = np.random.default_rng(7).standard_normal((1, element.size)) * 1e-3
    strains, _ = element.section_strains(data, u)
    forces = element.in_user_axes(data, element.forces_by_length(data, u))
    density = np.einsum("egc,egc,c->eg", forces, strains, [1, 1, 2, 1, 1, 2, 2, 2])
    own = element.generalised_strains(data, u)
    shear = element.forces_by_length(data, u)
    expected = np.einsum("egc,egc->eg", own, shear[..., :6])
    expected = expected + 6 / 5 * (shear[..., 6:] ** 2).sum(axis=-1) * 2 * (1 + POISSON) / (YOUNG * THICKNESS)
    np.testing.assert_allclose(density, expected, rtol=1e-9)


@pytest.mark.parametrize("word,cell", LAYERED)
def test_points_across_fill_the_volume(word, cell):
    element, data = one(word, cell, turned_frame(), offset=0.01)
    data.characteristics["layers"] = np.array([2.0])
    places, weights = element.points_across(data)
    assert weights.sum() == pytest.approx(area(cell) * THICKNESS)
    heights = (places[0] - data.coordinates[0, 0]) @ turned_frame()[2]
    assert heights.min() == pytest.approx(0.01 - THICKNESS / 2) and heights.max() == pytest.approx(0.01 + THICKNESS / 2)


@pytest.mark.parametrize("word,cell", LAYERED)
def test_no_forces_make_no_stress_where_there_is_no_material(word, cell):
    element, data = one(word, cell)
    data.owner, data.materials = np.array([-1]), []
    values, names = element.shown(data, np.zeros((1, len(element.rule()), 8)))
    assert len(names) == 6 and not values.any()


@pytest.mark.parametrize("word,cell", KINDS)
def test_membrane_forces_hold_what_leans(word, cell):
    frame = turned_frame()
    element, data = one(word, cell, frame)
    forces, slope = np.array([3.0, -1.0, 0.5]), np.array([0.3, 0.7])
    stress = Plate.kept(element, data, np.broadcast_to(np.pad(forces, (0, 5)), (1, len(element.rule()), 8)))
    u = motion(data, lambda p: (frame[:2] @ p) @ slope * frame[2], 0.0, lambda p: np.zeros(3))
    held = element.geometric_stiffness(data, stress)[0]
    tensor = np.array([[forces[0], forces[2]], [forces[2], forces[1]]])
    assert u @ held @ u == pytest.approx(slope @ tensor @ slope * area(cell), rel=1e-10)


HEAT, ALPHA = (-7.0, 20.0, 13.0), 1.2e-5
"""Warmth below, in the middle and above; the expansion."""


def heated(data, ng, layers):
    """A parabola of temperature across the layers grows with time; its free strains at the heights when t = 1."""
    z = np.concatenate([(2 * k + 1 + np.array([-1.0, 0.0, 1.0])) / layers - 1.0 for k in range(layers)])
    below, middle, above = HEAT
    across = middle + (above - below) * z / 2 + (above + below - 2 * middle) * z**2 / 2
    rest = np.full((1, ng * 3 * layers), 20.0)
    data.characteristics["layers"] = np.array([float(layers)])
    data.surroundings = lambda t: {"TEMP": rest + t * np.tile(across, ng), "TEMP_REF": rest}
    data.materials[0]["expansion"] = ALPHA
    return ALPHA * across


@pytest.mark.parametrize("word,cell", [kind for kind in LAYERED if kind != ("DST", "QUAD4")])
def test_a_plate_that_cannot_move_is_pressed_by_what_its_material_is_at_each_point(word, cell):
    """As code_aster (dxsith): its modulus and its expansion at the temperature there, and not at the mean one."""
    element, data = one(word, cell)
    warmth = np.linspace(10.0, 60.0, len(element.rule()))[None]
    data.surroundings = lambda t: {"TEMP": warmth, "TEMP_REF": np.zeros_like(warmth), "INST": np.zeros_like(warmth)}
    data.materials[0] |= {"young": lambda around: 2e5 - 100 * around["TEMP"], "expansion": lambda around: 1e-7 * (100 + around["TEMP"])}
    data.characteristics["layers"] = np.array([2.0])
    stress, names = element.shown(data, element.elastic_state(data, np.zeros((1, element.size))).stress)
    held = -(2e5 - 100 * warmth) * 1e-7 * (100 + warmth) * warmth / (1 - POISSON)
    np.testing.assert_allclose(stress[..., names.index("SIXX")].reshape(1, -1, 6), np.repeat(held[..., None], 6, axis=-1))


@pytest.mark.parametrize("layers", [1, 2, 3])
@pytest.mark.parametrize("word,cell", [kind for kind in LAYERED if kind != ("DST", "QUAD4")])
def test_a_heated_plate_bends_freely_and_holds_what_is_not_plane(word, cell, layers):
    element, data = one(word, cell)
    strain, data = heated(data, len(element.rule()), layers), data.between(0.0, 1.0)
    below, middle, above = (ALPHA * value for value in HEAT)
    mean, slope = (below + 4 * middle + above) / 6, (above - below) / THICKNESS
    x = data.coordinates[0] - data.coordinates[0, 0]
    u = np.concatenate([[mean * a, mean * b, -slope * (a**2 + b**2) / 2, -slope * b, slope * a, 0.0] for a, b, _ in x])[None]
    force = np.einsum("eij,ej->ei", element.stiffness(data), u)
    np.testing.assert_allclose(force, element.anelastic_force(data), atol=1e-9 * abs(force).max())
    stress, _ = element.shown(data, element.elastic_state(data, u).stress)
    own = YOUNG / (1 - POISSON) * (mean + slope * element_heights(layers) - strain)
    for axis in (0, 1):
        np.testing.assert_allclose(stress[0, :, axis], np.tile(own, len(element.rule())), atol=1e-7 * YOUNG * ALPHA)


@pytest.mark.parametrize("word,cell", LAYERED)
def test_free_strains_act_by_the_modulus_of_where_they_are(word, cell):
    """Held still, with a modulus that falls with the temperature; each layer has that of the first one at its three heights."""
    element, data = one(word, cell)
    strain, data = heated(data, len(element.rule()), 2), data.between(0.0, 1.0)
    data.materials[0]["young"] = lambda variables: YOUNG - 1e8 * (variables["TEMP"] - 20.0)
    data.materials[0]["poisson"] = POISSON
    stress, _ = element.shown(data, element.elastic_state(data, np.zeros((1, element.size))).stress)
    own = YOUNG - 1e8 * np.tile(strain[:3], 2) / ALPHA
    np.testing.assert_allclose(stress[0, :, 0], np.tile(-own * strain / (1 - POISSON), len(element.rule())), rtol=1e-9)


@pytest.mark.parametrize("word", ["Q4G", "Q4GG"])
def test_triangles_with_a_field_of_shear_tell_it_in_their_middle_and_store_no_energy_of_it(word):
    element, data = one(word, "TRIA3")
    u = 1e-3 * np.random.default_rng(4).standard_normal((1, 18))
    corners = element.forces_by_length(data, u, np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    np.testing.assert_allclose(corners[0, :, 6:], np.tile(corners[0, :1, 6:], (3, 1)))
    slide = np.array([motion(data, lambda p: np.zeros(3), np.zeros(3), lambda p: np.array([1e-3, 0.0, 0.0]))])
    assert np.einsum("ei,eij,ej->e", slide, element.stiffness(data), slide)[0] > 0.0
    assert abs(element.energy_parts(data, slide, "stiffness")[0][0, 0]) < 1e-12


def element_heights(layers):
    return np.concatenate([(2 * k + 1 + np.array([-1.0, 0.0, 1.0])) / layers - 1.0 for k in range(layers)]) * THICKNESS / 2


@pytest.mark.parametrize("word,cell", KINDS)
def test_changes_of_the_forces_keep_their_digits_however_far_the_plate_is_carried(word, cell):
    """What rounding takes of displacements is given back beside them, and a translation makes no force."""
    element, data = one(word, cell)
    behaviour, rng = BEHAVIOURS["ELAS"], np.random.default_rng(1)
    far = np.tile([3.0, -2.0, 7.0, 0.0, 0.0, 0.0], element.nodes)[None]
    small = 1e-9 * rng.standard_normal(far.shape)
    state = element.respond(data, behaviour, far, element.start(data, behaviour))[2]
    u = far + small
    data.characteristics["lost"] = small - (u - far)
    force, stiffness, _ = element.respond(data, behaviour, u, state)
    still = element.respond(data, behaviour, far, state)[0]
    assert abs(force - still - (stiffness @ small[..., None])[..., 0]).max() < 1e-6 * abs(stiffness @ small[..., None]).max()


@pytest.mark.parametrize("word,cell", [kind for kind in KINDS if kind[0] in ("DKTG", "Q4GG")])
def test_forces_of_a_step_are_of_the_stress_it_starts_from_and_of_what_changes(word, cell):
    """A first stress counts, without the displacements that made it; warmth that is there all along moves nothing (te0409)."""
    element, data = one(word, cell)
    behaviour, rng = BEHAVIOURS["ELAS"], np.random.default_rng(5)
    first, u = (1e-3 * rng.standard_normal((1, element.size)) for _ in range(2))
    for each in (first, u):
        each.reshape(-1, 6)[:, 5] = 0.0
    made = element.respond(data, behaviour, first, element.start(data, behaviour))[2]
    given = replace(element.start(data, behaviour), stress=made.stress)
    force, _, state = element.respond(data, behaviour, u, given)
    whole = element.respond(data, behaviour, first + u, element.start(data, behaviour))
    np.testing.assert_allclose(state.stress, whole[2].stress, atol=1e-9 * abs(whole[2].stress).max())
    np.testing.assert_allclose(force, whole[0], atol=1e-9 * abs(whole[0]).max())
    rest = np.full((1, len(element.rule())), 20.0)
    data.surroundings = lambda t: {"TEMP": rest + 10.0, "TEMP_REF": rest}
    data.materials[0]["expansion"] = ALPHA
    warm = element.respond(data.between(0.0, 1.0), behaviour, u, given)
    np.testing.assert_allclose(warm[0], force, atol=1e-9 * abs(force).max())
    np.testing.assert_allclose(warm[2].stress, state.stress, atol=1e-9 * abs(state.stress).max())


@pytest.mark.parametrize("word,cell", KINDS)
def test_turns_about_the_normal_are_held_in_the_matrix_alone(word, cell):
    element, data = one(word, cell, turned_frame())
    turn, place = element.turn(data)[0], np.arange(5, element.size, 6)
    apart = turn @ (element.stiffness(data) - element.force_stiffness(data))[0] @ turn.T
    held = np.zeros_like(apart)
    held[place, place] = (turn @ element.stiffness(data)[0] @ turn.T)[place, place]
    np.testing.assert_allclose(apart, held, atol=1e-9 * abs(element.stiffness(data)).max())
    assert (held[place, place] > 0.0).all()


@pytest.mark.parametrize("word,shears", [("DKT", True), ("DKTG", False), ("Q4GG", True)])
def test_plates_seen_by_their_forces_follow_no_shear_where_they_are_thin(word, shears):
    element, data = one(word, "QUAD4")
    u = np.random.default_rng(5).standard_normal((1, element.size))
    stress = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]), False)[2].stress
    assert stress[..., 6:].any() == shears and stress[..., 3:6].any()
