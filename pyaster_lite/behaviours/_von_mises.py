"""Plasticity of von Mises with isotropic hardening: VMIS_ISOT_LINE, _TRAC, _PUIS (r5.03.02).

With s' the deviator of s, a subscript _ for the last converged instant, e the strains that no stress causes:

1. de = strain - strain_ - (e - e_); in plane stress de_zz = -nu/(1-nu) (de_xx + de_yy);
2. s_ scaled by the moduli of the end of the step over those before it: 2mu/2mu_ of the deviator, 3K/3K_ of the trace;
3. trial s^e = s_' + 2mu de', its size q = sqrt(3/2 s^e : s^e);
4. elastic where q <= R(p_), else dp solves R(p_ + dp) + 3mu dp = q;
5. s' = s^e R(p) / (R(p) + 3mu dp), tr s = tr s_ + 3K tr de;
6. in plane stress a further strain dx across brings s_zz to zero: dx = 3 (1-2nu) s^e_zz dp / (E dp + 2 (1-nu) R), which enters
   the trial, 3mu dp + R(p_ + dp) = sqrt(3/2 |s^e + 2mu dx'|^2) giving dp;
7. tangent: with a = 1 + 3mu dp / R (1 where elastic), K i i + 2mu/a (1 - i i/3) less, where s' : de' >= 0 at a plastic point,

       (3mu)^2 (1 - dp R'/R) / (a R^2 (3mu + R')) s' s'

   that of rates is the same with dp = 0 and s' of the start of the step, plastic where the last step was; in plane stress
   condensed.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, outer, unit, without_across

from ._law import Law, strain_increment


class VonMises(Law):
    """The law with one kind of hardening: `make(data, shape, before) -> elasticity, hardening` (see _hardening)."""

    internal_names = ("EPSPEQ", "INDIPLAS")

    def __init__(self, make, needs):
        self.make, self.needs = make, needs

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 7."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        elasticity, hardening = self.make(data, shape)
        two_mu, three_k = elasticity.two_mu, elasticity.three_k
        p, was_plastic = state.internal[..., 0], state.internal[..., 1] >= 0.5
        before = scaled(state.stress, data, shape, elasticity, self.make)
        start, pressure = deviator(before), mean(before)
        if data.step.predicting:
            size = np.sqrt(1.5) * norm(start)
            tangent = self._tangent(elasticity, hardening, p, np.zeros(shape), size, start, was_plastic & (size > 1e-15), ns)
            return state.stress, state.internal, across_free(tangent, continuum)
        increment, _ = strain_increment(strain, state, data, continuum)
        flat = continuum.flat
        if flat:
            increment = increment.copy()
            poisson = elasticity.poisson
            increment[..., 2] = -poisson / (1 - poisson) * (increment[..., 0] + increment[..., 1])
        shear = deviator(increment)
        trial = start + two_mu[..., None] * shear
        size = np.sqrt(1.5) * norm(trial)
        limit = hardening.at(p)[0]
        size = np.where(abs(size - limit) <= np.finfo(float).eps * limit, limit, size)
        plastic = size > limit
        slip = np.where(plastic, hardening.slip(np.where(plastic, size, limit), 1.5 * two_mu, p), 0.0)
        if flat and plastic.any():
            slip, extra = self._flat_slip(elasticity, hardening, p, slip, trial, plastic)
            spread = np.stack([-extra, -extra, 2 * extra, 0 * extra], axis=-1) / 3
            increment = increment + extra[..., None] * np.array([0.0, 0.0, 1.0, 0.0])
            shear, trial = shear + spread, trial + two_mu[..., None] * spread
        limit, _ = hardening.at(p + slip)
        share = np.where(plastic, limit / np.where(plastic, limit + 1.5 * two_mu * slip, 1.0), 1.0)
        bent = share[..., None] * trial
        stress = bent + (pressure + three_k * mean(increment))[..., None] * unit(ns)
        if flat:
            stress[..., 2] = np.where(plastic, stress[..., 2], 0.0)
        internal = np.stack([p + slip, plastic.astype(float)], axis=-1)
        loading = plastic & ((bent * shear).sum(axis=-1) >= 0.0)
        tangent = self._tangent(elasticity, hardening, p, slip, limit, bent, loading, ns)
        return stress, internal, across_free(tangent, continuum)

    def _flat_slip(self, elasticity, hardening, p, slip, trial, plastic):
        """(dp, dx) of step 6, by Newton's method kept within an interval that holds the solution."""
        young, poisson, two_mu = elasticity.young, elasticity.poisson, elasticity.two_mu

        def across(dp):
            limit, rate = hardening.at(p + dp)
            bottom = young * dp + 2 * (1 - poisson) * limit
            dx = 3 * (1 - 2 * poisson) * trial[..., 2] * dp / bottom
            return limit, rate, dx, 3 * (1 - 2 * poisson) * trial[..., 2] * 2 * (1 - poisson) * (limit - rate * dp) / bottom**2

        direction = np.array([-1.0, -1.0, 2.0, 0.0]) / 3
        low, high = np.zeros_like(slip), np.full_like(slip, np.inf)
        for _ in range(200):
            limit, rate, dx, dx_rate = across(slip)
            moved = trial + (two_mu * dx)[..., None] * direction
            size = np.sqrt(1.5) * norm(moved)
            excess = 1.5 * two_mu * slip - size + limit
            slope = 1.5 * two_mu + rate - 1.5 * (moved @ direction) * two_mu * dx_rate / np.where(size > 0, size, 1.0)
            low, high = np.where(excess < 0, slip, low), np.where(excess < 0, high, slip)
            new = slip - excess / slope
            middle = np.where(np.isinf(high), 2 * slip, 0.5 * (low + high))
            new = np.where(plastic, np.where((new > low) & (new < high), new, middle), 0.0)
            close = abs(excess) <= 1e-14 * np.maximum(size, limit)
            if (close | ~plastic | (abs(new - slip) <= 1e-15 * (p + slip))).all():
                break
            slip = new
        return slip, np.where(plastic, across(slip)[2], 0.0)

    def _tangent(self, elasticity, hardening, p, slip, size, stress, plastic, ns):
        """Step 7, `size` being R at the end of the step (the size of the stress when it is of rates)."""
        three_mu = 1.5 * elasticity.two_mu
        rate = np.broadcast_to(hardening.at(p + slip)[1], plastic.shape)
        size = np.where(plastic, size, 1.0)
        a = np.where(plastic, 1.0 + three_mu * slip / size, 1.0)
        factor = np.where(plastic, -(three_mu**2) / (three_mu + rate) / size**2 * (1.0 - slip * rate / size) / a, 0.0)
        tangent = isotropic_stiffness(elasticity.two_mu / a, np.broadcast_to(elasticity.three_k, a.shape), ns)
        return tangent + factor[..., None, None] * outer(stress, stress)


def scaled(stress, data, shape, elasticity, make):
    """Step 2."""
    if data.surroundings is None:
        return stress
    before, _ = make(data, shape, before=True)
    part = mean(stress)[..., None] * unit(stress.shape[-1])
    return (elasticity.two_mu / before.two_mu)[..., None] * (stress - part) + (elasticity.three_k / before.three_k)[..., None] * part


def across_free(tangent, continuum):
    """Condensed in plane stress."""
    return without_across(tangent) if continuum.flat else tangent
