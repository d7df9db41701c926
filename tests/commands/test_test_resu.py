"""TEST_RESU: values found at nodes, cells and points, by every way to name a storage order."""

import numpy as np
import pytest

from pyaster_lite.concepts.field import ElementBlock, ElementField, NodeField
from pyaster_lite.concepts.generalised import Transient
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.concepts.result import Result
from pyaster_lite.diagnostics import Refused
from pyaster_lite.verification.rows import Verdict

from .runner import Surroundings, run


class Judge(Surroundings):
    """Keeps the rows."""

    def __init__(self, folder):
        super().__init__(folder)
        self.rows = []

    def test(self, row):
        self.rows.append(row)


@pytest.fixture
def around(tmp_path):
    return Judge(tmp_path)


@pytest.fixture
def result():
    points = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
    cells = [CellBlock("QUAD4", np.array([[0, 1, 2, 3]]), np.array([0])), CellBlock("SEG2", np.array([[0, 1]]), np.array([1]))]
    groups = {"A": np.array([0]), "C": np.array([2]), "AB": np.array([0, 1])}
    mesh = Mesh(points, cells, groups, {"SQUARE": np.array([0]), "ALL": np.array([0, 1])}, space_dimension=2)
    made = Result("evol_noli", mesh)
    made.name = "RES"
    for order, time in enumerate((0.0, 0.1, 0.2)):
        depl = NodeField(mesh, "DEPL_R", ("DX", "DY"), np.array([[1.0, 2], [3, 4], [5, np.nan], [-7, 0]]) * (1 + order))
        block = ElementBlock(np.array([0]), np.arange(8.0).reshape(1, 4, 2) - 9, ("SIXX", "SIYY"))
        stress = {place: ElementField(mesh, "SIEF_R", place[-4:], [block]) for place in ("SIEF_ELGA", "SIEF_ELNO")}
        made.store(order, {"INST": time, "ITER_GLOB": 3 * order}, {"DEPL": depl, **stress})
    return made


def computed(around, result, **words):
    around.rows.clear()
    run("TEST_RESU", around, RESU={"RESULTAT": result, "VALE_CALC": 1.0, **words})
    return around.rows[0].computed


@pytest.mark.parametrize(
    "words, value",
    [
        ({"INST": 0.1, "NOM_CHAM": "DEPL", "NOM_CMP": "DX", "GROUP_NO": "C"}, 10),
        ({"NUME_ORDRE": 2, "NOM_CHAM": "DEPL", "NOM_CMP": "DX", "TYPE_TEST": "MIN"}, -21),
        ({"NUME_ORDRE": 0, "NOM_CHAM": "DEPL", "TYPE_TEST": "SOMM_ABS"}, 22),
        ({"NUME_ORDRE": 0, "NOM_CHAM": "DEPL", "TYPE_TEST": "SOMM_ABS", "GROUP_NO": "C"}, 22),
        ({"NUME_ORDRE": 0, "NOM_CHAM": "SIEF_ELGA", "NOM_CMP": "SIYY", "GROUP_MA": "SQUARE", "POINT": 2}, -6),
        ({"NUME_ORDRE": 0, "NOM_CHAM": "SIEF_ELNO", "NOM_CMP": "SIXX", "GROUP_MA": "SQUARE", "GROUP_NO": "C"}, -5),
        ({"NUME_ORDRE": 0, "NOM_CHAM": "SIEF_ELGA", "NOM_CMP": "SIXX", "TYPE_TEST": "MAX"}, -3),
        ({"NUME_ORDRE": 0, "NOM_CHAM": "DEPL", "NOM_CMP": "DX", "TYPE_TEST": "MIN", "VALE_ABS": "OUI"}, 7),
    ],
)
def test_values(around, result, words, value):
    assert computed(around, result, **words) == value


def test_multipliers_count_as_unknowns_two_to_a_relation(around, result):
    result.field("DEPL", 0).held = np.array([40.0, -60.0])
    found = {kind: computed(around, result, NUME_ORDRE=0, NOM_CHAM="DEPL", TYPE_TEST=kind) for kind in ("SOMM", "SOMM_ABS", "MAX", "MIN")}
    assert found == {"SOMM": 8 - 20, "SOMM_ABS": 22 + 100, "MAX": 20, "MIN": -30}
    assert computed(around, result, NUME_ORDRE=0, NOM_CHAM="DEPL", NOM_CMP="DX", TYPE_TEST="MAX") == 5


def test_groups_of_cells_say_nothing_of_nodes_nor_beside_type_test(around, result):
    at_node = {"NUME_ORDRE": 0, "NOM_CHAM": "DEPL", "NOM_CMP": "DX", "GROUP_NO": "A", "GROUP_MA": "NOWHERE"}
    assert computed(around, result, **at_node) == 1
    whole = {"NUME_ORDRE": 0, "NOM_CHAM": "DEPL", "NOM_CMP": "DX", "TYPE_TEST": "MIN", "GROUP_MA": "NOWHERE"}
    assert computed(around, result, **whole) == -7
    assert around.warnings == ["TYPE_TEST looks at the whole field: GROUP_MA says nothing beside it"]


def test_a_parameter(around, result):
    run("TEST_RESU", around, RESU={"RESULTAT": result, "INST": 0.2, "PARA": "ITER_GLOB", "VALE_CALC_I": 6})
    assert around.rows[0].passed


