"""Formulas that a deck writes as text: read by the deck's grammar, computed on numbers or on whole arrays.

An expression within the evaluator's reach runs no foreign code. One that is not (a comprehension, a method) is left to
Python, if Python is allowed. On arrays every operation is numpy's; where numpy would only warn (a division by zero, a
square root of a negative number) or cannot follow, the points are taken one by one, so that the outcome is Python's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, reduce

import numpy as np

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, Span
from pyaster_lite.syntax import functions, recovery
from pyaster_lite.syntax.evaluate import BINARY, UNARY, evaluate, operation
from pyaster_lite.syntax.names import free_names
from pyaster_lite.syntax.nodes import (
    Attribute,
    Binary,
    Call,
    Conditional,
    Literal,
    Name,
    Sequence,
    Subscript,
    Unary,
)
from pyaster_lite.syntax.reach import Reach
from pyaster_lite.syntax.scalar import scalar

_FILE = "formula"
_POINTS = " points"
"""Said beside the values of parameters that are arrays of points: any other array is a value of its own."""


class Formula:
    """A function of `parameters` given by the text of an expression.

    text        the expression, on one or several lines
    parameters  names of its variables, in order
    context     values of the other names that it uses: numbers, functions, concepts that can be called
    span        where the deck gives it, for the messages
    complex_    whether its values may be complex (VALE_C)

    Raises Refused when the text is no expression, when a name has no value, or when only Python could compute it while
    `python` is false.
    """

    vectorised = True
    _scalar = None

    def __init__(self, text: str, parameters, context: Mapping | None = None, span: Span | None = None, complex_=False, python=True):
        self.text = "".join(text.strip().splitlines())
        self.parameters = tuple(parameters)
        self.context = dict(context or {})
        self.span = span
        self.complex = complex_
        self._one_by_one = any(isinstance(value, np.ndarray) for value in self.context.values())
        node = self._read()
        reach = _FormulaReach(self.context)
        reach.values.update(self.parameters)
        for name in free_names(node):
            self._check_name(name.id)
        if reach.expression(node):
            self._value = _Compiler(self.context).compile(node)
            self._scalar = scalar(node, self.parameters, self.context)
        elif python:
            self._value = self._by_python()
        else:
            raise self._refused("S051", f"only Python can compute {self.text!r}, which --no-python forbids")

    def __call__(self, *values):
        """The value at a point, a number for numbers; arrays are taken together and give an array.

        Raises Refused when it cannot be computed: the message says where.
        """
        if len(values) != len(self.parameters):
            count = f"{len(self.parameters)} value{'s'[: len(self.parameters) != 1]}"
            raise self._refused("S052", f"the formula takes {count}, {len(values)} given")
        for value in values:
            if isinstance(value, np.ndarray):
                break
        else:
            return self._at(values)
        values = np.broadcast_arrays(*values)
        try:
            if self._one_by_one:
                raise TypeError("an array of the context is no array of points")
            with np.errstate(divide="raise", invalid="raise", over="raise"):
                found = self._value(dict(zip(self.parameters, values, strict=True)) | {_POINTS: True})
            return np.broadcast_to(self._numbers(found), values[0].shape)
        except (ArithmeticError, TypeError, ValueError, AttributeError):
            points = zip(*(value.ravel().tolist() for value in values), strict=True)
            return np.array([self._at(point) for point in points]).reshape(values[0].shape)

    def _at(self, values):
        try:
            if self._scalar is not None:
                return self._number(self._scalar(*values))
            found = self._value(dict(zip(self.parameters, values, strict=True)))
            return self._number(found)
        except Refused:
            raise
        except Exception as error:
            where = ", ".join(f"{name}={_shown(value)}" for name, value in zip(self.parameters, values, strict=True))
            reason = _reason(error)
            raise self._refused("S050", f"the formula cannot be computed at {where}: {reason}", Severity.FAILED) from error

    def _number(self, found):
        if type(found) is float and not self.complex:
            return found
        if self.complex:
            return complex(found)
        if isinstance(found, (complex, np.complexfloating)):
            raise TypeError(f"the value is complex, {found:g}")
        if isinstance(found, str):
            raise TypeError("the value is a text")
        if isinstance(found, (tuple, list, dict, set)):
            raise TypeError(f"the value is a {type(found).__name__}, not a number")
        return float(found)

    def _numbers(self, found):
        array = np.asarray(found)
        if array.dtype.kind not in ("biufc" if self.complex else "biuf"):
            raise TypeError("the values are not numbers")
        return array.astype(complex if self.complex else float)

    def _read(self):
        if not self.text:
            raise self._refused("S053", "the formula is empty")
        try:
            return recovery.expression(self.text, _FILE)
        except Refused as refused:
            first = refused.diagnostics[0]
            column = first.span.column if first.span else 1
            raise self._refused("S053", f"{self.text!r} is no formula: {first.message} (character {column})") from None

    def _check_name(self, name):
        if name not in self.parameters and name not in self.context and name not in functions.DEFAULTS:
            known = ", ".join((*self.parameters, *self.context))
            message = f"the formula uses {name}, which is neither one of its parameters nor given to it"
            raise self._refused("S054", message, help=f"it knows {known}; give {name}=... after VALE to pass it")

    def _by_python(self):
        code = compile(self.text, _FILE, "eval", dont_inherit=True)
        space = {**functions.DEFAULTS, **self.context}
        return lambda values: eval(code, {**space, **{name: value for name, value in values.items() if name != _POINTS}})

    def _refused(self, code, message, severity=Severity.ERROR, help=None):
        return Refused([Diagnostic(severity, code, message, self.span, help)])


class _FormulaReach(Reach):
    """In a formula the functions that are handed to it may be called too."""

    def __init__(self, context):
        super().__init__(context)
        self.callables = {name for name, value in context.items() if callable(value)}

    def _callable(self, call):
        return call.name in self.callables or super()._callable(call)


class _Compiler:
    """Makes of each node a function of the dictionary of the parameters' values."""

    def __init__(self, context):
        self.context = context

    def compile(self, node) -> Callable[[dict], object]:
        """The function that computes a node."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            return lambda values: evaluate(node, {**self.context, **values})
        return method(node)

    def _literal(self, node: Literal):
        value = node.value
        return lambda values: value

    def _name(self, node: Name):
        name = node.id
        known = self.context if name in self.context else functions.DEFAULTS
        fallback = known.get(name)
        return lambda values: values.get(name, fallback)

    def _attribute(self, node: Attribute):
        value = getattr(functions.library(self.context[node.value.id].__name__), node.name)
        return lambda values: value

    def _sequence(self, node: Sequence):
        items = [self.compile(item) for item in node.items]
        kind = node.kind
        return lambda values: kind(item(values) for item in items)

    def _unary(self, node: Unary):
        operand, action = self.compile(node.operand), UNARY[node.op]
        if node.op == "not":
            return lambda values: _negated(operand(values))
        return lambda values: action(operand(values))

    def _binary(self, node: Binary):
        left, right, op = self.compile(node.left), self.compile(node.right), node.op
        if op in ("and", "or"):
            return lambda values: _chosen(left(values), values, op == "or", right)
        action = BINARY[op]
        if op not in ("**", "*", "+", "<<", "%"):
            return lambda values: action(left(values), right(values))

        def guarded(values):
            a, b = left(values), right(values)
            if isinstance(a, (float, np.ndarray)) or isinstance(b, (float, np.ndarray)):
                return action(a, b)
            return operation(op, a, b)

        return guarded

    def _conditional(self, node: Conditional):
        test, value, otherwise = self.compile(node.test), self.compile(node.value), self.compile(node.otherwise)

        def choose(values):
            truth = test(values)
            if not isinstance(truth, np.ndarray):
                return value(values) if truth else otherwise(values)
            return _merged(truth.astype(bool), values, value, otherwise)

        return choose

    def _subscript(self, node: Subscript):
        value, index = self.compile(node.value), self.compile(node.index)
        return lambda values: value(values)[index(values)]

    def _call(self, node: Call):
        function = self.compile(node.function)(self.context)
        arguments = [self.compile(argument) for argument in node.arguments]
        words = {keyword.name: self.compile(keyword.value) for keyword in node.keywords}
        harmless = functions.is_harmless(function)
        on_arrays = _on_arrays(function) if harmless else _pointwise(function)

        def run(values):
            given = [argument(values) for argument in arguments]
            named = {name: word(values) for name, word in words.items()}
            if _POINTS in values and any(isinstance(value, np.ndarray) for value in given):
                return on_arrays(*given, **named)
            return functions.call(function, given, named) if harmless else function(*given, **named)

        return run


def _negated(value):
    return np.logical_not(value) if isinstance(value, np.ndarray) else not value


def _chosen(left, values, wants, right):
    """`left or right` (wants is True) or `left and right`, point by point where left is an array."""
    if not isinstance(left, np.ndarray):
        return left if bool(left) == wants else right(values)
    kept = left.astype(bool) == wants
    return _merged(kept, {**values, _LEFT: left}, lambda part: part[_LEFT], right)


_LEFT = " left"


def _merged(truth, values, value, otherwise):
    """One expression where `truth` holds and another elsewhere; each only ever sees its own points."""
    pieces = []
    for mask, branch in ((truth, value), (~truth, otherwise)):
        if mask.any():
            part = {name: v[mask] if isinstance(v, np.ndarray) and v.shape == mask.shape else v for name, v in values.items()}
            pieces.append((mask, branch(part)))
    found = np.empty(truth.shape, np.result_type(*(np.asarray(piece).dtype for _, piece in pieces)))
    for mask, piece in pieces:
        found[mask] = piece
    return found


@cache
def _array_functions():
    """Our scalar functions and what numpy has for them."""
    found = {}
    names = {
        "acos": "arccos", "asin": "arcsin", "atan": "arctan", "atan2": "arctan2", "acosh": "arccosh",
        "asinh": "arcsinh", "atanh": "arctanh", "pow": "power", "ceil": "ceil", "floor": "floor", "fmod": "fmod",
        "isnan": "isnan", "isinf": "isinf", "abs": "abs", "int": "trunc", "round": "round",
    }  # fmt: skip
    for name in (*functions.allowed("math"), "abs", "int", "round"):
        function = functions.DEFAULTS[name]
        other = getattr(np, names.get(name, name), None)
        if isinstance(other, np.ufunc):
            found[id(function)] = other
    found[id(max)] = lambda *given: reduce(np.maximum, given)
    found[id(min)] = lambda *given: reduce(np.minimum, given)
    found[id(float)] = lambda value: value
    found[id(functions.DEFAULTS["log"])] = _log
    return found


def _log(value, base=None):
    return np.log(value) if base is None else np.log(value) / np.log(base)


def _on_arrays(function):
    if isinstance(function, np.ufunc):
        return function
    return _array_functions().get(id(function)) or _pointwise(function)


def _pointwise(function):
    """A function on arrays, called point by point unless it says that it takes arrays itself."""
    if getattr(function, "vectorised", False):
        return function

    def run(*given, **named):
        given = np.broadcast_arrays(*given)
        points = zip(*(value.ravel().tolist() for value in given), strict=True)
        return np.array([function(*point, **named) for point in points]).reshape(given[0].shape)

    return run


def _shown(value):
    return f"{value:g}" if isinstance(value, (int, float, complex)) else repr(value)


def _reason(error):
    if isinstance(error, ZeroDivisionError):
        return "it divides by zero"
    if isinstance(error, functions.TooLarge):
        return f"it asks for {error}"
    if isinstance(error, OverflowError):
        return "a number is too large"
    return str(error) or type(error).__name__
