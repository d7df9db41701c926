"""Cells cut along the zeros of level sets."""

from itertools import product

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.cutting import BOTH, _zeros, cut, physical
from pyaster_lite.fe.extended.integration import piece_points
from pyaster_lite.fe.extended.simplices import WHOLE, pieces

SIMPLICES = {2: np.array([[0.0], [1.0]]), 3: np.eye(3)[:, :2], 4: np.eye(4)[:, :3]}


def sizes(corners):
    """Areas or volumes of simplices (k, nv, dim), up to the factorial of the dimension."""
    return abs(np.linalg.det(corners[:, 1:] - corners[:, :1]))


def sheared_cell(cell):
    """(1, nn, 3) an affine image of the reference cell."""
    reference = reference_cell(cell).nodes
    dim = reference.shape[1]
    nodes = np.zeros((1, len(reference), 3))
    nodes[..., :dim] = reference @ (np.eye(dim) + 0.1 * np.random.default_rng(3).random((dim, dim)))
    return nodes


@pytest.mark.parametrize("vertices", [2, 3, 4])
def test_pieces_fill_the_simplex_and_lie_on_one_side(vertices):
    corners = SIMPLICES[vertices]
    for signs in product((-1, 0, 1), repeat=vertices):
        level = np.array(signs) * (1.0 + 0.3 * np.arange(vertices))
        made = pieces(signs)
        share = [[level[b] / (level[b] - level[a]) if a != b else 1.0 for a, b in piece] for piece in made]
        places = np.array([[s * corners[a] + (1 - s) * corners[b] for (a, b), s in zip(p, row)] for p, row in zip(made, share)])
        values = np.array([[s * level[a] + (1 - s) * level[b] for (a, b), s in zip(p, row)] for p, row in zip(made, share)])
        assert sizes(places).sum() == pytest.approx(1.0)
        assert ((values >= -1e-12).all(axis=1) | (values <= 1e-12).all(axis=1)).all()


@pytest.mark.parametrize("cell", [name for name in WHOLE if name not in ("SEG2",)])
def test_pieces_of_a_cell_have_its_volume_and_the_volumes_of_its_parts(cell):
    coordinates = sheared_cell(cell)
    reference = reference_cell(cell)
    plane = coordinates[..., 0] + 0.5 * coordinates[..., 1] - 0.21
    made = cut(cell, coordinates, plane[..., None])
    dim = reference.dim
    corners = physical(cell, made.places, coordinates[made.owner])[..., :dim]
    volumes = sizes(corners)
    uncut = cut(cell, coordinates, np.ones((*plane.shape, 1)))
    assert volumes.sum() == pytest.approx(sizes(physical(cell, uncut.places, coordinates[uncut.owner])[..., :dim]).sum())
    assert set(made.sides[:, 0].tolist()) == {-1, 1}
    if cell in ("TRIA3", "TETRA4"):
        values = corners[..., 0] + 0.5 * corners[..., 1] - 0.21
        assert (values * made.sides > -1e-12).all()
    if dim == 3:
        assert (np.linalg.det(corners[:, 1:] - corners[:, :1]) > 0).all()


def test_the_zero_on_an_edge_is_that_of_the_functions_of_the_cell():
    """On the diagonal of a square the level set x y - 1/4 is a parabola, zero in the middle of its half."""
    coordinates = np.zeros((1, 4, 3))
    coordinates[0, :, :2] = [[0, 0], [1, 0], [1, 1], [0, 1]]
    turned = coordinates[:, [1, 2, 3, 0]]
    level = turned[..., 0] * turned[..., 1] - 0.25
    made = cut("QUAD4", turned, level[..., None])
    corners = physical("QUAD4", made.places, turned[made.owner]).reshape(-1, 3)
    assert (np.linalg.norm(corners[:, :2] - 0.5, axis=1) < 1e-12).any()


