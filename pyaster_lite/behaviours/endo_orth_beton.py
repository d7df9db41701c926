"""RELATION='ENDO_ORTH_BETON': damage of concrete that has directions and closes again (r7.01.09).

With the energy and the forces of _orthotropic_damage:

1.  K = K0 - K1 <tr e>- atan(-<tr e>-/K2),  f = sqrt(ALPHA <F>-:<F>- + (1 - ALPHA) G^2) - K
2.  B = B_ + ALPHA m <F>-,  d = d_ + (1 - ALPHA) m G,  f = 0 where it were positive: Newton's method from m = 0
3.  Directions where the integrity is BROKEN at most stay so: F and B are those of the others, in the axes of B_.  d stays where it is
    BROKEN from its end.
4.  Where B would have a negative value, or d pass 1, half of the increment of strain is done before, and so on; else what falls below
    BROKEN is brought to it.
5.  tangent: that of 1 and 2 at once.

The variables are 1 - B and d.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.frames import mandel_rotation
from pyaster_lite.fe.large_strain import ROOT, full, mandel
from pyaster_lite.fe.tensors import isotropic_stiffness, unit

from ._law import Law, moduli
from ._orthotropic_damage import TINY, Closed, Opened, part
from ._orthotropic_reach import Unreachable, reached
from .endo_isot_beton import mechanical

BROKEN = 1e-2
STEPS = 100
_ONE = unit(6)
_SCALE = np.array([1.0, 1.0, 1.0, ROOT, ROOT, ROOT])


class _Grown:
    """Where a step ended: B (n, 6) and d, m, whether damage grew, what 3 lets move, and the axes it has."""

    def __init__(self, b, d):
        n = len(d)
        self.b, self.d, self.m = b.copy(), d.copy(), np.zeros(n)
        self.grows, self.blocked = np.zeros(n, bool), np.zeros(n, bool)
        self.free, self.turn = np.ones((n, 6)), np.broadcast_to(np.eye(6), (n, 6, 6)).copy()

    def put(self, rows, other):
        """Take the points `rows` from another one."""
        for name, value in vars(other).items():
            getattr(self, name)[rows] = value


class OrthotropicDamage(Law):
    """The law over all cells and points; `precision` and `tries` of step 2."""

    plane_stress = symmetric = False
    elastic_rates = True
    internal_names = ("ENDOXX", "ENDOYY", "ENDOZZ", "ENDOXY", "ENDOXZ", "ENDOYZ", "ENDOCOMP")
    needs = {"young": "ELAS", "orth.ecrob": "ENDO_ORTH_BETON"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        return type(self)(precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        (ne, ng, n), words = strain.shape, self._words(data, strain.shape[:2])
        before, now = (_spread(mechanical(e, data, continuum, b)) for e, b in ((state.strain, True), (strain, False)))
        old = state.internal.reshape(-1, 7)
        b, d = _ONE - old[:, :6] * _SCALE, old[:, 6]
        if data.step.predicting:
            tangent = _elastic(Opened(before, b, words), Closed(before, words), d, words)
            return state.stress, state.internal, tangent.reshape(ne, ng, 6, 6)[..., :n, :n]
        grown = self._grown(before, now, b, d, words)
        opened, closed = Opened(now, grown.b, words), Closed(now, words)
        stress = opened.stress + (1 - grown.d[:, None]) ** 2 * closed.stress
        tangent = _elastic(opened, closed, grown.d, words)
        rows = np.flatnonzero(grown.grows)
        if len(rows):
            tangent[rows] += self._softening(now, grown, words, rows)
        internal = np.concatenate([(_ONE - grown.b) / _SCALE, grown.d[:, None]], axis=1)
        return stress.reshape(ne, ng, 6)[..., :n], internal.reshape(ne, ng, 7), tangent.reshape(ne, ng, 6, 6)[..., :n, :n]

    @staticmethod
    def _words(data, shape):
        elastic = moduli(data)
        words = {"mu": elastic.two_mu / 2, "lame": (elastic.three_k - elastic.two_mu) / 3}
        words |= {word: data.at_points(f"orth.{word}") for word in ("alpha", "k0", "k1", "k2", "ecrob", "ecrod")}
        return {name: np.broadcast_to(value, shape).reshape(-1) for name, value in words.items()}

    def _grown(self, before, now, b, d, words):
        """Steps 1 to 4."""
        result = _Grown(b, d)
        ok = self._tried(now, np.arange(len(d)), b, d, words, result)
        rows = np.flatnonzero(~ok)
        b, d, start, aim = b[rows], d[rows], before[rows], 0.5 * (before + now)[rows]
        for _ in range(STEPS):
            if not len(rows):
                return result
            ok = self._tried(aim, rows, b, d, words, result)
            there = ok & (aim == now[rows]).all(axis=1)
            b[ok], d[ok], start = result.b[rows[ok]], result.d[rows[ok]], np.where(ok[:, None], aim, start)
            aim = np.where(ok[:, None], now[rows], 0.5 * (start + aim))
            rows, b, d, start, aim = (value[~there] for value in (rows, b, d, start, aim))
        raise LawFailed(f"ENDO_ORTH_BETON: the strain of {len(rows)} points is not followed in {STEPS} smaller steps")

    def _tried(self, e, rows, b, d, words, result):
        """Steps 1 to 3 from B and d for points `rows` put into the result, but for those which step 4 sends back: whether it was not."""
        words = {name: value[rows] for name, value in words.items()}
        values, axes = np.linalg.eigh(full(b))
        whole = values > BROKEN
        own = _Grown(b, d)
        frames = np.where(whole.all(axis=1)[:, None, None], np.eye(3), axes.transpose(0, 2, 1))
        own.turn = mandel_rotation(frames)
        own.free = _free(whole)
        own.blocked = d >= 1.0 - BROKEN
        turned = np.einsum("nij,nj->ni", own.turn, b) * own.free
        self._evolve(np.einsum("nij,nj->ni", own.turn, e), turned, own, words)
        values, axes = np.linalg.eigh(full(turned))
        ok = (values >= -TINY).all(axis=1) & (own.d <= 1.0)
        low = values <= BROKEN
        back = mandel(np.einsum("nai,ni,nbi->nab", axes, np.where(low, BROKEN - TINY, values), axes), 6)
        turned = np.where((low.any(axis=1) & whole.any(axis=1))[:, None], back, turned)
        moved = own.grows | ~whole.all(axis=1)
        own.b = np.where((moved & whole.any(axis=1))[:, None], np.einsum("nji,nj->ni", own.turn, turned), own.b)
        ends = 1.0 - own.d <= BROKEN
        own.d, own.blocked = np.where(ends, 1.0 - BROKEN + TINY, own.d), own.blocked | ends
        result.put(rows[ok], _some(own, ok))
        return ok

    def _evolve(self, e, b, own, words):
        """Step 2 in the axes of step 3: b, own.d, own.m and own.grows become those of the end."""
        alpha = words["alpha"]
        closed, level = Closed(e, words), _threshold(e, words)[0]
        b_old, d_old = b.copy(), own.d.copy()
        rows = np.flatnonzero(own.free.any(axis=1))
        for trial in range(self.tries + 1):
            local = {name: value[rows] for name, value in words.items()}
            system = _System(e[rows], b[rows], own.d[rows], own.m[rows], own.free[rows], own.blocked[rows], local, _some(closed, rows))
            excess = system.size - level[rows]
            off_b = -b[rows] + b_old[rows] + (alpha * own.m)[rows, None] * system.pull
            off_d = -own.d[rows] + d_old[rows] + ((1 - alpha) * own.m)[rows] * system.push
            over = excess > self.precision * level[rows]
            if trial:
                over |= (np.linalg.norm(off_b, axis=1) > self.precision) | (abs(off_d) > self.precision)
            else:
                own.grows[rows] = over
            if not over.any():
                return
            right = np.concatenate([off_b, off_d[:, None], excess[:, None]], axis=1)
            try:
                if trial == self.tries or (system.size[over] == 0.0).any():
                    raise np.linalg.LinAlgError
                step = np.linalg.solve(system.jacobian[over], -right[over][..., None])[..., 0]
            except np.linalg.LinAlgError:
                text = f"ENDO_ORTH_BETON: the damage of {int(over.sum())} points is not found in {self.tries} tries"
                raise LawFailed(text) from None
            rows = rows[over]
            b[rows] += step[:, :6]
            own.d[rows] += step[:, 6]
            own.m[rows] += step[:, 7]

    def reaches(self, before, fixed, per_unit, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 2, 2) of strains fixed + x per_unit (ne, ng, ns), from the strain before; None where a point has no solution."""
        if not np.isfinite(bounds).all():
            raise LawFailed("ENDO_ORTH_BETON: PRED_ELAS needs ETA_PILO_R_MIN and ETA_PILO_R_MAX")
        words, old = self._words(data, before.shape[:2]), state.internal.reshape(-1, 7)
        b, d = _ONE - old[:, :6] * _SCALE, old[:, 6]
        rows = np.flatnonzero((b[:, :3].sum(axis=1) > BROKEN) & (d < 1.0 - BROKEN))
        words = {name: value[rows] for name, value in words.items()}
        values, axes = np.linalg.eigh(full(b[rows]))
        turn, free = mandel_rotation(axes.transpose(0, 2, 1)), _free(abs(values) >= BROKEN)
        b, d, none = np.einsum("nij,nj->ni", turn, b[rows]), d[rows], np.zeros(len(rows), bool)
        start, unit_ = (np.einsum("nij,nj->ni", turn, _spread(e)[rows]) for e in (fixed, per_unit))
        threshold = _threshold(_spread(before)[rows], words)[0]

        def h(x):
            e = start + x[:, None] * unit_
            closed = Closed(e, words)
            system = _System(e, b, d, np.zeros(len(d)), free, none, words, closed)
            rate = system.by_strain(closed.force_by_e(d), 0.0)[:, 7]
            return system.size - (1.0 + reach) * threshold, np.where(system.size > 1e-20, (rate * unit_).sum(axis=1), 0.0)

        calm = words | {"ecrob": np.zeros(len(d)), "ecrod": np.zeros(len(d))}
        sides = [_System(s * unit_, b, d, np.zeros(len(d)), np.ones((len(d), 6)), none, calm, Closed(s * unit_, calm)) for s in (1.0, -1.0)]
        lines = np.full((*before.shape[:2], 2, 2), np.nan)
        try:
            lines.reshape(-1, 2, 2)[rows] = reached(h, np.stack([side.size for side in sides], axis=1), bounds, reach, threshold)
        except Unreachable:
            return None
        return lines

    @staticmethod
    def _softening(now, grown, words, rows):
        """Step 5: what moves of B and d change of the stress."""
        words = {name: value[rows] for name, value in words.items()}
        turn, free, d = grown.turn[rows], grown.free[rows], grown.d[rows]
        e = np.einsum("nij,nj->ni", turn, now[rows])
        b = np.einsum("nij,nj->ni", turn, grown.b[rows])
        closed = Closed(e, words)
        system = _System(e, b * free, d, grown.m[rows], free, grown.blocked[rows], words, closed)
        by_e = closed.force_by_e(d) * (system.push > 0.0)[:, None]
        lost = np.zeros((len(rows), 6, 8))
        lost[..., :6] = (-Opened(e, b, words).force_by_e * free[:, :, None]).transpose(0, 2, 1)
        lost[..., 6] = -by_e
        given = system.by_strain(by_e, _threshold(e, words)[1])
        acts = (system.size > 0.0)[:, None, None]
        inside = np.where(acts, -lost @ np.linalg.solve(np.where(acts, system.jacobian, np.eye(8)), given), 0.0)
        return np.einsum("nki,nkl,nlj->nij", turn, inside, turn)


