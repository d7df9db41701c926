"""Parameters for which computed curves come near to measured ones: Levenberg and Marquardt, simplex, quasi-Newton, evolution (u4.73.02).

The error at a point of a measured curve is what the computed one, a broken line, misses it by, over the measured value where that is not
zero; it is nothing beyond the ends of the computed curve. The functional is the sum of its squares.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

CYCLES = 50
"""So many tries of a set of active bounds, then the step is damped more."""
SIMPLEX, START, START_AT_ZERO = 1e-4, 0.05, 0.00025
DIFFERENCE, DECREASE = 1e-8, 1e-4


def gaps(curve, points) -> np.ndarray:
    """(m,) the errors of a computed curve (n, 2) at the points (m, 2) of a measured one."""
    x, y = np.asarray(points, float).T
    curve = np.asarray(curve, float)
    inside = (x >= curve[0, 0]) & (x <= curve[-1, 0])
    end = (x[:, None] <= curve[None, 1:, 0]).argmax(axis=1) + 1
    low, high = curve[end - 1], curve[end]
    with np.errstate(divide="ignore", invalid="ignore"):
        line = (x - low[:, 0]) * (high[:, 1] - low[:, 1]) / (high[:, 0] - low[:, 0]) + low[:, 1]
        missed = np.where(inside, y - line, 0.0)
        return np.where(y != 0.0, missed / y, missed)


@dataclass
class Misfit:
    """What parameters (k,) make of the error; `run` computes the curves, one for each of the measured `points` (m, 2), of given weight.

    The derivative by a parameter is that of the error for a change by its `step`-th part.
    """

    run: Callable
    points: list
    weights: np.ndarray
    step: float
    count: int = field(default=0, init=False)
    curves: list = field(default=None, init=False)

    def parts(self, values) -> list[np.ndarray]:
        """The errors of each curve."""
        self.count += 1
        curves = self.run(values)
        if self.curves is None:
            self.curves = curves
        return [weight * gaps(curve, points) for curve, points, weight in zip(curves, self.points, self.weights)]

    def squares(self, values) -> float:
        """The functional."""
        self.curves = None
        return float(np.sum(stacked(self.parts(values)) ** 2))

    def with_slopes(self, values) -> tuple[list, np.ndarray]:
        """The errors of each curve, and the derivatives (total, k) of all of them."""
        self.curves = None
        values = np.asarray(values, float)
        first, columns = self.parts(values), []
        for k in range(len(values)):
            near = values.copy()
            near[k] *= 1.0 + self.step
            moved = values[k] * self.step
            if moved == 0.0:
                raise ComputationFailed("a parameter became zero: the error has no derivative by it")
            columns.append(stacked([(other - own) / moved for own, other in zip(first, self.parts(near))]))
        return first, np.stack(columns, axis=1)


def stacked(parts) -> np.ndarray:
    """The errors of all curves. As in code_aster each starts where as many are as the last curve has, so that of more than two curves
    the later ones lie over the second (reca_interp.multi_interpole)."""
    found = np.zeros(sum(map(len, parts)))
    start = 0
    for part in parts:
        found[start : start + len(part)] = part
        start = len(part)
    return found


def levenberg(misfit: Misfit, start, low, high, unit, iterations, residual, least_step, least_gain, report=None):
    """The parameters (k,) by Levenberg's and Marquardt's method between the bounds low and high.

    start, unit           (k,) where it starts, and what parameters are measured by
    residual              of the gradient by the first one, least_step of the parameters, least_gain of the functional: where it stops
    report(iteration, functional, values, residual)  is told of each iteration
    """
    start = values = np.array(start, float)
    low, high, unit = (np.asarray(one, float) for one in (low, high, unit))
    parts, slopes = misfit.with_slopes(values)
    error, first = stacked(parts), [float(np.sum(part**2)) for part in parts]
    if not all(first):
        raise ComputationFailed("a computed curve meets the measured one from the beginning: there is nothing to calibrate it by")
    matrix = slopes * start
    gradient = matrix.T @ error
    damping, functional = _first_damping(matrix.T @ matrix), 1.0
    if report:
        report(0, functional, values, 1.0)
    for iteration in range(1, iterations + 1):
        following, forces, damping = bounded_step(values, unit, start, low, high, matrix, error, damping)
        if np.linalg.norm(following - values) < least_step:
            break
        parts, slopes = misfit.with_slopes(following)
        gained = float(np.mean([np.sum(part**2) / before for part, before in zip(parts, first)]))
        damping = _changed_damping(damping, (following - values) / unit, matrix, error, gained, functional)
        before, functional = functional, gained
        values, error, matrix = following, stacked(parts), slopes * unit
        left = matrix.T @ error + forces
        rest = np.sqrt((left @ left) / (gradient @ gradient))
        if report:
            report(iteration, functional, values, rest)
        if abs(functional - before) < least_gain or rest <= residual:
            break
    return values


def _first_damping(hessian):
    sizes = np.sort(abs(np.linalg.eigvals(hessian)))
    least, most = sizes[0], sizes[-1]
    condition = most / least if least != 0.0 else 0.0
    if condition == 0.0:
        return 1e-3 * np.linalg.eigvalsh(hessian)[-1]
    if condition <= 1e4:
        return 1e-16 * np.linalg.eigvalsh(hessian)[-1]
    return abs(1e4 * least - most) / 10001.0


def _changed_damping(damping, moved, matrix, error, gained, functional):
    """Less where the functional fell as its square form foretold, more where it did not."""
    hessian = matrix.T @ matrix + damping * np.eye(len(moved))
    foretold = functional + 0.5 * moved @ hessian @ moved + moved @ (matrix.T @ error)
    if functional == foretold:
        return damping * 10.0 if functional > gained else damping / 10.0
    ratio = (functional - gained) / (functional - foretold)
    return damping * 10.0 if ratio < 0.25 else damping / 15.0 if ratio > 0.75 else damping


def bounded_step(values, unit, start, low, high, matrix, error, damping):
    """(parameters, forces of the bounds, damping) of a damped step, by active bounds.

    As in code_aster a bound may count twice among the active ones, and free parameters are measured by their `start`.
    """
    size = len(values)
    gradient = matrix.T @ error
    hessian = matrix.T @ matrix + damping * np.eye(size)
    active, moved, tries = np.array([], int), np.zeros(size), 0
    while True:
        tries += 1
        free = np.setdiff1d(np.arange(size), active)
        forces = np.zeros(size)
        for i in active:
            if values[i] + moved[i] >= high[i]:
                moved[i], forces[i] = high[i] - values[i], 1.0
            if values[i] + moved[i] <= low[i]:
                moved[i], forces[i] = low[i] - values[i], -1.0
        if free.size:
            right = gradient[free] + hessian[np.ix_(free, active)] @ (moved / unit)[active]
            moved[free] = -np.linalg.solve(hessian[np.ix_(free, free)], right) * start[free]
        if active.size:
            pushes = -gradient[active] - hessian[active] @ (moved / unit)
            for i, push in zip(active, pushes):
                forces[i] = -push if forces[i] == -1.0 else push
        beyond = np.flatnonzero(moved > high - values), np.flatnonzero(moved < low - values), np.flatnonzero(forces > 0.0)
        active = np.concatenate(beyond)
        reached = values + moved
        if (reached - high).max() <= 0.0 and (reached - low).min() >= 0.0 and forces.min() >= 0.0:
            return reached, forces, damping
        if tries > CYCLES:
            damping, tries = 2.0 * damping, 0
            hessian = matrix.T @ matrix + damping * np.eye(size)


def simplex(function, start, iterations, evaluations) -> np.ndarray:
    """Where a function is least, by Nelder's and Mead's simplex."""
    start = np.array(start, float)
    corners = np.tile(start, (len(start) + 1, 1))
    for k, value in enumerate(start):
        corners[k + 1, k] = (1.0 + START) * value if value != 0.0 else START_AT_ZERO
    heights = np.array([function(corner) for corner in corners])
    order = np.argsort(heights)
    corners, heights = corners[order], heights[order]
    count, iteration = len(corners), 1
    while count < evaluations and iteration < iterations:
        if abs(corners[1:] - corners[0]).max() <= SIMPLEX and abs(heights[0] - heights[1:]).max() <= SIMPLEX:
            break
        centre = corners[:-1].sum(axis=0) / len(start)

        worst = corners[-1].copy()

        def at(factor, centre=centre, worst=worst):
            place = (1.0 + factor) * centre - factor * worst
            return place, function(place)

        found, shrinks = at(1.0), False
        count += 1
        if found[1] < heights[0]:
            farther = at(2.0)
            count += 1
            found = farther if farther[1] < found[1] else found
        elif found[1] >= heights[-2]:
            outside = found[1] < heights[-1]
            nearer = at(0.5 if outside else -0.5)
            count += 1
            shrinks = nearer[1] > found[1] if outside else nearer[1] >= heights[-1]
            found = nearer
        if shrinks:
            corners[1:] = corners[0] + 0.5 * (corners[1:] - corners[0])
            heights[1:] = [function(corner) for corner in corners[1:]]
            count += len(start)
        else:
            corners[-1], heights[-1] = found
        order = np.argsort(heights)
        corners, heights = corners[order], heights[order]
        iteration += 1
    return corners[0]


def _backtracked(function, place, direction, gradient) -> float:
    """How far to go along a direction for Armijo's decrease, by a square and then cubic forms (Nocedal and Wright, 3.5)."""
    here, there = function(place), function(place + direction)
    slope = gradient @ direction
    if there <= here + DECREASE * slope:
        return 1.0
    last, now = 1.0, -slope / 2.0 / (there - here - slope)
    before, found = there, function(place + now * direction)
    while found > here + DECREASE * now * slope:
        lost, gone = found - here - slope * now, before - here - slope * last
        factor = last**2 * now**2 * (now - last)
        cubic = (last**2 * lost - now**2 * gone) / factor
        square = (-(last**3) * lost + now**3 * gone) / factor
        further = (-square + np.sqrt(abs(square**2 - 3.0 * cubic * slope))) / (3.0 * cubic)
        value = function(place + further * direction)
        if value <= here + DECREASE * further * slope:
            return further
        if now - further > now / 2.0 or 1.0 - further / now < 0.96:
            further = now / 2.0
        # as in code_aster the value stays that of the step before it was halved
        last, now, before, found = now, further, found, value
    return now


