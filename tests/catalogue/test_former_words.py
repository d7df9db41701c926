"""Words that code_aster has no more are told apart from words that never were."""

from pyaster_lite import api
from pyaster_lite.catalogue import former_words, words
from pyaster_lite.catalogue.former_words import gone_since, today, value_gone_since
from pyaster_lite.catalogue.versions import version
from pyaster_lite.diagnostics import Severity

OLD = "C = AFFE_CHAR_MECA(INTE_ELEC=_F(GROUP_MA='A', MAILLE2='B'))\n"


def test_a_word_is_gone_since_a_version():
    assert gone_since("AFFE_CHAR_MECA", "INTE_ELEC") == "17" and gone_since("AFFE_CHAR_MECA", "INTE_ELFC") is None
    assert value_gone_since("AFFE_MODELE/AFFE/MODELISATION", "POU_C_T") == "13.0.9"
    assert today("AFFE_MATERIAU/AFFE_VARC/CHAMP_GD") == "AFFE_MATERIAU/AFFE_VARC/CHAM_GD"


def test_none_of_them_is_todays():
    data = former_words._data()
    assert not [path for path in data["words"] if words.has_keyword(*path.rsplit("/", 1))]
    assert not [path for path in data["values"] if words.has_value(*path.split("=", 1))]
    assert all(version(text) for text in {*data["words"].values(), *data["values"].values()})


def test_a_deck_that_asks_for_one_is_not_wrong(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("M = LIRE_MAILLAGE()\n" + OLD)
    (told,) = [d for d in api.check(deck) if d.span.line == 2 and "INTE_ELEC" in d.message]
    assert (told.severity, told.code) == (Severity.MISSING, "M002") and "before version 17" in told.message
    deck.write_text("M = LIRE_MAILLAGE()\n" + OLD.replace("INTE_ELEC", "INTE_FIZZ"))
    assert "C001" in [d.code for d in api.check(deck)]
