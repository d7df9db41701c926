"""Roche's method: how much of what displacements impose on a line of pipes plasticity takes away (u2.09.04, RCC-MRx RB 3680).

At every end of every pipe, with D the moments, Z the modulus of the section and P the pressure:

1. Stress of reference  s_r = sqrt((0.79 B2 |M_b| / Z)^2 + (0.87 M_t / Z)^2), s_p = 0.87 P (R - e) / e of the pressure.
2. Reversibility t = s_r / (E e_p(s_r)), e_p(s) = K (s / E)^(1/n); zero for s_r / E under 1e-6.
3. Of a whole line, T = int A s_r^2 / int (A s_r^2 / t), and the follow-up r = T / t - 1, not below zero under steady displacements;
   its largest value on the line is r_max.
4. True stress s_v:  r (s_v - s_p - s_r) / E + s_v / E + e_p(s_v) = (s_p + s_r) / E + e_p(s_p), or what RCC-MRx allows,
   2 COEF (0.426 RP02_MIN + 0.032 RM_MIN) RP02_MOY / RP02_MIN.
5. Reduction g = (s_v - s_p) / s_r; or, by RCC-MRx, (1 + r_max)(s_v - s_p) / (E (e_p(s_v) - e_p(s_p)) + (1 + r_max)(s_v - s_p)).
6. Equivalent stress sqrt((D1 P (R - e) / e)^2 + |D2 (M + g m + g' m')|^2 / Z^2).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

_SLIGHT = 1e-6
"""The stress of reference over Young's modulus below which nothing is reversed."""
_MOST, _CLOSE, _NOUGHT = 30, 1e-6, 1e-20
"""Iterations at most for the true stress; what the residual must fall to; what counts as zero."""
FAILED = -1.0
"""The true stress where the iterations do not converge."""


@dataclass
class Pipes:
    """The two ends of each pipe: all (n, 2) unless said.

    young, factor, exponent   E, and Ramberg and Osgood's K and n
    least_yield, least_strength, mean_yield, coefficient   RP02_MIN, RM_MIN, RP02_MOY, COEF; negative where they are not known
    area, inertia, radius, wall   of the end itself;  the last three of the other end by `other`
    pressure                  bend (n,) whether it is bent, by the angle (n,) and with the radius of its axis (n,)
    length (n,)               lines  list of the rows of each line
    """

    young: np.ndarray
    factor: np.ndarray
    exponent: np.ndarray
    least_yield: np.ndarray
    least_strength: np.ndarray
    mean_yield: np.ndarray
    coefficient: np.ndarray
    area: np.ndarray
    inertia: np.ndarray
    radius: np.ndarray
    wall: np.ndarray
    pressure: np.ndarray
    bend: np.ndarray
    angle: np.ndarray
    axis_radius: np.ndarray
    length: np.ndarray
    lines: list

    def plastic(self, stress):
        """e_p (n, 2)."""
        return self.factor * (stress / self.young) ** (1.0 / self.exponent)

    @cached_property
    def modulus(self):
        """Z (n, 2), the least of both ends."""
        own = self.inertia / self.radius
        return np.minimum(own, own[:, ::-1])

    @cached_property
    def flexibility(self):
        """f (n, 2) of bends, 1 elsewhere."""
        own = self.wall * self.axis_radius[:, None] / (self.radius - self.wall / 2) ** 2
        return np.where(self.bend[:, None], own, 1.0)

    @cached_property
    def bending_index(self):
        """B2 (n, 2)."""
        return np.where(self.bend[:, None], np.maximum(1.0, 1.3 / self.flexibility ** (2.0 / 3.0)), 1.0)

    @cached_property
    def pressure_index(self):
        """D1 (n, 1)."""
        return np.where(self.bend, 0.87, 0.0)[:, None]

    @cached_property
    def moment_indices(self):
        """D21, D22 and D23 (n, 2, 3)."""
        thin = self.radius / self.wall
        straight = 0.429 * (2.0 * np.maximum(thin, thin[:, ::-1])) ** 0.16
        f, angle = self.flexibility, np.where(self.bend, self.angle, np.pi)[:, None]
        swelling = 1.0 + 0.142 * self.pressure * (self.radius - self.wall) / (self.wall * self.least_yield * f**1.45)
        along = np.maximum(1.07 * (np.pi / angle) ** -0.4 / f ** (2.0 / 3.0) / swelling, 1.02)
        across = np.maximum(0.809 / f**0.44 / swelling, 1.02)
        bend = self.bend[:, None]
        return np.stack([np.full_like(f, 0.712), np.where(bend, along, straight), np.where(bend, across, straight)], axis=-1)

    @cached_property
    def pressure_stress(self):
        """s_p (n, 2)."""
        slender = (self.radius - self.wall) / self.wall
        return 0.87 * self.pressure * np.maximum(slender, slender[:, ::-1])


