"""Sizes, shapes and pieces of meshes that are known."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.mesh_quality import bound_cells, pieces, shapes, sizes
from pyaster_lite.fe.cells import reference_cell


def one(kind, coordinates):
    return Mesh(coordinates, [CellBlock(kind, np.arange(len(coordinates), dtype=np.int32)[None], np.array([0]))])


@pytest.mark.parametrize("kind", ["SEG3", "TRIA6", "QUAD8", "TETRA10", "PENTA15", "PYRAM13", "HEXA20"])
def test_sizes_follow_a_linear_map(kind):
    cell = reference_cell(kind)
    stretch = np.array([[2.0, 0.3, 0.0], [0.0, 1.5, 0.4], [0.0, 0.0, 0.5]])[: cell.nodes.shape[1]]
    wanted = np.sqrt(np.linalg.det(stretch @ stretch.T)) * cell.volume
    assert sizes(one(kind, cell.nodes @ stretch))[0] == pytest.approx(wanted, rel=1e-12)


def test_a_quarter_of_a_circle_is_nearly_as_long_as_it_is():
    bow = [[1.0, 0, 0], [0, 1.0, 0], [0.5**0.5, 0.5**0.5, 0]]
    assert sizes(one("SEG3", np.array(bow)))[0] == pytest.approx(np.pi / 2, rel=1e-2)


def test_regular_cells_have_shape_one_and_others_more():
    h = 0.75**0.5
    triangle = np.array([[0, 0, 0], [1, 0, 0], [0.5, h, 0]])
    tetrahedron = np.array([[1, 1, 1], [-1, -1, 1], [1, -1, -1], [-1, 1, -1]]) * 1.0
    if np.linalg.det(tetrahedron[1:] - tetrahedron[0]) < 0:
        tetrahedron = tetrahedron[[0, 2, 1, 3]]
    prism = np.vstack([triangle, triangle + [0, 0, 1]])[:, [2, 0, 1]]
    cube = (reference_cell("HEXA8").nodes + 1) / 2
    for kind, points in (("TRIA3", triangle), ("QUAD4", cube[:4]), ("TETRA4", tetrahedron), ("PENTA6", prism), ("HEXA8", cube)):
        turned = points @ np.linalg.qr(np.array([[1, 2, 3], [0, 1, 4], [5, 6, 0.0]]))[0].T
        sign = np.sign(np.linalg.det(np.linalg.qr(np.array([[1, 2, 3], [0, 1, 4], [5, 6, 0.0]]))[0]))
        assert shapes(one(kind, points))[0] == pytest.approx(1.0), kind
        assert shapes(one(kind, turned * sign if points[:, 2].any() else turned))[0] == pytest.approx(1.0), kind
        assert shapes(one(kind, points * [1.0, 3.0, 1.0]))[0] > 1.2
    crossed = cube[:4].copy()
    crossed[2] = [0.1, 0.1, 0]
    assert np.isinf(shapes(one("QUAD4", crossed))[0])


def test_pieces_and_bound_cells():
    triangles = np.array([[0, 1, 2], [1, 3, 2], [4, 5, 6]], np.int32)
    mesh = Mesh([[0, 0], [1, 0], [0, 1], [1, 1], [5, 0], [6, 0], [5, 1]], [CellBlock("TRIA3", triangles, np.arange(3))])
    assert pieces(mesh, 2) == 2 and pieces(mesh, 1) == 0
    assert bound_cells(mesh).tolist() == [0, 1, 2]
    fan = np.array([[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]], np.int32)
    star = Mesh([[0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5]], [CellBlock("TRIA3", fan, np.arange(4))])
    assert bound_cells(star).tolist() == []
