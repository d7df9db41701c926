"""Tables: made, changed, written, read back and tested by decks."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import ExitCode, Refused

TABLE = """
T = CREA_TABLE(TITRE='a title', LISTE=(
    _F(PARA='INST', LISTE_R=(0., 1., 2.)),
    _F(PARA='NAME', LISTE_K=('A', 'B'), NUME_LIGN=(1, 3)),
    _F(PARA='I', LISTE_I=(3, 1, 2)),
))
"""


@pytest.fixture
def deck(tmp_path):
    def run(text):
        path = tmp_path / "deck.comm"
        path.write_text(TABLE + text)
        return pyaster_lite.run(path, output=tmp_path / "out")

    return run


def columns(table):
    return {name: table.column(name) for name in table.names}


@pytest.mark.parametrize(
    "action, expected",
    [
        ("OPERATION='TRI', NOM_PARA='I'", {"INST": [1, 2, 0], "NAME": [None, "B", "A"], "I": [1, 2, 3]}),
        ("OPERATION='FILTRE', NOM_PARA='I', CRIT_COMP='GE', VALE_I=2", {"INST": [0, 2], "NAME": ["A", "B"], "I": [3, 2]}),
        ("OPERATION='FILTRE', NOM_PARA='NAME', CRIT_COMP='VIDE'", {"INST": [1], "I": [1]}),
        ("OPERATION='FILTRE', NOM_PARA='NAME', CRIT_COMP='REGEXP', VALE_K='^B'", {"INST": [2], "NAME": ["B"], "I": [2]}),
        ("OPERATION='EXTR', NOM_PARA='NAME'", {"NAME": ["A", "B"]}),
        ("OPERATION='SUPPRIME', NOM_PARA=('NAME', 'I')", {"INST": [0, 1, 2]}),
        ("OPERATION='RENOMME', NOM_PARA=('I', 'J')", {"INST": [0, 1, 2], "NAME": ["A", None, "B"], "J": [3, 1, 2]}),
        (
            "OPERATION='AJOUT_LIGNE', NOM_PARA=('INST', 'I'), VALE=(7., 4)",
            {"INST": [0, 1, 2, 7], "NAME": ["A", None, "B", None], "I": [3, 1, 2, 4]},
        ),
        (
            "OPERATION='AJOUT_COLONNE', NOM_PARA='X', VALE_COLONNE=(1., 2., 3.)",
            {"INST": [0, 1, 2], "NAME": ["A", None, "B"], "I": [3, 1, 2], "X": [1, 2, 3]},
        ),
        ("OPERATION='COMB', TABLE=T, NOM_PARA='I'", {"INST": [0, 1, 2], "NAME": ["A", None, "B"], "I": [3, 1, 2]}),
        (
            "OPERATION='CALCUL', NOM_PARA=('I', 'INST'), TYPE_CALCUL='MAXI'",
            {"INST": [2.0], "I": [3], "TYPE_CALCUL": ["MAXI"]},
        ),
        ("OPERATION='TRI', NOM_PARA='NAME'", {"INST": [1, 0, 2], "NAME": [None, "A", "B"], "I": [1, 3, 2]}),
        ("OPERATION='CALCUL', NOM_PARA='I', TYPE_CALCUL=('MAXI', 'MOY')", {"I": [3, 2.0], "TYPE_CALCUL": ["MAXI", "MOY"]}),
    ],
)
def test_actions(deck, action, expected):
    assert columns(deck(f"R = CALC_TABLE(TABLE=T, ACTION=_F({action}))\n")["R"]) == expected


def test_a_table_survives_its_text(deck):
    study = deck("IMPR_TABLE(TABLE=T, FORMAT='ASTER', UNITE=38)\nR = LIRE_TABLE(UNITE=38, FORMAT='ASTER')\n")
    assert columns(study["R"]) == columns(study["T"])
    assert study["R"].title == "a title"


def test_cells_and_totals_are_judged(deck):
    study = deck(
        "TEST_TABLE(TABLE=T, NOM_PARA='I', FILTRE=_F(NOM_PARA='INST', VALE=1.), VALE_CALC_I=1)\n"
        "TEST_TABLE(TABLE=T, NOM_PARA='NAME', FILTRE=_F(NOM_PARA='I', CRIT_COMP='MAXI'), VALE_CALC_K='B')\n"
        "TEST_TABLE(TABLE=T, NOM_PARA='INST', TYPE_TEST='SOMM', VALE_CALC=3.)\n"
    )
    assert study.exit_code is ExitCode.TEST_FAILED
    assert [row.passed for row in study.tests] == [True, False, True]


@pytest.mark.parametrize(
    "test, message",
    [
        ("NOM_PARA='X', VALE_CALC=1.", "has no column X"),
        ("NOM_PARA='INST', VALE_CALC=1.", "3 rows of the table are left"),
        ("NOM_PARA='I', VALE_CALC=1.", "the column I is of type I, not R"),
    ],
)
def test_what_a_test_may_not_ask(deck, test, message):
    with pytest.raises(Refused, match=message):
        deck(f"TEST_TABLE(TABLE=T, {test})\n")


def test_a_function_becomes_columns_and_a_cell_a_number(deck):
    study = deck(
        "F = DEFI_FONCTION(NOM_PARA='INST', NOM_RESU='DX', VALE=(0., 1., 2., 3.))\n"
        "TF = CREA_TABLE(FONCTION=_F(FONCTION=F))\n"
        "x = EXTR_TABLE(TABLE=TF, NOM_PARA='DX', TYPE_RESU='REEL', FILTRE=_F(NOM_PARA='INST', VALE=2.))\n"
    )
    assert columns(study["TF"]) == {"INST": [0, 2], "DX": [1, 3]}
    assert study["x"] == 3.0


def test_a_grace_project_holds_the_points(deck, tmp_path):
    deck("IMPR_TABLE(TABLE=T, FORMAT='XMGRACE', NOM_PARA=('INST', 'I'), UNITE=39, LEGENDE='i')\n")
    (path,) = (tmp_path / "out").glob("*39*")
    assert "@target g0.s1\n@type xy\n0 3\n1 1\n2 2\n&" in path.read_text()


def test_rows_answer_python(deck):
    rows = deck("")["T"].EXTR_TABLE()
    assert (rows.NAME == "A").values() == {"INST": [0.0], "NAME": ["A"], "I": [3]}
    assert len(rows.I > 1) == 2
    assert rows["I", "INST"].para == ["I", "INST"]
    rows["Z"] = [1.5, 2.5, 3.5]
    assert rows.dict_CREA_TABLE()["LISTE"][1] == {"PARA": "NAME", "LISTE_K": ["A", "B"], "TYPE_K": "K8", "NUME_LIGN": [1, 3]}


def test_a_whole_number_given_as_real_is_met_within_the_precision(deck):
    study = deck("U = CALC_TABLE(TABLE=T, ACTION=_F(OPERATION='FILTRE', NOM_PARA='INST', VALE=2, PRECISION=0.6, CRITERE='ABSOLU'))\n"
                 "TEST_TABLE(TABLE=T, NOM_PARA='I', FILTRE=_F(NOM_PARA='INST', VALE=2, PRECISION=0.1), VALE_CALC_I=2)\n")  # fmt: skip
    assert study.tests[-1].passed and study["U"].column("INST") == [2.0]


def test_nodes_and_cells_without_names_are_found_by_their_former_ones(deck):
    study = deck("""
