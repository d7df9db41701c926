"""The equations of a step of Hujeux's law and the matrix that code_aster solves them by (r7.01.23, 3).

Unknowns (18): the stress (6), the volumetric plastic strain, the radii (4) and the multipliers (4) of the three planes and of
the pressure, the multipliers (3) of the planes in traction. Mechanisms that do not act have rows of the identity.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ._memory import Memory
from ._soil import ACROSS, ALONG, MEAN, TINY, Soil
from ._surfaces import EVEN, Planes, grown_out, history_of, mobilised

STRESS, SWELL, RADII, SLIPS, TEARS = slice(0, 6), 6, slice(7, 11), slice(11, 15), slice(15, 18)
SIZE = 18


@dataclass
class Acting:
    """Which mechanisms act: monotone, cyclic (n, 4), torn (n, 3)."""

    monotone: np.ndarray
    cyclic: np.ndarray
    torn: np.ndarray

    @classmethod
    def of_states(cls, memory: Memory) -> Acting:
        """Those of the states of the memory."""
        monotone = memory.monotone == 1.0
        return cls(monotone, memory.turned == 1.0, np.zeros((*monotone.shape[:-1], 3), bool))

    def of(self, rows) -> Acting:
        """Some of the points."""
        return Acting(self.monotone[rows], self.cyclic[rows], self.torn[rows])

    @property
    def any(self):
        """(n, 4) monotone or cyclic."""
        return self.monotone | self.cyclic

    def radii(self, memory: Memory):
        """(n, 4) of the surfaces that act, the monotone ones elsewhere."""
        return np.where(self.cyclic, memory.cyclic, memory.radius)

    def first_is_cyclic(self):
        """(n,) the plane of the first mechanism in code_aster's order where it is a cyclic one, -1 elsewhere."""
        turned = self.cyclic[:, :3]
        return np.where(self.monotone[:, :3].any(-1) | ~turned.any(-1), -1, turned.argmax(-1))


@dataclass
class Isotropic:
    """The isotropic mechanism: how far past, by the stress, the swelling and the flow of its side."""

    excess: np.ndarray
    normal: np.ndarray
    flow: np.ndarray
    by_swelling: np.ndarray
    swells: np.ndarray
    softening: np.ndarray

    @classmethod
    def at(cls, soil: Soil, stress, radius, pc, memory: Memory, acting: Acting) -> Isotropic:
        """Of radii (n,) and consolidation pressures (n,)."""
        mean = stress @ EVEN
        held = np.where(mean / soil.pref < TINY, TINY * soil.pref, mean)
        turned, ahead = acting.cyclic[:, 3], memory.sense == 1.0
        size = soil.d * pc
        start = np.where(turned, memory.centre, 0.0)
        excess = np.where(turned, abs(abs(mean) + size * start), abs(held)) + radius * size
        side = np.where(turned & ahead, 1.0, -1.0)
        flow_side = side * np.where(turned & (mean > 0.0), -1.0, 1.0)
        by_swelling = -size * soil.beta * np.where(turned, radius - side * start, radius)
        hardening = np.where(turned, 2 * soil.ccyc, soil.cmon) * pc / soil.pref
        return cls(excess, side[:, None] * EVEN, flow_side[:, None] * EVEN, by_swelling, -side, hardening)


