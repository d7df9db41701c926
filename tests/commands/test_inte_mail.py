"""Paths of INTE_MAIL_2D and INTE_MAIL_3D: crossings and fields along them, against values worked out by hand."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def plane():
    """Two squares of side 1 in a row; EDGE is their lower side, from right to left."""
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 4, 3], [1, 2, 5, 4]], np.int32), np.array([0, 1])),
        CellBlock("SEG2", np.array([[2, 1], [1, 0]], np.int32), np.array([2, 3])),
    ]
    nodes = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1.0]]
    mesh = Mesh(nodes, blocks, {"A": np.array([0]), "B": np.array([5])}, {"EDGE": np.array([2, 3])}, space_dimension=2)
    mesh.name = "MESH"
    return mesh


def linear(mesh):
    field = NodeField(mesh, "TEMP_R", ("TEMP",), mesh.coordinates[:, :1] + 10 * mesh.coordinates[:, 1:2])
    field.name = "FIELD"
    return field


def by_cells(mesh):
    """1 in the first cell, 3 in the second."""
    block = ElementBlock(np.array([0, 1]), np.array([[[1.0]] * 4, [[3.0]] * 4]), ("SIXX",))
    field = ElementField(mesh, "SIEF_R", "ELNO", [block])
    field.name = "CELLS"
    return field


def along(around, path, field, **words):
    words = {"OPERATION": "EXTRACTION", "INTITULE": "T", "TOUT_CMP": "OUI"} | words
    return run("POST_RELEVE_T", around, ACTION={"CHEMIN": path, "CHAM_GD": field, **words})


def test_a_line_has_points_at_the_crossings(around, plane):
    path = run("INTE_MAIL_2D", around, MAILLAGE=plane, DEFI_SEGMENT={"GROUP_NO_ORIG": "A", "GROUP_NO_EXTR": "B"})
    table = along(around, path, linear(plane))
    assert table.column("COOR_X") == pytest.approx([0, 1, 2]) and table.column("TEMP") == pytest.approx([0, 6, 12])
    assert table.column("ABSC_CURV") == pytest.approx(np.sqrt(1.25) * np.arange(3)) and "NOEUD" not in table.names
    assert along(around, path, by_cells(plane)).column("SIXX") == pytest.approx([1, 2, 3])


def test_abscissas_count_from_the_origin_of_a_line_that_begins_outside(around, plane):
    path = run("INTE_MAIL_2D", around, MAILLAGE=plane, DEFI_SEGMENT={"ORIGINE": (-1, 0.5), "EXTREMITE": (3, 0.5)})
    assert along(around, path, linear(plane)).column("ABSC_CURV") == pytest.approx([1, 2, 3])
    with pytest.raises(Refused, match="none of the cells"):
        run("INTE_MAIL_2D", around, MAILLAGE=plane, DEFI_SEGMENT={"ORIGINE": (0, 2.0), "EXTREMITE": (2, 2.0)})


def test_along_a_common_side_both_cells_count(around, plane):
    path = run("INTE_MAIL_2D", around, MAILLAGE=plane, DEFI_SEGMENT={"ORIGINE": (1, 0), "EXTREMITE": (1, 1)})
    assert along(around, path, by_cells(plane)).column("SIXX") == [2, 2]


def test_an_end_inside_a_cell_has_the_mean_of_its_nodes(around, plane):
    path = run("INTE_MAIL_2D", around, MAILLAGE=plane, DEFI_SEGMENT={"ORIGINE": (0.2, 0.2), "EXTREMITE": (2, 0.2)})
    assert along(around, path, linear(plane)).column("TEMP") == pytest.approx([5.5, 3, 4])


def test_a_chain_of_segments_has_nodes(around, plane):
    path = run("INTE_MAIL_2D", around, MAILLAGE=plane, DEFI_CHEMIN={"GROUP_MA": "EDGE"})
    table = along(around, path, linear(plane))
    assert table.column("NOEUD") == ["N3", "N2", "N1"] and table.column("TEMP") == [2, 1, 0]
    assert along(around, path, by_cells(plane)).column("SIXX") == [3, 2, 1]
    table = along(around, path, linear(plane), TOUT_CMP=None, RESULTANTE="TEMP")
    assert table.column("TEMP") == [3]


def test_arcs_are_not_there_yet(around, plane):
    with pytest.raises(Refused, match="arcs"):
        run("INTE_MAIL_2D", around, MAILLAGE=plane, DEFI_ARC={"CENTRE": (0, 0), "RAYON": 0.5, "SECTEUR": (0.0, 90.0)})


def test_a_line_through_two_cubes(around):
    corners = np.array([[x, y, z] for x in (0, 1, 3) for y in (0, 1) for z in (0, 1)], float)
    rows = [[0, 2, 3, 1, 4, 6, 7, 5], [4, 6, 7, 5, 8, 10, 11, 9]]
    mesh = Mesh(corners, [CellBlock("HEXA8", np.array(rows, np.int32), np.array([0, 1]))], {}, {}, space_dimension=3)
    mesh.name = "CUBES"
    path = run("INTE_MAIL_3D", around, MAILLAGE=mesh, DEFI_SEGMENT={"ORIGINE": (0, 0.2, 0.4), "EXTREMITE": (3, 0.5, 0.4)})
    field = NodeField(mesh, "TEMP_R", ("TEMP",), corners @ [[1.0], [10], [100]])
    field.name = "FIELD"
    assert along(around, path, field).column("TEMP") == pytest.approx([42, 44, 48])
