"""Newton's method between bounds, at many points at once, as code_aster goes about it (scalar equations of laws)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.fe.errors import LawFailed

GAIN = 0.5


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


def rising(function: Callable, start, grows, tries: int) -> np.ndarray:
    """(n,) x from `start` up to 1 where a rising function vanishes, `start` where it does not grow: Newton's steps, or halves of what is
    left where they lead out of it, until they stand still."""
    low, high, x = start.copy(), np.ones_like(start), start.copy()
    for _ in range(tries):
        off, slope = function(x)
        low, high = np.where(off <= 0.0, x, low), np.where(off > 0.0, x, high)
        new = x - off / slope
        new = np.where((new >= low) & (new <= high), new, 0.5 * (low + high))
        done = ~grows | (abs(new - x) <= 1e-15)
        x = np.where(done, x, new)
        if done.all():
            break
    return x


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