class Equations:
    """The equations at unknowns y (n, 18) of a step of strain (n, 6) from `start` (n, 18), `memory` that before it.

    residual  (n, 18) -R;  undefined  (n,) where they cannot be had
    near, older  (n, 3) cyclic planes that have come to their monotone surface, that touch their older one from inside
    """

    def __init__(self, soil: Soil, strain, start, y, memory: Memory, acting: Acting):
        self.soil, self.acting, self.memory, stress = soil, acting, memory, y[:, STRESS]
        acts, turned = acting.any, acting.cyclic[:, :3]
        self.planes_act, self.turned, self.some_turned = acts[:, :3], turned, bool(turned.any())
        self.radius, self.slip = np.where(acts, y[:, RADII], 0.5), np.where(acts, y[:, SLIPS], 0.0)
        r, lam = self.radius[:, :3], self.slip[:, :3]
        self.at = at = Planes(soil, stress, y[:, SWELL], r, history_of(memory, turned), turned)
        self.iso = iso = Isotropic.at(soil, stress, self.radius[:, 3], at.pc, memory, acting)
        self.undefined = grown_out(soil, y[:, SWELL]) & (acts.any(-1) | acting.torn.any(-1))
        self.undefined |= (self.planes_act & (at.torn | (at.p >= soil.ptrac))).any(-1)
        self.mobility, self.mobility_rate = soil.mobility(r)
        self.hardening = soil.acyc + self.mobility * (soil.amon - soil.acyc)
        self.near = self.older = np.zeros(turned.shape, bool)
        if self.some_turned:
            self.facing = at.facing / at.safe
            open_side = ~at.slack & (1 + self.facing >= TINY)
            self.hardening = self.hardening * np.where(turned & open_side, 1 + self.facing, 1.0)
            self.near, self.older = _near(soil, stress, y, memory, turned & ~open_side)
        self.flows, self.inner = at.flows(self.mobility), at.inner
        self.slope = at.slope(self.inner)
        pressure = stress @ EVEN
        self.pressure = np.where(pressure / soil.pref < TINY, TINY * soil.pref, pressure)
        self.stiff = soil.stiffening(self.pressure)
        plastic = (lam[..., None] * self.flows).sum(1) + self.slip[:, 3:] * iso.flow
        if acting.torn.any():
            plastic = plastic + np.where(acting.torn, y[:, TEARS], 0.0) @ MEAN / 2
        self.pushed = (strain - plastic) @ soil.elasticity
        self.left = (1 - self.radius) ** 2
        self.hardens = np.concatenate([self.hardening, iso.softening[:, None]], axis=1)
        self.residual = self._residual(start, y, stress, lam)

    def _residual(self, start, y, stress, lam):
        soil, at, e = self.soil, self.at, self.soil.young
        found, change = np.zeros_like(y), y - start
        found[:, STRESS] = -(change[:, STRESS] - self.stiff[:, None] * self.pushed) / e
        slope = self.slope
        if self.some_turned:
            first = self.acting.first_is_cyclic()
            lead = np.where(first >= 0, at.a[np.arange(len(y)), np.maximum(first, 0)], 0.0)
            slope = at.slope(np.where(self.turned, 2 * at.across * at.c + at.along * lead[:, None], self.inner))
        swollen = (soil.dila * lam * self.mobility * slope).sum(-1) + self.slip[:, 3] * self.iso.swells
        found[:, SWELL] = -(change[:, SWELL] + swollen)
        found[:, RADII] = -(change[:, RADII] - self.slip / self.hardens * self.left) * soil.scale / e
        found[:, 11:14], found[:, 14] = -at.excess / e, -self.iso.excess / e
        found[:, TEARS] = -(at.p + 2 * soil.margin - soil.ptrac) / e
        found[_idle(self.acting)] = 0.0
        return found

    def matrix(self):
        """(n, 18, 18) dR/dy, as code_aster has it."""
        soil, at, iso, acting, lam = self.soil, self.at, self.iso, self.acting, self.slip[:, :3]
        e, p0, coef, linear, n = soil.young, soil.scale, soil.dila, soil.elasticity, len(self.slip)
        found = np.zeros((n, SIZE, SIZE))
        stiff = self.stiff[:, None, None] * linear
        curved = (lam[..., None, None] * at.flow_rates(self.mobility)).sum(1)
        block = np.eye(6) + stiff @ curved
        rate = soil.n / 3 / self.pressure * self.stiff
        block[:, :, :3] -= (rate[:, None] * self.pushed)[:, :, None]
        found[:, STRESS, STRESS] = block
        every = np.concatenate([self.flows, iso.flow[:, None], np.broadcast_to(MEAN / 2, (n, 3, 6))], axis=1)
        found[:, STRESS, 11:] = stiff @ np.swapaxes(every, 1, 2) / e
        found[:, SWELL, STRESS] = _swelling_by_stress(at, lam * self.mobility * coef, self.inner, self.planes_act, self.turned, e)
        found[:, SWELL, SWELL] = 1.0
        found[:, SWELL, 11:14], found[:, SWELL, 14] = self.mobility * coef * self.slope, iso.swells
        mul = (1 - self.radius) / self.hardens
        faster = lam * self.mobility_rate * (soil.amon - soil.acyc) * mul[:, :3] ** 2
        places = np.arange(7, 11)
        found[:, places, places] = 1 + 2 * self.slip * mul
        found[:, places[:3], places[:3]] += np.where(self.turned, 2.0, 1.0) * faster
        found[:, places, places + 4] = -self.left / self.hardens / e * p0
        found[:, 10, SWELL] = -self.slip[:, 3] * soil.beta * self.left[:, 3] / iso.softening * p0 / e
        found[:, 11:14, STRESS], found[:, 14, STRESS], found[:, TEARS, STRESS] = at.normals(), iso.normal, MEAN / 2
        found[:, 14, 10], found[:, 14, SWELL] = soil.d * at.pc / p0, iso.by_swelling / e
        steeper = self.mobility_rate * self.slope
        even, by_radius, lever = -coef / 2 * steeper, at.grown, at.radius
        grows = (lam * even)[..., None] * MEAN
        if self.some_turned:
            steeper, by_history = self._turning(found)
            grows = lam[..., None] * (by_history + (-coef / 2 * steeper)[..., None] * MEAN)
            by_radius = at.grown * np.where(at.slack | (self.facing == -1.0), 1.0, 1 + self.facing)
            lever = at.radius - np.where(at.slack, 0.0, at.turning / 2 / at.safe)
        found[:, STRESS, 7:10] = stiff @ np.swapaxes(grows, 1, 2) / p0
        found[:, SWELL, 7:10] = lam * coef * steeper * e / p0
        found[:, places[:3] + 4, places[:3]] = by_radius / p0
        found[:, 11:14, SWELL] = -soil.friction * soil.b * at.above * lever * soil.beta / e
        idle = _idle(acting)
        found[idle[:, :, None] | idle[:, None, :]] = 0.0
        points, spots = np.nonzero(idle)
        found[points, spots, spots] = 1.0
        return found

    def _turning(self, found):
        """What the histories of cyclic surfaces add: by the radii, to the slopes (n, 3) and the flows (n, 3, 6); by the swelling."""
        soil, at, lam, inner = self.soil, self.at, self.slip[:, :3], self.inner
        prodc, prodm = 2 * at.facing, 2 * at.across * at.t[..., 0] + at.along * at.t[..., 1]
        share = prodc / (2 * at.safe**2)
        steeper = np.where(at.slack, 0.0, self.mobility * at.shape / (2 * at.safe) * (prodm - inner * share))
        steeper = np.where(at.slack & self.turned, self.mobility_rate * soil.dilatancy, self.mobility_rate * self.slope + steeper)
        turning = np.where(at.slack, 0.0, at.grown / (2 * at.safe))
        by_c, by_a = turning * (at.t[..., 0] - at.c * share), turning * (at.t[..., 1] - at.a * share)
        own = 2 * at.across * at.h[..., 0] + at.along * at.h[..., 1]
        odd = 2 * at.across * at.c + at.along + at.a
        gained = lam * soil.dila * self.mobility / at.safe / 2 * soil.friction * soil.b * soil.beta
        gained = gained * (own - odd / (2 * at.safe**2) * at.turning)
        found[:, SWELL, SWELL] += np.where(self.turned & ~at.slack & (at.q > TINY), gained, 0.0).sum(-1)
        by_swelling = _radius_by_swelling(at, soil, lam, self.left[:, :3], self.hardening, at.turning, prodc, self.turned)
        found[:, 7:10, SWELL] = by_swelling * soil.scale / soil.young
        return steeper, by_c[..., None] * ACROSS + by_a[..., None] * ALONG


