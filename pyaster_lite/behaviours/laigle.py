"""RELATION='LAIGLE': rock masses that lose their cohesion and swell (r7.01.15).

With s the deviator and I the trace of a stress, g = |s| h of _lode, h0 that of compression, G the plastic distortion:

1.  parameters of G:  sigma falls from 1 to 0 at GAMMA_E,  a goes from A_PIC through A_E to 1 at GAMMA_ULT,  k = (2/3)^(1/(2a)),
    m such that the limits meet in SIGMA_P1 before GAMMA_E and in their last common point after it, M_ULT past GAMMA_ULT
2.  u = - m k g/(sqrt 6 SIGMA_C h0) - m k I/(3 SIGMA_C) + sigma k,  F = (g/(SIGMA_C h0))^(1/a) - u;  elastic where F < 0 at the trial
3.  the flow D is that of the stress before (of the trial where there was none): dF/d(stress), with the g of the trial, less its part along
    n = (b s/|s| + 1)/sqrt(b^2 + 3), b of the dilatancy
4.  stress = trial - d (2 mu dev D + K tr D 1),  G = G_ + d sqrt(2/3) |dev D|;  d solves F = 0 by Newton's method
5.  past the apex: s = 0, G = G_ + |s'|/(sqrt 6 mu),  I = 3 SIGMA_C sigma/m
6.  tangent, as code_aster has it: H + H dev D x H N/(dF/dG sqrt(2/3) |dev D| - N : H dev D), N = dF/d(stress), H the elasticity; past the
    apex the derivative of 5; that of rates is elastic.  It is no derivative: how far the balance goes counts beside VALE_CALC.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, outer, unit

from ._law import Law, moduli, strain_increment
from ._lode import lode_size, shape, triple_cosine

WORDS = (
    "last", "broken", "m_last", "m_broken", "a_broken", "m_peak", "a_peak", "power", "strength", "swelling", "swelling_share", "lode",
    "meeting", "air",
)  # fmt: skip
ROOT = np.sqrt(2.0 / 3.0)
NONE = 1e-8
"""A stress (in its own unit) that counts as none."""


class _Mass:
    """Parameters of some points, fields (np,)."""

    def __init__(self, words):
        self.__dict__.update(words)
        self.h0 = shape(-1.0, self.lode)
        self.scale = self.strength * self.h0
        self.second_meeting = self.strength * (self.m_last / self.m_broken**self.a_broken) ** (1.0 / (self.a_broken - 1.0))

    def limits(self, slip):
        """Step 1: (sigma, a, k, m) and their rates by G."""
        ruined, whole = slip > self.last, slip < self.broken
        at = np.where(ruined, 0.5 * self.last, slip)
        share = (self.a_broken - self.a_peak) / (1.0 - self.a_broken) * (self.last - self.broken) / self.broken**self.power
        omega = share * at**self.power
        with np.errstate(divide="ignore", invalid="ignore"):
            rising = np.where(at > 0.0, share * self.power * at ** (self.power - 1.0), 0.0)
        bottom = self.last - at + omega
        a = (self.a_peak * (self.last - at) + omega) / bottom
        a_rate = (1.0 - self.a_peak) / bottom**2 * (rising * (self.last - at) + omega)
        k = (2.0 / 3.0) ** (0.5 / a)
        k_rate = -k * np.log(2.0 / 3.0) * a_rate / (2.0 * a * a)
        sigma = np.where(whole, 1.0 - at / self.broken, 0.0)
        sigma_rate = np.where(whole, -1.0 / self.broken, 0.0)
        ratio = self.strength / np.where(whole, self.meeting, self.second_meeting)
        base = np.where(whole, self.m_peak / ratio + 1.0, self.m_broken / ratio)
        power = np.where(whole, self.a_peak, self.a_broken) / a
        m = ratio * (base**power - sigma)
        m_rate = -ratio * np.log(base) * power * base**power / a * a_rate - ratio * sigma_rate
        values, rates = (sigma, a, k, m), (sigma_rate, a_rate, k_rate, m_rate)
        last = (0.0, 1.0, ROOT, self.m_last)
        return [np.where(ruined, end, value) for end, value in zip(last, values)], [np.where(ruined, 0.0, rate) for rate in rates]

    def criterion(self, g, trace, slip):
        """Step 2: F."""
        sigma, a, k, m = self.limits(slip)[0]
        u = -m * k * g / (np.sqrt(6.0) * self.scale) - m * k * trace / (3.0 * self.strength) + sigma * k
        return (g / self.scale) ** (1.0 / a) - u

    def normal(self, q, slip):
        """The two parts of dF/d(stress): the share of q times g^(1/a - 1), and the rest (np, n)."""
        _, a, k, m = self.limits(slip)[0]
        rest = (m * k / (np.sqrt(6.0) * self.scale))[:, None] * q + (m * k / (3.0 * self.strength))[:, None] * unit(q.shape[-1])
        return (1.0 / self.scale) ** (1.0 / a) / a, 1.0 / a - 1.0, rest

    def by_slip(self, g, trace, slip):
        """dF/dG."""
        (sigma, a, k, m), (sigma_rate, a_rate, k_rate, m_rate) = self.limits(slip)
        ratio = g / self.scale
        log = np.log(np.where(ratio > 0.0, ratio, 1.0))
        growth = -(ratio ** (1.0 / a)) * log * a_rate / a**2
        pressed = -g / (np.sqrt(6.0) * self.scale) - trace / (3.0 * self.strength)
        return growth - pressed * (k * m_rate + m * k_rate) - (k * sigma_rate + sigma * k_rate)

    def dilatancy(self, s, trace, slip):
        """b of step 3."""
        sigma, a, _, m = self.limits(slip)[0]
        size, cosine = norm(s), triple_cosine(s, self.air)
        left = 1.0 - cosine**2
        bent = np.sqrt(3.0 * np.where(left < 2.3e-14, 0.0, left))
        parts = np.stack([cosine, -(cosine + bent) / 2.0, (bent - cosine) / 2.0], axis=-1)
        values = (trace / 3.0)[:, None] + (ROOT * size)[:, None] * parts
        values = np.take_along_axis(values, np.argsort(-abs(values), axis=-1, kind="stable"), axis=-1)
        whole = sigma > 0.0
        safe = np.where(whole, sigma, 1.0)
        pull = np.where(whole, 2.0 * self.strength * safe**a / (1.0 + a * m * safe ** (a - 1.0)), 0.0)
        below = values[:, 2] - pull
        known = abs(below) >= 2.2e-16
        ratio = np.where(known, (values[:, 0] - pull) / np.where(known, below, 1.0), 1.0)
        sine = self.swelling * (ratio - self.m_last - 1.0) / (self.swelling_share * ratio + self.m_last + 1.0)
        sine = np.clip(sine, -1.0, 1.0)
        return np.where(slip > self.last, 0.0, -2.0 * np.sqrt(6.0) * sine / (3.0 - sine))

    def stage(self, s, trace, slip):
        """DOMCOMP: 0 or 1 (near the peak) without distortion, 2 and 3 before and past GAMMA_E, 4 when ruined."""
        g = lode_size(s, self.lode, self.air)[0]
        sigma, a, k, m = self.limits(slip)[0]
        u = -m * k * g / (np.sqrt(6.0) * self.scale) - m * k * trace / (3.0 * self.strength) + sigma * k
        near = g >= 0.7 * self.scale * np.maximum(u, 0.0) ** a
        return np.select([slip == 0.0, slip < self.broken, slip < self.last], [np.where(near, 1.0, 0.0), 2.0, 3.0], 4.0)


class Laigle(Law):
    """The law over all cells and points."""

    plane_stress = symmetric = False
    elastic_rates = secant = True
    internal_names = ("EPSPEQ", "EPSPVOL", "DOMCOMP", "INDIPLAS")
    needs = {"young": "ELAS", "mass_last": "LAIGLE"}

    def __init__(self, precision: float = 1e-6, tries: int = 20):
        self.precision, self.tries = precision, tries

    def within(self, precision, tries):
        """The law with another precision of F."""
        return Laigle(precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 6."""
        shape_, n = strain.shape[:2], strain.shape[-1]
        # rates are elastic, by the elasticity before the step (lcotan)
        elastic = moduli(data, before=data.step.predicting)
        two_mu, three_k = (np.broadcast_to(x, shape_) for x in (elastic.two_mu, elastic.three_k))
        stiffness = isotropic_stiffness(two_mu, three_k, n)
        if data.step.predicting:
            return state.stress, state.internal, stiffness
        increment, _ = strain_increment(strain, state, data, continuum)
        trial = state.stress + two_mu[..., None] * deviator(increment) + (three_k * mean(increment))[..., None] * unit(n)
        words = {word: np.broadcast_to(data.at_points(f"mass_{word}"), shape_) for word in WORDS}
        internal, slip = state.internal.copy(), state.internal[..., 0]

        def mass(points):
            return _Mass({word: value[points] for word, value in words.items()})

        everywhere = mass(np.ones(shape_, bool))
        g = lode_size(deviator(trial).reshape(-1, n), everywhere.lode, everywhere.air)[0]
        flows = (everywhere.criterion(g, 3.0 * mean(trial).ravel(), slip.ravel()) >= 0.0).reshape(shape_)
        internal[..., 3] = flows
        stress, tangent = trial, stiffness
        if flows.any():
            stress, tangent = trial.copy(), stiffness.copy()
            farthest = abs(increment[flows]).max(axis=-1)
            point = _Flow(mass(flows), two_mu[flows], three_k[flows], slip[flows], trial[flows], state.stress[flows], farthest)
            stress[flows], tangent[flows], grown, swollen = point.solved(self.precision, self.tries)
            internal[flows, 0], internal[flows, 1] = grown, internal[flows, 1] + swollen
        s, trace = deviator(stress).reshape(-1, n), 3.0 * mean(stress).ravel()
        internal[..., 2] = everywhere.stage(s, trace, internal[..., 0].ravel()).reshape(shape_)
        return stress, internal, tangent


