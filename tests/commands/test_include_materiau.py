"""INCLUDE_MATERIAU: materials that files of a catalogue tell."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import ExitCode, Refused

FILE = """
young = DEFI_FONCTION(NOM_PARA='TEMP', PROL_DROITE=prol['droite'], VALE=(0.0, 2.0E11 * coef_unit(-6), 100.0, 1.0E11 * coef_unit(-6)))
nu = DEFI_CONSTANTE(VALE=0.3)
motscles = defi_motscles(
    ELAS=_F(extraction=True, E=temp_eval(young), NU=0.3),
    ELAS_FO=_F(extraction=False, E=young, NU=nu),
    THER=_F(extraction=True, LAMBDA=50.0),
    FATIGUE=_F(E_REFE=2.0E11 * coef_unit(-6)),
)
"""
COLD = "S = INCLUDE_MATERIAU(FICHIER='steel.data', UNITE_LONGUEUR='MM', EXTRACTION=_F(COMPOR=('ELAS', 'FATIGUE'), TEMP_EVAL=50.0))\n"
WARM = "S = INCLUDE_MATERIAU(NOM_AFNOR='STEEL', TYPE_MODELE='REF', VARIANTE='A', TYPE_VALE='NOMI', PROL_DROITE='CONSTANT')\n"
ASK = "V = S.RCVALE('{word}', ('TEMP',), ({t},), ('{name}',), 2)[0][0]\n"
TEST = "T = CREA_TABLE(LISTE=_F(PARA='V', LISTE_R=[float(V)]))\nTEST_TABLE(TABLE=T, NOM_PARA='V', VALE_CALC={value})\n"


@pytest.fixture
def run(tmp_path):
    def act(text, file=FILE):
        (tmp_path / "steel.data").write_text(file)
        (tmp_path / "STEEL_REF_A.NOMI").write_text(file)
        (tmp_path / "deck.comm").write_text("DEBUT()\n" + text + "FIN()\n")
        return pyaster_lite.run(tmp_path / "deck.comm", output=tmp_path / "out")

    return act


def test_words_are_taken_at_a_temperature_in_the_unit_of_the_deck(run):
    study = run(COLD + ASK.format(word="ELAS", t=20.0, name="E") + TEST.format(value=1.5e5))
    assert study.exit_code is ExitCode.OK
    assert set(study["S"].getMaterialNames()) == {"ELAS", "FATIGUE"}


def test_functions_stay_functions_without_a_temperature(run):
    study = run(WARM + ASK.format(word="ELAS", t=200.0, name="E") + TEST.format(value=1e11))
    assert study.exit_code is ExitCode.OK


@pytest.mark.parametrize(
    "text, file, message",
    [
        (COLD.replace("steel", "iron"), FILE, "there is no file iron.data"),
        (COLD, "x = 1\n", "steel.data tells no motscles"),
        (COLD, "motscles = defi_motscles(ELAS=_F(E=unknown))\n", "steel.data stops: NameError"),
        (COLD, "motscles = defi_motscles(ELAS=_F(EE=1.0))\n", "EE"),
    ],
)
def test_unusable_files_are_said(run, text, file, message):
    with pytest.raises(Refused, match=message):
        run(text, file)
