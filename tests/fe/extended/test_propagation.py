"""Level sets that grow with the fronts of cracks."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.fe.extended.front import Front, drawn_front
from pyaster_lite.fe.extended.level_sets import Cells
from pyaster_lite.fe.extended.propagation.domain import TooNarrow, reached, torus, whole
from pyaster_lite.fe.extended.propagation.grid import Crooked, Grid
from pyaster_lite.fe.extended.propagation.lengthened import lengthened
from pyaster_lite.fe.extended.propagation.marching import FAR, _Queue, marched, near_zero
from pyaster_lite.fe.extended.propagation.projection import Growth, distances, taken, turned
from pyaster_lite.fe.extended.propagation.simplices import Simplices

N = 7
STEP = 1.0 / (N - 1)


def grid():
    x = np.arange(N) * STEP
    points = np.stack([np.tile(x, N), np.repeat(x, N), np.zeros(N * N)], axis=1)
    first = (np.arange(N - 1)[:, None] * N + np.arange(N - 1)).ravel()
    nodes = np.stack([first, first + 1, first + N + 1, first + N], axis=1)
    return points, Cells("QUAD4", np.arange(len(nodes)), nodes)


def triangles(cells):
    a, b, c, d = cells.nodes.T
    nodes = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
    return Cells("TRIA3", np.arange(len(nodes)), nodes)


POINTS, QUADS = grid()
TIP = SimpleNamespace(places=np.array([[0.5, 0.48, 0.0]]), normals=np.array([[0.0, 1.0, 0.0]]), directions=np.array([[1.0, 0.0, 0.0]]))


def straight(angle):
    return np.cos(angle) * (POINTS[:, 1] - 0.48) + np.sin(angle) * (POINTS[:, 0] - 0.47)


@pytest.mark.parametrize("part", [QUADS, triangles(QUADS)], ids=["grid", "simplices"])
def test_marching_finds_the_distances_to_straight_lines(part):
    """A level set that is far too steep away from its zero, which is along an axis, becomes the distance again."""
    exact, domain = straight(0.0), whole([part], len(POINTS))
    spoilt = np.where(abs(exact) > 1.5 * STEP, 5.0 * exact, exact)
    values, known = near_zero(spoilt, domain, STEP, 2)
    if part.type == "QUAD4":
        start = Grid([part], POINTS, 2).settle(known, domain.nodes, exact, False)
    else:
        start = Simplices([part], POINTS, 2, domain.nodes).settle(known)
    assert np.allclose(marched(values, domain, start), exact, atol=1e-12)


def test_marching_in_simplices_is_near_slanted_lines():
    exact, part = straight(0.3), triangles(QUADS)
    domain = whole([part], len(POINTS))
    values, known = near_zero(np.where(abs(exact) > 1.5 * STEP, 5.0 * exact, exact), domain, STEP, 2)
    found = marched(values, domain, Simplices([part], POINTS, 2, domain.nodes).settle(known))
    assert abs(found - exact).max() < 0.2 * STEP


def test_a_grid_is_square():
    slanted = POINTS.copy()
    slanted[:, 0] += 0.2 * slanted[:, 1]
    with pytest.raises(Crooked):
        Grid([QUADS], slanted, 2)
    with pytest.raises(Crooked):
        Grid([triangles(QUADS)], POINTS, 2)
    assert Grid([QUADS], POINTS, 2).smallest == pytest.approx(STEP)


def test_a_torus_holds_the_cells_around_what_is_needed():
    away, needed = distances(POINTS, TIP, 2), 0.2**2
    nodes, reach = reached([QUADS], away, needed)
    domain = torus([QUADS], away, needed, None)
    assert (domain.nodes >= nodes).all() and domain.radius > reach > needed
    assert not domain.nodes.all()
    with pytest.raises(TooNarrow):
        torus([QUADS], away, needed, 0.9 * reach)


@pytest.mark.parametrize("angle", [0.0, 0.4])
def test_a_front_goes_where_it_is_told(angle):
    """Turned first or told of the angle, the level sets are the distances to the tip ahead and to its plane."""
    length = 0.1
    tip = TIP.places[0] + length * np.array([np.cos(angle), np.sin(angle), 0.0])
    x, y = (POINTS - tip)[:, :2].T
    exact = np.cos(angle) * y - np.sin(angle) * x, np.cos(angle) * x + np.sin(angle) * y
    still, full = np.zeros(1), np.array([length / 4.0])
    told = taken(POINTS, TIP, TIP.normals, TIP.directions, Growth(full, np.array([angle])), 2, STEP, None)
    axes = turned(TIP.normals, TIP.directions, np.array([angle]), still, 2)
    first = taken(POINTS, TIP, *axes, Growth(full, still), 2, STEP, "radial")
    for at in (told, first):
        assert np.allclose(at.after(4.0), exact)


def test_places_on_a_curved_front_are_those_whose_normal_planes_hold_the_points():
    """The front is a quarter of a circle about the origin: points on a ray belong to the place on it."""
    turn = np.linspace(0.0, np.pi / 2, 13)
    radial = np.stack([np.cos(turn), np.sin(turn), 0 * turn], axis=1)
    up = np.tile([0.0, 0.0, 1.0], (len(turn), 1))
    front = SimpleNamespace(places=radial, starts=np.array([0]), stops=lambda: np.array([len(turn)]))
    growth = Growth(1.0 + turn, 0 * turn)
    angles = np.array([0.31, 0.77, 1.2])
    points = 1.4 * np.stack([np.cos(angles), np.sin(angles), 0.1 + 0 * angles], axis=1)
    at = taken(points, front, up, radial, growth, 3, 1e-3, None)
    assert np.allclose(at.level_sets(), (np.full(3, 0.14), np.full(3, 0.4)), atol=5e-3)
    assert np.allclose(at.speeds, 1.0 + angles, atol=1e-3)


def test_a_front_that_segments_draw():
    """In whatever order and sense they are: the points follow each other, with the axes of their nodes."""
    x = np.array([0.0, 3.0, 1.0, 2.0])
    flat = np.stack([x, 0 * x, 0 * x], axis=1)
    up, ahead = np.arange(12.0).reshape(4, 3), -np.arange(12.0).reshape(4, 3)
    front = drawn_front(np.array([[0, 2], [1, 3], [3, 2]]), flat, up, ahead)
    along = [1, 3, 2, 0]
    assert front.sides[:, 0].tolist() in (along, along[::-1])
    at = front.sides[:, 0]
    assert np.allclose(front.places, flat[at]) and np.allclose(front.normals, up[at]) and np.allclose(front.directions, ahead[at])
    assert np.allclose(front.abscissas, [0.0, 1.0, 2.0, 3.0]) and front.lines() == [(0, 4)] and not front.closed


def test_a_closed_front_goes_from_its_start_to_where_the_last_cell_leads():
    square = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
    # as it counts the last segments first, the points are met in the order 3, 0, 2, 1
    front = drawn_front(np.array([[0, 1], [1, 2], [2, 3], [3, 0]]), square, square, square)
    assert front.closed and np.allclose(front.places, square[[3, 2, 1, 0, 3]])
    assert front.abscissas.tolist() == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_axes_beyond_the_ends_are_rebuilt_from_the_way():
    """Beyond an end, the normal is that of the way from it across the direction; right across the end it stays."""
    front = SimpleNamespace(places=np.array([[0.0, 0.0, 0.0], [0.0, 1.0, 0.0]]), starts=np.array([0]), stops=lambda: np.array([2]))
    up, ahead = np.tile([0.0, 0.0, 1.0], (2, 1)), np.tile([1.0, 0.0, 0.0], (2, 1))
    points = np.array([[0.5, 1.3, 0.4], [0.5, 1.3, 0.0]])
    at = taken(points, front, up, ahead, Growth(np.ones(2), np.zeros(2)), 3, 1e-3, "rebuilt")
    assert np.allclose(at.normals[0], [0.0, 0.6, 0.8]) and np.allclose(at.directions[0], [1.0, 0.0, 0.0])
    assert np.allclose(at.level_sets()[0][0], 0.5) and np.allclose(at.level_sets()[1], 0.5)


def test_a_front_drawn_on_beyond_its_ends():
    """Speeds go on linearly, the points come nearer where these would change by more than two thirds; no nearer point is moved."""
    x = np.linspace(0.0, 6.0, 7)
    flat = np.stack([x, 0 * x, 0 * x], axis=1)
    up, ahead = np.tile([0.0, 0.0, 1.0], (7, 1)), np.tile([0.0, 1.0, 0.0], (7, 1))
    front = Front(flat, up, ahead, 0 * x, x, np.array([0]))
    longer, growth = lengthened(front, Growth(1.0 + 0.1 * x, 0 * x), 1.0)
    assert np.allclose(longer.places[:, 0], [-1.0, *x, 7.0]) and np.allclose(growth.speeds, [0.9, *(1.0 + 0.1 * x), 1.7])
    assert np.allclose(longer.normals, up[0]) and np.allclose(growth.angles, 0.0)
    longer, growth = lengthened(front, Growth(1.0 + x, 0.5 * x - 1.5), 10.0)
    assert np.allclose(longer.places[[0, -1], 0], [-0.02, 6.02]) and np.allclose(growth.angles[[0, -1]], [-1.51, 1.51])


def test_nodes_as_near_as_the_nearest_come_by_their_numbers():
    values = [3.0, 1.0, 1.0 + 1e-13, 2.0, 1.0, FAR]
    queue, came = _Queue(values, np.arange(6)), []
    for node in queue:
        came.append(node)
        if node == 2:
            # what comes nearer meanwhile is as near as the others; what was there counts no more
            values[0], values[3] = 1.0 + 2e-13, 5.0
            queue.put([0, 3])
    assert came == [1, 2, 0, 4, 3, 5]
