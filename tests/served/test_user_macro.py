"""Commands that a deck declares itself: checked keywords, defaults of rules, results."""

import pytest

import pyaster_lite

HEAD = """
from code_aster.Cata.DataStructure import CO as typCO, fonction_sdaster, table_sdaster
from code_aster.Cata.Syntax import AU_MOINS_UN, EXCLUS, FACT, MACRO, SIMP, UN_PARMI
from code_aster.Commands import *
from code_aster import CA
from code_aster.Supervis import UserMacro

DEBUT()
test = CA.TestCase()
seen = {}


def sum_ops(self, TABLE=None, **keywords):
    seen.clear()
    seen.update(keywords)
    made = CREA_TABLE(LISTE=_F(PARA="SUM", LISTE_R=sum(keywords.get("VALE", (0.0,)))))
    if TABLE is None:
        return made
    self.register_result(made, TABLE)


SUM = UserMacro("SUM", MACRO(
    nom="SUM", op=sum_ops, fr="adds",
    sd_prod=table_sdaster,
    regles=(EXCLUS("A", "C"), AU_MOINS_UN("B", "C", C=2.0)),
    A=SIMP(statut="f", typ="R"), B=SIMP(statut="f", typ="R"), C=SIMP(statut="f", typ="R"),
    VALE=SIMP(statut="f", typ="R", max="**"),
    F=SIMP(statut="f", typ=fonction_sdaster),
    PART=FACT(statut="f", max="**", regles=UN_PARMI("I", "J", I=0), I=SIMP(typ="I"), J=SIMP(typ="I")),
    TABLE=SIMP(statut="f", typ=typCO),
), sum_ops)
"""


@pytest.fixture
def passes(tmp_path):
    def run(lines):
        path = tmp_path / "deck.comm"
        path.write_text(HEAD + lines)
        return [row.passed for row in pyaster_lite.run(path, output=tmp_path / "out").tests]

    return run


def test_results_come_back_or_take_their_place(passes):
    lines = """
t = SUM(VALE=(1.0, 2.0))
SUM(VALE=4.0, TABLE=CO("u"))
TEST_TABLE(TABLE=t, NOM_PARA="SUM", TYPE_TEST="MAX", VALE_CALC=3.0)
TEST_TABLE(TABLE=u, NOM_PARA="SUM", TYPE_TEST="MAX", VALE_CALC=4.0)
"""
    assert passes(lines) == [True, True]


def test_rules_may_bring_defaults(passes):
    lines = """
SUM(A=1.0)
test.assertEqual(seen, {"A": 1.0, "C": 2.0})
SUM(B=1.0, PART=(_F(J=3), _F()))
test.assertEqual(seen, {"B": 1.0, "PART": [{"J": 3}, {"I": 0}]})
"""
    assert passes(lines) == [True, True]


@pytest.mark.parametrize("words", ["A=1.0, C=1.0", "A=(1.0, 2.0)", "A='text'", "D=1.0", "PART=_F(I=1, J=1)", "F=MAT"])
def test_wrong_keywords_are_errors_that_a_deck_may_mean(passes, words):
    lines = f"""
MAT = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.0))
with test.assertRaises(CA.AsterError):
    SUM({words})
"""
    assert passes(lines) == [True]
