"""Running what only Python can run: the python blocks of a deck, with the commands at hand and errors located."""

from __future__ import annotations

import ast
import itertools
import math
import traceback
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FrameType

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, Span
from pyaster_lite.syntax import conversion, division, version2
from pyaster_lite.syntax.functions import allowed
from pyaster_lite.syntax.modules import Modules, NotServed
from pyaster_lite.syntax.nodes import Argument, Call, Deck, Factor, Keyword, NewConcept, PythonBlock, Sequence

ERRORS = ("error", "AsterError", "SolverError", "ConvergenceError", "IntegrationError", "ContactError", "TimeLimitError")
"""The exceptions of `CA` and `aster` that a deck may catch: all of them are what a command stops with."""


_CALLED = {division.NAME: division.of_version_2, conversion.NAME: conversion.of_one_value}
"""What compiled blocks call where Python itself would do something else than in the decks' time."""


class F(dict):
    """`_F(...)` as Python sees it: a dictionary of keywords."""


class Interpreter:
    """Python's side of one study: one namespace for all of its blocks.

    `commands` are the callables behind the commands' names; each may ask `locate` which call of the deck it serves.
    `session` are further names of `CA` and `aster` (AsterError, TestCase...), `extras` further modules by dotted name;
    `folders` are where the study's own modules stand.
    """

    def __init__(
        self,
        commands: Mapping[str, Callable],
        session: Mapping | None = None,
        extras: Mapping[str, Mapping] | None = None,
        folders=(),
    ):
        words = {**commands, "_F": F, "CO": NewConcept}
        self.modules = Modules(words, {**dict.fromkeys(ERRORS, Refused), **(session or {})}, extras)
        self.folders = tuple(folders)
        given = {name: getattr(math, name) for name in allowed("math")}
        given |= {"aster": self.modules.module("aster"), "code_aster": self.modules.module("code_aster")}
        given |= {"CA": self.modules.module("code_aster.CA"), **words}
        self.namespace: dict = {**given, "__name__": "__main__", **_CALLED}
        self._given = dict(self.namespace)

    def run(self, block: PythonBlock, deck: Deck, values: Mapping) -> tuple[dict, set[str]]:
        """Run a block that sees `values` (name -> value); returns what it bound, by name, and the names it deleted.

        Raises Refused: whatever goes wrong in the block is located in the deck; Refused of a command passes through,
        unless the block catches it.
        """
        code = self._compiled(block, deck)
        space = self.namespace
        seen = {name: _as_python(value) for name, value in values.items()}
        dictionaries = {name: value for name, value in seen.items() if value is not values[name]}
        space.update({**values, **dictionaries})
        space["__file__"] = str(Path(deck.path).absolute())
        before = dict(space)
        with self.modules.served(*self.folders):
            try:
                exec(code, space)
            except Refused:
                raise
            except Exception as error:
                raise Refused([_told(error, deck, block)]) from error
            except SystemExit as error:
                message = f"the deck's Python ends the study: {error}"
                raise Refused([Diagnostic(Severity.ERROR, "S025", message, _place(error, deck, block))]) from error
        bound = {
            name: value
            for name, value in space.items()
            if not name.startswith("__") and (name not in before or before[name] is not value) and self._given.get(name) is not value
        }
        bound |= {name: space[name] for name in dictionaries if name in space}
        return bound, {name for name in before if name not in space}

    def forget(self, name: str):
        """Lose what a name stands for; a word that every deck knows is itself again."""
        self.namespace.pop(name, None)
        if name in self._given:
            self.namespace[name] = self._given[name]

    def _compiled(self, block, deck):
        code, old = _compiled(block, deck)
        for name, value in version2.NAMES.items() if old else ():
            self.namespace.setdefault(name, value)
            self._given.setdefault(name, value)
        return code


def _as_python(value):
    """A value of the evaluator with dictionaries of keywords in the place of its factors; the value itself where it has none."""
    if isinstance(value, Factor):
        return F({name: _as_python(argument.value) for name, argument in value.arguments.items()})
    if type(value) in (tuple, list):
        items = [_as_python(item) for item in value]
        return type(value)(items) if any(new is not old for new, old in zip(items, value)) else value
    if type(value) is dict:
        items = {word: _as_python(item) for word, item in value.items()}
        return items if any(items[word] is not value[word] for word in value) else value
    return value


def problems(deck: Deck) -> list[Diagnostic]:
    """What Python would not take in the python blocks of a deck; nothing is run."""
    found = []
    for block in deck.statements:
        if isinstance(block, PythonBlock):
            try:
                _compiled(block, deck)
            except Refused as refused:
                found += refused.diagnostics
    return found


