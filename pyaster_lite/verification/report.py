"""The table of tests for a person, and the verdicts for a program."""

from __future__ import annotations

import json
import math

from pyaster_lite.verification.rows import TestRow, Verdict

HEAD = ("", "what", "where", "when", "computed", "reference", "difference", "tolerance", "kind", "legend")
_RIGHT = {4, 5, 6, 7}


def table(rows, journal):
    """Print the table through a journal, the failed rows in red."""
    lines = text_lines(rows)
    journal.line(lines[0], "bold")
    for row, line in zip(rows, lines[1:]):
        journal.line(line, "red" if not row.passed else "dim" if row.verdict is Verdict.SKIPPED else None)


def text_lines(rows) -> list[str]:
    """The head and one line per row, in aligned columns; columns that are empty in every row are left out."""
    cells = [HEAD, *(_cells(row) for row in rows)]
    kept = [i for i in range(len(HEAD)) if any(line[i] for line in cells[1:])]
    widths = {i: max(len(line[i]) for line in cells) for i in kept}
    return ["  ".join(line[i].rjust(widths[i]) if i in _RIGHT else line[i].ljust(widths[i]) for i in kept).rstrip() for line in cells]


def _cells(row: TestRow):
    what = " ".join(word for word in (row.concept, row.quantity, row.component) if word)
    kind = row.kind if row.kind == "VALE_CALC" else f"{row.kind} {row.origin}"
    unit = "" if row.relative else " abs"
    difference = "" if row.difference is None else f"{row.difference:.2e}{unit}"
    numbers = (number(row.computed), number(row.reference), difference, f"{row.tolerance:.1e}{unit}")
    return (row.verdict.value, what, row.place, row.access, *numbers, kind, row.legend)


def number(value) -> str:
    """A value as the table shows it: 12 digits, complex numbers as a+bj."""
    if isinstance(value, bool | int | str):
        return str(value)
    if isinstance(value, complex):
        return f"{value.real:.9g}{value.imag:+.9g}j"
    return f"{value:.12g}"


def write_json(study, path):
    """The verdicts, diagnostics and times of a study as JSON: {"deck", "exit_code", "tests", "diagnostics", "times"}."""
    content = {
        "deck": [deck.path for deck in study.decks],
        "exit_code": int(study.exit_code),
        "tests": [as_dict(row) for row in study.tests],
        "diagnostics": [_diagnostic(d) for d in study.diagnostics],
        "times": dict(study.times),
    }
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def as_dict(row: TestRow) -> dict:
    """One row in plain values: no NaN or infinity (they become texts), complex numbers as [real, imaginary]."""
    return {
        **{word: getattr(row, word) for word in ("command", "kind", "origin", "concept", "quantity", "component")},
        **{word: getattr(row, word) for word in ("place", "access", "group", "relative", "legend")},
        **{word: plain(getattr(row, word)) for word in ("instant", "computed", "reference", "difference", "tolerance")},
        "verdict": row.verdict.value,
        "line": row.span.line if row.span else None,
        "file": row.span.file if row.span else None,
    }


def plain(value):
    """A value that strict JSON can hold."""
    if isinstance(value, complex):
        return [plain(value.real), plain(value.imag)]
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def _diagnostic(diagnostic):
    span = diagnostic.span
    place = {"file": span.file, "line": span.line, "column": span.column} if span else {}
    said = {"severity": diagnostic.severity.value, "code": diagnostic.code, "message": diagnostic.message, "help": diagnostic.help}
    return {**said, "feature": diagnostic.feature, **place}
