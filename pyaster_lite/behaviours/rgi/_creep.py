"""Creep of concrete (r7.01.35; Sellier et al. 2016): a recoverable strain k of Kelvin and a permanent one m of Maxwell that consolidates.

    psi k' tau_k + psi k = e,    m' = e/(tau_m C),    e the elastic strain of the solid, in each direction

1.  consolidation, in the axes of m:  C_i = exp(min(|m_i|/(x |e_i|), 25))/x where e_i and m_i go the same way, else 1/x;
    x = (creep strain/(fc/3E)) w c h with the saturation w, the load c and the heat h; across the axes i and j min(C_i, C_j) counts
2.  the load: t the share of Drucker and Prager's limit that the stress reaches,  c = 1/(1 - 3/2 (1 - 1/XFLU) t), at most 25;
    creep damages asymptotically by d t
3.  heat: Arrhenius' law of water above the reference temperature makes all go faster, one of its own creep larger above a threshold
A step takes both rates by the rule of the mean (theta = 1/2), C being that of its start.
"""

from __future__ import annotations

import numpy as np

from ._points import ONE, along, components, principal, symmetric

GAS = 8.314
WATER_ACTIVATION = 2059.0
"""J/mol, of the viscosity of water."""
ZERO = 273.15
HOT = 80.0
"""Degrees for which the damage by heat is given."""
MOST = 25.0
THETA = 0.5
SMALL = 1e-6
PAIRS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def heated(words, temperature):
    """How much larger and how much faster heat makes creep, and the damage that it does (n,)."""
    activation = np.maximum(words.creep_activation, 1.0) / GAS
    now, reference, start = (1.0 / (t + ZERO) for t in (temperature, words.creep_temperature, words.heat_threshold))
    faster = np.exp(-WATER_ACTIVATION * (now - reference))
    larger = np.exp(activation * np.maximum(start - now, 0.0))
    weak = words.heat_threshold < HOT
    hot = np.exp(activation * np.maximum(start - 1.0 / (HOT + ZERO), 0.0))
    scale = words.heat_damage / (1.0 - words.heat_damage) / np.where(weak, hot - 1.0, 1.0)
    return larger, faster, np.where(weak, 1.0 - 1.0 / (1.0 + scale * (larger - 1.0)), 0.0)


def loaded(words, ripe, stress, pressure):
    """Step 2: c and the asymptotic damage (n,) of the stress (n, 3, 3) of the solid less what the pores hold."""
    total = stress - pressure[:, None, None] * ONE
    mean = np.trace(total, axis1=1, axis2=2) / 3.0
    deviator = total - mean[:, None, None] * ONE
    limit = ripe.compression * (1.0 / np.sqrt(3.0) - ripe.friction / 3.0)
    reached = np.minimum(np.sqrt((deviator**2).sum(axis=(1, 2)) / 2.0) + ripe.friction * mean, limit)
    share = np.where(words.creep_overload > 1.0, 1.5 * (1.0 - 1.0 / np.maximum(words.creep_overload, 1.0)), 0.0)
    acts = (share > 0.0) & (reached > 0.0)
    left = limit - share * reached
    low = left <= limit / MOST
    most = words.creep_damage
    damage = np.where(low, most, np.minimum(np.maximum(reached / limit, 0.0) * most, 1.0 - SMALL))
    larger = np.where(low, MOST, limit / np.where(low, limit, left))
    return np.where(acts, larger, 1.0), np.where(acts, damage, 0.0)


def consolidated(words, elastic, maxwell, larger):
    """Step 1: C along its axes (n, 3), the axes, and the least and the largest one (n,); `larger` is w c h."""
    strains, axes = principal(maxwell)
    own = np.einsum("nii->ni", along(axes, elastic))
    x = words.creep_strain / words.reference_strain * larger
    least = 1.0 / x
    grown = np.exp(np.minimum(abs(strains) / (x[:, None] * np.maximum(abs(own), SMALL)), MOST)) / x[:, None]
    c = np.where(own * strains >= 0.0, grown, least[:, None])
    return c, axes, np.maximum(c.min(axis=1), least), np.maximum(c.max(axis=1), least)


def directed(c, axes, frame):
    """(n, 6) 1/C of each component of strains told in a frame (n, 3, 3)."""
    turn = axes.swapaxes(-1, -2) @ frame
    weights = 1.0 / np.minimum(c[:, :, None], c[:, None, :])
    result = []
    for a, b in PAIRS:
        first = np.einsum("nk,nl->nkl", turn[:, :, a], turn[:, :, b])
        both = first if a == b else first + first.swapaxes(-1, -2)
        result.append((first * both * weights).sum(axis=(1, 2)))
    return np.stack(result, axis=1)


class Rates:
    """The rule of the mean over a step `dt`: Kelvin's and Maxwell's strains by the elastic one, component by component.

    With d = dt/(2 tau_k), m = dt/(2 tau_m C), both strains solve  (1 + d (1 + 1/psi)) k + d/psi x = ...,  m k + (1 + m) x = ...
    """

    def __init__(self, words, dt, faster, slower):
        self.psi = words.kelvin_ratio[:, None]
        self.kelvin = (THETA * dt / (words.kelvin_time / faster))[:, None]
        self.maxwell = (THETA * dt / words.maxwell_time)[:, None] * slower
        self.a, self.b = 1.0 + self.kelvin * (1.0 + 1.0 / self.psi), self.kelvin / self.psi
        self.det = self.a * (1.0 + self.maxwell) - self.b * self.maxwell

    def crept(self, elastic, kelvin, strain):
        """Increments (n, 3, 3) of k and m as the strain grows by (n, 3, 3), from an elastic strain and k."""
        e, k, de = components(elastic), components(kelvin), components(strain)
        first = self.kelvin / THETA * (e / self.psi - k) + self.kelvin * de / self.psi
        second = self.maxwell / THETA * (e + THETA * de)
        dk = ((1.0 + self.maxwell) * first - self.b * second) / self.det
        dm = (self.a * second - self.maxwell * first) / self.det
        return symmetric(dk), symmetric(dm)

    @property
    def relaxed(self):
        """How much k and m give back (n, 6) of a plastic strain."""
        return self.b / self.det, self.maxwell * (self.a - self.b) / self.det
