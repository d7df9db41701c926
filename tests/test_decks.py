"""The project's own decks are tests: each must run, and every TEST_RESU line of it must pass."""

from pathlib import Path

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import ExitCode

DECKS = sorted((Path(__file__).parent.parent / "comm").glob("*.comm"))


@pytest.mark.parametrize("deck", DECKS, ids=lambda p: p.stem)
def test_deck_is_green(deck, tmp_path):
    study = pyaster_lite.run(deck, output=tmp_path)
    assert study.tests, "the deck tests nothing"
    assert [row.label for row in study.tests if not row.passed] == []
    assert study.exit_code is ExitCode.OK
