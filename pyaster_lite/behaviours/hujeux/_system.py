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


def equations(soil: Soil, strain, start, y, memory: Memory, acting: Acting):
    """-R (n, 18), dR/dy (n, 18, 18), where they cannot be had (n,), and the planes close to their monotone, to their older surface (n, 3).

    strain (n, 6) is the step's, start and y (n, 18) the unknowns before and after it, `memory` that before it.
    """
    n, stress = len(y), y[:, STRESS]
    e, p0 = soil.young, soil.scale
    acts, turned = acting.any, acting.cyclic
    planes_act, planes_turned = acts[:, :3], turned[:, :3]
    radius, slip = np.where(acts, y[:, RADII], 0.5), np.where(acts, y[:, SLIPS], 0.0)
    tears = np.where(acting.torn, y[:, TEARS], 0.0)
    r, lam = radius[:, :3], slip[:, :3]
    at = Planes(soil, stress, y[:, SWELL], r, history_of(memory, planes_turned), planes_turned)
    iso = Isotropic.at(soil, stress, radius[:, 3], at.pc, memory, acting)
    bad = grown_out(soil, y[:, SWELL]) & (acts.any(-1) | acting.torn.any(-1))
    bad |= (planes_act & (at.torn | (at.p >= soil.ptrac))).any(-1)

    mobility, mobility_rate = soil.mobility(r)
    facing, prodc = at.facing, 2 * at.facing
    open_side = ~at.slack & (1 + facing / at.safe >= TINY)
    aside = np.where(planes_turned & open_side, 1 + facing / at.safe, 1.0)
    hardening = (soil.acyc + mobility * (soil.amon - soil.acyc)) * aside
    near = _near(soil, stress, y, memory, planes_turned & ~open_side)

    flows, normals = at.flows(mobility), at.normals()
    slope, coef = at.slope(), soil.dila
    prodm = 2 * at.across * at.t[..., 0] + at.along * at.t[..., 1]
    inner = at.inner
    pressure = stress @ EVEN
    pressure = np.where(pressure / soil.pref < TINY, TINY * soil.pref, pressure)
    linear = soil.elasticity
    stiff = soil.stiffening(pressure)
    rate = soil.n / 3 / soil.pref * (pressure / soil.pref) ** (soil.n - 1)

    plastic = (lam[..., None] * flows).sum(1) + slip[:, 3:] * iso.flow + tears @ MEAN / 2
    elastic = strain - plastic

    matrix = np.zeros((n, SIZE, SIZE))
    residual = np.zeros((n, SIZE))
    # stress
    curved = (lam[..., None, None] * at.flow_rates(mobility)).sum(1)
    block = np.eye(6) + stiff[:, None, None] * (linear @ curved)
    block[:, :, :3] -= (rate[:, None] * (elastic @ linear))[:, :, None]
    matrix[:, STRESS, STRESS] = block
    turning = np.where(at.slack, 0.0, at.grown / (2 * at.safe))
    even = (
        -coef
        / 2
        * (mobility_rate * slope + np.where(at.slack, 0.0, mobility / 2 * at.shape * (prodm - inner * prodc / (2 * at.safe**2)) / at.safe))
    )
    even = np.where(at.slack & planes_turned, -coef / 2 * mobility_rate * soil.dilatancy, even)
    by_c = turning * (at.t[..., 0] - at.c * prodc / (2 * at.safe**2))
    by_a = turning * (at.t[..., 1] - at.a * prodc / (2 * at.safe**2))
    grows = lam[..., None] * (by_c[..., None] * ACROSS + by_a[..., None] * ALONG + even[..., None] * MEAN)
    matrix[:, STRESS, 7:10] = np.swapaxes(stiff[:, None, None] * (grows @ linear), 1, 2) / p0
    every = np.concatenate([flows, iso.flow[:, None], np.broadcast_to(MEAN / 2, (n, 3, 6))], axis=1)
    matrix[:, STRESS, 11:] = np.swapaxes(stiff[:, None, None] * (every @ linear), 1, 2) / e
    residual[:, STRESS] = -(stress - start[:, STRESS] - stiff[:, None] * (elastic @ linear)) / e
    # volumetric plastic strain
    matrix[:, SWELL, STRESS] = _swelling_by_stress(at, lam * mobility * coef, inner, planes_act, planes_turned, e)
    hx, own = 2 * at.c * at.h[..., 0] + at.a * at.h[..., 1], 2 * at.across * at.h[..., 0] + at.along * at.h[..., 1]
    odd = 2 * at.across * at.c + at.along + at.a
    share = lam * coef * mobility / at.safe / 2 * soil.friction * soil.b * soil.beta * (own - odd / (2 * at.safe**2) * hx)
    matrix[:, SWELL, SWELL] = 1 + np.where(planes_turned & ~at.slack & (at.q > TINY), share, 0.0).sum(-1)
    moved = np.where(at.slack, 0.0, mobility * at.shape / (2 * at.safe) * (prodm - inner * prodc / (2 * at.safe**2)))
    moved = np.where(at.slack & planes_turned, mobility_rate * soil.dilatancy, mobility_rate * slope + moved)
    matrix[:, SWELL, 7:10] = lam * coef * moved * e / p0
    matrix[:, SWELL, 11:14] = mobility * coef * slope
    matrix[:, SWELL, 14] = iso.swells
    first = acting.first_is_cyclic()
    lead = np.where(first >= 0, at.a[np.arange(n), np.maximum(first, 0)], 0.0)
    by_first = at.slope(np.where(planes_turned, 2 * at.across * at.c + at.along * lead[:, None], inner))
    residual[:, SWELL] = -(y[:, SWELL] - start[:, SWELL] + (coef * lam * mobility * by_first).sum(-1) + slip[:, 3] * iso.swells)
    # radii
    left = (1 - radius) ** 2
    hardens = np.concatenate([hardening, iso.softening[:, None]], axis=1)
    mul = (1 - radius) / hardens
    faster = np.zeros_like(radius)
    faster[:, :3] = np.where(planes_turned, 2.0, 1.0) * lam * mobility_rate * (soil.amon - soil.acyc) * mul[:, :3] ** 2
    places = np.arange(4)
    matrix[:, 7 + places, 7 + places] = 1 + 2 * slip * mul + faster
    matrix[:, 7 + places, 11 + places] = -left / hardens / e * p0
    matrix[:, 10, SWELL] = -slip[:, 3] * soil.beta * left[:, 3] / iso.softening * p0 / e
    matrix[:, 7:10, SWELL] = _radius_by_swelling(at, soil, lam, left[:, :3], hardening, hx, prodc, planes_turned) * p0 / e
    residual[:, RADII] = -(y[:, RADII] - start[:, RADII] - slip / hardens * left) * p0 / e
    # surfaces
    matrix[:, 11:14, STRESS], matrix[:, 14, STRESS], matrix[:, TEARS, STRESS] = normals, iso.normal, MEAN / 2
    by_radius = at.grown * np.where(at.slack | (facing / at.safe == -1.0), 1.0, 1 + facing / at.safe)
    matrix[:, [11, 12, 13], [7, 8, 9]] = by_radius / p0
    matrix[:, 14, 10] = soil.d * at.pc / p0
    toward = np.where(at.slack, 0.0, hx / 2 / at.safe)
    matrix[:, 11:14, SWELL] = soil.friction * soil.b * at.above * (toward - r) * soil.beta / e
    matrix[:, 14, SWELL] = iso.by_swelling / e
    residual[:, 11:14], residual[:, 14] = -at.excess / e, -iso.excess / e
    residual[:, TEARS] = -(at.p + 2 * soil.margin - soil.ptrac) / e
    _leave_out(matrix, residual, acting)
    return residual, matrix, bad, near[0], near[1]


def _leave_out(matrix, residual, acting: Acting):
    """Rows and columns of the identity for what does not act."""
    idle = np.concatenate([np.zeros((len(residual), 7), bool), ~acting.any, ~acting.any, ~acting.torn], axis=1)
    matrix[idle[:, :, None] | idle[:, None, :]] = 0.0
    points, places = np.nonzero(idle)
    matrix[points, places, places] = 1.0
    residual[idle] = 0.0


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
    centred = 2 * at.c * at.h[..., 0] + at.a * at.h[..., 1]
    less = 1 - inner / (2 * at.safe**2)
    even = -rate * (own - centred * inner / (2 * at.safe**2)) - np.where(at.late & ~turned, 0.0, inner / (2 * pressure))
    by_c, by_a = at.c * less + at.across, at.a * less + at.along
    parts = (weight / (2 * pressure * at.safe))[..., None] * (by_c[..., None] * ACROSS + by_a[..., None] * ALONG + even[..., None] * MEAN)
    found = np.zeros(parts.shape[::2])
    for kind in (acts & ~turned, turned):
        for k in range(3):
            here = (kind[:, k] & ~at.slack[:, k])[:, None]
            found = np.where(here, (found + parts[:, k]) / young, found)
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
