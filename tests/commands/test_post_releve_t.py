"""POST_RELEVE_T: columns and rows of each operation, against values worked out by hand."""

import sys

import numpy as np
import pytest

from pyaster_lite.commands._releve_values import principal_values
from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused

from .runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


@pytest.fixture
def result():
    """Two squares in a row; the group LINE runs along their lower side from right to left."""
    blocks = [CellBlock("QUAD4", np.array([[0, 1, 4, 3], [1, 2, 5, 4]], np.int32), np.array([0, 1]))]
    nodes = [[0, 0], [1, 0], [3, 0], [0, 1], [1, 1], [3, 1.0]]
    groups = {"LINE": np.array([2, 1, 0]), "ONE": np.array([4])}
    mesh = Mesh(nodes, blocks, groups, {"FIRST": np.array([0])}, space_dimension=2)
    made = Result("evol_elas", mesh)
    made.name = "RESU"
    values = np.array([[1.0, 10], [2, 20], [6, -30], [0, 0], [1, 1], [1, np.nan]])
    for order in (1, 2):
        stress = np.arange(16.0).reshape(2, 4, 2) * order
        block = ElementBlock(np.array([0, 1]), stress, ("SIXX", "SIXY"))
        fields = {
            "DEPL": NodeField(mesh, "DEPL_R", ("DX", "DY"), values * order),
            "SIGM_ELNO": ElementField(mesh, "SIEF_R", "ELNO", [block]),
        }
        made.store(order, {"INST": 0.5 * order}, fields)
    return made


def action(result, operation="EXTRACTION", field="DEPL", **words):
    return {"OPERATION": operation, "INTITULE": "T", "RESULTAT": result, "NOM_CHAM": field, **words}


def test_extraction_along_nodes(around, result):
    table = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", NOM_CMP=("DY", "DX"), INST=(1.0, 7.0)))
    assert table.names == [
        "INTITULE",
        "NOEUD",
        "RESU",
        "NOM_CHAM",
        "NUME_ORDRE",
        "INST",
        "ABSC_CURV",
        "COOR_X",
        "COOR_Y",
        "COOR_Z",
        "DY",
        "DX",
    ]
    assert table.column("NOEUD") == ["3", "2", "1"] and table.column("ABSC_CURV") == [0, 2, 3] and table.column("COOR_X") == [3, 1, 0]
    assert table.column("DY") == [-60, 40, 20] and set(table.column("INST")) == {1.0} and set(table.column("NUME_ORDRE")) == {2}
    assert around.warnings == ["RESU has nothing at INST 7"]


def test_all_orders_and_an_empty_cell(around, result):
    table = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO=("ONE", "LINE"), TOUT_CMP="OUI"))
    assert table.n_rows == 8 and table.column("INST")[:4] == [0.5] * 4 and table.column("NOEUD")[:2] == ["5", "3"]
    result.mesh.node_groups["LAST"] = np.array([5])
    table = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LAST", TOUT_CMP="OUI", NUME_ORDRE=1))
    assert table.column("DX") == [1] and table.column("DY") == [None]


def test_element_field_averaged_and_apart(around, result):
    words = dict(GROUP_NO="LINE", NOM_CMP="SIXX", NUME_ORDRE=1, field="SIGM_ELNO")
    table = run("POST_RELEVE_T", around, ACTION=action(result, **words))
    assert table.column("SIXX") == [10, (2 + 8) / 2, 0]
    table = run("POST_RELEVE_T", around, ACTION=action(result, MOYE_NOEUD="NON", **words))
    assert table.column("SIXX") == [10, 2, 8, 0] and table.column("MAILLE") == ["2", "1", "2", "1"]
    assert table.names[6:8] == ["MAILLE", "ABSC_CURV"]
    with pytest.raises(Refused, match="no value at node 3"):
        run("POST_RELEVE_T", around, ACTION=action(result, GROUP_MA="FIRST", **words))


def test_mean_along_a_path(around, result):
    table = run("POST_RELEVE_T", around, ACTION=action(result, "MOYENNE", GROUP_NO="LINE", NOM_CMP="DX", NUME_ORDRE=1))
    assert table.names == ["INTITULE", "RESU", "NOM_CHAM", "NUME_ORDRE", "INST", "DX", "QUANTITE"]
    assert table.column("QUANTITE") == ["MOMENT_0", "MOMENT_1", "MINIMUM", "MAXIMUM", "MOYE_INT", "MOYE_EXT"]
    s = np.linspace(0, 3, 300001)
    v = np.interp(s, [0, 2, 3], [6, 2, 1])
    mean = np.trapezoid(v, s) / 3
    slope = 12 / 9 * np.trapezoid((s - 1.5) * v, s)
    expected = [mean, slope / 1, 1, 6, mean - slope / 2, mean + slope / 2]
    np.testing.assert_allclose(table.column("DX"), expected, rtol=1e-8)


