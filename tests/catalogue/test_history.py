"""The declared dates and old spellings against the recorded history of the command language, where its files are at hand."""

import csv
import os
from pathlib import Path

import pytest

from pyaster_lite.catalogue import former_words
from pyaster_lite.catalogue.former_commands import FORMER
from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.legacy import Old, Renamed, Values
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.catalogue.versions import version

ROOT = Path(__file__).parents[2]
PLACES = [Path(p) for p in (os.environ.get("PYASTER_LITE_HISTORY", ""), ROOT / "shared/legacy", ROOT.parent / "shared/legacy") if p]
HISTORY = next((p for p in PLACES if (p / "changes.csv").is_file()), None)
UNRECORDED = {
    "AFFE_CARA_ELEM/DEFI_ARC/NOEUD_POIN_TANG",
    "DEFI_MATERIAU/GonfElas/BETAM",
    "DEFI_MATERIAU/GonfElas/PREF",
    "MODI_MAILLAGE/ORIE_PEAU/GROUP_MA",
    "MODI_MAILLAGE/ORIE_PEAU/GROUP_MA_SURF",
    "MODI_MAILLAGE/ORIE_PEAU/GROUP_MA_VOLU",
    "POURSUITE/FORMAT_HDF",
    "POURSUITE/DEBUG/HIST_ETAPE",
    "POURSUITE/CODE/VISU_EFICAS",
    "TEST_RESU/MAILLAGE/REFERENCE",
    "TEST_RESU/MAILLAGE/VERSION",
}
"""Words inside one that was renamed just before, and words shared with a command where they are recorded."""
CAME_LATER = {
    ("DEFI_CONTACT/ALGO_RESO_GEOM", "11.2.4"),
    ("DEFI_CONTACT/ALGO_RESO_FROT", "11.0.28"),
    ("COMB_SISM_MODAL/SPECTRE/CORR_FREQ", "12.3.20"),
}
"""Words that came with a version, and what code_aster did before that; words that moved later on, with the default before."""
pytestmark = pytest.mark.skipif(HISTORY is None, reason="the history of the command language is not at hand")


def rows(name):
    with open(HISTORY / name, newline="") as stream:
        return list(csv.DictReader(stream))


def commands():
    """(the word in the deck, the command): former words too."""
    return [(word, COMMANDS[word]) for word in COMMANDS.words()]


def simples(level, path):
    for word, definition, _ in level.every_keyword():
        if isinstance(definition, FACT):
            yield from simples(definition, f"{path}/{word}")
        else:
            yield f"{path}/{word}", definition


def shown(value):
    return "(" + ",".join(map(str, value)) + ")" if isinstance(value, tuple) else str(value)


def test_every_dated_default_is_recorded():
    recorded = {}
    for row in rows("changes.csv"):
        if row["change"] == "default_changed":
            recorded.setdefault((f"{row['command']}/{row['keyword_path']}", row["version"]), set()).update(row["old"].split("|"))
    declared = {
        (path, version, shown(before))
        for word, command in commands()
        if not command.former
        for path, definition in simples(command.body, word)
        for version, before in definition.dated
    }
    shared = {(path.split("/", 1)[1], version) for path, version in recorded}
    unknown = [
        d
        for d in declared
        if d[:2] not in CAME_LATER and d[2] not in recorded.get(d[:2], ()) and (d[0].split("/", 1)[1], d[1]) not in shared
    ]
    assert declared and not unknown


def rules_of(command):
    """The rules that name one old word, with those that a rule is made of."""
    return [rule for rule in command.legacy if isinstance(rule, (Renamed, Old, Values)) and rule.last]


def test_every_old_spelling_is_recorded():
    last = {}
    for row in rows("renames.csv"):
        last.setdefault(row["old"], set()).add(row["last_version_with_old"])
    removed = {f"{r['command']}/{r['keyword_path']}" for r in rows("changes.csv") if r["change"] in ("keyword_removed", "values_removed")}
    wrong = [name for name, (_, before) in FORMER.items() if before not in last[name]]
    for word, command in commands():
        if command.former:
            assert command.last in last[word], word
        for rule in [] if command.former else rules_of(command):
            if isinstance(rule, Values):
                olds = [f"{word}/{rule.word}={old}" for old, _ in rule.names]
            else:
                olds = [f"{word}/{rule.old}"]
            told = [last[old] for old in olds if old in last]
            if told and not any(rule.last in versions for versions in told):
                wrong.append((olds[0], rule.last, told))
            if not told and isinstance(rule, Renamed) and olds[0] not in removed | UNRECORDED:
                wrong.append((olds[0], rule.last, "not recorded"))
    assert not wrong, "\n".join(map(str, wrong))


def test_former_words_are_gone_since_the_recorded_version():
    gone = {}
    for row in rows("changes.csv"):
        if row["change"] == "keyword_removed":
            path = f"{row['command']}/{row['keyword_path']}"
            gone[path] = max(gone.get(path, "0"), row["version"], key=version)
    told = {path: former_words.gone_since(*path.rsplit("/", 1)) for path in gone}
    recorded = {path: since for path, since in told.items() if since is not None}
    assert len(recorded) > 1000 and not [path for path, since in recorded.items() if version(since) < version(gone[path])]
