"""Integers divided by integers in decks of the time of Python 2."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused
from pyaster_lite.study.port import port
from pyaster_lite.study.run import Options, Study
from pyaster_lite.syntax.division import of_version_2

DECK = """N = 7
L = DEFI_LIST_ENTI(VALE=(N/2, 10))
F = DEFI_CONSTANTE(VALE=7./2)
for i in range(1):
    half = len([1, 2, 3])/2
    half /= 1
    M = DEFI_LIST_ENTI(VALE=(half, 10))
FIN()
"""


@pytest.mark.parametrize("left, right, value", [(7, 2, 3), (-7, 2, -4), (7.0, 2, 3.5)])
def test_integers_give_an_integer(left, right, value):
    assert of_version_2(left, right) == value


def test_a_deck_divides_as_its_time_did(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text(DECK)
    study = Study(deck, Options(output=tmp_path, aster_version="12", verbosity=-1)).run()
    assert not study.diagnostics
    assert study["L"].values.tolist() == [3, 10] and study["M"].values.tolist() == [1, 10] and study["F"].evaluate() == 3.5
    with pytest.raises(Refused, match="not the number 3.5"):
        pyaster_lite.run(deck, output=tmp_path)


def test_port_writes_the_division_of_its_time(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text(DECK)
    text = port(deck, "12").text
    assert "VALE=(N//2, 10)" in text and "VALE=7./2" in text and "len([1, 2, 3])//2" in text
    assert port(deck).text == DECK


def test_numbers_of_a_function_by_their_old_name(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text(
        "F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0., 1., 2., 5.))\n"
        "import aster\n"
        "found = aster.getvectjev('F                  .VALE        ')\n"
        "half = len(found)/2\n"
        "G = DEFI_LIST_REEL(VALE=found[half:])\nFIN()\n"
    )
    study = Study(deck, Options(output=tmp_path, aster_version="10.3", verbosity=-1)).run()
    assert study["found"] == (0.0, 2.0, 1.0, 5.0) and study["G"].values.tolist() == [1.0, 5.0]
