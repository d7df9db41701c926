"""What the evaluator can reach: told when a deck is read, before anything has a value."""

from __future__ import annotations

from pyaster_lite.syntax import functions
from pyaster_lite.syntax.names import COMMAND_NAME
from pyaster_lite.syntax.nodes import (
    Attribute,
    Binary,
    Call,
    Conditional,
    Library,
    Literal,
    Mapping,
    Name,
    Sequence,
    Starred,
    Subscript,
    Unary,
)

FACTORIES = frozenset(("_F", "CO"))


class Reach:
    """The names that the deck has given a meaning to so far, as far as it decides what an expression may call.

    `values` are the names bound to anything; `libraries` those of them that stand for a mathematical library or function.
    """

    def __init__(self, known=()):
        self.values: set[str] = set(known)
        self.libraries: dict[str, Library] = {}

    def bind(self, name: str, value=None):
        """From now on `name` is bound to the value of that node (None: only Python can tell)."""
        self.values.add(name)
        self.libraries.pop(name, None)
        if isinstance(value, Library):
            self.libraries[name] = value

    def is_command(self, call) -> bool:
        """Whether a call is one of a command: a word in upper case that the deck gave no other meaning to."""
        if not isinstance(call, Call) or call.name is None:
            return False
        return bool(COMMAND_NAME.fullmatch(call.name)) and call.name not in self.values and call.name not in FACTORIES

    def may_be_command(self, node) -> bool:
        """Whether a name may be that of a command, to be called by another name: Python knows."""
        return isinstance(node, Name) and "_" in node.id and bool(COMMAND_NAME.fullmatch(node.id)) and node.id not in self.values

    def expression(self, node) -> bool:
        """Whether the evaluator can compute an expression, once its names have values."""
        kind = type(node)
        if kind in (Literal, Name, Library):
            return True
        if kind is Call:
            return self._callable(node) and self.arguments(node)
        if kind is Attribute:
            return self._library_name(node)
        return kind in _PARTS and all(self.expression(part) for part in _PARTS[kind](node))

    def arguments(self, call) -> bool:
        """Whether the evaluator can compute all that is given to a call."""
        given = (*call.arguments, *(keyword.value for keyword in call.keywords))
        return all(self.expression(argument) for argument in given)

    def _callable(self, call):
        name = call.name
        if name is None:
            return isinstance(call.function, Attribute) and self._library_name(call.function)
        if name in self.libraries:
            library = self.libraries[name]
            return library.name is not None and library.name in functions.allowed(library.module)
        return name not in self.values and (name in FACTORIES or name in functions.DEFAULTS)

    def _library_name(self, node):
        library = self.libraries.get(node.value.id) if isinstance(node.value, Name) else None
        return library is not None and library.name is None and node.name in functions.allowed(library.module)


_PARTS = {
    Sequence: lambda node: node.items,
    Mapping: lambda node: [part for pair in node.pairs for part in pair if part is not None],
    Starred: lambda node: (node.value,),
    Unary: lambda node: (node.operand,),
    Binary: lambda node: (node.left, node.right),
    Conditional: lambda node: (node.test, node.value, node.otherwise),
    Subscript: lambda node: (node.value, node.index),
}
