"""Limits of rocks in the manner of Hoek and Brown, and the flows that leave them (r7.01.24, r7.01.40).

Compression is positive. With s the deviator and I the trace of a stress, g = |s| h(cos 3t), h0 that of compression:

    k = (2/3)^(1/(2a)),   u = - m k g/(sqrt 6 SIGMA_C h0) + m k I/(3 SIGMA_C) + s k,   F = g - SIGMA_C h0 <u>^a

of a limit (a, s, m); the flow out of it is G = N - (N : n) n, N = dF/d(stress), n = (b s/|s| - 1)/sqrt(b^2 + 3) by the dilatancy b.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.behaviours._lode import triple_cosine
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import deviator, isotropic_stiffness, mean, norm, unit

EPS = np.finfo(float).eps
ROOT = np.sqrt(2.0 / 3.0)


@dataclass
class Stress:
    """What limits ask of stresses (n, ns): trace, deviator, g and its rate by the deviator."""

    trace: np.ndarray
    deviator: np.ndarray
    size: np.ndarray
    g: np.ndarray
    rate: np.ndarray


class Rock:
    """Parameters of some points, fields (n,); members tell `shape`, `first_shape`, `stiffening` and `limits`,
    and whether the second rate of h `bends`, as _written has it.

    shear, bulk  moduli at the pressure of the air;  strength, air (Pa);  creep_rate, creep_power of the viscous flow
    """

    def __init__(self, words, shear, bulk):
        self.__dict__.update(words)
        self.shear, self.bulk = shear, bulk

    @classmethod
    def repeated(cls, rock, count: int):
        """The points of `rock`, `count` times over."""
        words = {name: np.tile(value, count) for name, value in vars(rock).items()}
        return cls(words, words.pop("shear"), words.pop("bulk"))

    def shape(self, cosine):
        """h and its rate."""
        raise NotImplementedError

    def from_the_end(self, values, moves):
        """What a step from its end tells otherwise, in variables (n, nv) of points that move or do not."""

    def moduli(self, trace):
        """(2 mu, 3 K) under a stress."""
        factor = self.stiffened(trace / 3.0)
        return 2.0 * self.shear * factor, 3.0 * self.bulk * factor

    def elasticity(self, trace, n):
        """(n, ns, ns)."""
        return isotropic_stiffness(*self.moduli(trace), n)

    def stress(self, sigma) -> Stress:
        """What limits ask of stresses (n, ns)."""
        s, trace = deviator(sigma), 3.0 * mean(sigma)
        size = norm(s)
        safe = np.where(size > 0.0, size, 1.0)[:, None]
        cosine = triple_cosine(s, self.air)
        h, slope = self.shape(cosine)
        turn = np.sqrt(54.0) * self.square(s) / safe**2 - 3.0 * cosine[:, None] * s / safe
        rate = np.where(size[:, None] > 0.0, slope[:, None] * turn + h[:, None] * s / safe, 0.0)
        return Stress(trace, s, size, size * h, rate)

    def square(self, s):
        """(n, ns) T, the rate of the determinant of deviators (n, ns)."""
        m = full(s)
        return deviator(mandel(m @ m, s.shape[-1]))

    def bend(self, at: Stress):
        """(n, ns, ns) what the second rate of g by the stress would be more with -2 s (x) T than with -(s (x) T + T (x) s)."""
        safe = np.where(at.size > 0.0, at.size, 1.0)
        slope = self.shape(triple_cosine(at.deviator, self.air))[1]
        crossed = self.square(at.deviator)[:, :, None] * at.deviator[:, None, :]
        return (3.0 * np.sqrt(54.0) * slope / safe**4)[:, None, None] * (crossed - crossed.swapaxes(1, 2))

    def parts(self, limit):
        """(A, B, k) of u = A g + B I + s k."""
        a, _, m = limit
        k = (2.0 / 3.0) ** (0.5 / a)
        return -m * k / np.sqrt(6.0) / self.strength / self.first_shape, m * k / 3.0 / self.strength, k

    def criterion(self, limit, at: Stress):
        """F and u, which may be negative."""
        a, s, _ = limit
        by_g, by_trace, k = self.parts(limit)
        u = by_g * at.g + by_trace * at.trace + s * k
        return at.g - self.strength * self.first_shape * np.maximum(u, 0.0) ** a, u

    def normal(self, limit, u, at: Stress):
        """N (n, ns)."""
        by_g, by_trace, _ = self.parts(limit)
        leaned = by_g[:, None] * at.rate + by_trace[:, None] * unit(at.rate.shape[-1])
        return at.rate - (limit[0] * self.push(limit, u))[:, None] * leaned

    def push(self, limit, u):
        """SIGMA_C h0 u^(a-1), none where there is no u."""
        there = u > EPS
        return np.where(there, self.strength * self.first_shape * np.where(there, u, 1.0) ** (limit[0] - 1.0), 0.0)

    def by_limit(self, limit, rates, u, at: Stress):
        """The rate of F while the limit goes by `rates` (a', s', m')."""
        by_g, by_trace, k = self.parts(limit)
        a, _, m = limit
        push = self.push(limit, u)
        by_m = (by_g * at.g + by_trace * at.trace) / m
        by_a = -np.log(np.where(u > EPS, u, 1.0) / k) * u * push
        return rates[0] * by_a - a * push * (k * rates[1] + by_m * rates[2])

    def dilatancy(self, sine):
        """b of the sine of the dilatancy."""
        return -2.0 * np.sqrt(6.0) * sine / (3.0 - sine)

    def along(self, sine, at: Stress):
        """n (n, ns)."""
        b = self.dilatancy(sine)
        safe = np.where(at.size > 0.0, at.size, 1.0)
        return ((b / safe)[:, None] * at.deviator - unit(at.deviator.shape[-1])) / np.sqrt(b * b + 3.0)[:, None]

    def out_of(self, normal, along):
        """G (n, ns) of N and n."""
        return normal - (normal * along).sum(axis=-1, keepdims=True) * along

    def flow(self, normal, sine, at: Stress):
        """G (n, ns) by the sine of the dilatancy."""
        return self.out_of(normal, self.along(sine, at))

    def speed(self, creep, f):
        """A <F/PA>^N, 1/s, and its rate by F."""
        there = f > 0.0
        share = np.where(there, f, 1.0) / self.air
        speed = np.where(there, creep * share**self.creep_power, 0.0)
        return speed, np.where(there, speed * self.creep_power / (share * self.air), 0.0)


def distortion(strain):
    """sqrt(2/3) |dev e|."""
    return ROOT * norm(deviator(strain))