class _Flow:
    """Steps 3 to 6 at points that flow."""

    def __init__(self, mass, two_mu, three_k, slip, trial, before, farthest):
        self.mass, self.two_mu, self.three_k, self.slip, self.farthest = mass, two_mu, three_k, slip, farthest
        self.s, self.trace = deviator(trial), 3.0 * mean(trial)
        self.g, self.q = lode_size(self.s, mass.lode, mass.air)
        told = (abs(before).max(axis=-1) > NONE) & (norm(deviator(before)) > NONE * mass.air)
        s = np.where(told[:, None], deviator(before), self.s)
        trace = np.where(told, 3.0 * mean(before), self.trace)
        self.b = mass.dilatancy(s, trace, slip)
        size = norm(s)
        along = (self.b / np.where(size > 0.0, size, 1.0))[:, None] * s + unit(s.shape[-1])
        along = along / np.sqrt(self.b**2 + 3.0)[:, None]
        q = lode_size(s, mass.lode, mass.air)[1]
        share, power, rest = mass.normal(q, slip)

        def across(tensor):
            return tensor - (tensor * along).sum(axis=-1, keepdims=True) * along

        self.first_normal = (share * self.g**power)[:, None] * q + rest
        self.flow = across(self.first_normal)
        self.moves = self._driven(self.flow)
        self.distortion = ROOT * norm(deviator(self.flow))

    def _driven(self, tensor):
        """2 mu dev + K tr 1 of tensors."""
        return self.two_mu[:, None] * deviator(tensor) + (self.three_k * mean(tensor))[:, None] * unit(tensor.shape[-1])

    def _at(self, d):
        """(s, I, G) of step 4."""
        moved = d[:, None] * self.moves
        return self.s - deviator(moved), self.trace - 3.0 * mean(moved), self.slip + d * self.distortion

    def _rates(self, s, trace, slip):
        """dF/d(stress) and dF/dG."""
        g, q = lode_size(s, self.mass.lode, self.mass.air)
        share, power, rest = self.mass.normal(q, slip)
        return (share * g**power)[:, None] * q + rest, self.mass.by_slip(g, trace, slip)

    def _slope(self, s, trace, slip):
        """dF/dd, dF/d(stress) and dF/dG."""
        normal, by_slip = self._rates(s, trace, slip)
        return by_slip * self.distortion - (normal * self.moves).sum(axis=-1), normal, by_slip

    def solved(self, precision, tries):
        """(stress, tangent, G, the change of plastic volume)."""
        past, slip, trace = self._past_the_apex()
        # as code_aster has it: a first guess without distortion, else the rate that the flow is made of
        f = self.mass.criterion(self.g, self.trace, self.slip)
        fresh = self.slip < 2.2e-16
        first = self.mass.by_slip(self.g, self.trace, self.slip) * self.distortion - (self.first_normal * self.moves).sum(axis=-1)
        d = np.where(fresh, self.farthest / 10.0 / self.distortion, -f / np.where(fresh, 1.0, first))
        for _ in range(tries + 1):
            s, i, grown = self._at(d)
            if (grown < 0.0)[~past].any() or not np.isfinite(d[~past]).all():
                break
            grown = np.where(past, self.slip, grown)
            f = self.mass.criterion(lode_size(s, self.mass.lode, self.mass.air)[0], i, grown)
            done = (abs(f) <= precision) | past
            if done.all():
                return self._answer(d, s, i, grown, past, slip, trace)
            d = np.where(done, d, d - f / self._slope(s, i, grown)[0])
        raise LawFailed("LAIGLE: the flow of a step does not come back onto the limit")

    def _past_the_apex(self):
        """Step 5: where, G and I."""
        size = norm(self.s)
        slip = self.slip + ROOT * size / self.two_mu
        sigma, _, _, m = self.mass.limits(slip)[0]
        trace = 3.0 * self.mass.strength * sigma / m
        lode2, b2 = self.mass.lode**2, self.b**2 + 3.0
        least = 3.0 / (b2 * np.sqrt(9.0 / b2**2 + lode2 / (4.0 * (1.0 - lode2))))
        turned = np.where(self.b < 0.0, 1.0, least)
        return self.trace - trace >= -self.three_k * self.b * size * turned / self.two_mu, slip, trace

    def _answer(self, d, s, trace, slip, past, apex_slip, apex_trace):
        n = s.shape[-1]
        one, many = unit(n), (..., None)
        stress = s + (trace / 3.0)[many] * one
        _, normal, by_slip = self._slope(s, trace, slip)
        pushed = self.two_mu[many] * deviator(self.flow)
        hardening = by_slip * self.distortion - (normal * pushed).sum(axis=-1)
        by_trial = np.eye(n) + outer(pushed, normal) / hardening[:, None, None]
        swollen = d * 3.0 * mean(self.flow)
        if past.any():
            (sigma, _, _, m), (sigma_rate, _, _, m_rate) = self.mass.limits(apex_slip)
            rate = self.mass.strength * (sigma_rate * m - sigma * m_rate) / m**2
            size = norm(self.s)
            along = (rate * ROOT / self.two_mu / np.where(size > 0.0, size, 1.0))[many] * self.s
            apex = outer(np.broadcast_to(one, along.shape), along)
            stress = np.where(past[many], (apex_trace / 3.0)[many] * one, stress)
            by_trial = np.where(past[:, None, None], apex, by_trial)
            slip = np.where(past, apex_slip, slip)
            swollen = np.where(past, (self.trace - apex_trace) / self.three_k, swollen)
        return stress, by_trial @ isotropic_stiffness(self.two_mu, self.three_k, n), slip, swollen


BEHAVIOURS.add("LAIGLE", Laigle())