def test_sums(around, result):
    table = run("POST_RELEVE_T", around, ACTION=action(result, RESULTANTE=("DX", "DY"), GROUP_NO="LINE", NUME_ORDRE=1))
    assert table.names[-2:] == ["DX", "DY"] and table.column("DX") == [9] and table.column("DY") == [0] and "NOEUD" not in table.names
    words = dict(RESULTANTE=("DX", "DY"), MOMENT=("DRX", "DRY"), POINT=(0.0, -1.0), GROUP_NO="LINE", NUME_ORDRE=1)
    table = run("POST_RELEVE_T", around, ACTION=action(result, **words))
    assert table.column("RESULT_X") == [9] and table.column("MOMENT_Z") == [1 * 20 - 3 * 30 - 9]
    words |= dict(REPERE="UTILISATEUR", ANGL_NAUT=(90.0, 0.0, 0.0))
    table = run("POST_RELEVE_T", around, ACTION=action(result, **words))
    np.testing.assert_allclose([table["RESULT_X", 1], table["RESULT_Y", 1], table["MOMENT_Z", 1]], [0, -9, -79], atol=1e-12)
    with pytest.raises(Refused, match="goes with EXTRACTION alone"):
        run("POST_RELEVE_T", around, ACTION=action(result, "MOYENNE", RESULTANTE="DX", GROUP_NO="LINE"))


def test_cylindrical_axes(around, result):
    words = dict(GROUP_NO="ONE", NOM_CMP=("DX", "DY"), NUME_ORDRE=1, REPERE="CYLINDRIQUE", ORIGINE=(0.0, 0.0, 0.0), AXE_Z=(0.0, 0.0, 2.0))
    table = run("POST_RELEVE_T", around, ACTION=action(result, **words))
    np.testing.assert_allclose([table["DX", 1], table["DY", 1]], [np.sqrt(2), 0], atol=1e-12)


def test_axes_along_a_line_of_nodes_and_around_the_origin(around, result):
    words = dict(NOM_CMP=("DX", "DY"), NUME_ORDRE=1)
    table = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", REPERE="LOCAL", **words))
    assert table.column("DX") == pytest.approx([-6.0, -2.0, -1.0]) and table.column("DY") == pytest.approx([30.0, -20.0, -10.0])
    table = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="ONE", REPERE="POLAIRE", **words))
    assert table.column("DX") == pytest.approx([2**0.5]) and table.column("DY") == pytest.approx([0.0])
    words = dict(GROUP_NO="ONE", NOM_CMP=("SIXX", "SIXY"), NUME_ORDRE=1, REPERE="POLAIRE", MOYE_NOEUD="NON")
    table = run("POST_RELEVE_T", around, ACTION=action(result, field="SIGM_ELNO", **words))
    xx, xy = np.array([4.0, 14.0]), np.array([5.0, 15.0])
    assert table.column("SIXX") == pytest.approx(xx / 2 + xy) and table.column("SIXY") == pytest.approx(xx / 2)
    with pytest.raises(Refused, match="line of nodes"):
        run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="ONE", NOM_CMP="DX", REPERE="LOCAL"))


def test_invariants(around, result):
    table = run("POST_RELEVE_T", around, ACTION=action(result, field="SIGM_ELNO", INVARIANT="OUI", GROUP_NO="LINE", NUME_ORDRE=1))
    assert table.names[-4:] == ["VMIS", "TRESCA", "TRACE", "DETER"]
    np.testing.assert_allclose(table["VMIS", 1], np.sqrt(10**2 + 3 * 11**2))
    np.testing.assert_allclose(table["TRESCA", 1], np.sqrt(10**2 + 4 * 11**2))
    assert table["TRACE", 1] == 10 and abs(table["DETER", 1]) < 1e-9


