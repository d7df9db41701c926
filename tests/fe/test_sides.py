"""Sides of cells: areas, outward normals, and which stand on each other."""

import numpy as np
import pytest

from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.errors import ComputationFailed
from pyaster_lite.fe.sides import geometry, geometry_by_points, side_kind, sides_of


@pytest.mark.parametrize("cell", ["TRIA3", "TRIA6", "QUAD4", "QUAD8", "QUAD9", "TETRA10", "PENTA15", "PYRAM5", "HEXA8", "HEXA20", "HEXA27"])
def test_normals_close_the_cell_and_tell_its_measure(cell):
    reference = reference_cell(cell)
    places = np.zeros((1, reference.n_nodes, 3))
    places[0, :, : reference.dim] = reference.nodes
    whole, flux = np.zeros(3), 0.0
    for side in reference.faces:
        shape = geometry(side_kind(cell, side), places[:, list(side)], False)
        weighted = shape.normals * shape.weights[..., None]
        whole += weighted.sum(axis=(0, 1))
        flux += (weighted * places[:, list(side)]).sum()
    np.testing.assert_allclose(whole, 0.0, atol=1e-12)
    np.testing.assert_allclose(flux / reference.dim, reference.volume)


def test_a_node_at_the_quarter_is_put_in_the_middle():
    straight = np.array([[[0.0, 0, 0], [2.0, 0, 0], [1.0, 0, 0]]])
    quarter = straight.copy()
    quarter[0, 2, 0] = 0.5
    np.testing.assert_allclose(geometry("SEG3", quarter, False).weights, geometry("SEG3", straight, False).weights)
    np.testing.assert_allclose(geometry("SEG3", straight, True).weights.sum(), 2.0)


def test_the_middle_of_a_bent_edge_turns_around_the_axis_with_its_own_radius_or_that_of_the_chord():
    bent = np.array([[[1.0, 0, 0], [1.0, 2, 0], [1.3, 1, 0]]])
    np.testing.assert_allclose(geometry("SEG3", bent, True).weights[0, 2], 4 / 3)
    np.testing.assert_allclose(geometry("SEG3", bent, True, along=True).weights[0, 2], 1.3 * 4 / 3)


def test_neighbours():
    quads, edges = np.array([[0, 1, 4, 3], [1, 2, 5, 4]]), np.array([[5, 2]])
    sides = sides_of([("QUAD4", quads), ("SEG2", edges)], 2)
    assert [side.kind for side in sides] == ["SEG2"] * 5
    shared = [(i, row) for i, side in enumerate(sides) for row in np.flatnonzero(side.other >= 0)]
    assert len(shared) == 4
    for i, row in shared:
        other = sides[sides[i].other[row]]
        assert set(other.nodes[sides[i].row[row]]) == set(sides[i].nodes[row])
    with pytest.raises(ComputationFailed, match="more than two cells"):
        sides_of([("QUAD4", quads), ("SEG2", np.array([[1, 4]]))], 2)


@pytest.mark.parametrize("kind", ["TRIA3", "QUAD4"])
def test_vertices_of_flat_linear_faces_have_the_normals_and_weights_of_any_rule(kind):
    places = reference_cell(kind).nodes @ np.array([[2.0, 0.5, 0.3], [0.1, 1.5, 0.2]]) + [3.0, 1.0, 2.0]
    plain, vertices = geometry(kind, places[None], False), geometry_by_points(kind, places[None])
    for name in ("normals", "weights", "size"):
        assert np.allclose(getattr(vertices, name), getattr(plain, name)), name
