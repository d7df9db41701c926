"""RELATION='VISC_DRUC_PRAG': rocks that creep past a cone, at a power of their excess (r7.01.22).

With a, R, b the slope of the cone, its stress and the dilatancy, linear by the slip p from their first values to those of P_PIC and on to
those of P_ULT; a', R', b' their slopes at the end of the step; ' elastic trials of the equivalent q and of the trace I:

1.  f(d) = q' + a_ I' - R_ - (3 mu + R' - a' I' + 9 K a_ b_) d - 9 K (a_ b' + b_ a') d^2 - 9 K a' b' d^3
2.  elastic where f(0) <= 0, else d > 0 solves d = A dt (f(d)/PREF)^N, p = p_ + d
3.  s = (1 - 3 mu d/q') s',  I = I' - 9 K b(p) d
4.  tangent: the symmetric part of the derivative of 2 and 3 with b(p) held, elastic where d stays below 1e-12; that of rates is elastic.
    It is not the whole derivative because code_aster's is not (dpvpot): balances stop at the same iteration.

As code_aster has it, a_ + a' d stands for a(p), which it is not where a step goes past a stage.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, outer, unit

from ._bracket import between
from ._law import Law, moduli, strain_increment

UNSEEN = 1e-12
"""The slip in a step that the tangent takes no notice of."""
STAGED = ("slope", "yield", "dilatancy")


class _Cone:
    """Steps 1 and 2 at chosen points; fields (np,)."""

    def __init__(self, words, mu, k, p, size, trace, lasts, follows):
        self.words, self.mu, self.k, self.p, self.trace = words, mu, k, p, trace
        self.size, self.power = size, words["exponent"]
        self.factor = words["rate"] * lasts / words["pressure"] ** self.power
        self.slope, self.limit, self.dilatancy = (value for value, _ in self.staged(p))
        self.follows = follows
        self.at_stage_of(p if follows else 0.0 * p)

    def stage(self, p):
        """1 before the peak, 2 before the ruin, 3 past it."""
        return 1 + (p >= self.words["peak"]) + (p >= self.words["last"])

    def staged(self, p):
        """(value, slope) of a, R and b."""
        peak, last, stage = self.words["peak"], self.words["last"], self.stage(p)
        spans = np.where(peak > 0.0, peak, 1.0), np.where(last > peak, last - peak, 1.0)
        for word in STAGED:
            first, middle, end = (self.words[f"{word}_{i}"] for i in range(3))
            slopes = (middle - first) / spans[0], (end - middle) / spans[1]
            values = [first + slopes[0] * p, middle + slopes[1] * (p - peak)]
            yield np.select([stage == 1, stage == 2], values, end), np.select([stage == 1, stage == 2], slopes, 0.0)

    def at_stage_of(self, p):
        """The slopes of step 1 are those at a slip p."""
        self.slopes = a, r, b = tuple(slope for _, slope in self.staged(p))
        k = 9 * self.k
        self.first = 3 * self.mu + r - a * self.trace + k * self.slope * self.dilatancy
        self.second, self.third = k * (self.slope * b + self.dilatancy * a), k * a * b

    def excess(self, d):
        """f and its rate."""
        start = self.size + self.slope * self.trace - self.limit
        f = start - d * (self.first + d * (self.second + d * self.third))
        return f, -self.first - d * (2 * self.second + 3 * d * self.third)

    def flow(self, d):
        """A dt (f/PREF)^N and its rate by f."""
        f = np.maximum(self.excess(d)[0], 0.0)
        return self.factor * f**self.power, self.factor * self.power * f ** (self.power - 1.0)

    def root(self):
        """d of step 2 with these slopes, by Newton's method kept between bounds, and how many tries it took."""

        def unmet(d):
            value, by_f = self.flow(d)
            return d - value, 1.0 - by_f * self.excess(d)[1]

        none = np.zeros_like(self.p)
        return between(unmet, none, none, self.flow(none)[0], lost="VISC_DRUC_PRAG: no slip flows at the rate of its excess")

    def solved(self):
        """d of step 2 and how many tries, the slopes being those at its end."""
        d, tries = self.root()
        for _ in range(4 if self.follows else 0):
            stage = self.stage(self.p + d)
            self.at_stage_of(self.p + d)
            d, tries = self.root()
            if (self.stage(self.p + d) == stage).all():
                break
        return d, tries


