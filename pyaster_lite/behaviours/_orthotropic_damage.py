"""The free energy of concrete whose damage has directions, and the forces that drive it (r7.01.09).

With e the strain, B the integrity (the unit tensor at rest), d the damage of compression, C = B e + e B, <x>+ and <x>- the parts of
values, or of principal values, that are positive and negative:

    stress  s = l <B:e>+ B + mu/2 (<C>+ B + B <C>+) + (1 - d)^2 (l <tr e>- 1 + 2 mu <e>-)
    F = -l <B:e>+ e - mu/2 (<C>+ e + e <C>+) + ECROB (1 - B)
    G = (1 - d) (l <tr e>-^2 + 2 mu <e>-:<e>-) - 2 d ECROD,  0 where that is negative

Tensors stand in Mandel's notation; `product(a)` is what takes x to a x + x a.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import outer, unit

from ._principal import turned

_BASIS = full(np.eye(6))
_PRODUCT = np.einsum("iab,kbc,jca->ijk", _BASIS, _BASIS, _BASIS) + np.einsum("iab,jbc,kca->ijk", _BASIS, _BASIS, _BASIS)
_ONE = unit(6)
TINY = np.finfo(float).eps


def product(a):
    """(n, 6, 6) of a (n, 6)."""
    return np.einsum("ijk,nk->nij", _PRODUCT, a)


def part(x, sign):
    """<x>+ or <x>- of tensors (n, 6), and its derivative (n, 6, 6)."""
    values, axes = np.linalg.eigh(full(x))
    kept = sign * values > 0.0
    found = np.where(kept, values, 0.0)
    rate = kept[..., None] * np.eye(3)
    return mandel(np.einsum("nai,ni,nbi->nab", axes, found, axes), 6), turned(values, found, rate, axes, 6)


class Opened:
    """What depends on B and e: s and F, without what d weakens, and their derivatives."""

    def __init__(self, e, b, words):
        self.lame, self.mu, self.hardening = words["lame"][:, None], words["mu"][:, None], words["ecrob"][:, None]
        along = (e * b).sum(axis=-1)
        self.e, self.b, self.opens = e, b, (along >= 0.0)[:, None]
        self.along = np.where(self.opens, along[:, None], 0.0)
        self.turn_e, self.turn_b = product(e), product(b)
        self.stretched, self.rate = part((self.turn_e @ b[..., None])[..., 0], 1.0)

    @property
    def stress(self):
        """(n, 6)."""
        return self.lame * self.along * self.b + 0.5 * self.mu * np.einsum("nij,nj->ni", self.turn_b, self.stretched)

    @property
    def stiffness(self):
        """(n, 6, 6) of the stress on e."""
        bulk = np.where(self.opens, self.lame, 0.0)[..., None] * outer(self.b, self.b)
        return bulk + 0.5 * self.mu[..., None] * (self.turn_b @ self.rate @ self.turn_b)

    @property
    def force(self):
        """(n, 6) F."""
        own = -self.lame * self.along * self.e - 0.5 * self.mu * np.einsum("nij,nj->ni", self.turn_e, self.stretched)
        return own + self.hardening * (_ONE - self.b)

    @property
    def force_by_b(self):
        """(n, 6, 6)."""
        bulk = np.where(self.opens, self.lame, 0.0)[..., None] * outer(self.e, self.e)
        return -bulk - 0.5 * self.mu[..., None] * (self.turn_e @ self.rate @ self.turn_e) - self.hardening[..., None] * np.eye(6)

    @property
    def force_by_e(self):
        """(n, 6, 6); less its transpose is the derivative of the stress on B."""
        bulk = np.where(self.opens, self.lame, 0.0)[..., None] * outer(self.e, self.b) + (self.lame * self.along)[..., None] * np.eye(6)
        return -bulk - 0.5 * self.mu[..., None] * (self.turn_e @ self.rate @ self.turn_b + product(self.stretched))


class Closed:
    """What depends on e alone, and which d weakens."""

    def __init__(self, e, words):
        self.lame, self.mu, self.hardening = words["lame"], words["mu"], words["ecrod"]
        self.trace = np.minimum(e[:, :3].sum(axis=-1), 0.0)
        self.pressed, self.rate = part(e, -1.0)

    @property
    def stress(self):
        """(n, 6), whole."""
        return (self.lame * self.trace)[:, None] * _ONE + 2.0 * self.mu[:, None] * self.pressed

    @property
    def stiffness(self):
        """(n, 6, 6), whole."""
        bulk = np.where(self.trace < 0.0, self.lame, 0.0)[:, None, None] * np.outer(_ONE, _ONE)
        return bulk + 2.0 * self.mu[:, None, None] * self.rate

    def force(self, d, blocked):
        """(n,) G, and its derivative by d; both zero where d is `blocked`."""
        energy = self.lame * self.trace**2 + 2.0 * self.mu * (self.pressed**2).sum(axis=-1)
        g = (1.0 - d) * energy - 2.0 * d * self.hardening
        acts = ~blocked & (g >= TINY * self.hardening)
        return np.where(acts, g, 0.0), np.where(acts, -energy - 2.0 * self.hardening, 0.0)

    def force_by_e(self, d):
        """(n, 6) of G where it acts; less it is the derivative of the stress on d."""
        return 2.0 * (1.0 - d)[:, None] * self.stress
