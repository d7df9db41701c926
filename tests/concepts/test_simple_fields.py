"""Fields as tables, and components that stand on different places."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh


@pytest.fixture
def mesh():
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([1])),
        CellBlock("SEG2", np.array([[0, 3], [1, 2]], np.int32), np.array([0, 2])),
    ]
    return Mesh([[0, 0], [1, 0], [1, 1], [0, 1.0]], blocks, {"LEFT": np.array([0, 3])}, {"FACE": np.array([1]), "EDGE": np.array([0])})


@pytest.fixture
def stress(mesh):
    """On the face 4 points of 2 sub-points, on one edge one point without SIYY; a point without components on the other."""
    face = ElementBlock(np.array([1]), np.arange(16.0).reshape(1, 8, 2), ("SIYY", "SIXX"), sub=2)
    edge = ElementBlock(np.array([0]), np.array([[[100.0]]]), ("SIXX",))
    bare = ElementBlock(np.array([2]), np.zeros((1, 1, 0)), ())
    return ElementField(mesh, "SIEF_R", "ELGA", [face, edge, bare])


def test_rows_go_by_cell_then_point_then_sub_point(stress):
    table = stress.toSimpleFieldOnCells()
    values, mask = table.getValues()
    assert table.getComponents() == ["SIXX", "SIYY"] and values.shape == (9, 2)
    assert values[:, 0].tolist() == [100, 1, 3, 5, 7, 9, 11, 13, 15] and not mask[0, 1] and mask[1:].all()
    assert [table.getNumberOfPointsOfCell(cell) for cell in range(3)] == [1, 4, 0]
    assert table.getNumberOfSubPointsOfCell(1) == 2 and table.getMaxNumberOfPoints() == 4 and table.getNumberOfCells() == 3
    assert table.getCellsWithValues() == [0, 1] and len(table.getValuesOnCell(1)[0]) == 8
    assert table.getValue(1, 0, 2, 1) == 11 and table.hasValue(1, "SIYY", 3, 1)
    assert not table.hasValue(0, "SIYY", 0) and not table.hasValue(1, 0, 4) and not table.hasValue(2, 0, 0)
    with pytest.raises(RuntimeError, match="SIYY is not carried"):
        table.getValue(0, 1, 0)
    table.setValue(0, 1, 0, 7.0)
    assert table.getValue(0, "SIYY", 0) == 7


def test_a_table_becomes_part_of_itself(stress):
    table = stress.toSimpleFieldOnCells()
    part = table.restrict(["SIYY"], "EDGE")
    assert part.getComponents() == ["SIYY"] and not part.mask.any() and table.mask[1:].all()
    other = table.asPhysicalQuantity("NEUT_R", {"SIYY": "X2"})
    assert other.getPhysicalQuantity() == "NEUT_R" and other.getValue(1, "X2", 0) == 0
    assert stress.asPhysicalQuantity("NEUT_R", {"SIYY": "X2"}).getValues() == list(range(0, 16, 2))
    with pytest.raises(KeyError):
        table.restrict("V1")


def test_nodes_and_back(mesh):
    field = NodeField(mesh, "DEPL_R", ("DY", "DX"), np.array([[0, np.nan], [1, 2], [3, 4], [5, 6]]))
    table = field.toSimpleFieldOnNodes()
    assert table.getComponents() == ["DX", "DY"] and table[1, 0] == 2 and table.getValue(1, "DY") == 1
    assert sorted(table.toFieldOnNodes().getValues()) == sorted(field.getValues())
    with pytest.raises(RuntimeError):
        table[0, 0]
    table[0, 0] = 9.0
    assert table.DX.sum() == 21 and table.restrict("DX", "LEFT").DX.sum() == 15
    with pytest.raises(AttributeError, match="no points of cells"):
        field.toSimpleFieldOnCells()


def test_arithmetic_keeps_what_is_missing_missing(stress):
    table = stress.toSimpleFieldOnCells()
    x, y = table.SIXX, table.SIYY
    assert (x - y).values.count() == 8 and (x - y).sum() == 8 and (2.0 * y - y * 2).max() == 0
    assert ((x**2) ** 0.5 - x).max() == pytest.approx(0) and (1.0 / x).max() == 1.0 and abs(-x).sum() == x.sum()
    y.values = np.ones(9)
    assert y.sum() == 8 and y.mean() == 1
    with pytest.raises(ZeroDivisionError):
        x / (y - 1.0)
    table.setComponentValues("SIYY", y)
    assert table.SIYY.sum() == 8 and not table.mask[0, 1]


def test_restricted_components(stress):
    x = stress.toSimpleFieldOnCells().SIXX
    part = x.copy()
    part.restrict([1])
    assert part.sum() == 64 and part.size == 8 and part.expand().sum() == 64 and part.expand().size == 9
    assert part.getValuesByCells().tolist() == [[1, 3, 5, 7, 9, 11, 13, 15]] and x.getValuesByCells().sum() == 164
    assert x.filterByValues(14, 100) == [1] and x.filterByValues(14, 100, strict_maxi=False) == [0, 1]
    assert part.filterByValues(14, 200) == [1] and part.getCells().tolist() == [1]
    with pytest.raises(IndexError):
        part + x
    with pytest.raises(IndexError):
        part.restrict([1])


def test_values_move_to_the_places_of_another_component(mesh, stress):
    x = stress.toSimpleFieldOnCells().SIXX
    lone = ElementField(mesh, "SIEF_R", "ELGA", [ElementBlock(np.array([2]), np.ones((1, 3, 1)), ("SIXX",))])
    both = ElementField(mesh, "SIEF_R", "ELGA", [*lone.blocks, ElementBlock(np.array([0]), np.full((1, 1, 1), 5.0), ("SIXX",))])
    lone, both = (field.toSimpleFieldOnCells().SIXX for field in (lone, both))
    assert both.onSupportOf(lone, strict=True).values.tolist() == [1, 1, 1]
    assert x.onSupportOf(both).values.tolist() == [100, 0, 0, 0]
    with pytest.raises(IndexError):
        x.onSupportOf(both, strict=True)
    part = both.copy()
    part.restrict([0])
    assert (x.onSupportOf(part) * part).sum() == 500
