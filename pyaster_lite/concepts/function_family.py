"""Functions of two parameters: a function for each of some values of the first (nappe_sdaster)."""

from __future__ import annotations

from dataclasses import dataclass
from operator import is_

import numpy as np

from pyaster_lite.concepts.base import Concept, failure
from pyaster_lite.concepts.function import (
    DECK_TOLERANCE,
    MECHANICS_TOLERANCE,
    Function,
    OutsideDomain,
    Properties,
    UnknownParameter,
    between,
)
from pyaster_lite.fe.errors import ComputationFailed


class _Axis:
    """Ascending points (n,) and what is told beyond them."""

    def __init__(self, points, left: str, right: str):
        self.points, self._widths, self._sides = points, np.diff(points), ((left, points[0], np.maximum), (right, points[-1], np.minimum))

    def place(self, given):
        """The intervals of values, and by which share of them these are past their starts; None twice where one has none."""
        for side, end, held in self._sides:
            inside = held(given, end)
            # a value that is no number is told by none
            if side == "CONSTANT":
                given = inside
            elif side != "LINEAIRE" and (inside != given).any():
                return None, None
        if np.isnan(given).any():
            return None, None
        place = np.clip(self.points.searchsorted(given, "right") - 1, 0, len(self._widths) - 1)
        return place, (given - self.points.take(place)) / self._widths.take(place)


@dataclass(frozen=True)
class _Table:
    """values (n m,) at the points of two axes, row after row."""

    axes: tuple[_Axis, ...]
    values: np.ndarray


