"""Two cones of Drucker and Prager, in compression and in tension, at many points at once (r7.01.03).

With S the equivalent stress, p the mean one, B the biaxial coefficient, g the plastic multipliers:

    a = sqrt2 (B - 1)/(2 B - 1),  b = sqrt2/3 B/(2 B - 1);   in tension  c = sqrt2,  d = 2 sqrt2/3
    (sqrt2/3 S + a p)/b <= fc(g_c),   (sqrt2/3 S + c p)/d <= ft(g_t)

1.  on the cones   S = S^e - 3 mu sqrt2/3 (dg_c/b + dg_t/d),  p = p^e - K (dg_c a/b + dg_t c/d)
2.  at apexes      S = 0, and the criteria without S
3.  the mechanisms are looked for as code_aster does: those that the trial passes, then others by what their answer was like, four times
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from pyaster_lite.fe.errors import LawFailed

from ._bracket import Bracket
from ._over_points import OverPoints

CONES, APEXES = (1, 2, 3), (11, 22, 33)
"""Compression, tension, both; on the cones and at their apexes."""
WRONG, NO_APEX = 4, 44
ROOT, LITTLE = np.sqrt(2.0), 1e-6
TRIES, CLOSE = 60, 1e-13
TENSION_SLOPE, TENSION_SIZE = ROOT, 2 * ROOT / 3


@dataclass
class Strength(OverPoints):
    """At points (n,): moduli, strengths, biaxial coefficient, energies, length, the elastic share, and whether curves are bent."""

    young: np.ndarray
    mu: np.ndarray
    bulk: np.ndarray
    compression: np.ndarray
    tension: np.ndarray
    biaxial: np.ndarray
    compression_energy: np.ndarray
    tension_energy: np.ndarray
    length: np.ndarray
    elastic: np.ndarray
    compression_bent: np.ndarray
    tension_bent: np.ndarray

    @property
    def slopes(self):
        """(2, n) a, c and (2, n) b, d."""
        twice = 2 * self.biaxial - 1
        one = np.ones(twice.shape)
        return (
            np.stack([ROOT * (self.biaxial - 1) / twice, TENSION_SLOPE * one]),
            np.stack([ROOT / 3 * self.biaxial / twice, TENSION_SIZE * one]),
        )

    @property
    def scale(self):
        """(2, n) the strengths."""
        return np.stack([self.compression, self.tension])

    def limits(self, g):
        """(2, n) fc, ft and their slopes at multipliers (2, n)."""
        squashed, torn = self._in_compression(g[0]), self._in_tension(g[1])
        return np.stack([squashed[0], torn[0]]), np.stack([squashed[1], torn[1]])

    @property
    def lasts(self):
        """(2, n) the multipliers at which nothing is left; a bent curve in tension has no end."""
        endless = np.where(self.tension_bent, np.inf, 2 * self.tension_energy / (self.length * self.tension))
        return np.stack([self._peak_and_last[1], endless])

    @property
    def _peak_and_last(self):
        fc, first = self.compression, self.elastic
        peak = 2 * (1 - first) * fc / self.young
        last = np.where(
            self.compression_bent,
            1.5 * self.compression_energy / (self.length * fc) - 0.5 * first * peak,
            2 * self.compression_energy / (self.length * fc) - (1 + 2 * first) * peak / 3,
        )
        return peak, last

    def _in_compression(self, g):
        fc, first, bent = self.compression, self.elastic, self.compression_bent
        peak, last = self._peak_and_last
        rising, share = g / peak, (g - last) / (peak - last)
        limit = np.where(bent, fc * (1 - share**2), fc * share)
        slope = np.where(bent, -2 * fc * share / (peak - last), fc / (peak - last))
        before, gone = g < peak, g >= np.maximum(last, peak)
        limit = np.where(before, fc * (first + 2 * (1 - first) * rising - (1 - first) * rising**2), np.where(gone, fc * LITTLE, limit))
        slope = np.where(before, 2 * fc * (1 - first) * (1 - rising) / peak, np.where(gone, 0.0, slope))
        return limit, slope

    def _in_tension(self, g):
        ft, bent = self.tension, self.tension_bent
        last = 2 * self.tension_energy / (self.length * ft)
        rate = self.length * ft / self.tension_energy
        fading = ft * np.exp(-np.maximum(rate * g, -50.0))
        gone = g >= last
        straight = np.where(gone, ft * LITTLE, ft * (1 - g / last))
        return np.where(bent, fading, straight), np.where(bent, -rate * fading, np.where(gone, 0.0, -ft / last))


@dataclass
class Found:
    """What an attempt gives at points (n,): mechanisms, multipliers (2, n) and invariants of stress S and p; `failed` where none."""

    kind: np.ndarray
    grown: np.ndarray
    size: np.ndarray
    middle: np.ndarray
    failed: np.ndarray


class Return:
    """The trial state S^e, p^e at points with multipliers g (2, n) so far, brought back."""

    def __init__(self, strength: Strength, size, middle, g, last):
        self.strength, self.size, self.middle, self.g, self.last = strength, size, middle, g, last
        self.slope, self.width = strength.slopes
        self.limit = strength.limits(g)[0]
        along = self.slope / self.width
        self.at_apex = along * middle
        self.on_cone = ROOT / 3 * size / self.width + self.at_apex
        self.apex_matrix = -strength.bulk * along[:, None] * along[None]
        self.cone_matrix = self.apex_matrix - 2 / 3 * strength.mu / (self.width[:, None] * self.width[None])
        self.beyond = self.at_apex - size * self.slope**2 * strength.bulk / (ROOT * strength.mu * self.width)

    def solve(self) -> Found:
        """Step 3; LawFailed where the mechanisms are not found, for the step to be cut."""
        everywhere = np.ones(self.size.shape, bool)
        tried = [self._passed(self.size, self.middle, self.g)]
        both = (tried[0] == 3) & (self.last > LITTLE)
        again = np.rint(self.last).astype(int)
        tried[0] = np.where(both, np.where(np.isin(again, APEXES), again // 11, again), tried[0])
        kept = Found(np.zeros(again.shape, int), np.zeros(self.g.shape), self.size.copy(), self.middle.copy(), ~everywhere)
        todo = tried[0] > 0
        for attempt in range(4):
            kind = tried[-1]
            found, asked = self._attempt(kind, kept, todo)
            kept = found
            other = np.where(todo, self._judged(asked, kept), -1)
            todo = todo & (other > 0)
            if not todo.any():
                break
            if (todo & np.isin(other, (WRONG, NO_APEX)) | todo & kept.failed).any() or attempt == 3:
                raise LawFailed("the mechanisms of a step are not found")
            if attempt == 0:
                other = np.where(other == tried[0], np.where(other == 3, 2, 3), other)
            elif attempt == 1:
                other = np.where((other == tried[0]) | (other == tried[1]), 6 - tried[0] - tried[1], other)
            else:
                other = np.full(other.shape, 22)
            tried.append(other)
        return kept

    def _passed(self, size, middle, g):
        """1 compression, 2 tension, 3 both, -1 none."""
        excess = (ROOT / 3 * abs(size) + self.slope * middle) / self.width - self.strength.limits(g)[0]
        squashed, torn = excess > self.strength.scale * LITTLE
        self._excess = excess
        return np.where(squashed & torn, 3, np.where(torn, 2, np.where(squashed, 1, -1)))

    def _judged(self, asked, found):
        """-1 where the state is right, else the mechanisms to try next."""
        now = self._passed(found.size, found.middle, self.g + found.grown)
        shrinks_c, shrinks_t = found.grown < 0.0
        squashed, torn = self._excess > 0.0
        only = {1: 2, 3: 2, 2: 1}
        next_one = np.where(now == asked, np.select([asked == k for k in only], only.values(), WRONG), now)
        rules = [
            ((asked == 1) & shrinks_c, np.where(torn, 2, WRONG)),
            ((asked == 2) & shrinks_t, np.where(squashed, 1, WRONG)),
            ((asked == 3) & shrinks_c, 2),
            ((asked == 3) & shrinks_t, 1),
            ((asked == 22) & ((now > 0) | shrinks_t), 33),
            ((asked == 11) & ((now > 0) | shrinks_c), NO_APEX),
            ((asked == 33) & ((now > 0) | shrinks_c | shrinks_t), 11),
            ((asked == WRONG) & (now < 0), WRONG),
            ((asked == NO_APEX) & (now < 0), NO_APEX),
        ]
        return np.select([rule for rule, _ in rules], [value for _, value in rules], next_one)

    def _attempt(self, kind, kept, todo):
        """What the mechanisms `kind` give where `todo`, and the mechanisms that took part."""
        (coneco, conetr), (fc, ft) = self.beyond, self.limit
        with np.errstate(divide="ignore", invalid="ignore"):
            swapped = self.at_apex[0] * ft / (self.at_apex[1] * fc) - 1 > -LITTLE
        past = swapped & (coneco > fc)
        both = past & (self.on_cone[1] > ft)
        apex = todo & (past | (conetr > ft) | (kind > 4))
        asked, done = np.where(apex, NO_APEX, kind), ~apex
        result = Found(*(getattr(kept, word.name).copy() for word in fields(kept)))
        result.failed[:] = False
        for one, wanted in (
            (22, ((both | (conetr > ft)) & ~np.isin(kind, (11, 33))) | (kind == 22)),
            (33, (both & (kind != 11)) | np.isin(kind, (22, 33))),
            (11, past | np.isin(kind, APEXES)),
        ):
            rows = np.flatnonzero(~done & wanted)
            if len(rows) == 0:
                continue
            grown, good = self._solved(rows, one)
            good &= self._allowed(rows, one, grown)
            good &= (grown[self._active(one)] > 0.0).all(axis=0)
            middle = self._middle(rows, grown)
            fall = self.size[rows] * self.slope[0 if one != 22 else 1, rows] * self.strength.bulk[rows] / (ROOT * self.strength.mu[rows])
            self._keep(result, rows[good], one, grown[:, good], 0.0, middle[good])
            good &= (self.middle[rows] - middle > fall) | (kind[rows] > 4)
            asked[rows[good]], done[rows[good]] = one, True
        for one in CONES:
            rows = np.flatnonzero(todo & ~apex & (kind == one))
            if len(rows) == 0:
                continue
            grown, good = self._solved(rows, one)
            result.failed[rows] = ~good & (grown >= 0.0).all(axis=0)
            size = self.size[rows] - ROOT * self.strength.mu[rows] * (grown / self.width[:, rows]).sum(axis=0)
            self._keep(result, rows, one, grown, size, self._middle(rows, grown))
        return result, asked

    @staticmethod
    def _active(kind):
        return {1: [0], 11: [0], 2: [1], 22: [1]}.get(kind, [0, 1])

    def _middle(self, rows, grown):
        return self.middle[rows] - self.strength.bulk[rows] * (grown * self.slope[:, rows] / self.width[:, rows]).sum(axis=0)

    @staticmethod
    def _keep(result, rows, kind, grown, size, middle):
        result.kind[rows], result.grown[:, rows], result.size[rows], result.middle[rows] = kind, grown, size, middle

    def _allowed(self, rows, kind, grown):
        """Whether the other criterion holds at an apex of one cone."""
        if kind == 33:
            return np.ones(len(rows), bool)
        other, own = (0, 1) if kind == 22 else (1, 0)
        over = self.at_apex[other, rows] + self.apex_matrix[other, own, rows] * grown[own] - self.limit[other, rows]
        return over <= LITTLE * np.maximum(1.0, self.size[rows] / self.strength.compression[rows]) * self.strength.scale[other, rows]

    def _solved(self, rows, kind):
        """Multipliers (2, m) and whether they are found."""
        active, strength, g = self._active(kind), self.strength.of(rows), self.g[:, rows]
        right = (self.at_apex if kind in APEXES else self.on_cone)[:, rows]
        matrix = (self.apex_matrix if kind in APEXES else self.cone_matrix)[:, :, rows]
        scale = self.strength.scale[:, rows]

        def residual(grown):
            limits, slopes = strength.limits(g + grown)
            value = limits - right - np.einsum("ijn,jn->in", matrix, grown)
            return value, slopes

        if len(active) == 1:
            return self._alone(active[0], residual, matrix, scale)
        grown = np.zeros(right.shape)
        for _ in range(TRIES):
            value, slopes = residual(grown)
            far = abs(value / scale).sum(axis=0) > CLOSE
            if not far.any():
                break
            rate = -matrix.copy()
            rate[0, 0] += slopes[0]
            rate[1, 1] += slopes[1]
            det = rate[0, 0] * rate[1, 1] - rate[0, 1] * rate[1, 0]
            far &= abs(det) > LITTLE * strength.young
            det = np.where(far, det, 1.0)
            step = np.stack([rate[1, 1] * value[0] - rate[0, 1] * value[1], rate[0, 0] * value[1] - rate[1, 0] * value[0]]) / det
            grown = np.where(far, grown - step, grown)
        value = residual(grown)[0]
        return grown, abs(value / scale).sum(axis=0) < LITTLE

    @staticmethod
    def _alone(own, residual, matrix, scale):
        """One multiplier; below zero what one step of Newton's method tells, which is enough to leave it out."""
        grown = np.zeros(scale.shape)
        value, slopes = residual(grown)
        first, back = value[own], value[own] > 0.0
        backwards = -first / (slopes[own] - matrix[own, own])
        bracket = Bracket(np.zeros(first.shape))
        for _ in range(TRIES):
            value, slopes = residual(grown)
            far = (abs(value[own]) > CLOSE * scale[own]) & ~back
            if not far.any():
                break
            grown[own] = np.where(far, bracket.next(grown[own], value[own], slopes[own] - matrix[own, own]), grown[own])
        grown[own] = np.where(back, backwards, grown[own])
        return grown, (abs(residual(grown)[0][own]) < 3 * LITTLE * scale[own]) | back
