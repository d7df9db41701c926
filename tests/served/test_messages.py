"""Errors that decks raise and catch, and commands as text."""

from types import SimpleNamespace

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused
from pyaster_lite.served.outputs import command_text

HEAD = "from code_aster.Commands import *\nfrom code_aster import CA\nDEBUT()\ntest = CA.TestCase()\n"


def passes(tmp_path, lines):
    path = tmp_path / "deck.comm"
    path.write_text(HEAD + lines)
    return [row.passed for row in pyaster_lite.run(path, output=tmp_path / "out").tests]


def test_errors_of_the_deck_are_caught_by_name(tmp_path):
    lines = """
try:
    CA.raiseAsterError("SUPERVIS_2")
except CA.AsterError as error:
    test.assertEqual(error.id_message, "SUPERVIS_2")
with test.assertRaisesRegex(Exception, "words of code_aster"):
    CA.raiseAsterError("SUPERVIS_2")
with test.assertRaisesRegex(Exception, "y"):
    raise ValueError("x")
with test.assertRaisesRegex(ValueError, "y"):
    pass
test.assertRaisesRegex(ValueError, "literal", int, "x")
"""
    assert passes(tmp_path, lines) == [True, True, False, False, True]


def test_one_that_is_not_caught_stops_the_study(tmp_path):
    with pytest.raises(Refused, match="SUPERVIS_2"):
        passes(tmp_path, "CA.raiseAsterError('SUPERVIS_2')\n")


def test_meshes_that_cannot_be_read_are_known_by_name(tmp_path):
    (tmp_path / "deck.18").write_text("COOR_2D\nN1 0.0 what\nFINSF\nFIN\n")
    lines = """
for unit, name in ((18, "MODELISA_1"), (55, "MODELISA4_93")):
    try:
        LIRE_MAILLAGE(UNITE=unit, FORMAT="ASTER")
    except CA.AsterError as error:
        test.assertEqual(error.id_message, name)
"""
    assert passes(tmp_path, lines) == [True, True]


def test_a_command_as_text():
    text = command_text(None)
    mesh = SimpleNamespace(getName=lambda: "00000001", userName="MA")
    keywords = {"MAILLAGE": mesh, "AFFE": [{"TOUT": "OUI", "VALE": (1, 2, 3)}, {"NOM": "B"}]}
    expected = [
        "R = MAKE(MAILLAGE=MA,",
        "         AFFE=(_F(TOUT='OUI',",
        "                  VALE=(1, 2, ...)),",
        "               _F(NOM='B')))",
    ]
    assert text("MAKE", keywords, result="R", limit=2).splitlines() == expected
