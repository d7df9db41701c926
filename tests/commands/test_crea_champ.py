"""CREA_CHAMP: each operation on small fields whose values are known."""

from types import SimpleNamespace

import numpy as np
import pytest

from pyaster_lite.catalogue.registry import MODELISATIONS
from pyaster_lite.commands._champ_places import completed
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.function import Constant, Function, Properties
from pyaster_lite.concepts.lists import NumberList
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.model import ElementGroup, Model
from pyaster_lite.concepts.result import Result
from pyaster_lite.concepts.table import Table
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def model():
    """Two squares in a row, and the edge below the first."""
    squares = CellBlock("QUAD4", np.array([[0, 1, 4, 3], [1, 2, 5, 4]], np.int32), np.array([0, 1]))
    edge = CellBlock("SEG2", np.array([[0, 1]], np.int32), np.array([2]))
    nodes = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1.0]]
    cells = {"FIRST": np.array([0]), "BOTH": np.array([0, 1]), "EDGE": np.array([2])}
    mesh = Mesh(nodes, [squares, edge], {"LEFT": np.array([0, 3])}, cells, space_dimension=2)
    plane = MODELISATIONS["D_PLAN"]
    groups = [ElementGroup("D_PLAN", plane.element(b.type), b.cells, mesh) for b in (squares, edge)]
    made = Model(mesh, "MECANIQUE", groups)
    mesh.name, made.name = "MESH", "MODEL"
    return made


def make(around, kind, operation, **words):
    return run("CREA_CHAMP", around, TYPE_CHAM=kind, OPERATION=operation, **words)


def test_values_on_nodes(around, model):
    occurrences = [
        {"TOUT": "OUI", "NOM_CMP": ("DY", "DX"), "VALE": (2.0, 1.0)},
        {"GROUP_NO": "LEFT", "NOM_CMP": "DX", "VALE": 5.0},
        {"GROUP_MA": "EDGE", "NOM_CMP": "DZ", "VALE": 7.0},
    ]
    field = make(around, "NOEU_DEPL_R", "AFFE", MAILLAGE=model.mesh, AFFE=occurrences)
    assert field.components == ("DX", "DY", "DZ") and field.component("DX").tolist() == [5, 1, 1, 5, 1, 1]
    assert field.component("DZ")[:2].tolist() == [7, 7] and np.isnan(field.component("DZ")[2:]).all()
    field = make(around, "NOEU_PRES_C", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": "PRES", "VALE_C": 1 + 2j})
    assert field.component("PRES")[0] == 1 + 2j


def test_integers_on_cells(around, model):
    occurrences = [{"TOUT": "OUI", "NOM_CMP": "X3", "VALE_I": 17}, {"GROUP_MA": "EDGE", "NOM_CMP": "X1", "VALE_I": 2}]
    field = make(around, "CART_NEUT_I", "AFFE", MAILLAGE=model.mesh, AFFE=occurrences)
    assert field.quantity == "NEUT_I" and field.components == ("X1", "X3")
    np.testing.assert_equal(field.component("X3", np.arange(3)).ravel(), [17, 17, 17])
    np.testing.assert_equal(field.component("X1", np.arange(3)).ravel(), [np.nan, np.nan, 2])


def test_values_on_elements(around, model):
    occurrence = {"GROUP_MA": "FIRST", "NOM_CMP": "SIXX", "VALE": 3.0}
    field = make(around, "ELGA_SIEF_R", "AFFE", MODELE=model, PROL_ZERO="OUI", AFFE=occurrence)
    assert field.kind == "cham_elem" and field.components == ("SIXX", "SIYY", "SIZZ", "SIXY")
    assert field.at_cell(0, "SIXX").tolist() == [3] * 4 and field.at_cell(1, "SIXX").tolist() == [0] * 4
    chart = make(around, "CART_NEUT_R", "AFFE", MAILLAGE=model.mesh, AFFE={"GROUP_MA": "BOTH", "NOM_CMP": ("X1", "X3"), "VALE": (1.0, 2.0)})
    assert chart.kind == "carte_sdaster" and chart.at_cell(1, "X3").tolist() == [2] and chart.at_cell(2, "X1") is None


def test_elements_have_variables_of_their_own_number(around):
    """Squares with three variables stand beside triangles with one."""
    squares, triangle = (
        CellBlock("QUAD4", np.array([[0, 1, 3, 2]], np.int32), np.array([0])),
        CellBlock("TRIA3", np.array([[1, 4, 3]]), np.array([1])),
    )
    nodes = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0.0]]
    mesh = Mesh(nodes, [squares, triangle], {}, {"SQUARE": np.array([0]), "OTHER": np.array([1])}, space_dimension=2)
    plane = MODELISATIONS["D_PLAN"]
    model = Model(mesh, "MECANIQUE", [ElementGroup("D_PLAN", plane.element(b.type), b.cells, mesh) for b in (squares, triangle)])
    mesh.name, model.name = "MESH", "MODEL"
    three = {"GROUP_MA": "SQUARE", "NOM_CMP": ("V1", "V2", "V3"), "VALE": (1.0, 2.0, 3.0)}
    one = {"GROUP_MA": "OTHER", "NOM_CMP": "V1", "VALE": 4.0}
    field = make(around, "ELGA_VARI_R", "AFFE", MODELE=model, AFFE=[three, one])
    assert field.at_cell(0, "V3").tolist() == [3] * 4 and set(field.at_cell(1, "V1")) == {4.0}
    assert [len(block.components) for block in field.blocks] == [3, 1]


