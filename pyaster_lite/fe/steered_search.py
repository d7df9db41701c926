"""How much of a correction is taken beside the intensity of steered loads, so that the residual is least (r5.03.80).

Of x0 under all that is unbalanced without the steered loads and x1 under these, of intensity e_ so far, a share rho of the former goes
with the intensity e = p + e_ (1 - rho) where rho x0 + p x1 meets the further equation; the residual f(rho) is that of the law at it:

1.  rho = 1, then others by straight lines beyond the outer samples and parabolas through three of them, kept between bounds, out of an
    interval about 0 and away from the samples, the one that promises the least residual;
2.  until the residual is a share of f(0), three in a row are the same to a twentieth, or there are no tries left: the best is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

SAME = 0.95
APART = 1e-8
GAIN = 1.2


@dataclass(frozen=True)
class SteeredSearch:
    """A share of f(0) that will do, how many tries after the first, the bounds of rho and what is left out about 0."""

    resolution: float
    tries: int
    least: float
    greatest: float
    excluded: float

    def best(self, start: float, attempt: Callable[[float], tuple[float, object] | None]):
        """The outcome of the best of the shares tried.

        start    f(0);  attempt  function of rho giving (f(rho), outcome), None where a law fails
        None where the first fails.
        """
        goal = abs(self.resolution * start)
        shares, values, chosen, last = [0.0], [start], None, []
        share = 1.0
        for _ in range(self.tries + 1):
            found = attempt(share)
            if found is None:
                break
            value, outcome = found
            if chosen is None or value < chosen[0]:
                chosen = value, outcome
            last = [*last[-2:], value]
            if value < goal or (len(last) == 3 and min(last) > SAME * max(last)):
                break
            place = sum(known < share for known in shares)
            shares.insert(place, share)
            values.insert(place, value)
            share = self.next(shares, values, goal)
            if share is None:
                break
        return None if chosen is None else chosen[1]

    def next(self, r: list[float], g: list[float], goal: float) -> float | None:
        """The share that promises least after values g at ascending shares r, two at least; None where nothing does."""
        promised = [(promise(x, r, g), x) for x in (self._placed(x, r, g) for x in proposals(r, g, goal / GAIN))]
        return min(promised, key=lambda pair: pair[0])[1] if promised else None

    def _placed(self, x, r, g):
        """x within the bounds and away from what is known."""
        x = min(max(x, self.least), self.greatest)
        if -self.excluded <= x < 0.0:
            x = -self.excluded
        elif 0.0 <= x <= self.excluded:
            x = self.excluded
        known = [i for i, value in enumerate(r) if abs(value - x) <= APART]
        if not known:
            return x
        c = known[-1]
        sides = []
        if r[c] - self.least > APART:
            end = self.least if c == 0 else max(self.least, r[c - 1])
            sides.append((_line(end, r, g, 0 if c == 0 else c - 1), end))
        if self.greatest - r[c] > APART:
            end = self.greatest if c == len(r) - 1 else min(self.greatest, r[c + 1])
            sides.append((_line(end, r, g, len(r) - 2 if c == len(r) - 1 else c), end))
        return 0.5 * (r[c] + min(sides, key=lambda pair: pair[0])[1]) if sides else x


def proposals(r: list[float], g: list[float], aim: float) -> list[float]:
    """Where lines beyond the ends meet `aim`, and the lowest points of parabolas about the samples between."""
    found, n = [], len(r)
    for i in range(n):
        if i in (0, n - 1):
            j = 0 if i == 0 else n - 2
            slope = (g[j + 1] - g[j]) / (r[j + 1] - r[j])
            if (i == 0 and slope > 0.0) or (i > 0 and slope < 0.0):
                found.append(r[j] + (aim - g[j]) / slope)
            continue
        a, b, _ = _parabola(r[i - 1 : i + 2], g[i - 1 : i + 2])
        if a > 0.0:
            x = -b / (2.0 * a)
            if (i < 2 or x > r[i - 2]) and (i + 2 >= n or x < r[i + 2]):
                found.append(x)
    return found


def promise(x: float, r: list[float], g: list[float]) -> float:
    """The residual that is expected at x: on lines beyond the samples, on the lower of two parabolas between them."""
    n, place = len(r), sum(value < x for value in r)
    if n == 2 or place == 0:
        return _line(x, r, g, 0)
    if place == n:
        return _line(x, r, g, n - 2)
    values = []
    for first in (place - 1, place - 2):
        if first >= 0 and first + 3 <= n:
            a, b, c = _parabola(r[first : first + 3], g[first : first + 3])
            values.append(a * x**2 + b * x + c)
    return min(values)


def _line(x, r, g, i):
    """At x, through the samples i and i + 1."""
    return g[i] + (x - r[i]) / (r[i + 1] - r[i]) * (g[i + 1] - g[i])


def _parabola(r, g):
    """Its coefficients, of x^2 first, through three samples."""
    (x1, x2, x3), (y1, y2, y3) = r, g
    first, second = (y2 - y1) / (x2 - x1), (y3 - y2) / (x3 - x2)
    a = (second - first) / (x3 - x1)
    b = first - a * (x1 + x2)
    return a, b, y1 - a * x1**2 - b * x1
