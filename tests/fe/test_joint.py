"""Joints: jumps of rigid and of parting sides, areas, and points taken to nodes."""

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import BEHAVIOURS, MODELISATIONS
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.errors import ComputationFailed

PAIRS = [(word, cell) for word in ("PLAN_JOINT", "AXIS_JOINT", "3D_JOINT") for cell in MODELISATIONS[word].elements]


def one(word, cell):
    """A joint turned in its plane or in space, 2 wide and as thick as the reference cell, away from the axis."""
    element, nodes = MODELISATIONS[word].elements[cell], reference_cell(cell).nodes
    x = np.zeros((1, len(nodes), 3))
    axes = [1, 2, 0] if cell.startswith("PENTA") else [0, 1, 2]
    x[0, :, : nodes.shape[1]] = nodes[:, axes[: nodes.shape[1]]]
    c, s = np.cos(0.4), np.sin(0.4)
    x[0] = x[0] @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) + [3.0, 1.0, 0.0]
    own = {"joint_normal": 2.0, "joint_tangential": 1.0}
    return element, ElementData(np.array([0]), x, [own], np.array([0]))


def nodal(element, data, field):
    return np.concatenate([field(x)[: len(names)] for x, names in zip(data.coordinates[0], element.components)])


@pytest.mark.parametrize("word,cell", PAIRS)
def test_sides_that_move_alike_have_no_jump(word, cell):
    element, data = one(word, cell)
    b, area = element.strain_matrix(data)
    u = np.zeros(element.size)
    place = np.concatenate([[0], np.cumsum([len(names) for names in element.components])])
    for a, f in zip(element.first, element.facing):
        u[place[a] : place[a + 1]] = u[place[f] : place[f + 1]] = data.coordinates[0, a, : element.dim] * 0.3 + 1.0
    np.testing.assert_allclose(b @ u, 0.0, atol=1e-14)
    expected = {"QUAD4": 2.0, "QUAD8": 2.0, "HEXA8": 4.0, "HEXA20": 4.0, "PENTA6": 0.5, "PENTA15": 0.5}[cell]
    radius = data.coordinates[0, element.first[:2], 0].mean() if element.revolves else 1.0
    np.testing.assert_allclose(area.sum(), expected * radius)


@pytest.mark.parametrize("word,cell", PAIRS)
def test_a_side_that_goes_away_opens_the_joint(word, cell):
    element, data = one(word, cell)
    b, _ = element.strain_matrix(data)
    way = (data.coordinates[0, element.facing[0]] - data.coordinates[0, element.first[0]])[: element.dim]
    u = np.zeros(element.size)
    place = np.concatenate([[0], np.cumsum([len(names) for names in element.components])])
    for f in element.facing:
        u[place[f] : place[f + 1]] = 0.1 * way
    jump = b[0] @ u
    np.testing.assert_allclose(abs(jump[:, 0]), 0.1 * np.linalg.norm(way), rtol=1e-12)
    assert (jump[:, 0] > 0).all()


@pytest.mark.parametrize("word,cell", PAIRS)
def test_what_grows_along_a_side_is_met_at_the_nodes(word, cell):
    element, data = one(word, cell)
    if len(element.rule()) == 1:
        return
    points = element.points(data.coordinates)
    there = np.einsum("ng,gk->nk", element.points_to_nodes(), points[0])
    shift = there[element.first[0]] - data.coordinates[0, element.first[0]]
    np.testing.assert_allclose(there[element.first], data.coordinates[0, element.first] + shift, atol=1e-12)


def test_a_law_of_solids_is_refused():
    element, data = one("PLAN_JOINT", "QUAD4")
    with pytest.raises(ComputationFailed, match="laws of joints"):
        element.respond(data, BEHAVIOURS["ELAS"], np.zeros((1, 8)), element.start(data, BEHAVIOURS["ELAS"]))


@pytest.mark.parametrize("word,cell", PAIRS)
def test_stresses_are_kept_as_they_are_shown(word, cell):
    element, data = one(word, cell)
    stress = np.ones((1, len(element.rule()), element.dim))
    assert element.kept(data, element.shown(data, stress)[0]) is stress


@pytest.mark.parametrize("word,cell", PAIRS)
def test_dampers_hold_back_sides_that_part_and_nothing_else(word, cell):
    element, data = one(word, cell)
    own = {"joint_damping": 6.0, "joint_tangential_damping": 2.0, "joint_open_damping": 0.5}
    data = ElementData(data.cells, data.coordinates, [own], data.owner)
    law = BEHAVIOURS["JOINT_MECA_FROT"]
    state = element.start(data, law)
    state.internal[..., 6] = -1.0
    matrix = element.tangent_damping(data, law, None, state)[0]
    place = np.cumsum([0, *map(len, element.components)])
    apart = np.zeros((element.size, element.dim))
    alike = np.zeros((element.size, element.dim))
    for a, f in zip(element.first, element.facing):
        for i in range(element.dim):
            apart[place[f] + i, i] = alike[place[a] + i, i] = alike[place[f] + i, i] = 1.0
    np.testing.assert_allclose(matrix, matrix.T)
    np.testing.assert_allclose(matrix @ alike, 0.0, atol=1e-14)
    area = {"QUAD": 2.0, "HEXA": 4.0, "PENT": 0.5}[cell[:4]]
    np.testing.assert_allclose(np.trace(apart.T @ matrix @ apart), area * (6.0 + 2.0 * (element.dim - 1)))
    state.internal[..., 6] = 1.0
    np.testing.assert_allclose(element.tangent_damping(data, law, None, state)[0], matrix / 2)


def test_joints_without_dampers_damp_nothing():
    element, data = one("PLAN_JOINT", "QUAD4")
    law = BEHAVIOURS["JOINT_MECA_FROT"]
    assert element.tangent_damping(data, law, None, element.start(data, law)) is None
