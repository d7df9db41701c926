"""Plasticity of von Mises with isotropic and linear kinematic hardening: VMIS_ISOT_*, VMIS_CINE_LINE, VMIS_ECMI_* (r5.03.02).

With s' the deviator of s, X the centre of the yield surface, C Prager's modulus (none without kinematic hardening), a subscript
_ for the last converged instant, e the strains that no stress causes:

1. de = strain - strain_ - (e - e_); in plane stress de_zz = -nu/(1-nu) (de_xx + de_yy);
2. s_ scaled by the moduli of the end of the step over those before it: 2mu/2mu_ of the deviator, 3K/3K_ of the trace; X_ by C/C_;
3. trial s^e = s_' + 2mu de', the size of its distance to the centre q = sqrt(3/2 |s^e - X_|^2);
4. elastic where q <= R(p_), else dp solves R(p_ + dp) + 3/2 (2mu + C) dp = q;
5. with g = 1 + 3/2 C dp / R, h = g + 3mu dp / R, k = 3/2 C dp / (R h):
       s' = g/h s^e + 3mu dp / (R h) X_,   X = (1 - k) X_ + k s^e,   tr s = tr s_ + 3K tr de;
6. in plane stress a further strain dx across brings s_zz to zero: dx = (h/g - 1) (s^e - X_)_zz / (4mu/3 + K h/g), which enters
   the trial, 3/2 (2mu + C) dp + R(p_ + dp) = sqrt(3/2 |s^e + 2mu dx' - X_|^2) giving dp;
7. tangent: K i i + 2mu g/h (1 - i i/3) less, where (s' - X) : de' >= 0 at a plastic point,

       (3mu)^2 (1 - dp R'/R) / (h R^2 (3/2 (2mu + C) + R')) (s' - X) (s' - X)

   that of rates is the same with dp = 0 and the stress of the start of the step, plastic where the last step was (and, in plane
   stress with a centre, where the heat of the step does not unload: nmecmi); in plane stress condensed.

The equations of 6, and that of 4 where R is a power, are solved within RESI_INTE times R(0) from the dp of 4 without plane stress,
where code_aster's path stops (nmisot, nmecmi).
"""

from __future__ import annotations

from copy import copy

import numpy as np

from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mandel_factors, mean, norm, outer, unit, without_across

from ._bracket import between
from ._hardening import Power, Yield
from ._law import Law, strain_increment
from ._scalar_search import dekker
from ._simo_miehe import kirchhoff

ACROSS = np.array([-1.0, -1.0, 2.0, 0.0]) / 3


