"""Functions of the deck as plain functions of one number, quick enough for time loops."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

import numpy as np

from pyaster_lite.concepts.function import MECHANICS_TOLERANCE, Constant, Function


def scalar_function(concept, parameter: str) -> Callable[[float], float]:
    """f(x) for a function, a constant or a formula of `parameter` (INST, DX, ...)."""
    if isinstance(concept, Constant):
        value = float(concept.y[0])
        return lambda x: value
    if _straight(concept, parameter):
        return _by_points(concept, parameter)
    return lambda x: float(concept.evaluate(**{parameter: x}))


def common_function(concepts, parameter: str) -> Callable[[float], np.ndarray]:
    """The values (m,) of several functions at x, all at once between points that they share."""
    singles = [scalar_function(concept, parameter) for concept in concepts]
    if len(singles) < 2 or not all(_straight(concept, parameter) for concept in concepts):
        return lambda x: np.array([single(x) for single in singles])
    points = concepts[0].x
    if not all(np.array_equal(concept.x, points) for concept in concepts[1:]):
        return lambda x: np.array([single(x) for single in singles])
    xs, table = points.tolist(), np.column_stack([concept.y for concept in concepts])
    first, last = xs[0], xs[-1]

    def values(x):
        if not first <= x < last:
            return np.array([single(x) for single in singles])
        i = bisect_right(xs, x)
        x1, y1 = xs[i - 1], table[i - 1]
        return y1 + (x - x1) * (table[i] - y1) / (xs[i] - x1)

    return values


def _straight(concept, parameter) -> bool:
    """Whether a concept is a real function of points with straight lines between them."""
    if not isinstance(concept, Function) or len(concept.x) < 2 or concept.is_complex:
        return False
    return concept.properties.interpolation == ("LIN", "LIN") and concept.properties.parameter == parameter


def _by_points(concept, parameter):
    xs, ys = concept.x.tolist(), concept.y.tolist()
    first, last = xs[0], xs[-1]
    before = _beyond(concept.properties.left, xs[:2], ys[:2], 0)
    after = _beyond(concept.properties.right, xs[-2:], ys[-2:], 1)

    def value(x):
        if first <= x < last:
            i = bisect_right(xs, x)
            x1, y1 = xs[i - 1], ys[i - 1]
            return y1 + (x - x1) * (ys[i] - y1) / (xs[i] - x1)
        if x >= last and after is not None:
            return after(x)
        if x < first and before is not None:
            return before(x)
        return float(concept.evaluate(**{parameter: x}))

    return value


def _beyond(rule, xs, ys, end):
    """The value past an end of the last interval there, as a Python function; None where the function says itself that there is none."""
    (x1, x2), (y1, y2) = xs, ys
    if rule == "EXCLU" or x1 == x2:
        return None
    held, near = ys[end], MECHANICS_TOLERANCE * abs(x2 - x1)
    if rule == "CONSTANT":
        return lambda x: held
    return lambda x: held if abs(x - xs[end]) <= near else y1 + (x - x1) / (x2 - x1) * (y2 - y1)
