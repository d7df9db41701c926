"""CALC_FONCTION and its neighbours against closed forms."""

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

DATA = """
import numpy as np
t = np.linspace(0., 4., 401)
L = DEFI_LIST_REEL(VALE=t)
SI = FORMULE(NOM_PARA='INST', VALE='sin(2*pi*INST)')
S = CALC_FONC_INTERP(FONCTION=SI, LIST_PARA=L, NOM_RESU='VITE')
D = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 0., 4., 8.), PROL_DROITE='CONSTANT')
A = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0., 0., 1., 2.))
B = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0., 4., 1., 0.))
N = DEFI_NAPPE(NOM_PARA='AMOR', PARA=(0.1, 0.2), FONCTION=(A, B))
"""
T = np.linspace(0.0, 4.0, 401)


@pytest.fixture(scope="module")
def deck(tmp_path_factory):
    def run(text):
        folder = tmp_path_factory.mktemp("deck")
        path = folder / "deck.comm"
        path.write_text(DATA + text)
        return pyaster_lite.run(path, output=folder / "out")

    return run


def result(deck, action):
    return deck(f"R = CALC_FONCTION({action})\n")["R"]


def test_primitive_and_derivative(deck):
    primitive = result(deck, "INTEGRE=_F(FONCTION=S, COEF=1., METHODE='SIMPSON')")
    assert primitive.properties.result == "DEPL"
    assert primitive.y == pytest.approx(1 + (1 - np.cos(2 * np.pi * T)) / (2 * np.pi), abs=2e-7)
    assert result(deck, "DERIVE=_F(FONCTION=D)").y == pytest.approx([2, 2])


def test_combination_is_read_as_the_first(deck):
    made = result(deck, "COMB=(_F(FONCTION=D, COEF=2.), _F(FONCTION=S, COEF=-1.)), LIST_PARA=L")
    assert made.y == pytest.approx(4 * T - np.sin(2 * np.pi * T))
    assert made.properties.right == "CONSTANT"
    families = result(deck, "COMB=(_F(FONCTION=N, COEF=1.), _F(FONCTION=N, COEF=1.))")
    assert families(0.15, 0.5) == pytest.approx(3.0)


def test_words_of_families_say_nothing_of_one_function(deck):
    study = deck("R = CALC_FONCTION(COMB=_F(FONCTION=D, COEF=2.), PROL_GAUCHE_FONC='LINEAIRE', INTERPOL_FONC='LOG')\n")
    plain = result(deck, "COMB=_F(FONCTION=D, COEF=2.)")
    assert study["R"].properties == plain.properties


def test_families_and_functions_do_not_mix(deck):
    with pytest.raises(Refused, match="cannot be mixed"):
        result(deck, "COMB=(_F(FONCTION=N, COEF=1.), _F(FONCTION=A, COEF=1.))")


@pytest.mark.parametrize(
    "action, expected",
    [
        ("ENVELOPPE=_F(FONCTION=(A, B), CRITERE='SUP')", [4, 2]),
        ("ENVELOPPE=_F(FONCTION=(A, B), CRITERE='INF')", [0, 0]),
        ("MOYENNE=_F(FONCTION=(A, B))", [2, 1]),
        ("FRACTILE=_F(FONCTION=(A, B), FRACT=0.25)", [1, 0.5]),
        ("MULT=(_F(FONCTION=A), _F(FONCTION=B))", [0, 0]),
        ("PUISSANCE=_F(FONCTION=A, EXPOSANT=3)", [0, 8]),
        ("INVERSE=_F(FONCTION=B)", [1, 0]),
    ],
)
def test_small_actions(deck, action, expected):
    assert result(deck, action).y == pytest.approx(expected)


def test_fourier_there_and_back(deck):
    study = deck(
        "F = CALC_FONCTION(FFT=_F(FONCTION=S, METHODE='COMPLET'))\nR = CALC_FONCTION(FFT=_F(FONCTION=F))\n"
        "M = CALC_FONCTION(EXTRACTION=_F(FONCTION=F, PARTIE='MODULE'))\n"
    )
    assert study["R"].y == pytest.approx(study["S"].y, abs=1e-12)
    assert study["M"].kind == "fonction_sdaster"


def test_integration_in_frequency(deck):
    twice = result(deck, "INTEGRE_FREQ=_F(FONCTION=S, FREQ_COUP=20., NIVEAU=2)")
    exact = -np.sin(2 * np.pi * T) / (2 * np.pi) ** 2
    assert twice(2.25) - twice(2.0) == pytest.approx(np.interp(2.25, T, exact) - np.interp(2.0, T, exact), rel=0.05)


