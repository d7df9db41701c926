"""Which names a piece of Python takes from the deck, which it gives to it, and which commands it calls."""

from __future__ import annotations

import re

from pyaster_lite.syntax.nodes import (
    Attribute,
    Binary,
    Call,
    Conditional,
    Keyword,
    Literal,
    Mapping,
    Name,
    Part,
    Sequence,
    Starred,
    Subscript,
    Unary,
)

COMMAND_NAME = re.compile(r"[A-Z][A-Z0-9_]*[A-Z0-9]")
_FACTORY_NAMES = frozenset(("_F", "CO"))
_MUTATORS = frozenset(
    ["append", "extend", "insert", "update", "pop", "popitem", "remove", "sort", "reverse", "clear", "add", "discard", "setdefault"]
)
_SEES_ALL = frozenset(("eval", "exec", "execfile", "globals", "locals", "vars"))
_IDENTIFIER = re.compile(r"[^\W\d]\w*")
# The expression inside { } of a formatted text, up to its format.
_BRACES = re.compile(r"\{([^{}!:\[]*(?:\[[^]]*\][^{}!:\[]*)*)")


def free_names(node) -> list[Name]:
    """The names that an expression reads, with their places, in order; names local to it are left out."""
    found = Names()
    found.visit(node)
    return found.read_nodes


