"""RELATION='MCC': modified Cam-Clay whose elasticity derives from an energy (r7.01.43).

With e' the deviator of the elastic strain e, l the sum of the multipliers, v the plastic part of the change of volume, tensions positive:

1.  U = exp(- kp tr e + kp^2 mu/K e':e'),   stress = U (2 mu e' - K/kp 1) + K/kp 1,  linear for kp = 0
2.  A = stress + pc0 exp(- bt v) 1,  F = sqrt((A_eq/M)^2 + (tr A/3)^2),  n = dF/dA
3.  elastic where F <= R;  else  e = e_ + d(strain) - dl n,  F = R + H dl,  dv = dl tr n
4.  at the end of the step  R = pc0 exp(- bt v) + s0  and  H = < - bt (R - s0)/R tr A/3 >, of the next one

A step is the more right the smaller it is, R being followed along its slope H alone.
Variables: e in Mandel's notation (4 in the plane, 6 in space), l, v, R, H, whether the last step was plastic, the dissipated energy.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import AXES, deviator, mean, outer, unit

from ._implicit import Implicit, curvature, projectors
from ._law import strain_increment

WORDS = ("bulk", "shear", "swelling", "critical", "slope", "tension", "hardening")


def square(tensor):
    """(...) the product with itself."""
    return (tensor * tensor).sum(axis=-1)


class _Clay:
    """Parameters at all points, the elasticity of step 1 and the ellipse of step 2."""

    def __init__(self, data, shape):
        words = (np.broadcast_to(data.at_points(f"mcc_{word}"), shape) for word in WORDS)
        self.k, self.mu, self.kp, self.pc0, self.m, self.s0, self.bt = words
        self.linear = self.kp <= 0.0
        self.soft = np.where(self.linear, 1.0, self.kp)

    def strain(self, stress):
        """The elastic strain of a stress; LawFailed where a pull is more than elasticity bears."""
        p, s = mean(stress), deviator(stress)
        left = np.where(self.linear, self.k, self.k - self.kp * p)
        if (left <= 0.0).any():
            raise LawFailed("MCC: the stress is more than the elasticity bears")
        grown = -np.log(left / self.k) / self.soft + self.soft * self.k / left**2 * square(s) / (4 * self.mu)
        volume = np.where(self.linear, p / self.k, grown)
        return volume[..., None] * unit(stress.shape[-1]) / 3.0 + (self.k / left / (2 * self.mu))[..., None] * s

    def stress(self, strain):
        """The stress of an elastic strain and (..., n, n) its rate."""
        n, e = strain.shape[-1], deviator(strain)
        i, (spheric, deviatoric) = unit(n), projectors(n)
        volume = 3.0 * mean(strain)
        u = np.exp(self.kp * (-volume + self.kp * self.mu / self.k * square(e)))
        mean_part = np.where(self.linear, self.k * volume, self.k / self.soft * (1.0 - u))
        stress = mean_part[..., None] * i + (2 * u * self.mu)[..., None] * e
        many = (..., None, None)
        mixed = outer(np.broadcast_to(i, e.shape), e)
        rate = 3 * self.k[many] * spheric + 2 * self.mu[many] * deviatoric
        rate = rate - (2 * self.kp * self.mu)[many] * (mixed + mixed.swapaxes(-1, -2))
        rate = rate + ((2 * self.kp * self.mu) ** 2 / self.k)[many] * outer(e, e)
        return stress, u[many] * rate

    def force(self, stress, volume):
        """A, F and n."""
        i = unit(stress.shape[-1])
        force = stress + (self.pc0 * np.exp(-self.bt * volume))[..., None] * i
        s, p = deviator(force), mean(force)
        size = np.sqrt(1.5 * square(s) / self.m**2 + p**2)
        own = np.where(size > 0.0, size, 1.0)[..., None]
        return force, size, (1.5 * s / self.m[..., None] ** 2 + p[..., None] * i / 3.0) / own


class ModifiedCamClay(Implicit):
    """The law over all cells and points."""

    needs = {"mcc_bulk": "MCC"}
    internal_names = (*(f"ELA{axes}" for axes in AXES), "EPSPEQ", "EPSPVOL", "SEUIL", "ECROUIS", "INDIPLAS", "DISSIP")

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 4."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        clay = _Clay(data, shape)
        slid, volume, kept, rising, _, spent = (old[..., n + j] for j in range(6))
        radius = np.where(slid == 0.0, clay.pc0 + clay.s0, kept)
        increment = strain_increment(strain, state, data, continuum)[0]
        first = clay.strain(state.stress)
        k, i = clay.k, unit(n)

        def excess(y):
            force, size, normal = clay.force(clay.stress(first + y[..., :n])[0], volume + y[..., n + 1])
            return size - radius - rising * y[..., n]

        def system(y, regime):
            elastic, slip, growth = first + y[..., :n], y[..., n], y[..., n + 1]
            stress, rate = clay.stress(elastic)
            _, size, normal = clay.force(stress, volume + growth)
            f, matrix = np.empty_like(y), np.zeros((*shape, n + 2, n + 2))
            matrix[..., :, :] = np.eye(n + 2)
            f[..., :n], f[..., n], f[..., n + 1] = y[..., :n] - increment, slip, growth
            bent = curvature(normal, np.where(size > 0.0, size, 1.0), clay.m**-2.0, 1.0)
            softer = (-clay.bt * clay.pc0 * np.exp(-clay.bt * (volume + growth)))[..., None] * i
            by_strain, by_growth = bent @ rate, (bent @ softer[..., None])[..., 0]
            own = np.zeros_like(matrix)
            own[..., :n, :n], own[..., :n, n], own[..., :n, n + 1] = slip[..., None, None] * by_strain, normal, slip[..., None] * by_growth
            own[..., n, :n] = (normal[..., None, :] @ rate)[..., 0, :] / k[..., None]
            own[..., n, n], own[..., n, n + 1] = -rising / k - 1.0, (normal * softer).sum(axis=-1) / k
            own[..., n + 1, :n] = -slip[..., None] * (i @ by_strain)
            own[..., n + 1, n], own[..., n + 1, n + 1] = -3 * mean(normal), -slip * 3 * mean(by_growth)
            left = np.zeros_like(f)
            left[..., :n], left[..., n] = slip[..., None] * normal, (size - radius - rising * slip) / k - slip
            left[..., n + 1] = -slip * 3 * mean(normal)
            return f + np.where(regime, left, 0.0), matrix + np.where(regime[..., None], own, 0.0)

        def turned(y, regime):
            return np.where(regime[..., 0], y[..., n] >= 0.0, excess(y) >= 0.0)[..., None]

        trial = np.concatenate([increment, np.zeros((*shape, 2))], axis=-1)
        y, matrix, regime = self.solved(system, turned, (excess(trial) > 0.0)[..., None], shape, n + 2)
        stress, rate = clay.stress(first + y[..., :n])
        internal = np.zeros_like(old)
        growth = volume + y[..., n + 1]
        force = clay.force(stress, growth)[0]
        swollen = clay.pc0 * np.exp(-clay.bt * growth)
        internal[..., :n], internal[..., n], internal[..., n + 1] = first + y[..., :n], slid + y[..., n], growth
        internal[..., n + 2] = swollen + clay.s0
        internal[..., n + 3] = np.maximum(-clay.bt * swollen / (swollen + clay.s0) * mean(force), 0.0)
        plastic = regime[..., 0]
        internal[..., n + 4] = plastic
        internal[..., n + 5] = spent + np.where(plastic, (force * (increment - y[..., :n])).sum(axis=-1), 0.0)
        return stress, internal, self.driven(matrix, rate)


BEHAVIOURS.add("MCC", ModifiedCamClay())
