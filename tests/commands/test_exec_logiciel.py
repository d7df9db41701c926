"""EXEC_LOGICIEL runs programs beside the files of the units."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import ExitCode, Refused


@pytest.fixture
def deck(tmp_path):
    def run(text):
        path = tmp_path / "deck.comm"
        path.write_text("T = CREA_TABLE(LISTE=_F(PARA='X', LISTE_R=[2.5]))\nIMPR_TABLE(TABLE=T, UNITE=31)\n" + text)
        return pyaster_lite.run(path, output=tmp_path / "out")

    return run


def test_a_program_finds_and_makes_the_files_of_units(deck, tmp_path):
    study = deck(
        "EXEC_LOGICIEL(LOGICIEL='cp', ARGUMENT=('fort.31', 'fort.32'))\n"
        "READ = LIRE_TABLE(UNITE=32)\n"
        "TEST_TABLE(TABLE=READ, NOM_PARA='X', VALE_CALC=2.5)\n"
        "EXEC_LOGICIEL(LOGICIEL='cat fort.32 > REPE_OUT/kept', SHELL='OUI')\n"
    )
    assert study.exit_code is ExitCode.OK
    assert (tmp_path / "out" / "REPE_OUT" / "kept").read_text() == (tmp_path / "out" / "fort.32").read_text()
    assert not (tmp_path / "out" / "fort.31").exists()


def test_codes_above_the_largest_allowed_fail(deck):
    assert deck("EXEC_LOGICIEL(LOGICIEL='exit 3', SHELL='OUI', CODE_RETOUR_MAXI=3)\n").exit_code is ExitCode.OK
    assert deck("EXEC_LOGICIEL(LOGICIEL='exit 4', SHELL='OUI', CODE_RETOUR_MAXI=-1)\n").exit_code is ExitCode.OK
    with pytest.raises(Refused, match="ended with the code 4, at most 3"):
        deck("EXEC_LOGICIEL(LOGICIEL='exit 4', SHELL='OUI', CODE_RETOUR_MAXI=3)\n")
    with pytest.raises(Refused, match="no_such_program cannot be run"):
        deck("EXEC_LOGICIEL(LOGICIEL='no_such_program')\n")
