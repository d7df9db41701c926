"""Decks of functions and their tests: right references pass, wrong ones turn the deck red, bad data are located."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import ExitCode, Refused

HEAD = "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 1., 2., 3., 4.), PROL_DROITE='LINEAIRE')\n"


@pytest.fixture
def deck(tmp_path):
    def run(text):
        path = tmp_path / "deck.comm"
        path.write_text(text)
        return pyaster_lite.run(path, output=tmp_path / "out")

    return run


def one_value(deck, value):
    return deck(HEAD + f"TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=5., {value}))\n")


def test_a_right_reference_passes_and_a_wrong_one_fails(deck):
    assert one_value(deck, "VALE_CALC=6.").exit_code is ExitCode.OK
    assert one_value(deck, "VALE_CALC=6.00001").exit_code is ExitCode.TEST_FAILED
    study = one_value(deck, "VALE_CALC=6., VALE_REFE=6.01, REFERENCE='ANALYTIQUE', PRECISION=1e-4")
    assert [row.passed for row in study.tests] == [True, False]
    assert study.tests[1].difference == pytest.approx(0.01 / 6.01)


def test_mean_over_an_interval(deck):
    study = deck(HEAD + "TEST_FONCTION(VALEUR=_F(FONCTION=F, INTERVALLE=(0., 3.), VALE_CALC=2.3333333333333335))\n")
    assert study.tests[0].passed


def test_lists_add_their_steps_up(deck):
    study = deck("L = DEFI_LIST_REEL(DEBUT=-1., INTERVALLE=(_F(JUSQU_A=0., NOMBRE=2), _F(JUSQU_A=0.25, PAS=0.1)))\n")
    assert study["L"].getValues() == [-1.0, -0.5, 0.0, 0.1, 0.2, 0.25]


@pytest.mark.parametrize(
    "text, message",
    [
        ("VALE=(0., 1., 1.)", "takes groups of 2 values"),
        ("VALE=(0., 1., 2., 3., 1., 4.)", "must ascend strictly, but 1 follows 2"),
        ("VALE=(0., 1., 2., 3.), INTERPOL='LOG'", "needs positive values"),
        ("ABSCISSE=(0., 1.), ORDONNEE=(1., 2., 3.)", "ORDONNEE has 3 values for the 2"),
        ("VALE=(0., 1., 1., 2., 1., 3.), VERIF='NON'", "comes twice"),
    ],
)
def test_points_that_make_no_function(deck, text, message):
    with pytest.raises(Refused, match=message):
        deck(f"F = DEFI_FONCTION(NOM_PARA='INST', {text})\n")


def test_a_value_outside_is_a_failed_computation(deck):
    with pytest.raises(Refused, match="is given for 0 <= INST <= 3 only") as refused:
        deck(HEAD + "TEST_FONCTION(VALEUR=_F(FONCTION=F, VALE_PARA=-1., VALE_CALC=6.))\n")
    assert refused.value.diagnostics[0].code == "X001"


FAMILY = """
k = 3.
A = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0., 0., 1., 2., 3., 4.))
B = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0., 10., 3., 14.))
N = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.2, 0.1), FONCTION=(B, A))
Q = FORMULE(NOM_PARA=('X', 'Y'), VALE='k*X + Y**2 + A(Y)', k=k, A=A)
C = FORMULE(NOM_PARA='X', VALE_C='X + 1j*X')
"""


def test_parameters_are_found_by_name(deck):
    study = deck(
        FAMILY
        + """
TEST_FONCTION(VALEUR=(
    _F(FONCTION=N, NOM_PARA=('FREQ', 'AMOR'), VALE_PARA=(1.5, 0.15), VALE_CALC=7.25),
    _F(FONCTION=Q, NOM_PARA=('Y', 'X'), VALE_PARA=(2., 1.), VALE_CALC=10.),
    _F(FONCTION=C, VALE_PARA=2., VALE_CALC_C=2 + 2j),
), ATTRIBUT=(_F(FONCTION=N, ATTR='NOM_PARA_FONC', ATTR_REFE='FREQ'), _F(FONCTION=A, ATTR='INTERPOL', ATTR_REFE='LIN LOG ')))
"""
    )
    assert [row.passed for row in study.tests] == [True, True, True, True, False]


def test_a_formula_must_know_its_names(deck):
    with pytest.raises(Refused, match="uses k"):
        deck("Q = FORMULE(NOM_PARA='X', VALE='k*X')\n")
