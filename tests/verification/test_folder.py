"""A folder of decks: each has the fate it deserves, and the reports say so."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pyaster_lite import cli
from pyaster_lite.verification.campaign import RECORD, load
from pyaster_lite.verification.decks import collect
from pyaster_lite.verification.outcome import Fate, Outcome
from pyaster_lite.verification.summary import changes, lacks
from pyaster_lite.verification.trial import Bounds, Trials, judge

LINE = 'F = DEFI_FONCTION(NOM_PARA="X", VALE=(0.0, 0.0, 1.0, 2.0))\n'
TEST = 'TEST_FONCTION(VALEUR=_F(FONCTION=F, NOM_PARA="X", VALE_PARA=0.5, VALE_CALC={}))\n'
DECKS = {
    "green": LINE + TEST.format(1.0),
    "red": LINE + TEST.format(1.5) + TEST.format(1.0),
    "wrong": LINE + "TEST_FONCTION(VALEURS=_F(FONCTION=F))\n",
    "lacking": LINE + 'M = CALC_MAC3COEUR()\nG = CALC_MISS(TYPE_RESU="FICHIER")\n' + TEST.format(1.0),
    "silent": LINE + "if False:\n    " + TEST.format(1.0),
    "endless": "while True:\n    pass\n",
}
FATES = {"green": "OK", "red": "NOOK", "wrong": "REFUSED", "lacking": "MISSING", "silent": "NOOK", "endless": "TIMEOUT"}


@pytest.fixture(scope="module")
def campaign(tmp_path_factory):
    """One campaign over a folder of six decks, with all its reports; (folder, exit code, what it printed)."""
    folder = tmp_path_factory.mktemp("campaign")
    for name, text in DECKS.items():
        (folder / f"{name}.comm").write_text("DEBUT()\n" + text + "FIN()\n")
        (folder / f"{name}.export").write_text(f"P time_limit {10 if name == 'endless' else 300}\nF comm {name}.comm D 1\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        reports = ["--json", "out.json", "--junit", "out.xml", "--html", "out.html"]
        code = cli.main(["test", ".", "-j", "2", "--scale", "0.2", *reports])
    return folder, code


def test_every_deck_has_its_fate(campaign):
    folder, code = campaign
    outcomes = {outcome.name: outcome for outcome in load(folder / "out.json")}
    assert {name: outcome.fate.value for name, outcome in outcomes.items()} == FATES
    assert code == 1
    assert outcomes["lacking"].features == ["CALC_MAC3COEUR", "CALC_MISS"]
    assert outcomes["red"].reason.startswith("1 of 2 tests: F") and "0.33333" in outcomes["red"].reason
    assert outcomes["silent"].reason == "none of its tests was reached"
    assert "wrong.comm:3" in outcomes["wrong"].reason
    assert load(folder / RECORD) == load(folder / "out.json")


def test_junit_counts_tests_and_fates(campaign):
    suites = {suite.get("name"): suite for suite in ElementTree.parse(campaign[0] / "out.xml").getroot()}
    assert suites.keys() == DECKS.keys()
    assert (suites["red"].get("tests"), suites["red"].get("failures")) == ("2", "1")
    assert suites["lacking"].get("skipped") == "1" and suites["endless"].get("errors") == "1"
    assert suites["green"].get("failures") == "0"


def test_the_page_holds_every_deck_and_needs_nothing_else(campaign):
    text = (campaign[0] / "out.html").read_text()
    content = json.loads(text.partition("const content = ")[2].partition(";\nconst main")[0])
    assert {row[1]: row[0] for row in content["rows"]} == FATES and len(content["details"]) == len(DECKS)
    assert "http://" not in text and "https://" not in text


def test_only_failed_decks_are_tried_again(campaign, monkeypatch, capsys):
    monkeypatch.chdir(campaign[0])
    (campaign[0] / "wrong.comm").write_text("DEBUT()\n" + DECKS["green"] + "FIN()\n")
    assert cli.main(["test", ".", "--failed", "-k", "gr", "-k", "wr", "--compare", "out.json"]) == 0
    said = capsys.readouterr().out
    assert "1 of 1 decks OK" in said and "newly green: wrong" in said and "newly red: none" in said
    record = {outcome.name: outcome.fate.value for outcome in load(campaign[0] / RECORD)}
    assert record == FATES | {"wrong": "OK"}


def test_a_place_without_decks_is_told(tmp_path, capsys):
    assert cli.main(["test", str(tmp_path), str(tmp_path / "none.export")]) == 2
    said = capsys.readouterr().err
    assert "holds no deck" in said and "none.export does not exist" in said


def test_an_export_stands_for_its_command_file(tmp_path):
    (tmp_path / "a.comm").write_text("")
    (tmp_path / "a.export").write_text("P time_limit 12.5\n")
    (tmp_path / "b.comm").write_text("")
    assert [(deck.name, deck.path.suffix, deck.limit) for deck in collect([tmp_path])] == [("a", ".export", 12.5), ("b", ".comm", 300.0)]


def test_a_killed_process_is_a_crash(tmp_path):
    deck = collect([_deck(tmp_path)])[0]
    outcome = judge(deck, -11, 1.0, {}, "")
    assert outcome.fate is Fate.CRASH and "SIGSEGV" in outcome.reason


def test_too_much_memory_is_a_failed_computation(tmp_path):
    path = _deck(tmp_path, "import numpy\nbig = numpy.ones(10**9)\n")
    outcome = Trials(Bounds(memory=2**30)).run(collect([path])[0])
    assert outcome.fate is not Fate.OK and "emory" in outcome.log


def test_features_are_counted_by_deck():
    outcomes = [_outcome("a", Fate.MISSING, ["X", "Y"]), _outcome("b", Fate.MISSING, ["X"]), _outcome("c", Fate.OK, [])]
    assert [(lack.feature, lack.decks, lack.alone) for lack in lacks(outcomes)] == [("X", 2, 1), ("Y", 1, 0)]
    later = [_outcome("a", Fate.OK, []), _outcome("c", Fate.NOOK, []), _outcome("new", Fate.OK, [])]
    greener, redder = changes(outcomes, later)
    assert [o.name for o in greener] == ["a"] and [o.name for o in redder] == ["c"]


def test_decks_are_tests_of_pytest(pytester_folder):
    outcome = pytester_folder()
    assert outcome == {"green": "passed", "red": "failed", "lacking": "skipped"}


@pytest.fixture
def pytester_folder(tmp_path):
    """Runs pytest's plugin over three decks in a process of its own."""
    import subprocess
    import sys

    for name in ("green", "red", "lacking"):
        (tmp_path / f"{name}.comm").write_text("DEBUT()\n" + DECKS[name] + "FIN()\n")

    def run():
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", "--junitxml=out.xml", "-c", "/dev/null", "."]
        subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        fates = {}
        for case in ElementTree.parse(tmp_path / "out.xml").getroot().iter("testcase"):
            fates[case.get("name")] = {"failure": "failed", "skipped": "skipped"}.get(case[0].tag if len(case) else "", "passed")
        return fates

    return run


def _deck(folder: Path, text=""):
    path = folder / "deck.comm"
    path.write_text("DEBUT()\n" + text + "FIN()\n")
    return path


def _outcome(name, fate, features):
    return Outcome(name, f"{name}.export", fate, 1.0, features=features)
