"""Data that a command cannot use are told where they stand, however odd they are: never a traceback."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

HEAD = """
F = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 2.0, 2.0, 1.0, 3.0, 4.0))
POINT = DEFI_FONCTION(NOM_PARA="INST", VALE=(1.0, 2.0))
C = DEFI_FONCTION(NOM_PARA="FREQ", VALE_C=(0.0, 1.0, 1.0, 1.0, 2.0, 0.5))
FO = FORMULE(VALE="INST", NOM_PARA="INST")
N = DEFI_NAPPE(
    NOM_PARA="AMOR", PARA=(0.01, 0.02), NOM_PARA_FONC="FREQ", NOM_RESU="ACCE",
    DEFI_FONCTION=(_F(VALE=(1.0, 2.0, 3.0, 4.0)), _F(VALE=(1.0, 3.0, 3.0, 6.0))),
)
T = CREA_TABLE(LISTE=(_F(PARA="A", LISTE_R=(1.0, 2.0)), _F(PARA="B", LISTE_K=("X", "Y"))))
"""


@pytest.fixture
def deck(tmp_path):
    def run(text):
        (tmp_path / "deck.comm").write_text(HEAD + text)
        return pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")

    return run


ONE_POINT = "POINT has one point: two at least are needed here"
CASES = [
    ('R = CALC_FONCTION(DERIVE=_F(FONCTION=POINT))', ONE_POINT),
    ('R = CALC_FONCTION(INTEGRE=_F(FONCTION=POINT, METHODE="SIMPSON"))', ONE_POINT),
    ('R = CALC_FONCTION(FFT=_F(FONCTION=POINT))', ONE_POINT),
    ('R = CALC_FONCTION(SPEC_OSCI=_F(FONCTION=POINT, NORME=1.0))', ONE_POINT),
    ('R = CALC_FONCTION(PROL_SPEC_OSCI=_F(FONCTION=POINT, NORME=1.0, DEPL_MAX=1.0))', ONE_POINT),
    ('R = CALC_FONCTION(CORR_ACCE=_F(FONCTION=POINT, METHODE="FILTRAGE"))', ONE_POINT),
    ('R = CALC_FONCTION(INTERPOL_FFT=_F(FONCTION=F, PAS_INST=0.0))', "PAS_INST must be positive"),
    ('R = CALC_FONCTION(LISS_ENVELOP=_F(NAPPE=N, OPTION="CONCEPTION", NB_FREQ_LISS=1))', "NB_FREQ_LISS must be at least 2"),
    ('R = CALC_FONCTION(LISS_ENVELOP=_F(NAPPE=N, OPTION="CONCEPTION", FREQ_MIN=9.0))', "no frequency between these bounds"),
    ('R = CALC_FONCTION(COMB_C=_F(FONCTION=C, COEF_C=("RI", 1.0)))', "takes a complex number, not the text 'RI'"),
    ('R = INFO_FONCTION(RMS=_F(FONCTION=F, INST_INIT=2.0, INST_FIN=1.0))', "nothing between the instants 2 and 1"),
    ('R = INFO_FONCTION(NOCI_SEISME=_F(FONCTION=F, OPTION="INTE_ARIAS", PESANTEUR=0.0))', "PESANTEUR must be positive"),
    ('R = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=1.0, PAS=1e-300))', "in more than 10000000 steps"),
    ('R = DEFI_LIST_ENTI(DEBUT=0, INTERVALLE=_F(JUSQU_A=10**15, PAS=1))', "more than 10000000 values"),
    ('R = DEFI_LIST_ENTI(VALE=10**30)', "too large a number"),
    ('R = DEFI_CONSTANTE(VALE=1e400)', "too large a number"),
    ('R = DEFI_LIST_ENTI(OPERATION=_F(), VALE=1)', r"takes a text, not _F\(...\)"),
    ('R = EXTR_TABLE(TYPE_RESU="REEL", TABLE=T, NOM_PARA="B", FILTRE=_F(NOM_PARA="A", VALE=1.0))', "'X' is no real number"),
    ('R = EXTR_TABLE(TYPE_RESU="REEL", TABLE=T, NOM_PARA="A", FILTRE=_F(NOM_PARA="B", VALE=1.0))', "B is a column of texts"),
    ('R = CALC_TABLE(TABLE=T, ACTION=_F(OPERATION="FILTRE", NOM_PARA="B", CRIT_COMP="GT", VALE=1.0))', "no order: GT compares B with 1.0"),
    ('R = CALC_TABLE(TABLE=T, ACTION=_F(OPERATION="FILTRE", NOM_PARA="B", CRIT_COMP="REGEXP", VALE_K="("))', "no regular expression"),
    ('R = RECU_FONCTION(TABLE=T, PARA_X="A", PARA_Y="B")', "B is a column of texts"),
    ('R = RECU_FONCTION(NAPPE=N, VALE_PARA_FONC=0.5)', "N has no function at AMOR = 0.5"),
    ('IMPR_FONCTION(COURBE=_F(FONC_X=FO, FONC_Y=FO))', "a formula has no points of its own"),
    ('IMPR_TABLE(TABLE=T, FORMAT="XMGRACE", NOM_PARA=("A", "B"))', "a curve needs numbers"),
    ('TEST_FONCTION(ATTRIBUT=_F(FONCTION=FO, ATTR="INTERPOL", ATTR_REFE="LIN LIN"))', "a formula: it has no INTERPOL"),
    ('DEFI_FICHIER(FICHIER=" ")', "the name of the file is empty"),
    ('DETRUIRE(NOM=(F, F))', "F is given twice"),
]  # fmt: skip


@pytest.mark.parametrize("text, message", CASES)
def test_it_is_refused_where_it_stands(deck, text, message):
    with pytest.raises(Refused, match=message) as refused:
        deck(text + "\n")
    assert all(d.span is not None for d in refused.value.diagnostics)


def test_a_function_of_a_family_bears_the_name_of_its_result(deck):
    curve = deck("R = RECU_FONCTION(NAPPE=N, VALE_PARA_FONC=0.02)\n")["R"]
    assert (curve.x.tolist(), curve.y.tolist()) == ([1.0, 3.0], [3.0, 6.0])
    assert (curve.properties.parameter, curve.properties.result) == ("FREQ", "ACCE")
