"""Replacing pieces of a text by their places."""

from __future__ import annotations

import re

from pyaster_lite.diagnostics import Span

_SKIPPED = re.compile(r"""#[^\n]*|[bBrRuU]{0,2}(?:\"{3}.*?\"{3}|'{3}.*?'{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')""", re.DOTALL)


class Unwritten(Exception):
    """What is to be rewritten is not written out where it is used; `span` is the place."""

    def __init__(self, message, span: Span | None = None):
        super().__init__(message)
        self.span = span


class Text:
    """A text and the edits to make in it; offsets count from 0."""

    def __init__(self, source: str):
        self.source = source
        self.lines = [0]
        for line in source.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.edits: dict[tuple[int, int], list[str]] = {}

    def start(self, span: Span) -> int:
        """The offset where a span begins."""
        return self.lines[span.line - 1] + span.column - 1

    def end(self, span: Span) -> int:
        """The offset behind a span."""
        return self.lines[span.end_line - 1] + span.end_column - 1

    def piece(self, span: Span) -> str:
        """The text of a span."""
        return self.source[self.start(span) : self.end(span)]

    def replace(self, span: Span, new: str):
        """Put `new` in place of a span."""
        self.edits[self.start(span), self.end(span)] = [new]

    def put(self, start: int, end: int, new: str):
        """Put `new` in place of [start, end)."""
        self.edits[start, end] = [new]

    def insert(self, at: int, new: str):
        """Put `new` before the offset, behind what is inserted there already."""
        there = self.edits.setdefault((at, at), [])
        if new not in there:
            there.append(new)

    def end_of_item(self, start: int) -> int:
        """Where the item of a list of arguments that begins at `start` ends: at the comma or bracket behind it."""
        depth, at = 0, start
        while at < len(self.source):
            skipped = _SKIPPED.match(self.source, at)
            if skipped:
                at = skipped.end()
                continue
            sign = self.source[at]
            if depth == 0 and sign in ",)]}":
                return at
            depth += (sign in "([{") - (sign in ")]}")
            at += 1
        return at

    def value(self, span: Span) -> tuple[int, int]:
        """[start, end) of the value of the keyword whose word is at `span`."""
        at = self.end(span)
        match = re.compile(r"\s*[=:]\s*").match(self.source, at)
        if match is None:
            raise Unwritten("the word is not written out here", span)
        end = self.end_of_item(match.end())
        return match.end(), match.end() + len(self.source[match.end() : end].rstrip())

    def remove(self, start: int):
        """Take out the item that begins at `start`, with its comma, and the line when nothing else stands on it."""
        end = self.end_of_item(start)
        if self.source[end : end + 1] == ",":
            end += 1
        else:
            end = start + len(self.source[start:end].rstrip())
        blank = re.compile(r"[ \t]*").match(self.source, end).end()
        line = self.source.rfind("\n", 0, start) + 1
        if self.source[blank : blank + 1] == "\n" and not self.source[line:start].strip():
            self.edits[line, blank + 1] = [""]
        else:
            self.edits[start, blank] = [""]

    def line_start(self, offset: int) -> tuple[int, str]:
        """Where the line of an offset begins, and its indentation."""
        start = self.source.rfind("\n", 0, offset) + 1
        return start, re.compile(r"[ \t]*").match(self.source, start).group()

    def result(self) -> str:
        """The text with all edits made; one inside a removed piece goes with it."""
        made, at = [], 0
        for (start, end), new in sorted(self.edits.items()):
            if start < at:
                continue
            made += [self.source[at:start], *new]
            at = end
        return "".join([*made, self.source[at:]])
