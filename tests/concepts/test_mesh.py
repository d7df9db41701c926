"""The mesh concept: lookups, names, groups, what decks' Python asks, and what looks doubtful in it."""

import numpy as np
import pytest

from pyaster_lite.concepts.mesh import CellBlock, Mesh, UnknownGroup
from pyaster_lite.concepts.mesh_checks import doubts, faults
from pyaster_lite.fe.cells import reference_cell


def mesh(**more):
    """Two triangles and a segment, numbered so that types alternate: segment 1, triangles 0 and 2."""
    blocks = [
        CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([1])),
        CellBlock("TRIA3", np.array([[0, 1, 2], [1, 3, 2]], np.int32), np.array([0, 2])),
    ]
    coordinates = [[0, 0], [1, 0], [0, 1], [1, 1]]
    return Mesh(
        coordinates, blocks, {"LEFT": np.array([2, 0])}, {"ALL": np.array([0, 1, 2]), "T": np.array([2])}, space_dimension=2, **more
    )


def test_lookups():
    m = mesh()
    assert (m.n_nodes, m.n_cells, m.dimension) == (4, 3, 2)
    assert m.cell_type([2, 1]) == ["TRIA3", "SEG2"] and m.cell_type(0) == "TRIA3"
    assert m.cell_dim().tolist() == [2, 1, 2]
    assert m.cell_nodes(2).tolist() == [1, 3, 2]
    assert m.nodes_of_cells([1]).tolist() == [0, 1]
    start, cells = m.cells_of_nodes()
    assert cells[start[1] : start[2]].tolist() == [0, 1, 2]
    assert [(b.type, b.cells.tolist()) for b in m.select([2, 1, 0])] == [("SEG2", [1]), ("TRIA3", [2, 0])]
    assert m.nodes_in(["LEFT"], ["T"]).tolist() == [0, 1, 2, 3]
    assert m.cells_in(["T", "ALL"]).tolist() == [0, 1, 2]


def test_unknown_groups_say_the_likely_name():
    with pytest.raises(UnknownGroup) as caught:
        mesh().cell_group("AL")
    assert str(caught.value) == "the mesh has no cell group AL" and caught.value.close == ("ALL",)


def test_names_are_numbers_unless_they_are_words():
    m = mesh(node_names=["A", "N4", "C", "D"])
    assert m.find_node("N2") == 1 and m.find_node("4") == 3 and m.find_node("A") == 0
    assert m.named_in_file("node", "N4") == 1
    assert mesh().node_names == ["N1", "N2", "N3", "N4"] and m.find_cell("M3") == 2
    assert m.find_node("M2") == 1 and m.find_cell("N2") == 1
    for name in ("N9", "N0", "B"):
        with pytest.raises(UnknownGroup):
            m.find_node(name)


def test_nodes_are_found_by_the_labels_they_are_given():
    m = mesh()
    assert m.find_node("N3") == 2
    m.addNodeLabels(["N3", "N4", "N5", "N6"])
    assert m.find_node("N3") == 0 and m.node_names[3] == "N6"
    with pytest.raises(ValueError, match="4 nodes"):
        m.addNodeLabels(["N1"])
    names = [f"C{i}" for i in range(m.n_cells)]
    assert m.find_cell("M1") == 0
    m.addCellLabels(names)
    assert m.find_cell("C1") == 1
    with pytest.raises(ValueError, match="1 labels"):
        m.addCellLabels(["C0"])


def test_copies_are_independent():
    m = mesh()
    other = m.copy()
    other.coordinates[:] += 1
    other.set_cell_nodes([1], [[1, 0]])
    other.cell_groups["ALL"][0] = 1
    assert m.coordinates[0, 0] == 0 and m.cell_nodes(1).tolist() == [0, 1] and m.cell_groups["ALL"][0] == 0


def test_what_decks_ask():
    m = mesh()
    assert m.getNumberOfNodes() == 4 and m.getNumberOfCells() == 3 and m.getDimension() == 2
    assert m.getConnectivity() == [[0, 1, 2], [0, 1], [1, 3, 2]]
    assert m.getNodes("LEFT") == [2, 0] and m.getCells(["T", "ALL"]) == [0, 1, 2] and m.getCells("NONE") == []
    assert m.getNodesFromCells("T") == [1, 2, 3]
    assert m.getCoordinates().getValues()[3:5] == [1, 0] and m.getCoordinates()[3] == [1, 1, 0]
    assert m.getCoordinates().getNode(3).y() == 1 and m.getCoordinatesAsSimpleFieldOnNodes().Y.sum() == 2
    assert m.getCellTypeName(1) == "SEG2" and not m.isQuadratic() and m.hasGroupOfCells("T") and not m.hasGroupOfNodes("T")
    assert m.LIST_GROUP_MA() == [("ALL", 3), ("T", 1)] and m.getNodeName(0) == "1"
    assert m.getMinMaxEdgeSizes("T") == pytest.approx([1.0, 2**0.5]) and m.getMinMaxEdgeSizes() == pytest.approx([1.0, 2**0.5])
    m.setGroupOfNodes("NEW", [3, 1, 3])
    assert m.getNodes("NEW") == [1, 3] and m.getGroupsOfNodes() == ["LEFT", "NEW"]


