"""Conduction in shells: what is linear is met exactly, in the surface, across it and through the faces."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import THERMAL_MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.heat_shell import HeatShell, HeatShellEdge

K, THICKNESS = 3.0, 0.4
CELLS = [(w, cell) for w in ("COQUE", "COQUE_PLAN") for cell, e in THERMAL_MODELISATIONS[w].elements.items() if isinstance(e, HeatShell)]


def placed(word, cell, material=None):
    """A shell in a plane of space."""
    element, nodes = THERMAL_MODELISATIONS[word].elements[cell], reference_cell(cell).nodes
    axes = np.array([[2.0, 0.3, 0.0], [-0.2, 1.0, 0.5]]) if nodes.shape[1] == 2 else np.array([[1.5, 0.4, 0.0]])
    places = nodes @ axes + [1.0, 2.0, 0.0]
    material = {"conductivity": K * np.eye(3), "heat_capacity": 5.0} if material is None else material
    data = ElementData(np.array([0]), places[None], [material], np.array([0]), {"thickness": np.array([THICKNESS])})
    return element, data, places


def area(element, data):
    return element.point_weights(data).sum()


@pytest.mark.parametrize("word,cell", CELLS)
def test_a_temperature_that_is_even_conducts_nothing_and_fills_the_shell(word, cell):
    element, data, places = placed(word, cell)
    even = np.ones((1, element.size))
    np.testing.assert_allclose(element.conducted(data, even), 0.0, atol=1e-12)
    np.testing.assert_allclose(element.stored(data, even).sum(), 5.0 * THICKNESS * area(element, data))


@pytest.mark.parametrize("word,cell", CELLS)
def test_a_temperature_across_flows_from_face_to_face(word, cell):
    element, data, places = placed(word, cell)
    across = np.tile([15.0, 10.0, 20.0], len(places))[None]
    flow = K * 10.0 / THICKNESS
    np.testing.assert_allclose(element.conducted(data, across), element.inflow(data, -flow, flow), atol=1e-12)


def test_flows_into_the_faces_of_a_triangle_are_told_at_its_centre():
    element, data, places = placed("COQUE", "TRIA3")
    where = element.inflow_points(data.coordinates)
    np.testing.assert_allclose(where, places.mean(axis=0)[None, None])
    found = element.inflow(data, where[..., 0], 0.0).reshape(3, 3)
    np.testing.assert_allclose(found[:, 1], places[:, 0].mean() * area(element, data) / 3.0)


def test_the_sides_of_a_shell_are_straight_wherever_their_middle_nodes_stand():
    element, data, places = placed("COQUE", "TRIA6")
    straight = element.point_weights(data)
    data.coordinates[0, 3:] += 0.05
    np.testing.assert_allclose(element.point_weights(data), straight)


def test_a_ring_conducts_and_holds_by_its_radii():
    """For one radian: even heat fills e (b2 - a2)/2, a temperature that grows with the radius carries k e (b2 - a2)/2."""
    element, data, places = placed("COQUE_AXIS", "SEG3")
    radii, even = places[:, 0], np.ones((1, element.size))
    sector = (radii.max() ** 2 - radii.min() ** 2) / 2.0
    slant = np.linalg.norm(places[1] - places[0]) / np.ptp(radii)
    np.testing.assert_allclose(element.conducted(data, even), 0.0, atol=1e-12)
    np.testing.assert_allclose(element.stored(data, even).sum(), 5.0 * THICKNESS * sector * slant)
    carried = element.conducted(data, np.repeat(radii, 3)[None]).reshape(-1, 3).sum(axis=1)
    np.testing.assert_allclose(carried @ radii, K * THICKNESS * sector / slant)


def test_what_flows_across_a_ring_is_not_weighed_by_its_radius():
    """As code_aster has it (te0101): as across the same line of the plane."""
    across = np.tile([15.0, 10.0, 20.0], 3)[None]
    found = [placed(word, "SEG3") for word in ("COQUE_AXIS", "COQUE_PLAN")]
    ring, line = (element.conducted(data, across) for element, data, _ in found)
    np.testing.assert_allclose(ring, line, atol=1e-12)


@pytest.mark.parametrize("cell", [cell for word, cell in CELLS if word == "COQUE"])
def test_a_temperature_along_the_surface_flows_there(cell):
    element, data, places = placed("COQUE", cell)
    slope = np.array([2.0, -1.0, 0.5])
    along = np.repeat(places @ slope, 3)[None]
    normal = np.cross([2.0, 0.3, 0.0], [-0.2, 1.0, 0.5])
    normal /= np.linalg.norm(normal)
    expected = -K * (slope - (slope @ normal) * normal)
    np.testing.assert_allclose(
        element.flow(data, along), np.broadcast_to(np.tile(expected, 3), element.flow(data, along).shape), atol=1e-10
    )
    turned = np.array([15.0, 10.0, 20.0])
    through = element.flow(data, np.tile(turned, len(places))[None])
    np.testing.assert_allclose(through[0, 0], np.tile(-K * 10.0 / THICKNESS * normal, 3), atol=1e-10)


def test_faces_exchange_with_what_is_outside():
    element, data, places = placed("COQUE", "QUAD4")
    matrix = element.exchange(data, 2.0, 7.0)
    at = np.tile([0.0, 1.0, 1.0], len(places))[None]
    np.testing.assert_allclose(np.einsum("eij,ej->ei", matrix, at), element.inflow(data, 2.0, 7.0))


def test_edges_exchange_by_length():
    edge = HeatShellEdge("SEG3", "FPG3", "FPG3")
    places = np.array([[0.0, 0.0, 1.0], [3.0, 4.0, 1.0], [1.5, 2.0, 1.0]])
    data = ElementData(np.array([0]), places[None])
    even = np.ones((1, edge.size))
    np.testing.assert_allclose(np.einsum("eij,ej->ei", edge.exchange(data, 2.0), even), edge.inflow(data, 2.0), atol=1e-13)
    np.testing.assert_allclose(edge.inflow(data, 2.0).sum(), 10.0)


def test_a_shell_needs_its_thickness():
    element, data, _ = placed("COQUE", "QUAD4")
    data.characteristics = {}
    with pytest.raises(ComputationFailed, match="EPAIS"):
        element.conduction(data)


def test_a_material_may_give_the_integrals_across():
    element, plain, places = placed("COQUE", "QUAD8")
    h = THICKNESS / 2
    own = {
        "shell_conduction": K * h * np.array([[16.0, 2, 2], [2, 4, -1], [2, -1, 4]]) / 15,
        "shell_crossing": K / h * np.array([[16.0, -8, -8], [-8, 7, 1], [-8, 1, 7]]) / 6,
    }
    _, told, _ = placed("COQUE", "QUAD8", own)
    np.testing.assert_allclose(element.conduction(told), element.conduction(plain))


def test_a_material_may_conduct_otherwise_aside_of_its_direction():
    """A temperature that is even across and linear along a direction d carries d . K d by area."""
    element, data, places = placed("COQUE", "QUAD8")
    told = {"shell_conduction": 2.0 * np.ones((3, 3)) / 9.0, "shell_crossing": np.zeros((3, 3))}
    told["shell_conduction_aside"] = 3.5 * told["shell_conduction"]
    _, data, places = placed("COQUE", "QUAD8", told)
    axes = np.array([[2.0, 0.3, 0.0], [-0.2, 1.0, 0.5]])
    normal = np.cross(*axes) / np.linalg.norm(np.cross(*axes))
    given = np.array([0.6, 0.7, 0.2])
    data.characteristics = {**data.characteristics, "direction": given[None] * [1.0, 1.0, -1.0]}
    first = given - (given @ normal) * normal
    first /= np.linalg.norm(first)
    for slope, conductivity in ((first, 2.0), (np.cross(normal, first), 7.0)):
        even = np.repeat(places @ slope, 3)[None]
        np.testing.assert_allclose((even * element.conducted(data, even)).sum(), conductivity * area(element, data))


@pytest.mark.parametrize("word,cell", CELLS)
def test_values_at_points_sum_up_to_integrals(word, cell):
    element, data, places = placed(word, cell)
    at_points = element.point_functions @ places
    np.testing.assert_allclose(at_points, element.points(data.coordinates)[0], atol=1e-14)
    assert at_points.shape[0] == element.point_weights(data).shape[1]
