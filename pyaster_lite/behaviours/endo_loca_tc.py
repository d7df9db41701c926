"""RELATION='ENDO_LOCA_TC': damage of concrete localised by the cells, its own in tension and in compression (r7.01.47).

With e the mechanical strain, s the elastic stress, s- = l neg(tr e) + 2 mu neg(e_i) (see _damage_parts), s+ = s - s-, and
chi(u) = (sum <u_i>^p)^(1/p) of principal values, p so great that it is the greatest one within RESI_INTE:

1.  tension, t = chi(s/FT):  h(b)^2 + TAU/dt (b - b_) t^2 = t^2,  b from b_ to 1,
    h = 1 + (k m0/2 - 1) b + k (d1 - m0)/2 b^r,  T = (1 - b)/h, k being ENER_TRAC_RUPT_N
2.  compression, c = max(c_, chi(-s-/SIGM_COMP_SEUIL)):  C = (1 + (m - 1) tanh((c - 1)/(m - 1)))/c beyond 1, m = FC/SIGM_COMP_SEUIL
3.  stress C (T s+ + s-); the tangent is its derivative; that of rates takes what is at its threshold for growing.
"""

from __future__ import annotations

from math import log, pi

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.large_strain import full, mandel

from ._bracket import between
from ._damage_parts import closed, half_square
from ._law import moduli
from ._principal import turned
from ._restarting import Restarting

WORDS = ("energy", "shape", "tension", "onset", "compression", "delay")
ALMOST = np.finfo(float).eps


class _Concrete:
    """The parameters at points, all of one shape."""

    def __init__(self, data, shape, precision):
        elastic = moduli(data)
        self.two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        self.lame = (three_k - self.two_mu) / 3
        energy, shape_, self.ft, self.onset, fc, delay = (np.broadcast_to(data.at_points(f"concrete.{word}"), shape) for word in WORDS)
        m0, d1 = 1.5 * pi * (shape_ + 2) ** -1.5, 0.75 * pi * np.sqrt(1 + shape_)
        if (energy * m0 <= 2.0).any():
            raise LawFailed("ENDO_LOCA_TC: ENER_TRAC_RUPT_N is too small beside COEF_ECRO_TRAC")
        if (self.onset <= 2 * self.ft).any() or (fc <= self.onset).any():
            raise LawFailed("ENDO_LOCA_TC: SIGM_COMP_SEUIL is to lie between 2 FT and FC")
        length = data.step.after - data.step.before
        if (length < delay * ALMOST).any():
            raise LawFailed("ENDO_LOCA_TC: the step is too short beside TAU_REGU_VISC")
        self.first, self.last, self.power = 0.5 * energy * m0 - 1, 0.5 * energy * (d1 - m0), (2 * (d1 - 1) - m0) / (2 - m0)
        self.most, self.delay = fc / self.onset, delay / length if length > 0.0 else 0.0 * delay
        close = self.ft * precision
        self.regular = close / (self.lame + self.two_mu)
        shares = (self.first * 2 / (energy * m0)) * precision, close / fc
        self.exponent = log(3.0) * np.maximum(*((1 + share) / share for share in shares))

    def elastic(self, strains):
        """The elastic stress of principal strains (..., 3)."""
        return (self.lame * strains.sum(-1))[..., None] + self.two_mu[..., None] * strains

    def chi(self, u):
        """chi of principal values (..., 3), and its derivatives by them."""
        top = np.maximum(u.max(-1), 0.0)
        beside = np.maximum(u / np.where(top > 0.0, top, 1.0)[..., None], 0.0)
        total = (beside ** self.exponent[..., None]).sum(-1)
        size = np.where(top > 0.0, total, 1.0) ** (1 / self.exponent)
        return top * size, np.where(beside > 0.0, (beside / size[..., None]) ** (self.exponent - 1)[..., None], 0.0)

    def h(self, b):
        """h and its slope."""
        return 1 + self.first * b + self.last * b**self.power, self.first + self.last * self.power * b ** (self.power - 1)

    def left(self, b):
        """T and its slope."""
        h, slope = self.h(b)
        return (1 - b) / h, -(h + (1 - b) * slope) / h**2

    def crushed(self, c):
        """C and its slope."""
        m = self.most - 1
        x = np.maximum(c, 1.0)
        bend = np.tanh((x - 1) / m)
        top = 1 + m * bend
        return top / x, np.where(c > 1.0, ((1 - bend**2) * x - top) / x**2, 0.0)

    def excess(self, b, before, square, delay):
        """What 1 lets vanish, and its slope."""
        h, slope = self.h(b)
        return h**2 + delay * square * (b - before) - square, 2 * h * slope + delay * square

    def torn(self, before, square, delay):
        """Step 1: b, and where it grows without being whole."""
        whole = (before >= 1.0) | (self.excess(np.ones_like(before), before, square, delay)[0] <= 0.0)
        grows = ~whole & (self.excess(before, before, square, delay)[0] < 0.0)
        x, _ = between(lambda b: self.excess(b, before, square, delay), before, before, 1.0, rows=grows, beside=1.0)
        return np.where(whole, 1.0, np.where(grows, x, before)), grows

    def stored(self, strains):
        """The energies of s+ and of s-."""
        whole = 0.5 * (self.elastic(strains) * strains).sum(-1)
        shut = self.lame * half_square(strains.sum(-1), self.regular)
        shut = shut + self.two_mu * half_square(strains, self.regular[..., None]).sum(-1)
        return whole - shut, shut


