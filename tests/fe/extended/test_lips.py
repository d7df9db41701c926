"""What acts on the lips of cracks."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.cutting import cut
from pyaster_lite.fe.extended.facets import facet_points, facets, facets_of_pieces, facets_where_several_meet
from pyaster_lite.fe.extended.heat import HeatTip
from pyaster_lite.fe.extended.lips import Lips
from pyaster_lite.fe.extended.tip import TipAxes
from pyaster_lite.fe.shapes import shape_functions

SPACE = ("TETRA4", "PYRAM5", "PENTA6", "HEXA8")


def _levels(x, normal, offset):
    return x @ np.asarray(normal) - offset


def _nodes(cell):
    nodes = np.zeros((1, reference_cell(cell).n_nodes, 3))
    nodes[0, :, : reference_cell(cell).dim] = reference_cell(cell).nodes
    return nodes


@pytest.mark.parametrize("cell", (*SPACE, "TRIA3", "QUAD4"))
def test_facets_cover_the_plane_of_a_crack_as_the_pieces_do(cell):
    x = _nodes(cell)
    normal = np.array([0.3, 1.0, 0.2 if cell in SPACE else 0.0])
    level = _levels(x, normal, 0.23)
    owner, corners = facets(cell, x, level, np.full_like(level, -1.0))
    points = facet_points(cell, owner, corners, x, level)
    assert np.allclose(_levels(points.places, normal, 0.23), 0.0, atol=1e-12)
    assert np.allclose(points.normals, normal / np.linalg.norm(normal))
    assert np.allclose(np.einsum("fgn,fnx->fgx", points.functions, x[owner]), points.places)
    made = cut(cell, x, level[..., None])
    sides = facet_points(cell, *facets_of_pieces(cell, made, x, level), x, level)
    assert sides.weights.sum() == pytest.approx(points.weights.sum())


def test_a_front_ends_the_facets():
    x = _nodes("HEXA8")
    owner, corners = facets("HEXA8", x, x[..., 2] - 0.1, x[..., 0] + 0.5 * x[..., 1] - 0.2)
    points = facet_points("HEXA8", owner, corners, x, x[..., 2] - 0.1)
    assert points.weights.sum() == pytest.approx(2.4)
    assert (points.places[..., 0] + 0.5 * points.places[..., 1] < 0.2).all()


def test_a_crack_along_sides_has_the_facets_of_the_cells_below():
    x = np.concatenate([_nodes("QUAD4") + [0, 1, 0], _nodes("QUAD4") - [0, 1, 0]])
    owner, corners = facets("QUAD4", x, x[..., 1], np.full((2, 4), -1.0))
    assert owner.tolist() == [1] and np.ptp(corners[0, :, 0]) == 2.0


def test_the_function_of_a_front_of_conductors_has_the_derivatives_told():
    nodes, shape = _nodes("QUAD4"), (1, 4, 2)
    ahead, across = np.array([1.0, 0.2]) / np.sqrt(1.04), np.array([-0.2, 1.0]) / np.sqrt(1.04)
    levels = nodes[..., :2] @ np.stack([ahead, across], axis=1)
    axes = TipAxes(np.zeros(shape), np.broadcast_to(ahead, shape), np.broadcast_to(across, shape), np.array([[2, 2, 3, 1]]), levels)

    def value(xi):
        functions = shape_functions("QUAD4", np.array([xi]))[None]
        return HeatTip(axes, nodes, functions, functions @ nodes, np.ones((1, 1)))

    xi, step = np.array([-0.4, 0.3]), 1e-6
    found = value(xi).gradients()[0, 0, 0, 0]
    expected = [(value(xi + d).values() - value(xi - d).values()).item() / (2 * step) for d in step * np.eye(2)]
    assert np.allclose(found, expected, atol=1e-8)


def test_conductors_see_a_curved_front_by_its_level_sets():
    nodes = _nodes("QUAD4")
    # a front that stands 0.3 from the middle in the axes, and 0.5 by the level sets
    places, axes = np.full((1, 4, 2), [0.3, 0.0]), np.eye(2)[:, None, None] * np.ones((1, 1, 4, 1))
    levels = np.broadcast_to([-0.3, 0.4], (1, 4, 2))
    functions = shape_functions("QUAD4", np.zeros((1, 2)))[None]
    tip = HeatTip(TipAxes(places, *axes, np.full((1, 4), 2), levels), nodes, functions, functions @ nodes, np.ones((1, 1)))
    angle = np.arctan2(0.4, -0.3)
    assert tip.values().item() == pytest.approx(np.sqrt(0.5) * np.sin(angle / 2))


@pytest.mark.parametrize("cell", ("TRIA3", "QUAD4", "QUAD8", "TETRA4", "HEXA8", "HEXA20"))
@pytest.mark.parametrize("sense", (-1.0, 1.0))
def test_a_crack_that_ends_on_another_one_divides_its_facets(cell, sense):
    x = _nodes(cell)
    across, upwards = np.array([0.1, 1.0, 0.0]), np.array([1.0, 0.05, 0.0])
    levels = np.stack([_levels(x, across, 0.17), _levels(x, upwards, 0.21)], axis=-1)
    made = cut(cell, x, levels, [(), ((0, sense),)])
    whole = facet_points(cell, *facets_of_pieces(cell, cut(cell, x, levels[..., :1]), x, levels[..., 0]), x, levels[..., 0])
    places = []
    for crack, normal in enumerate((across, upwards)):
        below, above, corners = facets_where_several_meet(cell, made, x, levels, crack)
        assert (made.sides[below, crack] == -1).all() and (made.sides[above, crack] == 1).all()
        points = facet_points(cell, made.owner[below], corners, x, levels[..., crack])
        assert np.allclose(points.normals, normal / np.linalg.norm(normal))
        places.append(points)
    assert places[0].weights.sum() == pytest.approx(whole.weights.sum())
    assert (sense * _levels(places[1].places, across, 0.17) < 0.0).all()
    # on the side where the other crack is, the pieces at a facet know on which side of it they are
    below, above, corners = facets_where_several_meet(cell, made, x, levels, 0)
    beside = above if sense < 0.0 else below
    middle = np.sign(_levels(corners.mean(axis=1), upwards, 0.21))
    assert (made.sides[beside, 1] == middle).all() and set(middle) == {-1.0, 1.0}


@pytest.mark.parametrize("cell", ("TRIA6", "QUAD8"))
def test_segments_of_quadratic_cells_bend_with_the_crack_and_cells_at_its_front_have_none(cell):
    def level(x):
        return x[..., 1] - 0.3 + 0.2 * x[..., 0] ** 2

    x = _nodes(cell)
    owner, corners = facets(cell, x, level(x), np.full((1, x.shape[1]), -1.0))
    assert owner.tolist() == [0] and corners.shape == (1, 3, 3)
    assert np.allclose(level(corners), 0.0, atol=1e-9)
    first, last, middle = corners[0]
    assert (middle - (first + last) / 2) @ (last - first) == pytest.approx(0.0, abs=1e-9)
    assert not len(facets(cell, x, level(x), x[..., 0] - 0.2)[0])


def test_bent_lips_are_straightened_between_their_ends():
    x = _nodes("QUAD8")
    level = np.hypot(x[..., 0], x[..., 1] - 3.0) - 3.1
    element = SimpleNamespace(cell="QUAD8", enrichment=SimpleNamespace(coordinates=x, levels=level[..., None], by_pieces=False, tip=None))
    lips = Lips(element, np.full_like(level, -1.0))
    straight = lips.straightened()
    assert np.ptp(lips.points.normals, axis=1).max() > 0.1
    assert np.ptp(straight.points.normals, axis=1).max() < 1e-12
    assert straight.points.weights.sum() == pytest.approx(2.0) and lips.points.weights.sum() > 2.0
