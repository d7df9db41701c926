"""Node to facet pairing in space."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.pairing_space import FACETS, Facets, SpaceZone, brought_back, tangents
from pyaster_lite.fe.shapes import shape_functions

GENERATOR = np.random.default_rng(5)
TURN = np.linalg.qr(GENERATOR.normal(size=(3, 3)))[0]
TURN *= np.linalg.det(TURN)


def place(points):
    """Points of the plane in space, turned and moved."""
    flat = np.column_stack([points, np.zeros(len(points))]) if np.shape(points)[1] == 2 else points
    return flat @ TURN.T + [0.3, -0.2, 0.7]


def paired(facet_points, kind, slaves, **options):
    """One facet, its vertices anticlockwise about the third direction, and slave points above it."""
    x = np.vstack([place(facet_points), place(np.asarray(slaves, float))])
    n = len(facet_points)
    numbers = np.arange(n, len(x))
    side = Facets.of([("TRIA3", np.array([n, n + 1, n + 2]))]) if len(numbers) > 2 else Facets.of([("TRIA3", np.array([0, 1, 2]))])
    return SpaceZone.of(numbers, Facets.of([(kind, np.arange(n))]), side, **options).pair(x), x


@pytest.mark.parametrize("kind", FACETS)
def test_a_point_above_a_flat_facet_finds_its_foot(kind):
    nodes = reference_cell(kind).nodes @ np.array([[1.0, 0.2], [0.1, 0.9]])
    inner = np.array([[0.2, 0.3], [0.05, 0.6]])
    where = inner @ np.array([[1.0, 0.2], [0.1, 0.9]])
    found, x = paired(nodes, kind, np.column_stack([where, [0.4, -0.1]]))
    assert found.gaps == pytest.approx([0.4, -0.1])
    assert found.normals == pytest.approx(np.tile(-TURN[:, 2], (2, 1)))
    assert found.projections == pytest.approx(place(where))
    assert found.weights == pytest.approx(shape_functions(kind, inner))
    assert np.einsum("ln,lnd->ld", found.weights, x[found.masters]) == pytest.approx(found.projections)


@pytest.mark.parametrize("kind", ("TRIA6", "TRIA7", "QUAD4", "QUAD8", "QUAD9"))
def test_the_foot_on_a_curved_facet_is_the_nearest_point(kind):
    flat = reference_cell(kind).nodes
    bent = np.column_stack([flat, 0.2 * flat[:, 0] * flat[:, 1] + 0.1 * flat[:, 0] ** 2])
    found, x = paired(bent, kind, [[0.3, 0.25, 0.5]])
    away = found.projections[0] - x[-1]
    assert np.cross(away, found.normals[0]) == pytest.approx(np.zeros(3), abs=1e-5)
    assert found.gaps[0] == pytest.approx(np.linalg.norm(away))


def test_projection_along_a_direction():
    found, _ = paired([[0, 0], [1, 0], [1, 1], [0, 1]], "QUAD4", [[0.3, 0.4, 0.2]], direction=TURN @ np.array([1.0, 0.0, -1.0]))
    assert found.projections == pytest.approx(place([[0.5, 0.4]]))


def test_points_beyond_the_sides_are_taken_up_to_the_overhang():
    square = [[-1, -1], [1, -1], [1, 1], [-1, 1]]
    assert len(paired(square, "QUAD4", [[1.4, 0.0, 0.1]], overhang=0.5)[0].slaves) == 1
    assert len(paired(square, "QUAD4", [[1.6, 0.0, 0.1]], overhang=0.5)[0].slaves) == 0
    assert len(paired(square, "QUAD4", [[1.4, 1.4, 0.1]], overhang=0.5)[0].slaves) == 0


@pytest.mark.parametrize(
    "outside, nearest",
    [
        ((-0.3, -0.4), (0, 0)), ((-0.3, 0.4), (0, 0.4)), ((-0.3, 1.2), (0, 1)), ((0.1, 1.5), (0, 1)),
        ((0.7, 0.7), (0.5, 0.5)), ((1.4, 0.1), (1, 0)), ((1.2, -0.2), (1, 0)), ((0.4, -0.2), (0.4, 0)),
    ],
)  # fmt: skip
def test_what_falls_beyond_a_triangle_is_brought_back(outside, nearest):
    inside, over = brought_back("TRIA3", np.array([outside], float))
    assert inside[0] == pytest.approx(nearest, abs=1e-14)
    assert over[0] == pytest.approx(np.hypot(*np.subtract(outside, nearest)))


def test_the_facet_where_a_node_falls_inside_wins():
    x = np.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [2, 0, 1], [2, 1, 1], [1.1, 0.5, 0.6]], float)
    masters = Facets.of([("QUAD4", np.array([0, 1, 2, 3])), ("TRIA3", np.array([1, 4, 5])), ("TRIA3", np.array([1, 5, 2]))])
    zone = SpaceZone.of(np.array([6]), masters, masters)
    found = zone.pair(x)
    assert set(found.masters[0]) <= {1, 4, 5, 2, -1}
    assert found.gaps[0] == pytest.approx(0.5 / np.sqrt(2))


def test_nodal_and_slave_normals():
    square = [[0, 0], [1, 0], [1, 1], [0, 1]]
    above = [[0.2, 0.2, 0.1], [0.2, 0.6, 0.1], [0.6, 0.2, 0.3]]
    found, x = paired(square, "QUAD4", above, nodal=True)
    assert found.masters.ravel().tolist() == [0, 3, 1]
    assert found.normals == pytest.approx(np.tile(-TURN[:, 2], (3, 1)))
    outward = np.cross(x[5] - x[4], x[6] - x[4])
    outward /= np.linalg.norm(outward)
    assert paired(square, "QUAD4", above, normal="slave")[0].normals == pytest.approx(np.tile(outward, (3, 1)))
    mean = outward - TURN[:, 2]
    assert paired(square, "QUAD4", above, normal="both")[0].normals[0] == pytest.approx(mean / np.linalg.norm(mean))


def test_straight_quadrangles_pass_on_forces_by_their_vertices():
    nodes = reference_cell("QUAD8").nodes
    found, x = paired(nodes, "QUAD8", [[0.3, -0.5, 0.2]], straight=True)
    assert found.weights[0, 4:] == pytest.approx(np.zeros(4))
    assert found.weights[0, :4] @ x[:4] == pytest.approx(found.projections[0])


@pytest.mark.parametrize("normal", [(0, 0, 1), (0, -1, 0), (1, 0, 0), (0.6, 0, 0.8), (0.3, -0.5, 0.7)])
def test_tangents_are_a_frame_with_the_normal(normal):
    normal = np.array([normal], float) / np.linalg.norm(normal)
    first, second = tangents(normal)
    frame = np.concatenate([first, second, normal])
    assert frame @ frame.T == pytest.approx(np.eye(3), abs=1e-15)


def lines_zone(**options):
    """A master line along x and a slave line that crosses it above, with nodes 0 1 and 2 3 4."""
    master, slave = Facets.of([("SEG2", np.array([0, 1]))]), Facets.of([("SEG3", np.array([2, 3, 4]))])
    return SpaceZone.of(np.array([2, 3, 4]), master, slave, overhang=2.0, **options)


LINES_AT = np.array([[0, 0, 0], [4, 0, 0], [1, -1, 0.5], [1, 1, 0.5], [1, 0, 0.5]], float)
UP = np.array([0.0, 0.0, 1.0])


@pytest.mark.parametrize(
    ("options", "normal"),
    [
        (dict(master_axis=("fixed", UP)), [0.0, 0.0, -1.0]),
        (dict(master_axis=("fixed", np.array([0.6, 0.0, 0.8]))), [0.0, 0.0, -1.0]),
        (dict(master_axis=("across", np.array([0.0, -1.0, 0.0]))), [0.0, 0.0, 1.0]),
        (dict(normal="slave", slave_axis=("fixed", -UP)), [0.0, 0.0, -1.0]),
        (dict(normal="slave", slave_axis=("across", np.array([1.0, 0.0, 0.0]))), [0.0, 0.0, -1.0]),
    ],
)
def test_lines_take_their_normals_from_what_is_given(options, normal):
    found = lines_zone(**options).pair(LINES_AT)
    assert found.projections == pytest.approx(np.tile([1.0, 0.0, 0.0], (3, 1)))
    assert found.weights == pytest.approx(np.tile([0.75, 0.25], (3, 1)))
    assert found.normals == pytest.approx(np.tile(normal, (3, 1)))
    assert found.gaps == pytest.approx(np.full(3, -0.5 * normal[2]))
    for axis in (found.tangents, found.laterals):
        assert (axis * found.normals).sum(axis=1) == pytest.approx(np.zeros(3), abs=1e-15)


def test_points_that_stand_against_points_take_a_given_normal():
    points = Facets.of([("POI1", np.array([k])) for k in (0, 1)]), Facets.of([("POI1", np.array([2]))])
    zone = SpaceZone.of(np.array([2]), *points, nodal=True, normal="slave", slave_axis=("fixed", -UP))
    found = zone.pair(LINES_AT)
    assert found.masters.tolist() == [[0]] and found.normals == pytest.approx(-UP[None]) and found.gaps == pytest.approx([0.5])


def test_a_given_second_tangent_turns_the_frame_of_a_facet():
    square, tilted = [[-1, -1], [1, -1], [1, 1], [-1, 1]], TURN @ np.array([0.0, 1.0, 0.0])
    found, _ = paired(square, "QUAD4", [[0.2, 0.1, 0.3]], master_axis=("across", tilted))
    assert found.laterals[0] == pytest.approx(tilted)
    assert found.normals[0] == pytest.approx(np.cross(tilted, found.tangents[0]))
    assert abs(found.normals[0] @ TURN[:, 2]) == pytest.approx(1.0)
