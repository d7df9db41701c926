"""RELATION='META_LEMA_ANI': anisotropic creep of cladding of zircaloy, whose phases the law itself follows (r4.04.04, r4.04.05).

T is that of the end of the step in K, t its instant, z the share of beta, ze that of equilibrium, Te(z) its inverse.

1.  at the start: cold material that is above the end of the transformation is beta; a transformation begins once T has passed
    Tc = T1c v^T2c, or Tr = T1r + T2r ln v, at the speed v since the temperature of equilibrium was passed
2.  while it lasts, implicit in z, the mechanics taking it before it is completed (beyond 0.99, below 0.01):
        heating  dz/dt = Ac exp(-Q/T) |T - Te|^m,   cooling  dz/dt = -|T - Te| exp(Ar + Br |T - Te|) z (1 - z)
3.  thermal strain  ((1 - z) af + z ac)(T - Tref)
4.  with f_k the weights of pure alpha, of the mixture and of pure beta, Hill's matrix M mixed of those of alpha and of beta:
        s = C e,   |s| = sqrt(s M s) = sum f_k a_k exp(q_k/(n_k T)) p^m_k (dp/dt)^(1/n_k),   de + dp M s/|s| = d(strain) - d(thermal)
    solved for x = 2mu dp/|s|, s being (1 + x M)^-1 times the elastic trial
5.  tangent of 4.

Where a precision is asked for (RESI_INTE), 2 to 4 are one system for the changes of e, p, z and the thermal strain, as in code_aster:

        f_p = (|s| - sum f_k ...)/E (dp itself without stress),   f_e = de + dp M s/|s| + d(thermal) 1 - d(strain)

Variables: e in Mandel's notation (4 in the plane, 6 in space), p, z, the thermal strain, |s|, the three stresses of viscosity, whether a
transformation lasts, the instants at which the temperatures of equilibrium were passed.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.tensors import isotropic_stiffness, mean, outer, unit

from ._law import Law, moduli_of
from ._perturbed import perturbed_newton

ZERO = 273.0
NEAR = 0.99
PARTS = ("f1", "f2", "c")
AXES = (("rr", "zz", "tt", "rt", "rz", "tz"), ("rr", "tt", "zz", "rz", "rt", "tz"))
"""The order of Hill's coefficients in bodies of revolution, and elsewhere."""
SMALL = 1e-10
WIDTH = 1e-11
"""Of the differences that the system's matrix is made by."""


def hill(m):
    """(..., 6, 6) in Mandel's notation of six coefficients (..., 6)."""
    f, g, h = (0.5 * (m @ np.array(signs)) for signs in ((1, 1, -1, 0, 0, 0), (-1, 1, 1, 0, 0, 0), (1, -1, 1, 0, 0, 0)))
    matrix = np.zeros((*m.shape[:-1], 6, 6))
    for (i, j), own in zip(((0, 1), (1, 2), (0, 2)), (f, g, h)):
        matrix[..., i, j] = matrix[..., j, i] = -own
        matrix[..., i, i] += own
        matrix[..., j, j] += own
    for k in range(3, 6):
        matrix[..., k, k] = 2.0 * m[..., k]
    return matrix


class _Words:
    """The parameters at the points (ne, ng), read once."""

    def __init__(self, data, shape):
        self.data, self.shape, self.known = data, shape, {}

    def __call__(self, word):
        """(ne, ng) one of them."""
        if word not in self.known:
            self.known[word] = np.broadcast_to(self.data.at_points(f"cladding_{word}"), self.shape)
        return self.known[word]

    def stacked(self, *words):
        """(ne, ng, n) some of them."""
        if words not in self.known:
            self.known[words] = np.stack([self(word) for word in words], axis=-1)
        return self.known[words]


def _stress(elastic, two_mu, three_k):
    return two_mu[..., None] * elastic + ((three_k - two_mu) * mean(elastic))[..., None] * unit(elastic.shape[-1])


def _size(matrix, stress):
    """|s|."""
    return np.sqrt(np.maximum((stress * (matrix @ stress[..., None])[..., 0]).sum(axis=-1), 0.0))


def _viscous(drag, p0, dp, dt):
    """The three stresses of viscosity (..., 3), and the slope of their sum in dp."""
    weight, level, m, power = drag
    p, there = p0 + dp, dp > 0.0
    rate = np.where(there, dp, 1.0)[..., None] / (dt if dt > 0.0 else 1.0)
    # p^m is one for m = 0
    stress = level * np.where((p > 0.0)[..., None], np.where(p > 0.0, p, 1.0)[..., None] ** m, 0.0) * rate**power
    stress = np.where(there[..., None], stress, 0.0)
    slope = stress * (power / np.where(there, dp, 1.0)[..., None] + m / np.where(p > 0.0, p, 1.0)[..., None])
    return stress, (weight * slope).sum(axis=-1)


