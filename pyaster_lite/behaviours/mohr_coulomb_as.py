"""RELATION='MohrCoulombAS': Mohr and Coulomb's criterion without corners and without apex (Abbo and Sloan 1995).

Tensions positive, s the deviator of the stress, J2 = s:s/2, J3 = det s, sin 3 th = - 3 sqrt(3) J3/(2 J2^(3/2)), |th| at most 30 degrees;
th_T the angle of transition, t the sign of th, for an angle f (that of friction or of dilatancy):

1.  |th| < th_T:  K = cos th - sin f sin th/sqrt(3);   else  K = A - B sin 3 th  with
    A = cos th_T/3 (3 + tan th_T tan 3 th_T + t (tan 3 th_T - 3 tan th_T) sin f/sqrt(3))
    B = (t sin th_T + sin f cos th_T/sqrt(3)) / (3 cos 3 th_T)
2.  F = m sin phi + sqrt(J2 K^2 + a^2 sin^2 phi) - c (1 + h l) cos phi,   m the mean stress, l the sum of the multipliers
3.  G is F with the angle psi of dilatancy and a tan phi/tan psi, n = dG/d stress;   e = e_ + d(strain) - dl n

Whether it yields is told once, by the elastic stress. Variables: e in Mandel's notation (4 in the plane, 6 in space), l, the plastic change
of volume, the work spent, whether the last step was plastic.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.porous import dual
from pyaster_lite.fe.tensors import AXES, isotropic_stiffness, mean, unit

from ._implicit import Implicit, projectors
from ._law import moduli_of, strain_increment

WORDS = ("young", "poisson", "cohesion", "friction", "dilatancy", "transition", "tension", "hardening")
FAR = 1e-4
"""F by the first modulus that a try goes no further than."""
LEAST = 1e-14
"""Of invariants (Pa2, Pa3), of what is left to the ends of sin 3 th."""


class _Rounded:
    """Step 1 of an angle, over points: K, and how it goes with th."""

    def __init__(self, angle, transition):
        self.sine, self.transition = np.sin(angle), transition
        self.tangents = np.tan(transition), np.tan(3 * transition)
        self.cosines = np.cos(transition), np.cos(3 * transition)

    def __call__(self, sine3):
        """(K, tan 3 th dK/dth) of a number sin 3 th."""
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            lode = dual.followed(sine3, lambda v: np.arcsin(v) / 3, lambda v: 1 / np.sqrt(1 - v * v) / 3)
            inside = abs(dual.value_of(lode)) < self.transition
            cosine, sine = dual.followed(lode, np.cos, lambda v: -np.sin(v)), dual.followed(lode, np.sin, np.cos)
            tangent = dual.followed(lode, lambda v: np.tan(3 * v), lambda v: 3 / np.cos(3 * v) ** 2)
            own = self.sine / sqrt(3)
            middle = cosine - sine * own, tangent * -(sine + cosine * own)
        sign = np.sign(dual.value_of(sine3))
        (tan, tan3), (cos, cos3) = self.tangents, self.cosines
        a = cos / 3 * (3 + tan * tan3 + sign * (tan3 - 3 * tan) * own)
        b = (sign * np.sin(self.transition) + own * cos) / (3 * cos3)
        return chosen(inside, middle[0], a - sine3 * b), chosen(inside, middle[1], sine3 * (-3 * b))


def chosen(where, first, second):
    """One number or another, point by point."""
    value = np.where(where, dual.value_of(first), dual.value_of(second))
    if not isinstance(second, dual.Dual):
        return value
    return dual.Dual(value, np.where(where[..., None], first.slope, second.slope))


def root(number):
    """Its square root."""
    return dual.followed(number, np.sqrt, lambda v: 0.5 / np.sqrt(v))


def at_least(number, least):
    """The number, held where it is less than `least` in size, on its side of zero."""
    value = dual.value_of(number)
    held = np.where(value < 0.0, np.minimum(value, -least), np.maximum(value, least))
    return dual.Dual(held, number.slope) if isinstance(number, dual.Dual) else held


def squared(s):
    """(..., n) the product of a tensor with itself, and (...) its determinant; Mandel's notation."""
    n, r = dual.value_of(s).shape[-1], sqrt(0.5)
    a, b, c, d = s[..., 0], s[..., 1], s[..., 2], s[..., 3] * r
    e, f = (s[..., 4] * r, s[..., 5] * r) if n == 6 else (0.0 * d, 0.0 * d)
    parts = [a * a + d * d + e * e, d * d + b * b + f * f, e * e + f * f + c * c, (a * d + d * b + e * f) * sqrt(2)]
    if n == 6:
        parts += [(a * e + d * f + e * c) * sqrt(2), (d * e + b * f + f * c) * sqrt(2)]
    determinant = a * b * c + 2.0 * (d * e * f) - a * f * f - b * e * e - c * d * d
    return dual.joined([part[..., None] for part in parts]), determinant


