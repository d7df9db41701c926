"""How much a porous metal flows, within a precision (r5.03.29): the two equations of _gurson_flow for p and dk.

1.  bounds of dk: T* is positive from the first, and not that of the trial before the second
2.  a first dk: that of von Mises' criterion with the same damage, else along a chord
3.  the outer search, for dk - L = 0: at the T* of each dk two p that hold G = 0 between them within the precision;
    the first p whose L gives T* back is the one, or one between the two
Where the drag of the flow is steeper than the hardening, V is looked for in the place of dk.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._bracket import Bracket, search
from ._gurson_flow import Flow, acosh_of_one_and

ELASTIC, PLASTIC, SINGULAR = range(3)


@dataclass
class Search:
    """Points that flow and keep some stress; `near` (n,) Pa and `precision` say what counts as equal, `tries` how long to look."""

    flow: Flow
    near: np.ndarray
    precision: float
    tries: int

    def __post_init__(self):
        self.fine = 0.1 * self.near
        self.close = (1 - self.flow.damage) * self.precision
        self.viscous = bool(self.flow.hardening.viscosity.any())
        if self.viscous:
            hard = self.flow.hardening
            self.v0, self.power = hard.viscosity, hard.share
            first = hard.at(np.zeros_like(self.v0))[1]
            with np.errstate(divide="ignore", over="ignore"):
                self.turn = np.minimum((self.v0 * self.power / first) ** (1 / (1 - self.power)), 1e100)
            self.turn_drag = self.v0 * self.turn**self.power
            self.turn_star = self.flow.star(self.turn)[0]

    def of(self, rows) -> Search:
        """At some of the points."""
        return Search(self.flow.of(rows), self.near[rows], self.precision, self.tries)

    def _drag(self, dk):
        return self.v0 * dk**self.power

    def slip(self, x, steep):
        """dk of x, V where it is `steep`, and its slope."""
        if not self.viscous:
            return x, np.ones_like(x)
        base = np.where(steep, x / self.v0, 1.0)
        return np.where(steep, base ** (1 / self.power), x), np.where(steep, base ** (1 / self.power - 1) / (self.power * self.v0), 1.0)

    def star(self, x, steep):
        """T* of x, and its slope."""
        if not self.viscous:
            return self.flow.star(x)
        flow, (dk, rate) = self.flow, self.slip(x, steep)
        value, slope = flow.hardening.at(flow.before + dk)
        drag = np.where(steep, x, self._drag(dk))
        drag_slope = np.where(steep, 1.0, flow.hardening.drag(dk)[1])
        value = flow.swelling * (value + flow.penalty * (flow.before + dk) - flow.drive + drag)
        return value, flow.swelling * ((slope + flow.penalty) * rate + drag_slope)

    def reach(self, target, close, least):
        """dk, at least `least`, at which T* is `target`."""
        steep, start = np.zeros(target.shape, bool), least
        if self.viscous:
            steep = self.turn_star > target
            start = np.where(steep, np.maximum(self._drag(least), 0.0), np.maximum(least, self.turn))
        early = abs(self.flow.star(least)[0] - target) <= close

        def off(x):
            value, slope = self.star(x, steep)
            return np.where(early, 0.0, value - target), slope

        return np.where(early, least, self.slip(search(off, start, Bracket(start), close, self.tries), steep)[0])

    def _bounds(self, star, level):
        """Of p, for G = level."""
        flow, d = self.flow, self.flow.damage
        high = 2 * star * acosh_of_one_and((level + (1 - d) ** 2) / (2 * d)) / (3 * flow.second * abs(flow.h))
        ratio, stiff = abs(flow.h / star), flow.three_mu / flow.three_k
        a, first, b = stiff * ratio, 0.5 * flow.second * d, 1.5 * flow.second * ratio
        c = 4 * stiff / (3 * flow.second**2 * d)
        turn = np.arccosh(np.maximum(c, 1.0))
        with np.errstate(over="ignore"):
            least = np.where(c <= 1.0, 0.0, first * np.sinh(np.minimum(turn, b)) - a * np.minimum(turn, b) / b)
            size = (0.5 * flow.s * flow.second * d / (star * (a + least))) ** 2 + d
        return np.arcsinh(np.sqrt((level + (1 - d) ** 2) / size)) / b, np.minimum(1.0, high)

    def left(self, star, close, level, start=None):
        """p for which G is a level at T*."""
        low, high = self._bounds(star, level)
        top, bottom = (self.flow.rates(p, star)[1].value - level for p in (high, low))
        at_top, at_bottom = abs(top) <= close, abs(bottom) <= close
        if start is None:
            share = -bottom / np.where(top == bottom, 1.0, top - bottom)
            start = (1 - share) * low + share * high
        start = np.minimum(np.maximum(start, low), high)
        sure = at_top | at_bottom

        def off(p):
            _, g, _ = self.flow.rates(p, star)
            return np.where(sure, 0.0, g.value - level), g.p

        found = search(off, np.where(sure, high, start), Bracket(low, high), close, self.tries)
        return np.where(at_top, high, np.where(at_bottom, low, found))

    def mises(self, start_star):
        """The first dk of step 2, NaN where von Mises' criterion tells none."""
        flow, d = self.flow, self.flow.damage
        c1, c0 = flow.three_mu / flow.swelling / (1 - d) ** 2, -flow.s / (1 - d)
        most = -c0 / c1
        last = flow.star(most)[0]
        flows = (-c0 > start_star + self.fine) & (last > self.fine)
        if not flows.any():
            return np.full(d.shape, np.nan)
        if not flows.all():
            found = np.full(d.shape, np.nan)
            found[flows] = self.of(flows).mises(start_star[flows])
            return found
        steep, low, high = np.zeros(d.shape, bool), np.zeros(d.shape), most
        start = -(start_star + c0) / (last - start_star - c0) * most
        if self.viscous:
            steep = self.turn_star + c0 + c1 * self.turn > 0.0
            low = np.where(steep, 0.0, self.turn)
            high = np.where(steep, np.minimum(self.turn_drag, self._drag(most)), most)
            start = low

        def off(x):
            value, slope = self.star(x, steep)
            dk, rate = self.slip(x, steep)
            return value + c0 + c1 * dk, slope + c1 * rate

        return self.slip(search(off, start, Bracket(low, high), self.fine, self.tries), steep)[0]

    def solve(self):
        """(kind, p, q, T*, dk) over the points."""
        flow, nothing = self.flow, np.zeros_like(self.near)
        first, freed = flow.star(nothing)[0], flow.singular()
        early = first >= self.fine
        low = np.where(early, 0.0, self.reach(np.where(early, first, 2 * self.fine), self.fine, nothing))
        low_star = flow.star(low)[0]
        trial = flow.equivalent()
        far = ~flow.below(flow.star(freed)[0] + self.fine)
        target = np.where(far, first, trial - 1.5 * self.fine)
        high = np.where(far, freed, self.reach(target, np.where(far, np.inf, 0.5 * self.fine), nothing))
        high_star = flow.star(high)[0]
        guess = self.mises(first)
        chord = low + (trial - low_star) / (trial - low_star + high_star) * (high - low)
        guess = np.where((guess > low) & (guess < high), guess, chord)

        kinds = np.full(self.near.shape, PLASTIC)
        if not early.all():
            p = self.left(np.where(early, high_star, low_star), self.close, 0.0)
            kinds[~early & (flow.rates(p, np.where(early, high_star, low_star))[2].value <= low)] = SINGULAR
        if not far.all():
            p = self.left(np.where(far, low_star, high_star), self.close, 0.0)
            kinds[~far & (flow.rates(p, np.where(far, low_star, high_star))[2].value >= high)] = ELASTIC
        one = np.ones_like(self.near)
        p, q, star = one * (kinds == ELASTIC), one * (kinds == ELASTIC), np.where(kinds == ELASTIC, trial, 0.0)
        dk = np.where(kinds == ELASTIC, high, low)
        rows = kinds == PLASTIC
        if rows.any():
            p[rows], q[rows], star[rows], dk[rows] = self.of(rows)._outer(low[rows], high[rows], guess[rows])
        return kinds, p, q, star, dk

    def _outer(self, low, high, guess):
        """Step 3: (p, q, T*, dk)."""
        flow, steep, x = self.flow, np.zeros(low.shape, bool), guess
        if self.viscous:
            inside = (self.turn > low) & (self.turn < high)
            steep = self.turn >= high
            if inside.any():
                part = self.of(inside)
                p = part.left(part.turn_star, part.close, 0.0)
                steep[inside] = part.flow.rates(p, part.turn_star)[2].value < part.turn
            x = np.where(steep, np.minimum(self.turn_drag, self._drag(guess)), np.maximum(self.turn, guess))
            low = np.where(steep, self._drag(low), np.maximum(self.turn, low))
            high = np.where(steep, np.minimum(self.turn_drag, self._drag(high)), high)
        bracket, strain = Bracket(low, high), self.fine / flow.young
        done = np.zeros(x.shape, bool)
        found = [np.zeros(x.shape) for _ in range(3)]

        def settle(rows, p, star, dk):
            rows = rows & ~done
            for place, value in zip(found, (p, star, dk)):
                place[rows] = value[rows]
            done[rows] = True

        for _ in range(self.tries):
            dk = self.slip(x, steep)[0]
            star, star_rate = self.star(x, steep)
            values, ends = [], []
            p = None
            for level in (-0.5, 0.5):
                p = self.left(star, 0.5 * self.close, level * self.close, p)
                _, g, slip = flow.rates(p, star)
                same = abs(star - flow.star(slip.value)[0]) <= self.near
                settle(same, p, star, slip.value)
                settle(abs(dk - slip.value) <= strain, p, star, dk)
                values.append(dk - slip.value)
                ends.append((p, g, slip))
                if done.all():
                    break
            if done.all():
                break
            between = ~done & (values[0] * values[1] < 0.0)
            nearer = abs(values[0]) <= abs(values[1])
            p = np.where(nearer, ends[0][0], ends[1][0])
            if between.any():
                own, then = np.copy(p), np.copy(dk)
                sign = np.sign(values[1] - values[0])[between]
                part = self.of(between), ends[0][0][between], ends[1][0][between]
                own[between], then[between] = _inner(*part, star[between], dk[between], p[between], sign)
                settle(between, own, star, then)
                if done.all():
                    break
            _, g, slip = flow.rates(p, star)
            slope = self.slip(x, steep)[1] - (slip.star - slip.p * g.star / g.p) * star_rate
            x = np.where(done, x, bracket.next(x, dk - slip.value, slope))
        else:
            raise LawFailed("a law has not converged")
        p, star, dk = found
        return p, flow.share(p, star), star, dk


def _inner(points, low, high, star, dk, p, sign):
    """(p, dk) between two p, where dk - L, rising with p or falling as `sign` says, is zero."""
    flow, bracket = points.flow, Bracket(low, high)
    for _ in range(points.tries):
        slip = flow.rates(p, star)[2]
        same = abs(star - flow.star(slip.value)[0]) <= points.near
        done = same | (abs(dk - slip.value) <= points.fine / flow.young)
        if done.all():
            return p, np.where(same, slip.value, dk)
        p = np.where(done, p, bracket.next(p, sign * (dk - slip.value), -sign * slip.p))
    raise LawFailed("a law has not converged")
