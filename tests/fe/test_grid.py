"""Sheets of reinforcement against uniform strains, rotations and warmth."""

from dataclasses import replace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

YOUNG, SECTION, DENSITY = 200.0, 0.02, 3.0
PAIRS = [(word, cell) for word in ("GRILLE_MEMBRANE", "GRILLE_EXCENTRE") for cell in MODELISATIONS[word].elements]


def one(word, cell, direction=(1.0, 0.3, 0.9), offset=0.2, **more):
    """A cell in an inclined plane."""
    element, nodes = MODELISATIONS[word].elements[cell], reference_cell(cell).nodes
    plane = np.array([[1.0, 0.0, 0.2], [0.1, 1.2, 0.0]])
    given = {"grid_section": SECTION, "grid_direction": np.array(direction), "grid_offset": offset}
    characteristics = {name: np.array([value]) for name, value in given.items()}
    material = {"young": YOUNG, "density": DENSITY} | more
    coordinates = (nodes @ plane)[None] + np.array([1.0, 2.0, 3.0])
    return element, ElementData(np.array([0]), coordinates, [material], np.array([0]), characteristics), plane


def unit(plane, direction):
    normal = np.cross(*plane)
    normal /= np.linalg.norm(normal)
    along = np.array(direction) - (normal @ direction) * normal
    return along / np.linalg.norm(along), normal


def nodal(element, data, gradient, turn=(0.0, 0.0, 0.0)):
    return np.concatenate([np.concatenate([gradient @ x, turn])[: len(names)] for x, names in zip(data.coordinates[0], element.components)])


@pytest.mark.parametrize("word,cell", PAIRS)
def test_a_uniform_gradient_stretches_by_its_part_along_the_bars(word, cell):
    element, data, plane = one(word, cell)
    along, _ = unit(plane, (1.0, 0.3, 0.9))
    gradient = np.random.default_rng(1).standard_normal((3, 3))
    strain, names = element.line_strains(data, nodal(element, data, gradient)[None])
    assert names == ("EXX",)
    np.testing.assert_allclose(strain, along @ gradient @ along)
    u = nodal(element, data, gradient)
    area = np.linalg.norm(np.cross(*plane)) * reference_cell(cell).volume
    np.testing.assert_allclose(u @ element.stiffness(data)[0] @ u, YOUNG * SECTION * area * (along @ gradient @ along) ** 2)


@pytest.mark.parametrize("cell", MODELISATIONS["GRILLE_EXCENTRE"].elements)
def test_a_rigid_turn_of_an_offset_sheet_makes_no_strain_and_a_bend_does(cell):
    element, data, plane = one("GRILLE_EXCENTRE", cell)
    along, normal = unit(plane, (1.0, 0.3, 0.9))
    spin = np.array([0.3, -0.2, 0.5])
    turn = np.array([[0.0, -spin[2], spin[1]], [spin[2], 0.0, -spin[0]], [-spin[1], spin[0], 0.0]])
    np.testing.assert_allclose(element.own_strain(data, nodal(element, data, turn, spin)[None]), 0.0, atol=1e-14)
    # turns k (x . along) about the normal x along move what is at a height h by h k (x . along) along
    across = np.cross(normal, along)
    u = np.concatenate([np.concatenate([np.zeros(3), 0.1 * (x @ along) * across]) for x in data.coordinates[0]])
    np.testing.assert_allclose(element.own_strain(data, u[None]), 0.2 * 0.1, rtol=1e-9)


@pytest.mark.parametrize("word,cell", PAIRS)
def test_masses_weights_and_warmth(word, cell):
    element, data, plane = one(word, cell, offset=0.0, expansion=1e-5)
    mass = DENSITY * SECTION * np.linalg.norm(np.cross(*plane)) * reference_cell(cell).volume
    u = nodal(element, data, np.zeros((3, 3)))
    width = len(element.components[0])
    u[2::width] = 1.0
    np.testing.assert_allclose(u @ element.mass(data)[0] @ u, mass)
    np.testing.assert_allclose(element.weight(data, np.array([0.0, 0.0, -9.81]))[0, 2::width].sum(), -9.81 * mass)
    around = {"TEMP": np.full((1, 1), 120.0), "TEMP_REF": np.full((1, 1), 20.0)}
    warm = replace(data, surroundings=lambda t: around)
    np.testing.assert_allclose(element.elastic_state(warm, 0.0 * u[None]).stress, -YOUNG * 1e-3)
    grown = nodal(element, data, 1e-3 * np.eye(3))
    np.testing.assert_allclose(element.stiffness(data)[0] @ grown, element.anelastic_force(warm)[0], atol=1e-12)
    force, tangent, state = element.respond(data, BEHAVIOURS["ELAS"], grown[None], element.start(data, BEHAVIOURS["ELAS"]))
    np.testing.assert_allclose(tangent, element.stiffness(data))
    np.testing.assert_allclose(force, element.nodal_forces(data, state.stress))


def test_what_cannot_be_is_refused():
    element, data, _ = one("GRILLE_MEMBRANE", "QUAD4", direction=np.cross([1.0, 0.0, 0.2], [0.1, 1.2, 0.0]))
    with pytest.raises(ComputationFailed, match="stands across"):
        element.stiffness(data)
    with pytest.raises(ComputationFailed, match="no pressure"):
        element.pressure(data, 1.0)
    with pytest.raises(ComputationFailed, match="section"):
        element.stiffness(replace(data, characteristics={}))