def test_zero_needs_an_order_of_magnitude(around, result):
    place = {"RESULTAT": result, "NUME_ORDRE": 0, "NOM_CHAM": "DEPL", "NOM_CMP": "DX", "GROUP_NO": "A"}
    run("TEST_RESU", around, RESU={**place, "VALE_CALC": 0.0, "VALE_REFE": 1.001, "REFERENCE": "ANALYTIQUE", "PRECISION": 0.01})
    assert [row.verdict for row in around.rows] == [Verdict.SKIPPED, Verdict.OK]
    around.rows.clear()
    run("TEST_RESU", around, RESU={**place, "VALE_CALC": 0.0, "ORDRE_GRANDEUR": 1e5, "CRITERE": "ABSOLU", "TOLE_MACHINE": 1e-6})
    assert around.rows[0].verdict is Verdict.NOT_OK
    assert around.rows[0].tolerance == pytest.approx(0.1)


def test_second_tolerance_is_for_the_search(around, result):
    words = {"NOM_CHAM": "DEPL", "NOM_CMP": "DX", "GROUP_NO": "A", "INST": 0.101}
    assert computed(around, result, **words, TOLE_MACHINE=(1e-6, 0.02), CRITERE=("RELATIF", "ABSOLU")) == 2
    with pytest.raises(Refused, match="no storage order at INST 0.101"):
        computed(around, result, **words)


@pytest.mark.parametrize(
    "words, message",
    [
        ({"NOM_CHAM": "DEPL", "NOM_CMP": "DX", "GROUP_NO": "AB"}, "must hold one node, but holds 2"),
        ({"NOM_CHAM": "DEPL", "NOM_CMP": "DX", "GROUP_NO": "B"}, "no node group B"),
        ({"NOM_CHAM": "DEPL", "NOM_CMP": "DZ", "GROUP_NO": "A"}, "no component DZ, it has DX, DY"),
        ({"NOM_CHAM": "DEPL", "NOM_CMP": "DY", "GROUP_NO": "C"}, "carries no DY"),
        ({"NOM_CHAM": "VITE", "NOM_CMP": "DX", "GROUP_NO": "A"}, "no field VITE"),
        ({"NOM_CHAM": "SIEF_ELGA", "NOM_CMP": "SIXX", "GROUP_MA": "ALL", "POINT": 1}, "must hold one cell, but holds 2"),
        ({"NOM_CHAM": "SIEF_ELGA", "NOM_CMP": "SIXX", "GROUP_MA": "SQUARE", "POINT": 5}, "no point 5"),
        ({"NOM_CHAM": "SIEF_ELGA", "NOM_CMP": "SIXX", "GROUP_MA": "SQUARE"}, "needs POINT"),
        ({"PARA": "FREQ"}, "no parameter FREQ"),
    ],
)
def test_what_is_not_there(around, result, words, message):
    with pytest.raises(Refused, match=message):
        computed(around, result, NUME_ORDRE=0, **words)


def test_generalised_coordinates(around):
    times = np.array([0.0, 0.1, 0.2])
    values = np.arange(6.0).reshape(3, 2)
    transient = Transient(None, None, None, np.arange(3), times, np.full(3, 0.1), values, values + 10, values + 20)
    run(
        "TEST_RESU",
        around,
        GENE=[
            {"RESU_GENE": transient, "NOM_CHAM": "VITE", "NUME_CMP_GENE": 2, "INST": 0.1, "VALE_CALC": 13.0},
            {"RESU_GENE": transient, "NOM_CHAM": "DEPL", "NUME_CMP_GENE": 1, "NUME_ORDRE": 2, "VALE_CALC": 4.1},
        ],
    )
    assert [row.passed for row in around.rows] == [True, False]
    with pytest.raises(Refused, match="no archived instant at 0.15"):
        run("TEST_RESU", around, GENE={"RESU_GENE": transient, "NOM_CHAM": "DEPL", "NUME_CMP_GENE": 1, "INST": 0.15, "VALE_CALC": 1.0})


def test_counts_of_a_mesh(around, result):
    run(
        "TEST_RESU",
        around,
        MAILLAGE=[
            {"MAILLAGE": result.mesh, "CARA": "NB_NOEUD", "VALE_CALC_I": 4},
            {"MAILLAGE": result.mesh, "CARA": "NB_MA_GROUP_MA", "NOM_GROUP_MA": "ALL", "VALE_CALC_I": 2},
        ],
    )
    assert all(row.passed for row in around.rows)


def test_internal_variables_at_a_node_of_another_cell_are_the_last_before(around):
    mesh = Mesh(
        [[0.0], [1.0], [2.0], [3.0]],
        [CellBlock("SEG2", np.array([[0, 1], [2, 3]]), np.array([0, 1]))],
        {"A": np.array([0])},
        {"SECOND": np.array([1])},
        space_dimension=2,
    )
    block = ElementBlock(np.array([0, 1]), np.array([[[1.0], [2.0]], [[3.0], [4.0]]]), ("V1",))
    words = dict(NOM_CMP="V1", GROUP_MA="SECOND", GROUP_NO="A", VALE_CALC=2.0)
    field = ElementField(mesh, "VARI_R", "ELNO", [block])
    run("TEST_RESU", around, CHAM_ELEM=dict(CHAM_GD=field, **words))
    assert around.rows[-1].verdict is Verdict.OK
    stress = ElementField(mesh, "SIEF_R", "ELNO", [block])
    with pytest.raises(Refused, match="is no node of the cell"):
        run("TEST_RESU", around, CHAM_ELEM=dict(CHAM_GD=stress, **words))
