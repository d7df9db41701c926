"""A soil of Hujeux's law: its parameters, its elasticity that follows the pressure, and the three planes that it slides along.

Stresses are (n, 6) in Mandel's notation, tension positive; PREF and PCO are negative, as pressures are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pyaster_lite.fe.tensors import mean, norm

TINY = 1e-7
"""What counts as no pressure, or no deviator, beside the reference pressure."""
EPS = np.finfo(float).eps
PRECISION, CHORDS, FURTHER = 1e-8, 250, 20
"""Of the elastic pressure: how well balanced beside PREF, in how many chords, beyond how many bounds it is not sought."""
MOST_GROWN = 40.0
"""The largest exponent of the consolidation pressure."""

AXES = ((1, 2, 5), (0, 2, 4), (0, 1, 3))
"""Of each plane, the components of its two normal stresses and of its shear."""
ACROSS, ALONG, MEAN = (np.zeros((3, 6)) for _ in range(3))
for _k, (_a, _b, _s) in enumerate(AXES):
    ACROSS[_k, [_a, _b]] = 1.0, -1.0
    ALONG[_k, _s] = 1.0
    MEAN[_k, [_a, _b]] = 1.0
PARTS = np.concatenate([ACROSS / 2, ALONG, MEAN / 2]).T
"""(6, 9) what `in_planes` takes of stresses."""


def in_planes(stress):
    """(..., 3) of each plane: half the difference of the normal stresses, the shear, the pressure."""
    parts = stress @ PARTS
    return parts[..., 0:3], parts[..., 3:6], parts[..., 6:9]


def size(across, along):
    """(...) the deviator q of a plane."""
    return np.sqrt(across**2 + along**2 / 2)


@dataclass(frozen=True)
class Soil:
    """Parameters by their words in DEFI_MATERIAU, Pa and without dimension; angles by their sines, `cyclic_*` the first cyclic radii.

    elasticity  (6, 6) that at the reference pressure, Pa
    """

    elasticity: np.ndarray
    n: float
    beta: float
    d: float
    b: float
    friction: float
    dilatancy: float
    pco: float
    pref: float
    acyc: float
    amon: float
    ccyc: float
    cmon: float
    rd_ela: float
    ri_ela: float
    rhys: float
    rmob: float
    xm: float
    rd_cyc: float
    ri_cyc: float
    dila: float
    ptrac: float

    @property
    def scale(self):
        """|PREF|, Pa."""
        return abs(self.pref)

    @property
    def margin(self):
        """How far from traction stresses are kept, Pa."""
        return abs(1e-6 * self.pref)

    @cached_property
    def young(self):
        """Young's modulus along the first axis, Pa."""
        return 1 / np.linalg.inv(self.elasticity)[0, 0]

    def stiffening(self, pressure):
        """(p/PREF)^N."""
        return (pressure / self.pref) ** self.n

    def stiffness(self, stress):
        """(n, 6, 6) the tangent elasticity."""
        pressure = mean(stress)
        factor = np.where(pressure == 0.0, 1.0, self.stiffening(np.where(pressure == 0.0, self.pref, pressure)))
        return factor[:, None, None] * self.elasticity

    def consolidation(self, swelling):
        """PCO exp(-BETA e) of the volumetric plastic strain e."""
        return self.pco * np.exp(-self.beta * swelling)

    def mobility(self, radius):
        """ksi((r - RHYS)/(RMOB - RHYS)) and its rate by r."""
        width = self.rmob - self.rhys
        share = np.clip((radius - self.rhys) / width, 0.0, 1.0)
        between = (radius > self.rhys) & (radius <= self.rmob)
        rate = np.where(between, self.xm * np.where(between, share, 1.0) ** (self.xm - 1) / width, 0.0)
        return np.where(share > 0.0, share**self.xm, 0.0), rate

    def torn(self, stress, margins: float):
        """(n, 3) how far each plane is past so many margins before traction, beside |PREF|."""
        return (in_planes(stress)[2] + margins * self.margin - self.ptrac) / self.scale

    def confined(self, stress, change):
        """`change` (n, 6), shortened where some plane would come to traction."""
        now, grown = in_planes(stress)[2], in_planes(change)[2]
        limit = self.ptrac - self.margin
        share = (limit - now) / np.where(grown == 0.0, 1.0, grown)
        held = (now + grown > limit) & (grown > TINY) & (share > 0.0)
        return np.where(held, np.minimum(share, 1.0), 1.0).min(axis=-1)[:, None] * change

    def trial(self, stress, strain):
        """(n, 6) the elastic stress after a step of strain, kept from traction."""
        pressure = mean(stress)
        pushed = mean(strain @ self.elasticity)
        found = self._pressure(np.where(pressure >= 0.0, 1e-6 * self.pref, pressure), pushed)
        lost = (found >= 0.0) | (found / self.pref < TINY)
        factor = self.stiffening(np.where(lost, self.pref, found))
        change = factor[:, None] * (strain @ self.elasticity)
        even = np.concatenate([np.full(3, 1.01 * TINY * self.pref), np.zeros(3)])
        change = np.where(lost[:, None], even - stress, change)
        return stress + self.confined(stress, change)

    def _pressure(self, first, pushed):
        """The p of p = p0 + K0 tr(de) (p/PREF)^N by chords, to the precision that code_aster stops at; explicit where there is none."""
        if self.n == 0.0:
            return first + pushed
        explicit = first + pushed * self.stiffening(first)
        falls = pushed < 0.0
        x1, x2 = np.where(falls, first, 0.0), np.where(falls, 4 * first, first)
        y1, y2 = np.where(falls, explicit - first, first), np.where(falls, self._unbalanced(first, pushed, x2), explicit - first)
        for _ in range(FURTHER):
            short = falls & (y2 <= 0.0)
            if not short.any():
                break
            x1, y1 = np.where(short, x2, x1), np.where(short, pushed * self.stiffening(x2), y1)
            x2 = np.where(short, 4 * x2, x2)
            y2 = np.where(short, self._unbalanced(first, pushed, x2), y2)
        none = falls & (y2 <= 0.0)
        x3, y3, x4, y4 = x1, y1, x2, y2
        for _ in range(CHORDS):
            going = ~none & (pushed != 0.0) & (abs(y4 / self.pref) >= PRECISION) & (x3 != x4)
            if not going.any():
                break
            x1, y1 = np.where(going & (y4 < 0.0), (x4, y4), (x1, y1))
            x2, y2 = np.where(going & (y4 > 0.0), (x4, y4), (x2, y2))
            ahead = x3 - y3 / ((y4 - y3) / (x4 - x3))
            share = (ahead - x1) / (x2 - x1)
            ahead = np.where((share > 0.0) & (share < 1.0), ahead, x1 - y1 / ((y2 - y1) / (x2 - x1)))
            x3, y3 = np.where(going, (x4, y4), (x3, y3))
            x4 = np.where(going, ahead, x4)
            y4 = np.where(going, self._unbalanced(first, pushed, x4), y4)
        none |= y4 / explicit > 1e-2
        return np.where(pushed == 0.0, first, np.where(none, explicit, x4))

    def _unbalanced(self, first, pushed, p):
        return pushed * self.stiffening(p) - p + first

    def parts(self, stress, change):
        """How many parts a change of stress is worth, half of the stress each: 1 or more, by code_aster's rounding."""
        now, moved = norm(stress), norm(change)
        known = now / self.scale > TINY
        return np.where(known, np.floor(moved / np.where(known, now, 1.0) / 0.5 + 0.5), 1.0)
