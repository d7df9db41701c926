"""RELATION='LEMAITRE': viscoplasticity of von Mises without a threshold (r5.03.08).

The rate of the cumulated strain is g(q, p) = (q / (K p^(1/M)))^N. With theta = 1 or 1/2, de the strain increment less those that
no stress causes, over a step dt, moduli mixed as theta . (end) + (1 - theta) . (start):

1. s^e = mixed 2mu / 2mu_ . s_' + theta 2mu de', q^e its size;
2. q solves q + 3mu dt theta g(q, p_ + (q^e - q) / 3mu) = q^e, within RESI_INTE and on the path of code_aster (nmvple) where it is
   given, then once more with that g: q = q^e / (1 + 3mu dt theta g/q); nothing flows where q^e is within RESI_INTE, nor where a
   prediction finds no q;
3. s' = s^e q / q^e, tr s = mixed 3K / 3K_ . tr s_ + theta 3K tr de; the stress is s_ + (that - s_) / theta;
4. p = p_ + (q^e - q) / (3mu theta);
5. tangent of 2 and 3.
"""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, outer, unit

from ._bracket import between
from ._law import Law, moduli, strain_increment
from ._scalar_search import UNSOLVED, dekker_halved


class Lemaitre(Law):
    """The law over all cells and points, by a theta-scheme."""

    internal_names = ("EPSPEQ", "VIDE")
    plane_stress = False
    needs = {"young": "ELAS", "creep_exponent": "LEMAITRE"}

    def __init__(self, theta: float = 1.0):
        self.theta, self.precision, self.tries = theta, 0.0, 0

    def configured(self, theta):
        """The law with another theta; ValueError when it has none."""
        if theta not in (0.5, 1.0):
            raise ValueError("PARM_THETA is 0.5 or 1 for this law")
        return self if theta == self.theta else type(self)(theta)

    def within(self, precision, tries):
        """The law that searches step 2 to a precision (Pa, and beside q), in so many tries."""
        found = copy(self)
        found.precision, found.tries = precision, tries
        return found

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5; nothing else happens while predicting, the strain being the last."""
        return self.flowed(strain, state, data, continuum, *self._parameters(data))

    def flowed(self, strain, state, data, continuum, exponent, rate, hardening):
        """Steps 1 to 5 with N, 1/K and 1/M."""
        theta, shape, ns = self.theta, strain.shape[:2], strain.shape[-1]
        dt = data.step.after - data.step.before
        now, before = moduli(data), moduli(data, before=True)
        increment, _ = strain_increment(strain, state, data, continuum)
        p = state.internal[..., 0]
        mixed_mu = (theta * now.two_mu + (1 - theta) * before.two_mu) / before.two_mu
        mixed_k = (theta * now.three_k + (1 - theta) * before.three_k) / before.three_k
        pressure = mixed_k * mean(state.stress) + theta * now.three_k * mean(increment)
        trial = mixed_mu[..., None] * deviator(state.stress) + theta * now.two_mu[..., None] * deviator(increment)
        size = np.sqrt(1.5) * norm(trial)
        three_mu = np.broadcast_to(1.5 * now.two_mu, shape)
        q, left, by_stress, by_slip = self._solve(size, three_mu, theta * dt, p, exponent, rate, hardening, data.step.predicting)
        share = np.divide(left, size, out=np.ones(shape), where=size > 0.0)
        found = share[..., None] * trial + pressure[..., None] * unit(ns)
        stress = state.stress + (found - state.stress) / theta
        internal = np.stack([p + (size - left) / (three_mu * theta), np.zeros(shape)], axis=-1)
        # dq/dq^e of step 2, then the derivative of (q / q^e) s^e.
        slope = (1.0 - three_mu * by_slip / three_mu) / (1.0 + three_mu * (by_stress - by_slip / three_mu))
        bent = np.divide(1.5 * (slope - q / np.where(size > 0.0, size, 1.0)), size**2, out=np.zeros(shape), where=size > 0.0)
        tangent = isotropic_stiffness(now.two_mu * share, np.broadcast_to(now.three_k, shape), ns)
        return stress, internal, tangent + (now.two_mu * bent)[..., None, None] * outer(trial, trial)

    def _parameters(self, data):
        """N, 1/K, 1/M at the instant of the scheme between both."""
        return self.between(data, "creep_exponent", "creep_rate", "creep_hardening")

    def between(self, data, *names):
        """Properties at the instant of the scheme between both."""
        if self.theta < 1.0 and data.surroundings is not None:
            first, last, part = data.variables(before=True), data.variables(), self.theta
            mixed = {name: (1 - part) * first[name] + part * last[name] for name in last if name in first}
            data = replace(data, surroundings=lambda t: mixed)
        return [data.at_points(name) for name in names]

    def _solve(self, size, three_mu, dt, p, exponent, rate, hardening, predicting):
        """q of step 2 as it was found and once more, with dt g's derivatives by q and by the slip."""
        shape = size.shape
        exponent, rate, hardening = (np.broadcast_to(v, shape) for v in (exponent, rate, hardening))
        flows = (size > self.precision) & (rate > 0.0) & (dt > 0.0)

        def creep(q):
            slip = np.where(flows, p + (size - q) / three_mu, 1.0)
            slip = np.where(slip > 0.0, slip, np.finfo(float).tiny)
            g = dt * np.exp(exponent * (np.log(np.where(flows, q * rate, 1.0)) - hardening * np.log(slip)))
            g = np.where(flows, g, 0.0)
            return g, exponent * g / np.where(flows, q, 1.0), -exponent * hardening * g / slip

        def unmet(q):
            g, by_stress, by_slip = creep(q)
            return np.where(flows, q + three_mu * g - size, 0.0), 1.0 + three_mu * by_stress - by_slip

        with np.errstate(over="ignore", under="ignore"):
            if self.precision:
                q, solved = dekker_halved(lambda q: unmet(q)[0], size * (1 - 1e-12), self.precision, self.tries, flows)
                if not (predicting or solved.all()):
                    raise LawFailed(UNSOLVED)
                flows &= solved
                q = np.where(flows, q, size)
            else:
                # Where nothing has crept yet the rate is so steep that steps may be short far from the solution
                start = np.where(flows, 0.5 * size, size)
                q, _ = between(unmet, start, 0.0, size, rows=flows, still=5e-16, beside=size, believed=1e-12 * size, tries=300)
            g, by_stress, by_slip = creep(q)
        return q, size / (1.0 + three_mu * g / np.where(flows, q, 1.0)), by_stress, by_slip


BEHAVIOURS.add("LEMAITRE", Lemaitre())
