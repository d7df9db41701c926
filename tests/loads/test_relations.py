"""Normals at the nodes of sides."""

import numpy as np

from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.loads._relations import node_normals


def test_an_edge_whose_middle_stands_at_its_quarter_has_a_normal_at_its_tip():
    mesh = Mesh([(0.0, 0.0), (4.0, 0.0), (1.0, 0.0)], [CellBlock("SEG3", np.array([[0, 1, 2]]), np.array([0]))])
    np.testing.assert_allclose(node_normals(mesh, [0], [0, 1, 2]), np.tile((0.0, -1.0, 0.0), (3, 1)))
    np.testing.assert_allclose(node_normals(mesh, [0], [0], tangent=True), [(1.0, 0.0, 0.0)])
