"""What a result and its fields answer to Python."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh, UnknownGroup
from pyaster_lite.concepts.result import Excitation, Result
from pyaster_lite.fe.errors import ComputationFailed


@pytest.fixture
def mesh():
    blocks = [
        CellBlock("QUAD4", np.array([[0, 1, 2, 3]], np.int32), np.array([0])),
        CellBlock("SEG2", np.array([[0, 3]], np.int32), np.array([1])),
    ]
    nodes = [[0, 0], [1, 0], [1, 1], [0, 1.0]]
    return Mesh(nodes, blocks, {"LEFT": np.array([0, 3])}, {"ALL": np.array([0]), "EDGE": np.array([1])})


@pytest.fixture
def result(mesh):
    made = Result("evol_noli", mesh)
    values = np.array([[0, np.nan], [1, 2], [3, 4], [5, 6]])
    for order in range(3):
        made.store(order, {"INST": 0.1 * order}, {"DEPL": NodeField(mesh, "DEPL_R", ("DX", "DY"), values * order)})
    block = ElementBlock(np.array([0]), np.arange(8.0).reshape(1, 4, 2), ("SIXX", "SIYY"))
    edge = ElementBlock(np.array([1]), np.arange(2.0).reshape(1, 2, 1), ("SIXX",))
    made.store(2, fields={"SIEF_ELGA": ElementField(mesh, "SIEF_R", "ELGA", [block, edge])})
    return made


def test_histories(result):
    assert result.times.tolist() == [0.0, 0.1, 0.2]
    assert result.values("DEPL", "DX", group="LEFT").tolist() == [[0, 0], [0, 5], [0, 10]]
    assert result.values("DEPL", "DX", group="EDGE").tolist() == [[0, 0], [0, 5], [0, 10]]
    assert result.values("DEPL", "DY", node="N2").ravel().tolist() == [0, 2, 4]
    assert np.isnan(result.values("DEPL", "DY")[:, 0]).all()
    stress = result.values("SIEF_ELGA", "SIXX", group=("ALL", "EDGE"))
    np.testing.assert_equal(stress[2], [[0, 2, 4, 6], [0, 1, np.nan, np.nan]])
    assert stress.shape == (3, 2, 4) and np.isnan(stress[:2]).all()
    with pytest.raises(KeyError):
        result.values("DEPL", "DZ")
    with pytest.raises(KeyError):
        result.values("VITE", "DX")
    with pytest.raises(UnknownGroup):
        result.values("DEPL", "DX", group="RIGHT")


def test_what_decks_ask_of_a_result(result):
    assert result.getIndexes() == [0, 1, 2] and result.getLastTime() == 0.2
    assert result.getAccessParameters() == {"NUME_ORDRE": [0, 1, 2], "INST": [0.0, 0.1, 0.2]}
    assert result.LIST_CHAMPS() == {"DEPL": [0, 1, 2], "SIEF_ELGA": [2]}
    assert result.LIST_CHAMPS()["VITE"] == []
    assert result.getField("DEPL", 0.1, para="INST") is result.field("DEPL", 1)
    assert result.getFieldsOnNodesRealNames() == ["DEPL"] and result.getFieldsOnCellsRealNames() == ["SIEF_ELGA"]
    with pytest.raises(ValueError, match="no field VITE"):
        result.getField("VITE", 1)


def test_what_decks_ask_of_a_field(result):
    field = result.field("DEPL", 1)
    assert field.getValues() == [0, 1, 2, 3, 4, 5, 6]
    assert field.getValuesWithDescription("DY", ["LEFT"]) == ([6], ([3], ["DY"]))
    assert (2 * field - field).getValues() == field.getValues()
    assert field.norm("NORM_INFINITY") == 6 and field.dot(field) == 91
    values, mask = field.toSimpleFieldOnNodes().getValues()
    assert values[0].tolist() == [0, 0] and mask[0].tolist() == [True, False]
    assert field.restrict("DX", "LEFT").getValues() == [0, 5]
    stress = result.field("SIEF_ELGA", 2)
    assert stress.getValuesWithDescription("SIXX", "EDGE") == ([0, 1], ([1, 1], ["SIXX", "SIXX"], [0, 1], [0, 0]))
    assert (stress + stress).at_cell(0, "SIYY").tolist() == [2, 6, 10, 14]


def test_fields_given_other_values(result):
    nodal, stress = result.field("DEPL", 1).copy(), result.field("SIEF_ELGA", 2).copy()
    for field in (nodal, stress):
        given = np.arange(field.size(), dtype=float)
        field.setValues(given.tolist())
        assert field.getValues() == given.tolist()
        field.setValues(7.0)
        assert field.getValues() == [7.0] * field.size()
    nodal.setValues({"DY": 1.0})
    stress.setValues({"SIYY": 2.0})
    assert nodal.getValues() == [7, 7, 1, 7, 1, 7, 1] and stress.getValues() == [7, 2] * 4 + [7, 7]
    assert (result.field("DEPL", 1).component("DX") == [0, 1, 3, 5]).all()
    nodal.setValues({"DZ": 1.0})
    assert nodal.transform(lambda value: -value if value > 1 else 0).getValues() == [-7, -7, 0, -7, 0, -7, 0]


def test_values_by_their_place(result):
    field = result.field("DEPL", 1).copy()
    assert len(field) == 7 and field[2] == 2.0 and (np.float64(3.0) * field)[2] == 6.0
    field[2] = -1.0
    assert field.getValues() == [0, 1, -1, 3, 4, 5, 6]
    with pytest.raises(ComputationFailed, match="gives numbers, not str"):
        field.transform(str)


def test_parts_of_a_complex_field(mesh):
    field = NodeField(mesh, "DEPL_C", ("DX",), np.array([[1 + 2j], [3j], [4], [np.nan]]))
    assert field.getRealPart().getValues() == [1, 0, 4] and field.getImaginaryPart().getValues() == [2, 3, 0]
    assert field.getRealPart().quantity == "DEPL_R"


def test_parts_of_a_field_and_its_places(result, mesh):
    field = result.field("DEPL", 1)
    assert field.norm("NORM_1", ["DY"]) == 12 and field.getValues(["DY"], ["NOWHERE"]) == []
    assert field.restrict(["DX", "DZ"]).components == ("DX",)
    for asked in ({"cmps": ["DZ"]}, {"groupsOfNodes": ["NOWHERE"]}):
        with pytest.raises(ComputationFailed, match="which it does not have"):
            field.restrict(**asked)
    places = field.getDescription().getDOFFromNodeAndComponent(False)
    assert len(places) == field.getDescription().getNumberOfDOFs() and field[places[2, "DY"]] == 4
    wide = NodeField(mesh, "DEPL_R", ("DX", "DZ"), np.ones((4, 2)))
    assert wide.copyUsingDescription(field).getValues() == [1, 1, 0, 1, 0, 1, 0]


def test_the_loads_of_an_order_are_told(result):
    result.excitations = [Excitation("weight"), Excitation("gust", orders=(2,))]
    assert result.getListOfLoads(1) == ["weight"] and result.getListOfLoads(2) == ["weight", "gust"]
    assert result.copy().getListOfLoads(2) == ["weight", "gust"]


def test_a_field_that_is_not_there_is_told_by_name_and_order(result):
    result.name = "RESU"
    with pytest.raises(ComputationFailed, match="^RESU has no field TEMP at its storage order 1$") as told:
        result.field("TEMP", 1)
    assert isinstance(told.value, KeyError)


def test_orders_ascend_and_come_once_however_they_are_stored():
    result = Result("evol_elas")
    for order in (3, 1, 2, 3):
        result.store(order, {"INST": float(order)})
    part = result.part([3, 1], [])
    part.store(3, {"INST": 4.0})
    assert (result.orders, part.orders, part.times.tolist()) == ([1, 2, 3], [1, 3], [1.0, 4.0])


def test_a_norm_counts_the_multipliers_of_single_unknowns(result):
    """As in code_aster: two of half the force each, those of relations between unknowns left out."""
    field = result.field("DEPL", 1).copy()
    field.held, field.alone = np.array([-20.0, 30.0]), np.array([True, False])
    assert field.norm("NORM_INFINITY") == 10.0 and field.norm("NORM_1") == 21.0 + 20.0
    assert (2.0 * field).norm("NORM_2") == pytest.approx(2.0 * np.sqrt(91.0 + 200.0)) and field.norm("NORM_INFINITY", ["DY"]) == 6.0
