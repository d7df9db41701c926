"""From the text of a command file to its statements: commands and assignments that are evaluated, and python blocks."""

from __future__ import annotations

import builtins
from dataclasses import replace

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, Span
from pyaster_lite.syntax import functions, imports, recovery
from pyaster_lite.syntax.grammar import grammar
from pyaster_lite.syntax.names import Names
from pyaster_lite.syntax.nodes import (
    Assignment,
    Attribute,
    Call,
    CommandStatement,
    Deck,
    Keyword,
    Literal,
    Name,
    Part,
    PythonBlock,
)
from pyaster_lite.syntax.reach import FACTORIES, Reach
from pyaster_lite.syntax.reader import read_text

# Names that every deck has without reading them from anywhere.
_GIVEN = frozenset(dir(builtins)) | frozenset(functions.DEFAULTS) | FACTORIES | {"aster", "code_aster", "CA"}


def parse_file(path, known=()) -> Deck:
    """The deck of one command file; see `parse`. Raises Refused when the file cannot be read."""
    return parse(read_text(path), str(path), known)


def parse(text: str, path: str = "<deck>", known=()) -> Deck:
    """The deck of a text; `known` are the names that earlier files of the study gave a value to.

    Raises Refused with every syntax error that could be found.
    """
    tree = recovery.tree(text, path)
    reader = _Reader(text, path, known)
    try:
        for statement in tree.children:
            reader.statement(statement)
        reader.close_block()
    except RecursionError:
        raise Refused([Diagnostic(Severity.ERROR, "S011", f"{path}: an expression is nested too deeply")]) from None
    return Deck(path, text, tuple(reader.statements))


def refuse_python(deck: Deck) -> list[Diagnostic]:
    """One error for each python block of the deck: what `--no-python` says."""
    return [
        Diagnostic(
            Severity.ERROR,
            "S020",
            "this statement needs Python, which --no-python forbids",
            Span(block.span.file, block.span.line, block.span.column, block.span.line, block.span.column + 1),
        )
        for block in deck.statements
        if isinstance(block, PythonBlock)
    ]


class _Reader:
    """Sorts the statements of one file; consecutive statements that need Python are gathered in one block."""

    def __init__(self, text, path, known):
        self.lines = text.split("\n")
        self.path = path
        self.reach = Reach(known)
        self.statements = []
        self.pending: list[Part] = []
        self.before: frozenset[str] = frozenset()
        self.span_of = grammar().builder.span_of

    def statement(self, statement: Part):
        """Take one statement of the grammar: several small ones when `;` joins them."""
        made = self._declarative(statement) if statement.kind == "simple_stmt" else None
        if made is None:
            if not self.pending:
                self.before = frozenset(self.reach.values)
            self.pending.append(statement)
            names = self._names([statement])
            for name in names.binds:
                self.reach.bind(name)
        elif made:
            self.close_block()
            self.statements += made

    def _declarative(self, line):
        """The nodes of the statements of one line, or None when one of them needs Python."""
        made = []
        for small in line.children:
            if isinstance(small, Part):
                nodes = self._small(small)
                if nodes is None:
                    return None
                for node in nodes:
                    if getattr(node, "target", None) is not None:
                        self.reach.bind(node.target.id, getattr(node, "value", None))
                made += nodes
        return made

    def _small(self, small):
        if small.kind == "pass_stmt":
            return []
        if small.kind in ("import_name", "import_from"):
            return imports.assignments(small, self.span_of(small))
        if small.kind == "expr_stmt":
            return self._expression(small.children[0])
        if small.kind == "assign" and len(small.children) == 2 and isinstance(small.children[0], Name):
            return self._assignment(*small.children)
        return None

    def _expression(self, value):
        if isinstance(value, Literal):
            return []
        call = self._command(value)
        return None if call is None else [CommandStatement(call.span, None, call)]

    def _assignment(self, target, value):
        span = target.span.to(self.span_of(value))
        call = self._command(value)
        if call is not None:
            return [CommandStatement(span, target, call)]
        if self.reach.may_be_command(value):
            return None
        if self.reach.expression(value):
            return [Assignment(span, target, value)]
        return None

    def _command(self, value):
        """The command call that an expression is, if the evaluator can compute its arguments."""
        if not isinstance(value, Call):
            return None
        call = _session_command(value) or value
        if self.reach.is_command(call) and self.reach.arguments(call):
            return call
        return None

    def _names(self, pieces):
        names = Names()
        for piece in pieces:
            names.visit(piece)
        return names

    def close_block(self):
        """Make a python block of the statements that wait for it."""
        if not self.pending:
            return
        first = self.span_of(self.pending[0])
        names = self._names(self.pending)
        called = {call.name for call in names.calls}
        reads = {name for name in names.reads if name in self.before or not (name in _GIVEN or name in called)}
        if names.reads_more:
            reads |= self.before - names.binds
        end_line = _last_leaf(self.pending[-1]).line
        span = Span(self.path, first.line, first.column, end_line, len(self.lines[end_line - 1]) + 1)
        text = "\n" * (first.line - 1) + "\n".join(self.lines[first.line - 1 : end_line]) + "\n"
        self.statements.append(
            PythonBlock(
                span,
                text,
                frozenset(reads),
                frozenset(names.writes),
                tuple(names.calls),
                tuple(names.targets),
                names.writes_more,
            )  # fmt: skip
        )
        self.pending = []


def _last_leaf(piece):
    while isinstance(piece, Part):
        piece = piece.children[-1]
    return piece


def _session_command(call: Call) -> Call | None:
    """`CA.init(...)` as the DEBUT or POURSUITE, `CA.close()` as the FIN that it stands for.

    "--continue" takes up a base, "--test" is CODE='OUI'; "--abort" and debug=True only concern code_aster's own process.
    """
    function = call.function
    if not (isinstance(function, Attribute) and isinstance(function.value, Name)):
        return None
    if function.value.id not in ("CA", "code_aster"):
        return None
    if function.name == "close":
        kept = tuple(keyword for keyword in call.keywords if keyword.name != "exit")
        return replace(call, function=Name(function.span, "FIN"), keywords=kept)
    if function.name != "init":
        return None
    options = {argument.value: argument for argument in call.arguments if isinstance(argument, Literal)}
    word = "POURSUITE" if "--continue" in options else "DEBUT"
    keywords = [keyword for keyword in call.keywords if keyword.name != "debug"]
    if "--test" in options:
        span = options["--test"].span
        keywords.insert(0, Keyword("CODE", span, Literal(span, "OUI")))
    understood = ("--test", "--continue", "--abort", "--debug")
    rest = tuple(a for a in call.arguments if not (isinstance(a, Literal) and a.value in understood))
    return Call(call.span, Name(function.span, word), rest, tuple(keywords))
