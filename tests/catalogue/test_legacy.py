"""Old spellings become today's before the check, and are told once each as a note."""

import pytest

from pyaster_lite import api
from pyaster_lite.catalogue.legacy import Idle, Renamed
from pyaster_lite.catalogue.registry import COMMANDS, SCHEMES
from pyaster_lite.catalogue.versions import latest, version
from pyaster_lite.commands._loads_old import OLD_LOADS
from pyaster_lite.commands._model_old import OLD_MODEL
from pyaster_lite.commands._result_old import OLD_RESULT
from pyaster_lite.commands._tests_old import old_tests
from pyaster_lite.study.run import Options, Study
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
    assert [(d.code, d.span.line) for d in api.check(deck)] == [("L001", 1), ("L001", 3)]
    api.run(deck, output=tmp_path)


def test_a_word_moves_to_another_factor():
    factor = Factor.from_values({"SOLVEUR": {"SYME": "OUI"}})
    Renamed("SOLVEUR/SYME", "NEWTON/MATR_RIGI_SYME").apply(factor)
    assert set(factor.arguments) == {"NEWTON"} and factor.arguments["NEWTON"].value.arguments["MATR_RIGI_SYME"].value == "OUI"


def test_occurrences_of_two_old_words_join():
    factor = Factor.from_values({"COMP_INCR": [{"A": 1}], "COMP_ELAS": {"A": 2}})
    for rule in (Renamed("COMP_INCR", "COMPORTEMENT"), Renamed("COMP_ELAS", "COMPORTEMENT")):
        rule.apply(factor)
    assert [o.arguments["A"].value for o in factor.arguments["COMPORTEMENT"].value] == [1, 2]


def test_an_old_test_keeps_its_verdict():
    factor = Factor.from_values({"RESU": {"VALE": 2.0, "PRECISION": (0.05, 1e-3), "REFERENCE": "ANALYTIQUE", "VERSION": "9"}})
    for rule in old_tests("RESU"):
        rule.apply(factor)
    values = {word: a.value for word, a in factor.arguments["RESU"].value.arguments.items()}
    assert values == {"VALE_CALC": 2.0, "TOLE_MACHINE": (0.05, 1e-3)}


@pytest.mark.parametrize("time, alpha", [("10.3", -0.3), ("15.1.10", -0.3), ("15.1.11", -0.1), ("17", -0.1)])
def test_a_default_has_a_date(time, alpha):
    assert SCHEMES["HHT"].keywords["ALPHA"].defaut_at(version(time)) == alpha


def test_a_version_is_told_by_its_numbers():
    assert version("9.3.12") < version("10.0") < version("15.2.17") < version("15.2.17+") < version("17")
    with pytest.raises(ValueError):
        version("ten")
    assert version("15.1.11") < latest("15.1") < version("15.2")


def test_old_words_tell_whose_defaults_hold(tmp_path):
    deck = tmp_path / "old.comm"
    deck.write_text("DEBUT(CODE=_F(NOM='A'))\nFIN()\n")
    assert Study(deck).time is None
    study = Study(deck)
    study.read(), study.check()
    assert study.time == version("12.0.14")
    study = Study(deck, Options(aster_version="10.3"))
    study.read(), study.check()
    assert version("10.3.99") < study.time < version("10.4") and "L002" not in [d.code for d in study.diagnostics]


def told_of(rules, words):
    factor = Factor.from_values(words)
    told = [t.text for rule in rules for t in rule.apply(factor)]
    return plain(factor), told


def plain(value):
    """Arguments as plain dictionaries."""
    if isinstance(value, Factor):
        return {word: plain(a.value) for word, a in value.arguments.items()}
    return [plain(v) for v in value] if isinstance(value, list) else value


def test_gravity_and_rotation_were_lists_of_numbers():
    loads, told = told_of(OLD_LOADS, {"PESANTEUR": (9.81, 0.0, 0.0, -1.0), "ROTATION": (3.0, 0.0, 0.0, 1.0, 1.0, 2.0, 0.0)})
    assert loads == {
        "PESANTEUR": {"GRAVITE": 9.81, "DIRECTION": (0.0, 0.0, -1.0)},
        "ROTATION": {"VITESSE": 3.0, "AXE": (0.0, 0.0, 1.0), "CENTRE": (1.0, 2.0, 0.0)},
    }
    assert told[0] == "PESANTEUR is now _F(...) with GRAVITE, DIRECTION"


def test_multipliers_stood_somewhere_among_the_equations():
    loads, told = told_of(OLD_LOADS, {"LIAISON_SOLIDE": {"GROUP_NO": "A", "NUME_LAGR": "APRES"}})
    assert loads == {"LIAISON_SOLIDE": {"GROUP_NO": "A"}} and told == ["LIAISON_SOLIDE/NUME_LAGR has no effect any more"]


def test_several_modelisations_had_their_turns():
    model, told = told_of(OLD_MODEL, {"AFFE": {"TOUT": "OUI", "MODELISATION": ("3D", "3D_SI")}, "VERIF": "MAILLE"})
    assert model == {"AFFE": [{"TOUT": "OUI", "MODELISATION": "3D"}, {"TOUT": "OUI", "MODELISATION": "3D_SI"}]} and len(told) == 2


def test_one_modelisation_in_a_tuple_is_not_old():
    assert told_of(OLD_MODEL, {"AFFE": {"TOUT": "OUI", "MODELISATION": ("3D",)}})[1] == []


def test_a_node_of_a_function_tells_no_version():
    """code_aster takes RECU_FONCTION/NOEUD to this day, though it does not show it."""
    words = {"RESULTAT": "U", "NOEUD": "N1"}
    assert told_of(COMMANDS["RECU_FONCTION"].legacy, words) == (words, [])


def test_the_name_of_a_field_was_that_of_all():
    assert told_of(OLD_RESULT, {"NOM_CHAM": "TEMP", "AFFE": [{"INST": 0.0}, {"INST": 1.0}]})[0] == {
        "AFFE": [{"INST": 0.0, "NOM_CHAM": "TEMP"}, {"INST": 1.0, "NOM_CHAM": "TEMP"}]
    }


def test_a_word_without_effect_goes_where_it_has_none():
    idle = Idle("INCREMENT/PRECISION", ("INST_INIT", "INST_FIN"))
    assert told_of([idle], {"INCREMENT": {"PRECISION": 0.1, "INST_FIN": 2.0}})[1] == []
    assert told_of([idle], {"INCREMENT": {"PRECISION": 0.1, "LIST_INST": 2.0}})[0] == {"INCREMENT": {"LIST_INST": 2.0}}
