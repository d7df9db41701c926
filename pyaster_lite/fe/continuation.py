"""Following a branch of solutions of R(x, t) = 0 around its turning points by arc length (Keller's bordering).

The length of a step is |(dx, dt)|^2 = s^2 |dx|^2 + dt^2, in the unit of the parameter t. From a solution and its tangent T:

    1.  predictor (x, t) + ds T
    2.  corrector: Newton on R = 0 and T . ((x, t) - predictor) = 0
    3.  the new tangent solves the bordered matrix [[dR/dx, dR/dt], [T]] T' = (0, 1), which stays regular at a fold
    4.  ds grows after quick corrections and shrinks after slow ones; it is halved, and the step tried again, when the corrector fails
        or when the branch bends by more than BEND, which may mean that the corrector found another branch

s is 1/|x| of the largest solution so far times the range of t, so that x and t weigh alike.
Sources: Keller 1977; Krack & Gross 2019, section 4.4.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from .errors import NotConverged

BEND = 0.5
"""The cosine between two tangents below which a step is too long."""
QUICK, SLOW = 4, 8
GROWTH, SHRINKING = 1.5, 0.7


@dataclass(frozen=True)
class Steps:
    """Lengths of steps in the unit of the parameter: first, least and greatest; how many at most; Newton's tolerance and iterations."""

    first: float
    least: float
    greatest: float
    number: int
    tolerance: float
    iterations: int


class Stalled(NotConverged):
    """The branch cannot be followed further; `parameter` says where, `spent` whether the number of steps ran out."""

    def __init__(self, message: str, parameter: float, spent: bool):
        super().__init__(message)
        self.parameter, self.spent = parameter, spent


def follow(residual: Callable, x: np.ndarray, start: float, end: float, steps: Steps) -> Iterator[tuple[np.ndarray, float]]:
    """The points (x, t) of the branch after (x, start), until t leaves the range between start and end.

    residual  function (x, t) -> (R, dR/dx, dR/dt)
    The last point lies outside the range. Raises Stalled.
    """
    point, span = np.append(x, start), abs(end - start)
    low, high = sorted((start, end))
    largest = np.linalg.norm(x)
    tangent = np.zeros(len(point))
    tangent[-1] = np.sign(end - start)
    tangent = _tangent(residual(x, start), tangent, _weights(point, largest, span))
    length = steps.first
    for _ in range(steps.number):
        weights = _weights(point, largest, span)
        tangent = tangent / np.sqrt(weights @ tangent**2)
        while True:
            found = _correct(residual, point + length * tangent, tangent, weights, steps)
            if found is not None:
                new, values, iterations = found
                following = _tangent(values, tangent, weights)
                straight = weights @ (following * tangent) / np.sqrt(weights @ following**2)
                if straight > BEND or length <= 4.0 * steps.least:
                    break
            length *= 0.5
            if length < steps.least:
                raise Stalled("the step is as small as it may be", float(point[-1]), False)
        point, tangent = new, following
        largest = max(largest, np.linalg.norm(point[:-1]))
        yield point[:-1], float(point[-1])
        if not low <= point[-1] <= high:
            return
        length = min(length * (GROWTH if iterations <= QUICK else SHRINKING if iterations >= SLOW else 1.0), steps.greatest)
    raise Stalled("the number of steps is spent", float(point[-1]), True)


def _weights(point, largest, span):
    weights = np.full(len(point), (span / max(largest, 1e-300)) ** 2)
    weights[-1] = 1.0
    return weights


def _bordered(values, row):
    _, by_x, by_t = values
    matrix = np.empty((len(row), len(row)))
    matrix[:-1, :-1], matrix[:-1, -1], matrix[-1] = by_x, by_t, row
    return matrix


def _tangent(values, before, weights):
    """The tangent that goes on from the one before."""
    scale = np.sqrt(weights)
    target = np.zeros(len(before))
    target[-1] = 1.0
    scaled = _bordered(values, before * weights) / scale
    return np.linalg.solve(scaled, target) / scale


def _correct(residual, predicted, tangent, weights, steps):
    """(point, residual and derivatives there, iterations), or None."""
    point, row, scale = predicted.copy(), tangent * weights, np.sqrt(weights)
    values = residual(point[:-1], point[-1])
    for iteration in range(1, steps.iterations + 1):
        target = np.append(values[0], row @ (point - predicted))
        try:
            step = -np.linalg.solve(_bordered(values, row) / scale, target) / scale
        except np.linalg.LinAlgError:
            return None
        if not np.isfinite(step).all() or np.sqrt(weights @ step**2) > 10.0 * np.sqrt(weights @ predicted**2):
            return None
        point = point + step
        values = residual(point[:-1], point[-1])
        if np.sqrt(weights @ step**2) <= steps.tolerance * np.sqrt(weights @ point**2):
            return point, values, iteration
    return None
