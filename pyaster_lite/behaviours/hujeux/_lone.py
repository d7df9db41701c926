"""One point of Hujeux's law in plain numbers: its soil, its elastic trial, its surfaces (arrays are slow where points are few).

The letters are those of _soil and _surfaces. What has no pressure, no deviator or is close to traction is left to the arrays:
`Odd` is raised. Vectors of plane k have three components, at the places AXES[k]; stresses are lists of six in Mandel's notation.
"""

from __future__ import annotations

from math import exp, floor, log, sqrt

from ._soil import AXES, CHORDS, FURTHER, MOST_GROWN, PRECISION, TINY, Soil


class Odd(Exception):
    """The point does not go on as it did: the arrays say what happens to it."""


class Together(Exception):
    """Points had better go together, in arrays, from the start of the step.

    Either iterations stand on the edge of an equation (a deviator straight against its history), where rounding says which way they
    go, for every point another way; or so many parts were odd that nothing is gained.
    """


class Ground:
    """The parameters of a soil and its elasticity, that of normal stresses (3, 3) apart from that of shears (3,)."""

    def __init__(self, soil: Soil):
        matrix = soil.elasticity.tolist()
        if soil.elasticity[:3, 3:].any() or soil.elasticity[3:, :3].any() or (soil.elasticity[3:, 3:] != 0.0).sum() > 3:
            raise Odd
        self.normal, self.shear = [row[:3] for row in matrix[:3]], [matrix[i][i] for i in (3, 4, 5)]
        self.soil, self.young, self.scale, self.margin = soil, float(soil.young), soil.scale, soil.margin

    def pushed(self, strain):
        """(6,) C de."""
        x, y, z = strain[:3]
        return [a * x + b * y + c * z for a, b, c in self.normal] + [g * e for g, e in zip(self.shear, strain[3:], strict=True)]

    def pushed_in(self, k, vector):
        """(6,) C m of a vector of plane k."""
        a, b, s = AXES[k]
        u, v, w = vector
        found = [row[a] * u + row[b] * v for row in self.normal] + [0.0, 0.0, 0.0]
        found[s] = self.shear[s - 3] * w
        return found

    def stiffening(self, pressure):
        """(p/PREF)^N."""
        share = pressure / self.soil.pref
        if not share > TINY:
            raise Odd
        return share**self.soil.n

    def consolidation(self, swelling):
        """PCO exp(-BETA e)."""
        exponent = -self.soil.beta * swelling
        if not exponent < MOST_GROWN:
            raise Odd
        pc = self.soil.pco * exp(exponent)
        if not pc / self.soil.pref >= TINY:
            raise Odd
        return pc

    def mobility(self, radius):
        """ksi and its rate by r."""
        soil = self.soil
        if radius <= soil.rhys:
            return 0.0, 0.0
        width = soil.rmob - soil.rhys
        if radius > soil.rmob:
            return 1.0, 0.0
        share = (radius - soil.rhys) / width
        return share**soil.xm, soil.xm * share ** (soil.xm - 1) / width

    def held(self, stress, margins=2.0):
        """Raises where some plane comes to so many margins before traction."""
        x, y, z = stress[:3]
        if not max(x + y, y + z, x + z) / 2 + margins * self.margin < self.soil.ptrac:
            raise Odd

    def trial(self, stress, strain):
        """(6,) the elastic stress after a step of strain."""
        change = self.pushed(strain)
        first = sum(stress[:3]) / 3
        if not first < 0.0:
            raise Odd
        factor = self.stiffening(self._pressure(first, sum(change[:3]) / 3))
        found = [s + factor * d for s, d in zip(stress, change, strict=True)]
        self.held(found, 1.0)
        return found

    def _pressure(self, first, pushed):
        """Soil._pressure of one point."""
        scale, n = self.soil.pref, self.soil.n
        if n == 0.0 or pushed == 0.0:
            return first + pushed
        explicit = first + pushed * (first / scale) ** n

        def unbalanced(p):
            return pushed * self._power(p) - p + first

        if pushed < 0.0:
            x1, y1, x2 = first, explicit - first, 4 * first
            y2, tries = unbalanced(x2), 0
            while y2 <= 0.0 and tries < FURTHER:
                x1, y1 = x2, pushed * self._power(x2)
                x2 *= 4
                y2, tries = unbalanced(x2), tries + 1
            if y2 <= 0.0:
                return explicit
        else:
            x1, y1, x2, y2 = 0.0, first, first, explicit - first
        x3, y3, x4, y4 = x1, y1, x2, y2
        for _ in range(CHORDS):
            if abs(y4 / scale) < PRECISION or x3 == x4:
                break
            if y4 < 0.0:
                x1, y1 = x4, y4
            elif y4 > 0.0:
                x2, y2 = x4, y4
            ahead = x3 - y3 / ((y4 - y3) / (x4 - x3)) if y4 != y3 else x1
            if not 0.0 < (ahead - x1) / (x2 - x1) < 1.0:
                ahead = x1 - y1 / ((y2 - y1) / (x2 - x1))
            x3, y3, x4 = x4, y4, ahead
            y4 = unbalanced(x4)
        return explicit if y4 / explicit > 1e-2 else x4

    def _power(self, p):
        share = p / self.soil.pref
        if share < 0.0:
            raise Odd
        return share**self.soil.n