class Cladding(Law):
    """The law over all cells and points."""

    phased = True
    plane_stress = False
    needs = {"cladding_k": "META_LEMA_ANI"}
    internal_names = (
        *(f"ELA{axes}" for axes in ("XX", "YY", "ZZ", "XY", "XZ", "YZ")),
        "EPSPEQ", "ZBETA", "EPSTH", "SIGEQ", "SVI1", "SVI2", "SVI3", "INDIPHA", "TDEQ", "TFEQ",
    )  # fmt: skip

    def __init__(self, precision: float | None = None, tries: int = 0):
        self.precision, self.tries = precision, tries

    def within(self, precision: float, tries: int) -> Cladding:
        """The law whose system is solved to a precision."""
        return Cladding(precision, tries)

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5; what predicts is the tangent of the whole step without a strain, as in code_aster."""
        shape, ns = strain.shape[:2], strain.shape[-1]

        read = _Words(data, shape)
        elasticity = moduli_of(read("youngmodulus"), read("poissonratio"))
        two_mu, three_k = elasticity.two_mu, elasticity.three_k
        if "material_frame" in data.characteristics and data.characteristics["material_frame"].any():
            raise LawFailed("META_LEMA_ANI does not know axes of the material other than the global ones yet")
        after, before = data.variables(), data.variables(before=True)
        if "TEMP" not in after or "TEMP_REF" not in after:
            raise LawFailed("META_LEMA_ANI needs the temperature, with its reference")
        known = state.internal[..., ns:]
        first, last = (np.broadcast_to(own["TEMP"], shape) for own in (before, after))
        dt = data.step.after - data.step.before
        z, changes, even, *ends, instants = self._started(read, known, first, last, data.step.after, dt)
        warmer = last + ZERO - (after["TEMP_REF"] + ZERO)
        change, p0, flowing = strain - state.strain, known[..., 0], (read, continuum, ns, two_mu, three_k, last, dt)
        if self.precision is None:
            beta = np.where(changes, self._balanced(read, z, even, last, *ends, dt), z)
            thermal = self._thermal(read, beta) * warmer
            elastic = state.internal[..., :ns] + change - (thermal - known[..., 2])[..., None] * unit(ns)
            matrix, drag = self._hill(read, beta, continuum, ns), self._viscosity(read, beta, last + ZERO)
            stress, size, dp = self._flowed(_stress(elastic, two_mu, three_k), matrix, two_mu, drag, p0, dt)
        else:
            start = state.internal[..., :ns], p0, z, known[..., 2]
            elastic, dp, beta, thermal, system = self._searched(flowing, start, change, warmer, changes, even, ends)
            matrix, drag = self._hill(read, beta, continuum, ns), self._viscosity(read, beta, last + ZERO)
            stress = _stress(elastic, two_mu, three_k)
            size = _size(matrix, stress)
        parts, slope = _viscous(drag, p0, dp, dt)
        kept, more = self._ended(beta, changes, even, instants)
        flows = size > SMALL * read("youngmodulus")
        along = np.where(flows[..., None], np.einsum("egij,egj->egi", matrix, stress) / np.where(flows, size, 1.0)[..., None], 0.0)
        left = elastic - dp[..., None] * along if self.precision is None else elastic
        internal = np.zeros((*shape, self.internal_size))
        internal[..., :ns] = left
        internal[..., ns] = p0 + dp
        internal[..., ns + 1], internal[..., ns + 2], internal[..., ns + 3] = kept, thermal, size
        internal[..., ns + 4 : ns + 7] = parts
        internal[..., ns + 7 : ns + 10] = more
        if self.precision is not None:
            return stress, internal, isotropic_stiffness(two_mu, three_k, ns) @ np.linalg.inv(system)[..., :ns, :ns]
        return stress, internal, self._tangent(two_mu, three_k, matrix, stress, size, along, dp, slope, flows, ns)

    # phases --------------------------------------------------------------------------------------------------------------------

    def _started(self, read, known, first, last, t, dt):
        """Step 1: (z, whether it changes, that of equilibrium, the temperatures that it begins and ends at, the two instants)."""
        z, changes, began, ended = known[..., 1].copy(), known[..., 7] == 1.0, known[..., 8].copy(), known[..., 9].copy()
        begin = read("tdeq")
        end = begin + np.log(100.0) ** (1.0 / read("neq")) / read("k")
        above = np.maximum(last - begin, 0.0)
        even = np.where(last > end, 1.0, 1.0 - np.exp(-((read("k") * above) ** read("neq"))))
        rise = np.where(last == first, 1.0, last - first)
        alpha = ~changes & (z == 0.0)
        began = np.where(alpha & (first < begin) & (last >= begin), t + dt / rise * (begin - last), began)
        hot = alpha & (first > end)
        z = np.where(hot, 1.0, z)
        with np.errstate(divide="ignore", invalid="ignore"):
            speed = (last - begin) / (t - began)
            limit = np.where(speed < 0.1, begin, read("t1c") * abs(speed) ** read("t2c"))
            changes = changes | (alpha & ~hot & (last > begin) & (t != began) & (last > limit))
            beta = ~changes & (z == 1.0)
            ended = np.where(beta & (first > end) & (last <= end), t + dt / rise * (end - last), ended)
            speed = abs(last - end) / (t - ended)
            limit = np.where(speed < 0.1, end, read("t1r") + read("t2r") * np.log(speed))
        cools = beta & (last < end) & (last < limit)
        # the equation of cooling does not leave one
        z, changes = np.where(cools, 0.75, z), changes | cools
        return z, changes, even, begin, end, (began, ended)

    def _ended(self, found, changes, even, instants):
        """(z as it is kept, (..., 3) whether it still changes and the two instants)."""
        over = changes & ((found < even) | (found == 1.0)) & (found > NEAR)
        under = changes & (found > even) & ~over & (found < 1.0 - NEAR)
        kept = np.where(over, 1.0, np.where(under, 0.0, found))
        return kept, np.stack([changes & ~over & ~under, *instants], axis=-1)

    def _thermal(self, read, beta):
        return (1.0 - beta) * read("f_alpha") + beta * read("c_alpha")

    def _balanced(self, read, z0, even, temperature, begin, end, dt):
        """z at the end of a step of a transformation, by bisection and Newton's method."""
        k, n, m, ar, br = (read(word) for word in ("k", "neq", "m", "ar", "br"))
        speed = dt * read("ac") * np.exp(-read("qsr_k") / (temperature + ZERO))
        heats = z0 < even

        def left(z):
            inside = np.where(z < NEAR, abs(z), 0.5)
            balance = np.where(z < NEAR, begin + (-np.log(1.0 - inside)) ** (1.0 / n) / k, end)
            away = abs(temperature - balance)
            return np.where(heats, z - z0 - speed * away**m, z - z0 + dt * away * np.exp(ar + br * away) * z * (1.0 - z))

        low, high = np.where(heats, z0, even), np.where(heats, even, z0)
        whole = heats & (left(np.ones_like(z0)) < 0.0) & (even >= 1.0)
        for _ in range(60):
            middle = 0.5 * (low + high)
            positive = left(middle) > 0.0
            low, high = np.where(positive, low, middle), np.where(positive, middle, high)
        found = np.where(whole | (heats & (z0 > NEAR)), 1.0, 0.5 * (low + high))
        found = np.where(~heats & (z0 < 1.0 - NEAR), 0.0, found)
        return np.where(z0 == even, z0, found)

    def _rate_left(self, read, z0, dz, even, temperature, begin, end, dt):
        """The equation of step 2 at z0 + dz, as the system has it."""
        z, (k, n, m, ar, br) = z0 + dz, (read(word) for word in ("k", "neq", "m", "ar", "br"))
        inside = np.where(z < NEAR, abs(z), 0.5)
        balance = np.where(z < NEAR, begin + (-np.log(1.0 - inside)) ** (1.0 / n) / k, end)
        away = abs(temperature - balance)
        heats = dz - dt * read("ac") * np.exp(-read("qsr_k") / (temperature + ZERO)) * away**m
        cools = dz + dt * away * np.exp(ar + br * away) * z * (1.0 - z)
        heats, cools = np.where(z0 > NEAR, z - 1.0, heats), np.where(z0 < 1.0 - NEAR, z, cools)
        return np.where(z0 < even, heats, np.where(z0 > even, cools, dz))

    # mechanics -----------------------------------------------------------------------------------------------------------------

    def _hill(self, read, beta, continuum, ns):
        order = AXES[0 if continuum.revolves else 1]
        alpha, other = (read.stacked(*(f"{part}_m{a}_{a}" for a in order)) for part in ("f", "c"))
        share = (1.0 - beta)[..., None]
        mixed = np.where(share >= NEAR, alpha, np.where(share >= 1.0 - NEAR, share * alpha + (1.0 - share) * other, other))
        return hill(mixed)[..., :ns, :ns]

    def _viscosity(self, read, beta, kelvin):
        """f_k, a_k exp(q_k/(n_k T)), m_k, 1/n_k, each (ne, ng, 3)."""
        share = 1.0 - beta
        pure = np.clip((share - 0.9) / 0.09, 0.0, 1.0)
        hot = np.clip((0.1 - share) / 0.09, 0.0, 1.0)
        weight = np.stack([pure, 1.0 - pure - hot, hot], axis=-1)
        a, m, n, q = (read.stacked(*(f"{part}_{word}" for part in PARTS)) for word in "amnq")
        return weight, a * np.exp(q / (kelvin[..., None] * n)), m, 1.0 / n

    def _searched(self, flowing, start, change, warmer, changes, even, ends):
        """Steps 2 to 4 as one system: (e, dp, z, the thermal strain, its matrix)."""
        read, continuum, ns, two_mu, three_k, last, dt = flowing
        e0, p0, z0, thermal0 = start
        young, kelvin = read("youngmodulus"), last + ZERO

        def left(y):
            dp, dz, dth = y[..., ns], y[..., ns + 1], y[..., ns + 2]
            z = z0 + dz
            stress, matrix = _stress(e0 + y[..., :ns], two_mu, three_k), self._hill(read, z, continuum, ns)
            size, drag = _size(matrix, stress), self._viscosity(read, z, kelvin)
            flows = size > SMALL * young
            along = np.where(flows[..., None], (matrix @ stress[..., None])[..., 0] / np.where(flows, size, 1.0)[..., None], 0.0)
            f = np.empty_like(y)
            f[..., :ns] = y[..., :ns] + dp[..., None] * along + dth[..., None] * unit(ns) - change
            f[..., ns] = np.where(flows, (size - (drag[0] * _viscous(drag, p0, dp, dt)[0]).sum(axis=-1)) / young, dp)
            f[..., ns + 1] = np.where(changes, self._rate_left(read, z0, dz, even, last, *ends, dt), dz)
            f[..., ns + 2] = thermal0 + dth - self._thermal(read, z) * warmer
            return f

        with np.errstate(all="ignore"):
            y, there = perturbed_newton(left, (*p0.shape, ns + 3), self.precision, self.tries, WIDTH)
        return e0 + y[..., :ns], y[..., ns], z0 + y[..., ns + 1], thermal0 + y[..., ns + 2], there

    def _flowed(self, trial, matrix, two_mu, drag, p0, dt):
        """Step 4: (stress, |s|, dp)."""
        weight = drag[0]
        values, vectors = np.linalg.eigh(matrix)
        values = np.maximum(values, 0.0)
        along = np.einsum("egij,egi->egj", vectors, trial)

        def size_at(x):
            bent = along / (1.0 + x[..., None] * values)
            return np.sqrt(np.maximum((values * bent**2).sum(axis=-1), 0.0))

        first = size_at(np.zeros_like(p0))
        flows = (first > 0.0) & (dt > 0.0)
        low, high = np.zeros_like(p0), np.where(flows, 1.0, 0.0)
        for _ in range(200):
            size = size_at(high)
            short = flows & (size > (weight * _viscous(drag, p0, high * size / two_mu, dt)[0]).sum(axis=-1))
            if not short.any():
                break
            low, high = np.where(short, high, low), np.where(short, 4.0 * high, high)
        # ln x, since x may be many orders below one
        low = np.where(flows, np.maximum(low, 1e-300), low)
        for _ in range(200):
            middle = np.where(low > 1e-290, np.sqrt(low * high), high * 1e-8)
            middle = np.where(high - low < 1e-3 * high, 0.5 * (low + high), middle)
            size = size_at(middle)
            short = size > (weight * _viscous(drag, p0, middle * size / two_mu, dt)[0]).sum(axis=-1)
            low, high = np.where(short, middle, low), np.where(short, high, middle)
            if (high - low <= 4e-16 * high).all():
                break
        x = np.where(flows, 0.5 * (low + high), 0.0)
        size = size_at(x)
        stress = np.einsum("egij,egj->egi", vectors, along / (1.0 + x[..., None] * values))
        return stress, size, x * size / two_mu

    def _tangent(self, two_mu, three_k, matrix, stress, size, along, dp, slope, flows, ns):
        elastic = isotropic_stiffness(two_mu, three_k, ns)
        safe = np.where(flows, size, 1.0)
        curved = (matrix - outer(along, along)) / safe[..., None, None]
        system = np.eye(ns) + np.where(flows, two_mu * dp, 0.0)[..., None, None] * curved
        bent = np.linalg.solve(system, elastic)
        turned = np.linalg.solve(system, along[..., None])[..., 0]
        rate = slope + two_mu * (along * turned).sum(axis=-1)
        rate = np.where(flows & (rate > 0.0), rate, np.inf)
        taken = np.einsum("egi,egij->egj", along, bent) / rate[..., None]
        return np.where(flows[..., None, None], bent - two_mu[..., None, None] * outer(turned, taken), elastic)


BEHAVIOURS.add("META_LEMA_ANI", Cladding())