class _System:
    """The equations of step 2 at points: <F>- (`pull`), G (`push`), the square root of f (`size`), and their derivatives."""

    def __init__(self, e, b, d, m, free, blocked, words, closed):
        self.alpha, self.m, self.free = words["alpha"], m, free
        opened = Opened(e, b, words)
        self.pull, rate = part(opened.force * free, -1.0)
        both = free[:, :, None] * free[:, None, :]
        self.rate, self.by_b, self.by_e = rate * both, opened.force_by_b * both, opened.force_by_e * free[:, :, None]
        self.push, self.push_by_d = closed.force(d, blocked)
        squares = (self.pull**2).sum(axis=1)
        squares = np.where(squares < TINY, 0.0, squares)
        self.size = np.sqrt(self.alpha * squares + (1 - self.alpha) * self.push**2)

    @property
    def jacobian(self):
        """(n, 8, 8) of the equations of B, d and f by B, d and m."""
        n, alpha = len(self.m), self.alpha
        safe = np.where(self.size > 0.0, self.size, 1.0)
        j = np.zeros((n, 8, 8))
        j[:, :6, :6] = (alpha * self.m)[:, None, None] * (self.rate @ self.by_b) - np.eye(6)
        j[:, :6, 7] = alpha[:, None] * self.pull
        j[:, 6, 6] = (1 - alpha) * self.m * self.push_by_d - 1.0
        j[:, 6, 7] = (1 - alpha) * self.push
        j[:, 7, :6] = (alpha / safe)[:, None] * np.einsum("ni,nij->nj", self.pull, self.by_b)
        j[:, 7, 6] = (1 - alpha) * self.push * self.push_by_d / safe
        return j

    def by_strain(self, push_by_e, level_by_e):
        """(n, 8, 6) of the same by the strain."""
        alpha, safe = self.alpha, np.where(self.size > 0.0, self.size, 1.0)
        rows = np.zeros((len(self.m), 8, 6))
        rows[:, :6] = (alpha * self.m)[:, None, None] * (self.rate @ self.by_e)
        rows[:, 6] = ((1 - alpha) * self.m)[:, None] * push_by_e
        pulled = alpha[:, None] * np.einsum("ni,nij->nj", self.pull, self.by_e)
        rows[:, 7] = (pulled + ((1 - alpha) * self.push)[:, None] * push_by_e) / safe[:, None] - level_by_e
        return rows