def _compiled(block, deck):
    """The code of a block, and whether it had to be rewritten from version 2; raises Refused."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return _dated(block, block.text, deck.path), False
        except SyntaxError as first:
            try:
                return _dated(block, version2.rewrite(block.text, deck.path), deck.path), True
            except SyntaxError:
                raise Refused([_syntax(first, deck)]) from first


def _dated(block: PythonBlock, text: str, path: str):
    """The code of a block's `text`, with the division and the conversions that hold for it. Raises SyntaxError."""
    tree = conversion.Conversions().visit(ast.parse(text, path))
    if block.old_division:
        tree = division.Divisions().visit(tree)
    return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


def locate(frame: FrameType | None, deck: Deck) -> Call | None:
    """The call of the deck that a frame of its Python is at, or None when the frame is of another file."""
    while frame is not None and frame.f_code.co_filename != deck.path:
        frame = frame.f_back
    if frame is None:
        return None
    line, column = _position(frame.f_code, frame.f_lasti, frame.f_lineno, deck)
    calls = [call for block in deck.statements if isinstance(block, PythonBlock) for call in block.calls]
    exact = [call for call in calls if (call.span.line, call.span.column) == (line, column)]
    around = [call for call in calls if call.span.line <= frame.f_lineno <= call.span.end_line]
    return next(iter(exact or around), None)


def target_of(call: Call, deck: Deck) -> str | None:
    """The name that a call inside a python block is assigned to, if it is assigned to one plain name."""
    for block in deck.statements:
        if isinstance(block, PythonBlock):
            for other, target in zip(block.calls, block.targets, strict=True):
                if other is call:
                    return target
    return None


def factor(values: Mapping, call: Call | None, span: Span | None = None) -> Factor:
    """The keywords that Python gave to a command, with their places as far as `call` has them written out."""
    written = {keyword.name: keyword for keyword in call.keywords} if call is not None else {}
    whole = call.span if call is not None else span
    made = Factor(whole)
    for name, value in values.items():
        keyword = written.get(name)
        place = keyword.value.span if isinstance(keyword, Keyword) and hasattr(keyword.value, "span") else whole
        items = keyword.value.items if keyword is not None and isinstance(keyword.value, Sequence) else ()
        spans = tuple(getattr(item, "span", place) for item in items)
        given = _given(value, keyword.value if keyword is not None else None, place)
        made.arguments[name] = Argument(name, keyword.name_span if keyword is not None else whole, place, given, spans)
    return made


def _given(value, node, span):
    if isinstance(value, Mapping):
        return factor(value, node if isinstance(node, Call) and node.name == "_F" else None, span)
    if isinstance(value, (tuple, list)) and any(isinstance(item, Mapping) for item in value):
        items = node.items if isinstance(node, Sequence) and len(node.items) == len(value) else [None] * len(value)
        return [_given(item, part, getattr(part, "span", span)) for item, part in zip(value, items, strict=True)]
    return value


def _position(code, instruction, line, deck):
    """Line and column, both from 1, of an instruction; column None where Python does not know."""
    found = next(itertools.islice(code.co_positions(), instruction // 2, None), (None,) * 4)
    first, _, offset, _ = found
    if first is None or offset is None:
        return line, None
    text = deck.source.split("\n")[first - 1]
    return first, len(text.encode("utf-8")[:offset].decode("utf-8", "replace")) + 1


def _place(error, deck, block):
    """The last place of the deck that a traceback goes through."""
    found = None
    step = error.__traceback__
    while step is not None:
        if step.tb_frame.f_code.co_filename == deck.path:
            found = step
        step = step.tb_next
    if found is None:
        return block.span
    line, column = _position(found.tb_frame.f_code, found.tb_lasti, found.tb_lineno, deck)
    return _from(deck, line, column)


def _from(deck, line, column):
    """The rest of a line of the deck from a column on (from its first word when the column is not known)."""
    lines = deck.source.split("\n")
    text = lines[line - 1] if line <= len(lines) else ""
    column = column or len(text) - len(text.lstrip()) + 1
    return Span(deck.path, line, column, line, max(column + 1, len(text.rstrip()) + 1))


def _told(error, deck, block):
    span = _place(error, deck, block)
    if isinstance(error, NotServed):
        return Diagnostic(Severity.MISSING, "S022", f"pyaster-lite does not have {error.what} yet", span, feature=error.what)
    if isinstance(error, AttributeError) and hasattr(type(error.obj), "getType"):
        what = f"{error.name} of a {error.obj.getType().lower()} in Python"
        return Diagnostic(Severity.MISSING, "S022", f"pyaster-lite does not have {what} yet", span, feature=what)
    if isinstance(error, ModuleNotFoundError):
        return Diagnostic(Severity.ERROR, "S024", f"Python has no module {error.name} here", span)
    lines = traceback.format_exception_only(type(error), error)
    return Diagnostic(Severity.ERROR, "S021", f"the deck's Python stopped: {lines[-1].strip()}", span)


def _syntax(error, deck):
    line = error.lineno or 1
    return Diagnostic(Severity.ERROR, "S023", f"Python does not take this statement: {error.msg}", _from(deck, line, error.offset))
