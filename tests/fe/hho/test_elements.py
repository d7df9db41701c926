"""What hybrid elements of every physics owe: sweeps the registries."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS, THERMAL_MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.hho.conduction import HybridConductor
from pyaster_lite.fe.hho.side import HybridHeatSide, HybridSkin
from pyaster_lite.fe.hho.solid import HybridSolid
from pyaster_lite.fe.large_strain import Green
from pyaster_lite.fe.logarithmic_strain import Logarithmic
from pyaster_lite.materials._law import isotropic

MATERIAL = {
    "elasticity": isotropic(2.0e5, 0.3), "young": 2.0e5, "poisson": 0.3, "density": 8.0,
    "conductivity": np.diag([2.0, 3.0, 5.0]), "heat_capacity": 7.0,
}  # fmt: skip
GRADIENT = np.array([[1e-3, 2e-4, 1e-4], [-3e-4, -2e-3, 5e-4], [4e-4, 0.0, 7e-4]])


def pairs(registry, kind):
    found = []
    for word in registry:
        for formulation, family in registry[word].formulations.items():
            found += [(word, formulation, cell) for cell, e in family.elements.items() if type(e) is kind and e.degree < 3]
    return found


def placed(registry, word, formulation, cell):
    """An element and the data of two cells of it, away from the axis x = 0."""
    element = registry[word].formulations[formulation].elements[cell]
    nodes, space = reference_cell(cell).nodes, element.space
    coordinates, rng = np.zeros((2, len(nodes), 3)), np.random.default_rng(1)
    for k in range(2):
        stretch = np.eye(space)[: nodes.shape[1]] + 0.2 * rng.standard_normal((nodes.shape[1], space))
        coordinates[k, :, :space] = nodes @ stretch + np.array([4.0, 0.3, -0.2])[:space]
    return element, ElementData(np.arange(2), coordinates, [MATERIAL], np.zeros(2, int))


def projected(element, data, function):
    """(ne, n, k) coefficients of a function of points that gives k values."""
    parts = {local: matrix @ function(points) for local, points, matrix in element.projectors(data)}
    return np.concatenate([parts[local] for local, names in enumerate(element.components) if names], axis=1)


def moved(element, data, gradient):
    dim = element.dim
    return projected(element, data, lambda x: x @ gradient[:dim, :dim].T + 0.3).reshape(len(data), -1)


@pytest.mark.parametrize("word,formulation,cell", pairs(MODELISATIONS, HybridSolid))
def test_a_uniform_strain_gives_a_uniform_stress_and_nothing_to_stabilise(word, formulation, cell):
    element, data = placed(MODELISATIONS, word, formulation, cell)
    u = moved(element, data, GRADIENT)
    behaviour = BEHAVIOURS["ELAS"]
    force, matrix, state = element.respond(data, behaviour, u, element.start(data, behaviour))
    strain = (GRADIENT + GRADIENT.T) / 2 * (1.0 if element.dim == 3 else np.outer([1, 1, 0], [1, 1, 0]))
    mandel = [*np.diag(strain), *(np.sqrt(2) * strain[i, j] for i, j in ((0, 1), (0, 2), (1, 2)))][: state.strain.shape[-1]]
    np.testing.assert_allclose(state.strain, np.broadcast_to(mandel, state.strain.shape), atol=1e-14)
    np.testing.assert_allclose(force, element.nodal_forces(data, state.stress), atol=1e-11 * abs(matrix).max() * abs(u).max())
    np.testing.assert_allclose(matrix, element.stiffness(data), atol=1e-12 * abs(matrix).max())
    shown, names = element.shown_at_nodes(data, u)
    np.testing.assert_allclose(shown, data.coordinates[..., : element.dim] @ GRADIENT[: element.dim, : element.dim].T + 0.3, atol=1e-12)
    assert names == element.continuum.unknowns


@pytest.mark.parametrize("word,formulation,cell", pairs(MODELISATIONS, HybridSolid))
def test_rigid_motions_alone_make_no_force(word, formulation, cell):
    element, data = placed(MODELISATIONS, word, formulation, cell)
    stiffness = element.stiffness(data)
    values = np.linalg.eigvalsh(stiffness)
    rigid = {2: 3, 3: 6}[element.dim]
    assert (abs(values[:, :rigid]) < 1e-9 * values[:, -1:]).all() and (values[:, rigid] > 1e-6 * values[:, -1]).all()


@pytest.mark.parametrize("kind", (Green, Logarithmic))
@pytest.mark.parametrize("word,formulation,cell", pairs(MODELISATIONS, HybridSolid)[::3])
def test_the_tangent_in_large_strain_is_that_of_the_forces(kind, word, formulation, cell):
    element, data = placed(MODELISATIONS, word, formulation, cell)
    element, behaviour = element.moving(kind), BEHAVIOURS["ELAS"]
    u = moved(element, data, 50 * GRADIENT)
    rest = element.start(data, behaviour)
    _, tangent, state = element.respond(data, behaviour, u, rest)
    step = 1e-6 * np.random.default_rng(2).standard_normal(u.shape)
    ahead, behind = (element.respond(data, behaviour, u + sign * step, rest, False)[0] for sign in (1, -1))
    np.testing.assert_allclose((ahead - behind) / 2, np.einsum("eij,ej->ei", tangent, step), atol=1e-6 * abs(ahead - behind).max())
    held = element.state_forces(data, state)
    np.testing.assert_allclose(held, element.respond(data, behaviour, u, rest, False)[0], atol=1e-10 * abs(held).max())


@pytest.mark.parametrize("word,formulation,cell", pairs(MODELISATIONS, HybridSolid))
def test_the_mass_and_the_weight_are_those_of_the_volume(word, formulation, cell):
    element, data = placed(MODELISATIONS, word, formulation, cell)
    one = projected(element, data, lambda x: np.ones((*x.shape[:2], element.dim))).reshape(len(data), -1)
    volume = element.point_weights(data).sum(axis=1)
    np.testing.assert_allclose(np.einsum("ei,eij,ej->e", one, element.mass(data), one), element.dim * 8.0 * volume, rtol=1e-12)
    weight = element.weight(data, np.array([0.0, -2.0, 0.0]))
    np.testing.assert_allclose((weight * one).sum(axis=1), -16.0 * volume, rtol=1e-12)


@pytest.mark.parametrize("word,formulation,cell", pairs(MODELISATIONS, HybridSkin))
def test_loads_on_a_side_work_like_their_resultants(word, formulation, cell):
    element, data = placed(MODELISATIONS, word, formulation, cell)
    face = element._face(data)
    points, matrix = face.projector(2 * element.degree + 1)
    one = matrix.sum(axis=2)
    normals = element.normals(data.coordinates).sum(axis=1)[:, : element.space]
    pushed = np.einsum("eb,ebk->ek", one, element.pressure(data, 2.0).reshape(2, -1, element.space))
    np.testing.assert_allclose(pushed, -2.0 * normals, atol=1e-12)
    pulled = np.einsum("eb,ebk->ek", one, element.traction(data, np.array([3.0, -1.0, 0.0])).reshape(2, -1, element.space))
    area = element.point_weights(data).sum(axis=1)
    np.testing.assert_allclose(pulled[:, :2], area[:, None] * [3.0, -1.0], atol=1e-12)


@pytest.mark.parametrize("word,formulation,cell", pairs(THERMAL_MODELISATIONS, HybridConductor))
def test_heat_flows_uniformly_down_a_uniform_slope(word, formulation, cell):
    element, data = placed(THERMAL_MODELISATIONS, word, formulation, cell)
    slope = np.array([1.0, -2.0, 0.5])[: element.dim]
    t = projected(element, data, lambda x: (x @ slope + 20.0)[..., None])[..., 0]
    expected = -MATERIAL["conductivity"][: element.dim, : element.dim] @ slope
    np.testing.assert_allclose(element.flow(data, t), np.broadcast_to(expected, (2, len(element.rule()), element.dim)), atol=1e-10)
    np.testing.assert_allclose(element.conducted(data, t), np.einsum("eij,ej->ei", element.conduction(data), t), atol=1e-9)
    if element.degree:
        np.testing.assert_allclose(element.temperatures(data, t), element.points(data.coordinates)[..., : element.dim] @ slope + 20.0)
    even = projected(element, data, lambda x: np.ones((*x.shape[:2], 1)))[..., 0]
    assert abs(element.conducted(data, even)).max() < 1e-10
    heat = np.einsum("ei,ei->e", even, element.stored(data, 3.0 * even))
    np.testing.assert_allclose(heat, 21.0 * element.point_weights(data).sum(axis=1), rtol=1e-12)


@pytest.mark.parametrize("word,formulation,cell", pairs(THERMAL_MODELISATIONS, HybridHeatSide))
def test_heat_through_a_side_is_that_of_its_area(word, formulation, cell):
    element, data = placed(THERMAL_MODELISATIONS, word, formulation, cell)
    one = element._face(data).projector(2 * element.degree + 1)[1].sum(axis=2)
    area = element.point_weights(data).sum(axis=1)
    np.testing.assert_allclose((one * element.inflow(data, 3.0)).sum(axis=1), 3.0 * area, rtol=1e-12)
    np.testing.assert_allclose(np.einsum("ei,eij,ej->e", one, element.exchange(data, 2.0), one), 2.0 * area, rtol=1e-12)
    np.testing.assert_allclose(element.temperatures(data, one), 1.0, rtol=1e-12)