P = CREA_TABLE(LISTE=(_F(PARA='NOEUD', LISTE_K=('1', '22', 'N1')), _F(PARA='MAILLE', LISTE_K=('7', '8', '9')),
    _F(PARA='NOEUD_I', LISTE_K=('4', '5', '6')),
    _F(PARA='X', LISTE_R=(1., 2., 3.))))
TEST_TABLE(TABLE=P, NOM_PARA='X', FILTRE=_F(NOM_PARA='NOEUD', VALE_K='N22'), VALE_CALC=2.)
TEST_TABLE(TABLE=P, NOM_PARA='X', FILTRE=_F(NOM_PARA='NOEUD', VALE_K='N1'), VALE_CALC=3.)
TEST_TABLE(TABLE=P, NOM_PARA='X', FILTRE=_F(NOM_PARA='MAILLE', VALE_K='M7'), VALE_CALC=1.)
TEST_TABLE(TABLE=P, NOM_PARA='X', FILTRE=_F(NOM_PARA='NOEUD_I', VALE_K='N5'), VALE_CALC=2.)
Q = CALC_TABLE(TABLE=P, ACTION=_F(OPERATION='FILTRE', NOM_PARA='NOEUD', VALE_K=('N22', '1')))
TEST_TABLE(TABLE=Q, NOM_PARA='X', TYPE_TEST='SOMM', VALE_CALC=3.)
""")
    assert len(study.tests) == 5 and all(row.passed for row in study.tests)
