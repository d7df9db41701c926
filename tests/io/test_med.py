"""MED files: a written mesh comes back, code_aster's order of nodes and cells, old layouts, damaged files."""

import h5py
import numpy as np
import pytest

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.med import MED_NAMES, mesh_names, read_mesh
from pyaster_lite.io.med_write import write_mesh

HEXA = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]]


def brick():
    """One HEXA8 with one face, one edge, one point, and groups of both kinds."""
    blocks = [
        CellBlock("POI1", np.array([[6]], np.int32), np.array([0])),
        CellBlock("SEG2", np.array([[0, 1], [1, 2]], np.int32), np.array([1, 2])),
        CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([3])),
        CellBlock("HEXA8", np.arange(8, dtype=np.int32)[None], np.array([4])),
    ]
    return Mesh(
        np.array(HEXA, float),
        blocks,
        {"TOP": np.array([4, 5, 6, 7]), "CORNER": np.array([6])},
        {"EDGES": np.array([1, 2]), "MIXED": np.array([0, 3, 4])},
    )


def test_round_trip(tmp_path):
    path = tmp_path / "brick.med"
    write_mesh(path, brick(), "BRICK")
    back = read_mesh(path)
    assert mesh_names(path) == ["BRICK"]
    assert np.array_equal(back.coordinates, brick().coordinates)
    for block, expected in zip(back.blocks, brick().blocks, strict=True):
        assert block.type == expected.type
        assert np.array_equal(block.nodes, expected.nodes)
        assert np.array_equal(block.cells, expected.cells)
    for groups, expected in ((back.node_groups, brick().node_groups), (back.cell_groups, brick().cell_groups)):
        assert {name: ids.tolist() for name, ids in groups.items()} == {k: v.tolist() for k, v in expected.items()}


@pytest.mark.parametrize("type_name", MED_NAMES)
def test_every_cell_type_survives(tmp_path, type_name):
    nodes = np.arange(CELL_TYPES[type_name].n_nodes, dtype=np.int32)[None]
    coordinates = np.random.default_rng(1).random((nodes.size, 3))
    write_mesh(tmp_path / "one.med", Mesh(coordinates, [CellBlock(type_name, nodes, np.array([0]))]), "ONE")
    assert np.array_equal(read_mesh(tmp_path / "one.med").blocks[0].nodes, nodes)


def test_connectivity_is_what_medcoupling_reads_turned_round(tmp_path):
    mc = pytest.importorskip("medcoupling")
    write_mesh(tmp_path / "brick.med", brick(), "BRICK")
    volume = mc.ReadUMeshFromFile(str(tmp_path / "brick.med"), "BRICK", 0)
    assert volume.getNodalConnectivity().toNumPyArray()[1:].tolist() == [0, 3, 2, 1, 4, 7, 6, 5]
    assert volume.getMeasureField(False).getArray()[0] == pytest.approx(1.0)


def test_quadrangles_come_after_triangles_of_any_degree(tmp_path):
    """code_aster numbers the cells of a MED file by its own order of types, TRIA6 before QUAD4, not by MED's."""
    coordinates = np.random.default_rng(2).random((10, 2))
    blocks = [
        CellBlock("TRIA6", np.arange(6, dtype=np.int32)[None], np.array([0])),
        CellBlock("QUAD4", np.arange(6, 10, dtype=np.int32)[None], np.array([1])),
    ]
    write_mesh(tmp_path / "two.med", Mesh(coordinates, blocks, space_dimension=2), "TWO")
    back = read_mesh(tmp_path / "two.med")
    assert [back.cell_type(cell) for cell in range(2)] == ["TRIA6", "QUAD4"]
    assert back.dimension == 2


def old_file(path, coordinates=(0.0, 1.0, 0.0, 0.0)):
    """A MED 2.3 file written by hand: everything under the mesh, group names of 80 bytes, coordinates by component."""
    with h5py.File(path, "w") as file:
        mesh = file.create_group("ENS_MAA/OLD")
        mesh.attrs["DIM"] = 2
        nodes = mesh.create_group("NOE")
        nodes["COO"] = np.array(coordinates)
        nodes["FAM"] = np.array([1, 0])
        nodes["NOM"] = np.frombuffer(b"A".ljust(8) + b"B".ljust(8), "S1")
        nodes["NOM"].attrs["NBR"] = 2
        cells = mesh.create_group("MAI/SE2")
        cells["NOD"] = np.array([1, 2])
        cells["FAM"] = np.array([-3])
        for family, number, groups in (("NOEUD/F1", 1, ["LEFT", "x" * 30]), ("ELEME/F2", -3, ["BAR"])):
            family = mesh.create_group(f"FAS/{family}")
            family.attrs["NUM"] = number
            names = b"".join(name.encode().ljust(80, b"\0") for name in groups) + b"\0"
            family.create_group("GRO")["NOM"] = np.frombuffer(names, "S1")


def test_old_layout(tmp_path):
    old_file(tmp_path / "old.med")
    mesh = read_mesh(tmp_path / "old.med")
    assert mesh.coordinates.tolist() == [[0, 0, 0], [1, 0, 0]]
    assert mesh.node_names == ["A", "B"] and mesh.find_node("B") == 1
    assert mesh.cell_names == ["M1"] and mesh.find_cell("M1") == 0
    assert mesh.node_group("LEFT").tolist() == [0] and mesh.cell_group("BAR").tolist() == [0]
    assert len(mesh.notes) == 1 and "more than 24 characters" in mesh.notes[0]


def test_a_mesh_by_name(tmp_path):
    old_file(tmp_path / "old.med")
    with pytest.raises(FileProblem, match="no mesh is called NEW; the file has OLD"):
        read_mesh(tmp_path / "old.med", "NEW")


def test_damaged_files(tmp_path):
    path = tmp_path / "mesh.med"
    with pytest.raises(FileProblem, match="does not exist"):
        read_mesh(path)
    path.write_bytes(b"")
    with pytest.raises(FileProblem, match="is empty"):
        read_mesh(path)
    path.write_text("COOR_2D\nN1 0. 0.\nFINSF\nFIN\n")
    with pytest.raises(FileProblem, match="no MED file"):
        read_mesh(path)
    write_mesh(path, brick(), "BRICK")
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(FileProblem, match="damaged or cut short"):
        read_mesh(path)
    old_file(path, coordinates=(0.0, np.nan, 0.0, 0.0))
    with pytest.raises(FileProblem, match="a coordinate of node 2 is not a number"):
        read_mesh(path)
    with h5py.File(path, "a") as file:
        del file["ENS_MAA/OLD/NOE/COO"]
    with pytest.raises(FileProblem, match="damaged"):
        read_mesh(path)
