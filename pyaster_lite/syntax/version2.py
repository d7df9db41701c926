"""Python 2 statements of old decks, rewritten as Python 3 on the same lines."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.syntax import recovery
from pyaster_lite.syntax.grammar import grammar
from pyaster_lite.syntax.nodes import Binary, Call, Keyword, Literal, Part, Sequence

# What Python 2 had under other names, for the blocks that were rewritten.
NAMES = {
    "xrange": range,
    "unicode": str,
    "long": int,
    "basestring": str,
    "unichr": chr,
    "raw_input": input,
    "reduce": functools.reduce,
}
_OLD_NUMBER = re.compile(r"0[0-7]+[lL]?|\w+[lL]")


def rewrite(text: str, file: str) -> str:
    """The text of a python block with version 2 statements in their version 3 form; no line is added or removed.

    Raises Refused, located, for what has no such form.
    """
    writer = _Rewriter(text, file)
    writer.visit(recovery.tree(text, file))
    return _margins(writer.result())


def _margins(text):
    """Tabs at the margin as the eight columns that version 2 took them for."""
    return re.sub(r"^[ ]*\t[ \t]*", lambda match: match.group().expandtabs(8), text, flags=re.MULTILINE)


class _Rewriter:
    """Collects replacements (start, end, new text) of pieces that do not overlap."""

    def __init__(self, text, file):
        self.text, self.file = text, file
        self.lines = [0]
        for line in text.split("\n"):
            self.lines.append(self.lines[-1] + len(line) + 1)
        self.edits: list[tuple[int, int, str]] = []
        self.span_of = grammar().builder.span_of

    def result(self):
        made, at = [], 0
        for start, end, new in sorted(self.edits, key=lambda edit: edit[:2]):
            made += [self.text[at:start], new]
            at = end
        return "".join([*made, self.text[at:]])

    def start(self, piece):
        span = self.span_of(piece)
        return self.lines[span.line - 1] + span.column - 1

    def end(self, piece):
        span = self.span_of(piece)
        return self.lines[span.end_line - 1] + span.end_column - 1

    def replace(self, start, end, new):
        self.edits.append((start, end, new))

    def visit(self, piece):
        if isinstance(piece, Part):
            method = getattr(self, f"on_{piece.kind}", None)
            if method is not None:
                method(piece.children)
        elif isinstance(piece, Literal):
            self.literal(piece)
        elif isinstance(piece, Binary) and piece.op == "<>":
            at = self.text.index("<>", self.end(piece.left))
            self.replace(at, at + 2, "!=")
        for child in _children(piece):
            self.visit(child)

    def literal(self, node):
        start, end = self.start(node), self.end(node)
        text = self.text[start:end]
        if isinstance(node.value, int) and _OLD_NUMBER.fullmatch(text) and text.strip("0"):
            self.replace(start, end, str(node.value))
        elif isinstance(node.value, str) and text[:2].lower() == "ur":
            self.replace(start, start + 1, "")

    def on_print_stmt(self, pieces):
        stream = pieces[2] if pieces[1] == ">>" else None
        values = pieces[4] if stream is not None and len(pieces) > 4 else None if stream is not None else pieces[1]
        last = stream if values is None else values
        after = re.match(r"[ \t]*,", self.text[self.end(last) :])
        end = self.end(last) + (after.end() if after else 0)
        words = [f"file={self.text[self.start(stream) : self.end(stream)]}"] if stream is not None else []
        words += ['end=" "'] if after and values is not None else []
        begin = last if values is None else values
        self.replace(self.start(pieces[0]), self.start(begin), "print(")
        if values is None:
            self.replace(self.start(begin), end, words[0] + ")")
        else:
            self.replace(self.end(last), end, "".join(f", {word}" for word in words) + ")")

    def on_expr_stmt(self, pieces):
        """`print`, `print (a), b` and `print (a) % b`, which look like expressions to the grammar."""
        start, end = self.start(pieces[0]), self.end(pieces[0])
        if isinstance(pieces[0], Call) and pieces[0].name == "print":
            return
        if re.match(r"print\b(?![ \t]*[=.\[])", self.text[start:end]):
            self.replace(start, start + len("print"), "print(")
            self.replace(end, end, ")")

    def on_exec_stmt(self, pieces):
        self.replace(self.start(pieces[0]), self.start(pieces[1]), "exec(")
        if len(pieces) > 2:
            self.replace(self.start(pieces[2]), self.end(pieces[2]), ",")
        self.replace(self.end(pieces[-1]), self.end(pieces[-1]), ")")

    def on_backquotes(self, pieces):
        first, *_, last = pieces
        self.replace(self.start(first), self.end(first), "repr(")
        self.replace(self.start(last), self.end(last), ")")

    def on_list_for(self, pieces):
        commas = [i for i, piece in enumerate(pieces) if piece == ","]
        if commas:
            self.replace(self.start(pieces[3]), self.start(pieces[3]), "(")
            last = pieces[commas[-1]] if _ends(pieces, commas[-1]) else pieces[commas[-1] + 1]
            self.replace(self.end(last), self.end(last), ")")

    def on_except_clause(self, pieces):
        if len(pieces) > 4 and pieces[2] == ",":
            self.replace(self.end(pieces[1]), self.start(pieces[3]), " as ")

    def on_raise_stmt(self, pieces):
        if len(pieces) > 2 and pieces[2] == ",":
            self.replace(self.end(pieces[1]), self.start(pieces[3]), "(")
            self.replace(self.end(pieces[3]), self.end(pieces[-1]), ")")

    def on_unpacked(self, pieces):
        message = "Python no longer takes tuples among the parameters of a function"
        raise Refused([Diagnostic(Severity.ERROR, "S023", message, self.span_of(pieces[0]), "give the tuple a name")])


def _ends(pieces, index):
    return index + 1 == len(pieces) or pieces[index + 1] == "if"


def _children(piece) -> Iterator:
    if isinstance(piece, Part):
        yield from piece.children
    elif isinstance(piece, Sequence):
        yield from piece.items
    elif is_dataclass(piece):
        for field in fields(piece):
            if field.name not in ("span", "name_span"):
                yield from _flat(getattr(piece, field.name))
    elif isinstance(piece, (tuple, list)):
        yield from _flat(piece)


def _flat(value):
    if isinstance(value, (tuple, list)):
        for item in value:
            yield from _flat(item)
    elif isinstance(value, (Part, Keyword)) or is_dataclass(value):
        yield value