def test_it_calls_itself_as_rows_about_the_whole_of_it_do():
    one = mesh()
    one.name = "MAIL"
    assert one.getName() == "MAIL"
    one.row_name = "00000002"
    assert one.getName() == "00000002"


def test_meshes_that_decks_make_of_a_mesh():
    m = mesh()
    assert m.refine(2).getNumberOfCells() == 4 + 32 and m.refine().getNumberOfNodes() == 9
    assert m.restrict("T").getGroupsOfCells() == ["T"] and m.restrict(["T"]).getNumberOfNodes() == 3
    quadratic = m.convertToQuadratic()
    assert quadratic.isQuadratic() and quadratic.getNumberOfNodes() == 9
    assert quadratic.convertToLinear().getNumberOfNodes() == 4 and not m.isQuadratic()


def test_a_mesh_put_right_merges_nodes_and_cells_and_turns_volumes():
    cube = np.array([[x, y, z] for z in (0.0, 1.0) for y in (0.0, 1.0) for x in (0.0, 1.0)])
    hexa, mirrored = [0, 1, 3, 2, 4, 5, 7, 6], [0, 2, 3, 1, 4, 6, 7, 5]
    inward, lonely = [8, 1, 3, 2], [9.0, 9.0, 9.0]
    blocks = [
        CellBlock("QUAD4", np.array([inward, [0, 1, 3, 2]], np.int32), np.array([0, 1])),
        CellBlock("HEXA8", np.array([mirrored], np.int32), np.array([2])),
    ]
    broken = Mesh([*cube, [1e-9, 0, 0], lonely], blocks, {"O": np.array([8]), "L": np.array([9])}, {"FACE": np.array([1])})
    fixed = broken.fix()
    assert (fixed.getNumberOfNodes(), fixed.getNumberOfCells()) == (8, 2)
    assert fixed.getConnectivity() == [[0, 2, 3, 1], hexa]
    assert fixed.getGroupsOfNodes() == ["O"] and fixed.getNodes("O") == [0] and fixed.getCells("FACE") == [0]
    kept = broken.fix(remove_orphan=False, positive_measure=False, outward_normal=False, double_cells=False)
    assert kept.getNumberOfNodes() == 9 and kept.getConnectivity() == [[0, 1, 3, 2], [0, 1, 3, 2], mirrored]
    assert broken.getNumberOfNodes() == 10 and broken.getConnectivity()[2] == mirrored


def test_cells_as_code_aster_and_med_see_them():
    m = mesh()
    assert m.getCellType(1) == 2 and m.getMedConnectivity()[1] == m.getConnectivity()[1]
    tetra = Mesh(np.eye(4)[:, :3], [CellBlock("TETRA4", np.array([[0, 1, 2, 3]], np.int32), np.array([0]))])
    assert tetra.getMedConnectivity() == [[0, 2, 1, 3]] and tetra.getCellType(0) == 18


def test_doubts():
    blocks = [CellBlock("QUAD4", np.array([[0, 1, 2, 3], [1, 2, 3, 0]], np.int32), np.array([0, 1]))]
    flat = Mesh([[0, 0], [1, 0], [1, 1e-5], [0, 1e-5], [9, 9]], blocks)
    assert doubts(flat, 1e-3) == [
        "node 5 belongs to no cell",
        "cell 2 has the same nodes as another cell",
        "2 cells (1, 2) are flat: shortest over longest distance below 0.001",
    ]
    assert doubts(mesh(), 1e-3) == [] and faults(mesh()) == []


def test_faults():
    twice = Mesh([[0, 0], [1, 0], [0, 1]], [CellBlock("TRIA3", np.array([[0, 1, 1]], np.int32), np.array([0]))])
    assert faults(twice) == ["cell 1 holds the same node twice"]
    torn = CellBlock("SEG3", np.array([[0, 1, 2], [1, 0, 3]], np.int32), np.array([0, 1]))
    assert faults(Mesh(np.zeros((4, 2)), [torn])) == ["the edge between nodes 1, 2 has several middle nodes: 3, 4"]


def test_edges_of_solids_go_from_vertex_to_vertex():
    places = reference_cell("HEXA20").nodes * [1.0, 2.0, 3.0]
    brick = Mesh(places, [CellBlock("HEXA20", np.arange(20, dtype=np.int32)[None], np.array([0]))])
    assert brick.getMinMaxEdgeSizes() == pytest.approx([2.0, 6.0])