def counted_parts(growth, unit, most):
    """Into how many parts growth by more than `unit` is cut."""
    return min(max(floor(growth / unit + 0.5), 1), most) if growth > unit else 1


class Plane:
    """The surface of plane k, `past` (x, t) the history of a cyclic one, None of a monotone one: the letters of `Planes`."""

    def __init__(self, ground: Ground, k, stress, pc, radius, past):
        soil = ground.soil
        i, j, s = AXES[k]
        self.ground, self.k, self.radius, self.turned = ground, k, radius, past is not None
        x, y = stress[i], stress[j]
        self.across, self.along, self.p = across, along, p = (x - y) / 2, stress[s], (x + y) / 2
        self.above = above = p - soil.ptrac
        if not (above / soil.pref >= TINY and p / soil.pref >= TINY):
            raise Odd
        self.logarithm = log(above / pc)
        self.shape = soil.friction * (1 - soil.b * self.logarithm)
        self.grown = grown = above * self.shape
        if past is None:
            self.t, self.h, self.c, self.a = (0.0, 0.0), (0.0, 0.0), across, along
        else:
            self.t, self.h = past[2:], (past[0] - radius * past[2], past[1] - radius * past[3])
            self.c, self.a = across - self.h[0] * grown, along - self.h[1] * grown
        self.q = sqrt(self.c**2 + self.a**2 / 2)
        if not self.q / ground.scale > TINY:
            raise Odd
        self.inner = 2 * across * self.c + along * self.a
        self.turning = 2 * self.c * self.h[0] + self.a * self.h[1]
        self.facing = self.c * self.t[0] + self.a * self.t[1] / 2
        self.rate = soil.friction * (1 - soil.b * (1 + self.logarithm)) / 2

    @property
    def excess(self):
        """q + r k, Pa."""
        return self.q + self.radius * self.grown

    def slope(self, inner=None):
        """sin(ANGDIL) + the mobilised slope."""
        moved = (self.inner if inner is None else inner) / (2 * self.q) if self.turned else self.q
        return self.ground.soil.dilatancy + moved / self.p

    def _vector(self, even):
        across, along = 0.5 / self.q * self.c, 0.5 / self.q * self.a
        return even + across, even - across, along

    def normal(self):
        """(3,) by the stress."""
        return self._vector(self.rate * (self.radius - self.turning / (2 * self.q)))

    def flow(self, mobility):
        """(3,) the direction of plastic strains."""
        return self._vector(-self.ground.soil.dila / 2 * mobility * self.slope())

    def flow_rates(self, mobility):
        """(3, 3) its derivatives by the stress, as `Planes.flow_rates` has them."""
        q, rate, ps, p = self.q, self.rate, self.inner, self.p
        own, centred = (self.across, -self.across, self.along), (self.c, -self.c, self.a)
        h0, h1 = self.h
        sxh, scxh = 2 * self.across * h0 + self.along * h1, self.turning
        half, share = 0.5 / q, self.ground.soil.dila / 4 * mobility / (p * q)
        cube, less = 0.25 / q**3, ps / (2 * q**2)
        even = share * (rate * sxh - less * rate * scxh + ps / (2 * p))
        means = [
            -half * rate * h + cube * rate * scxh * c - share * (c + o - less * c) + e
            for h, c, o, e in zip((h0, -h0, h1), centred, own, (even, even, 0.0), strict=True)
        ]
        (c, _, a), half2 = centred, half / 2
        return (
            (half2 - cube * c * c + means[0], -half2 + cube * c * c + means[0], -cube * c * a),
            (-half2 + cube * c * c + means[1], half2 - cube * c * c + means[1], cube * c * a),
            (-cube * a * c + means[2], cube * a * c + means[2], half - cube * a * a),
        )


def even_surface(ground: Ground, mean, radius, pc, turned, centre, sense):
    """The isotropic mechanism: excess, side of its normal and flow, derivative by the swelling, softening (the letters of `Isotropic`)."""
    soil = ground.soil
    size, start = soil.d * pc, centre if turned else 0.0
    side = 1.0 if turned and sense == 1.0 else -1.0
    excess = (abs(abs(mean) + size * start) if turned else abs(mean)) + radius * size
    by_swelling = -size * soil.beta * (radius - side * start if turned else radius)
    return excess, side, by_swelling, (2 * soil.ccyc if turned else soil.cmon) * pc / soil.pref