def test_directions_have_the_signs_of_code_aster():
    """Those that it gives for this tensor of the plane."""
    found = principal_values(np.array([[8.636693534, 180.7884108, 71.59598771, 4.835821782, 0.0, 0.0]]))
    directions = [0.9996063169, -0.02805728439, 0, 0, 0, 1, 0.02805728439, 0.9996063169, 0]
    np.testing.assert_allclose(found[0], [8.500960071, 71.59598771, 180.9241442, *directions], rtol=1e-8, atol=1e-12)


def test_principal_values_and_their_directions(around, result):
    table = run("POST_RELEVE_T", around, ACTION=action(result, field="SIGM_ELNO", ELEM_PRINCIPAUX="OUI", GROUP_NO="LINE", NUME_ORDRE=1))
    values = np.array([table[f"PRIN_{i}", 1] for i in (1, 2, 3)])
    vectors = np.array([[table[f"VECT_{i}_{axis}", 1] for axis in "XYZ"] for i in (1, 2, 3)])
    assert (np.diff(values) >= 0.0).all()
    np.testing.assert_allclose(vectors @ vectors.T, np.eye(3), atol=1e-14)
    np.testing.assert_allclose(vectors.T @ np.diag(values) @ vectors, [[10, 11, 0], [11, 0, 0], [0, 0, 0]], atol=1e-12)
    with pytest.raises(Refused, match="principal values"):
        run("POST_RELEVE_T", around, ACTION=action(result, ELEM_PRINCIPAUX="OUI", GROUP_NO="LINE", NUME_ORDRE=1))


def test_the_second_axis_of_a_line(around, result):
    words = dict(NOM_CMP=("DX", "DY"), NUME_ORDRE=1, REPERE="LOCAL")
    table = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", VECT_Y=(1.0, 2.0, 0.0), **words))
    assert table.column("DX") == [-6, -2, -1] and table.column("DY") == [-30, 20, 10]
    result.mesh.node_groups["BENT"] = np.array([2, 4, 0])
    with pytest.raises(Refused, match="straight line"):
        run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="BENT", VECT_Y=(0.0, 1.0, 0.0), **words))
    with pytest.raises(Refused, match="second axis"):
        run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", VECT_Y=(2.0, 0.0, 0.0), **words))


def test_extremes_and_arithmetic_mean(around, result):
    table = run("POST_RELEVE_T", around, ACTION=action(result, "EXTREMA", TOUT="OUI", NUME_ORDRE=1))
    assert table.names == ["INTITULE", "RESU", "NOM_CHAM", "NUME_ORDRE", "INST", "EXTREMA", "MAILLE", "NOEUD", "CMP", "VALE"]
    rows = list(zip(*(table.column(name) for name in ("EXTREMA", "NOEUD", "CMP", "VALE"))))
    assert rows == [("MAX", "2", "DY", 20), ("MIN", "3", "DY", -30), ("MAXI_ABS", "3", "DY", 30), ("MINI_ABS", "4", "DX", 0)]
    table = run(
        "POST_RELEVE_T", around, ACTION=action(result, "EXTREMA", field="SIGM_ELNO", GROUP_MA="FIRST", NOM_CMP="SIXY", NUME_ORDRE=1)
    )
    assert (table["VALE", 1], table["MAILLE", 1], table["NOEUD", 1]) == (7, "1", "4")
    table = run("POST_RELEVE_T", around, ACTION=action(result, "MOYENNE_ARITH", GROUP_NO="LINE", NUME_ORDRE=1))
    assert table.column("CMP") == ["DX", "DY"] and table.column("MOYENNE") == [3, 0]


def test_what_is_wrong(around, result):
    with pytest.raises(Refused, match="no component DZ, it has DX, DY"):
        run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", NOM_CMP="DZ"))
    with pytest.raises(Refused, match="no field VITE"):
        run("POST_RELEVE_T", around, ACTION=action(result, field="VITE", GROUP_NO="LINE", NOM_CMP="DX"))
    with pytest.raises(Refused, match="two nodes at least"):
        run("POST_RELEVE_T", around, ACTION=action(result, "MOYENNE", GROUP_NO="ONE", NOM_CMP="DX"))


def test_extremes_are_of_real_fields_and_means_of_what_is_there(around, result):
    values = np.full((6, 2), 1 + 1j) * [1.0, np.nan]
    result.store(3, {"INST": 3.0}, {"DEPL": NodeField(result.mesh, "DEPL_R", ("DX", "DY"), values)})
    for kind in ("EXTREMA", "MOYENNE_ARITH"):
        with pytest.raises(Refused, match=f"{kind} is of real fields"):
            run("POST_RELEVE_T", around, ACTION=action(result, kind, TOUT="OUI", NUME_ORDRE=3))
    table = run("POST_RELEVE_T", around, ACTION=action(result, "MOYENNE", GROUP_NO="LINE", TOUT_CMP="OUI", NUME_ORDRE=3))
    assert table["DX", 1] == pytest.approx(2**0.5) and set(table.column("DY")) == {None}


