"""MACR_RECAL finds again the parameters of curves that are known."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

INNER = """DEBUT()
A__ = 1.0
B__ = 1.0
X = [0.1 * i for i in range(21)]
F = FORMULE(NOM_PARA='INST', VALE='A*exp(-B*INST) + 0.1', A=A__, B=B__)
L = DEFI_LIST_REEL(VALE=X)
G = CALC_FONC_INTERP(FONCTION=F, LIST_PARA=L, NOM_PARA='INST')
REPONSE = CREA_TABLE(FONCTION=_F(FONCTION=G))
OTHER = CREA_TABLE(LISTE=(_F(PARA='X', LISTE_R=X), _F(PARA='Y', LISTE_R=[A__ * x + B__ for x in X])))
FIN()
"""
OUTER = """
from math import exp
import numpy as NP
X = [0.05 + 0.1 * i for i in range(19)]
MEASURED = DEFI_FONCTION(NOM_PARA='INST', ABSCISSE=X, ORDONNEE=[3.0 * exp(-0.7 * x) + 0.1 for x in X])
%s
"""
PAIR = "PARA_OPTI=(_F(NOM_PARA='B__', VALE_INI=1.5, VALE_MIN=0.1, VALE_MAX=5.), _F(NOM_PARA='A__', VALE_INI=1., VALE_MIN=0.1, VALE_MAX=9.))"
CURVE = "COURBE=_F(FONC_EXP=MEASURED, NOM_FONC_CALC='REPONSE', PARA_X='INST', PARA_Y='TOUTRESU')"


@pytest.fixture
def found(tmp_path):
    def run(words):
        (tmp_path / "deck.comm").write_text(OUTER % f"FOUND = MACR_RECAL(UNITE_ESCL=35, {words})")
        (tmp_path / "deck.35").write_text(INNER)
        return pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")["FOUND"].getValues()

    return run


# broken lines through a curve lie a little above it
NEAR = dict(rel=2e-2)


def test_levenberg_in_the_order_of_the_deck(found, tmp_path):
    assert found(f"{PAIR}, {CURVE}, GRAPHIQUE=_F(UNITE=30, AFFICHAGE='ITERATION_FINALE')") == pytest.approx([0.7, 3.0], **NEAR)
    assert "iteration 3" in (tmp_path / "out" / "deck.91.txt").read_text()


def test_bounds_hold(found):
    low = PAIR.replace("VALE_MIN=0.1, VALE_MAX=5.", "VALE_MIN=0.9, VALE_MAX=5.")
    assert found(f"{low}, {CURVE}")[0] == pytest.approx(0.9)


def test_two_weighted_curves_and_numpy(found):
    words = (
        "LIST_PARA=[['A__', 1.0, 0.1, 9.0], ['B__', 1.5, 0.1, 5.0]], RESU_CALC=[['OTHER', 'X', 'Y'], ['OTHER', 'X', 'Y']],"
        "RESU_EXP=[NP.array([[0.5, 2.0], [1.5, 4.0]]), NP.array([[1.0, 3.0]])], LIST_POIDS=NP.array([1.0, 2.0]), RESI_GLOB_RELA=1e-8"
    )
    assert found(words) == pytest.approx([2.0, 1.0], rel=1e-6)


@pytest.mark.parametrize(
    "method",
    [
        "METHODE='FMIN', ITER_MAXI=80",
        "METHODE='FMINBFGS', ITER_MAXI=40",
        "METHODE='HYBRIDE', GRAINE=3, NB_PARENTS=3, NB_FILS=4, ITER_ALGO_GENE=2",
    ],
)
def test_other_searches(found, method):
    assert found(f"{PAIR}, {CURVE}, {method}") == pytest.approx([0.7, 3.0], **NEAR)


def test_what_is_refused(found):
    with pytest.raises(Refused, match="does not speak of the parameter C__"):
        found(f"{PAIR.replace('A__', 'C__')}, {CURVE}")
    with pytest.raises(Refused, match="makes no table REPONSE with the columns X"):
        found(f"{PAIR}, {CURVE.replace('INST', 'X')}")
    with pytest.raises(Refused, match="start between its bounds"):
        found(f"{PAIR.replace('VALE_INI=1.5', 'VALE_INI=0.')}, {CURVE}")
