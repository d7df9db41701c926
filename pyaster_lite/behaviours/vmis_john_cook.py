"""RELATION='VMIS_JOHN_COOK': plasticity of von Mises with the hardening of Johnson and Cook (r5.03.02).

With p at least LEAST in the powers, x = (T - TROOM)/(TMELT - TROOM) where T is above TROOM, 0 elsewhere:

1.  R(p, v, T) = (A + B p^n) (1 + C <ln(v/EPSP0)>) (1 - x^m)
2.  trial: s_ scaled by the moduli, plus those of the strain increment that stress causes; q its von Mises stress
3.  elastic where q <= R(p_ + dp_, v_, T_), dp_ and v_ being those of the last step, as in code_aster, else dp solves
    q - 3 mu dp = R(p_ + dp, dp/dt, T)
4.  the deviator shrinks by R/(R + 3 mu dp); tangent of that, of rates where the last step was plastic
5.  the variables keep dp, dt and what is dissipated: SHARE of the plastic power, plus what temperature makes of the elastic one
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, outer, unit

from ._bracket import Bracket, search
from ._law import Law, moduli, strain_increment
from ._over_points import OverPoints

LEAST, SHARE = 1e-9, 0.9


class _Hardening(OverPoints):
    """R at the points, T being theirs at the end of the step or before it."""

    def __init__(self, data, shape, before):
        def of(name, default=None):
            return np.broadcast_to(data.at_points(f"cook_{name}", default), shape)

        self.start, self.power, self.exponent = of("start"), of("power"), of("exponent")
        self.rate, self.first_rate = of("rate", 0.0), of("first_rate", 1.0)
        self.soft = np.ones(shape)
        temperature = temperature_of(data, before)
        if data.has("cook_room") and temperature is not None:
            room, melting = of("room"), of("melting")
            share = np.where(temperature > room, (temperature - room) / (melting - room), 0.0)
            self.soft = 1.0 - share ** of("softening")

    def at(self, p, dp, dt):
        """R(p + dp, dp/dt) and its derivative by dp."""
        total = p + dp
        some = total > LEAST
        base = np.where(some, total, LEAST)
        value = self.start + self.power * base**self.exponent
        slope = self.exponent * self.power * base ** (self.exponent - 1.0)
        quick = some & (dp > self.first_rate * dt) & (dp > 0.0)
        step = np.where(quick, dp, 1.0)
        gain = np.where(quick, np.log(step / np.where(quick, dt, 1.0) / self.first_rate), 0.0)
        slope = np.where(quick, slope + self.rate * (slope * gain + value / step), slope)
        soft = np.where(some, self.soft, 1.0)
        return value * (1.0 + self.rate * gain) * soft, slope * soft


def temperature_of(data, before):
    """(ne, ng) or None."""
    return None if data.surroundings is None else data.variables(before).get("TEMP")


class JohnsonCook(Law):
    """The law over all cells and points."""

    plane_stress = False
    # a vanishing step is elastic, its limit being beyond that of the last one
    elastic_rates = True
    internal_names = ("EPSPEQ", "INDIPLAS", "DEPSPEQ", "DINSTM", "DDISSM")
    needs = {"young": "ELAS", "cook_start": "ECRO_COOK"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        dt = data.step.after - data.step.before
        now, before = moduli(data), moduli(data, before=True)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (now.two_mu, now.three_k))
        three_mu, whole, one = 1.5 * two_mu, isotropic_stiffness(two_mu, three_k, n), unit(n)
        p = old[..., 0]
        limit, slope = _Hardening(data, shape, True).at(p, old[..., 2], old[..., 3])
        kept = (now.two_mu / before.two_mu)[..., None] * deviator(state.stress)
        if data.step.predicting:
            size = np.sqrt(1.5) * norm(kept)
            loading = (old[..., 1] >= 0.5) & (size > 0.0)
            return state.stress, old, self._tangent(whole, three_mu, slope, 0.0 * p, size, kept, loading)
        increment, _ = strain_increment(strain, state, data, continuum)
        shear = deviator(increment)
        trial = kept + two_mu[..., None] * shear
        q = np.sqrt(1.5) * norm(trial)
        flows, dp, hardening = q > limit, np.zeros(shape), _Hardening(data, shape, False)
        if flows.any():
            dp[flows] = self._slip(hardening.of(flows), p[flows], q[flows], three_mu[flows], dt)
            found = hardening.at(p, dp, dt)
            limit, slope = np.where(flows, found[0], limit), np.where(flows, found[1], slope)
        bent = np.where(flows, limit / (limit + three_mu * dp), 1.0)[..., None] * trial
        middle = (now.three_k / before.three_k) * mean(state.stress) + three_k * mean(increment)
        stress = bent + middle[..., None] * one
        loading = flows & ((bent * shear).sum(-1) >= 0.0)
        lost = self._lost(strain - state.strain, stress, bent, middle, dp, data, (now, before), dt)
        internal = np.stack([p + dp, flows.astype(float), dp, np.full(shape, dt), lost], axis=-1)
        return stress, internal, self._tangent(whole, three_mu, slope, dp, limit, bent, loading)

    @staticmethod
    def _slip(hardening, p, q, three_mu, dt):
        """dp of step 3."""

        def excess(dp):
            value, slope = hardening.at(p, dp, dt)
            return value + three_mu * dp - q, slope + three_mu

        most = q / three_mu
        return search(excess, 0.5 * most, Bracket(np.zeros_like(q), most), 1e-12 * q, 200)

    @staticmethod
    def _tangent(whole, three_mu, slope, dp, limit, bent, loading):
        """Step 4."""
        n = bent.shape[-1]
        safe = np.where(loading, limit, 1.0)
        a = np.where(loading, 1.0 + three_mu * dp / safe, 1.0)
        share = np.where(loading, -(three_mu**2) / (three_mu + slope) / safe**2 * (1.0 - dp * slope / safe) / a, 0.0)
        even = np.eye(n) - np.outer(unit(n), unit(n)) / 3.0
        softer = (three_mu / 1.5 * (1.0 / a - 1.0))[..., None, None] * even
        return whole + softer + share[..., None, None] * outer(bent, bent)

    @staticmethod
    def _lost(increment, stress, bent, middle, dp, data, elastic, dt):
        """W/m3 of step 5."""
        if dt <= 0.0:
            return np.zeros(dp.shape)
        size = np.sqrt(1.5) * norm(bent)
        lost = SHARE * size * dp / dt
        after, before = temperature_of(data, False), temperature_of(data, True)
        if after is None:
            return lost
        now, then = elastic
        gap = np.where(after == before, 1.0, after - before)
        shear, bulk = (
            np.where(after == before, 0.0, (a - b) / gap / a) for a, b in ((now.two_mu, then.two_mu), (now.three_k, then.three_k))
        )
        one = unit(stress.shape[-1])
        even = (bulk - shear) * middle - now.three_k * data.at_points("expansion", 0.0)
        heat = after[..., None] * (shear[..., None] * stress + even[..., None] * one)
        elastic_rate = (increment - (1.5 * dp / np.where(size > 0.0, size, 1.0))[..., None] * bent) / dt
        return lost + (heat * elastic_rate).sum(-1)


BEHAVIOURS.add("VMIS_JOHN_COOK", JohnsonCook())
