"""Node to segment pairing in the plane."""

import numpy as np
import pytest

from pyaster_lite.fe.pairing import Zone

FLOOR = np.array([[0, 0], [1, 0], [2, 0]], float)
MASTERS = [[1, 0], [2, 1]]


def paired(points, **options):
    x = np.vstack([FLOOR, points])
    slaves = np.arange(3, len(x))
    cells = np.column_stack([slaves[:-1], slaves[1:]]) if len(slaves) > 1 else np.array([[3, 0]])
    return Zone(slaves, np.array(options.pop("masters", MASTERS)), cells, **options).pair(x)


def test_gap_weights_and_normal_into_the_master():
    found = paired([[0.3, 0.1], [1.2, -0.2]])
    assert found.gaps == pytest.approx([0.1, -0.2])
    assert found.normals == pytest.approx(np.array([[0, -1], [0, -1]]))
    assert np.einsum("ln,lnd->ld", found.weights, FLOOR[found.masters]) == pytest.approx(np.array([[0.3, 0], [1.2, 0]]))


def test_a_node_beyond_the_end_is_taken_up_to_the_overhang():
    assert list(paired([[2.2, 0.1]], overhang=0.5).slaves) == [0]
    assert list(paired([[2.3, 0.1]], overhang=0.5).slaves) == []


def test_projection_along_a_direction():
    found = paired([[0.3, 0.1]], direction=np.array([1.0, -1.0]))
    assert found.projections[0] == pytest.approx([0.4, 0.0])


def test_nearest_node_pairing_and_reach():
    found = paired([[0.3, 0.1], [1.2, 0.2]], nodal=True)
    assert found.masters.ravel().tolist() == [0, 1] and found.weights.ravel().tolist() == [1, 1]
    assert list(paired([[0.3, 0.1], [1.2, 0.9]], reach=0.5).slaves) == [0]


def test_slave_and_mean_normals():
    points = [[0.2, 0.1], [0.7, 0.6]]
    slanted = np.array([1.0, -1.0]) / np.sqrt(2)
    assert paired(points, normal="slave").normals == pytest.approx(np.array([slanted, slanted]))
    mean = slanted + [0, -1]
    assert paired(points, normal="both").normals[0] == pytest.approx(mean / np.linalg.norm(mean))


def test_a_curved_master_is_projected_on_truly():
    x = np.array([[1.0, 0.0], [-1.0, 0.0], [0.0, 0.5], [0.1, 1.0]])
    found = Zone(np.array([3]), np.array([[0, 1, 2]]), np.array([[3, 0, 1]])).pair(x)
    foot, normal = found.projections[0], found.normals[0]
    assert foot[1] == pytest.approx(0.5 * (1 - foot[0] ** 2))
    assert np.cross(np.append(x[3] - foot, 0), np.append(normal, 0)) == pytest.approx(np.zeros(3), abs=1e-9)


def test_smoothed_normals_turn_between_nodal_means():
    x = np.array([[0, 0], [1, 0], [2, 1], [0.5, 0.3]], float)
    zone = Zone(np.array([3]), np.array(MASTERS), np.array([[3, 0]]), smooth=True)
    corner = np.array([np.sin(np.pi / 8), -np.cos(np.pi / 8)])
    expected = 0.5 * (np.array([0, -1.0]) + corner)
    assert zone.pair(x).normals[0] == pytest.approx(expected / np.linalg.norm(expected))


def test_beyond_the_end_of_a_curved_segment_the_normal_is_between_that_of_the_end_and_that_of_where_the_point_would_fall():
    x = np.array([[-1.0, 0.0], [1.0, 0.0], [0.0, 0.3], [1.2, 0.1]])
    found = Zone(np.array([3]), np.array([[1, 0, 2]]), np.array([[3, 0, -1]]), overhang=1.0).pair(x)
    assert found.projections[0] == pytest.approx([1.0, 0.0])
    end, beyond = (np.array([-1.2 * place / 2, -1.0]) / np.hypot(0.6 * place, 1.0) for place in (1.0, 1.35))
    assert found.normals[0] != pytest.approx(end, abs=1e-3)
    angle = np.arctan2(*found.normals[0])
    assert min(np.arctan2(*end), np.arctan2(*beyond)) < angle < max(np.arctan2(*end), np.arctan2(*beyond))
    inside = Zone(np.array([3]), np.array([[1, 0, 2]]), np.array([[3, 0, -1]])).pair(np.vstack([x[:3], [[0.5, 0.5]]]))
    (dx, dy), (nx, ny) = inside.projections[0] - [0.5, 0.5], inside.normals[0]
    assert abs(dx * ny - dy * nx) < 1e-4
