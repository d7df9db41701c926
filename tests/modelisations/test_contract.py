"""What every modelisation owes: sweeps the registry, so that a new one is tested the day it is dropped in."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.assumed_strain import AssumedStrain
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData, MissingData
from pyaster_lite.fe.discrete import Discrete
from pyaster_lite.fe.element import Element
from pyaster_lite.fe.fourier_series import HarmonicSkin, HarmonicSolid
from pyaster_lite.fe.hho.cell import Hybrid
from pyaster_lite.fe.shapes import shape_functions
from pyaster_lite.fe.skin import Edge, Skin
from pyaster_lite.fe.solid import Solid
from pyaster_lite.fe.solid_shell import SolidShell
from pyaster_lite.fe.vertex_fields import VertexFields
from pyaster_lite.materials._law import isotropic

STEEL = {"elasticity": isotropic(2.0e11, 0.3), "density": 7800.0, "stiffness_damping": 0.02, "mass_damping": 0.5}


def pairs(kind):
    return [
        (word, cell)
        for word in MODELISATIONS
        for cell, e in MODELISATIONS[word].elements.items()
        if isinstance(e, kind) and not isinstance(e, (AssumedStrain, HarmonicSkin, HarmonicSolid, VertexFields, Hybrid, SolidShell))
    ]


def placed(word, cell, count=3):
    """An element and data for a few cells of it: images of the reference cell by affine maps, away from the axis x = 0."""
    element = MODELISATIONS[word].elements[cell]
    nodes = reference_cell(cell).nodes
    rng = np.random.default_rng(1)
    dim = element.continuum.dim if hasattr(element, "continuum") else 3
    coordinates = np.zeros((count, len(nodes), 3))
    for k in range(count):
        stretch = np.eye(dim)[: nodes.shape[1]] + 0.2 * rng.standard_normal((nodes.shape[1], dim))
        coordinates[k, :, :dim] = nodes @ stretch + np.array([4.0, 0.3, -0.2])[:dim]
    return element, ElementData(np.arange(count), coordinates, [STEEL], np.zeros(count, int))


def motion(element, coordinates, rotation, shift=(0.0, 0.0, 0.0)):
    """(ne, nd) nodal displacements rotation @ x + shift."""
    moved = coordinates @ np.asarray(rotation, float).T + np.array(shift)
    axes = {"DX": 0, "DY": 1, "DZ": 2}
    return np.stack([moved[:, n, axes[name]] for n, names in enumerate(element.components) for name in names], axis=1)


@pytest.mark.parametrize("word,cell", pairs(Solid))
def test_a_rigid_motion_makes_no_force(word, cell):
    element, data = placed(word, cell)
    stiffness = element.stiffness(data)
    spins, shift = [[[0, -1, 0], [1, 0, 0], [0, 0, 0]]], (0.3, 1.0, 0.0)
    if element.continuum.revolves:
        spins, shift = [np.zeros((3, 3))], (0.0, 1.0, 0.0)
    elif element.dim == 3:
        spins, shift = [*spins, [[0, 0, 1], [0, 0, 0], [-1, 0, 0]]], (0.3, 1.0, -0.7)
    for spin in spins:
        u = motion(element, data.coordinates, spin, shift)
        force = np.einsum("eij,ej->ei", stiffness, u)
        assert abs(force).max() < 1e-10 * abs(stiffness).max() * abs(u).max()


@pytest.mark.parametrize("word,cell", pairs(Solid))
def test_stiffness_is_symmetric_and_never_negative(word, cell):
    element, data = placed(word, cell)
    stiffness = element.stiffness(data)
    np.testing.assert_allclose(stiffness, stiffness.transpose(0, 2, 1), atol=1e-12 * abs(stiffness).max())
    assert np.linalg.eigvalsh(stiffness).min() > -1e-10 * abs(stiffness).max()


@pytest.mark.parametrize("word,cell", pairs(Solid))
def test_patch_a_uniform_strain_gives_a_uniform_stress_in_balance(word, cell):
    element, data = placed(word, cell)
    gradient = np.array([[1e-3, 2e-4, 1e-4], [-3e-4, -2e-3, 5e-4], [4e-4, 0.0, 7e-4]])
    if element.dim == 2:
        gradient[2] = gradient[:, 2] = 0.0
    if element.continuum.revolves:
        gradient[:2, :2] = np.diag([1e-3, -2e-3])
    behaviour = BEHAVIOURS["ELAS"]
    u = motion(element, data.coordinates, gradient)
    force, _, state = element.respond(data, behaviour, u, element.start(data, behaviour))
    strain = (gradient + gradient.T) / 2
    mandel = [strain[0, 0], strain[1, 1], strain[2, 2], *(np.sqrt(2) * strain[i, j] for i, j in ((0, 1), (0, 2), (1, 2)))]
    if element.continuum.revolves:
        mandel[2] = mandel[0]
    expected = np.array(mandel[: state.strain.shape[-1]])
    np.testing.assert_allclose(state.strain, np.broadcast_to(expected, state.strain.shape), atol=1e-15)
    stress = element.continuum.elasticity(STEEL["elasticity"]) @ expected
    np.testing.assert_allclose(state.stress, np.broadcast_to(stress, state.stress.shape), atol=1e-12 * abs(stress).max())
    np.testing.assert_allclose(force, np.einsum("eij,ej->ei", element.stiffness(data), u), atol=1e-12 * abs(force).max())
    if not element.continuum.revolves:
        total = force.reshape(len(data), -1, element.dim).sum(axis=1)
        assert abs(total).max() < 1e-12 * abs(force).max()


FACETS = {2: "SEG2", 3: "TRIA3", 4: "QUAD4", 6: "TRIA6", 8: "QUAD8", 9: "QUAD9"}
LINEAR = {"TRIA": "TRIA3", "QUAD": "QUAD4", "TETRA": "TETRA4", "PENTA": "PENTA6", "PYRAM": "PYRAM5", "HEXA": "HEXA8"}
INEXACT = {"PYRAM13": 1e-2}
"""Cells whose rational functions no rule integrates exactly, and by how much they miss the patch test."""
FLAT = [(w, c) for w, c in pairs(Solid) if not MODELISATIONS[w].elements[c].continuum.revolves]


def sides(word, cell, data):
    """The sides of the cells, each with the element that carries loads there, its local nodes and its data."""
    plane = reference_cell(cell).dim == 2
    for face in reference_cell(cell).faces:
        kind = "SEG3" if plane and len(face) == 3 else FACETS[len(face)]
        own = MODELISATIONS[word].elements
        skin = own[kind] if kind in own else MODELISATIONS["3D"].elements[kind]
        yield skin, list(face), ElementData(data.cells, data.coordinates[:, list(face)])


def gathered(element, parts):
    """(ne, nn, dim) forces (ne, nodes dim) of parts on some local nodes each, summed up."""
    total = 0.0
    for nodes, force in parts:
        whole = np.zeros((len(force), len(element.components), element.dim))
        whole[:, nodes] = force.reshape(len(force), len(nodes), element.dim)
        total = total + whole
    return total


@pytest.mark.parametrize("word,cell", FLAT)
def test_patch_a_uniform_stress_balances_tractions_on_the_sides(word, cell):
    """What a cell holds in a uniform stress is what its sides are loaded with, node by node."""
    element, data = placed(word, cell)
    tensor = np.array([[5.0, 1.5, 0.7], [1.5, -2.0, 0.4], [0.7, 0.4, 1.0]])
    if element.dim == 2:
        tensor[2, :2] = tensor[:2, 2] = 0.0
    mandel = [tensor[0, 0], tensor[1, 1], tensor[2, 2], *(np.sqrt(2) * tensor[i, j] for i, j in ((0, 1), (0, 2), (1, 2)))]
    stress = np.broadcast_to(mandel[: len(element.continuum.strains)], (len(data), len(element.rule()), len(element.continuum.strains)))
    held = element.nodal_forces(data, stress).reshape(len(data), -1, element.dim)
    loads = []
    for skin, nodes, side in sides(word, cell, data):
        normals = skin.normals(side.coordinates)
        normals = (normals / np.linalg.norm(normals, axis=-1, keepdims=True))[:, 0]
        forces = [
            skin.traction(ElementData(side.cells[k : k + 1], side.coordinates[k : k + 1]), tensor @ normals[k]) for k in range(len(data))
        ]
        loads.append((nodes, np.concatenate(forces)))
    np.testing.assert_allclose(held, gathered(element, loads), atol=INEXACT.get(cell, 1e-9) * abs(held).max())


@pytest.mark.parametrize("word,cell", FLAT)
def test_patch_a_distorted_cell_under_pressure_all_around(word, cell):
    """Corners moved at random, what lies between them following: uniform strains stay uniform, pressure is held by hydrostatic stress."""
    element, data = placed(word, cell)
    reference = reference_cell(cell)
    corners = shape_functions(LINEAR[cell.rstrip("0123456789")], reference.nodes)
    moved = 0.15 * np.random.default_rng(4).standard_normal((len(data), corners.shape[1], element.dim))
    data.coordinates[..., : element.dim] += corners @ moved
    gradient = np.diag([1e-3, -2e-3, 7e-4 * (element.dim == 3)])
    gradient[0, 1] = 4e-4
    u = motion(element, data.coordinates, gradient)
    behaviour = BEHAVIOURS["ELAS"]
    strain = element.respond(data, behaviour, u, element.start(data, behaviour))[2].strain
    np.testing.assert_allclose(
        strain[..., :4], np.broadcast_to([*np.diag(gradient), 2e-4 * np.sqrt(2)], (*strain.shape[:2], 4)), atol=1e-15
    )
    stress = np.zeros_like(strain)
    stress[..., :3] = -3.0
    held = element.nodal_forces(data, stress).reshape(len(data), -1, element.dim)
    loads = [(nodes, skin.pressure(side, 3.0)) for skin, nodes, side in sides(word, cell, data)]
    np.testing.assert_allclose(held, gathered(element, loads), atol=INEXACT.get(cell, 1e-9) * abs(held).max())


@pytest.mark.parametrize("word,cell", pairs(Solid))
def test_a_stress_works_on_the_squares_of_the_displacement_gradient(word, cell):
    element, data = placed(word, cell)
    gradient = np.array([[0.0, 2e-4, 1e-4], [-3e-4, 0.0, 5e-4], [4e-4, 0.0, 0.0]])
    if element.dim == 2:
        gradient[2] = gradient[:, 2] = 0.0
    if element.continuum.revolves:
        gradient[:, 0] = gradient[0] = 0.0
        gradient[1, 1] = 1e-3
    stress = np.zeros((len(data), len(element.rule()), len(element.continuum.strains)))
    tensor = np.array([[5.0, 1.5, 0.0], [1.5, -2.0, 0.0], [0.0, 0.0, 0.0]])
    if element.continuum.revolves:
        tensor[0] = tensor[:, 0] = 0.0
    stress[..., :2], stress[..., 3] = np.diag(tensor)[:2], tensor[0, 1] * np.sqrt(2)
    u = motion(element, data.coordinates, gradient)
    work = np.einsum("ei,eij,ej->e", u, element.geometric_stiffness(data, stress), u)
    volume = element.geometry(data)[3].sum(axis=1)
    np.testing.assert_allclose(work, np.sum(gradient @ tensor * gradient) * volume, rtol=1e-9)


@pytest.mark.parametrize("word,cell", pairs(Solid))
def test_masses_sum_to_volume_times_density(word, cell):
    element, data = placed(word, cell)
    volume = element.geometry(data, "mass")[3].sum(axis=1)
    if element.dim == 3:
        edges = np.linalg.det(np.einsum("dn,enk->edk", derivative_at_middle(cell), data.coordinates))
        np.testing.assert_allclose(volume, abs(edges) * reference_cell(cell).volume, rtol=1e-12)
    for mass in (element.mass(data), element.lumped_mass(data)):
        per_axis = mass.sum(axis=(1, 2)) / element.dim
        np.testing.assert_allclose(per_axis, volume * STEEL["density"], rtol=1e-12)
    lumped = element.lumped_mass(data)
    assert (lumped - lumped * np.eye(element.size)).any() == np.False_
    weightless = ElementData(data.cells, data.coordinates, [STEEL | {"density": 0.0}], data.owner)
    assert not element.lumped_mass(weightless).any()
    weight = element.weight(data, np.array([0.0, -9.81, 0.0])).reshape(len(data), -1, element.dim).sum(axis=1)
    np.testing.assert_allclose(weight[:, 1], -9.81 * STEEL["density"] * volume, rtol=1e-9)


def derivative_at_middle(cell):
    from pyaster_lite.fe.quadrature import quadrature
    from pyaster_lite.fe.shapes import shape_derivatives

    return shape_derivatives(cell, quadrature(cell, "FPG1").points)[0]


@pytest.mark.parametrize("word,cell", pairs(Solid))
def test_rayleigh_damping_combines_stiffness_and_mass(word, cell):
    element, data = placed(word, cell)
    expected = 0.02 * element.stiffness(data) + 0.5 * element.mass(data)
    np.testing.assert_allclose(element.damping(data), expected, rtol=1e-12, atol=1e-12 * abs(expected).max())
    data.materials = [{"elasticity": STEEL["elasticity"]}]
    assert element.damping(data) is None


def summed(element, force):
    """(ne, dim) the sums of nodal forces (ne, nd) along each axis."""
    names = np.array([name for own in element.components for name in own])
    return np.stack([force[:, names == axis].sum(axis=1) for axis in element.continuum.unknowns], axis=1)


@pytest.mark.parametrize("word,cell", pairs(Skin))
def test_a_pressure_on_a_side_pushes_against_its_normal(word, cell):
    element, data = placed(word, cell)
    force = summed(element, element.pressure(data, 2.0))
    normal = element.normals(data.coordinates).sum(axis=1)[:, : element.continuum.dim]
    np.testing.assert_allclose(force, -2.0 * normal, rtol=1e-12, atol=1e-12)
    area = np.linalg.norm(element.normals(data.coordinates), axis=-1).sum(axis=1)
    pull = summed(element, element.traction(data, np.array([3.0, -1.0, 0.0])))
    np.testing.assert_allclose(pull[:, 0], 3.0 * area, rtol=1e-12)
    np.testing.assert_allclose(pull[:, 1], -area, rtol=1e-12)
    assert element.stiffness(data) is None and element.mass(data) is None


@pytest.mark.parametrize("word,cell", pairs(Edge))
def test_a_force_on_an_edge_adds_up_along_its_length(word, cell):
    element, data = placed(word, cell)
    force = element.line_force(data, np.array([0.0, 0.0, 5.0])).reshape(len(data), -1, 3).sum(axis=1)
    ends = data.coordinates[:, 1] - data.coordinates[:, 0]
    np.testing.assert_allclose(force[:, 2], 5.0 * np.linalg.norm(ends, axis=1), rtol=1e-12)


@pytest.mark.parametrize("word,cell", pairs(Discrete))
def test_a_discrete_hands_over_its_matrices(word, cell):
    element, data = placed(word, cell)
    matrices = np.random.default_rng(2).standard_normal((3, element.size, element.size))
    data.characteristics = {"stiffness": matrices, "loss_factor": np.array([0.0, 0.1, 0.2])}
    np.testing.assert_array_equal(element.stiffness(data), matrices)
    assert not element.mass(data).any() and element.damping(data) is None
    np.testing.assert_allclose(element.hysteretic_stiffness(data)[2], matrices[2] * (1 + 0.2j))
    u = np.ones((3, element.size))
    force, tangent, state = element.respond(data, BEHAVIOURS["ELAS"], u, element.start(data, BEHAVIOURS["ELAS"]))
    np.testing.assert_allclose(force, matrices.sum(axis=2))
    np.testing.assert_array_equal(tangent, matrices)


def test_a_disc_that_spins_turns_its_axis_across():
    element, data = placed("DIS_TR", "POI1", 1)
    axes, _ = np.linalg.qr(np.random.default_rng(5).standard_normal((3, 3)))
    inertia = np.zeros((1, 6, 6))
    inertia[0, 3:, 3:] = axes.T @ np.diag([3.0, 1.0, 2.0]) @ axes
    data.characteristics = {"mass": inertia, "frame": axes[None]}
    gyroscopic = element.gyroscopic(data)[0]
    turned = axes @ gyroscopic[3:, 3:] @ axes.T
    np.testing.assert_allclose(turned, [[0, 0, 0], [0, 0, 3.0], [0, -3.0, 0]], atol=1e-12)


def test_a_missing_property_names_its_cells():
    element, data = placed("D_PLAN", "QUAD4")
    data.owner = np.array([0, -1, 0])
    with pytest.raises(MissingData, match="first: number 2.*elasticity"):
        element.stiffness(data)


@pytest.mark.parametrize("word", list(MODELISATIONS))
def test_every_modelisation_fits_its_space(word):
    family = MODELISATIONS[word]
    assert family.space in (2, 3)
    for cell, element in family.elements.items():
        assert element.cell == cell and len(element.components) == CELL_TYPES[cell].n_nodes


@pytest.mark.parametrize("word", sorted(MODELISATIONS))
def test_no_attribute_stands_for_a_method_or_for_something_of_another_kind(word):
    for element in {id(element): element for element in MODELISATIONS[word].elements.values()}.values():
        for name, value in vars(element).items():
            own = getattr(Element, name, None)
            assert not callable(own), f"{type(element).__name__}.{name} hides a method"
            assert own is None or isinstance(value, type(own)) or type(own) in (int, float), f"{type(element).__name__}.{name} is {value!r}"