def test_traces_are_of_vectors_and_tensors(around, result):
    """Along DIRECTION what is missing counts as zero; the group runs to the left, so that its normal points down."""
    along = run(
        "POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", NOM_CMP="DX", TRAC_DIR="OUI", DIRECTION=(1e-7, 2.0), INST=0.5)
    )
    assert along.column("TRAC_DIR") == [-60.0, 40.0, 20.0]
    through = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", NOM_CMP="DX", TRAC_NOR="OUI", INST=0.5))
    assert through.column("TRAC_NOR") == [30.0, -20.0, -10.0]
    alone = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", NOM_CMP="DX", DIRECTION=(1.0, 2.0), INST=0.5))
    assert "DX" in alone.names and "TRAC_DIR" not in alone.names
    with pytest.raises(Refused, match="name components of these"):
        run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", NOM_CMP="SIXX", TRAC_NOR="OUI", INST=0.5))


def test_the_resultant_of_components_that_no_node_carries_is_nothing(around, result):
    words = dict(GROUP_NO="LINE", RESULTANTE=("NXX", "NYY"), MOMENT=("MXX", "MYY"), POINT=(0.0, 0.0), NUME_ORDRE=1)
    table = run("POST_RELEVE_T", around, ACTION=action(result, **words))
    assert table.column("RESULT_X") == [0.0] and table.column("MOMENT_Z") == [0.0]
    with pytest.raises(Refused, match="the field has no component DZ"):
        run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", NOM_CMP="DZ"))


def _with(result, names, values):
    """The result with the same stresses in both cells, whose components are told."""
    block = ElementBlock(np.array([0, 1]), np.tile(np.array(values), (2, 4, 1)), names)
    for order in (1, 2):
        result.store(order, fields={"SIEF_ELNO": ElementField(result.mesh, "SIEF_R", "ELNO", [block])})
    return result


def test_a_pressure_beside_stresses_is_not_turned(around, result):
    told = _with(result, ("SIXX", "SIYY", "SIZZ", "SIXY", "SIP"), [3.0, 1.0, 5.0, 0.0, 7.0])
    words = dict(GROUP_NO="ONE", TOUT_CMP="OUI", REPERE="UTILISATEUR", ANGL_NAUT=(90.0, 0.0, 0.0), NUME_ORDRE=1)
    table = run("POST_RELEVE_T", around, ACTION=action(told, field="SIEF_ELNO", **words))
    assert [table.column(name)[0] for name in ("SIXX", "SIYY", "SIZZ", "SIP")] == pytest.approx([1.0, 3.0, 5.0, 7.0])


def test_forces_by_length_are_turned_as_if_they_were_a_tensor(around, result):
    told = _with(result, ("NXX", "NYY", "NXY", "MXX"), [3.0, 1.0, 5.0, 2.0])
    words = dict(GROUP_NO="ONE", TOUT_CMP="OUI", REPERE="UTILISATEUR", ANGL_NAUT=(90.0, 0.0, 0.0), NUME_ORDRE=1)
    table = run("POST_RELEVE_T", around, ACTION=action(told, field="SIEF_ELNO", **words))
    assert [table.column(name)[0] for name in ("NXX", "NYY", "NXY", "MXX")] == pytest.approx([1.0, 3.0, 5.0, -2.0])


def test_the_largest_number_there_is_stands_for_nothing_told(around, result):
    """Gaps of contact of nodes that face nothing are told so: the cell of such a node is empty, its row stays."""
    values = np.array([[1.0, 10], [sys.float_info.max, 20], [6, -30], [0, 0], [1, 1], [1, 1]])
    result.store(1, {"INST": 0.5}, {"DEPL": NodeField(result.mesh, "DEPL_R", ("DX", "DY"), values)})
    table = run("POST_RELEVE_T", around, ACTION=action(result, GROUP_NO="LINE", TOUT_CMP="OUI", NUME_ORDRE=1))
    assert [row.get("DX") for row in table.rows()] == [6.0, None, 1.0]
    assert [row["DY"] for row in table.rows()] == [-30.0, 20.0, 10.0]
