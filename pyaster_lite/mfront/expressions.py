"""Expressions of a block, made functions of a frame."""

from __future__ import annotations

import operator

import numpy as np
from lark import Token, Tree

from .errors import MFrontError, Place
from .functions import CONSTANTS, FILLED, FUNCTIONS, METHODS, SAME, TEMPLATES
from .space import COUNTS, TYPES, made
from .values import Tensor, component

COMPARISONS = {"==": operator.eq, "!=": operator.ne, "<": operator.lt, ">": operator.gt, "<=": operator.le, ">=": operator.ge}


def divided(a, b):
    """C++ divides integers without rest."""
    if isinstance(a, int) and isinstance(b, int):
        return int(a / b)
    return a / b if isinstance(a, Tensor) else np.divide(a, b)


OPERATIONS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": divided, "%": operator.mod}
HOSTED = "getPartialJacobianInvert"


class Expressions:
    """Of a space, over names that `known` tells; functions of numbers besides those of functions.py."""

    def __init__(self, space, functions, file):
        self.space, self.functions, self.file = space, functions, file

    def known(self, name):
        """The slot of a name, None where there is none."""
        raise NotImplementedError

    def place(self, tree) -> Place:
        """Where it stands."""
        if isinstance(tree, Token):
            return Place(self.file, tree.line, tree.column)
        meta = tree.meta
        return Place(self.file, getattr(meta, "line", 1), getattr(meta, "column", 1))

    @staticmethod
    def located(place, function):
        """The function, its failures told with their place."""

        def run(frame):
            try:
                return function(frame)
            except (TypeError, IndexError, AttributeError, ValueError) as error:
                if isinstance(error, MFrontError):
                    raise
                raise MFrontError(str(error), place) from None

        return run

    def expression(self, tree):
        """Any of them."""
        return getattr(self, f"_{tree.data}")(tree)

    def integer(self, tree) -> int:
        """One that is a whole number already now."""
        try:
            return int(self.expression(tree)(None))
        except (TypeError, AttributeError):
            raise MFrontError("this must be a whole number", self.place(tree)) from None

    def plain_name(self, tree):
        """The name that it is and no more, else None."""
        if isinstance(tree, Tree) and tree.data == "qualified" and len(tree.children) == 1 and len(tree.children[0].children) == 1:
            return str(tree.children[0].children[0])
        return None

    def axes(self, tree):
        """The own axes of the values of a type; None of auto and of whole numbers, which stay as they are given."""
        word = next(child for child in tree.children if getattr(child, "type", "") != "QUALIFIER")
        if self.counts(tree):
            return None
        name, arguments = self._last_part(word)
        if name == "auto":
            return None
        return self._axes_of(name, arguments, self.place(tree))

    def counts(self, tree) -> bool:
        """Whether a type is that of whole numbers or of truth."""
        word = next(child for child in tree.children if getattr(child, "type", "") != "QUALIFIER")
        return isinstance(word, Token) or self._last_part(word)[0] in COUNTS

    def _axes_of(self, name, arguments, place):
        try:
            return self.space.axes(name, arguments)
        except KeyError:
            raise MFrontError(f"there is no type {name} yet", place, missing=True) from None

    def _last_part(self, tree):
        part = tree.children[-1]
        return str(part.children[0]), self._template(part)

    def _template(self, part):
        """The whole numbers among the arguments of a template."""
        numbers = []
        for each in part.children[1:]:
            if isinstance(each, Token) or self._is_word(each):
                continue
            numbers.append(self.integer(each))
        return tuple(numbers)

    def _is_word(self, tree):
        name = self.plain_name(tree)
        return name is not None and name != "N"

    def operation(self, sign, place):
        """A function of two values."""
        plain = OPERATIONS[sign]

        def run(a, b):
            try:
                return plain(a, b)
            except (TypeError, ValueError) as error:
                raise MFrontError(str(error), place) from None
            except ZeroDivisionError:
                return np.divide(a, b)

        return run

    def _binary(self, tree):
        left, sign, right = tree.children
        a, b, run = self.expression(left), self.expression(right), self.operation(str(sign), self.place(tree))
        return lambda frame: run(a(frame), b(frame))

    def _pair(self, tree, plain):
        a, b = (self.expression(child) for child in tree.children)
        return self.located(self.place(tree), lambda frame: plain(a(frame), b(frame)))

    def _inner_product(self, tree):
        return self._pair(tree, operator.or_)

    def _outer_product(self, tree):
        return self._pair(tree, operator.xor)

    def _or_(self, tree):
        return self._pair(tree, np.logical_or)

    def _and_(self, tree):
        return self._pair(tree, np.logical_and)

    def _not_(self, tree):
        a = self.expression(tree.children[0])
        return lambda frame: np.logical_not(a(frame))

    def _compare(self, tree):
        left, sign, right = tree.children
        sign = str(sign if isinstance(sign, Token) else sign.children[0])
        a, b, run = self.expression(left), self.expression(right), COMPARISONS[sign]
        return lambda frame: run(a(frame), b(frame))

    def _signed(self, tree):
        sign, inner = tree.children
        a = self.expression(inner)
        return (lambda frame: -a(frame)) if sign == "-" else a

    def _dereference(self, tree):
        if tree.children[0] != "*":
            raise MFrontError(f"{tree.children[0]} is not understood here", self.place(tree))
        return self.expression(tree.children[1])

    def _choice(self, tree):
        condition, a, b = (self.expression(child) for child in tree.children)

        def choose(frame):
            held, x, y = condition(frame), a(frame), b(frame)
            if np.ndim(held) == 0:
                return x if held else y
            if isinstance(x, Tensor):
                return Tensor(np.where(np.reshape(held, held.shape + (1,) * x.order), x.values, y.values), x.order)
            return np.where(held, x, y)

        return choose

    def _number(self, tree):
        text = str(tree.children[0]).rstrip("uUlL").replace("'", "")
        whole = text.isdigit()
        value = int(text) if whole else float(text.rstrip("fF"))
        return lambda frame: value

    def _boolean(self, tree):
        value = tree.children[0] == "true"
        return lambda frame: value

    def _qualified(self, tree):
        name = self.plain_name(tree)
        if name is None:
            raise MFrontError("this is no value", self.place(tree), missing=True)
        if name == "N":
            dimension = self.space.dimension
            return lambda frame: dimension
        slot = self.known(name)
        if slot is None:
            raise MFrontError(f"{name} is not known here", self.place(tree))
        return lambda frame: frame.names[slot]

    def _item(self, tree):
        whole, index = (self.expression(child) for child in tree.children)
        return self.located(self.place(tree), lambda frame: component(whole(frame), (int(index(frame)),)))

    def construction(self, axes, values, place):
        """A value of a type from those between its parentheses."""
        if len(values) > 1:
            raise MFrontError("values of several components at once are not there yet", place, missing=True)
        if axes is None:
            return values[0]
        if not values:
            return lambda frame: made(axes)
        return self.located(place, lambda frame: made(axes, values[0](frame)))

    def _member(self, tree):
        raise MFrontError(f"there is no member {tree.children[1]} yet", self.place(tree), missing=True)

    def _call(self, tree):
        callee, arguments = tree.children
        place, values = self.place(tree), [self.expression(child) for child in arguments.children]
        if callee.data == "member" and callee.children[1] in SAME and not values:
            return self.expression(callee.children[0])
        name = self.plain_name(callee)
        if callee.data != "qualified" or (name is not None and self.known(name) is not None):
            whole = self.expression(callee)

            def look_up(frame):
                held = whole(frame)
                if callable(held):
                    return held(*(value(frame) for value in values))
                return component(held, tuple(int(value(frame)) for value in values))

            return self.located(place, look_up)
        function = self._function(callee, place)
        if callable(function):
            return self.located(place, lambda frame: function(*(value(frame) for value in values)))
        return self.construction(function, values, place)

    def _function(self, callee, place):
        """A function of values, or the own axes of a type."""
        name, arguments = self._last_part(callee)
        if name in self.functions:
            return self.functions[name]
        if name in CONSTANTS and len(callee.children) > 1:
            kind = callee.children[-2]
            axes = self._axes_of(str(kind.children[0]), self._template(kind), place)
            return lambda: CONSTANTS[name](axes)
        if name in TEMPLATES:
            return TEMPLATES[name](self.space, arguments)
        if name in FUNCTIONS:
            return FUNCTIONS[name]
        if name in TYPES:
            return self._axes_of(name, arguments, place)
        raise MFrontError(f"there is no function {name} yet", place, missing=True)

    def filling(self, tree):
        """(targets, function of a frame giving their values) of a call that sets its arguments, None where it is no such call."""
        if getattr(tree, "data", "") != "call":
            return None
        callee, arguments = tree.children
        place = self.place(tree)
        if callee.data == "member" and callee.children[1] in METHODS:
            whole, method, count = self.expression(callee.children[0]), METHODS[callee.children[1]], len(arguments.children)
            return arguments.children, self.located(place, lambda frame: method(whole(frame), count))
        if callee.data != "qualified":
            return None
        if self.plain_name(callee) == HOSTED and self.known(HOSTED) is not None:
            count = len(arguments.children)
            return arguments.children, self.located(place, lambda frame: frame.names[HOSTED](count))
        name = "::".join(str(part.children[0]) for part in callee.children[-2:])
        if name == "static_cast":
            return [], lambda frame: []
        if name not in FILLED:
            raise MFrontError(f"there is no function {name} yet", place, missing=True)
        first, *others = arguments.children
        function, values = FILLED[name], [self.expression(child) for child in others]
        return [first], self.located(place, lambda frame: [function(self.space, *(value(frame) for value in values))])
