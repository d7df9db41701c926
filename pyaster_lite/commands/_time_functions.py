"""Functions of the deck as plain functions of one number, quick enough for time loops."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable

from pyaster_lite.concepts.function import Constant, Function


def scalar_function(concept, parameter: str) -> Callable[[float], float]:
    """f(x) for a function, a constant or a formula of `parameter` (INST, DX, ...)."""
    if isinstance(concept, Constant):
        value = float(concept.y[0])
        return lambda x: value
    if isinstance(concept, Function) and len(concept.x) > 1 and not concept.is_complex:
        properties = concept.properties
        if properties.interpolation == ("LIN", "LIN") and properties.parameter == parameter:
            return _by_points(concept, parameter)
    return lambda x: float(concept.evaluate(**{parameter: x}))


def _by_points(concept, parameter):
    xs, ys = concept.x.tolist(), concept.y.tolist()
    first, last = xs[0], xs[-1]
    before = ys[0] if concept.properties.left == "CONSTANT" else None
    after = ys[-1] if concept.properties.right == "CONSTANT" else None

    def value(x):
        if first <= x < last:
            i = bisect_right(xs, x)
            x1, y1 = xs[i - 1], ys[i - 1]
            return y1 + (x - x1) * (ys[i] - y1) / (xs[i] - x1)
        if x >= last and after is not None:
            return after
        if x < first and before is not None:
            return before
        return float(concept.evaluate(**{parameter: x}))

    return value