class FunctionFamily(Concept):
    """Functions of one parameter, each standing for a value of another.

    values      (n,) ascending values of the first parameter
    functions   the n functions of the second
    properties  how one reads between the functions: first parameter, result, interpolation, extrapolation
    """

    kind = "nappe_sdaster"
    vectorised = True

    def __init__(self, values, functions: list[Function], properties: Properties, name: str = ""):
        self.values, self.functions, self.properties, self.name = np.asarray(values, float), list(functions), properties, name
        self._table = None
        if len(self.values) != len(self.functions):
            raise ComputationFailed(f"a family needs a function for each value, not {len(functions)} for {len(self.values)}")

    def saved_state(self) -> dict:
        """What a base keeps of it."""
        return {word: getattr(self, word) for word in ("name", "values", "functions", "properties")}

    def restored(self):
        """After a base was read."""
        self._table = None

    @property
    def inner_parameter(self) -> str:
        """The name of the second parameter."""
        return self.functions[0].properties.parameter

    @property
    def parameters(self) -> tuple[str, str]:
        """The names of both parameters."""
        return self.properties.parameter, self.inner_parameter

    def evaluate(self, **values):
        """The value by names of parameters, by the rules of Function.evaluate in both directions."""
        missing = [word for word in self.parameters if word not in values]
        if missing:
            raise UnknownParameter(f"function {self.name}", missing[0])
        first, second = (values[word] for word in self.parameters)
        found = self._in_table(first, second)
        if found is not None:
            return found
        return self._at(first, second, MECHANICS_TOLERANCE, lambda f, x: f.evaluate(**{self.inner_parameter: x}))

    def __call__(self, first, second, tol: float = DECK_TOLERANCE):
        """The value at both parameters, numbers or arrays, points being met within `tol` of their interval.

        A deck's Python may catch it that the family has none. Beyond the first and the last value Python extrapolates by the
        interpolation (t_nappe), where mechanics go on straight on (fointe).
        """
        try:
            return self._at(first, second, tol, lambda f, x: f(x, tol=tol), beyond=self.properties.interpolation)
        except OutsideDomain as outside:
            raise failure(outside.message, "FONCT0_29", OutsideDomain) from outside

    def _at(self, first, second, tolerance, evaluate, beyond=("LIN", "LIN")):
        first, second = np.broadcast_arrays(np.asarray(first, float), np.asarray(second, float))
        p, x = np.atleast_1d(first).ravel(), np.atleast_1d(second).ravel()
        self._refuse_outside(p, tolerance)
        if len(self.values) == 1:
            found = evaluate(self.functions[0], x)
        else:
            found = np.empty(p.shape)
            place = np.clip(np.searchsorted(self.values, p, "right") - 1, 0, len(self.values) - 2)
            for k in np.unique(place):
                rows = place == k
                found[rows] = self._in_interval(int(k), p[rows], x[rows], tolerance, evaluate, beyond)
        return found[0].item() if first.ndim == 0 else found.reshape(first.shape)

    def _in_table(self, first, second):
        """The values at arrays of parameters, at once for all intervals, where the family is a table of lines that answers for them all."""
        first, second = np.broadcast_arrays(np.asarray(first, float), np.asarray(second, float))
        table = self._of_lines() if first.ndim else None
        if table is None:
            return None
        (i, along), (j, across) = places = [axis.place(given) for axis, given in zip(table.axes, (first, second))]
        if any(place is None for place, _ in places):
            return None
        at = i * len(table.axes[1].points) + j
        values, below = table.values, at + len(table.axes[1].points)
        low, high = values.take(at), values.take(below)
        low, high = low + across * (values.take(at + 1) - low), high + across * (values.take(below + 1) - high)
        return low + along * (high - low)

    def _of_lines(self):
        """The table of functions that share their points and are linear between them, None for others."""
        held = [y for f in self.functions for y in (f.x, f.y)]
        if self._table is None or not all(map(is_, self._table[0], held)):
            readings = {(f.properties.interpolation, f.properties.left, f.properties.right) for f in self.functions}
            x, (pair, *inner) = self.functions[0].x, next(iter(readings))
            known = pair == self.properties.interpolation == ("LIN", "LIN") and len(readings) == 1 and len(self.functions) > 1
            known = known and len(x) > 1 and (np.diff(x) > 0.0).all()
            known = known and all(np.array_equal(f.x, x) and not f.is_complex for f in self.functions)
            sides = self.properties.left, self.properties.right
            axes = (_Axis(self.values, *sides), _Axis(x, *inner)) if known else ()
            self._table = held, _Table(axes, np.stack([f.y for f in self.functions]).ravel()) if known else None
        return self._table[1]

    def _refuse_outside(self, p, tolerance):
        v, sides = self.values, self.properties
        widths = (v[1] - v[0], v[-1] - v[-2]) if len(v) > 1 else (abs(v[0]), abs(v[0]))
        beyond = ((v[0] - p) > tolerance * widths[0], sides.left), ((p - v[-1]) > tolerance * widths[1], sides.right)
        for where, rule in beyond:
            if rule == "EXCLU" and (where.any() or np.isnan(p).any()):
                domain = f"{v[0]:.9g} <= {sides.parameter} <= {v[-1]:.9g}"
                raise OutsideDomain(f"the function {self.name} is asked for its value at {p[where][0]:.9g}, but is given for {domain} only")

    def _in_interval(self, k, p, x, tolerance, evaluate, beyond):
        v, sides = self.values, self.properties
        low, high = v[k], v[k + 1]
        width = tolerance * (high - low)
        on_low = (np.abs(p - low) <= width) | ((p < low) & (sides.left == "CONSTANT"))
        on_high = (np.abs(p - high) <= width) | ((p > high) & (sides.right == "CONSTANT"))
        free = ~(on_low | on_high)
        found = np.empty(p.shape)
        for where, function in ((on_low, self.functions[k]), (on_high, self.functions[k + 1])):
            if where.any():
                found[where] = evaluate(function, x[where])
        inside = (p >= low) & (p <= high)
        for where, pair in ((free & inside, self.properties.interpolation), (free & ~inside, beyond)):
            if where.any():
                y1, y2 = (evaluate(f, x[where]) for f in self.functions[k : k + 2])
                ends = (np.full(y1.shape, end) for end in (low, high))
                found[where] = between(p[where], *ends, y1, y2, pair, name=self.name)
        return found

    # operations -------------------------------------------------------------------------------------------------

    def with_functions(self, functions, values=None) -> FunctionFamily:
        """A family of the same reading with other functions."""
        return FunctionFamily(self.values if values is None else values, functions, self.properties)

    def with_values(self, wanted) -> FunctionFamily:
        """The family with functions at further values of the first parameter, made of the points of `wanted`.

        wanted  another family: where it has a value that this one has not, its abscissas are taken
        """
        if other_is_same(self, wanted):
            return self
        values = np.union1d(self.values, wanted.values)
        functions = []
        for value in values:
            if value in self.values:
                functions.append(self.functions[int(np.searchsorted(self.values, value))])
            else:
                model = wanted.functions[int(np.searchsorted(wanted.values, value))]
                functions.append(model.with_points(model.x, self(value, model.x)))
        return self.with_functions(functions, values)

    def evalfonc(self, abscissas):
        """The family of its functions at other abscissas."""
        return self.with_functions([f.evalfonc(abscissas) for f in self.functions])

    def _combine(self, other, operation):
        others = other.functions if isinstance(other, FunctionFamily) else [other] * len(self.functions)
        if len(others) != len(self.functions):
            raise ComputationFailed("families of different first parameters cannot be combined")
        return self.with_functions([operation(f, g) for f, g in zip(self.functions, others)])

    def __add__(self, other):
        return self._combine(other, lambda f, g: f + g)

    def __mul__(self, other):
        return self._combine(other, lambda f, g: f * g)

    __radd__, __rmul__ = __add__, __mul__

    def abs(self):
        """The absolute values."""
        return self.with_functions([f.abs() for f in self.functions])

    def extreme(self):
        """{"min": [[x, p, value], ...], "max": ...}: every point where the least and the greatest value is met."""
        found = {}
        for word, choose in (("min", min), ("max", max)):
            value = choose(choose(f.y) for f in self.functions)
            points = [[value, x, p] for p, f in zip(self.values, self.functions) for x in f.x[f.y == value]]
            found[word] = [point[::-1] for point in sorted(points)]
        return found

    # what the Python of decks asks -------------------------------------------------------------------------------

    @property
    def vale_para(self):
        """The values of the first parameter."""
        return self.values

    @property
    def l_fonc(self):
        """The functions."""
        return self.functions

    @property
    def para(self):
        """The properties in the deck's words."""
        return {**self.properties.as_dict(), "NOM_PARA_FONC": self.inner_parameter}

    def convert(self):
        """The family itself."""
        return self

    def getParameters(self):
        """The values of the first parameter."""
        return self.values.tolist()

    def getValues(self):
        """[[x1, x2, ..., y1, y2, ...], ...], one list for each function."""
        return [f.getValues() for f in self.functions]

    def Valeurs(self):
        """[values of the first parameter, [[abscissas, ordinates], ...]]"""
        return [self.values.tolist(), [[f.x.tolist(), f.y.tolist()] for f in self.functions]]

    def Parametres(self):
        """[properties, [those of each function]]"""
        inner = []
        for function in self.functions:
            words = function.properties.as_dict()
            inner.append({f"{word}_FONC": words[word] for word in ("INTERPOL", "PROL_DROITE", "PROL_GAUCHE")})
        return [self.para, inner]

    def getProperties(self):
        """[type, interpolation, parameter, result, extrapolation, name, inner parameter, inner readings...]"""
        p = self.properties
        head = ["NAPPE", " ".join(p.interpolation), p.parameter, p.result, p.extrapolation, self.name, self.inner_parameter]
        return head + [word for f in self.functions for word in (" ".join(f.properties.interpolation), f.properties.extrapolation)]


def other_is_same(one, other):
    """Whether two families have the same first parameter values."""
    return one is other or np.array_equal(one.values, other.values)