@dataclass
class FollowUp:
    """What one kind of moments (n, 2, 3), torsion first, comes to: all (n, 2); what is None is not asked for.

    reference, local, whole, spring, most   s_r, t, T, r and r_max
    true, strain, reduction                 s_v, its strain and g by r;  `best_...` the same by r_max
    """

    reference: np.ndarray
    local: np.ndarray
    whole: np.ndarray
    spring: np.ndarray
    most: np.ndarray
    true: np.ndarray
    best_true: np.ndarray
    strain: np.ndarray
    best_strain: np.ndarray
    reduction: np.ndarray
    best_reduction: np.ndarray

    def below_pressure(self, pipes: Pipes):
        """(n, 2) twice: whether the true stress is below that of the pressure."""
        return tuple((pipes.pressure_stress > own) & (own > 0.0) for own in (self.true, self.best_true))


def followed(pipes: Pipes, moments, steady: bool, allowed: bool) -> FollowUp:
    """Steps 1 to 5 for moments; `allowed`: the true stress is what RCC-MRx allows, and only what r_max tells is computed."""
    torsion, *bending = np.moveaxis(moments, -1, 0)
    z = pipes.modulus
    reference = np.hypot(0.79 * pipes.bending_index / z * np.hypot(*bending), 0.87 * torsion / z)
    slight = reference / pipes.young < _SLIGHT
    with np.errstate(divide="ignore", invalid="ignore"):
        local = np.where(slight, 0.0, reference / (pipes.young * pipes.plastic(reference)))
    whole, most = np.zeros_like(reference), np.zeros_like(reference)
    own = pipes.area * reference**2
    shares = np.divide(own, local, out=np.zeros_like(own), where=local != 0.0)
    for rows in pipes.lines:
        part, total = ((pipes.length[rows] * values[rows].mean(axis=1)).sum() for values in (shares, own))
        whole[rows] = total / part if part else 0.0
    spring = np.where(local == 0.0, 0.0, np.divide(whole, local, out=np.ones_like(local), where=local != 0.0) - 1.0)
    spring = np.maximum(spring, 0.0) if steady else spring
    for rows in pipes.lines:
        most[rows] = spring[rows].max()
    stress, zero = pipes.pressure_stress, np.zeros_like(reference)
    if allowed:
        true, strain, reduction = zero, zero, zero
        yields = 0.426 * pipes.least_yield + 0.032 * pipes.least_strength
        best = 2.0 * pipes.coefficient * yields * pipes.mean_yield / pipes.least_yield
        lever = (best - stress) * (1.0 + most)
        best_reduction = lever / (pipes.young * (pipes.plastic(best) - pipes.plastic(stress)) + lever)
    else:
        true, best = (true_stress(pipes, reference, values) for values in (spring, most))
        strain = _strain(pipes, true)
        reduction, best_reduction = (_reduction(reference, stress, values) for values in (true, best))
    return FollowUp(reference, local, whole, spring, most, true, best, strain, _strain(pipes, best), reduction, best_reduction)


def true_stress(pipes: Pipes, reference, spring):
    """Step 4 (n, 2): by slopes over a thousandth of the stress of reference, from half of it; FAILED where that does not converge."""
    e, p = pipes.young, pipes.pressure_stress
    given = (p + reference) / e + pipes.plastic(p)

    def residual(stress):
        with np.errstate(invalid="ignore"):
            return spring * (stress - p - reference) / e + stress / e + pipes.plastic(stress) - given

    slight, step = reference / e < _SLIGHT, reference / 1000.0
    stress = reference / 2.0
    start = residual(stress)
    now, ratio, flat = start, np.ones_like(start), np.zeros(start.shape, bool)
    for _ in range(_MOST + 1):
        going = ~slight & ~flat & (ratio > _CLOSE) & (abs(now) > _NOUGHT)
        if not going.any():
            break
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (residual(stress + step) - now) / step
            flat = flat | (going & (abs(slope) < _NOUGHT))
            going &= ~flat
            stress = np.where(going, stress - now / slope, stress)
            now = np.where(going, residual(stress), now)
            ratio = np.where(going, abs(now / start), ratio)
    converged = flat | (ratio <= _CLOSE) | (abs(now) <= _NOUGHT)
    return np.where(slight, 0.0, np.where(converged, stress, FAILED))


def _strain(pipes, stress):
    with np.errstate(invalid="ignore"):
        return np.where(stress < 0.0, FAILED, stress / pipes.young + pipes.plastic(np.maximum(stress, 0.0)))


def _reduction(reference, pressure, stress):
    taken = np.divide(stress - pressure, reference, out=np.ones_like(stress), where=reference > 0.0)
    return np.where((stress == 0.0) | (stress <= pressure), 1.0, taken)


def equivalent(pipes: Pipes, forces, displacements, shaken):
    """Step 6 (n, 2): M of forces (n, 2, 3) with its sign; the sizes of g m and g' m' (n, 2, 3) come on top."""
    whole = pipes.moment_indices * (forces + abs(displacements) + abs(shaken))
    hoop = pipes.pressure_index * pipes.pressure * (pipes.radius - pipes.wall) / pipes.wall
    return np.sqrt(hoop**2 + (whole**2).sum(axis=-1) / pipes.modulus**2)