class VonMises(Law):
    """The law with one kind of hardening: `make(data, shape, before)` gives its Yield, `needs` is as in Law.

    precision, tries  of equations that have to be searched for, beside R(0); None for as well as can be
    origin            the law of the catalogue that another precision was given, None for that itself
    """

    internal_names = ("EPSPEQ", "INDIPLAS")
    rests = True
    precision, tries = None, 0
    origin: VonMises | None = None

    def __init__(self, make, needs):
        self.make, self.needs = make, needs

    def within(self, precision, tries):
        """The law with another precision, sought in so many tries."""
        found = copy(self)
        found.precision, found.tries, found.origin = precision, tries, self.origin or self
        return found

    def read(self, internal, ns):
        """(p, whether the last step was plastic, X) of internal variables; X None without kinematic hardening."""
        return internal[..., 0], internal[..., 1] >= 0.5, None

    def write(self, p, plastic, centre):
        """The internal variables (ne, ng, nv)."""
        return np.stack([p, plastic.astype(float)], axis=-1)

    def work_of_plasticity(self, p, data) -> np.ndarray:
        """(ne, ng) int_0^p R, of isotropic hardening."""
        return self.make(data, p.shape, False).hardening.area(p)

    def kirchhoff(self, f, before, internal, data):
        """Kirchhoff's stress, its rate and the variables at gradients f (ne, ng, 3, 3), see _simo_miehe."""
        return kirchhoff(self.make, f, before, internal, data, found_slip=self._searched)

    def unloading_kirchhoff(self, f, before, internal, data):
        """The same, but the rate of elasticity."""
        return kirchhoff(self.make, f, before, internal, data, True, self._searched)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 7."""
        shape, ns = strain.shape[:2], strain.shape[-1]
        now = self.make(data, shape, False)
        p, was_plastic, centre = self.read(state.internal, ns)
        before = self.make(data, shape, True) if data.surroundings is not None else now
        stress = _scaled(state.stress, now.elasticity, before.elasticity)
        if centre is not None and before is not now:
            centre = (
                np.where(before.prager != 0.0, now.prager / np.where(before.prager != 0.0, before.prager, 1.0), 1.0)[..., None] * centre
            )
        if data.step.predicting:
            away = deviator(stress) if centre is None else deviator(stress) - centre
            size = np.sqrt(1.5) * norm(away) if centre is None else np.broadcast_to(now.hardening.at(p)[0], shape)
            plastic = was_plastic & (size > 1e-15)
            if centre is not None and continuum.flat:
                heated, _ = strain_increment(state.strain, state, data, continuum)
                plastic &= (away * deviator(_flattened(heated, now.elasticity.poisson))).sum(axis=-1) >= 0.0
            tangent = _tangent(now, p, np.zeros(shape), size, away, plastic, ns)
            return state.stress, state.internal, without_across(tangent) if continuum.flat else tangent
        increment, _ = strain_increment(strain, state, data, continuum)
        return self.returned(increment, stress, p, centre, now, continuum)

    def returned(self, increment, stress, p, centre, now, continuum):
        """Steps 3 to 7: stress, internal variables and tangent after a strain increment (ne, ng, ns) that stress causes."""
        shape, ns = increment.shape[:2], increment.shape[-1]
        two_mu, three_k, hardening, prager = now.elasticity.two_mu, now.elasticity.three_k, now.hardening, now.prager
        if continuum.flat:
            increment = _flattened(increment, now.elasticity.poisson)
        shear, volume = deviator(increment), mean(increment)
        start = deviator(stress) if centre is None else deviator(stress) - centre
        away = start + two_mu[..., None] * shear
        size = np.sqrt(1.5) * norm(away)
        limit = np.broadcast_to(hardening.at(p)[0], shape)
        size = np.where(abs(size - limit) <= np.finfo(float).eps * limit, limit, size)
        plastic = size > limit
        slip, rate = self._slip(now, p, size, limit, plastic, continuum.flat), None
        if continuum.flat and plastic.any():
            if self.precision is not None and centre is None:
                rate = self._slope_kept(hardening, p, slip)
            slip, extra = _flat_slip(now, p, slip, away, plastic, self.precision, self.tries)
            shear, volume = shear + extra[..., None] * ACROSS, volume + extra / 3
            away = away + (two_mu * extra)[..., None] * ACROSS
        limit = np.where(plastic, hardening.at(p + slip)[0], 1.0)
        g = 1.0 + 1.5 * prager * slip / limit
        h = g + 1.5 * two_mu * slip / limit
        bent = away / h[..., None]
        # g/h s^e + 3mu dp/(R h) X_ = X_ + g/h (s^e - X_), and X = X_ + k (s^e - X_).
        moved = centre if centre is None else centre + ((g - 1.0) / h)[..., None] * away
        found = bent * g[..., None] + (mean(stress) + three_k * volume)[..., None] * unit(ns)
        if centre is not None:
            found = found + centre
        if continuum.flat:
            found[..., 2] = np.where(plastic, 0.0, found[..., 2])
        loading = plastic & ((bent * shear).sum(axis=-1) >= 0.0)
        tangent = _tangent(now, p, slip, limit, bent, loading, ns, rate)
        return found, self.write(p + slip, plastic, moved), without_across(tangent) if continuum.flat else tangent

    def _slope_kept(self, hardening, p, slip):
        """R' of the tangent in plane stress, None for that of the end: as in code_aster that where the search sets out, of a power that
        before the step (nmisot)."""
        return hardening.at(p if isinstance(hardening, Power) else p + slip)[1]

    def _slip(self, now, p, size, limit, plastic, first):
        """dp of step 4, or that from which step 6 sets out where `first`; `limit` is R before the step."""
        hardening, three_mu = now.hardening, 1.5 * (now.elasticity.two_mu + now.prager)
        trial = np.where(plastic, size, limit)
        if self.precision is None or not isinstance(hardening, Power):
            return np.where(plastic, hardening.slip(trial, three_mu, p), 0.0)
        guess = (trial - limit) / three_mu
        if first or not plastic.any():
            return guess
        guess = guess / (1.0 + hardening.at(p + guess)[1] / three_mu)
        return self._searched(hardening, trial, three_mu, p, plastic, guess)

    def _searched(self, hardening, trial, three_mu, p, plastic, guess=None):
        """dp with R(p + dp) + 3 mu dp = trial: of a power to the precision asked for (zerofr), from a guess or the slip of R(p)."""
        if self.precision is None or not isinstance(hardening, Power):
            return hardening.slip(trial, three_mu, p)
        guess = (trial - hardening.at(p)[0]) / three_mu if guess is None else guess
        close = abs(self.precision) * hardening.first
        return dekker(lambda dp: hardening.at(p + dp)[0] + three_mu * dp - trial, guess, close, self.tries, plastic)[0]


class Kinematic(VonMises):
    """The law with a centre of the yield surface among its variables; it has no form for Simo and Miehe's strains.

    isotropic  whether the cumulated plastic strain is one too
    """

    kirchhoff = None
    CENTRE = ("XCINXX", "XCINYY", "XCINZZ", "XCINXY", "XCINXZ", "XCINYZ")

    def __init__(self, make, needs, isotropic: bool):
        super().__init__(make, needs)
        self.isotropic = isotropic
        self.internal_names = ("EPSPEQ", "INDIPLAS", *self.CENTRE) if isotropic else (*self.CENTRE, "INDIPLAS")

    def within(self, precision, tries):
        """That of a cumulated plastic strain only: without one the law is not searched for within RESI_INTE in code_aster."""
        return super().within(precision, tries) if self.isotropic else self

    def read(self, internal, ns):
        """p, plastic, X."""
        if self.isotropic:
            return internal[..., 0], internal[..., 1] >= 0.5, _from_axes(internal[..., 2 : 2 + ns])
        return np.zeros(internal.shape[:-1]), internal[..., 6] >= 0.5, _from_axes(internal[..., :ns])

    def write(self, p, plastic, centre):
        """The variables; components out of the plane stay zero."""
        out = np.zeros((*p.shape, self.internal_size))
        first = 2 if self.isotropic else 0
        out[..., first : first + centre.shape[-1]] = _to_axes(centre)
        out[..., 1 if self.isotropic else 6] = plastic
        if self.isotropic:
            out[..., 0] = p
        return out


def _to_axes(tensor):
    """Mandel's notation to components."""
    return tensor / mandel_factors()[: tensor.shape[-1]]


