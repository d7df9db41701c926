"""Fields in MED files, read back by medcoupling itself: places of nodes and points, profiles, steps, names."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.fe.cells import reference_cell
from pyaster_lite.fe.quadrature import quadrature
from pyaster_lite.fe.shapes import shape_functions
from pyaster_lite.io.med_results import MedResults

mc = pytest.importorskip("medcoupling")


class WithRule:
    """Stands for an element that has integration points."""

    def __init__(self, cell, family):
        self.rule = lambda: quadrature(cell, family)


def two_cells(cell):
    """Two reference cells side by side, the second one three times as long."""
    nodes = reference_cell(cell).nodes
    count = len(nodes)
    second = nodes.copy()
    second[:, 0] = 3 * second[:, 0] + 5
    blocks = [CellBlock(cell, np.arange(2 * count, dtype=np.int32).reshape(2, count), np.arange(2))]
    mesh = Mesh(np.vstack([nodes, second]), blocks, space_dimension=nodes.shape[1])
    mesh.name = "MESH"
    return mesh


def read(path, name, kind):
    return mc.ReadField(kind, str(path), "MESH", 0, name, 0, 0)


CELLS = [
    ("TRIA6", "FPG3"),
    ("QUAD8", "FPG9"),
    ("TETRA10", "FPG1"),
    ("PENTA15", "FPG1"),
    ("QUAD4", "FPG4"),
    ("HEXA8", "FPG8"),
    ("HEXA20", "FPG27"),
]


@pytest.mark.parametrize(("cell", "family"), CELLS)
def test_points_and_nodes_are_where_med_looks_for_them(tmp_path, cell, family):
    mesh, path = two_cells(cell), tmp_path / "r.med"
    corners = mesh.coordinates[mesh.blocks[0].nodes]
    functions = shape_functions(cell, quadrature(cell, family).points)
    at_points = np.einsum("gn,enc->egc", functions, corners)
    element = WithRule(cell, family)
    with MedResults(path) as file:
        for location, values in (("ELNO", corners), ("ELGA", at_points), ("ELEM", corners.mean(1, keepdims=True))):
            block = ElementBlock(np.arange(2), values, ("X", "Y", "Z"), element)
            assert file.add_field(ElementField(mesh, "GEOM_R", location, [block]), location, (0.0, 0, 0))
        file.add_field(NodeField(mesh, "GEOM_R", ("X", "Y", "Z"), mesh.coordinates), "NOEU", (0.0, 0, 0))
    dim = mesh.space_dimension
    nodal = read(path, "NOEU", mc.ON_NODES)
    assert np.allclose(nodal.getArray().toNumPyArray()[:, :dim], nodal.getMesh().getCoords().toNumPyArray())
    elno = read(path, "ELNO", mc.ON_GAUSS_NE)
    order = np.concatenate([np.array(elno.getMesh().getNodeIdsOfCell(i)) for i in range(2)])
    assert np.allclose(elno.getArray().toNumPyArray()[:, :dim], elno.getMesh().getCoords().toNumPyArray()[order])
    elga = read(path, "ELGA", mc.ON_GAUSS_PT)
    assert elga.getArray().getNumberOfTuples() == 2 * len(functions)
    if cell in ("QUAD4", "HEXA8"):
        assert np.allclose(elga.getLocalizationOfDiscr().toNumPyArray(), elga.getArray().toNumPyArray()[:, :dim])
    rule = elga.getGaussLocalization(0)
    assert np.allclose(rule.getWeights(), quadrature(cell, family).weights)


def test_profiles_steps_and_components(tmp_path):
    mesh, path = two_cells("QUAD4"), tmp_path / "r.med"
    values = np.arange(16.0).reshape(8, 2)
    values[0, 1] = np.nan
    values[7] = np.nan
    field = NodeField(mesh, "DEPL_R", ("DX", "DY"), values)
    for step in ((0.0, 0, 0), (0.5, 3, 3)):
        with MedResults(path) as file:
            file.add_field(field, "UPM_____DEPL", step)
    with MedResults(path) as file:
        assert file.add_field(field, "UPM_____DY", components=["DY"], nodes=[0, 1, 2])
        assert not file.add_field(field, "UPM_____NONE", nodes=[7])
    fields = mc.MEDFileFields(str(path))
    assert list(fields.getFieldsNames()) == ["UPM_____DEPL", "UPM_____DY"]
    assert fields.getFieldWithName("UPM_____DEPL").getTimeSteps() == [(0, 0, 0.0), (3, 3, 0.5)]
    assert fields.getFieldWithName("UPM_____DY").getTimeSteps() == [(-1, -1, 0.0)]
    array, profile = fields.getFieldWithName("UPM_____DEPL")[0].getFieldWithProfile(mc.ON_NODES, 0, mc.MEDFileMesh.New(str(path)))
    assert profile.getValues() == [0, 1, 2, 3, 4, 5, 6] and list(array.getInfoOnComponents()) == ["DX", "DY"]
    assert array.toNumPyArray()[0].tolist() == [0, 0] and array.toNumPyArray()[6].tolist() == [12, 13]
    array, profile = fields.getFieldWithName("UPM_____DY")[0].getFieldWithProfile(mc.ON_NODES, 0, mc.MEDFileMesh.New(str(path)))
    assert profile.getValues() == [1, 2] and array.toNumPyArray().ravel().tolist() == [3, 5]


def test_two_formulations_on_one_cell_type(tmp_path):
    mesh, path = two_cells("QUAD4"), tmp_path / "r.med"
    blocks = [
        ElementBlock(np.array([1]), np.arange(4.0).reshape(1, 4, 1), ("SIXX",), WithRule("QUAD4", "FPG4")),
        ElementBlock(np.array([0]), np.array([[[9.0]]]), ("SIXX",), WithRule("QUAD4", "FPG1")),
    ]
    with MedResults(path) as file:
        file.add_field(ElementField(mesh, "SIEF_R", "ELGA", blocks), "S", (0.0, 0, 0))
    field = read(path, "S", mc.ON_GAUSS_PT)
    assert field.getArray().toNumPyArray().ravel().tolist() == [9, 0, 1, 2, 3]
    assert field.getNbOfGaussLocalization() == 2


def test_a_type_that_med_does_not_have_is_written_as_its_neighbour(tmp_path):
    nodes = np.vstack([reference_cell("HEXA8").nodes, [[0.0, 0.0, 0.0]]])
    mesh = Mesh(nodes, [CellBlock("HEXA9", np.arange(9, dtype=np.int32)[None], np.array([0]))])
    mesh.name = "MESH"
    values = nodes[None]
    path = tmp_path / "r.med"
    field = ElementField(mesh, "GEOM_R", "ELNO", [ElementBlock(np.array([0]), values, ("X", "Y", "Z"))])
    with MedResults(path) as file:
        file.add_field(field, "ELNO", (0.0, 0, 0))
    elno = read(path, "ELNO", mc.ON_GAUSS_NE)
    order = np.array(elno.getMesh().getNodeIdsOfCell(0))
    assert len(order) == 8
    assert np.allclose(elno.getArray().toNumPyArray(), elno.getMesh().getCoords().toNumPyArray()[order])


def test_a_step_written_again_is_replaced(tmp_path):
    mesh, path = two_cells("QUAD4"), tmp_path / "r.med"
    for factor in (1.0, 2.0):
        with MedResults(path) as file:
            file.add_field(NodeField(mesh, "DEPL_R", ("DX",), np.full((8, 1), factor)), "U", (0.5, 1, 1))
    with MedResults(path) as file:
        for factor in (3.0, 4.0):
            file.add_field(NodeField(mesh, "DEPL_R", ("DX",), np.full((8, 1), factor)), "U", (0.6, 2, 2))
    fields = mc.MEDFileFields(str(path)).getFieldWithName("U")
    assert fields.getTimeSteps() == [(1, 1, 0.5), (2, 2, 0.6)]
    for step, value in ((0, 2.0), (1, 4.0)):
        array = fields[step].getFieldWithProfile(mc.ON_NODES, 0, mc.MEDFileMesh.New(str(path)))[0]
        assert array.toNumPyArray().ravel().tolist() == [value] * 8