def membrane(cell):
    element, nodes = MODELISATIONS["MEMBRANE"].elements[cell], reference_cell(cell).nodes
    plane = np.array([[1.0, 0.0, 0.2], [0.1, 1.2, 0.0]])
    stiff = np.array([[5.0, 1.0, 0.2], [1.0, 3.0, 0.1], [0.2, 0.1, 2.0]])
    material = {"membrane_elasticity": stiff, "density": DENSITY, "expansion": 1e-5}
    given = {"membrane_direction": np.array([[1.0, 0.3, 0.9]])}
    return element, ElementData(np.array([0]), (nodes @ plane)[None], [material], np.array([0]), given), plane, stiff


@pytest.mark.parametrize("cell", MODELISATIONS["MEMBRANE"].elements)
def test_a_membrane_stretches_in_its_own_axes(cell):
    element, data, plane, stiff = membrane(cell)
    along, normal = unit(plane, (1.0, 0.3, 0.9))
    across = np.cross(normal, along)
    gradient = np.random.default_rng(1).standard_normal((3, 3))
    u = nodal(element, data, gradient)
    shear = (along @ gradient @ across + across @ gradient @ along) / np.sqrt(2.0)
    strain = np.array([along @ gradient @ along, across @ gradient @ across, shear])
    np.testing.assert_allclose(element.line_strains(data, u[None])[0], np.broadcast_to(strain, (1, len(element.rule()), 3)))
    area = np.linalg.norm(np.cross(*plane)) * reference_cell(cell).volume
    np.testing.assert_allclose(u @ element.stiffness(data)[0] @ u, area * strain @ stiff @ strain)
    force, _, state = element.respond(data, BEHAVIOURS["ELAS"], u[None], element.start(data, BEHAVIOURS["ELAS"]))
    np.testing.assert_allclose(force[0], element.stiffness(data)[0] @ u, atol=1e-12)
    np.testing.assert_allclose(element.shown(data, state.stress)[0][0, 0], stiff @ strain)
    around = {"TEMP": np.full((1, 1), 120.0), "TEMP_REF": np.full((1, 1), 20.0)}
    warm = replace(data, surroundings=lambda t: around)
    grown = nodal(element, data, 1e-3 * np.eye(3))
    np.testing.assert_allclose(element.anelastic_force(warm)[0], element.stiffness(data)[0] @ grown, atol=1e-12)
    assert abs(element.elastic_state(warm, grown[None]).stress).max() < 1e-12


@pytest.mark.parametrize("word,cell", PAIRS)
def test_the_bars_stand_at_their_offset(word, cell):
    element, data, plane = one(word, cell)
    normal = unit(plane, (1.0, 0.0, 0.0))[1]
    places, volume = element.points_across(data)
    heights = (places[0] - data.coordinates[0, 0]) @ normal
    np.testing.assert_allclose(abs(heights), 0.2 if element.offset else 0.0, atol=1e-12)
    area = np.linalg.norm(np.cross(*plane)) * (0.5 if cell.startswith("TRIA") else 4.0)
    assert volume.sum() == pytest.approx(SECTION * area)


@pytest.mark.parametrize("word, cell", [("GRILLE_EXCENTRE", "TRIA3"), ("GRILLE_EXCENTRE", "QUAD4"), ("GRILLE_MEMBRANE", "QUAD8")])
def test_the_diagonal_mass_is_whole_in_each_direction(word, cell):
    element, data, _ = one(word, cell)
    mass, lumped = element.mass(data)[0], element.lumped_mass(data)[0]
    np.testing.assert_array_equal(lumped, np.diag(np.diagonal(lumped)))
    step = len(element.components[0])
    for axis in range(3):
        assert np.diagonal(lumped)[axis::step].sum() == pytest.approx(mass[axis::step, axis::step].sum(), rel=1e-12)
    assert step == 3 or not np.diagonal(lumped).reshape(-1, 6)[:, 3:].any()


@pytest.mark.parametrize("word,cell", PAIRS)
def test_the_inertia_is_that_of_the_surface(word, cell):
    element, data, plane = one(word, cell)
    mass, centre, moments = np.split(element.inertia(data)[0], [1, 4])
    whole = DENSITY * SECTION * np.linalg.norm(np.cross(*plane)) * reference_cell(cell).volume
    np.testing.assert_allclose(mass, whole)
    np.testing.assert_allclose(centre, data.coordinates[0][: 3 if "TRIA" in cell else 4].mean(axis=0))
    reference = np.array([[1 / 36, -1 / 72], [-1 / 72, 1 / 36]]) * 2 if "TRIA" in cell else np.eye(2) / 3
    second = whole * plane.T @ reference @ plane
    expected = [*(np.trace(second) - np.diag(second)), second[0, 1], second[0, 2], second[1, 2]]
    np.testing.assert_allclose(moments, expected, atol=1e-12 * whole)


def test_what_grows_freely_stores_no_energy():
    around = {"TEMP": np.full((1, 1), 120.0), "TEMP_REF": np.full((1, 1), 20.0)}
    for element, data, *_ in (one("GRILLE_EXCENTRE", "QUAD4", expansion=1e-5), membrane("QUAD8")):
        warm = replace(data, surroundings=lambda t: around)
        cold, grown = np.zeros((1, element.size)), nodal(element, data, 1e-3 * np.eye(3))[None]
        held = element.potential_energy(data, grown)
        assert held[0] == pytest.approx(0.5 * grown[0] @ element.stiffness(data)[0] @ grown[0]) and held[0] > 0.0
        np.testing.assert_allclose(element.potential_energy(warm, cold), held)
        assert element.potential_energy(warm, grown)[0] == pytest.approx(0.0, abs=1e-12 * held[0])