def _from_axes(components):
    return components * mandel_factors()[: components.shape[-1]]


def _flattened(increment, poisson):
    """Step 1 of plane stress."""
    increment = increment.copy()
    increment[..., 2] = -poisson / (1 - poisson) * (increment[..., 0] + increment[..., 1])
    return increment


def _scaled(stress, now, before):
    """Step 2."""
    if now is before:
        return stress
    part = mean(stress)[..., None] * unit(stress.shape[-1])
    return (now.two_mu / before.two_mu)[..., None] * (stress - part) + (now.three_k / before.three_k)[..., None] * part


def _flat_slip(now: Yield, p, slip, away, plastic, precision=None, tries=0):
    """(dp, dx) of step 6, by Newton's method kept within an interval that holds the solution where no precision is asked for."""
    two_mu, three_k, prager = now.elasticity.two_mu, now.elasticity.three_k, now.prager

    def across(dp):
        """R, R', dx and its slope; h/g - 1 = 3mu dp / (R + 3/2 C dp)."""
        limit, rate = now.hardening.at(p + dp)
        bottom = limit + 1.5 * prager * dp
        more = 1.5 * two_mu * dp / bottom
        more_rate = 1.5 * two_mu * (limit - rate * dp) / bottom**2
        stiff = two_mu / 1.5 + three_k * (1.0 + more) / 3.0
        return limit, rate, more * away[..., 2] / stiff, more_rate * away[..., 2] * (two_mu / 1.5 + three_k / 3.0) / stiff**2

    def unmet(dp):
        limit, rate, dx, dx_rate = across(dp)
        moved = away + (two_mu * dx)[..., None] * ACROSS
        size = np.sqrt(1.5) * norm(moved)
        return 1.5 * (two_mu + prager) * dp - size + limit, limit, rate, dx_rate, moved, size

    if precision is not None:
        close = abs(precision) * now.hardening.first
        slip, _ = dekker(lambda dp: unmet(dp)[0], slip, close, tries, plastic)
        return slip, np.where(plastic, across(slip)[2], 0.0)

    def with_slope(dp):
        excess, limit, rate, dx_rate, moved, size = unmet(dp)
        slope = 1.5 * (two_mu + prager) + rate - 1.5 * (moved @ ACROSS) * two_mu * dx_rate / np.where(size > 0, size, 1.0)
        # relative to the stress, so that how close is close is the same everywhere
        scale = np.maximum(size, limit)
        return excess / scale, slope / scale

    slip, _ = between(with_slope, slip, 0.0, np.inf, rows=plastic, close=1e-14, beside=p)
    return slip, np.where(plastic, across(slip)[2], 0.0)


def _tangent(now: Yield, p, slip, size, away, plastic, ns, rate=None):
    """Step 7; `size` is R at the end of the step (of the stress when it is of rates), `away` is s' - X, `rate` R' if not of the end."""
    two_mu, prager = now.elasticity.two_mu, now.prager
    rate = np.broadcast_to(now.hardening.at(p + slip)[1] if rate is None else rate, plastic.shape)
    size = np.where(plastic, size, 1.0)
    g = np.where(plastic, 1.0 + 1.5 * prager * slip / size, 1.0)
    h = g + np.where(plastic, 1.5 * two_mu * slip / size, 0.0)
    plastic_modulus = 1.5 * (two_mu + prager) + rate
    factor = np.where(plastic, -((1.5 * two_mu) ** 2) / plastic_modulus / size**2 * (1.0 - slip * rate / size) / h, 0.0)
    tangent = isotropic_stiffness(two_mu * g / h, np.broadcast_to(now.elasticity.three_k, h.shape), ns)
    return tangent + factor[..., None, None] * outer(away, away)
