"""Formulas of one point at a time, as a Python function: for loops in time that ask for a hundred thousand values.

The source of the function is written here from the tree of the expression, never taken from the deck: numbers, parameters,
arithmetic, comparisons, and functions of `math` that take and give numbers. Whole numbers become floats, so that no
power can grow without bound. What else an expression may hold is left to the slower way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from pyaster_lite.syntax import functions
from pyaster_lite.syntax.nodes import Binary, Call, Conditional, Literal, Name, Unary

_OPERATIONS = frozenset(("+", "-", "*", "/", "**", "<", ">", "<=", ">=", "==", "!=", "and", "or"))
_OF_NUMBERS = """
    abs acos acosh asin asinh atan atan2 atanh cos cosh degrees erf erfc exp expm1 fabs float hypot log log10 log1p
    log2 max min radians sin sinh sqrt tan tanh
"""
_CALLABLE = {id(functions.DEFAULTS[name]): name for name in _OF_NUMBERS.split()}
_LARGEST = 2**53


class _Beyond(Exception):
    """The expression holds something else."""


def scalar(node, parameters: tuple[str, ...], context: Mapping) -> Callable[..., float] | None:
    """A function of the parameters' values, in their order, that computes an expression; None where it holds more than numbers."""
    writer = _Writer(parameters, context)
    try:
        source = writer.write(node)
        return eval(f"lambda {', '.join(writer.places.values())}: {source}", writer.space)
    except (_Beyond, RecursionError, MemoryError, SyntaxError):
        return None


class _Writer:
    def __init__(self, parameters, context):
        self.places = {name: f"p{i}" for i, name in enumerate(parameters)}
        self.context, self.space = context, {"__builtins__": {}}

    def write(self, node) -> str:
        """The source of a node. Raises _Beyond."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            raise _Beyond
        return method(node)

    def _literal(self, node: Literal):
        return self._number(node.value)

    def _name(self, node: Name):
        if node.id in self.places:
            return self.places[node.id]
        return self._number(self.context[node.id] if node.id in self.context else functions.DEFAULTS.get(node.id))

    def _number(self, value):
        if type(value) not in (int, float) or not math.isfinite(value) or abs(value) > _LARGEST and type(value) is int:
            raise _Beyond
        return f"({float(value)!r})"

    def _unary(self, node: Unary):
        if node.op not in ("+", "-", "not"):
            raise _Beyond
        return f"({node.op} {self.write(node.operand)})"

    def _binary(self, node: Binary):
        bounded = node.op != "**" or isinstance(node.right, Literal)
        if node.op not in _OPERATIONS or not bounded:
            raise _Beyond
        return f"({self.write(node.left)} {node.op} {self.write(node.right)})"

    def _conditional(self, node: Conditional):
        return f"({self.write(node.value)} if {self.write(node.test)} else {self.write(node.otherwise)})"

    def _call(self, node: Call):
        if not isinstance(node.function, Name) or node.keywords or node.name in self.places:
            raise _Beyond
        function = self.context.get(node.name, functions.DEFAULTS.get(node.name))
        name = _CALLABLE.get(id(function))
        if name is None:
            raise _Beyond
        self.space[name] = function
        return f"{name}({', '.join(self.write(argument) for argument in node.arguments)})"
