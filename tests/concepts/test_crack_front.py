"""The axes along a front, in a slit block of bricks and in a plane."""

import numpy as np
import pytest

from pyaster_lite.concepts.crack import LocalAxes
from pyaster_lite.concepts.crack_front import FrontAxes, NoFront, nodes_across
from pyaster_lite.concepts.mesh import CellBlock, Mesh


def slit_block(layers=3):
    """Two by two bricks in x and y, slit along y = 1 for x < 1, `layers` of them along z; (mesh, front, upper lip, lower lip)."""
    places, number = [], {}

    def node(i, j, k, above=False):
        key = (i, j, k, above and j == 1 and i == 0)
        if key not in number:
            number[key] = len(places)
            places.append((i, j, k))
        return number[key]

    bricks, upper, lower = [], [], []
    ring = ((0, 0), (1, 0), (1, 1), (0, 1))
    for k in range(layers):
        for j in range(2):
            for i in range(2):
                bricks.append([node(i + a, j + b, z, j == 1) for z in (k, k + 1) for a, b in ring])
        for above, lip in ((True, upper), (False, lower)):
            lip.append([node(0, 1, k, above), node(1, 1, k), node(1, 1, k + 1), node(0, 1, k + 1, above)])
    count = len(bricks)
    blocks = [CellBlock("HEXA8", np.array(bricks), np.arange(count))]
    blocks += [CellBlock("QUAD4", np.array(upper + lower), count + np.arange(2 * layers))]
    front = np.array([node(1, 1, k) for k in range(layers + 1)])
    lips = count + np.arange(2 * layers)
    return Mesh(np.array(places, float), blocks), front, lips[:layers], lips[layers:]


def test_straight_front():
    mesh, front, upper, lower = slit_block()
    directions, normals, sizes = FrontAxes(mesh, front, False, False, False, upper).find()
    np.testing.assert_allclose(directions, np.tile([1.0, 0.0, 0.0], (4, 1)), atol=1e-14)
    np.testing.assert_allclose(normals, np.tile([0.0, 1.0, 0.0], (4, 1)), atol=1e-14)
    np.testing.assert_allclose(sizes, 1.0)
    flipped = FrontAxes(mesh, front, False, False, False, lower).find()
    np.testing.assert_allclose(flipped[1], -normals, atol=1e-14)


def test_ends_meet_the_skin():
    mesh, front, upper, _ = slit_block()
    turned = mesh.coordinates.copy()
    turned[:, 2] += 0.2 * turned[:, 0]
    mesh.coordinates = turned
    directions, _, _ = FrontAxes(mesh, front, False, False, False, upper).find()
    skin = np.array([1.0, 0.0, 0.2])
    np.testing.assert_allclose(directions[[0, 3]], np.tile(skin / np.linalg.norm(skin), (2, 1)), atol=1e-14)
    np.testing.assert_allclose(directions[1:3] @ [0.0, 0.0, 1.0], 0.0, atol=1e-14)


def test_lips_that_open_are_refused():
    mesh, front, upper, _ = slit_block()
    raised = mesh.nodes_of_cells(upper)
    raised = raised[~np.isin(raised, front)]
    mesh.coordinates[raised, 1] += 0.2
    with pytest.raises(NoFront, match="not in one plane"):
        FrontAxes(mesh, front, False, False, False, upper).find()
    normal = np.array([0.0, 1.0, 0.0])
    directions, _, _ = FrontAxes(mesh, front, False, False, False, upper, normal).find()
    np.testing.assert_allclose(abs(directions[:, 0]), 1.0, atol=1e-14)


def test_axes_about_every_node():
    line, s = np.array([[0.0, 0, 0], [0, 0, 2.0]]), np.array([0.0, 2.0])
    ahead = np.tile([1.0, 0, 0], (2, 1))
    axes = LocalAxes.around(np.array([[3.0, 4.0, 0.5]]), line, s, ahead, ahead)
    np.testing.assert_allclose(axes.places, [[0, 0, 0.5]])
    assert axes.abscissas.tolist() == [0.5]


def test_nodes_across_a_front():
    places = np.array([[x, 1.0, 0.0] for x in (0.0, 2.0, 1.0, 3.5, 5.0)])
    lip = np.array([[0, 2], [2, 1], [1, 3]])
    mesh = Mesh(places, [CellBlock("SEG2", lip, np.arange(3))])
    ahead = np.array([[1.0, 0.0, 0.0]])
    (row,) = nodes_across(mesh, np.array([3]), False, ahead, ahead, np.arange(3), 0.1)
    assert row.tolist() == [3, 1, 2, 0]
    (short,) = nodes_across(mesh, np.array([3]), False, ahead, ahead, np.arange(2, 3), 0.1)
    assert short.size == 0
