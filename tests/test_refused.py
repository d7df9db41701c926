"""Bad decks beside the exact text that the user gets: tests/refused/NAME.comm with NAME.txt.

The first line of the text is the exit code; the rest is everything written on standard error. A deck may name
further command line words in a first line `# options: ...`. `PYASTER_ACCEPT=1 pytest tests/test_refused.py` writes the texts anew.
"""

import os
from pathlib import Path

import pytest

from pyaster_lite.cli import main

FOLDER = Path(__file__).parent / "refused"
DECKS = sorted(FOLDER.glob("*.comm"))


def outcome(deck, capsys, tmp_path):
    """Exit code and standard error of one run from inside the folder of bad decks."""
    first = deck.read_bytes().split(b"\n", 1)[0].decode("latin-1")
    options = first.removeprefix("# options:").split() if first.startswith("# options:") else []
    if "--output" not in options:
        options += ["--output", str(tmp_path / "out")]
    code = main(["run", deck.name, *options])
    captured = capsys.readouterr()
    text = captured.err.replace(str(tmp_path), "TMP")
    return f"exit {code}\n{text}", captured.out


@pytest.mark.parametrize("deck", DECKS, ids=lambda p: p.stem)
def test_bad_deck_gets_its_exact_message(deck, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(FOLDER)
    text, out = outcome(deck, capsys, tmp_path)
    expected = deck.with_suffix(".txt")
    if os.environ.get("PYASTER_ACCEPT"):
        expected.write_text(text)
    assert "Traceback" not in text + out
    assert not text.startswith(("exit 0", "exit 1", "exit 5"))
    assert text == expected.read_text()


def test_there_are_enough_bad_decks():
    assert len(DECKS) >= 60