class ViscousDruckerPrager(Law):
    """The law over all cells and points."""

    plane_stress = symmetric = False
    elastic_rates = secant = True
    internal_names = ("EPSPEQ", "INDIPLAS", "POS", "NBITER")
    needs = {"young": "ELAS", "flow_pressure": "VISC_DRUC_PRAG"}

    def __init__(self, follows: bool = True):
        self.follows = follows

    def in_pores(self):
        """The law as code_aster has it of a skeleton: a', R' and b' stay those of the first stage."""
        return ViscousDruckerPrager(follows=False)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n = strain.shape[:2], strain.shape[-1]
        elastic, one = moduli(data), unit(n)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        stiffness = isotropic_stiffness(two_mu, three_k, n)
        if data.step.predicting:
            return state.stress, state.internal, stiffness
        increment, _ = strain_increment(strain, state, data, continuum, first=True)
        trial = state.stress + two_mu[..., None] * deviator(increment) + (three_k * mean(increment))[..., None] * one
        shear, trace = deviator(trial), 3 * mean(trial)
        size, p = np.sqrt(1.5) * norm(shear), state.internal[..., 0]
        names = ("pressure", "rate", "exponent", "peak", "last", *(f"{word}_{i}" for word in STAGED for i in range(3)))
        words = {name: np.broadcast_to(data.at_points(f"flow_{name}"), shape) for name in names}
        lasts = data.step.after - data.step.before

        def cone(points):
            kept = {name: value[points] for name, value in words.items()}
            return _Cone(kept, two_mu[points] / 2, three_k[points] / 3, p[points], size[points], trace[points], lasts, self.follows)

        everywhere = cone(np.ones(shape, bool))
        flows = (everywhere.excess(0.0)[0] > 0.0).reshape(shape)
        internal = np.zeros_like(state.internal)
        internal[..., 0], internal[..., 1] = p, flows
        stress = trial
        if flows.any():
            at = cone(flows)
            d, internal[flows, 3] = at.solved()
            internal[flows, 0] += d
            stress, stiffness = trial.copy(), stiffness.copy()
            stress[flows], tangent = self._flown(at, d, shear[flows], n)
            stiffness[flows] = np.where((d < UNSEEN)[:, None, None], stiffness[flows], tangent)
        internal[..., 2] = everywhere.stage(internal[..., 0].ravel()).reshape(shape)
        return stress, internal, stiffness

    @staticmethod
    def _flown(at, d, shear, n):
        """Step 3 and its derivative at points (np,)."""
        one, q, many = unit(n), at.size, (..., None)
        at.at_stage_of(at.p + d)
        dilatancy = list(at.staged(at.p + d))[2][0]
        lost = 3 * at.mu * d / q
        stress = (1 - lost)[many] * shear + (at.trace / 3 - 3 * at.k * dilatancy * d)[many] * one
        by_f = at.flow(d)[1]
        grows = by_f / (1.0 - by_f * at.excess(d)[1])
        q_rate = (3 * at.mu / q)[many] * shear
        trace_rate = (3 * at.k)[many] * one
        d_rate = grows[many] * (q_rate + (at.slope + at.slopes[0] * d)[many] * trace_rate)
        loss_rate = (3 * at.mu / q)[many] * d_rate - (lost / q)[many] * q_rate
        even = np.eye(n) - np.outer(one, one) / 3
        tangent = (2 * at.mu * (1 - lost))[..., None, None] * even - outer(shear, loss_rate)
        mean_rate = trace_rate / 3 - (3 * at.k * dilatancy)[many] * d_rate
        tangent = tangent + outer(np.broadcast_to(one, mean_rate.shape), mean_rate)
        return stress, (tangent + tangent.swapaxes(-1, -2)) / 2


BEHAVIOURS.add("VISC_DRUC_PRAG", ViscousDruckerPrager())