def _idle(acting: Acting):
    """(n, 18) the unknowns of what does not act."""
    return np.concatenate([np.zeros((len(acting.torn), 7), bool), ~acting.any, ~acting.any, ~acting.torn], axis=1)


def _near(soil: Soil, stress, y, memory: Memory, asked):
    """(2, n, 3) where cyclic surfaces have come to the monotone one, and where, still small, they touch it from inside."""
    if not asked.any():
        return np.zeros((2, *asked.shape), bool)
    held = mobilised(soil, stress, memory.swelling)[:, :3]
    old = memory.radius[:, :3]
    close = asked & (abs(held - old) / old < 1e-5)
    far = np.sqrt(memory.history[..., 0] ** 2 + memory.history[..., 1] ** 2 / 2)
    distance = abs(held - far) / np.where(far > 1e-6, far, 1.0)
    return np.stack([close, asked & (distance < 1e-6) & (memory.cyclic[:, :3] == soil.rd_cyc)])


def _swelling_by_stress(at: Planes, weight, inner, acts, turned, young):
    """(n, 6): each mechanism divides by Young's modulus what those before it brought, as code_aster does."""
    soil = at.soil
    pressure = np.where(at.late, 1e-6 * soil.pref, at.p)
    rate = soil.friction * (1 - soil.b * (1 + at.logarithm)) / 2
    own = 2 * at.across * at.h[..., 0] + at.along * at.h[..., 1]
    less = 1 - inner / (2 * at.safe**2)
    even = -rate * (own - at.turning * inner / (2 * at.safe**2)) - np.where(at.late & ~turned, 0.0, inner / (2 * pressure))
    by_c, by_a = at.c * less + at.across, at.a * less + at.along
    parts = (weight / (2 * pressure * at.safe))[..., None] * (by_c[..., None] * ACROSS + by_a[..., None] * ALONG + even[..., None] * MEAN)
    found = np.zeros(parts.shape[::2])
    counts = ~at.slack
    for kind in (acts & ~turned & counts, turned & counts):
        for k in np.flatnonzero(kind.any(0)):
            found = np.where(kind[:, k, None], (found + parts[:, k]) / young, found)
    return found


def _radius_by_swelling(at: Planes, soil: Soil, lam, left, hardening, hx, prodc, turned):
    """(n, 3) of the hardening of cyclic surfaces."""
    factor = soil.friction * soil.b * at.above * soil.beta
    scxc = factor * hx
    xctc = factor * (2 * at.h[..., 0] * at.t[..., 0] + at.h[..., 1] * at.t[..., 1])
    whole = 2 * at.q + prodc
    counts = turned & (at.q > TINY) & (whole > TINY)
    safe = np.where(counts, whole, 1.0)
    found = -lam * left / hardening * (1 + prodc / (2 * at.safe)) * (scxc / at.safe * prodc - 2 * at.q * xctc) / safe**2
    return np.where(counts, found, 0.0)
