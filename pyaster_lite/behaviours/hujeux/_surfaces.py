"""The surfaces of Hujeux's law: how far a stress is past them, their normals and the directions of flow (r7.01.23).

Of a plane with pressure p and deviator s = (across, along), a size k = p sin(PHI) (1 - B ln(p/pc)), pc = PCO exp(-BETA e):
monotone q(s) + r k <= 0; cyclic q(s - k (x - r t)) + r k <= 0 with the history x, t. A monotone surface is a cyclic one without history.
"""

from __future__ import annotations

import numpy as np

from ._memory import Memory
from ._soil import ACROSS, ALONG, AXES, MEAN, MOST_GROWN, TINY, Soil, in_planes, size

EVEN = np.array([1.0, 1.0, 1.0, 0.0, 0.0, 0.0]) / 3
IN_PLANE = np.zeros((3, 6, 6))
"""Half the second derivative of q^2 by the stress."""
for _k, (_a, _b, _s) in enumerate(AXES):
    IN_PLANE[_k, _a, _a] = IN_PLANE[_k, _b, _b] = 0.5
    IN_PLANE[_k, _a, _b] = IN_PLANE[_k, _b, _a] = -0.5
    IN_PLANE[_k, _s, _s] = 1.0

BOTH = MEAN[:, :, None] * MEAN[:, None, :]


def history_of(memory: Memory, cyclic):
    """(n, 3, 4) x and t of the planes whose cyclic surface counts, (n, 3); zero of the others."""
    return np.where(cyclic[..., None], memory.history, 0.0)


class Planes:
    """The three deviatoric surfaces of points: stress (n, 6), swelling (n,), radii (n, 3), history (n, 3, 4), cyclic (n, 3).

    across, along, p   the deviator and pressure of each plane;  c, a  the deviator from the centre of the surface, q its size
    grown              k without the radius;  slack  where q counts as none;  torn  where there is no pressure
    """

    def __init__(self, soil: Soil, stress, swelling, radius, history, cyclic):
        self.soil, self.radius, self.history, self.is_cyclic = soil, radius, history, cyclic
        self.across, self.along, self.p = in_planes(stress)
        above = self.p - soil.ptrac
        self.pc = soil.consolidation(swelling)
        self.torn = above / soil.pref < TINY
        self.above = np.where(self.torn, soil.pref, above)
        self.logarithm = np.log(self.above / self.pc[:, None])
        self.shape = soil.friction * (1 - soil.b * self.logarithm)
        self.grown = self.above * self.shape
        self.x, self.t = history[..., :2], history[..., 2:]
        self.plain = not cyclic.any()
        self.h = self.x if self.plain else self.x - radius[..., None] * self.t
        self.c = self.across if self.plain else self.across - self.h[..., 0] * self.grown
        self.a = self.along if self.plain else self.along - self.h[..., 1] * self.grown
        self.q = size(self.c, self.a)
        self.slack = self.q / soil.scale <= TINY
        self.safe = np.where(self.slack, 1.0, self.q)
        self.late = self.p / soil.pref < TINY
        self.pressure = np.where(self.late, soil.pref * TINY, self.p)

    @property
    def excess(self):
        """(n, 3) q + r k, Pa."""
        return self.q + self.radius * self.grown

    @property
    def facing(self):
        """(n, 3) s : t / 2 of the deviator from the centre."""
        return self.c * self.t[..., 0] + self.a * self.t[..., 1] / 2

    @property
    def turning(self):
        """(n, 3) the product of the deviator from the centre and that of the centre, the size k taken for one."""
        return 2 * self.c * self.h[..., 0] + self.a * self.h[..., 1]

    @property
    def inner(self):
        """(n, 3) the product of the deviators from the axis and from the centre."""
        return 2 * self.across * self.c + self.along * self.a

    def slope(self, inner=None, tiny=1e-6):
        """(n, 3) sin(ANGDIL) + the mobilised slope."""
        soil, inner = self.soil, self.inner if inner is None else inner
        pressure = np.where(self.p / soil.pref > TINY, self.p, tiny * soil.pref)
        moved = self.q if self.plain else np.where(self.is_cyclic, np.where(self.slack, 0.0, inner / (2 * self.safe)), self.q)
        return soil.dilatancy + moved / pressure

    def deviators(self):
        """(n, 3, 6) those from the centre."""
        return self.c[..., None] * ACROSS + self.a[..., None] * ALONG

    def normals(self):
        """(n, 3, 6) of the surfaces, by the stress."""
        soil, r = self.soil, self.radius
        rate = soil.friction * (1 - soil.b * (1 + self.logarithm)) / 2
        even = rate * r
        if not self.plain:
            even = rate * (r - np.where(self.slack, 0.0, self.turning / (2 * self.safe)))
            even = np.where(self.slack & self.is_cyclic, 0.0, even)
        return even[..., None] * MEAN + np.where(self.slack, 0.0, 0.5 / self.safe)[..., None] * self.deviators()

    def flows(self, mobility):
        """(n, 3, 6) the directions of plastic strains, `mobility` ksi (n, 3)."""
        soil = self.soil
        moved = self.q if self.plain else np.where(self.is_cyclic, np.where(self.slack, 0.0, self.inner / (2 * self.safe)), self.q)
        even = -soil.dila / 2 * mobility * (soil.dilatancy + moved / self.pressure)
        return even[..., None] * MEAN + np.where(self.slack, 0.0, 0.5 / self.safe)[..., None] * self.deviators()

    def flow_rates(self, mobility):
        """(n, 3, 6, 6) their derivatives by the stress, zero where there is no deviator.

        The part of the volume is the other way round, as code_aster has it: iterations converge all the same.
        """
        if self.plain:
            return self._plain_rates(mobility)
        soil, q = self.soil, self.safe
        rate = soil.friction * (1 - soil.b * (1 + self.logarithm)) / 2
        own = self.across[..., None] * ACROSS + self.along[..., None] * ALONG
        centred = self.deviators()
        history = self.h[..., :1] * ACROSS + self.h[..., 1:] * ALONG
        ps, sxh, scxh = self.inner, (own * history).sum(-1), (centred * history).sum(-1)
        m4, even = (..., None, None), MEAN[:, None, :]

        def by_mean(vectors):
            return vectors[..., :, None] * even

        both = BOTH
        turning = by_mean(centred) - (rate * scxh)[m4] * both
        found = 0.5 / q[m4] * (IN_PLANE - rate[m4] * by_mean(history))
        found -= 0.25 / q[m4] ** 3 * (centred[..., :, None] * centred[..., None, :] - (rate * scxh)[m4] * by_mean(centred))
        inner = by_mean(centred) + by_mean(own) - (rate * sxh)[m4] * both - (ps / (2 * q**2))[m4] * turning
        inner = inner - np.where(self.late, 0.0, ps / (2 * self.pressure))[m4] * both
        found -= (soil.dila / 4 * mobility / (self.pressure * q))[m4] * inner
        return np.where(self.slack[m4], 0.0, found)

    def _plain_rates(self, mobility):
        """Those of monotone surfaces alone."""
        share = self.soil.dila / 4 * mobility
        own = self.deviators()
        q, m4 = self.safe, (..., None, None)
        found = (0.5 / q)[m4] * IN_PLANE - (0.25 / q**3)[m4] * own[..., :, None] * own[..., None, :]
        found -= (share / (self.pressure * q))[m4] * own[..., :, None] * MEAN[:, None, :]
        found += np.where(self.late, 0.0, share * q / self.pressure**2)[m4] * BOTH
        return np.where(self.slack[m4], 0.0, found)


