"""Cycles of a load that varies along a line (r7.04.01): extremes, then pairs of them by one method or another."""

from __future__ import annotations

import numpy as np

_NEAR = 1e-6
"""Of the largest size, what counts as the same."""


def extremes(values, least: float) -> np.ndarray:
    """The first value, then the turning points after which the load changes by more than `least`, the last one included."""
    values = [float(value) for value in values]
    found, high, low, rising = [values[0]], values[0], values[0], None
    for value in values[1:]:
        high, low = max(high, value), min(low, value)
        if rising is None:
            rising = True if value - low > least else None
            rising = False if high - value > least else rising
        if rising and high - value > least:
            found.append(high)
            low, rising = value, False
        if rising is False and value - low > least:
            found.append(low)
            high, rising = value, True
    if rising is not None:
        found.append(high if rising else low)
    return np.array(found)


def rainflow(points: np.ndarray) -> list[tuple[float, float]]:
    """(least, most) of the cycles, small ones within large ones; what is left is run through twice."""
    points = np.asarray(points, float).tolist()
    return [(points[low], points[high]) for low, high in rainflow_places(points)]


def rainflow_places(points, near: float = _NEAR, turn: float = 0.0) -> list[tuple[int, int]]:
    """Where in `points` the least and the most of each cycle of `rainflow` stand.

    near  by how much of its size an extreme must pass another one to be the largest;  turn: the least product of two slopes
          of opposite signs that makes a turning point
    """
    start = 0
    for i, value in enumerate(points):
        if abs(value) > abs(points[start]) * (1.0 + near):
            start = i
    order = [*range(start, len(points)), *range(start)]
    cycles, rest = _nested(points, _turning(points, order, turn))
    first, second, before, last = (points[rest[k]] for k in (0, 1, -2, -1))
    same, beyond = (last - before) * (second - first), (last - before) * (first - last)
    if same > 0.0:
        again = rest + rest if beyond < 0.0 else _joined(rest, 2)
    else:
        again = _joined(rest, 1, 1 if beyond < 0.0 else 0)
    return cycles + _nested(points, again)[0]


def _joined(rest, shared, start=1):
    """The rest followed by itself from its point `start`, so that `shared` points less are there, copied from the end in place."""
    kept, count = list(rest) + [0] * (len(rest) - shared), len(rest)
    for i in range(count - 1, start - 1, -1):
        kept[i + count - shared] = kept[i]
    return kept


def _turning(points, order, least):
    found, middle = [order[0]], order[1]
    for place in order[2:]:
        if (points[place] - points[middle]) * (points[middle] - points[found[-1]]) < -least:
            found.append(middle)
        middle = place
    return [*found, order[-1]]


def _nested(points, order):
    """The cycles that lie within the next ranges on both sides, and the points that make none."""
    rest, cycles, i = list(order), [], 0
    while i + 3 < len(rest):
        one, two, three = (abs(points[rest[i + k + 1]] - points[rest[i + k]]) for k in range(3))
        if one >= two <= three:
            a, b = rest[i + 1 : i + 3]
            cycles.append((b, a) if points[a] >= points[b] else (a, b))
            del rest[i + 1 : i + 3]
            i = 0
        else:
            i += 1
    return cycles, rest


def largest_with_smallest(points: np.ndarray) -> list[tuple[float, float]]:
    """The method of RCC-M: the largest extreme with the smallest one, and so on; one that is left, with its mirror about the mean."""
    ordered = np.sort(points)
    count = len(ordered) // 2
    cycles = [(float(a), float(b)) for a, b in zip(ordered[:count], ordered[::-1][:count])]
    if len(ordered) % 2:
        own, other = float(ordered[count]), float(2.0 * ordered.mean() - ordered[count])
        cycles.append((other, own) if own >= ordered.mean() else (own, other))
    return cycles


def in_order(points: np.ndarray) -> list[tuple[float, float]]:
    """The natural method: of each two ranges that follow each other, the larger one."""
    cycles, i = [], 0
    while i + 2 < len(points):
        first = abs(points[i + 1] - points[i]) >= abs(points[i + 2] - points[i + 1])
        pair = points[i : i + 2] if first else points[i + 1 : i + 3]
        cycles.append((float(min(pair)), float(max(pair))))
        i += 2
    if i + 2 == len(points):
        cycles.append((float(min(points[i:])), float(max(points[i:]))))
    return cycles


def rainflow_largest_first(points: np.ndarray) -> list[tuple[float, float]]:
    """The cycles of `rainflow`, the largest one before the others."""
    found = rainflow(points)
    largest = max(range(len(found)), key=lambda i: found[i][1] - found[i][0])
    return [found[largest], *found[:largest], *found[largest + 1 :]]


METHODS = {"RAINFLOW": rainflow, "RAINFLOW_MAX": rainflow_largest_first, "RCCM": largest_with_smallest, "NATUREL": in_order}


def cycles(values, method: str, least: float = 0.0) -> list[tuple[float, float]]:
    """(least, most) of the cycles of a load; one where it never changes."""
    points = extremes(values, least)
    if (points == points[0]).all():
        return [(float(points[0]), float(points[0]))]
    return METHODS[method](points)