@pytest.mark.parametrize("method, words, accuracy", [("NIGAM", "", 1e-3), ("HARMO", "PSEUDO='OUI',", 0.1)])
def test_response_spectrum_of_a_sine(deck, method, words, accuracy):
    """After many periods a damped oscillator moves as in steady state: 1 / |w0^2 - w^2 + 2 i xi w0 w|."""
    text = (
        "LT = DEFI_LIST_REEL(DEBUT=0., INTERVALLE=_F(JUSQU_A=40., PAS=0.01))\n"
        "LONG = CALC_FONC_INTERP(FONCTION=SI, LIST_PARA=LT)\n"
        f"R = CALC_FONCTION(SPEC_OSCI=_F(FONCTION=LONG, METHODE='{method}', {words} AMOR_REDUIT=0.1, FREQ=(1., 2.), NORME=1., "
        "NATURE='DEPL', TYPE_RESU='FONCTION'))\n"
    )
    made = deck(text)["R"]
    w, w0 = 2 * np.pi, 2 * np.pi * np.array([1.0, 2.0])
    steady = 1 / np.abs(w0**2 - w**2 + 0.2j * w0 * w)
    assert made.y[0] == pytest.approx(steady[0], rel=accuracy)
    assert made.properties.interpolation == ("LOG", "LOG")


def test_measures(deck):
    study = deck(
        "R = INFO_FONCTION(RMS=_F(FONCTION=S))\nE = INFO_FONCTION(ECART_TYPE=_F(FONCTION=D))\n"
        "M = INFO_FONCTION(MAX=_F(FONCTION=D, INTERVALLE=(1., 2.)))\n"
    )
    assert study["R"].column("RMS")[0] == pytest.approx(np.sqrt(0.5), rel=1e-3)
    assert study["E"].column("MOYENNE")[0] == pytest.approx(4.0)
    assert study["M"].column("TOUTRESU") == [2.0, 4.0]
    assert study["M"].column("INST_MAX") == [2.0, 2.0]


def test_written_functions_are_read_again(deck):
    study = deck(
        "IMPR_FONCTION(UNITE=40, COURBE=(_F(FONCTION=A), _F(FONCTION=B)))\n"
        "R = LIRE_FONCTION(UNITE=40, NOM_PARA='FREQ', INDIC_RESU=(1, 3))\n"
    )
    assert study["R"].x.tolist() == [0, 1]
    assert study["R"].y.tolist() == [4, 0]


def test_numbers_and_text_of_a_file(deck):
    study = deck(
        "IMPR_FONCTION(UNITE=41, COURBE=_F(FONCTION=B))\n"
        "TEST_FICHIER(FICHIER='fort.41', NB_VALE=4, VALE_CALC=5.)\n"
        "TEST_FICHIER(FICHIER='fort.41', NB_VALE=5, VALE_CALC=5.1)\n"
    )
    assert [row.passed for row in study.tests] == [True, True, False, False]


def test_a_step_that_is_not_reached_is_told(deck, capsys):
    study = deck("R = CALC_FONCTION(INTERPOL_FFT=_F(FONCTION=S, PAS_INST=0.007, PRECISION=1e-6))\n")
    assert study["R"].x[1] == pytest.approx(0.007, rel=2e-3)
    assert "further than PRECISION" in capsys.readouterr().err


def test_the_density_of_a_spectrum_has_that_spectrum(deck):
    study = deck(
        "P = DEFI_FONCTION(NOM_PARA='FREQ', VALE=(0.5, 1., 5., 3., 20., 1.5), PROL_DROITE='CONSTANT')\n"
        "R = CALC_FONCTION(DSP=_F(FONCTION=P, AMOR_REDUIT=0.05, NORME=1., FREQ_PAS=0.1, FREQ_COUP=20., DUREE=10.))\n"
        "F = DEFI_LIST_REEL(VALE=(2., 5., 8.))\n"
        "C = CALC_FONCTION(SPEC_OSCI=_F(FONCTION=R, DUREE=10., NATURE_FONC='DSP', METHODE='RICE', AMOR_REDUIT=0.05, NORME=1., "
        "LIST_FREQ=F, TYPE_RESU='FONCTION'))\n"
    )
    np.testing.assert_allclose(study["C"].y, study["P"].evaluate(FREQ=np.array([2.0, 5.0, 8.0])), rtol=0.02)