class Names:
    """Walks statements in the order of the text and collects what they read, bind, change in place and call.

    A name that is only bound in a branch is still read from outside when it is used after the branch. A function's free
    names count as read where it is defined. `reads_more` and `writes_more` tell that some call or import may look at, or
    bind, names that are not written out (`eval`, `globals`, `import *`). `targets` are the names given to the `calls`.
    """

    def __init__(self, bound=frozenset()):
        self.read_nodes: list[Name] = []
        self.reads: set[str] = set()
        self.binds: set[str] = set()
        self.changes: set[str] = set()
        self.calls: list[Call] = []
        self.targets: list[str | None] = []
        self.reads_more = False
        self.writes_more = False
        self._bound: set[str] = set(bound)

    @property
    def writes(self) -> set[str]:
        """The names that get a new value or a new content."""
        return self.binds | self.changes

    def visit(self, piece):
        """Collect the names of one statement, expression or part of either; tokens say nothing."""
        if isinstance(piece, Name):
            self._read(piece.id, piece)
        elif isinstance(piece, Call):
            self._call(piece)
        elif isinstance(piece, Keyword | Starred | Attribute):
            self.visit(piece.value)
        elif isinstance(piece, Sequence):
            self._all(piece.items)
        elif isinstance(piece, Mapping):
            self._all(piece.pairs)
        elif isinstance(piece, Unary):
            self.visit(piece.operand)
        elif isinstance(piece, Binary):
            self._all((piece.left, piece.right))
        elif isinstance(piece, Subscript):
            self._all((piece.value, piece.index))
        elif isinstance(piece, Conditional):
            self._all((piece.test, piece.value, piece.otherwise))
        elif isinstance(piece, tuple):
            self._all(piece)
        elif isinstance(piece, Part):
            getattr(self, f"on_{piece.kind}", self._all)(piece.children)

    def _all(self, pieces):
        for piece in pieces:
            self.visit(piece)

    def _read(self, name, node=None):
        if name not in self._bound:
            self.reads.add(name)
            if node is not None:
                self.read_nodes.append(node)

    def _bind(self, name):
        self.binds.add(str(name))
        self._bound.add(str(name))

    def _call(self, call, target=None):
        name = call.name
        if name == "CO":
            self._new_concept(call)
        elif name is not None and COMMAND_NAME.fullmatch(name) and name not in self._bound:
            self.calls.append(call)
            self.targets.append(target)
        elif name in _SEES_ALL:
            self.reads_more = self.writes_more = True
        if isinstance(call.function, Attribute) and call.function.name in _MUTATORS:
            self._change(call.function.value)
        if name not in _FACTORY_NAMES:
            self.visit(call.function)
        self._all(call.arguments)
        self._all(call.keywords)

    def _new_concept(self, call):
        """`CO("name")` makes a name of the deck."""
        given = call.arguments[0] if call.arguments else None
        if isinstance(given, Literal) and isinstance(given.value, str):
            self.changes.add(given.value)
        else:
            self.writes_more = True

    def _change(self, target):
        """`target` keeps its name and gets another content."""
        while isinstance(target, Subscript | Attribute):
            target = target.value
        if isinstance(target, Name) and target.id not in self._bound:
            self.changes.add(target.id)

    def _assign(self, target):
        if isinstance(target, Name):
            self._bind(target.id)
        elif isinstance(target, Sequence):
            for item in target.items:
                self._assign(item)
        elif isinstance(target, Starred):
            self._assign(target.value)
        elif isinstance(target, Subscript | Attribute):
            self.visit(target)
            self._change(target)

    def _branch(self, pieces):
        before = set(self._bound)
        self._all(pieces)
        self._bound = before

    on_suite = on_case = _branch

    # One method for each rule of the grammar that binds names or opens a scope.

    def on_assign(self, pieces):
        *targets, value = pieces
        if isinstance(value, Call) and isinstance(targets[0], Name):
            self._call(value, targets[0].id)
        else:
            self.visit(value)
        for target in targets:
            self._assign(target)

    def on_augassign(self, pieces):
        target, _, value = pieces
        self._all((value, target))
        self._assign(target)

    def on_annassign(self, pieces):
        target, annotation, *value = pieces
        self._all((annotation, *value))
        if value:
            self._assign(target)

    def on_named(self, pieces):
        name, value = pieces
        self.visit(value)
        self._bind(name)

    def on_del_stmt(self, pieces):
        targets = pieces[1].items if isinstance(pieces[1], Sequence) else (pieces[1],)
        for target in targets:
            self.visit(target)
            self._change(target)
            if isinstance(target, Name):
                self.binds.add(target.id)
                self._bound.discard(target.id)

    def on_for_stmt(self, pieces):
        _, target, _, values, *suites = pieces
        self.visit(values)
        before = set(self._bound)
        self._assign(target)
        self._all(suites)
        self._bound = before

    def on_comp_for(self, pieces):
        _, target, _, values, *rest = pieces
        self.visit(values)
        self._assign(target)
        self._all(rest)

    on_list_for = on_comp_for

    def on_comprehension(self, pieces):
        loops = [isinstance(piece, Part) and piece.kind in ("comp_for", "list_for") for piece in pieces]
        inner = Names(self._bound)
        inner._all(piece for piece, loop in zip(pieces, loops, strict=True) if loop)
        inner._all(piece for piece, loop in zip(pieces, loops, strict=True) if not loop)
        self._take(inner)

    on_list_comprehension = on_dict_comprehension = on_comprehension

    def on_with_item(self, pieces):
        self.visit(pieces[0])
        if len(pieces) > 1:
            self._assign(pieces[2])

    def on_except_clause(self, pieces):
        before = set(self._bound)
        if len(pieces) > 4:
            self.visit(pieces[1])
            self._assign(pieces[3])
            pieces = pieces[4:]
        self._all(pieces)
        self._bound = before

    def on_pattern(self, pieces):
        for name in [name for piece in pieces for name in free_names(piece)]:
            self._bind(name.id)

    def on_import_name(self, pieces):
        for piece in pieces:
            if isinstance(piece, Part):
                dotted, *alias = piece.children
                self._bind(alias[0] if alias else dotted.children[0])

    def on_import_from(self, pieces):
        for piece in pieces:
            if isinstance(piece, Part) and piece.kind == "name_as":
                self._bind(piece.children[-1])
        self.writes_more |= pieces[-1] == "*"

    def on_exec_stmt(self, pieces):
        self._all(pieces)
        self.reads_more = self.writes_more = True

    def on_funcdef(self, pieces):
        self._bind(pieces[1])
        self._function(pieces)

    def on_lambda_(self, pieces):
        self._function(pieces)

    def _function(self, pieces):
        *head, body = pieces
        parameters = set()
        for parameter in _descend(head, "parameter", "lambda_parameter"):
            parameters.update(_parameter_names(parameter))
        self._all(head)
        inside = Names()
        inside.visit(body)
        shared = {str(name) for part in _descend([body], "global_stmt") for name in part.children if _is_name(name)}
        inner = Names(self._bound | parameters | (inside.binds - shared))
        inner.visit(body)
        self._take(inner)
        self.binds |= inside.binds & shared

    def on_classdef(self, pieces):
        inner = Names(self._bound)
        inner._all(pieces)
        self._take(inner)
        self._bind(pieces[1])

    def on_formatted(self, pieces):
        for inside in [inside for token in pieces for inside in _BRACES.findall(token.replace("{{", ""))]:
            for name in _IDENTIFIER.findall(inside):
                self._read(name)

    def _take(self, inner):
        self.reads |= inner.reads
        self.changes |= inner.changes
        self.read_nodes += inner.read_nodes
        self.calls += inner.calls
        self.targets += inner.targets
        self.reads_more |= inner.reads_more
        self.writes_more |= inner.writes_more


def _is_name(piece):
    return getattr(piece, "type", None) == "NAME"


def _descend(pieces, *kinds):
    """The Parts of some kinds anywhere below `pieces`, functions inside functions included."""
    for piece in pieces:
        if isinstance(piece, Part):
            if piece.kind in kinds:
                yield piece
            yield from _descend(piece.children, *kinds)


def _parameter_names(parameter):
    for child in parameter.children:
        if _is_name(child):
            yield str(child)
        elif isinstance(child, Part) and child.kind == "unpacked":
            yield from _parameter_names(child)
