"""Python in decks: commands as functions, concepts as values, macros from the deck's own modules."""

import pytest

from pyaster_lite import Refused, api


def run(folder, text):
    deck = folder / "demo.comm"
    deck.write_text(text)
    return api.run(deck, output=folder / "out")


def test_commands_run_in_loops_and_give_values(tmp_path):
    study = run(tmp_path, "F = [None] * 3\nfor i in range(3):\n    F[i] = DEFI_CONSTANTE(VALE=float(i))\nx = [f(0.0) for f in F]\n")
    assert study["x"] == [0.0, 1.0, 2.0]


def test_a_command_is_called_by_another_name(tmp_path):
    assert run(tmp_path, "make = DEFI_CONSTANTE\nF = make(VALE=2.0)\n")["F"](0.0) == 2.0


def test_a_macro_of_the_decks_own_module_is_called(tmp_path):
    (tmp_path / "macros.py").write_text("from code_aster.Commands import *\ndef MAKE(x):\n    return DEFI_CONSTANTE(VALE=x)\n")
    study = run(tmp_path, "from macros import *\nF = MAKE(2.0)\n")
    assert study["F"](0.0) == 2.0 and study["F"].name == "F"


def test_concepts_made_by_co_in_python_are_known_afterwards(tmp_path):
    text = "for name in ('A', 'B'):\n    x = CO(name)\nF = DEFI_CONSTANTE(VALE=1.0)\nDETRUIRE(NOM=F)\nF = DEFI_CONSTANTE(VALE=2.0)\n"
    assert run(tmp_path, text)["F"](0.0) == 2.0


def test_a_deck_may_catch_what_a_command_raises(tmp_path):
    text = "import aster\ntry:\n    F = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 1.0, 2.0))\nexcept aster.error:\n    caught = True\n"
    assert run(tmp_path, text)["caught"] is True


def test_an_exception_is_told_at_its_line(tmp_path):
    with pytest.raises(Refused) as refused:
        run(tmp_path, "x = 1\nfor i in range(2):\n    y = x / (i - 1)\n    z = [][5]\n")
    (found,) = refused.value.diagnostics
    assert found.span.line == 4 and "IndexError" in found.message


def test_a_deck_cannot_catch_what_is_not_there_yet(tmp_path):
    with pytest.raises(Refused) as refused:
        run(tmp_path, "import aster\nname = 'X'\ntry:\n    X = CALC_MISS(**{name: 1})\nexcept Exception:\n    pass\n")
    assert refused.value.diagnostics[0].code == "M001"