class _Soil:
    """Parameters at points, and the criterion over n components."""

    def __init__(self, data, shape, n):
        own = {word: np.broadcast_to(data.at_points(f"rounded_{word}"), shape) for word in WORDS}
        elastic = moduli_of(own["young"], own["poisson"])
        self.stiffness, self.i, self.deviatoric = isotropic_stiffness(elastic.two_mu, elastic.three_k, n), unit(n), projectors(n)[1]
        self.two_mu, self.three_k = elastic.two_mu, elastic.three_k
        phi, psi, turn = (np.radians(own[word]) for word in ("friction", "dilatancy", "transition"))
        self.phi, self.psi, self.cohesion, self.hardening = phi, psi, own["cohesion"] * np.cos(phi), own["hardening"]
        self.friction, self.dilatancy = _Rounded(phi, turn), _Rounded(psi, turn)
        self.cut, self.cut_of_flow = own["tension"] * np.sin(phi), own["tension"] * np.tan(phi) * np.cos(psi)

    def criterion(self, stress, slid):
        """F and n of a stress, with their slopes where it has some."""
        s = dual.turned(self.deviatoric, stress)
        square, determinant = squared(s)
        j2, j3 = at_least(dual.total(s * s) * 0.5, LEAST), at_least(determinant, LEAST)
        sine3 = j3 / (j2 * root(j2)) * (-1.5 * sqrt(3))
        clipped = np.clip(dual.value_of(sine3), -1 + LEAST, 1 - LEAST)
        sine3 = dual.Dual(clipped, sine3.slope) if isinstance(sine3, dual.Dual) else clipped
        m = dual.total(stress[..., :3]) / 3.0
        k, _ = self.friction(sine3)
        excess = m * np.sin(self.phi) + root(at_least(j2 * k * k + self.cut**2, LEAST**2)) - (slid * self.hardening + 1.0) * self.cohesion
        g, turning = self.dilatancy(sine3)
        size = root(at_least(j2 * g * g + self.cut_of_flow**2, LEAST**2))
        by_j2, by_j3 = g * (g - turning) / (size * 2.0), j2 * g * turning / (j3 * size * 3.0)
        flow = by_j2[..., None] * s + by_j3[..., None] * dual.turned(self.deviatoric, square)
        return excess, flow + (np.sin(self.psi) / 3)[..., None] * self.i


class RoundedMohrCoulomb(Implicit):
    """The law over all cells and points."""

    symmetric = False
    needs = {"rounded_young": "MohrCoulombAS"}
    internal_names = (*(f"ELA{axes}" for axes in AXES), "EPSPEQ", "EPSPVOL", "DISSIP", "INDIPLAS")

    def respond(self, strain, state, data, continuum):
        """Steps 1 to 3."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        soil = _Soil(data, shape, n)
        increment = strain_increment(strain, state, data, continuum)[0]
        first, slid, stiff = old[..., :n], old[..., n], soil.stiffness[..., 0, 0]

        def stressed(elastic):
            return (soil.stiffness @ elastic[..., None])[..., 0]

        yields = soil.criterion(stressed(first + increment), slid)[0] > 0.0

        def system(y, regime):
            seeded = dual.Dual(y, np.broadcast_to(np.eye(n + 1), (*y.shape, n + 1)))
            elastic, slip = seeded[..., :n], seeded[..., n]
            excess, flow = soil.criterion(dual.turned(soil.stiffness, elastic + first), slip + slid)
            plain = dual.joined([elastic - increment, slip[..., None]])
            plastic = dual.joined([elastic - increment + slip[..., None] * flow, (excess / stiff)[..., None]])
            made = chosen(np.broadcast_to(yields[..., None], y.shape), plastic, plain)
            return made.value, made.slope

        def refused(y):
            return yields & (soil.criterion(stressed(first + y[..., :n]), slid + y[..., n])[0] > FAR * stiff)

        y, matrix, _ = self.solved(system, lambda y, regime: regime, yields[..., None], shape, n + 1, refused)
        stress, plastic = stressed(first + y[..., :n]), increment - y[..., :n]
        internal = np.zeros_like(old)
        internal[..., :n], internal[..., n] = first + y[..., :n], slid + y[..., n]
        internal[..., n + 1] = old[..., n + 1] + 3 * mean(plastic)
        internal[..., n + 2] = old[..., n + 2] + (stress * plastic).sum(axis=-1)
        internal[..., n + 3] = y[..., n] > 0.0
        return stress, internal, self.driven(matrix, soil.stiffness)


BEHAVIOURS.add("MohrCoulombAS", RoundedMohrCoulomb())
