"""What the user sees: commands as they start and end, a live progress line, tests, diagnostics, times."""

from __future__ import annotations

import functools
import os
import sys
import time
from contextlib import contextmanager
from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, Severity, render

_STYLES = {
    Severity.ERROR: "bold red",
    Severity.FAILED: "bold red",
    Severity.MISSING: "bold magenta",
    Severity.WARNING: "yellow",
    Severity.NOTE: "cyan",
}


class Journal:
    """Writes for a person: coloured and live on a terminal, plain lines elsewhere.

    verbosity -1 shows verdicts and diagnostics only, 0 commands too, 1 details and times.
    """

    def __init__(self, verbosity: int = 0, out=None, err=None):
        self.verbosity = verbosity
        self.out = _writer(out or sys.stdout)
        self.err = _writer(err or sys.stderr)
        self.live = self.out.is_terminal and verbosity >= 0

    def line(self, text: str = "", style: str | None = None):
        """One line on standard output."""
        self.out.line(text, style or "")

    def begin(self, study):
        """The head of a run."""
        if self.verbosity >= 0:
            names = ", ".join(Path(deck.path).name for deck in study.decks)
            self.line(f"{names}: {len(study.graph.steps)} statements", "bold")

    @contextmanager
    def command(self, word: str, name: str, span):
        """Around one command: says it at the start (on a terminal) and its time at the end."""
        label, place = _label(word, name), _place(span)
        start = time.perf_counter()
        outcome = "stopped"
        status = self.out.console.status(f"{place}  {label}") if self.live else None
        if status:
            status.start()
        self._status = status
        try:
            yield
            outcome = ""
        finally:
            if status:
                status.stop()
            self._status = None
            self.done(word, name, span, time.perf_counter() - start, outcome)

    def done(self, word: str, name: str, span, seconds: float, outcome: str = ""):
        """One line for a command that has ended."""
        if self.verbosity >= 0:
            self.line(f"  {seconds:8.3f} s {_place(span):>10}  {_label(word, name)}  {outcome}".rstrip())

    _status = None

    def progress(self, label: str, total: float):
        """A live line for a long command: a context manager with `update(done, text="")`."""
        return Progress(self if self.live else None, label, total)

    def detail(self, text: str):
        """A line that only -v shows."""
        if self.verbosity > 0:
            self.line(f"      {text}", "dim")

    def text(self, text: str):
        """Text that the deck itself prints."""
        if self.verbosity >= 0:
            self.line(text.rstrip("\n"))

    def diagnostic(self, diagnostic: Diagnostic):
        """One diagnostic with its source line, on standard error."""
        source = source_of(diagnostic.span.file) if diagnostic.span else None
        self.err.line(render(diagnostic, source), _STYLES[diagnostic.severity], diagnostic.severity.value)

    def test(self, row):
        """One verdict as it falls; the table comes at the end."""
        self.detail(f"test {'OK' if row.passed else 'NOOK'}  {row.label}")

    def times(self, times: dict):
        """The table of phases that -v shows."""
        if self.verbosity > 0 and times:
            self.line("time by phase", "bold")
            for phase, seconds in sorted(times.items(), key=lambda item: -item[1]):
                self.line(f"  {seconds:8.3f} s  {phase}")


class Progress:
    """`with journal.progress("time steps", 3.5) as p: p.update(t, "3 iterations")`; silent without a live journal."""

    def __init__(self, journal: Journal | None, label: str, total: float):
        self.journal, self.label, self.total = journal, label, total
        self.bar = None

    def __enter__(self):
        if self.journal is not None:
            from rich import progress

            if self.journal._status:
                self.journal._status.stop()
            columns = (
                progress.TextColumn("  {task.description}"),
                progress.BarColumn(),
                progress.TaskProgressColumn(),
                progress.TimeRemainingColumn(),
                progress.TextColumn("{task.fields[text]}"),
            )
            self.bar = progress.Progress(*columns, console=self.journal.out.console, transient=True, refresh_per_second=5)
            self.task = self.bar.add_task(self.label, total=self.total, text="")
            self.bar.start()
        return self

    def __exit__(self, *failure):
        if self.bar is not None:
            self.bar.stop()

    def update(self, done: float, text: str = ""):
        """Say how far the command is."""
        if self.bar is not None:
            self.bar.update(self.task, completed=done, text=text)


def _label(word, name):
    return f"{word} -> {name}" if name else word


def _place(span):
    return f"line {span.line}" if span else ""


class _Plain:
    """Writes lines where nobody sees colours: to a file or a pipe."""

    is_terminal = False

    def __init__(self, stream):
        self.stream = stream

    def line(self, text: str, style: str, part: str = ""):
        """One line, or a few."""
        self.stream.write(text.expandtabs(8) + "\n")
        self.stream.flush()


class _Terminal:
    """Writes lines on a terminal, in colours."""

    def __init__(self, stream):
        from rich.console import Console

        self.console = Console(file=stream, highlight=False, markup=False, soft_wrap=True, emoji=False)
        self.is_terminal = self.console.is_terminal

    def line(self, text: str, style: str, part: str = ""):
        """One line, or a few, in this style, or only the first place of it that says `part`."""
        from rich.text import Text

        start = text.find(part)
        marked = Text(text)
        marked.stylize(style, start, start + len(part) if part else None)
        self.console.print(marked)


def _writer(stream):
    """The one for that stream; the variables that ask for colours everywhere, or tell of a terminal, are left to rich to heed."""
    asked = any(os.environ.get(word) for word in ("FORCE_COLOR", "TTY_COMPATIBLE"))
    return _Terminal(stream) if asked or (hasattr(stream, "isatty") and stream.isatty()) else _Plain(stream)


@functools.lru_cache(maxsize=8)
def source_of(path: str) -> str | None:
    """The text of a command file, for the excerpt under a diagnostic; None when it cannot be read."""
    try:
        return Path(path).read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return None
