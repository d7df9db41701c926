"""Steered loads: a part of the loads has an unknown intensity e, which a further equation on the step finds (r5.03.80).

A linear solution of an iteration reads x = x0 + e x1, x0 under all that is unbalanced without the steered loads, x1 under
these at unit intensity; d is the step's increment before it, s = dt / COEF the reach of the step:

    a component     c . (d + x) = s
    an arc          sum c (d + x)^2 = s^2
    a prediction    max over points of (a + b e) = s, the lines a + b e being made by the laws (the elements' `reaches`)
    a work          f1 . (u + d + x) = 1, f1 the steered forces

1.  the solutions of the equation, of which those outside the range that is allowed are dropped;
2.  those beyond the end of the course are brought back to it (or kept), and the evolution ends with the step;
3.  of two, the one of least change, of least angle with the step before, or of least residual is taken; the mixed way
    takes the first where the changes differ tenfold, the last where the residuals do, else the first again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from .steered_search import SteeredSearch

CONTRAST = 0.1
"""Two measures of solutions are told apart when one is below this share of the other."""
CYCLE = 0.05
"""Residuals that come back within this share make a cycle of iterations."""


@dataclass(frozen=True)
class Trial:
    """What an iteration knows.

    u (n,) before the step, increment (n,) so far, `fixed` x0 and `steered` x1 (n,), force f1 (n,), reach s, what the behaviours remember

    held  l0 and l1 (m,): what the multipliers of the relations change over the step by x0, and by x1
    """

    u: np.ndarray
    increment: np.ndarray
    fixed: np.ndarray
    steered: np.ndarray
    force: np.ndarray
    reach: float
    states: list | None = None
    held: tuple[np.ndarray, np.ndarray] | None = None


class Control(Protocol):
    """The further equation."""

    def solutions(self, trial: Trial) -> Sequence[float]:
        """At most two intensities, none where there is no solution; of an arc the larger first."""


@dataclass(frozen=True)
class Component:
    """A combination of unknowns, with coefficients (n,)."""

    weights: np.ndarray

    def solutions(self, trial):
        """The only one."""
        per_unit = self.weights @ trial.steered
        return [] if per_unit == 0.0 else [(trial.reach - self.weights @ (trial.increment + trial.fixed)) / per_unit]


@dataclass(frozen=True)
class Arc:
    """A length of the increment, with coefficients (n,) of squares."""

    weights: np.ndarray

    def solutions(self, trial):
        """The roots of a parabola."""
        start = trial.increment + trial.fixed
        square = self.weights @ trial.steered**2
        if square == 0.0:
            return []
        half = self.weights @ (start * trial.steered) / square
        rest = (self.weights @ start**2 - trial.reach**2) / square
        inside = half**2 - rest
        if inside < 0.0:
            return []
        return [-half + np.sqrt(inside), -half - np.sqrt(inside)]


class Work:
    """A unit work of the steered loads on the whole displacement, for limit analysis."""

    def solutions(self, trial):
        """The only one."""
        per_unit = trial.force @ trial.steered
        return [] if per_unit == 0.0 else [(1.0 - trial.force @ (trial.u + trial.increment + trial.fixed)) / per_unit]


@dataclass(frozen=True)
class Prediction:
    """The largest reach of points, by `lines` (trial) -> (k, 2) coefficients a, b; None where a point can have no solution."""

    lines: Callable[[Trial], np.ndarray | None]

    def solutions(self, trial):
        """Where the largest of the lines crosses the reach."""
        lines = self.lines(trial)
        return [] if lines is None else crossings(lines, trial.reach)


def crossings(lines: np.ndarray, reach: float) -> list[float]:
    """The intensities, ascending, where max(a + b e) over lines (k, 2) equals the reach."""
    a, b = lines.T
    flat = b == 0.0
    if (a[flat] > reach).any():
        return []
    low, high = -np.inf, np.inf
    if (b < 0.0).any():
        low = ((reach - a[b < 0.0]) / b[b < 0.0]).max()
    if (b > 0.0).any():
        high = ((reach - a[b > 0.0]) / b[b > 0.0]).min()
    if low > high:
        return []
    return [e for e in (low, high) if np.isfinite(e)]


@dataclass
class Bounds:
    """What intensities may be: the range allowed, and the course, at whose ends the evolution ends.

    projected  whether what goes beyond the course is brought back to its end
    following  "", or "rising" or "falling" where the range is shut behind the intensity of each step
    """

    least: float = -np.inf
    greatest: float = np.inf
    low: float = -np.inf
    high: float = np.inf
    projected: bool = True
    following: str = ""

    def __contains__(self, intensity):
        return self.least <= intensity <= self.greatest

    def met(self, intensity: float) -> tuple[float, bool]:
        """(intensity, whether it ends the course)."""
        ended = not self.low <= intensity <= self.high
        return (float(np.clip(intensity, self.low, self.high)) if ended and self.projected else intensity), ended

    def accept(self, intensity: float):
        """A step ended with this intensity."""
        if self.following == "rising":
            self.least = intensity
        elif self.following == "falling":
            self.greatest = intensity


@dataclass
class Steering:
    """Chooses the intensity at every iteration.

    control    the further equation;  factor  COEF, of instants to reaches
    selection  "change", "angle", "residual" or "mixed"
    moving     (n,) 1 where an unknown counts in the angle, 0 elsewhere
    search     how much of a correction is taken (fe.steered_search), None where all of it is
    """

    control: Control
    factor: float = 1.0
    selection: str = "change"
    bounds: Bounds = field(default_factory=Bounds)
    moving: np.ndarray | None = None
    intensity: float = 0.0
    ended: bool = False
    search: SteeredSearch | None = None

    def choose(
        self, trial: Trial, before: np.ndarray | None, residual: Callable[[float], float], history: Sequence[float], shift: float = 0.0
    ) -> bool:
        """Set `intensity` and `ended`; False where nothing is possible.

        before    (n,) the increment of the step before;  history  the largest residual of each iteration so far
        residual  the largest unbalanced force at an intensity;  shift  what the loads have beside the intensity of the further equation
        """
        found = [e + shift for e in self.control.solutions(trial) if e + shift in self.bounds]
        if not found:
            return False
        met = [self.bounds.met(e) for e in found]
        chosen = met[0] if len(met) == 1 else met[self._first_or_second([e - shift for e, _ in met], trial, before, residual, history)]
        self.intensity, self.ended = chosen
        return True

    def accept(self):
        """The step balanced."""
        self.bounds.accept(self.intensity)

    def _first_or_second(self, pair, trial, before, residual, history):
        changes = [trial.increment + trial.fixed + e * trial.steered for e in pair]
        if self.selection == "angle":
            return self._by_angle(changes, before, [_held_square(trial, e) for e in pair])
        squares = [float(change @ change) for change in changes]
        if self.selection == "change" or (self.selection == "mixed" and _contrasted(squares)):
            return int(squares[0] > squares[1])
        left = [residual(e) for e in pair]
        if self.selection == "residual" or _contrasted(left):
            return int(left[0] > left[1])
        first = int(squares[0] > squares[1])
        return 1 - first if _cycles(history) else first

    def _by_angle(self, changes, before, held):
        if before is None or not before.any() or not all(change.any() for change in changes):
            return 0
        cosines = [(before * change) @ self.moving / np.sqrt(change @ change + own) for change, own in zip(changes, held)]
        return int(cosines[0] < cosines[1])


def _held_square(trial, intensity):
    """What the multipliers add to the square of a change: as in code_aster (nmceai) two a relation count, each half of l."""
    if trial.held is None:
        return 0.0
    multipliers = trial.held[0] + intensity * trial.held[1]
    return float(multipliers @ multipliers) / 2


def _contrasted(pair):
    return max(pair) > 0.0 and min(pair) <= CONTRAST * max(pair)


def _cycles(history):
    """Whether the last residuals have come in the same order before."""
    count = len(history)
    for length in range(2, (count + 1) // 2 + 1):
        last = np.array(history[count - length :])
        for end in range(length, count - length + 1):
            same = np.array(history[end - length : end])
            if (abs(last - same) <= CYCLE * np.maximum(last, same)).all():
                return True
    return False
