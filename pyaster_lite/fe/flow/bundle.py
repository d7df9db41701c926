"""Tubes of a bundle in a transverse flow: forces by correlations of the reduced velocity (r4.07.04, section 2).

    x = V / (f D),    c_f = D V0 / 2 int C_d(x) rho u phi^2 ds,    k_f = V0^2 / 2 int C_k(x) rho u^2 phi^2 ds

u the profile of the velocity over its mean along the tube, V0 the mean velocity, phi the shape of the mode along the flow's force.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

POWERS = np.arange(-7, 4)
"""Of the reduced velocity, along the columns of a correlation."""
LAST_POWERS = {
    (1, 1004): ((0.0, 2.1337),),
    (1, 1005): ((0.0, 1.539),),
    (1, 1008): ((0.0, 0.66146),),
    (2, 1003): ((0.0214, 1.1146),),
    (2, 1004): ((0.00375, 2.76251),),
}
"""What the last piece of some damping correlations has: (factor, power); a factor of zero raises the constant to a power."""
BY_ZONE = (1, 1003)
"""Its reduced velocity is that of the mean over the zone."""


@dataclass(frozen=True)
class Correlation:
    """A coefficient by the reduced velocity, in pieces.

    limits     (n,) where the pieces start; nothing below the first
    rows       (n, 11) of each, by powers -7 to 3
    validity   (least, largest) reduced velocity of the experiments
    last       a power law of the last piece: (factor, power), with a factor of zero the constant of the row times the power
    factors    (n,) what the pieces are multiplied by
    """

    limits: np.ndarray
    rows: np.ndarray
    validity: tuple[float, float]
    last: tuple[float, float] | None = None
    factors: np.ndarray | None = None

    def __call__(self, x) -> np.ndarray:
        """The coefficient at reduced velocities (n,), with the sign of a force that feeds the motion."""
        x = abs(np.asarray(x, float))
        piece = np.searchsorted(self.limits, x, side="right") - 1
        on = piece >= 0
        result, own = np.zeros(x.shape), piece[on]
        values = (self.rows[own] * x[on, None] ** POWERS).sum(axis=1)
        if self.last is not None:
            (factor, power), end = self.last, own == len(self.limits) - 1
            constant = self.rows[-1, 7]
            values[end] = constant + factor * x[on][end] ** power if factor else constant * x[on][end] ** power
        if self.factors is not None:
            values = values * self.factors[own]
        result[on] = -values
        return result


def damping_correlation(kind: tuple[int, int], limits, rows, validity) -> Correlation:
    """C_d of a kind of bundle (pitch, arrangement), of the numbers of its table."""
    factors = None
    if kind == (2, 1004):
        factors = np.ones(len(limits))
        factors[3] = 0.95
    last = LAST_POWERS[kind][0] if kind in LAST_POWERS else None
    return Correlation(np.asarray(limits), np.asarray(rows), tuple(validity), last, factors)


def stiffness_correlation(limits, rows, validity) -> Correlation:
    """C_k of a kind of bundle, of the numbers of its table."""
    return Correlation(np.asarray(limits), np.asarray(rows), tuple(validity))


@dataclass(frozen=True)
class Zone:
    """A stretch of a tube that a flow excites.

    nodes         (first, last) of those along the tube where it flows
    arrangement   the kind of bundle (pitch, arrangement)
    damping, stiffness   its correlations
    """

    nodes: tuple[int, int]
    arrangement: tuple[int, int]
    damping: Correlation
    stiffness: Correlation


@dataclass(frozen=True)
class Flow:
    """A transverse flow along a tube, at its nodes in the order of the abscissas.

    abscissas  (n,) m;   densities  (n,) of the fluid outside, kg/m3;   diameter  outside, m
    profile    (n,) velocities of all zones, zero elsewhere;   means  (n,) of the zone of each node
    mean       over all zones
    """

    abscissas: np.ndarray
    densities: np.ndarray
    diameter: float
    zones: tuple[Zone, ...]
    profile: np.ndarray
    means: np.ndarray
    mean: float

    def added(self, s: complex, velocity: float, shape: np.ndarray) -> tuple[float, float]:
        """(damping, stiffness) that the flow adds to a mode of shape (n,), at a root s and a mean velocity."""
        unit = 2 * np.pi * velocity / (abs(s) * self.diameter * self.mean)
        damping, stiffness = np.zeros(len(shape)), np.zeros(len(shape))
        for zone in self.zones:
            first, last = zone.nodes
            part = slice(first, last + 1)
            u = self.profile[part]
            reduced = unit * (np.where(u != 0.0, self.means[part], u) if zone.arrangement == BY_ZONE else u)
            damping[part], stiffness[part] = zone.damping(reduced) * u, zone.stiffness(reduced) * u**2
        weight = self.densities * shape**2
        share = velocity / self.mean
        own = np.trapezoid(damping * weight, self.abscissas), np.trapezoid(stiffness * weight, self.abscissas)
        return 0.5 * self.diameter * share * own[0], 0.5 * share**2 * own[1]

    def outside(self, frequency: float, velocity: float) -> int:
        """How many nodes have a reduced velocity that the experiments did not reach."""
        unit = velocity / (frequency * self.diameter * self.mean)
        return sum(_outside(unit * self.profile[z.nodes[0] : z.nodes[1] + 1], z.damping.validity) for z in self.zones)


def _outside(reduced, validity):
    return int(((reduced < validity[0]) | (reduced > validity[1])).sum())


def zone_means(abscissas, profiles) -> tuple[list[tuple[int, int]], list[float], float]:
    """The nodes (first, last) where each profile (n,) flows, its mean velocity there, and the mean over all zones."""
    ends, means, area, length = [], [], 0.0, 0.0
    for profile in profiles:
        flows = np.flatnonzero(abs(profile) > np.finfo(float).eps)
        first, last = int(flows[0]), int(flows[-1])
        part = slice(first, last + 1)
        own, long = float(np.trapezoid(profile[part], abscissas[part])), float(abscissas[last] - abscissas[first])
        ends.append((first, last))
        means.append(own / long)
        area, length = area + own, length + long
    return ends, means, area / length