def grown_out(soil: Soil, swelling):
    """(n,) where the consolidation pressure is out of reach."""
    exponent = -soil.beta * swelling
    return (exponent >= MOST_GROWN) | (soil.consolidation(swelling) / soil.pref < TINY)


def monotone_excess(soil: Soil, stress, memory: Memory):
    """(n, 4) how far stresses are past the monotone surfaces, by -PCO or -k: above 0 outside."""
    across, along, p = in_planes(stress)
    above, pc = p - soil.ptrac, soil.consolidation(memory.swelling)
    share = above / pc[:, None]
    torn = share <= TINY
    safe = np.where(torn, 1.0, share)
    planes = -size(across, along) / (soil.friction * np.where(torn, -1.0, above)) - memory.radius[:, :3] * (1 - soil.b * np.log(safe))
    even = -abs(stress @ EVEN) / (soil.d * pc) - memory.radius[:, 3]
    return np.concatenate([np.where(torn, -1.0, planes), even[:, None]], axis=-1)


def cyclic_excess(soil: Soil, stress, memory: Memory):
    """(n, 4) the same past the cyclic surfaces."""
    found = Planes(soil, stress, memory.swelling, memory.cyclic[:, :3], memory.history, np.ones((len(stress), 3), bool))
    planes = np.where(found.torn, -1.0, -found.q / (soil.friction * found.above) - found.radius * found.shape / soil.friction)
    size_of_one = soil.d * found.pc
    even = -abs(abs(stress @ EVEN) + size_of_one * memory.centre) / size_of_one - memory.cyclic[:, 3]
    return np.concatenate([planes, even[:, None]], axis=-1)


def mobilised(soil: Soil, stress, swelling):
    """(n, 4) the radii whose monotone surfaces hold the stresses; NaN where a plane has no pressure."""
    across, along, p = in_planes(stress)
    above, pc = p - soil.ptrac, soil.consolidation(swelling)
    torn = above / soil.pref <= TINY
    safe = np.where(torn, soil.pref, above)
    planes = -size(across, along) / (soil.friction * safe * (1 - soil.b * np.log(safe / pc[:, None])))
    return np.concatenate([np.where(torn, np.nan, planes), (abs(stress @ EVEN) / abs(soil.d * pc))[:, None]], axis=-1)


def onward(soil: Soil, stress, memory: Memory):
    """(n, 3) whether stresses are on the side of each cyclic surface that its direction looks to: above 0."""
    across, along, p = in_planes(stress)
    above = p - soil.ptrac
    q = size(across, along)
    k = soil.friction * above * (1 - soil.b * np.log(above / soil.consolidation(memory.swelling)[:, None]))
    x, t = memory.history[..., :2], memory.history[..., 2:]
    at = [np.where(q > TINY, part / k, 0.0) for part in (across, along)]
    return 2 * t[..., 0] * (at[0] - x[..., 0]) + t[..., 1] * (at[1] - x[..., 1])
