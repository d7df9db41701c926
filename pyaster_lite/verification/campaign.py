"""A folder of decks, each tried in a process of its own: who runs them, what is shown meanwhile, what is kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.verification.outcome import Fate, Outcome
from pyaster_lite.verification.trial import Trials

RECORD = Path(".pyaster-cache") / "test.json"
"""Where the outcomes of the last campaign of the current folder are kept, for --failed."""

STYLES = {Fate.OK: "green", Fate.MISSING: "magenta", Fate.TIMEOUT: "yellow", Fate.CRASH: "bold red"}


def here(decks, trials: Trials, jobs: int, begun: Callable = lambda deck: None) -> Iterator[Outcome]:
    """The outcomes as they fall, `jobs` decks at a time; leaving the loop early ends what runs."""

    def run(deck):
        if not trials.stopped:
            begun(deck)
        return trials.run(deck)

    with ThreadPoolExecutor(jobs) as pool:
        try:
            for future in as_completed([pool.submit(run, deck) for deck in decks]):
                outcome = future.result()
                if outcome is not None:
                    yield outcome
        finally:
            trials.stop()
            pool.shutdown(cancel_futures=True)


class Display:
    """A live line on a terminal; plain lines elsewhere: all outcomes, or only the red ones when quiet."""

    def __init__(self, journal, total: int, quiet: bool):
        self.journal, self.total, self.quiet = journal, total, quiet
        self.counts = dict.fromkeys(Fate, 0)
        self._progress = None
        self._running: list[str] = []

    @contextmanager
    def shown(self):
        """Around the campaign."""
        with self.journal.progress("decks", self.total) as self._progress:
            yield self

    def begun(self, deck):
        """A deck starts."""
        self._running.append(deck.name)
        self._update()

    def ended(self, outcome: Outcome):
        """A deck has ended."""
        self.counts[outcome.fate] += 1
        if outcome.name in self._running:
            self._running.remove(outcome.name)
        if not self.quiet or outcome.fate not in (Fate.OK, Fate.MISSING):
            text = f"{outcome.fate.value:8}{outcome.seconds:8.2f} s  {outcome.name:16}  {outcome.reason}".rstrip()
            self.journal.line(text, STYLES.get(outcome.fate, "red"))
        self._update()

    def _update(self):
        counts = "  ".join(f"{fate.value} {number}" for fate, number in self.counts.items() if number)
        self._progress.update(sum(self.counts.values()), f"{counts}  [{' '.join(self._running[:6])}]")


def save(outcomes, path: Path):
    """Write outcomes as JSON: {"decks": [...]}."""
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {"decks": [outcome.as_dict() for outcome in sorted(outcomes, key=lambda o: (o.name, o.path))]}
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def load(path: Path) -> list[Outcome]:
    """The outcomes that `save` wrote; raises Refused when the file is not one of them."""
    try:
        return [Outcome.from_dict(values) for values in json.loads(path.read_text(encoding="utf-8"))["decks"]]
    except OSError as problem:
        raise Refused([Diagnostic(Severity.ERROR, "F001", f"{path} cannot be read ({problem.strerror})")]) from None
    except (ValueError, KeyError, TypeError):
        raise Refused([Diagnostic(Severity.ERROR, "F001", f"{path} was not written by `pyaster-lite test --json`")]) from None


def merged(old, new) -> list[Outcome]:
    """The new outcomes, and the old ones of decks that were not tried again."""
    tried = {str(Path(outcome.path).resolve()) for outcome in new}
    return [outcome for outcome in old if str(Path(outcome.path).resolve()) not in tried] + list(new)
