"""COMB_SISM_MODAL as older versions wrote it."""

import pytest

from pyaster_lite.catalogue.checker import renew
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.study.promise import Promise
from pyaster_lite.syntax.nodes import Factor

SPECTRA = [Promise("nappe_sdaster", name) for name in ("S1", "S2", "S3")]


def _renewed(excitation, **words):
    first = {"MODE_MECA": Promise("mode_meca", "M"), "MONO_APPUI": "OUI", "EXCIT": Factor.from_values(excitation, None)}
    factor = Factor.from_values({**first, **words}, None)
    _, told = renew(COMMANDS["COMB_SISM_MODAL"], factor)
    return {word: argument.value for word, argument in factor.arguments.items()}, " ".join(t.text for t in told)


def _plain(levels):
    return [{word: argument.value for word, argument in level.arguments.items()} for level in levels]


def test_a_direction_is_spread_over_the_axes():
    words, told = _renewed({"AXE": (3.0, 0.0, -4.0), "SPEC_OSCI": SPECTRA[0], "ECHELLE": 10.0, "NATURE": "DEPL"}, CORR_FREQ="OUI")
    both = {"SPEC_OSCI": SPECTRA[0], "NATURE": "DEPL", "CORR_FREQ": "OUI_AVANT_16"}
    assert [level["LIST_AXE"] for level in _plain(words["SPECTRE"])] == ["X", "Z"]
    assert [level["ECHELLE"] for level in _plain(words["SPECTRE"])] == pytest.approx([6.0, -8.0])
    assert all(both.items() <= level.items() for level in _plain(words["SPECTRE"]))
    assert not {"EXCIT", "CORR_FREQ", "MONO_APPUI"} & words.keys() and "EXCIT is now SPECTRE" in told
    assert _plain(words["TYPE_RESU"]) == [{"TYPE": "VALE_DIRE", "LIST_AXE": ("X", "Z")}]


def test_three_spectra_go_one_to_each_axis_and_directions_are_combined_when_asked():
    corrected = Promise("mode_meca", "STATIC")
    asked = {"MODE_CORR": corrected, "COMB_DIRECTION": Factor.from_values({"TYPE": "QUAD"}, None)}
    words, _ = _renewed({"TRI_SPEC": "OUI", "SPEC_OSCI": SPECTRA, "ECHELLE": (1.0, 2.0, 3.0)}, **asked)
    wanted = [{"LIST_AXE": axis, "SPEC_OSCI": own, "ECHELLE": e} for axis, own, e in zip("XYZ", SPECTRA, (1.0, 2.0, 3.0))]
    assert _plain(words["SPECTRE"]) == wanted
    assert words["COMB_DIRECTION"] == ["QUAD"] and words["MODE_CORR"] == "OUI" and words["PSEUDO_MODE"] is corrected
    assert [level["TYPE"] for level in _plain(words["TYPE_RESU"])] == ["VALE_TOTA", "VALE_DIRE"]


def test_supports_that_move_on_their_own_stay_refused():
    words, _ = _renewed({"AXE": (1.0, 0.0, 0.0), "SPEC_OSCI": SPECTRA[0], "GROUP_NO": "G"}, MULTI_APPUI="CORRELE")
    assert "EXCIT" in words and "SPECTRE" not in words


def test_the_words_of_today_stay():
    level = Factor.from_values({"LIST_AXE": "X", "SPEC_OSCI": SPECTRA[0]}, None)
    factor = Factor.from_values({"SPECTRE": level, "MODE_CORR": "NON", "COMB_DIRECTION": "QUAD"}, None)
    assert renew(COMMANDS["COMB_SISM_MODAL"], factor)[1] == []
    assert set(factor.arguments) == {"SPECTRE", "MODE_CORR", "COMB_DIRECTION"}
