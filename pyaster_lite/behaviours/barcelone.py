"""RELATION='Barcelone': a clay that is compacted by stresses and by drying (r7.01.14; Alonso, Gens, Josa 1990).

With the suction p (the capillary pressure) at the end of a step, e the elastic strain, v the plastic change of volume before the step,
dv_1 what the ellipse brings to it, tensions positive; kp, ks, l and ls are indices by 1 + e_0, K_s the modulus of suction:

1.  U = exp(- tr e/kp - ks/kp log((p + K_s ks)/(p_0 + K_s ks))),   stress = K kp (1 - U) 1 + 2 mu e',   p_0 the first suction
2.  drying:  s = (s_0 + K_s ks) exp(- (v + dv_1)/(ls - ks)) - K_s ks,   dl_2 = (ls - ks) log(1 + <p - s>/(s + K_s ks))
3.  l = l_0 ((1 - r) exp(- b p) + r),   pc = pc_0 exp(- (v + dv_1 - dl_2)/(l - kp)) (pc_r/pc_0)^((l - l_0)/(l - kp))
4.  the ellipse:  F = sqrt((s_eq/M)^2 + (m + C)^2) <= R,  C = (pc - k_s p)/2,  R = (pc + k_s p)/2,  m the mean stress,
    n = (3 a s'/(2 M^2) + (m + C)/3 1) / sqrt(a (s_eq/M)^2 + (m + C)^2)
5.  e = e_ + d(strain) - dl n + dl_2/3 1,   dv_1 = dl tr n,   v = v_ + dv_1 - dl_2

What yields is told once, by the elastic stress with dv_1 = dl_2 = 0. Variables: e in Mandel's notation (4 in the plane, 6 in space), the
sum of dl, that of dv_1, v, the time gone by, p_0, what yielded (1 the ellipse, 2 drying, 3 both).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mean, unit, von_mises

from ._implicit import Implicit, curvature
from ._law import strain_increment

WORDS = (
    "bulk", "shear", "swelling", "suction", "modulus", "slope", "first", "yielding", "pulling", "dried", "compressed", "stiffening",
    "least", "reference", "flow", "voids",
)  # fmt: skip


class _Clay:
    """Parameters at points under a suction p, from the volume v and the first suction p_0."""

    def __init__(self, data, shape):
        own = {word: np.broadcast_to(data.at_points(f"barcelone_{word}"), shape) for word in WORDS}
        whole = 1.0 + own["voids"]
        self.k, self.mu, self.m, self.flow, self.pulling = (own[word] for word in ("bulk", "shear", "slope", "flow", "pulling"))
        self.kp, self.ks, self.ls = (own[word] / whole for word in ("swelling", "suction", "dried"))
        self.low = own["modulus"] * self.ks
        self.first, self.yielding, self.reference = (own[word] for word in ("first", "yielding", "reference"))
        self.before, self.p = (np.broadcast_to(data.variables(before).get("PCAP", np.nan), shape) for before in (True, False))
        if np.isnan(self.p).any():
            raise LawFailed("Barcelone is a law of porous media: no capillary pressure is known here")
        straight = own["compressed"] / whole
        self.l = straight * ((1 - own["least"]) * np.exp(-own["stiffening"] * self.p) + own["least"])
        self.grown = (self.reference / self.first) ** ((self.l - straight) / (self.l - self.kp))

    def _sucked(self, p):
        return self.ks * np.log((p + self.low) / (self.p_0 + self.low))

    def begin(self, new, kept):
        """The first suction: that before the step where it is `new`, else the one that is kept."""
        self.p_0 = np.where(new, self.before, kept)

    def strain(self, stress):
        """The elastic strain of a stress before the step."""
        left = 1.0 - mean(stress) / (self.k * self.kp)
        if (left <= 0.0).any():
            raise LawFailed("Barcelone: the stress is more than the elasticity bears")
        volume = -(self.kp * np.log(left) + self._sucked(self.before))
        return volume[..., None] * unit(stress.shape[-1]) / 3.0 + deviator(stress) / (2 * self.mu[..., None])

    def stress(self, strain):
        """That of an elastic strain, and (..., n, n) its rate."""
        u = np.exp(-(3 * mean(strain) + self._sucked(self.p)) / self.kp)
        spheric = (self.k * self.kp * (1 - u))[..., None] * unit(strain.shape[-1])
        return spheric + 2 * self.mu[..., None] * deviator(strain), isotropic_stiffness(2 * self.mu, 3 * self.k * u, strain.shape[-1])

    def drying(self, volume):
        """dl_2 of step 2, and its rate by the volume."""
        held = (self.yielding + self.low) * np.exp(-volume / (self.ls - self.ks))
        more = np.maximum(self.p + self.low - held, 0.0)
        return (self.ls - self.ks) * np.log1p(more / held), (more > 0.0) * 1.0

    def consolidation(self, volume):
        """pc of step 3."""
        return self.first * np.exp(-volume / (self.l - self.kp)) * self.grown

    def ellipse(self, stress, pc):
        """(F - R, the normal of F, n, the size that n is divided by)."""
        centre, radius = (pc - self.pulling * self.p) / 2, (pc + self.pulling * self.p) / 2
        shear, along = (von_mises(stress) / self.m) ** 2, mean(stress) + centre
        sizes = [np.sqrt(share * shear + along**2) for share in (1.0, self.flow)]

        def normal(share, size):
            pushed = 1.5 * np.broadcast_to(share, size.shape)[..., None] * deviator(stress) / self.m[..., None] ** 2
            return (pushed + along[..., None] / 3 * unit(stress.shape[-1])) / size[..., None]

        return sizes[0] - radius, normal(1.0, sizes[0]), normal(self.flow, sizes[1]), sizes[1]


class SuctionClay(Implicit):
    """The law over all cells and points."""

    surrounded = True
    bishop = False
    needs = {"barcelone_bulk": "Barcelone"}
    internal_names = (*(f"ELA{axes}" for axes in AXES), "EPSPEQ1", "EPSPVOL1", "EPSPVOL", "INSTINI", "PCAPINI", "INDIPLAS")

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        slid, turned, volume, age, kept = (old[..., n + j] for j in range(5))
        clay = _Clay(data, shape)
        new = (age == 0.0) & (slid == 0.0)
        clay.begin(new, kept)
        with np.errstate(invalid="ignore", divide="ignore"):
            first = np.where(new[..., None], clay.strain(state.stress), old[..., :n])
        increment = strain_increment(strain, state, data, continuum)[0]
        trial = clay.stress(first + increment)[0]
        yields = clay.ellipse(trial, clay.consolidation(volume))[0] > 0.0

        def system(y, regime):
            return self._system(clay, first, increment, volume, y, yields)

        y, matrix, _ = self.solved(system, lambda y, regime: regime, yields[..., None], shape, n + 2)
        stress, rate = clay.stress(first + y[..., :n])
        dried = clay.drying(volume + np.where(yields, y[..., n + 1], 0.0))[0]
        internal = np.zeros_like(old)
        internal[..., :n], internal[..., n], internal[..., n + 1] = first + y[..., :n], slid + y[..., n], turned + y[..., n + 1]
        internal[..., n + 2] = volume + y[..., n + 1] - dried
        internal[..., n + 3], internal[..., n + 4] = age + data.step.after - data.step.before, clay.p_0
        internal[..., n + 5] = yields + 2 * (dried > 0.0)
        return stress, internal, self.driven(matrix, rate)

    def _system(self, clay, first, increment, volume, y, yields):
        """The equations of step 5 and of the ellipse, and their rates."""
        n = first.shape[-1]
        i, slip, growth = unit(n), y[..., n], np.where(yields, y[..., n + 1], 0.0)
        stress, rate = clay.stress(first + y[..., :n])
        dried, by_growth = clay.drying(volume + growth)
        pc = clay.consolidation(volume + growth - dried)
        excess, normal, flow, size = clay.ellipse(stress, pc)
        f, matrix = np.empty_like(y), np.zeros((*slip.shape, n + 2, n + 2))
        matrix[..., :, :] = np.eye(n + 2)
        f[..., :n] = y[..., :n] - increment - (dried / 3.0)[..., None] * i
        f[..., n], f[..., n + 1] = slip, y[..., n + 1]
        # as in code_aster the rate of pc leaves drying out, without which a start from rest has no way to go
        softer = -pc / (clay.l - clay.kp) / 2.0
        bent = curvature(flow, size, clay.flow / clay.m**2, 1.0)
        by_strain, by_centre = bent @ rate, (bent @ i) * softer[..., None]
        many = slip[..., None]
        left, own = np.zeros_like(f), np.zeros_like(matrix)
        left[..., :n], left[..., n], left[..., n + 1] = many * flow, excess / clay.mu - slip, -slip * 3 * mean(flow)
        own[..., :n, :n], own[..., :n, n] = many[..., None] * by_strain, flow
        own[..., :n, n + 1] = many * by_centre - (by_growth / 3.0)[..., None] * i
        own[..., n, :n] = (normal[..., None, :] @ rate)[..., 0, :] / clay.mu[..., None]
        own[..., n, n], own[..., n, n + 1] = -1.0, (3 * mean(normal) * softer - softer) / clay.mu
        own[..., n + 1, :n] = -many * (i @ by_strain)
        own[..., n + 1, n], own[..., n + 1, n + 1] = -3 * mean(flow), -slip * 3 * mean(by_centre)
        return f + np.where(yields[..., None], left, 0.0), matrix + np.where(yields[..., None, None], own, 0.0)


BEHAVIOURS.add("Barcelone", SuctionClay())