def test_moved(around, model):
    geometry = make(around, "NOEU_GEOM_R", "EXTR", MAILLAGE=model.mesh, NOM_CHAM="GEOMETRIE")
    points = make(around, "ELGA_GEOM_R", "DISC", MODELE=model, CHAM_GD=geometry)
    np.testing.assert_allclose(points.at_cell(1, "X"), 1.5 + np.array([-1, 1, 1, -1]) / np.sqrt(12))
    corners = make(around, "ELNO_GEOM_R", "DISC", MODELE=model, CHAM_GD=geometry)
    assert corners.at_cell(1, "X").tolist() == [1, 2, 2, 1]
    again = make(around, "ELGA_GEOM_R", "DISC", MODELE=model, CHAM_GD=corners)
    np.testing.assert_allclose(again.at_cell(0, "Y"), points.at_cell(0, "Y"))
    back = make(around, "NOEU_GEOM_R", "DISC", CHAM_GD=corners)
    np.testing.assert_allclose(back.component("X"), model.mesh.coordinates[:, 0])
    chart = make(
        around,
        "CART_NEUT_R",
        "AFFE",
        MAILLAGE=model.mesh,
        AFFE=[{"TOUT": "OUI", "NOM_CMP": "X1", "VALE": 1.0}, {"GROUP_MA": "FIRST", "NOM_CMP": "X1", "VALE": 5.0}],
    )
    assert make(around, "NOEU_NEUT_R", "DISC", CHAM_GD=chart).component("X1").tolist() == [3, 7 / 3, 1, 5, 3, 1]


