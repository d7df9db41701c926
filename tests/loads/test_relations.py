"""Normals at the nodes of sides."""

import numpy as np

from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.loads._relations import RowList, node_normals
from tests.commands.runner import Surroundings
from tests.commands.test_model_data import model_of, plate


def test_an_edge_whose_middle_stands_at_its_quarter_has_a_normal_at_its_tip():
    mesh = Mesh([(0.0, 0.0), (4.0, 0.0), (1.0, 0.0)], [CellBlock("SEG3", np.array([[0, 1, 2]]), np.array([0]))])
    np.testing.assert_allclose(node_normals(mesh, [0], [0, 1, 2]), np.tile((0.0, -1.0, 0.0), (3, 1)))
    np.testing.assert_allclose(node_normals(mesh, [0], [0], tangent=True), [(1.0, 0.0, 0.0)])


def test_the_value_of_a_relation_is_read_at_its_last_node_and_a_number_is_divided_by_the_largest_coefficient(tmp_path):
    model = model_of(Surroundings(tmp_path), plate(), (("SQUARES", "RIGHT"), "D_PLAN"))
    place = Function([0.0, 10.0], [0.0, 10.0], Properties("X", "TOUT"))
    last, first = (int(model.dofs.index(node, "DX")) for node in (2, 0))
    rows = RowList(model)
    rows.add([(last, 2.0), (first, -4.0)], place, normed=True)
    rows.add([(last, 2.0), (first, 8.0)], 6.0, normed=True)
    relations = rows.term("LIAISON_DDL")[0].relations
    np.testing.assert_allclose(relations.value(0.0), [model.mesh.coordinates[2, 0], 0.75])
    np.testing.assert_allclose(relations.matrix.toarray()[:, [first, last]], [[-4.0, 2.0], [1.0, 0.25]])
