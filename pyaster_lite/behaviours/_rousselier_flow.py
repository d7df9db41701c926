"""The equations of y of ROUSSELIER and what their solution is by the trial, see step 3 and 7 of rousselier."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, norm, outer, unit

from ._bracket import between

ONE = unit(6)
MOST = 500.0
"""The largest K tr e* beside s1."""
UNSOLVED = "ROUSSELIER: the equation of a step is not solved within ITER_INTE_MAXI tries"


class Flow:
    """Points (ne, ng) with their trial: bulk K, two_mu, q* (size), the part F of step 2 (mean), R and p_."""

    def __init__(self, law, hardening, two_mu, bulk, scale, cavities, p, strain, heated):
        self.precision, self.tries, self.hardening = law.precision, law.tries, hardening
        self.two_mu, self.bulk, self.scale, self.p, self.cavities, self.heated = two_mu, bulk, scale, p, cavities, heated
        self.strain, trace = strain, strain[..., :3].sum(axis=-1)
        self.size = np.sqrt(1.5) * norm(deviator(strain))
        if (abs(bulk * trace) >= MOST * scale).any():
            raise LawFailed("ROUSSELIER: the trial pressure of a step is out of bounds")
        self.mean = cavities * np.exp(-(bulk * trace + heated) / scale)
        if not (np.isfinite(self.mean) & (self.mean > np.finfo(float).eps)).all():
            raise LawFailed("ROUSSELIER: the trial pressure of a step is out of bounds")
        self.first = hardening.at(np.zeros_like(p))[0]

    def slip(self, y):
        """dp and its slope."""
        part = self.scale / (self.mean * self.bulk)
        return y * np.exp(y) * part, (1 + y) * np.exp(y) * part

    def drive(self, y):
        """S and its slope."""
        dp, dp_rate = self.slip(y)
        level, slope = self.hardening.at(self.p + dp)
        push = self.scale * self.mean * np.exp(-y)
        return level - push, push + slope * dp_rate

    def excess(self, y):
        """The left side of step 3, and its slope."""
        (dp, dp_rate), (drive, slope) = self.slip(y), self.drive(y)
        three_mu = 1.5 * self.two_mu
        return self.two_mu * self.size - drive - three_mu * dp, -three_mu * dp_rate - slope

    def solved(self):
        """(kind, dp, y) of the points."""
        none = np.zeros(self.p.shape)
        flows = self.excess(none)[0] > 0.0
        plain = flows & (self.drive(none)[0] > 0.0)
        corner, y = np.zeros(flows.shape, bool), none
        if plain.any():
            y = np.where(plain, self._along(plain), y)
        other = flows & ~plain
        if other.any():
            least = self._undriven(other)
            corner = other & (2 * self.size / 3 <= self.slip(least)[0])
            beyond = other & ~corner
            y = np.where(other, least, y)
            if beyond.any():
                high = self._lambert(2 * self.mean * self.bulk * self.size / (3 * self.scale), beyond)
                y = np.where(beyond, self._searched(self._falling, high, np.where(beyond, least, 0.0), high, beyond), y)
        kind = np.where(corner, 2.0, np.where(flows, 1.0, 0.0))
        return kind, np.where(flows, self.slip(y)[0], 0.0), y

    def _falling(self, y):
        value, slope = self.excess(y)
        return -value, -slope

    def _along(self, rows):
        """y where S is positive from the start: between that of von Mises, and that of S held."""
        three_mu, share = 1.5 * self.two_mu, self.mean * self.bulk / self.scale
        trial, level = self.two_mu * self.size, self.hardening.at(self.p)[0]
        yields = rows & (trial > level)
        plain = np.where(yields, self.hardening.slip(np.where(yields, trial, level), three_mu, self.p), 0.0)
        low = self._lambert(np.maximum(plain, 0.0) * share, yields)
        low = np.where(self.excess(low)[0] < 0.0, 0.0, low)
        high = self._lambert(np.maximum(trial - self.drive(low)[0], 0.0) / three_mu * share, rows)
        return self._searched(self._falling, high, low, high, rows)

    def _undriven(self, rows):
        """y with S = 0."""
        high = np.where(rows, np.log(np.maximum(self.scale * self.mean / self.hardening.at(self.p)[0], 1.0)), 0.0)
        level = self.hardening.at(self.p + self.slip(high)[0])[0]
        low = np.maximum(np.log(self.scale * self.mean / level), 0.0)
        return self._searched(self.drive, high, np.where(rows, low, 0.0), high, rows)

    def _searched(self, rising, y, low, high, rows):
        """Where a rising function vanishes, at some of the points: Newton's steps, to the middle where they leave the bounds."""
        close = self.precision * self.first
        return between(rising, y, low, high, rows=rows, close=close, still=None, tries=self.tries + 1, lost=UNSOLVED)[0]

    def _lambert(self, t, rows):
        """y e^y = t within the precision, by Newton's method on y, or on e^y where t is large."""
        t = np.where(rows, t, 0.0)
        large = t > np.e
        y, u = np.zeros_like(t), np.where(large, t, np.e)
        for _ in range(self.tries + 1):
            h = np.where(large, u * np.log(u), y * np.exp(np.where(large, 0.0, y))) - t
            done = abs(h) <= self.precision * t
            if done.all():
                return np.where(large, np.log(u), y)
            u = np.where(large & ~done, u - h / (1 + np.log(u)), u)
            y = np.where(large | done, y, y - h / ((1 + y) * np.exp(np.where(large, 0.0, y))))
        raise LawFailed(UNSOLVED)

    def rates(self, kind, dp, e):
        """d e/d e* (ne, ng, 6, 6) and d e/d(D f) (ne, ng, 6)."""
        slope = self.hardening.at(self.p + dp)[1]
        away, safe = deviator(self.strain), np.where(self.size > 0.0, self.size, 1.0)
        al0 = np.exp(-(self.bulk * e[..., :3].sum(axis=-1) + self.heated) / self.scale)
        held = self.cavities * self.bulk * al0 / self.scale
        al1 = 1 / (1 + held * dp)
        al2, be1 = self.cavities * al0 * al1, dp * al0 * al1
        corner = kind == 2.0
        al3 = 1 / (np.where(corner, 0.0, 1.5 * self.two_mu) + slope + self.cavities * self.bulk * al2 * al0)
        al4, be2 = -self.bulk * al2 * al3, al3 * (self.scale * al0 - self.bulk * self.cavities * al0 * be1)
        al = 1 - 1.5 * dp / safe
        along = -1.5 * away / safe[..., None]
        both = along + (al2 / 3)[..., None] * ONE
        flowing = (2 / 3 * (1 - al))[..., None, None] * outer(along, along) + al[..., None, None] * np.eye(6)
        flowing = flowing + outer(both, -(self.two_mu * al3)[..., None] * along)
        by_trace = ((al1 - al) / 3)[..., None] * ONE + al4[..., None] * both
        flowing = flowing + outer(by_trace, np.broadcast_to(ONE, by_trace.shape))
        ones = outer(ONE, ONE)
        elastic, cornered = np.broadcast_to(np.eye(6), flowing.shape), ((al1 + al2 * al4) / 3)[..., None, None] * ones
        which = kind[..., None, None]
        by_trial = np.where(which == 1.0, flowing, np.where(which == 2.0, cornered, elastic))
        of_flow = (be1 / 3)[..., None] * ONE + be2[..., None] * both
        of_corner = ((be1 + al2 * be2) / 3)[..., None] * ONE
        which = kind[..., None]
        return by_trial, np.where(which == 1.0, of_flow, np.where(which == 2.0, of_corner, 0.0))
