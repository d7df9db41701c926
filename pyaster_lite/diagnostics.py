"""What is wrong, where, and how it is shown: spans, diagnostics and their rendering."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, IntEnum

_WIDTH = 160


class ExitCode(IntEnum):
    """What the process returns to its caller."""

    OK = 0
    TEST_FAILED = 1
    WRONG_INPUT = 2
    NOT_THERE_YET = 3
    COMPUTATION_FAILED = 4
    INTERNAL = 5


class Severity(Enum):
    """How a diagnostic weighs; the value is the word the user reads."""

    ERROR = "error"
    MISSING = "not there yet"
    FAILED = "failed"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a file; lines and columns count from 1, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.file, self.line, self.column, other.end_line, other.end_column)


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing to tell the user; `code` is stable (C001, M001, ...), `span` may be unknown.

    feature  what pyaster-lite lacks, in deck words (COMMAND, COMMAND/WORD or COMMAND/WORD=value), when that is what it tells
    """

    severity: Severity
    code: str
    message: str
    span: Span | None = None
    help: str | None = None
    feature: str | None = None

    @property
    def sort_key(self):
        """Order in which diagnostics are shown: by file, line and column; those without a place last."""
        if self.span is None:
            return ("\uffff", 0, 0, self.code)
        return (self.span.file, self.span.line, self.span.column, self.code)


class Refused(Exception):
    """The deck cannot go on: carries every diagnostic found so far; a deck's Python that raises it says one text instead.

    id_message  how code_aster's messages call it, for a deck's Python that catches it; empty where that is not said
    condition   the number of the condition that is not kept, where that message counts several; str() ends with it, as ":: <2>"
    """

    def __init__(self, diagnostics, id_message: str = "", condition: int | None = None):
        self.id_message, self.condition = id_message, condition
        if isinstance(diagnostics, str):
            diagnostics = [Diagnostic(Severity.ERROR, "S021", " ".join(diagnostics.split()))]
        self.diagnostics = sorted(diagnostics, key=lambda d: d.sort_key)
        super().__init__("; ".join(d.message for d in self.diagnostics) + (f" :: <{condition}>" if condition is not None else ""))

    def placed(self, span) -> Refused:
        """The same, where what has no place stands at `span`."""
        return Refused([replace(d, span=d.span or span) for d in self.diagnostics], self.id_message, self.condition)


def blocking(diagnostics) -> bool:
    """Whether something among them keeps the deck from running."""
    return any(d.severity in (Severity.ERROR, Severity.MISSING, Severity.FAILED) for d in diagnostics)


def exit_code(diagnostics) -> ExitCode:
    """The exit code that a set of diagnostics asks for: a wrong deck outweighs a missing feature."""
    severities = {d.severity for d in diagnostics}
    if Severity.ERROR in severities:
        return ExitCode.WRONG_INPUT
    if Severity.MISSING in severities:
        return ExitCode.NOT_THERE_YET
    if Severity.FAILED in severities:
        return ExitCode.COMPUTATION_FAILED
    return ExitCode.OK


def render(diagnostic: Diagnostic, source: str | None = None) -> str:
    """The text the user reads: place, severity, message, the source line with a caret, and the help.

    `source` is the whole text of the file that the span points into; without it no line is shown.
    """
    span = diagnostic.span
    place = f"{span.file}:{span.line}:{span.column}: " if span else ""
    lines = [f"{place}{diagnostic.severity.value} {diagnostic.code}: {diagnostic.message}"]
    if span and source is not None:
        lines += _excerpt(span, source)
    if diagnostic.help:
        lines.append(f"  help: {diagnostic.help}")
    return "\n".join(lines)


def _excerpt(span: Span, source: str) -> list[str]:
    """The first line of the span with carets below it; of a very long line only what stands around the caret."""
    rows = source.split("\n")
    if not 1 <= span.line <= len(rows):
        return []
    text = rows[span.line - 1].expandtabs(1).rstrip()
    end = span.end_column if span.end_line == span.line else len(text) + 1
    first, width = span.column - 1, max(1, end - span.column)
    if len(text) > _WIDTH:
        cut = max(0, min(first - _WIDTH // 3, len(text) - _WIDTH))
        before, after = "..." if cut else "", "..." if cut + _WIDTH < len(text) else ""
        text = before + text[cut : cut + _WIDTH] + after
        width = min(width, cut + _WIDTH - first)
        first += len(before) - cut
    return [f"      {text}", "      " + " " * first + "^" * width]