class TensionCompression(Restarting):
    """The law over all cells and points; `precision` of the regular parts."""

    plane_stress, symmetric = False, False
    internal_names = ("ENDO", "ENDOTRAC", "HISTTRAC", "ENERTRAC", "ENDOCOMP", "HISTCOMP", "ENERCOMP", "SIGMVISC", "ENDOTOT")
    needs = {"young": "ELAS", "concrete.energy": "ENDO_LOCA_TC"}

    def __init__(self, precision: float = 1e-6):
        self.precision = precision

    def within(self, precision, tries):
        """The law with another precision; what it seeks is found whatever the tries."""
        return type(self)(precision)

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        free = anelastic_strain(data, continuum.strains)
        concrete = _Concrete(data, shape, self.precision)
        values, axes = np.linalg.eigh(full(strain if free is None else strain - free))
        whole = concrete.elastic(values)
        shut, shut_rate = closed(values, concrete.lame, concrete.two_mu, concrete.regular)
        opened = whole - shut
        t, t_rate = concrete.chi(whole / concrete.ft[..., None])
        now, c_rate = concrete.chi(-shut / concrete.onset[..., None])
        b, c, square = old[..., 2], old[..., 5], t**2
        b, tears = concrete.torn(b, square, concrete.delay)
        edge = self.precision if data.step.predicting else 0.0
        crushes, c = now > np.maximum(1.0, c - edge), np.maximum(c, now)
        if data.step.predicting:
            tears |= (b < 1.0) & (concrete.excess(np.maximum(b - edge, 0.0), old[..., 2], square, concrete.delay)[0] <= 0.0)
        (torn, torn_rate), (crushed, crushed_rate) = concrete.left(b), concrete.crushed(c)
        inside = torn[..., None] * opened + shut
        elastic = concrete.lame[..., None, None] + concrete.two_mu[..., None, None] * np.eye(3)
        rate = crushed[..., None, None] * (torn[..., None, None] * (elastic - shut_rate) + shut_rate)
        tangent = turned(values, crushed[..., None] * inside, rate, axes, n)
        by_b = concrete.excess(b, old[..., 2], square, concrete.delay)[1]
        share = crushed * torn_rate * (1 - concrete.delay * (b - old[..., 2])) * 2 * t / concrete.ft / by_b
        pressed = (c_rate[..., None, :] @ shut_rate)[..., 0, :] / concrete.onset[..., None]
        grown = share[..., None] * concrete.elastic(t_rate), -crushed_rate[..., None] * pressed
        for grows, stress, slope in zip((tears, crushes), (opened, inside), grown):
            pulled, along = (_turned(x, axes, n) for x in (stress, slope))
            tangent = tangent + np.where(grows[..., None, None], pulled[..., :, None] * along[..., None, :], 0.0)
        stress = _turned(crushed[..., None] * inside, axes, n)
        return stress, self._variables(concrete, values, opened, square, b, c, torn, crushed, old), tangent

    @staticmethod
    def _variables(concrete, values, opened, square, b, c, torn, crushed, old):
        up, down = concrete.stored(values)
        some = up + down > 0.0
        lost = 1 - crushed * (torn * up + down) / np.where(some, up + down, 1.0)
        at_last = concrete.left(concrete.torn(b, square, 0.0 * concrete.delay)[0])[0]
        slow = np.where(concrete.delay > 0.0, crushed * (torn - at_last) * opened[..., -1], 0.0)
        damage = np.where(some, np.clip(lost, 0.0, 1.0), old[..., 0])
        return np.stack([damage, 1 - torn, b, up, 1 - crushed, c, down, slow, 1 - torn * crushed], axis=-1)


def _turned(values, axes, n):
    """(..., n) of principal values."""
    return mandel(np.einsum("...ai,...i,...bi->...ab", axes, values, axes), n)


BEHAVIOURS.add("ENDO_LOCA_TC", TensionCompression())