def _free(whole):
    """(n, 6) 1 for components both axes of which are whole (n, 3)."""
    pairs = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    return np.stack([whole[:, i] & whole[:, j] for i, j in pairs], axis=1).astype(float)


def _threshold(e, words):
    """K, and its derivative (n, 6)."""
    trace = np.minimum(e[:, :3].sum(axis=1), 0.0)
    x = -trace / words["k2"]
    return words["k0"] - words["k1"] * trace * np.arctan(x), -(words["k1"] * (np.arctan(x) + x / (1 + x**2)))[:, None] * _ONE


def _elastic(opened, closed, d, words):
    """(n, 6, 6) at constant B and d; the elasticity where there is no damage yet, so that it is known without strain too."""
    whole = (opened.b[:, :3] == 1.0).all(axis=1) & (d == 0.0)
    elasticity = isotropic_stiffness(2 * words["mu"], 3 * words["lame"] + 2 * words["mu"], 6)
    return np.where(whole[:, None, None], elasticity, opened.stiffness + ((1.0 - d) ** 2)[:, None, None] * closed.stiffness)


def _spread(e):
    """(n, 6) of (ne, ng, 4 or 6)."""
    return np.concatenate([e, np.zeros((*e.shape[:2], 6 - e.shape[-1]))], axis=-1).reshape(-1, 6)


def _some(points, rows):
    """Some of the points of what holds arrays over points."""
    made = copy(points)
    made.__dict__ = {name: value[rows] for name, value in vars(points).items()}
    return made


BEHAVIOURS.add("ENDO_ORTH_BETON", OrthotropicDamage())
