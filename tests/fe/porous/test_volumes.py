"""Finite volumes of porous media: what they hold, what goes through them."""

from math import sqrt

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Plane, Space
from pyaster_lite.fe.porous.layout import Layout
from pyaster_lite.fe.porous.volumes import Cones, Volumes, VolumeSide
from tests.fe.porous.medium import CLAY, medium

CELLS = {"TRIA7": Plane(), "QUAD9": Plane(), "HEXA27": Space()}


def volumes(cell, sheared=0.1, **clay):
    """An element and data for two cells of it."""
    nodes = reference_cell(cell).nodes
    dim = nodes.shape[1]
    coordinates = np.zeros((2, len(nodes), 3))
    turn = np.random.default_rng(3).standard_normal((2, dim, dim))
    coordinates[..., :dim] = nodes @ (np.eye(dim) + sheared * turn)
    element = Volumes(cell, Layout(CELLS[cell], False, (2, 2), False, crossing=True))
    return element, ElementData(np.arange(2), coordinates, [CLAY | clay], np.zeros(2, int)).between(0.0, 50.0)


def pressures(element, data, field, size=1.0):
    """(ne, nd) both pressures of a field of space, in the middles."""
    u = np.zeros((len(data), element.size))
    u[:, element.columns] = size * field(element.points(data.coordinates))
    return u


@pytest.mark.parametrize("cell", CELLS)
def test_the_faces_close_the_cell(cell):
    element, data = volumes(cell)
    cones = element.cones(data)
    measured = reference_cell(cell).volume * abs(np.linalg.det(_map(cell, data)))
    np.testing.assert_allclose(cones.volume, measured, rtol=1e-12)
    np.testing.assert_allclose(np.einsum("ef,efd->ed", cones.measure, cones.normal), 0.0, atol=1e-12)


def _map(cell, data):
    nodes = reference_cell(cell).nodes
    centred = nodes - nodes[-1]
    placed = data.coordinates[..., : nodes.shape[1]] - data.coordinates[:, -1:, : nodes.shape[1]]
    return np.stack([np.linalg.lstsq(centred, own, rcond=None)[0] for own in placed])


@pytest.mark.parametrize("alpha", [1.0, 0.111])
@pytest.mark.parametrize("cell", CELLS)
def test_a_linear_pressure_goes_through_faces_by_its_gradient(cell, alpha):
    element, data = volumes(cell)
    dim, cones = element.dim, element.cones(data)
    conductivity = np.diag(np.arange(1.0, dim + 1.0))[None] + 0.2
    gradient = np.arange(2.0, dim + 2.0)
    fall = -np.einsum("efd,d->ef", cones.reach, gradient)
    expected = -np.einsum("ef,efd,d->ef", cones.measure, cones.normal, conductivity[0] @ gradient)
    np.testing.assert_allclose(np.einsum("est,et->es", cones.transmissivity(alpha, conductivity), fall), expected, atol=1e-12)


def test_on_a_square_with_the_right_alpha_two_points_tell_the_flow():
    nodes = np.zeros((1, 9, 3))
    nodes[0, :, :2] = reference_cell("QUAD9").nodes
    cones = Cones(nodes, ((0, 1), (1, 2), (2, 3), (3, 0)), 2)
    np.testing.assert_allclose(cones.transmissivity(1.0)[0], 2.0 * np.eye(4), atol=1e-12)
    assert not np.allclose(cones.transmissivity(1.0 / sqrt(2.0))[0], 2.0 * np.eye(4))


@pytest.mark.parametrize("fluid", ["LIQU_AD_GAZ", "LIQU_AD_GAZ_VAPE"])
@pytest.mark.parametrize("cell", CELLS)
def test_the_tangent_is_the_derivative_of_the_forces_from_rest(cell, fluid):
    """With gravity alone to push, so that nothing stands between two upstream sides."""
    element, data = volumes(cell)
    law = medium(fluid, mechanical=False)
    rest = element.start(data, law)
    u, direction = np.zeros((2, element.size)), np.random.default_rng(5).standard_normal((2, element.size))
    _, tangent, _ = element.respond(data, law, u, rest)
    up, down = (element.respond(data, law, sign * direction, rest, False)[0] for sign in (1, -1))
    expected = np.einsum("eij,ej->ei", tangent, direction)
    np.testing.assert_allclose(0.5 * (up - down), expected, atol=1e-4 * abs(expected).max(axis=1).min())


def test_what_goes_through_the_faces_leaves_the_middle():
    element, data = volumes("QUAD9")
    law = medium("LIQU_AD_GAZ_VAPE", mechanical=False)
    u = pressures(element, data, lambda x: np.stack([1e3 * x[..., 0], 2e3 * x[..., 1]], axis=-1))
    _, _, state = element.respond(data, law, u, element.start(data, law), False)
    held = element.nodal_forces(data, state.stress)
    for pressure in (0, 1):
        own = element.columns[:, pressure]
        np.testing.assert_allclose(held[:, own[0]], held[:, own[1:]].sum(axis=1), rtol=1e-9)
    predicted, _, _ = element.respond(data.between(50.0, 60.0, predicting=True), law, u, state)
    np.testing.assert_array_equal(predicted, held)


def test_where_no_steam_is_the_pressures_of_the_middle_are_kept_at_all_points():
    element, data = volumes("QUAD9")
    law = medium("LIQU_AD_GAZ", mechanical=False)
    assert law.internal_names == ("RHOLIQ", "POROSITE", "PVP", "SATLIQ", "PRE1", "PRE2")
    u = pressures(element, data, lambda x: np.stack([1e3 * x[..., 0], 2e3 * x[..., 1]], axis=-1))
    _, _, state = element.respond(data, law, u, element.start(data, law), False)
    expected = np.broadcast_to(u[:, None, element.columns[0]], (*state.internal.shape[:2], 2))
    np.testing.assert_array_equal(state.internal[..., -2:], expected)


def test_a_side_lets_in_by_its_length_and_second():
    side = VolumeSide("SEG3", Layout(Plane(), False, (2, 2), False, crossing=True))
    data = ElementData(np.arange(1), np.array([[[0.0, 0, 0], [3.0, 4.0, 0], [1.5, 2.0, 0]]]), [], np.zeros(1, int))
    np.testing.assert_allclose(side.discharge(data, {"p2": np.full((1, 1), 2.0)}), [[0.0, -10.0]])
