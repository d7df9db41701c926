"""Level sets of cracks told by shapes and by cells."""

import numpy as np
import pytest

from pyaster_lite.fe.extended import mesh_surfaces, surfaces

POINTS = np.random.default_rng(3).uniform(-3, 3, (60, 3))


def test_a_round_ellipse_is_a_circle():
    assert np.allclose(surfaces.to_ellipse(POINTS[:, 0], POINTS[:, 1], 2.0, 2.0), np.hypot(POINTS[:, 0], POINTS[:, 1]) - 2.0, atol=1e-9)


@pytest.mark.parametrize("place", [(0.0, 0.0), (1.0, 0.0), (4.0, 0.0), (0.0, 3.0), (1.3, -0.2), (-2.5, 2.0)])
def test_an_ellipse_is_as_far_as_its_nearest_point(place):
    turn = np.linspace(0, 2 * np.pi, 200_001)
    nearest = np.hypot(2.0 * np.cos(turn) - place[0], 0.7 * np.sin(turn) - place[1]).min()
    found = surfaces.to_ellipse(*np.array(place)[:, None], 2.0, 0.7)[0]
    inside = (place[0] / 2.0) ** 2 + (place[1] / 0.7) ** 2 < 1
    assert found == pytest.approx(-nearest if inside else nearest, abs=1e-6)


def test_a_rectangle_is_far_from_its_sides_and_round_corners():
    x, y = np.array([3.0, 0.0, 0.0, 2.5, -1.0]), np.array([0.0, 2.0, 0.0, 1.5, -0.2])
    assert np.allclose(surfaces.to_rectangle(x, y, 2.0, 1.0, 0.5), [1.0, 1.0, -1.0, np.sqrt(2) - 0.5, -0.8])


def test_a_drawn_half_line_is_the_half_line():
    coordinates = np.array([[-9.0, 0, 0], [-4, 0, 0], [0, 0, 0]])
    normal, tangent = mesh_surfaces.in_plane(POINTS, coordinates, np.array([[0, 1], [1, 2]]), [2])
    expected = surfaces.half_line(POINTS, (0, 0), (1, 0, 0))
    assert np.allclose(normal, expected[0]) and np.allclose(tangent, expected[1])


def test_cells_drawn_backwards_have_one_sense():
    coordinates = np.array([[-9.0, 0, 0], [-4, 0, 0], [0, 0, 0], [9, 0, 0]])
    order, senses = mesh_surfaces.chain(np.array([[0, 1], [3, 2], [2, 1]]))
    assert order.tolist() == [0, 2, 1] and senses.tolist() == [1, 0, 0]
    normal, tangent = mesh_surfaces.in_plane(POINTS, coordinates, np.array([[0, 1], [3, 2], [2, 1]]), None)
    assert np.allclose(normal, POINTS[:, 1]) and tangent is None


@pytest.mark.parametrize("cells", [[[0, 1, 2, 3]], [[0, 1, 2], [0, 3, 2]]])
def test_a_drawn_half_plane_is_the_half_plane(cells):
    coordinates = np.array([[-9.0, -9, 0], [0, -9, 0], [0, 9, 0], [-9, 9, 0]])
    normal, tangent = mesh_surfaces.in_space(POINTS, coordinates, [np.array(nodes) for nodes in cells], np.array([[1, 2]]))
    behind = POINTS[:, 0] < 0
    assert np.allclose(normal[behind], -POINTS[behind, 2])
    assert np.allclose(tangent, POINTS[:, 0])


def test_cells_apart_make_no_crack():
    with pytest.raises(mesh_surfaces.NoChain):
        mesh_surfaces.chain(np.array([[0, 1], [2, 3]]))
