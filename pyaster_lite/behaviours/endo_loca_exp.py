"""RELATION='ENDO_LOCA_EXP': damage of concrete localised by the cells, of a cohesive crack's energy (r7.01.44; Lorentz 2017).

With e_i the principal mechanical strains, s the elastic stress, b = 1/REST_RIGIDITE (endless without any), and
neg(x) = (x - b/2) exp(b/x) for x < 0, else 0:

1.  s- = l neg(tr e) + 2 mu neg(e_i),  s+ = s - s-
2.  chi is the number for which, u = s/(chi SIG0), c = 3 BETA0^2 - 1/3:   sqrt(|u|^2 + c (tr u)^2) + |exp u| = g0
3.  h(a) = 1 + (k m0/2 - 1) a + k (d1 - m0)/2 a^r;  the damage a grows where chi > h(a), chi = h(a) then, up to 1
4.  stress (1 - a)/h(a) s+ + s-
5.  tangent: the derivative of 4 at constant a, and where a grows that of (1 - a)/h(a), chi^2 being h^2; that of rates is the first part.

The reach that a point predicts is that of a: where h(a_ + t)^2 = chi(e0 + x e1)^2, a convex function of x; its lines have slopes 1 or -1.
"""

from __future__ import annotations

from math import pi

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel

from ._bracket import between
from ._damage_parts import climb, closed, convex_lines, exponential, half_square
from ._law import moduli
from ._over_points import OverPoints
from ._principal import turned
from ._restarting import Restarting

WHOLE = 0.99
"""A damage beyond which no reach is predicted."""
WORDS = ("toughness", "shape", "strength", "scale", "confinement", "closing")


class _Material(OverPoints):
    """The parameters at points, all of one shape."""

    def __init__(self, data, shape):
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        kappa, p, sc, s0, b0, closing = (np.broadcast_to(data.at_points(f"local_{word}"), shape) for word in WORDS)
        lame = (three_k - two_mu) / 3
        share = lame / (lame + two_mu)
        spread = (b0 - 1 / 3) * (1 + 2 * share)
        along, across = (1 + spread) * sc / s0, (share + spread) * sc / s0
        g0 = np.sqrt(along**2 + 2 * across**2) + np.sqrt(np.exp(2 * sc / s0) + 2 * np.exp(2 * share * sc / s0))
        m0, d1 = 1.5 * pi * (p + 2) ** -1.5, 0.75 * pi * np.sqrt(1 + p)
        if (kappa * m0 < 2.0).any():
            raise LawFailed("ENDO_LOCA_EXP: KAPPA is too small beside P")
        self.lame, self.two_mu, self.s0, self.g0, self.regular = (
            lame,
            two_mu,
            s0,
            g0,
            np.where(closing > 0.0, 1 / np.maximum(closing, 1e-300), np.inf),
        )
        self.spread, self.first = 3 * b0**2 - 1 / 3, 0.5 * kappa * m0 - 1
        self.last, self.power = 0.5 * kappa * (d1 - m0), (2 * (d1 - 1) - m0) / (2 - m0)

    def h(self, a):
        """h and its slope."""
        return 1 + self.first * a + self.last * a**self.power, self.first + self.last * self.power * a ** (self.power - 1)

    def elastic(self, strains):
        """The elastic stress of principal strains (..., 3)."""
        return (self.lame * strains.sum(-1))[..., None] + self.two_mu[..., None] * strains

    def chi(self, stress):
        """Step 2 of principal stresses (..., 3), and its derivatives by them."""
        return exponential(stress, self.spread, self.g0, self.s0)

    def square(self, strains):
        """chi^2 of principal strains and its derivatives by them."""
        chi, slope = self.chi(self.elastic(strains))
        return chi**2, 2 * chi[..., None] * self.elastic(slope)

    def closed(self, strains):
        """s- of step 1, and its derivatives (..., 3, 3)."""
        return closed(strains, self.lame, self.two_mu, self.regular)

    def stored(self, strains):
        """The energies of s+ and of s-."""
        whole = 0.5 * (self.elastic(strains) * strains).sum(-1)
        parts = half_square(strains.sum(-1), self.regular), half_square(strains, self.regular[..., None]).sum(-1)
        lost = self.lame * parts[0] + self.two_mu * parts[1]
        return whole - lost, lost


class LocalDamage(Restarting):
    """The law over all cells and points."""

    plane_stress, symmetric = False, False
    elastic_rates = True
    internal_names = ("ENDO", "INDIENDO", "ENDORIGI", "ENERTRAC", "ENERCOMP")
    needs = {"young": "ELAS", "local_strength": "ENDO_LOCA_EXP"}

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        predicting = data.step.predicting
        free = anelastic_strain(data, continuum.strains)
        material = _Material(data, shape)
        values, axes = np.linalg.eigh(full(strain if free is None else strain - free))
        square, by_strain = material.square(values)
        a = old[..., 0]
        state_ = np.rint(old[..., 1])
        if not predicting:
            a, state_ = self._grown(material, a, state_, np.sqrt(square))
        h, rate = material.h(a)
        left = (1 - a) / h
        closed, closed_rate = material.closed(values)
        opened = material.elastic(values) - closed
        whole = material.lame[..., None, None] + material.two_mu[..., None, None] * np.eye(3)
        found = left[..., None] * opened + closed
        tangent = turned(values, found, left[..., None, None] * (whole - closed_rate) + closed_rate, axes, n)
        losing = (state_ == 1) & (not predicting)
        slope = np.where(losing, -(h + (1 - a) * rate) / h**2 / (2 * rate * h), 0.0)
        pulled, grown = (mandel(np.einsum("...ai,...i,...bi->...ab", axes, x, axes), n) for x in (opened, by_strain))
        tangent = tangent + slope[..., None, None] * pulled[..., :, None] * grown[..., None, :]
        stress = mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), n)
        return stress, np.stack([a, state_, 1 - left, *material.stored(values)], axis=-1), tangent

    @staticmethod
    def _grown(material, a, state, chi):
        """Step 3: the damage, and 0 where it stays, 1 where it grows, 2 where it is whole."""
        whole = (state == 2) | (chi >= material.h(np.ones_like(a))[0])
        grows = ~whole & (chi > material.h(a)[0])

        def over(x):
            value, slope = material.h(x)
            return value - chi, slope

        x, _ = between(over, a, a, 1.0, rows=grows, beside=1.0)
        return np.where(whole, 1.0, np.where(grows, x, a)), np.where(whole, 2.0, np.where(grows, 1.0, 0.0))

    def reaches(self, before, fixed, per_unit, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 2, 2) of strains fixed + x per_unit (ne, ng, ns); None where a point can have no solution."""
        shape = fixed.shape[:2]
        lines = np.full((*shape, 2, 2), np.nan)
        target = state.internal[..., 0] + reach
        able = (target < WHOLE) & (abs(per_unit).max(-1) > 0.0)
        if not able.any():
            return lines
        material = _Material(data, shape).of(able)
        start, unit, wanted = full(fixed[able]), full(per_unit[able]), material.h(target[able])[0] ** 2

        def g(x):
            values, axes = np.linalg.eigh(start + x[:, None, None] * unit)
            square, slope = material.square(values)
            return square - wanted, climb(slope, axes, unit)

        scale = material.s0 / (material.lame + material.two_mu) / np.linalg.norm(unit, axis=(1, 2))
        found = convex_lines(g, scale, bounds, reach)
        if found is None:
            return None
        lines[able] = found
        return lines


BEHAVIOURS.add("ENDO_LOCA_EXP", LocalDamage())
