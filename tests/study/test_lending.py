"""Formulas of old decks see the names of the deck around them."""

from pyaster_lite import api
from pyaster_lite.study.lending import borrowed
from pyaster_lite.study.port import port

OLD = """a = 2.0
F = FORMULE(VALE='a * X + sin(b)', NOM_PARA='X')
"""
BLOCK = """class Box:
    a = 3.0
a = Box.a
fs = [FORMULE(VALE='a * X', NOM_PARA='X') for _ in (0,)]
F = fs[0]
"""
TEST = "TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA='X', VALE_PARA=1.0, VALE_CALC=%s))\n"


def _deck(folder, text):
    path = folder / "deck.comm"
    path.write_text(text)
    return path


def test_what_is_used_known_and_not_given_is_borrowed():
    given = {"VALE": "a * X + b * sqrt(c)\n + max([d for d in g])", "NOM_PARA": ("X",), "b": 1.0}
    assert borrowed(given, {"a", "b", "c", "d", "g", "X", "sqrt"}) == ["a", "c", "g"]
    assert borrowed({"VALE": "a *", "NOM_PARA": "X"}, {"a"}) == []
    assert borrowed({"VALE": "a", "NOM_PARA": None}, {"a"}) == []


def test_a_formula_takes_what_the_deck_made_before_it(tmp_path):
    study = api.run(_deck(tmp_path, "b = 0.0\n" + OLD + TEST % 2.0), output=tmp_path)
    assert [row.passed for row in study.tests] == [True]
    assert study.time == (14, 1, 12)
    assert any(d.code == "L001" and "a=a, b=b" in d.message for d in study.diagnostics)


def test_so_does_one_made_by_the_deck_s_python(tmp_path):
    study = api.run(_deck(tmp_path, BLOCK + TEST % 3.0), output=tmp_path)
    assert [row.passed for row in study.tests] == [True]


def test_what_nothing_made_is_still_refused(tmp_path):
    found = api.check(_deck(tmp_path, OLD))
    assert any(d.code == "S054" and "uses b" in d.message for d in found)


def test_port_writes_it_out(tmp_path):
    assert "NOM_PARA='X', a=a, b=b)" in port(_deck(tmp_path, "b = 0.0\n" + OLD)).text


def test_items_of_lists_have_names_of_their_own(tmp_path):
    text = "fs = [None] * 2\nfor i in range(2):\n    fs[i] = DEFI_CONSTANTE(VALE=2.0 + i)\n" + (TEST % 3.0).replace("=F,", "=fs_1,")
    study = api.run(_deck(tmp_path, text), output=tmp_path)
    assert [row.passed for row in study.tests] == [True]
    assert any(d.code == "G001" for d in api.check(_deck(tmp_path, text.replace("fs_1", "gs_1"))))
