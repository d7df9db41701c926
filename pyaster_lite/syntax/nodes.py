"""The tree of a command file: what the parser makes, and the arguments that the evaluator makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pyaster_lite.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that has a place in the file."""

    span: Span


class Part:
    """A piece of Python that the evaluator does not reach (a loop, a lambda, a slice): its grammar rule (`kind`) and
    its parts in order, which are nodes, further Parts and the tokens of the grammar.
    """

    __slots__ = ("kind", "children")

    def __init__(self, kind, children):
        self.kind = kind
        self.children = children


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number, a text, True, False or None."""

    value: Any


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A variable or a concept, by its name."""

    id: str


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """A tuple or a list (`kind` is the Python type that it evaluates to); an item may be a Starred."""

    items: tuple[Node, ...]
    kind: type = tuple


@dataclass(frozen=True, slots=True)
class Starred(Node):
    """`*value` among the items of a sequence or the arguments of a call."""

    value: Node


@dataclass(frozen=True, slots=True)
class Mapping(Node):
    """A dictionary display; a key of None stands for `**value`."""

    pairs: tuple[tuple[Node | None, Node], ...]


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`op operand`, with op one of + - not ~."""

    op: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`left op right`: arithmetic, comparison or and/or."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    """`value if test else otherwise`."""

    test: Node
    value: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Subscript(Node):
    """`value[index]`."""

    value: Node
    index: Node


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """`value.name`."""

    value: Node
    name: str


@dataclass(frozen=True, slots=True)
class Library(Node):
    """A mathematical library, or one name of it, that the deck imports (`name` is None for the library itself)."""

    module: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Keyword:
    """`name=value` in a call; name is None for `**value`."""

    name: str | None
    name_span: Span
    value: Node


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`function(arguments, keywords)`: a command, `_F`, `CO` or a Python function."""

    function: Node
    arguments: tuple[Node, ...] = ()
    keywords: tuple[Keyword, ...] = ()

    @property
    def name(self) -> str | None:
        """The plain name that is called, if it is one."""
        return self.function.id if isinstance(self.function, Name) else None


@dataclass(frozen=True, slots=True)
class CommandStatement(Node):
    """`target = COMMAND(...)` or `COMMAND(...)`: target is None when no concept is named."""

    target: Name | None
    call: Call


@dataclass(frozen=True, slots=True)
class Assignment(Node):
    """`target = expression` where the expression is within the evaluator's reach."""

    target: Name
    value: Node


@dataclass(frozen=True, slots=True)
class PythonBlock(Node):
    """Consecutive statements that only Python can run.

    `text` is their source (blank lines stand for what precedes, so that Python's line numbers are the file's),
    `reads` and `writes` are the names that they take from and give to the deck, `calls` every command call inside and
    `targets` the names that these calls are assigned to (None where there is none). `writes_more` is true when it may
    write further names that only a run can tell (`from x import *`, `exec`). `old_division`: integers divide to integers.
    """

    text: str
    reads: frozenset[str]
    writes: frozenset[str]
    calls: tuple[Call, ...] = ()
    targets: tuple[str | None, ...] = ()
    writes_more: bool = False
    old_division: bool = False


@dataclass(frozen=True, slots=True)
class Deck:
    """One command file."""

    path: str
    source: str
    statements: tuple[Node, ...]


@dataclass(slots=True)
class Argument:
    """The value of one keyword with its places: `name_span` of the word, `span` of what was given.

    `value` is a plain Python value, a concept, a Factor, a list of Factors, or UNKNOWN. `item_spans`
    are the places of the items when a sequence was written out.
    """

    name: str
    name_span: Span | None
    span: Span | None
    value: Any
    item_spans: tuple[Span, ...] = ()


@dataclass(slots=True)
class Factor:
    """A group of keywords: the body of a command or of one `_F(...)`. `doubled` are words given twice.

    `partial` is true when `**` of an UNKNOWN value may bring further words.
    """

    span: Span | None
    arguments: dict[str, Argument] = field(default_factory=dict)
    doubled: list[Argument] = field(default_factory=list)
    partial: bool = False

    @classmethod
    def from_values(cls, values: dict, span: Span | None = None) -> Factor:
        """A Factor of plain values (dictionaries become Factors), for callers that have no text."""
        return cls(span, {name: Argument(name, span, span, _plain(value, span)) for name, value in values.items()})


def _plain(value, span):
    if isinstance(value, dict):
        return Factor.from_values(value, span)
    if isinstance(value, (list, tuple)) and value and all(isinstance(v, (dict, Factor)) for v in value):
        return [v if isinstance(v, Factor) else Factor.from_values(v, span) for v in value]
    return value


class _Unknown:
    """A value that only a run can tell (something a python block made)."""

    def __repr__(self):
        return "UNKNOWN"


UNKNOWN = _Unknown()


@dataclass(frozen=True, slots=True)
class NewConcept:
    """`CO("name")`: a place for a concept that the command will make."""

    name: str
