"""gmsh: the three formats, groups as code_aster makes them, and where a file is said to be wrong."""

import numpy as np
import pytest

from pyaster_lite.io.errors import FileProblem
from pyaster_lite.io.gmsh import read_mesh

FORMAT_1 = """\
$NOD
6
1 0 0 0
2 1 0 0
30 1 1 0
4 0 1 0
5 2 0 0
99 7 7 7
$ENDNOD
$ELM
5
1 15 7 1 1 5
2 2 10 1 3 2 5 30
3 3 10 1 4 1 2 30 4
4 1 20 1 2 1 2
5 1 20 1 2 2 5
$ENDELM
"""
FORMAT_2 = """\
$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
0 7 "corner"
1 20 "bottom edge"
2 10 "plate"
$EndPhysicalNames
$Nodes
5
1 0 0 0
2 1 0 0
30 1 1 0
4 0 1 0
5 2 0 0
$EndNodes
$Elements
5
1 15 2 7 1 5
2 2 2 10 1 2 5 30
3 3 2 10 1 1 2 30 4
4 1 2 20 1 1 2
5 1 2 20 1 2 5
$EndElements
"""
FORMAT_4 = """\
$MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
1 20 "bottom"
2 10 "plate"
$EndPhysicalNames
$Entities
0 1 1 0
1 0 0 0 2 0 0 1 20 0
1 0 0 0 2 1 0 1 10 0
$EndEntities
$Nodes
1 4 1 4
2 1 0 4
1
2
3
4
0 0 0
1 0 0
1 1 0
0 1 0
$EndNodes
$Elements
2 2 1 2
1 1 1 1
1 1 2
2 1 3 1
2 1 2 3 4
$EndElements
"""


def read(tmp_path, text):
    path = tmp_path / "mesh.msh"
    path.write_text(text)
    return read_mesh(path)


def as_lists(groups):
    return {name: ids.tolist() for name, ids in groups.items()}


def test_format_1_numbers_its_groups(tmp_path):
    mesh = read(tmp_path, FORMAT_1)
    assert mesh.n_nodes == 5 and mesh.dimension == 2
    assert [mesh.cell_type(cell) for cell in range(5)] == ["SEG2", "SEG2", "TRIA3", "QUAD4", "POI1"]
    assert mesh.cell_nodes(3).tolist() == [0, 1, 2, 3]
    assert as_lists(mesh.cell_groups) == {"GM7": [4], "GM10": [2, 3], "GM20": [0, 1]}
    assert as_lists(mesh.node_groups) == {"GM7": [4]}


def test_format_2_names_its_groups(tmp_path):
    mesh = read(tmp_path, FORMAT_2)
    assert as_lists(mesh.cell_groups) == {"corner": [4], "bottom e": [0, 1], "plate": [2, 3]}
    assert as_lists(mesh.node_groups) == {"corner": [4]}


def test_format_2_without_names_numbers_its_groups(tmp_path):
    before, _, after = FORMAT_2.partition("$PhysicalNames")
    mesh = read(tmp_path, before + after.partition("$EndPhysicalNames\n")[2])
    assert sorted(as_lists(mesh.cell_groups).values()) == [[0, 1], [2, 3], [4]]
    assert all(name.startswith("GM") for name in mesh.cell_groups)


def test_format_4_goes_through_meshio(tmp_path):
    mesh = read(tmp_path, FORMAT_4)
    assert [mesh.cell_type(cell) for cell in range(2)] == ["SEG2", "QUAD4"]
    assert as_lists(mesh.cell_groups) == {"bottom": [0], "plate": [1]}
    assert np.allclose(mesh.coordinates[mesh.cell_nodes(1)], [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]])


def test_quadratic_tetrahedra_have_their_last_edges_the_other_way(tmp_path):
    points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    edges = [(0, 1), (1, 2), (0, 2), (0, 3), (2, 3), (1, 3)]
    points += [(np.array(points[a]) + points[b]) / 2 for a, b in edges]
    rows = "\n".join(f"{i} {x} {y} {z}" for i, (x, y, z) in enumerate(points, 1))
    mesh = read(tmp_path, f"$NOD\n10\n{rows}\n$ENDNOD\n$ELM\n1\n1 11 1 1 10 1 2 3 4 5 6 7 8 9 10\n$ENDELM\n")
    corners = mesh.coordinates[mesh.cell_nodes(0)]
    expected = [(corners[a] + corners[b]) / 2 for a, b in [(0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3)]]
    assert np.allclose(corners[4:], expected)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("30 1 1 0", "30 1 l 0", 5, "expected numbers, found: 30 1 l 0"),
        ("30 1 1 0", "30 1 nan 0", 5, "a coordinate of node 30 is not a number"),
        ("4 1 20 1 2 1 2", "4 1 20 1 2 1", 15, "a cell of type 1 needs 2 nodes, this line has 1"),
        ("4 1 20 1 2 1 2", "4 1 20 1 2 1 3", None, "a cell refers to node 3, which does not exist"),
        ("$NOD\n6", "$NOD\n7", 2, "$NOD announces 7 lines but has 6"),
        ("$ENDELM\n", "", 10, "section $ELM has no end: the file is cut short"),
        ("2 2 10", "2 92 10", 13, "cells of gmsh's type 92 have no counterpart in code_aster"),
    ],
)
def test_what_is_wrong_is_located(tmp_path, old, new, line, reason):
    assert old in FORMAT_1
    with pytest.raises(FileProblem) as caught:
        read(tmp_path, FORMAT_1.replace(old, new, 1))
    assert (caught.value.line, caught.value.reason) == (line, reason)


def test_damaged_format_4(tmp_path):
    with pytest.raises(FileProblem, match="no \\$EndElements: it is cut short"):
        read(tmp_path, FORMAT_4[:-30])
    with pytest.raises(FileProblem, match="no gmsh file"):
        read(tmp_path, "solid cube\n")
