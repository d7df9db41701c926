"""What every modelisation of heat owes: sweeps the registry."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.conduction import Conductor, HeatSide
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.drying import DryingCell
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.fourier_series import HarmonicConductor
from pyaster_lite.fe.frames import rotation
from pyaster_lite.fe.hho.cell import Hybrid

CLAY = {"conductivity": np.diag([2.0, 3.0, 5.0]), "heat_capacity": 7.0}


def pairs(kind):
    words = list(THERMAL_MODELISATIONS)
    cells = [(word, cell, e) for word in words for cell, e in THERMAL_MODELISATIONS[word].elements.items()]
    return [(word, cell) for word, cell, e in cells if isinstance(e, kind) and not isinstance(e, (Hybrid, DryingCell))]


def placed(word, cell, material=CLAY, count=2):
    """An element and data of a few cells of it, away from the axis."""
    element = THERMAL_MODELISATIONS[word].elements[cell]
    nodes, dim = reference_cell(cell).nodes, element.space
    rng = np.random.default_rng(3)
    coordinates = np.zeros((count, len(nodes), 3))
    for k in range(count):
        stretch = np.eye(dim)[: nodes.shape[1]] + 0.2 * rng.standard_normal((nodes.shape[1], dim))
        coordinates[k, :, :dim] = nodes @ stretch + np.array([4.0, 0.3, -0.2])[:dim]
    return element, ElementData(np.arange(count), coordinates, [material], np.zeros(count, int))


@pytest.mark.parametrize("word,cell", pairs(Conductor))
def test_uniform_temperatures_conduct_nothing(word, cell):
    element, data = placed(word, cell)
    conduction = element.conduction(data)
    np.testing.assert_allclose(conduction, conduction.transpose(0, 2, 1), atol=1e-12)
    assert abs(conduction.sum(axis=2)).max() < 1e-12 * abs(conduction).max()
    assert np.linalg.eigvalsh(conduction).min() > -1e-10 * abs(conduction).max()


@pytest.mark.parametrize("word,cell", pairs(Conductor))
def test_a_linear_temperature_flows_uniformly_and_in_balance(word, cell):
    element, data = placed(word, cell)
    if isinstance(element, HarmonicConductor):
        pytest.skip("heat flows around the axis too: see tests/fe/test_fourier_series.py")
    slope = np.array([1.0, -2.0, 0.5])[: element.dim]
    temperature = data.coordinates[..., : element.dim] @ slope
    flow = element.flow(data, temperature)
    np.testing.assert_allclose(flow, np.broadcast_to(-np.diag(CLAY["conductivity"])[: element.dim] * slope, flow.shape), rtol=1e-10)
    held = np.einsum("eij,ej->ei", element.conduction(data), temperature)
    imposed = element.imposed_gradient(data, np.append(slope, 0.0)[:3])
    np.testing.assert_allclose(held, imposed, atol=1e-11)


@pytest.mark.parametrize("word,cell", pairs(Conductor))
def test_the_whole_cell_stores_heat(word, cell):
    element, data = placed(word, cell)
    capacity = element.capacity(data)
    source = element.heat_source(data, 7.0).sum(axis=1)
    if not element.continuum.revolves or not word.endswith("_DIAG"):
        np.testing.assert_allclose(capacity.sum(axis=(1, 2)), source, rtol=1e-10)
    if word.endswith("_DIAG"):
        np.testing.assert_array_equal(capacity, capacity * np.eye(capacity.shape[1]))


@pytest.mark.parametrize("word,cell", pairs(HeatSide))
def test_flows_through_a_side(word, cell):
    element, data = placed(word, cell)
    area = element.point_weights(data).sum(axis=1)
    np.testing.assert_allclose(element.inflow(data, 3.0).sum(axis=1), 3.0 * area)
    np.testing.assert_allclose(element.exchange(data, 3.0).sum(axis=2), element.inflow(data, 3.0), atol=1e-12)
    normals = element.normals(data.coordinates).sum(axis=1)
    np.testing.assert_allclose(element.inflow_along(data, np.array([1.0, 2.0, 4.0])).sum(axis=1), normals @ [1.0, 2.0, 4.0])


def test_material_axes_turn_the_conductivity():
    element, data = placed("PLAN", "QUAD4")
    data.characteristics = {"material_frame": np.array([rotation(np.pi / 2, 0, 0), np.zeros((3, 3))])}
    np.testing.assert_allclose(element.conductivity(data)[0][:, 0], [np.diag([3.0, 2.0]), np.diag([2.0, 3.0])], atol=1e-12)


def test_space_needs_all_three_conductivities():
    plane_only = {"conductivity": np.diag([2.0, 3.0, np.nan])}
    element, data = placed("PLAN", "QUAD4", plane_only)
    assert np.isfinite(element.conduction(data)).all()
    element, data = placed("3D", "HEXA8", plane_only)
    with pytest.raises(ComputationFailed, match="all three axes"):
        element.conduction(data)


def test_axes_around_an_axis_are_those_at_each_point():
    """Conducting along the radius only, a temperature that changes along the circle makes no flow."""
    element, data = placed("PLAN", "QUAD8", {"conductivity": np.diag([2.0, 0.0, 0.0])})
    data.characteristics = {"material_axis": np.broadcast_to([[0.5, -1.0, 0.0], [0.0, 0.0, 1.0]], (2, 2, 3))}
    conductivity = element.conductivity(data)[0]
    radius = element.points(data.coordinates)[..., :2] - [0.5, -1.0]
    np.testing.assert_allclose(np.einsum("egij,egj->egi", conductivity, radius), 2.0 * radius, rtol=1e-12)
    across = np.stack([-radius[..., 1], radius[..., 0]], axis=-1)
    np.testing.assert_allclose(np.einsum("egij,egj->egi", conductivity, across), 0.0, atol=1e-12)
