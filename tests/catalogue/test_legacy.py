"""Old spellings become today's before the check, and are told once each as a note."""

from pyaster_lite import api
from pyaster_lite.catalogue.legacy import Renamed
from pyaster_lite.syntax.nodes import Factor


def test_a_word_moves_within_its_factor():
    factor = Factor.from_values({"DDL_IMPO": [{"OLD": 1}, {"DX": 0.0}, {"OLD": 2}]})
    told = Renamed("DDL_IMPO/OLD", "DDL_IMPO/NEW", lambda v: v * 10).apply(factor)
    values = [sorted((n, a.value) for n, a in o.arguments.items()) for o in factor.arguments["DDL_IMPO"].value]
    assert values == [[("NEW", 10)], [("DX", 0.0)], [("NEW", 20)]]
    assert [t.text for t in told] == ["DDL_IMPO/OLD is now DDL_IMPO/NEW"] * 2


def test_values_are_gathered_one_level_up():
    factor = Factor.from_values({"CONCEPT": [{"NOM": (1, 2)}, {"NOM": 3}]})
    Renamed("CONCEPT/NOM", "NOM").apply(factor)
    assert set(factor.arguments) == {"NOM"} and factor.arguments["NOM"].value == [1, 2, 3]


def test_a_dropped_word_goes():
    factor = Factor.from_values({"PAR_LOT": "OUI"})
    assert len(Renamed("PAR_LOT", None).apply(factor)) == 1 and not factor.arguments


def test_todays_value_is_not_old():
    renamed = Renamed("CODE", "CODE", lambda v: v if isinstance(v, str) else "OUI")
    assert renamed.apply(Factor.from_values({"CODE": "OUI"})) == []


def test_an_old_deck_runs_and_is_told_todays_words(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("DEBUT(PAR_LOT='NON')\nF = DEFI_CONSTANTE(VALE=1.0)\nDETRUIRE(CONCEPT=_F(NOM=F))\nFIN()\n")
    assert [(d.severity.value, d.span.line) for d in api.check(deck)] == [("note", 1), ("note", 3)]
    api.run(deck, output=tmp_path)
