"""The .export file of a study: which command files it runs, and which file stands behind each logical unit.

    P time_limit 300            a parameter
    A args --max_base=100       an option of the command line
    F mmed mesh.med D 20        a file: type, path, flags, unit
    R base results/base R 0     a folder, the same way

Flags: D data, R result, C compressed. Paths are relative to the folder of the .export file (user's guide U1.04.00).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, Span

_ENTRY = re.compile(r"(?P<letter>[FR])\s+(?P<type>\S+)\s+(?P<path>.+?)\s+(?P<flags>[DRC]+)\s+(?P<unit>\d+)\s*$")

TIME_LIMIT = 300.0
"""Seconds that a study may take when nothing says otherwise."""


@dataclass(frozen=True)
class Entry:
    """One file or folder of the study; `unit` 0 means that it is known by its own name."""

    type: str
    path: Path
    unit: int
    is_folder: bool
    is_data: bool
    is_result: bool
    compressed: bool
    span: Span

    def wrong(self, message: str, help: str | None = None) -> Diagnostic:
        """What to say about this line."""
        return Diagnostic(Severity.ERROR, "F001", message, self.span, help)


@dataclass
class Export:
    """What an .export file says: `parameters` and `options` by name, `entries` in order."""

    path: Path
    parameters: dict[str, str] = field(default_factory=dict)
    options: dict[str, str] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)

    @property
    def decks(self) -> list[Path]:
        """The command files, in the order in which they run."""
        return [entry.path for entry in self.entries if entry.type == "comm"]

    @property
    def time_limit(self) -> float | None:
        """How many seconds the study may take, None when the file does not say."""
        text = self.parameters.get("time_limit")
        return float(text) if text else None


def read_export(path) -> Export:
    """Read an .export file; Refused with every wrong line, among them data files that do not exist."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        text = path.read_text(encoding="latin-1")
    except OSError as error:
        raise Refused([_problem(f"{path} cannot be read ({error.strerror})", None)]) from None
    export, found = Export(path), []
    for number, line in enumerate(text.splitlines(), 1):
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        start = line.index(content) + 1
        span = Span(str(path), number, start, number, start + len(content))
        found += _read_line(export, content, span)
    found += [problem for entry in export.entries for problem in _missing(entry)]
    if not found and not export.decks:
        found.append(_problem(f"{path} names no command file (a line such as F comm study.comm D 1)", None))
    if found:
        raise Refused(found)
    return export


def time_limit(path) -> float:
    """The seconds that an .export file allows, without looking at the rest of it; TIME_LIMIT where it does not say."""
    try:
        found = re.search(r"^\s*P\s+time_limit\s+(\d+(?:\.\d*)?)\s*$", Path(path).read_text(encoding="latin-1"), re.MULTILINE)
    except OSError:
        return TIME_LIMIT
    return float(found[1]) if found else TIME_LIMIT


def _read_line(export: Export, content: str, span: Span) -> list[Diagnostic]:
    letter, _, rest = content.partition(" ")
    if letter in ("P", "A"):
        name, _, value = rest.strip().partition(" ")
        (export.parameters if letter == "P" else export.options)[name] = value.strip()
        if name == "time_limit" and not re.fullmatch(r"\d+(\.\d*)?", value.strip()):
            return [_problem(f"time_limit is a number of seconds, not '{value.strip()}'", span)]
        return []
    if letter not in ("F", "R"):
        return [_problem(f"a line starts with P, A, F or R, not '{letter}'", span)]
    match = _ENTRY.match(content)
    if match is None:
        return [_problem("the line must read: F type path flags unit", span, "for example: F mmed mesh.med D 20")]
    flags = match["flags"]
    if "D" not in flags and "R" not in flags:
        return [_problem("the flags must hold D (data) or R (result)", span)]
    path = export.path.parent / match["path"]
    export.entries.append(Entry(match["type"], path, int(match["unit"]), letter == "R", "D" in flags, "R" in flags, "C" in flags, span))
    return []


def _missing(entry: Entry) -> list[Diagnostic]:
    """Data that is not there; a folder that is also a result may still have to be made."""
    if not entry.is_data or (entry.is_folder and entry.is_result and not entry.path.exists()):
        return []
    if not entry.path.exists():
        return [entry.wrong(f"{entry.path} does not exist")]
    # what R announces may be a file, as in code_aster
    if entry.path.is_dir() and not entry.is_folder:
        return [entry.wrong(f"{entry.path} is a folder, not a file", "F announces a file, R a folder")]
    return []


def _problem(message, span, help=None):
    return Diagnostic(Severity.ERROR, "F001", message, span, help)
