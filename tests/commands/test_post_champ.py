"""POST_CHAMP on fields with sub-points made by hand."""

import numpy as np
import pytest

from pyaster_lite.commands.post_champ import part_and_position
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.field_places import ManyLayers, moved
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import AppliedLaw, Result
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.plate_layers import LayeredPlate

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def result():
    """Two triangles, the first of two layers and the second of one: values 100 node + sub-point, and their opposites."""
    mesh = Mesh(
        [[0, 0], [1, 0], [1, 1], [0, 1.0]],
        [CellBlock("TRIA3", np.array([[0, 1, 2], [0, 2, 3]], np.int32), np.array([0, 1]))],
        {},
        {"ONE": np.array([0])},
    )
    values = (100.0 * np.arange(1, 4)[:, None] + np.arange(1, 7)).ravel()
    values = np.stack([values, np.where(np.arange(18) % 6 < 3, values, np.nan)])[..., None] * [1.0, -1.0]
    block = ElementBlock(np.array([0, 1]), values, ("SIXX", "SIYY"), LayeredPlate("TRIA3", "FPG3"), 6)
    made = Result("evol_elas", mesh)
    made.name = "RESU"
    depl = NodeField(mesh, "DEPL_R", ("DX",), np.zeros((4, 1)))
    made.store(1, {"INST": 0.0}, {"SIGM_ELNO": ElementField(mesh, "SIEF_R", "ELNO", [block]), "DEPL": depl})
    return made


@pytest.mark.parametrize("level, layer, expected", [("INF", 1, 201), ("MOY", 2, 205), ("SUP", 2, 206)])
def test_a_level_of_a_layer(around, result, level, layer, expected):
    words = dict(NOM_CHAM="SIGM_ELNO", NUME_COUCHE=layer, NIVE_COUCHE=level)
    made = run("POST_CHAMP", around, RESULTAT=result, GROUP_MA="ONE", EXTR_COQUE=words)
    field = made.field("SIGM_ELNO", 1)
    assert made.kind == "evol_elas" and made.field_names() == ["SIGM_ELNO"] and made.times.tolist() == [0.0]
    assert field.sub == 1 and field.at_cell(0, "SIXX")[1] == expected and field.at_cell(1, "SIXX") is None


def test_a_layer_that_some_cells_lack(around, result):
    words = dict(NOM_CHAM="SIGM_ELNO", NUME_COUCHE=2, NIVE_COUCHE="MOY")
    with pytest.raises(Refused, match="less than 2 layers"):
        run("POST_CHAMP", around, RESULTAT=result, EXTR_COQUE=words)


@pytest.mark.parametrize(
    "kind, component, expected", [("MAXI", "SIXX", 106), ("MINI", "SIXX", 101), ("MAXI", "SIYY", -101), ("MAXI_ABS", "SIYY", 106)]
)
def test_extremes_over_the_sub_points(around, result, kind, component, expected):
    words = dict(NOM_CHAM="SIGM_ELNO", NOM_CMP=component, TYPE_MAXI=kind, NUME_CHAM_RESU=7)
    field = run("POST_CHAMP", around, RESULTAT=result, MIN_MAX_SP=words).field("UT07_ELNO", 1)
    place = abs(expected) - 101
    found = [field.at_cell(0, name)[0] for name in ("VAL", "NUCOU", "POSIC", "NUFIBR")]
    assert found == [expected, place // 3 + 1, place % 3 - 1, -999]
    assert abs(field.at_cell(1, "VAL")[2]) == {106: 303, 101: 301}[abs(expected)]


def test_only_fields_with_sub_points(around, result):
    made = run("POST_CHAMP", around, RESULTAT=result, EXTR_COQUE=dict(NOM_CHAM="SIGM_ELNO", NUME_COUCHE=1, NIVE_COUCHE="INF"))
    made.name = "MADE"
    with pytest.raises(Refused, match="no sub-points"):
        run("POST_CHAMP", around, RESULTAT=made, EXTR_COQUE=dict(NOM_CHAM="SIGM_ELNO", NUME_COUCHE=1, NIVE_COUCHE="INF"))
    with pytest.raises(Refused, match="no field SIEF_ELGA"):
        run("POST_CHAMP", around, RESULTAT=result, EXTR_COQUE=dict(NOM_CHAM="SIEF_ELGA", NUME_COUCHE=1, NIVE_COUCHE="INF"))


def test_pipes_are_looked_for_among_plates(around, result):
    with pytest.raises(Refused, match="are none of pipes"):
        words = {"NOM_CHAM": "SIGM_ELNO", "NUME_COUCHE": 1, "NIVE_COUCHE": "SUP", "ANGLE": 30}
        run("POST_CHAMP", around, RESULTAT=result, TOUT="OUI", EXTR_TUYAU=words)


def test_variables_of_elasticity_are_the_same_at_every_height(around, result):
    block = ElementBlock(np.array([0, 1]), np.zeros((2, 3, 1)), ("V1",), LayeredPlate("TRIA3", "FPG3"))
    result.store(1, fields={"VARI_ELGA": ElementField(result.mesh, "VARI_R", "ELGA", [block])})
    words = dict(NOM_CHAM="VARI_ELGA", NUME_COUCHE=1, NIVE_COUCHE="INF")
    field = run("POST_CHAMP", around, RESULTAT=result, GROUP_MA="ONE", EXTR_COQUE=words).field("VARI_ELGA", 1)
    assert field.at_cell(0, "V1").tolist() == [0.0, 0.0, 0.0] and field.at_cell(1, "V1") is None


def test_means_at_nodes_are_those_of_one_layer(around, result):
    with pytest.raises(ManyLayers):
        moved(result.field("SIGM_ELNO", 1), "NOEU")
    made = run("POST_CHAMP", around, RESULTAT=result, EXTR_COQUE=dict(NOM_CHAM="SIGM_ELNO", NUME_COUCHE=1, NIVE_COUCHE="SUP"))
    np.testing.assert_array_equal(moved(made.field("SIGM_ELNO", 1), "NOEU").component("SIXX"), [103, 203, 253, 303])


def test_levels_of_pipes_are_told_by_part_and_position():
    part, position = part_and_position(np.arange(5))
    assert list(zip(part, position)) == [(1, -1), (1, 0), (1, 1), (2, 0), (2, 1)]


def test_an_extreme_of_a_named_variable(around, result):
    values = np.arange(18.0).reshape(1, 18)[..., None] * [1.0, 10.0]
    block = ElementBlock(np.array([0]), values, ("V1", "V2"), LayeredPlate("TRIA3", "FPG3"), 6)
    result.store(1, fields={"VARI_ELGA": ElementField(result.mesh, "VARI_R", "ELGA", [block])})
    result.laws = [AppliedLaw("VMIS_ISOT_LINE", "PETIT", None)]
    words = dict(NOM_CHAM="VARI_ELGA", NOM_VARI="INDIPLAS", TYPE_MAXI="MAXI", NUME_CHAM_RESU=1)
    made = run("POST_CHAMP", around, RESULTAT=result, MIN_MAX_SP=words).field("UT01_ELGA", 1)
    assert made.at_cell(0, "VAL").tolist() == [50.0, 110.0, 170.0]
    with pytest.raises(Refused, match="no component EPSRRR"):
        run("POST_CHAMP", around, RESULTAT=result, MIN_MAX_SP=words | {"NOM_VARI": "EPSRRR"})
