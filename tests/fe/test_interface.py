"""Interfaces: what their unknowns strain, in axes that are turned, and points taken to nodes."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

CASES = [(word, cell) for word in MODELISATIONS if "INTERFACE" in word for cell in MODELISATIONS[word].elements]
TURN = np.array([[0.6, 0.8, 0.0], [-0.8, 0.6, 0.0], [0.0, 0.0, 1.0]])


def flat(element):
    """The first side on a plane, the second on it, the nodes half-way between; 2 away from the axis."""
    side = reference_cell(element.side).nodes
    first = np.zeros((len(side), 3))
    first[:, : side.shape[1]] = side
    first[:, 0] += 2.0
    coordinates = np.zeros((1, element.nodes, 3))
    coordinates[0, element.first] = coordinates[0, element.facing] = first
    coordinates[0, element.middle] = first[: len(element.middle)]
    return coordinates


def data(element, **more):
    return ElementData(np.zeros(1, int), flat(element), [{}], np.zeros(1, int), {"material_frame": TURN[None]} | more)


@pytest.mark.parametrize(("word", "cell"), CASES)
def test_a_side_that_goes_away_opens_in_the_axes_of_the_interface(word, cell):
    element = MODELISATIONS[word].elements[cell]
    b, area = element.strain_matrix(data(element))
    moved, dim = np.zeros((element.nodes, element.dim)), element.dim
    apart = np.array([0.3, -0.2, 0.1])[:dim]
    moved[element.facing] = apart
    moved[element.middle] = np.array([5.0, 6.0, 7.0])[:dim]
    strain = b[0] @ moved.ravel()
    np.testing.assert_allclose(strain[:, :dim], np.broadcast_to(TURN[:dim, :dim] @ apart, (len(strain), dim)), atol=1e-14)
    np.testing.assert_allclose(strain[:, dim:], np.broadcast_to([5.0, 6.0, 7.0][:dim], (len(strain), dim)))
    moved[element.first] = apart
    np.testing.assert_allclose((b[0] @ moved.ravel())[:, :dim], 0.0, atol=1e-14)
    np.testing.assert_array_equal(element.point_weights(data(element)), area)
    whole = reference_cell(element.side).volume
    assert area.sum() == pytest.approx(whole * 2.0 if element.revolves else whole)


@pytest.mark.parametrize(("word", "cell"), CASES)
def test_constant_values_are_constant_at_nodes(word, cell):
    element = MODELISATIONS[word].elements[cell]
    np.testing.assert_allclose(element.points_to_nodes().sum(axis=1), 1.0)


@pytest.mark.parametrize(("word", "cell"), CASES)
def test_residuals_are_weighed_by_the_reference_values(word, cell):
    element = MODELISATIONS[word].elements[cell]
    force = element.reference_force(data(element), {"stress": 3.0 * element.dim, "jump": 2.0})[0].reshape(element.nodes, element.dim)
    held = data(element)
    _, area = element.strain_matrix(held)
    np.testing.assert_allclose(force[element.middle].sum(axis=0), 2.0 * area.sum())
    assert (force > 0.0).all()


def test_axes_and_a_law_of_interfaces_are_needed():
    element = MODELISATIONS["PLAN_INTERFACE"].elements["QUAD8"]
    bare = ElementData(np.zeros(1, int), flat(element), [{}], np.zeros(1, int))
    with pytest.raises(ComputationFailed, match="axes"):
        element.strain_matrix(bare)
    state = element.start(bare, BEHAVIOURS["CZM_OUV_MIX"])
    with pytest.raises(ComputationFailed, match="laws of interfaces"):
        element.respond(data(element), BEHAVIOURS["ELAS"], np.zeros((1, 16)), state)


@pytest.mark.parametrize(("word", "cell"), CASES)
def test_points_stand_half_way_in_space_and_on_the_first_side_in_the_plane(word, cell):
    element = MODELISATIONS[word].elements[cell]
    thick = flat(element)
    thick[0, element.facing, 2] += 0.2
    thick[0, element.middle, 2] += 0.1
    np.testing.assert_allclose(element.points(thick)[..., 2], 0.1 if element.dim == 3 else 0.0)