def _differences(function, place):
    here = function(place)
    return np.array([(function(place + DIFFERENCE * axis) - here) / DIFFERENCE for axis in np.eye(len(place))])


def quasi_newton(function, start, slope, residual, iterations) -> np.ndarray:
    """Where a function is least, by the method of Broyden, Fletcher, Goldfarb and Shanno; `slope` None: by differences."""
    slope = slope or (lambda place: _differences(function, place))
    place = np.array(start, float)
    gradient, same = slope(place), np.eye(len(place))
    inverse, iteration = same, 0
    while abs(gradient).sum() > len(place) * residual and iteration < iterations:
        direction = -inverse @ gradient
        moved = _backtracked(function, place, direction, gradient) * direction
        place = place + moved
        following = slope(place)
        turned, gradient = following - gradient, following
        iteration += 1
        share = 1.0 / (turned @ moved)
        left, right = same - share * np.outer(moved, turned), same - share * np.outer(turned, moved)
        inverse = left @ inverse @ right + share * np.outer(moved, moved)
    return place


def newton_gradients(function, start, slope, residual, iterations) -> np.ndarray:
    """Where a function is least, by Newton's method with conjugate gradients, curvatures being differences of the slope."""
    place, iteration = np.array(start, float), 0
    width = len(place) * residual
    update = np.array([2.0 * width])
    while abs(update).sum() > width and iteration < iterations:
        gradient = slope(place)
        size = abs(gradient).sum()
        enough = min(0.5, np.sqrt(size)) * size
        moved, rest, along, inner = np.zeros(len(place)), gradient.copy(), -gradient, 0
        strength = rest @ rest
        while abs(rest).sum() > enough:
            bent = (slope(place + DIFFERENCE * along) - slope(place)) / DIFFERENCE
            curvature = along @ bent
            if curvature <= 0.0:
                if inner == 0 and curvature:
                    moved = moved + strength / curvature * along
                break
            length = strength / curvature
            moved, rest = moved + length * along, rest + length * bent
            before, strength = strength, rest @ rest
            along, inner = -rest + strength / before * along, inner + 1
        update = _backtracked(function, place, moved, gradient) * moved
        place, iteration = place + update, iteration + 1
    return place


def evolved(function, start, low, high, parents, children, spread, iterations, residual, random, seed=None) -> list:
    """The best of generations of parameters that vary about their parents by `spread` percent, within the bounds.

    random  a generator of Python's; started anew from `seed`, where there is one, for each generation
    """
    start = [float(value) for value in start if value]
    family, errors = [start] * parents, [function(start)] * parents
    for _ in range(max(iterations, 1)):
        if seed is not None:
            random.seed(seed)
        own = [*range(parents)] * (children // parents) + [*range(children % parents)]
        born = [_child(family[rank], spread, low, high, random) for rank in own]
        errors = [function(child) for child in born] + errors
        order = np.argsort(errors).tolist()[:parents]
        everyone = born + family
        family, errors = [everyone[rank] for rank in order], [errors[rank] for rank in order]
        if errors[0] <= residual:
            break
    return family[0]


def _child(parent, spread, low, high, random):
    while True:
        child = [value + value / 100.0 * random.gauss(0, spread) for value in parent]
        if all(least <= value <= most for least, value, most in zip(low, child, high)):
            return child
