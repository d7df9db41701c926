"""Points in cells: reference cells that are moved and bent, against where the points come from."""

import numpy as np
import pytest

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.point_location import SIMPLICES, Cells, closest, holders, locate, outside
from pyaster_lite.fe.shapes import shape_functions

KINDS = ("TRIA3", "TRIA6", "QUAD4", "QUAD8", "QUAD9", "TETRA4", "TETRA10", "PENTA6", "PENTA15", "PYRAM5", "HEXA8", "HEXA20", "HEXA27")


def inner_points(linear, n=20, seed=0):
    """Reference points inside a cell."""
    rng = np.random.default_rng(seed)
    corners = reference_cell(linear).nodes
    simplex = np.array(SIMPLICES[linear])[rng.integers(len(SIMPLICES[linear]), size=n)]
    return np.einsum("nc,ncd->nd", rng.dirichlet(np.ones(simplex.shape[1]), n), corners[simplex])


def bent(kind, space):
    """Nodes of a cell, moved by a map that is a little curved, in a space of that dimension."""
    nodes = reference_cell(kind).nodes
    matrix = np.random.default_rng(len(kind)).standard_normal((nodes.shape[1], space)) * 0.2 + np.eye(nodes.shape[1], space)
    curved = nodes @ matrix
    return curved + 0.03 * (curved**2)[:, ::-1]


@pytest.mark.parametrize("kind", KINDS)
def test_points_of_a_bent_cell_are_found(kind):
    linear = CELL_TYPES[kind].linear
    place = inner_points(linear)
    x = bent(kind, place.shape[1])
    found = locate(shape_functions(kind, place) @ x, x, [Cells(kind, linear, np.array([7]), np.arange(len(x))[None])])
    assert (found.cells == 7).all() and not found.far.any()
    np.testing.assert_allclose(found.weights, shape_functions(kind, place), atol=1e-6)
    assert found.distance.max() < 1e-6 and outside(linear, place).max() < 1e-12


def grid(n):
    """Squares of a unit square cut in n by n, their nodes, and each second row cut into triangles."""
    x = np.array([(i / n, j / n) for j in range(n + 1) for i in range(n + 1)])
    square = np.array([[j * (n + 1) + i + k for k in (0, 1, n + 2, n + 1)] for j in range(n) for i in range(n)])
    numbers, even = np.arange(n * n), (np.arange(n * n) // n) % 2 == 0
    triangles = np.concatenate([square[even][:, [0, 1, 2]], square[even][:, [0, 2, 3]]])
    both = [Cells("QUAD4", "QUAD4", numbers[~even], square[~even])]
    return x, [*both, Cells("TRIA3", "TRIA3", 100 + np.arange(len(triangles)), triangles)]


def test_each_point_has_its_cell_among_many():
    x, parts = grid(8)
    points = np.random.default_rng(1).random((300, 2))
    found = locate(points, x, parts)
    np.testing.assert_allclose(np.einsum("nk,nkd->nd", found.weights, x[found.nodes]), points, atol=1e-9)
    assert ((found.cells >= 100) == ((points[:, 1] * 8).astype(int) % 2 == 0)).all()


def test_points_outside_go_to_the_nearest_place_within_reach():
    x, parts = grid(4)
    points = np.array([[0.3, -0.01], [1.2, 1.4], [0.5, 3.0]])
    found = locate(points, x, parts, reach=1.0)
    assert found.cells[2] == -1 and (found.cells[:2] >= 0).all() and found.far.tolist()[1] is True
    image = np.einsum("nk,nkd->nd", found.weights[:2], x[found.nodes[:2]])
    np.testing.assert_allclose(image, [[0.3, 0.0], [1.0, 1.0]], atol=1e-12)
    np.testing.assert_allclose(found.distance[:2], [0.01, np.hypot(0.2, 0.4)])


def test_a_point_on_a_shared_side_goes_to_the_first_cell():
    x, parts = grid(2)
    assert locate(np.array([[0.5, 0.75]]), x, parts).cells.tolist() == [2]


def test_surfaces_and_lines_in_space():
    axes, _ = np.linalg.qr(np.random.default_rng(4).standard_normal((3, 3)))
    x, parts = grid(3)
    points = np.random.default_rng(2).random((50, 2))
    off = points @ axes[:2] + 0.01 * axes[2]
    found = locate(off, x @ axes[:2], parts)
    np.testing.assert_allclose(np.einsum("nk,nkd->nd", found.weights, x[found.nodes]), points, atol=1e-9)
    line = np.array([[0, 0, 0], [2, 0, 0], [1.0, 0, 0]])
    found = locate(np.array([[0.5, 0.1, 0.0], [5.0, 0, 0]]), line, [Cells("SEG3", "SEG2", np.array([0]), np.array([[0, 1, 2]]))])
    np.testing.assert_allclose(found.weights[0], shape_functions("SEG3", [[-0.5]])[0])
    assert found.weights[1].tolist() == [0, 1, 0] and found.far.tolist() == [False, True]


def test_the_closest_point_of_a_simplex_against_a_search():
    rng = np.random.default_rng(3)
    for size, space in ((2, 3), (3, 2), (3, 3), (4, 3)):
        corners = rng.standard_normal((40, size, space))
        points = 4 * rng.standard_normal((40, space))
        weights, square = closest(corners, points)
        tried = rng.dirichlet(np.full(size, 0.5), 4000)
        images = np.einsum("tc,ncd->ntd", tried, corners)
        searched = ((images - points[:, None]) ** 2).sum(axis=-1).min(axis=1)
        image = np.einsum("nc,ncd->nd", weights, corners)
        np.testing.assert_allclose(((image - points) ** 2).sum(axis=1), square, rtol=1e-9, atol=1e-15)
        assert (square <= searched + 1e-12).all() or size == 4
        assert weights.min() >= 0.0 and abs(weights.sum(axis=1) - 1).max() < 1e-12


def test_middles_of_sides_are_told_by_rounding_errors_of_a_known_order():
    """Weights of vertices at the middle of a side are of the order of rounding, and the same at every run and for every grouping."""
    rng = np.random.default_rng(4)
    corners = rng.standard_normal((5, 3, 2)) + np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])
    x = np.concatenate([corners, (corners + np.roll(corners, -1, axis=1)) / 2], axis=1)
    x = (x + 20.0 * np.arange(5)[:, None, None]).reshape(-1, 2)
    nodes = np.arange(30).reshape(5, 6)
    middles = x[nodes[:, 3:].ravel()]
    whole = locate(middles, x, [Cells("TRIA6", "TRIA3", np.arange(5), nodes)])
    parts = [locate(middles[3 * k : 3 * k + 3], x, [Cells("TRIA6", "TRIA3", np.arange(1), nodes[[k]])]) for k in range(5)]
    np.testing.assert_array_equal(whole.weights, np.concatenate([part.weights for part in parts]))
    assert (abs(whole.weights.max(axis=1) - 1.0) < 1e-12).all() and abs(whole.weights[:, :3]).max() < 1e-12


def test_all_cells_around_a_point_hold_it():
    x = np.array([[i, j] for j in range(2) for i in range(3)], float)
    parts = [Cells("QUAD4", "QUAD4", np.array([4, 9]), np.array([[0, 1, 4, 3], [1, 2, 5, 4]]))]
    points, cells = holders(np.array([[0.5, 0.2], [1.0, 0.5], [2.0 + 1e-7, 0.5], [3.0, 0.5]]), x, parts, 1e-6)
    assert list(zip(points.tolist(), cells.tolist())) == [(0, 4), (1, 4), (1, 9), (2, 9)]
