"""The instants of an evolution: given in advance, cut where a step fails, stretched where steps go well.

The rules are those of u4.34.03: a failed step is cut into equal pieces, or by extrapolating the residuals; an adaptive
list keeps the given instants as milestones and chooses the steps between them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

SMALLEST = np.finfo(float).eps
NEAR = 1e-12
"""Instants (s) nearer than this are one where steps are inserted."""


FORESEEN_CHANGE, FORESEEN_GROWTH = 1e-3, (0.5, 1.2)
"""What the first internal variables are to change by in a step where laws are foreseen, and by what a step may go on to the next."""


@dataclass(frozen=True)
class Cutting:
    """How a failed step is cut.

    pieces       how many steps replace it
    depth        how often a piece of a piece may be cut again
    smallest     no step below this (s)
    extrapolate  choose the pieces from the course of the residuals (`pieces` and `depth` are then unused)
    whole_ends   the last piece counts as deep as the step that it ends, not as a piece of it
    """

    pieces: int = 4
    depth: int = 3
    smallest: float = 0.0
    extrapolate: bool = False
    whole_ends: bool = False


@dataclass
class Adaptation:
    """When and how an adaptive list changes its step.

    Triggered after `count` steps whose number of iterations passes `accepts` (None: after every step). The new step
    is `next_step(last step, iterations, displacement increment, states)`, None when the rule has no opinion; `states` are what the
    behaviours remembered before the step and after it.
    """

    next_step: Callable[[float, int, np.ndarray, tuple], float | None]
    accepts: Callable[[int], bool] | None = None
    count: int = 2
    passed: int = field(default=0, init=False)

    def record(self, iterations: int, failed: bool, grown: bool = False):
        """Take note of a step that has just ended; one whose residuals have `grown` on the way starts the count anew."""
        if failed or grown:
            self.passed = 0
        if not failed and self.accepts is not None and self.accepts(iterations):
            self.passed += 1

    def triggered(self) -> bool:
        """Whether the rule speaks after this step; the count starts anew when it does."""
        if self.accepts is None:
            return True
        if self.passed < self.count:
            return False
        self.passed = 0
        return True


class TimeList:
    """The instants still to come, walked with `current`, `accept` and `cut`.

    instants     ascending, the first one is the initial state's
    adaptations  rules that make the list adaptive; the given instants are then milestones
    smallest, largest   bounds of an adaptive step (s)
    most_steps   an adaptive evolution ends after so many
    """

    def __init__(
        self,
        instants: Sequence[float],
        adaptations: Sequence[Adaptation] = (),
        smallest: float = 1e-12,
        largest: float = math.inf,
        most_steps: float = math.inf,
    ):
        self.milestones = [float(t) for t in instants]
        self.adaptations = list(adaptations)
        self.smallest, self.largest, self.most_steps = smallest, largest, most_steps
        self.previous = self.milestones[0]
        self.number = 1
        self._ahead = [(t, 1) for t in self.milestones[1:]]
        self._step = self.milestones[1] - self.milestones[0] if len(self.milestones) > 1 else 0.0

    @property
    def current(self) -> float:
        """The end of the step to be computed."""
        return self._ahead[0][0]

    @property
    def ended(self) -> bool:
        """Whether no step is left."""
        return not self._ahead or self.number > self.most_steps

    @property
    def is_last(self) -> bool:
        """Whether the step to be computed is the last one."""
        return len(self._ahead) == 1 or self.number == self.most_steps

    def cut(self, cutting: Cutting, residuals: Sequence[float], target: float, most_iterations: int) -> bool:
        """Replace the step to be computed by smaller ones; False when that is not allowed any more.

        `residuals` of the failed iterations, the `target` they were to reach and how many iterations were allowed
        serve the extrapolation only.
        """
        end, level = self._ahead[0]
        length = end - self.previous
        if cutting.extrapolate:
            parts = _extrapolated_parts(residuals, target, most_iterations, length)
        else:
            parts = [length / cutting.pieces] * cutting.pieces
        shortest = min(parts)
        if shortest < cutting.smallest or shortest <= SMALLEST:
            return False
        if not cutting.extrapolate and level - 1 >= cutting.depth:
            return False
        times = self.previous + np.cumsum(parts[:-1])
        if self.adaptations:
            times = times[:1]
        self._ahead[0:1] = [(float(t), level + 1) for t in times] + [(end, level if cutting.whole_ends else level + 1)]
        self._step = self._ahead[0][0] - self.previous
        for rule in self.adaptations:
            rule.record(0, failed=True)
        return True

    def accept(self, iterations: int, increment: np.ndarray, states: tuple = ((), ()), grown: bool = False):
        """Go on to the next step; an adaptive list chooses its length now, told whether the residuals had `grown` (see `growing`).

        Raises ValueError when the rules ask for a step below the smallest one.
        """
        self.previous = self._ahead.pop(0)[0]
        self.number += 1
        if not self.adaptations:
            return
        milestone = next((t for t in self.milestones if t > self.previous * (1 + 1e-12) + 1e-300), None)
        if milestone is None:
            self._ahead = []
            return
        for rule in self.adaptations:
            rule.record(iterations, failed=False, grown=grown)
        wishes = [rule.next_step(self._step, iterations, increment, states) for rule in self.adaptations if rule.triggered()]
        wishes = [w for w in wishes if w is not None]
        length = min(min(wishes) if wishes else self._step, self.largest)
        if self.previous + length > milestone * (1 + 1e-12):
            length = milestone - self.previous
        elif self.previous + length > (milestone - self.smallest) * (1 + 1e-12):
            length = self._step = milestone - self.previous
        else:
            self._step = length
        if length < self.smallest:
            raise ValueError(f"the adapted time step {length:.3g} is below the smallest one allowed, {self.smallest:.3g}")
        end = self.previous + length
        self._ahead = [(end, 1)] if end >= self.milestones[-1] else [(end, 1), (self.milestones[-1], 1)]


class InsertedSteps(TimeList):
    """Instants between which rules put others: none of those given is left out, and a step that is cut goes on through all its pieces.

    A rule that waits for steps that go well is none here (code_aster's TimeStepper).
    """

    def __init__(self, instants, rules: Sequence[Adaptation] = (), smallest=0.0, largest=math.inf, most_steps=math.inf):
        super().__init__(instants, (), smallest, largest, most_steps)
        self.rules = [rule for rule in rules if rule.accepts is None]

    def accept(self, iterations: int, increment: np.ndarray, states: tuple = ((), ()), grown: bool = False):
        """Go on to the next step, which ends sooner than given where a rule says so.

        Raises ValueError when the rules ask for a step below the smallest one.
        """
        step = self.current - self.previous
        super().accept(iterations, increment, states, grown)
        wishes = [wish for rule in self.rules if (wish := rule.next_step(step, iterations, increment, states)) is not None]
        if not wishes or self.ended:
            return
        end, level = self._ahead[0]
        length = min(*wishes, end - self.previous, self.largest)
        if length <= self.smallest:
            raise ValueError(f"the adapted time step {length:.3g} is below the smallest one allowed, {self.smallest:.3g}")
        if self.previous + length < end - NEAR:
            self._ahead.insert(0, (self.previous + length, level))


def growing(residuals: Sequence[float]) -> bool:
    """Whether the last two residuals of at least four are above the one before them (nmdivr)."""
    return len(residuals) > 3 and min(residuals[-1], residuals[-2]) > residuals[-3]


def foreseen_growth(before: Sequence, after: Sequence) -> float:
    """How a step goes on to the next where laws are foreseen: by 1e-3 over the largest change of the first internal variables.

    before, after  what the behaviours remember (fe.element.PointState or None) where the step starts and where it ends
    """
    changes = [
        abs(b.internal[..., 0] - a.internal[..., 0]).max(initial=0.0) for a, b in zip(before, after) if b is not None and b.internal.size
    ]
    largest = max(changes, default=0.0)
    return float(np.clip(FORESEEN_CHANGE / largest, *FORESEEN_GROWTH)) if largest > np.finfo(float).eps else FORESEEN_GROWTH[1]


def _extrapolated_parts(residuals, target, most_iterations, length):
    """A short first step and equal ones after it, from the trend of log(residual) over the iterations."""
    fit = _trend(residuals)
    if fit is None:
        return [length / 4] * 4
    intercept, slope, determinant = fit
    pieces = 4
    ratio = 24.0 / ((3.0 * pieces + 1.0) ** 2 - 1.0)
    if determinant > SMALLEST and slope > SMALLEST:
        wanted = (intercept + slope * math.log(target)) / determinant
        if wanted * 1.2 >= most_iterations:
            excess = wanted - most_iterations
            ratio = 0.48485 * (math.exp(excess * determinant / slope) if excess <= -10 * slope / determinant else math.exp(-10))
            pieces = (math.sqrt(1 + 24 / ratio) - 1) / 3
            pieces, ratio = (2, 0.5) if pieces < 2 else (round(pieces), ratio)
    return [ratio * length] + [(1 - ratio) * length / (pieces - 1)] * (pieces - 1)


def _trend(residuals):
    """Weighted regression of the iteration number on log(residual), the three first left out, the three last doubled."""
    last = len(residuals) - 1
    if last < 6:
        return None
    x = np.log(np.asarray(residuals[3:], float))
    y = np.arange(3, last + 1)
    w = np.where(y > last - 3, 2.0, 1.0)
    sx, sy, sxx, sxy, n = (w * x).sum(), (w * y).sum(), (w * x * x).sum(), (w * x * y).sum(), w.sum()
    determinant = n * sxx - sx**2
    if determinant <= SMALLEST:
        return None
    return sxx * sy - sx * sxy, n * sxy - sx * sy, determinant


def expected_iterations(residuals: Sequence[float], target: float) -> float | None:
    """How many iterations the trend of the residuals would need to reach the target, None when no trend shows."""
    fit = _trend(residuals)
    return None if fit is None else (fit[0] + fit[1] * math.log(target)) / fit[2]
