"""RELATION='CSSM': Cam-Clay and Iwan's surfaces side by side, for soils in cyclic shear that are compacted (r7.01.44).

The stress is C e; Cam-Clay bears its mean and a share rho of the shear, K tr e_m 1 + 2 rho mu e_m', Iwan's part the mean and the rest,
T = C e - 2 rho mu e_m'. With t_i = mu g_i/(1 + (g_i/g_r)^n) at the distortions g_i below, R_i = sqrt(3) t_i, <x> = max(x, 0):

1.  s_i = (t_(i+1) - t_i)/(g_(i+1) - g_i) - rho mu, s_-1 = (1 - rho) mu,  2/H_i = 1/s_i - 1/s_(i-1)  for the first surfaces, up to
    a last one a from which H is not positive: that one is perfectly plastic
2.  Cam-Clay:  p_c = pc0 exp(- bt v),  S = eta pc0 exp(- om (l - v)),  A = stress + (p_c - S) 1,
    F = sqrt((A_eq/M)^2 + (tr A/3)^2) <= R exp< - bt dv > - S,  n = dF/dA,  dv = dl tr n
3.  Iwan:  F_i = sqrt((T + X_i)_eq^2 + R_i^2 <tr (T + X_i)/3C + 1>^2),  n_i its normal,  p_i = 2/(3 H_i) <F_i - R_i>;  of the last one
    X = 0 and F_a <= R_a, p_a its multiplier
4.  with D = sum of p_i n_i,   e = e_ + de - (rho dl n)' - ((1 - rho) D)' - mean parts of dl n and D,
    e_m = e_m_ + (e - e_) + (1 - rho) (D - dl n)'
5.  X_i = X_i_ - H_i p_i (n_i' + 3/2 (C/R_i)^2 tr n_i 1),  R = R_ exp< - bt dv >;  the tangent is that of 2. to 4.

Variables: e and e_m in Mandel's notation (4 in the plane, 6 in space each), l, the sum of p_a, v, the X_i, R, what yielded (1 Cam-Clay, 2
the last surface, 3 both).
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.tensors import AXES, deviator, isotropic_stiffness, mean, unit, von_mises

from ._implicit import Implicit, curvature, projectors
from ._law import strain_increment

DISTORTIONS = np.array([1e-5, 2.15443469e-5, 4.64158883e-5, 1e-4, 2.15443469e-4, 4.64158883e-4, 1e-3, 2.15443469e-3, 4.64158883e-3, 1e-2])
N = len(DISTORTIONS) - 1
LEAST = 1e-12
MOST = 300.0
WORDS = ("bulk", "shear", "critical", "slope", "hardening", "exponent", "distortion", "centre", "share", "reduction", "growth")
NAMES = (
    *(f"ELA{axes}" for axes in AXES),
    *(f"ELAM{axes}" for axes in AXES),
    "EPSPEQ1",
    "EPSPEQ2",
    "EPSPVOL",
    *(f"X{i}{axes}" for i in range(1, N + 1) for axes in AXES),
    "SEUIL",
    "INDIPLAS",
)


def times(matrix, vector):
    """(..., n) of a matrix (..., n, n) and a vector."""
    return (matrix @ vector[..., None])[..., 0]


class _Soil:
    """Parameters at all points, and both parts of the law over n components."""

    def __init__(self, data, shape, n):
        words = (np.broadcast_to(data.at_points(f"cssm_{word}"), shape) for word in WORDS)
        self.k, self.mu, self.pc0, self.m, self.bt, power, reference, self.c, self.rho, self.eta, self.om = words
        self.n, self.i, (self.spheric, self.deviatoric) = n, unit(n), projectors(n)
        self.stiffness = isotropic_stiffness(2 * self.mu, 3 * self.k, n)
        self.clay_stiffness = isotropic_stiffness(2 * self.rho * self.mu, 3 * self.k, n)
        g, rho_mu = DISTORTIONS, (self.rho * self.mu)[..., None]
        t = self.mu[..., None] * g / (1.0 + (g / reference[..., None]) ** power[..., None])
        slopes = np.diff(t, axis=-1) / np.diff(g) - rho_mu
        first = np.maximum(1.0 - self.rho, LEAST)[..., None] * self.mu[..., None]
        with np.errstate(divide="ignore"):
            half = 1.0 / slopes - 1.0 / np.concatenate([first, slopes[..., :-1]], axis=-1)
        self.hard = np.logical_and.accumulate(half > 0.0, axis=-1)
        self.h = np.where(self.hard, 2.0 / np.where(self.hard, half, 1.0), 1.0)
        limits = np.sqrt(3.0) * t
        self.limits = limits[..., :-1]
        self.last = np.take_along_axis(limits, self.hard.sum(axis=-1)[..., None], axis=-1)[..., 0]
        self.clay_share = self.rho[..., None, None] * self.deviatoric + self.spheric
        self.iwan_share = (1.0 - self.rho)[..., None, None] * self.deviatoric + self.spheric
        self.apart = (1.0 - self.rho)[..., None, None] * self.deviatoric

    def clay(self, strain, slip, volume):
        """F, p_c, S and n of step 2."""
        stress = times(self.clay_stiffness, strain)
        pc = self.pc0 * np.exp(-self.bt * volume)
        centre = self.pc0 * self.eta * np.exp(-self.om * (slip - volume))
        p = mean(stress) + pc - centre
        size = np.sqrt((von_mises(stress) / self.m) ** 2 + p**2)
        own = np.maximum(size, LEAST * self.mu)
        return own, pc, centre, (1.5 * deviator(stress) / self.m[..., None] ** 2 + p[..., None] * self.i / 3.0) / own[..., None]

    def iwan(self, stress, limit, shear, centre):
        """F_i, n_i and its rate of step 3."""
        pulled = np.maximum(mean(stress) / centre + 1.0, 0.0)
        size = np.maximum(np.sqrt(von_mises(stress) ** 2 + (limit * pulled) ** 2), LEAST * shear)
        along = (1.5 * deviator(stress) + (limit**2 * pulled / (3 * centre))[..., None] * self.i) / size[..., None]
        return size, along, curvature(along, size, 1.0, np.where(pulled > 0.0, (limit / centre) ** 2, 0.0))


class CyclicClay(Implicit):
    """The law over all cells and points."""

    symmetric = False
    needs = {"cssm_bulk": "CSSM"}
    internal_names = NAMES

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        shape, n = strain.shape[:2], strain.shape[-1]
        increment = strain_increment(strain, state, data, continuum)[0]
        step = _Step(_Soil(data, shape, n), state, increment)
        y, matrix, regime = self.solved(step.system, step.turned, step.first_regime(), shape, 2 * n + 3)
        stress = times(step.soil.stiffness, step.e + y[..., :n])
        return stress, step.variables(y, regime), self.driven(matrix, step.soil.stiffness)


class _Step:
    """The system of a step; unknowns are the increments of e, e_m, l, the sum of p_a and v."""

    def __init__(self, soil, state, increment):
        self.soil, self.old, self.increment = soil, state.internal, increment
        n = soil.n
        self.n, old = n, state.internal
        self.slip, self.sheared, self.volume = (old[..., 2 * n + j] for j in range(3))
        self.centres = slice(2 * n + 3, 2 * n + 3 + N * n)
        self.back = old[..., self.centres].reshape(*old.shape[:-1], N, n)
        kept = old[..., self.centres.stop]
        self.radius = np.where(kept < soil.pc0, soil.pc0 * np.exp(-soil.bt * self.volume), kept)
        self.e = np.linalg.solve(soil.stiffness, state.stress[..., None])[..., 0]
        moved = (self.back != 0.0).any(axis=-1) & soil.hard
        fresh = (self.slip == 0.0) & (self.sheared == 0.0) & ~moved.any(axis=-1)
        self.em = np.where(fresh[..., None], self.e, old[..., n : 2 * n])

    def first_regime(self):
        """Which of Cam-Clay and the last surface an elastic step would pass."""
        zero = np.zeros_like(self.radius)
        return self._passed(np.concatenate([self.increment, self.increment, zero[..., None], zero[..., None], zero[..., None]], axis=-1))

    def turned(self, y, regime):
        """What yields goes on yielding unless its multiplier is negative, what is passed yields."""
        return np.where(regime, y[..., 2 * self.n : 2 * self.n + 2] >= 0.0, self._passed(y))

    def _split(self, y):
        n = self.n
        return self.e + y[..., :n], self.em + y[..., n : 2 * n], y[..., 2 * n], y[..., 2 * n + 1], y[..., 2 * n + 2]

    def _iwan_stress(self, e, em):
        soil = self.soil
        return times(soil.stiffness, e) - (2 * soil.rho * soil.mu)[..., None] * deviator(em)

    def _passed(self, y):
        soil, (e, em, slip, _, volume) = self.soil, self._split(y)
        size, _, centre, _ = soil.clay(em, self.slip + slip, self.volume + volume)
        sheared = soil.iwan(self._iwan_stress(e, em), soil.last, soil.mu, soil.c)[0]
        return np.stack([size - (self.radius - centre) > 0.0, sheared - soil.last > 0.0], axis=-1)

    def _hardening(self, stress):
        """p_i n_i of the surfaces that harden, and the rate of their sum with the stress."""
        soil = self.soil
        size, along, bent = soil.iwan(stress[..., None, :] + self.back, soil.limits, soil.mu[..., None], soil.c[..., None])
        flows = soil.hard & (size > soil.limits)
        ease = np.where(flows, 2.0 / (3.0 * soil.h), 0.0)
        p = ease * (size - soil.limits)
        rate = p[..., None, None] * bent + ease[..., None, None] * (along[..., :, None] * along[..., None, :])
        return p[..., None] * along, rate.sum(axis=-3)

    def system(self, y, regime):
        """f and its rate with y."""
        soil, n, i = self.soil, self.n, self.soil.i
        e, em, slip, sheared, volume = self._split(y)
        yields, slides = regime[..., 0], regime[..., 1]
        a, b, lm, li, v = slice(0, n), slice(n, 2 * n), 2 * n, 2 * n + 1, 2 * n + 2
        f, matrix = y.copy(), np.zeros((*y.shape, y.shape[-1]))
        matrix[...] = np.eye(y.shape[-1])
        f[..., a] -= self.increment
        f[..., b] -= y[..., a]
        matrix[..., b, a] = -np.eye(n)
        # Iwan's part
        stress = self._iwan_stress(e, em)
        flows, rate = self._hardening(stress)
        flow = flows.sum(axis=-2)
        size, along, bent = soil.iwan(stress, soil.last, soil.mu, soil.c)
        last = np.where(slides, sheared, 0.0)
        flow, rate = flow + last[..., None] * along, rate + last[..., None, None] * bent
        by_clay = -(2 * soil.rho * soil.mu)[..., None, None] * soil.deviatoric
        for rows, share in ((a, soil.iwan_share), (b, -soil.apart)):
            f[..., rows] += times(share, flow)
            matrix[..., rows, a] += share @ rate @ soil.stiffness
            matrix[..., rows, b] += share @ rate @ by_clay
            matrix[..., rows, li] += np.where(slides[..., None], times(share, along), 0.0)
        f[..., li] = np.where(slides, (size - soil.last) / soil.k, sheared)
        matrix[..., li, li] = ~slides
        for columns, stiffness in ((a, soil.stiffness), (b, by_clay)):
            row = (along[..., None, :] @ stiffness)[..., 0, :] / soil.k[..., None]
            matrix[..., li, columns] = np.where(slides[..., None], row, 0.0)
        # Cam-Clay
        size, pc, centre, normal = soil.clay(em, self.slip + slip, self.volume + volume)
        slip = np.where(yields, slip, 0.0)
        bent = slip[..., None, None] * curvature(normal, size, soil.m**-2.0, 1.0)
        by_strain = bent @ soil.clay_stiffness
        slips, grows = (soil.om * centre)[..., None] * i, (-soil.bt * pc - soil.om * centre)[..., None] * i
        by_slip, by_growth = np.where(yields[..., None], normal + times(bent, slips), 0.0), times(bent, grows)
        for rows, share in ((a, soil.clay_share), (b, soil.apart)):
            f[..., rows] += slip[..., None] * times(share, normal)
            matrix[..., rows, b] += share @ by_strain
            matrix[..., rows, lm] += times(share, by_slip)
            matrix[..., rows, v] += times(share, by_growth)
        swollen = self.radius * np.exp(np.maximum(-soil.bt * volume, 0.0))
        f[..., lm] = np.where(yields, (size - swollen + centre) / soil.k, y[..., lm])
        row = (normal[..., None, :] @ soil.clay_stiffness)[..., 0, :] / soil.k[..., None]
        matrix[..., lm, b] = np.where(yields[..., None], row, 0.0)
        by_slip_of_f = (normal * slips).sum(axis=-1) - soil.om * centre
        by_growth_of_f = (normal * grows).sum(axis=-1) + soil.om * centre + np.where(volume < 0.0, soil.bt * swollen, 0.0)
        matrix[..., lm, lm] = np.where(yields, by_slip_of_f / soil.k, 1.0)
        matrix[..., lm, v] = np.where(yields, by_growth_of_f / soil.k, 0.0)
        f[..., v] -= slip * 3 * mean(normal)
        matrix[..., v, b] -= (i @ by_strain) * np.ones_like(slip)[..., None]
        matrix[..., v, lm] -= 3 * mean(by_slip)
        matrix[..., v, v] -= 3 * mean(by_growth)
        wild = yields & ((-soil.om * (self.slip + y[..., lm] - self.volume - volume) > MOST) | (-soil.bt * (self.volume + volume) > MOST))
        f[..., 0] = np.where(wild, np.inf, f[..., 0])
        return f, matrix

    def variables(self, y, regime):
        """Step 5 and the others."""
        soil, n = self.soil, self.n
        e, em, slip, sheared, volume = self._split(y)
        flows, _ = self._hardening(self._iwan_stress(e, em))
        wide = 4.5 * (soil.c[..., None] / soil.limits) ** 2 * mean(flows)
        out = np.zeros_like(self.old)
        out[..., :n], out[..., n : 2 * n] = e, em
        out[..., 2 * n], out[..., 2 * n + 1], out[..., 2 * n + 2] = self.slip + slip, self.sheared + sheared, self.volume + volume
        moved = -soil.h[..., None] * (deviator(flows) + wide[..., None] * soil.i)
        back = self.back + np.where(soil.hard[..., None], moved, 0.0)
        out[..., self.centres] = back.reshape(*back.shape[:-2], N * n)
        out[..., self.centres.stop] = self.radius * np.exp(np.maximum(-soil.bt * volume, 0.0))
        out[..., self.centres.stop + 1] = regime[..., 0] + 2 * regime[..., 1]
        return out


BEHAVIOURS.add("CSSM", CyclicClay())