def test_a_branch_ends_where_it_meets_the_other_crack():
    coordinates = np.zeros((1, 4, 3))
    coordinates[0, :, :2] = [[0, 0], [1, 0], [1, 1], [0, 1]]
    x, y = coordinates[..., 0], coordinates[..., 1]
    levels = np.stack([y - 0.4, x - 0.3], axis=-1)
    made = cut("QUAD4", coordinates, levels, [(), ((0, -1.0),)])
    assert {tuple(row) for row in made.sides.tolist()} == {(-1, 0), (1, -1), (1, 1)}
    corners = physical("QUAD4", made.places, coordinates[made.owner])[..., :2]
    areas = sizes(corners) / 2
    assert areas[made.sides[:, 0] == -1].sum() == pytest.approx(0.4)
    assert areas[(made.sides == [1, -1]).all(axis=1)].sum() == pytest.approx(0.6 * 0.3)


def test_a_side_in_the_crack_is_on_both_sides():
    coordinates = np.zeros((1, 2, 3))
    coordinates[0, 1, 0] = 1.0
    assert cut("SEG2", coordinates, np.zeros((1, 2, 1))).sides.tolist() == [[BOTH]]


def test_points_of_pieces_integrate_polynomials():
    coordinates = sheared_cell("HEXA8")
    level = coordinates[..., 2] - 0.2
    made = cut("HEXA8", coordinates, level[..., None])
    points = piece_points("HEXA8", made, coordinates, "FPG15", 3)
    volume = points.weights.sum()
    assert volume == pytest.approx(sizes(points.corners[0]).sum() / 6)
    assert np.allclose(np.einsum("egn,enk->egk", points.functions, coordinates), points.places, atol=1e-12)
    rebuilt = np.einsum("egdn,enk->egdk", points.gradients, coordinates)
    assert np.allclose(rebuilt, np.eye(3), atol=1e-10)


def test_a_zero_is_found_where_a_level_set_hardly_grows():
    """Beside the other vertices' 0.2 it goes through zero by 5e-5: rounding moves its zero by more than the step at which one stands."""
    values = np.array([[-4.72252435e-06, 4.06460434e-05, 0.200040649, 0.199995280]])
    (found,) = _zeros("QUAD4", values, np.array([[-1.0, -1.0]]), np.array([[1.0, -1.0]]), values[:, 0], values[:, 1])
    assert found[0] == pytest.approx(2 * 4.72252435e-06 / (4.72252435e-06 + 4.06460434e-05) - 1, abs=1e-9)


def test_the_zero_on_a_diagonal_where_the_level_set_first_falls():
    """Along the diagonal it is -0.3 (1 - t)^2 - 10 t (1 - t) + t^2, which starts downwards: Newton's steps alone leave the edge."""
    values = np.array([[-0.3, -5.0, 1.0, -5.0]])
    (found,) = _zeros("QUAD4", values, np.array([[-1.0, -1.0]]), np.array([[1.0, 1.0]]), values[:, 0], values[:, 2])
    t = 0.5 * (found[0] + 1.0)
    assert found[0] == pytest.approx(found[1]) and 0.0 < t < 1.0
    assert -0.3 * (1 - t) ** 2 - 10 * t * (1 - t) + t**2 == pytest.approx(0.0, abs=1e-12)


def test_a_second_crack_cuts_what_the_first_has_left_as_cells_of_their_own():
    def told(pieces, nodes):
        return {tuple(row.round(9).ravel().tolist()) for row in physical("TETRA4", pieces.places, nodes[pieces.owner])}

    coordinates, normals, heights = sheared_cell("TETRA4"), np.array([[0.0, 1.0, 3.0], [2.0, 1.0, 0.0]]), np.array([1.2, 0.75])
    levels = coordinates @ normals.T - heights
    first = cut("TETRA4", coordinates, levels[..., :1])
    left = physical("TETRA4", first.places, coordinates[first.owner])
    alone = cut("TETRA4", left, (left @ normals.T - heights)[..., 1:])
    assert told(cut("TETRA4", coordinates, levels), coordinates) == told(alone, left)