def test_put_together(around, model):
    one = make(around, "NOEU_DEPL_R", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": ("DX", "DY"), "VALE": (1.0, 2.0)})
    parts = [
        {"TOUT": "OUI", "CHAM_GD": one, "COEF_R": 2.0},
        {"GROUP_NO": "LEFT", "CHAM_GD": one, "NOM_CMP": "DX", "NOM_CMP_RESU": "DY", "CUMUL": "OUI", "COEF_R": -1.0},
    ]
    field = make(around, "NOEU_DEPL_R", "ASSE", MAILLAGE=model.mesh, ASSE=parts)
    assert field.component("DX").tolist() == [2] * 6 and field.component("DY").tolist() == [3, 4, 4, 3, 4, 4]
    neutral = make(
        around, "NOEU_NEUT_R", "ASSE", MAILLAGE=model.mesh, ASSE={"TOUT": "OUI", "CHAM_GD": one, "NOM_CMP": "DY", "NOM_CMP_RESU": "X1"}
    )
    assert neutral.quantity == "NEUT_R" and neutral.component("X1").tolist() == [2] * 6
    both = make(around, "NOEU_DEPL_R", "COMB", COMB=[{"CHAM_GD": one, "COEF_R": 3.0}, {"CHAM_GD": field, "COEF_R": -1.0}])
    assert both.component("DX").tolist() == [1] * 6
    chart = make(around, "CART_SIEF_R", "AFFE", MAILLAGE=model.mesh, AFFE={"GROUP_MA": "FIRST", "NOM_CMP": "SIXX", "VALE": 4.0})
    points = make(around, "ELGA_SIEF_R", "ASSE", MODELE=model, PROL_ZERO="OUI", ASSE={"TOUT": "OUI", "CHAM_GD": chart})
    assert points.at_cell(0, "SIXX").tolist() == [4] * 4 and points.at_cell(1, "SIXY").tolist() == [0] * 4


def test_evaluated(around, model):
    ramp = Function([0.0, 2], [0.0, 20], Properties("X"), "RAMP")
    functions = make(
        around, "NOEU_NEUT_F", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": ("X1", "X2"), "VALE_F": (ramp, Constant(7.0))}
    )
    geometry = make(around, "NOEU_GEOM_R", "EXTR", MAILLAGE=model.mesh, NOM_CHAM="GEOMETRIE")
    field = make(around, "NOEU_NEUT_R", "EVAL", CHAM_F=functions, CHAM_PARA=geometry)
    assert field.quantity == "NEUT_R" and field.component("X1").tolist() == [0, 10, 20, 0, 10, 20]
    assert field.component("X2").tolist() == [7] * 6
    functions = make(around, "ELGA_NEUT_F", "AFFE", MODELE=model, AFFE={"GROUP_MA": "BOTH", "NOM_CMP": "X1", "VALE_F": ramp})
    points = make(around, "ELGA_GEOM_R", "DISC", MODELE=model, CHAM_GD=geometry)
    field = make(around, "ELGA_NEUT_R", "EVAL", CHAM_F=functions, CHAM_PARA=points)
    np.testing.assert_allclose(field.at_cell(1, "X1"), 10 * points.at_cell(1, "X"))
    parts = [{"TOUT": "OUI", "NOM_CMP": "X1", "VALE_F": ramp}, {"GROUP_MA": "FIRST", "NOM_CMP": "X2", "VALE_F": Constant(7.0)}]
    functions = make(around, "ELGA_NEUT_F", "AFFE", MODELE=model, PROL_ZERO="OUI", AFFE=parts)
    field = make(around, "ELGA_NEUT_R", "EVAL", CHAM_F=functions, CHAM_PARA=points)
    assert field.at_cell(0, "X2").tolist() == [7] * 4 and field.at_cell(1, "X2").tolist() == [0] * 4, "no function gives 0"
    other = make(around, "NOEU_TEMP_R", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": "TEMP", "VALE": 1.0})
    functions = make(around, "NOEU_NEUT_F", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": "X1", "VALE_F": ramp})
    with pytest.raises(Refused, match="RAMP depends on X, which none of the fields gives; they give TEMP"):
        make(around, "NOEU_NEUT_R", "EVAL", CHAM_F=functions, CHAM_PARA=other)


def test_complex_and_real(around, model):
    one = make(around, "NOEU_DEPL_R", "AFFE", MAILLAGE=model.mesh, AFFE={"GROUP_NO": "LEFT", "NOM_CMP": "DX", "VALE": 2.0})
    many = make(around, "NOEU_DEPL_C", "R2C", CHAM_GD=one)
    assert many.quantity == "DEPL_C" and many.is_complex
    many.values = many.values * 1j
    angle = make(around, "NOEU_DEPL_R", "C2R", CHAM_GD=many, PARTIE="PHASE")
    assert angle.component("DX")[0] == 90 and np.isnan(angle.component("DX")[1])


def test_parts_of_a_complex_field_of_a_result(around, model):
    """Computed fields are of the complex quantity where their values are."""
    made = Result("dyna_harmo", model.mesh, model)
    made.name = "RESU"
    for order, stress in enumerate((np.full((2, 4, 1), 3 + 4j), np.ones((2, 4, 1)))):
        block = ElementBlock(np.array([0, 1]), stress, ("SIXX",), model.groups[0].element)
        made.store(order, {"FREQ": 10.0 + order}, {"SIEF_ELNO": ElementField(model.mesh, "SIEF_R", "ELNO", [block])})
    words = dict(RESULTAT=made, NOM_CHAM="SIEF_ELNO")
    field = make(around, "ELNO_SIEF_C", "EXTR", NUME_ORDRE=0, **words)
    assert field.quantity == "SIEF_C"
    size = make(around, "ELNO_SIEF_R", "C2R", CHAM_GD=field, PARTIE="MODULE")
    assert size.quantity == "SIEF_R" and size.blocks[0].values[1, 2, 0] == 5.0
    twice = make(around, "ELNO_SIEF_C", "ASSE", MODELE=model, ASSE={"GROUP_MA": "FIRST", "CHAM_GD": field, "COEF_R": 2.0})
    assert twice.component("SIXX", np.array([0]))[0, 0] == 6 + 8j
    with pytest.raises(Refused, match="is ELNO_SIEF_C, but TYPE_CHAM says ELNO_SIEF_R"):
        make(around, "ELNO_SIEF_R", "EXTR", NUME_ORDRE=0, **words)
    assert make(around, "ELNO_SIEF_R", "EXTR", NUME_ORDRE=1, **words).quantity == "SIEF_R"


def test_normals(around, model):
    field = make(around, "NOEU_GEOM_R", "NORMALE", MODELE=model, GROUP_MA="EDGE")
    assert field.values[:2].tolist() == [[0, -1], [0, -1]] and np.isnan(field.values[2:]).all()
    with pytest.raises(Refused, match="has no normal in 2D"):
        make(around, "NOEU_GEOM_R", "NORMALE", MODELE=model, GROUP_MA="FIRST")


@pytest.fixture
def result(model):
    made = Result("evol_noli", model.mesh, model)
    made.name = "RESU"
    for order, scale in enumerate((1.0, -3.0, 2.0)):
        values = np.array([[1.0, 0], [2, 1], [0, 0], [1, 1], [1, 1], [1, np.nan]]) * scale
        made.store(order, {"INST": 0.5 * order}, {"DEPL": NodeField(model.mesh, "DEPL_R", ("DX", "DY"), values)})
    return made


def test_taken_from_a_result(around, result):
    words = dict(RESULTAT=result, NOM_CHAM="DEPL")
    field = make(around, "NOEU_DEPL_R", "EXTR", INST=0.5, **words)
    assert field.component("DX")[1] == -6 and field is not result.field("DEPL", 1)
    half = make(around, "NOEU_DEPL_R", "EXTR", INST=0.75, INTERPOL="LIN", **words)
    assert half.component("DX")[1] == -1
    most = make(around, "NOEU_DEPL_R", "EXTR", TYPE_MAXI="MAXI_ABS", TYPE_RESU="VALE_ABS", **words)
    assert most.component("DX").tolist() == [3, 6, 0, 3, 3, 3] and np.isnan(most.component("DY")[5])
    when = make(around, "NOEU_DEPL_R", "EXTR", TYPE_MAXI="MAXI", TYPE_RESU="INST", LIST_INST=NumberList([0.0, 1.0]), **words)
    assert when.component("DX").tolist() == [1, 1, 0, 1, 1, 1]
    length = make(around, "NOEU_DEPL_R", "EXTR", TYPE_MAXI="NORM_TRAN", **words)
    assert length.component("DX").tolist() == [-3, -6, 0, -3, -3, -3]
    with pytest.raises(Refused, match="is NOEU_DEPL_R, but TYPE_CHAM says NOEU_TEMP_R"):
        make(around, "NOEU_TEMP_R", "EXTR", INST=0.5, **words)
    with pytest.raises(Refused, match="no storage order at INST 7"):
        make(around, "NOEU_DEPL_R", "EXTR", INST=7.0, **words)
    with pytest.raises(Refused, match="has no DEPL on both sides"):
        make(around, "NOEU_DEPL_R", "EXTR", INST=7.0, INTERPOL="LIN", **words)


def test_multipliers_of_an_evolution_go_with_its_unknowns(around, result):
    words = dict(RESULTAT=result, NOM_CHAM="DEPL")
    for order in result.orders:
        result.field("DEPL", order).held = np.array([1.0, -2.0]) * (order + 1)
    first, second = (result.field("DEPL", order).held for order in result.orders[:2])
    np.testing.assert_allclose(make(around, "NOEU_DEPL_R", "EXTR", INST=0.5, **words).held, second)
    half = make(around, "NOEU_DEPL_R", "EXTR", INST=0.25, INTERPOL="LIN", **words)
    np.testing.assert_allclose(half.held, 0.5 * (first + second))
    length = make(around, "NOEU_DEPL_R", "EXTR", TYPE_MAXI="NORM_TRAN", **words)
    np.testing.assert_allclose(length.held, first)
    other = make(around, "NOEU_DEPL_R", "AFFE", MAILLAGE=result.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": ("DX", "DY"), "VALE": (1.0, 1.0)})
    assert (half + other).held is None and (other + half).held is None


def test_internal_variables_are_another_quantity_at_nodes(around, result):
    variables = NodeField(result.mesh, "VARI_R", ("V1",), np.arange(6.0)[:, None])
    result.store(3, {"INST": 1.5}, {"VARI_NOEU": variables})
    taken = make(around, "NOEU_VAR2_R", "EXTR", RESULTAT=result, NOM_CHAM="VARI_NOEU", INST=1.5)
    assert taken.component("V1").tolist() == [0, 1, 2, 3, 4, 5]


def test_taken_from_a_table(around, model):
    table = Table({"NOEUD": ("K8", ["2", "5"]), "DX": ("R", [3.0, 4.0])})
    field = make(around, "NOEU_DEPL_R", "EXTR", TABLE=table, MAILLAGE=model.mesh)
    assert field.component("DX")[[1, 4]].tolist() == [3, 4] and np.isnan(field.component("DX")[0])
    table = Table({"MAILLE": ("K8", ["1"] * 4), "POINT": ("I", [1, 2, 3, 4]), "SIXX": ("R", [1.0, 2.0, 3.0, 4.0])})
    field = make(around, "ELGA_SIEF_R", "EXTR", TABLE=table, MODELE=model, OPTION="RAPH_MECA", PROL_ZERO="OUI")
    assert field.at_cell(0, "SIXX").tolist() == [1, 2, 3, 4] and field.at_cell(1, "SIXX").tolist() == [0] * 4
    table = Table({"MAILLE": ("K8", ["1"] * 4), "POINT": ("I", [1, 2, 3, 4]), "V3": ("R", [1.0, 2.0, 3.0, 4.0])})
    field = make(around, "ELGA_VARI_R", "EXTR", TABLE=table, MODELE=model, OPTION="RAPH_MECA")
    assert field.at_cell(0, "V3").tolist() == [1, 2, 3, 4] and field.at_cell(0, "V2").tolist() == [0] * 4
    layers = {"MAILLE": ("K8", ["1"] * 8), "POINT": ("I", [1, 1, 2, 2, 3, 3, 4, 4]), "SOUS_POINT": ("I", [1, 2] * 4)}
    table = Table(layers | {"SIXX": ("R", [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])})
    field = make(around, "ELGA_SIEF_R", "EXTR", TABLE=table, MODELE=model, OPTION="RAPH_MECA", PROL_ZERO="OUI")
    assert field.sub_on([0]) == 2 and field.at_cell(0, "SIXX").reshape(4, 2).tolist() == [[1, 2], [3, 4], [5, 6], [7, 8]]
    with pytest.raises(Refused, match="the column Y is no component"):
        make(around, "NOEU_DEPL_R", "EXTR", TABLE=Table({"NOEUD": ("K8", ["2"]), "Y": ("R", [0.0])}), MAILLAGE=model.mesh)


def test_what_is_wrong(around, model):
    with pytest.raises(Refused, match="has no component DXX"):
        make(around, "NOEU_DEPL_R", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": "DXX", "VALE": 1.0})
    with pytest.raises(Refused, match="VALE has 2 values for 1 components"):
        make(around, "NOEU_DEPL_R", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": "DX", "VALE": (1.0, 2.0)})
    with pytest.raises(Refused, match="does not take 'NOEU_DEPL_X'"):
        make(around, "NOEU_DEPL_X", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": "DX", "VALE": 1.0})
    with pytest.raises(Refused, match="PROL_ZERO goes with"):
        make(around, "NOEU_DEPL_R", "AFFE", MAILLAGE=model.mesh, PROL_ZERO="OUI", AFFE={"TOUT": "OUI", "NOM_CMP": "DX", "VALE": 1.0})
    with pytest.raises(Refused, match="needs MODELE"):
        make(around, "ELGA_SIEF_R", "AFFE", MAILLAGE=model.mesh, AFFE={"TOUT": "OUI", "NOM_CMP": "SIXX", "VALE": 1.0})


def test_cells_with_fewer_sub_points_lack_nothing():
    block = SimpleNamespace(cells=np.array([0, 1]), values=np.zeros((2, 4, 1)), components=("SIXX",), sub=2)
    names = SimpleNamespace(cell_names=["FIRST", "SECOND"])
    field = SimpleNamespace(kind="cham_elem", location="ELGA", functions=(), blocks=[block], mesh=names)
    args = SimpleNamespace(get=lambda word: None, wrong=lambda word, text, help: ValueError(text))
    block.values[1, 1::2] = np.nan
    assert completed(args, field, None) is field
    block.values = np.zeros((2, 4, 2))
    block.values[1, 1, 0] = np.nan
    with pytest.raises(ValueError, match="SECOND"):
        completed(args, field, None)


def test_components_that_no_element_has_make_an_empty_field(around, model):
    alone = Model(model.mesh, "MECANIQUE", [ElementGroup("2D_DIS_T", MODELISATIONS["2D_DIS_T"].element("SEG2"), np.array([2]), model.mesh)])
    words = dict(MODELE=alone, PROL_ZERO="OUI")
    empty = make(around, "ELNO_SIEF_R", "AFFE", **words, AFFE={"TOUT": "OUI", "NOM_CMP": "SIXX", "VALE": 1.0})
    assert not empty.components
    assert not make(around, "ELNO_SIEF_R", "ASSE", **words, ASSE={"TOUT": "OUI", "CHAM_GD": empty}).components
