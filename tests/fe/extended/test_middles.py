"""Middles of the edges of pieces of quadratic cells."""

from itertools import product

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.extended.cutting import cut
from pyaster_lite.fe.extended.integration import piece_points
from pyaster_lite.fe.extended.middles import MIDDLES
from pyaster_lite.fe.shapes import shape_functions

FAMILIES = {2: "FPG12", 3: "FPG15"}


def placed(cell):
    """(1, nn, 3) the nodes of the reference cell."""
    reference = reference_cell(cell).nodes
    nodes = np.zeros((1, len(reference), 3))
    nodes[0, :, : reference.shape[1]] = reference
    return nodes


def sphere(places, centre, radius):
    return ((places - np.array(centre)) ** 2).sum(axis=-1) - radius**2


@pytest.mark.parametrize("cell", ["TRIA6", "QUAD8", "TETRA10", "PYRAM13", "PENTA15", "HEXA20"])
def test_pieces_cut_along_a_sphere_fill_the_cell_and_follow_it(cell):
    coordinates = placed(cell)
    dim = reference_cell(cell).dim
    middle = coordinates[0].mean(axis=0)
    centre = middle + 6.0 * (coordinates[0, 0] - middle)
    level = sphere(coordinates, centre, np.linalg.norm(middle - centre) * 0.9)
    made = cut(cell, coordinates, level[..., None])
    points = piece_points(cell, made, coordinates, FAMILIES[dim], dim)
    assert points.weights.sum() == pytest.approx(reference_cell(cell).volume, rel=1e-9)
    assert np.allclose(np.einsum("egn,enk->egk", points.functions, coordinates), points.places, atol=1e-12)
    ends = made.nodes[:, np.array(MIDDLES[made.vertices])]
    values = np.einsum("smn,n->sm", shape_functions(cell, made.places.reshape(-1, dim)).reshape(*made.nodes.shape, -1), level[0])
    on = abs(values[:, : made.vertices]) < 1e-9
    both = np.take_along_axis(on[:, None].repeat(ends.shape[1], 1), np.array(MIDDLES[made.vertices])[None], axis=2).all(axis=2)
    assert both.any() and abs(values[:, made.vertices :][both]).max() < 1e-9
    assert (values * made.sides > -1e-2).all()


def test_the_area_within_a_circle():
    """A quarter of the circle of radius 1/2 about a vertex, whose trace a parabola follows."""
    coordinates = placed("TRIA6")
    made = cut("TRIA6", coordinates, sphere(coordinates, [0, 0, 0], 0.5)[..., None])
    weights = piece_points("TRIA6", made, coordinates, "FPG12", 2).weights.reshape(len(made.owner), -1).sum(axis=1)
    inside = weights[made.sides[:, 0] < 0].sum()
    assert inside == pytest.approx(np.pi / 16, rel=0.015) and inside > 0.125 * 1.5
    assert made.simplex == "TRIA6"


@pytest.mark.parametrize("signs", list(product((-1.0, 0.0, 1.0), repeat=4)))
def test_a_vertex_that_a_bent_surface_grazes_is_cut_off(signs):
    """Values in the middles make the surface turn back on edges from vertices on it: pieces still fill the cell."""
    coordinates = placed("TETRA10")
    vertices = np.array(signs) * [0.3, 0.4, 0.35, 0.45]
    for bend in (0.0, -0.04, 0.04):
        middles = [vertices[a] / 2 + vertices[b] / 2 + bend for a, b in MIDDLES[4]]
        if vertices.min() * vertices.max() >= 0.0:
            continue
        level = np.array([*vertices, *middles])[None]
        made = cut("TETRA10", coordinates, level[..., None])
        volume = piece_points("TETRA10", made, coordinates, "FPG15", 3).weights.sum()
        assert volume == pytest.approx(1 / 6, rel=0.02)
        if bend == 0.0:
            assert volume == pytest.approx(1 / 6)


def test_an_edge_that_is_met_at_its_end_and_again_in_its_middle():
    """It runs from a vertex on the surface: four points of the surface, five pieces."""
    coordinates = placed("TETRA10")
    level = np.array([[0.7, 0.0, -0.3, -0.3, 0.35, -0.1, 0.2, 0.2, 0.0, -0.2]])
    made = cut("TETRA10", coordinates, level[..., None])
    assert len(made.owner) == 5
    found = made.places[:, :4].reshape(-1, 3)
    assert (np.linalg.norm(found - [0.5, 0.0, 0.5], axis=1) < 1e-12).any()
    assert set(made.sides[:, 0].tolist()) == {-1, 1}
