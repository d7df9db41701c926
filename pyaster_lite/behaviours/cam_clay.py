"""RELATION='CAM_CLAY': modified Cam-Clay (r7.01.14).

With p the pressure, s the deviator, q its equivalent, c half the consolidation pressure, t PTRAC, k0 = (1 + e0)/KAPA,
k = (1 + e0)/(LAMBDA - KAPA), a = KCAM/k0, dth the compaction of the step, v its plastic part:

1. p = (p_ + a) exp(k0 (dth - v)) - a,  c = c_ exp(k v),  s^e = s_ + 2 MU de;  elastic (v = 0) where
   f = q_e^2 + M^2 (p - t)(p - t - 2c) <= 0
2. else s = s^e/D, D = 1 + 3 MU v/(M^2 g), g = p - t - c, v between 0 and where g = 0 solving f(s, p, c) = 0 (with the precision
   RESI_INTE of decks, from v = 0 on and up to the first guess of where g = 0)
3. tangents of 1 and 2; those of rates are the same with v = 0, by the regime of the last step.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, mean, norm, outer, unit

from ._bracket import between
from ._law import Law, strain_increment

MOST = 5.0
NEAR = 1e-9
"""g below this share of c is the critical state: v = 0, and s of s^e by f = 0."""
WORDS = ("shear", "void", "swelling", "compression", "kapa", "lambda", "slope", "critical", "bulk", "tension")


class _Clay:
    """Parameters, and what a plastic compaction v makes of trial values, at chosen points."""

    def __init__(self, words, pressure, critical, trial):
        self.mu, self.k0, self.k, self.m2 = words["shear"], words["swelling"], words["compression"], words["slope"] ** 2
        self.t, self.a = words["tension"], words["bulk"] / words["swelling"]
        self.pressure, self.critical, self.trial = pressure, critical, trial

    def at(self, v):
        """p, c and g."""
        if (-self.k0 * v > MOST).any() or (self.k * v > MOST).any():
            raise LawFailed("CAM_CLAY: the step compacts too much")
        p = (self.pressure + self.a) * np.exp(-self.k0 * v) - self.a
        c = self.critical * np.exp(self.k * v)
        return p, c, p - c - self.t

    def limit(self):
        """Where g vanishes."""
        v = np.zeros_like(self.pressure)
        for _ in range(60):
            p, c, g = self.at(v)
            step = g / (self.k0 * (p + self.a) + self.k * c)
            v = v + step
            if (abs(step) <= 1e-15 * abs(v)).all():
                break
        return v

    def distance(self, v, near):
        """e and its derivative."""
        p, c, g = self.at(v)
        g, ratio = np.where(near | (g == 0.0), c, g), 3 * self.mu / self.m2
        d, rate_p, rate_c = 1 + ratio * v / g, -self.k0 * (p + self.a), self.k * c
        ellipse, rate_e = (p - self.t) * (p - self.t - 2 * c), 2 * g * rate_p - 2 * (p - self.t) * rate_c
        f = self.trial**2 + self.m2 * d**2 * ellipse
        return f, self.m2 * d * (d * rate_e + 2 * ratio * (g - v * (rate_p - rate_c)) / g**2 * ellipse)

    def plastic(self, precision: float, tries: int):
        """v: e = q_e^2 + M^2 D^2 (p - t)(p - t - 2c) = 0, by Newton's method from 0 kept between bounds, until |e| is below `precision`
        times M^2 (c_ - t)^2 or v stands still; raises LawFailed after so many tries. The upper bound is the first guess of where g = 0,
        as code_aster has it, if that is beyond v."""
        none = np.zeros_like(self.pressure)
        _, c, g = self.at(none)
        near, way = abs(g) < NEAR * c, np.where(g < 0.0, -1.0, 1.0)
        guess = g / (self.k0 * (self.pressure + self.a) + self.k * c)
        most = np.where(self.distance(guess, near)[0] < 0.0, guess, self.limit())

        def unmet(size):
            f, rate = self.distance(way * size, near)
            return -f, -way * rate

        close, lost = precision * self.m2 * (c - self.t) ** 2, f"CAM_CLAY: the plastic compaction is not found in {tries} tries"
        return way * between(unmet, none, none, abs(most), rows=~near, close=close, tries=tries, lost=lost)[0]


class CamClay(Law):
    """The law over all cells and points."""

    symmetric = False
    plane_stress = False
    approached = True
    internal_names = ("PCR", "INDIPLAS", "SIGP", "SIEQ", "EPSPVOL", "EPSPEQ", "INDIVIDE")
    needs = {"young": "ELAS", "clay_shear": "CAM_CLAY"}

    def __init__(self, precision: float = 0.0, tries: int = 200):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision of the plastic compaction, sought in so many tries."""
        return CamClay(precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        words = {word: np.broadcast_to(data.at_points(f"clay_{word}"), shape) for word in WORDS}
        before = -mean(state.stress)
        critical = np.where(old[..., 0] == 0.0, words["critical"], old[..., 0])
        predicting = data.step.predicting
        if not predicting:
            self._check(words, before, old)
        increment = np.zeros_like(strain) if predicting else strain_increment(strain, state, data, continuum)[0]
        compaction, change = -3 * mean(increment), deviator(increment)
        if (words["swelling"] * compaction > MOST).any():
            raise LawFailed("CAM_CLAY: the step compacts too much")
        stiff = np.exp(words["swelling"] * compaction)
        pressure = before * stiff + words["bulk"] / words["swelling"] * (stiff - 1)
        trial = deviator(state.stress) + 2 * words["shear"][..., None] * change
        size = np.sqrt(1.5) * norm(trial)
        above = pressure - words["tension"]
        if predicting:
            yields = old[..., 1] == 1.0
        else:
            yields = size**2 + words["slope"] ** 2 * above * (above - 2 * critical) > 0.0
        # elastic
        p, c, deviatoric = pressure.copy(), critical.copy(), trial.copy()
        one = unit(n)
        two_mu = 2 * words["shear"][..., None, None]
        bulk = (words["swelling"] * pressure + words["bulk"])[..., None, None]
        traces = outer(one, one)
        tangent = two_mu * (np.eye(n) - traces / 3) + bulk * traces
        v = np.zeros(shape)
        if yields.any():
            at = {word: values[yields] for word, values in words.items()}
            clay = _Clay(at, pressure[yields], critical[yields], size[yields])
            v[yields] = 0.0 if predicting else clay.plastic(self.precision, self.tries)
            p[yields], c[yields], deviatoric[yields], tangent[yields] = self._flow(clay, v[yields], trial[yields], n)
        if predicting:
            return state.stress, old, tangent
        stress = deviatoric - p[..., None] * one
        return stress, self._variables(words, old, critical, pressure, yields, p, c, deviatoric, change, v), tangent

    @staticmethod
    def _check(words, before, old):
        if (before < words["tension"]).any():
            raise LawFailed("CAM_CLAY: the pressure is below PTRAC")
        start = (old[..., 0] == 0.0) & (3 * (words["swelling"] * before + words["bulk"]) <= 2 * words["shear"])
        if start.any():
            raise LawFailed("CAM_CLAY: MU and the first pressure, KAPA, PORO and KCAM make a Poisson ratio that is not positive")

    @staticmethod
    def _flow(clay, v, trial, n):
        """p, c, s and the tangent where points yield."""
        p, c, g = clay.at(v)
        near, ratio = abs(g) < NEAR * c, 3 * clay.mu / clay.m2
        g = np.where(near, NEAR * c, g)
        d = np.where(near, np.maximum(clay.trial / (np.sqrt(clay.m2) * c), 1.0), 1 + ratio * v / g)
        rate_p, rate_c = clay.k0 * (p + clay.a), clay.k * c
        d_v, d_th = ratio * (1 / g + v * (rate_p + rate_c) / g**2), -ratio * v * rate_p / g**2
        by_d = -2 * clay.trial**2 / d**3
        a_v = by_d * d_v - 2 * clay.m2 * (g * rate_p + (p - clay.t) * rate_c)
        a_th = by_d * d_th + 2 * clay.m2 * g * rate_p
        one, many = unit(n), (..., None)
        v_strain = (a_th[many] * one - (6 * clay.mu / d**2)[many] * trial) / a_v[many]
        d_strain = d_v[many] * v_strain - d_th[many] * one
        traces = outer(one, one)
        tangent = (2 * clay.mu / d)[..., None, None] * (np.eye(n) - traces / 3) - outer(trial / (d**2)[many], d_strain)
        tangent = tangent + rate_p[..., None, None] * (traces + outer(np.broadcast_to(one, trial.shape), v_strain))
        return p, c, trial / d[many], tangent

    @staticmethod
    def _variables(words, old, critical, pressure, yields, p, c, deviatoric, change, v):
        """code_aster's: plastic strains are forgotten by an elastic step."""
        new = old[..., 0] == 0.0
        first = np.where(new, pressure, old[..., 2])
        known = (first != 0.0) & (p / np.where(first == 0.0, 1.0, first) > 0.0)
        out = np.zeros_like(old)
        out[..., 0], out[..., 1], out[..., 2], out[..., 3] = c, yields, p, np.sqrt(1.5) * norm(deviatoric)
        out[..., 4] = np.where(yields, old[..., 4] + v, 0.0)
        out[..., 5] = np.where(yields, old[..., 5] + np.sqrt(2 / 3) * norm(change), 0.0)
        less = words["kapa"] * np.log(np.where(known, p / np.where(known, first, 1.0), 1.0))
        less = less + (words["lambda"] - words["kapa"]) * np.log(c / critical)
        out[..., 6] = np.where(new, words["void"], old[..., 6]) - np.where(known, less, 0.0)
        return out


BEHAVIOURS.add("CAM_CLAY", CamClay())
