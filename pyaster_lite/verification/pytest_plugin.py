"""A plugin of pytest: the decks of a folder are its tests.

`pytest FOLDER` collects every .export file and every .comm file that has no .export beside it, and runs each in a process of its own
(--deck-scale, --deck-memory as for `pyaster-lite test`). A deck that asks for what pyaster-lite does not have yet is skipped with the
feature's name, unless --deck-strict is given. `norecursedirs`, `--ignore` and `-k` hold as for any test; `decks = false` in the
configuration of pytest switches the collection off.
"""

from __future__ import annotations

import pytest

TRIALS = pytest.StashKey()
"""Where a session of pytest keeps the processes that run decks."""


def pytest_addoption(parser):
    """The options and the setting of this plugin."""
    group = parser.getgroup("pyaster-lite", "decks of pyaster-lite")
    group.addoption("--deck-scale", type=float, default=1.0, metavar="X", help="factor on the time limit of each .export")
    group.addoption("--deck-memory", type=float, default=8.0, metavar="GB", help="bound on the memory of each deck (Linux only)")
    group.addoption("--deck-strict", action="store_true", help="a deck that asks for what is not there yet fails instead of being skipped")
    parser.addini("decks", "whether .export and .comm files are collected", type="bool", default=True)


def pytest_collect_file(file_path, parent):
    """An .export file, or a .comm file that has none, is a test."""
    if not parent.config.getini("decks"):
        return None
    lone = file_path.suffix == ".comm" and not file_path.with_suffix(".export").exists()
    return DeckFile.from_parent(parent, path=file_path) if lone or file_path.suffix == ".export" else None


class DeckFile(pytest.File):
    """A deck as a file of tests: one."""

    def collect(self):
        """The one item."""
        yield DeckItem.from_parent(self, name=self.path.stem)


class DeckItem(pytest.Item):
    """One deck; passes when every test of it does."""

    def runtest(self):
        """Run the deck in a process of its own. Raises RedDeck, or skips where a feature is lacking."""
        from pyaster_lite.verification.decks import collect
        from pyaster_lite.verification.outcome import Fate

        outcome = _trials(self.config).run(collect([self.path])[0])
        if outcome.fate is Fate.MISSING and not self.config.option.deck_strict:
            pytest.skip(outcome.reason)
        if outcome.fate is not Fate.OK:
            raise RedDeck(outcome)

    def repr_failure(self, excinfo, style=None):
        """The deck's fate and its log, without Python's own frames."""
        if isinstance(excinfo.value, RedDeck):
            outcome = excinfo.value.outcome
            return f"{outcome.fate.value}: {outcome.reason}\n{outcome.log}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        """Where the item stands."""
        return self.path, None, self.name


def _trials(config):
    """Those of this session of pytest: what one deck loaded serves the next."""
    from pyaster_lite.verification.trial import Bounds, Trials

    if TRIALS not in config.stash:
        config.stash[TRIALS] = Trials(Bounds(config.option.deck_scale, int(config.option.deck_memory * 2**30)))
        config.add_cleanup(config.stash[TRIALS].stop)
    return config.stash[TRIALS]


class RedDeck(Exception):
    """A deck that is not OK."""

    def __init__(self, outcome):
        super().__init__(outcome.reason)
        self.outcome = outcome
