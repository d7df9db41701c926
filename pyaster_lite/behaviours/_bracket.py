"""Newton's method between bounds, at many points at once, for the scalar equations of laws.

`between` goes on until nothing moves, whatever the path; Bracket and `search` take the path of code_aster, where the precision at which it
stops counts in the results.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.fe.errors import LawFailed

GAIN = 0.5
STILL = 1e-15
LOST = "the equation of a law is not solved between its bounds"


class Bracket:
    """Where functions that pass zero from below to above vanish: between `low` and `high` (n,), which are not crossed.

    A step that goes out or gains less than half is one to the middle; a bound that has not been looked at may be gone to once.
    """

    def __init__(self, low, high=np.inf):
        self.low, self.high = np.array(low, float), np.broadcast_to(high, np.shape(low)).copy()
        self.fresh_low, self.fresh_high = np.ones(self.low.shape, bool), np.ones(self.low.shape, bool)
        self.last = np.full(self.low.shape, np.inf)

    def restart(self, rows, low, high):
        """Other bounds at some of the points."""
        self.low, self.high = np.where(rows, low, self.low), np.where(rows, high, self.high)
        self.fresh_low, self.fresh_high, self.last = self.fresh_low | rows, self.fresh_high | rows, np.where(rows, np.inf, self.last)

    def next(self, x, value, slope):
        """Where to look after `x`, the function being `value` and its slope `slope` there."""
        below, above = value <= 0.0, value >= 0.0
        self.low, self.high = np.where(below, x, self.low), np.where(above, x, self.high)
        self.fresh_low &= ~below
        self.fresh_high &= ~above
        middle = 0.5 * (self.low + self.high)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            new = x - value / slope
        slow = np.isfinite(self.high) & (abs(value) > GAIN * abs(self.last))
        new = np.where((slope <= 0.0) | slow | np.isnan(new), middle, new)
        self.last = value
        new = np.where(new <= self.low, np.where(self.fresh_low, self.low, 0.5 * (self.low + x)), new)
        return np.where(new >= self.high, np.where(self.fresh_high, self.high, 0.5 * (self.high + x)), new)


def between(
    function: Callable, start, low, high, *, rows=True, close=0.0, still=STILL, beside=0.0, believed=np.inf, tries=200, lost=LOST
) -> tuple[np.ndarray, np.ndarray]:
    """(x, tries of each), of one shape: where a rising function, given with its slope, vanishes between `low` and `high` >= `low`.

    From `start` on, Newton's steps; where they leave the bounds that are left, half the way between these (twice x while there is none
    above, `high` being infinite). A point is met where |function| <= `close`, or where its step or its half is below `still`, if any,
    times |x| + `beside`; steps so short are believed only where |function| <= `believed`, the bounds being halved elsewhere. Points that
    are met stay, as do those not in `rows`, while others go on. LawFailed, saying `lost`, where some are not met after so many tries.
    """
    x = np.array(start, float)
    low, high, done, took = low + 0.0 * x, high + 0.0 * x, np.broadcast_to(~np.asarray(rows), x.shape), np.zeros(x.shape, int)
    for _ in range(tries):
        value, slope = function(x)
        below = value < 0.0
        low, high = np.where(below, x, low), np.where(below, high, x)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            step = x - value / slope
            least = -1.0 if still is None else still * (abs(x) + beside)
            short = abs(step - x) <= least
        taken = (step > low) & (step < high) & ~(short & (abs(value) > believed))
        new = np.where(taken, step, np.where(np.isinf(high), 2.0 * x, 0.5 * (low + high)))
        # from the end of its bounds a point that is met would be sent to their middle again
        met = (abs(value) <= close) | (short & (abs(value) <= believed)) | (abs(new - x) <= least)
        took, done = took + ~done, done | met
        if done.all():
            return x, took
        x = np.where(done, x, new)
    raise LawFailed(lost)


def search(function: Callable, start, bracket: Bracket, close, tries: int) -> np.ndarray:
    """(n,) x with |function(x)| <= `close`, function giving values and slopes; LawFailed after so many tries."""
    x = np.array(start, float)
    for _ in range(tries):
        value, slope = function(x)
        done = abs(value) <= close
        if done.all():
            return x
        x = np.where(done, x, bracket.next(x, value, slope))
    raise LawFailed("a law has not converged")
