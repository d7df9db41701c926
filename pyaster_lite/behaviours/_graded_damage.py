"""Damages a that gradients localise, driven by a field (fe.graded): ENDO_SCALAIRE and ENDO_FISS_EXP (r5.03.18, r5.03.28).

With e the mechanical strain, s+ and s- the parts of its elastic stress that damage reaches and that closed cracks carry (neg of
_damage_parts), G(e) a convex threshold, k, m, p, q numbers of the material, phi and r those of the field:

1.  R(a) = (1 - a)^2 / (1 + (m - 2) a + a^2 + p m a^2 exp((q a)^2))
2.  f(a) = R'(a) G + k - phi + r a: where it is negative at the a before the step a grows until f(a) = 0, to 1 at most
    The search (lcesrf) begins where m (1 - a)/(1 + m a)^2 stands for -R' and goes by Newton's steps, or halves where they leave the
    bounds, until the solution is nearer than the precision times the least of 1, k/r and sqrt(2 E k/m)/|R'(a) s|, s the elastic
    stress and a the old one
3.  stress R(a) s+ + s-
4.  tangent: the derivative of 3, R being least_share at least where a stays; that of rates is of the last step's strain and state

The reach that a point predicts is that of a: where f(a_ + t) = 0 along the strains and the field, -f being convex.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.graded import Answer
from pyaster_lite.fe.large_strain import full, mandel
from pyaster_lite.fe.tensors import outer

from ._bracket import between
from ._damage_parts import climb, closed, convex_lines
from ._law import moduli
from ._over_points import OverPoints
from ._principal import turned

WHOLE = 0.99
"""A damage beyond which no reach is predicted."""
BALANCED = 1e-3
"""Beside k, how little f must be before a search may end."""
GROWS, BROKEN = 1, 2


class Softening(OverPoints):
    """R and its derivatives over points."""

    def __init__(self, data, shape):
        self.k, self.m, self.p, self.q, self.least = (
            np.broadcast_to(data.at_points(f"softening_{word}"), shape)
            for word in ("energy", "slope", "shape", "second_shape", "least_share")
        )

    def at(self, a):
        """R, R' and R''."""
        u = np.exp((self.q * a) ** 2)
        du, d2u = 2 * self.q**2 * a * u, (2 * self.q**2 + (2 * self.q**2 * a) ** 2) * u
        n, dn = (1 - a) ** 2, -2 * (1 - a)
        pm = self.p * self.m
        d = 1 + (self.m - 2) * a + a**2 + pm * a**2 * u
        dd = self.m - 2 + 2 * a + pm * a * (2 * u + a * du)
        d2d = 2 + pm * (2 * u + 4 * a * du + a**2 * d2u)
        return n / d, (dn * d - dd * n) / d**2, ((2 * d - n * d2d) * d + 2 * dd * (n * dd - dn * d)) / d**3


class GradedDamage:
    """The law over all cells and points; members say what G is: threshold(data, shape) -> function of principal strains giving G, G'."""

    linear = plane_stress = symmetric = False
    restarts = False
    secants = True
    internal_names = ("ENDO", "INDIENDO", "ENDORIGI", "EPSEXX", "EPSEYY", "EPSEZZ", "EPSEXY", "EPSEXZ", "EPSEYZ")
    internal_size = len(internal_names)

    def __init__(self, threshold, word: str, precision: float = 1e-6, tries: int = 20):
        self.threshold, self.word, self.precision, self.tries = threshold, word, precision, tries
        self.needs = {"young": "ELAS", "softening_energy": word, "gradient_cost": "NON_LOCAL"}

    def within(self, precision, tries):
        """The law with another precision of its equation."""
        return GradedDamage(self.threshold, self.word, precision, tries)

    def driven(self, strain, field, penalty, state, data, continuum, secant=False) -> Answer:
        """Steps 1 to 4; `secant`: the tangent is what the stress is beside the strain, at constant a."""
        shape, n, old, predicting = strain.shape[:2], strain.shape[-1], state.internal, data.step.predicting
        if predicting:
            # rates are those of the material as it is before the step (lcesgv)
            data = data.between(data.step.before, data.step.before)
        free = anelastic_strain(data, continuum.strains)
        strain = strain if free is None else strain - free
        softening, threshold = Softening(data, shape), self.threshold(data, shape)
        values, axes = np.linalg.eigh(full(strain))
        energy, by_strain = threshold(values)
        a, kind = old[..., 0], np.rint(old[..., 1])
        if not predicting:
            close = self._close(softening, a, values, penalty, data, shape)
            a, kind = _grown(softening, a, kind, energy, softening.k - field, penalty, close, self.tries)
        share, slope, curve = softening.at(a)
        opened, shut, opened_rate, shut_rate = self._parts(values, data, shape, secant)
        found = share[..., None] * opened + shut
        kept = np.maximum(share, softening.least)[..., None]
        tangent = turned(values, kept * opened + shut, kept[..., None] * opened_rate + shut_rate, axes, n)
        growing = (kind == GROWS) & (not secant)
        stiff = np.where(growing, curve * energy + penalty, 1.0)
        pulled, grown = (mandel(np.einsum("...ai,...i,...bi->...ab", axes, x, axes), n) for x in (opened, by_strain))
        yielding = np.where(growing, slope / stiff, 0.0)
        tangent = tangent - (yielding * slope)[..., None, None] * outer(pulled, grown)
        rates = yielding[..., None] * pulled, -yielding[..., None] * grown, np.where(growing, 1 / stiff, 0.0)
        if predicting:
            return Answer(state.stress, old, tangent, a, *rates)
        stress = mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), n)
        out = np.zeros_like(old)
        out[..., 0], out[..., 1], out[..., 2] = a, kind, 1 - share
        out[..., 3 : 3 + n] = strain
        return Answer(stress, out, tangent, a, *rates)

    def _close(self, softening, a, values, penalty, data, shape):
        """How near damages are found, from those before the step and the principal strains after it."""
        elastic = moduli(data)
        two_mu, three_k, young = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k, elastic.young))
        stress = ((three_k - two_mu) / 3 * values.sum(-1))[..., None] + two_mu[..., None] * values
        softened = abs(softening.at(a)[1]) * np.linalg.norm(stress, axis=-1)
        level = np.sqrt(2 * young * softening.k / softening.m) / np.maximum(softened, np.finfo(float).tiny)
        return self.precision * np.minimum(np.minimum(1.0, softening.k / penalty), level)

    @staticmethod
    def _parts(values, data, shape, secant):
        """s+ and s- of principal strains, and their derivatives."""
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        lame = (three_k - two_mu) / 3
        whole = (lame * values.sum(-1))[..., None] + two_mu[..., None] * values
        rate = lame[..., None, None] + two_mu[..., None, None] * np.eye(3)
        closing = np.broadcast_to(data.at_points("softening_closing", 0.0), shape)
        with np.errstate(divide="ignore"):
            shut, shut_rate = closed(values, lame, two_mu, np.where(closing > 0.0, 1 / closing, np.inf), secant)
        return whole - shut, shut, rate - shut_rate, shut_rate

    def driven_reaches(self, fixed, per_unit, field, field_per_unit, penalty, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 2, 2) of strains fixed + x per_unit (ne, ng, ns) and fields alike (ne, ng); None where there is no solution."""
        shape = fixed.shape[:2]
        lines = np.full((*shape, 2, 2), np.nan)
        target = state.internal[..., 0] + reach
        able = target < WHOLE
        if not able.any():
            return lines
        softening, threshold = Softening(data, shape).of(able), self.threshold(data, shape, able)
        slope, start, unit = softening.at(target[able])[1], full(fixed[able]), full(per_unit[able])
        level = (softening.k + penalty[able] * target[able] - field[able]) / slope
        rising = -field_per_unit[able] / slope

        def g(x):
            values, axes = np.linalg.eigh(start + x[:, None, None] * unit)
            energy, by_strain = threshold(values)
            return energy + level + x * rising, climb(by_strain, axes, unit) + rising

        size = np.linalg.norm(unit, axis=(1, 2))
        scale = np.sqrt(softening.k / softening.m / np.broadcast_to(data.at_points("young"), shape)[able])
        found = convex_lines(g, scale / np.where(size > 0.0, size, 1.0), bounds, reach)
        if found is None:
            return None
        lines[able] = found
        return lines


def _grown(softening, a, kind, energy, level, penalty, close, tries):
    """Step 2: the damage, and 0 where it stays, 1 where it grows, 2 where it is whole."""

    def f(part, x, *rest):
        _, slope, curve = part.at(x)
        return slope * rest[0] + rest[1] + rest[2] * x, curve * rest[0] + rest[2]

    broken = kind == BROKEN
    stays = ~broken & (f(softening, a, energy, level, penalty)[0] >= 0.0)
    broken |= ~stays & (f(softening, np.ones_like(a), energy, level, penalty)[0] <= 0.0)
    grows = ~stays & ~broken
    found = np.where(broken, 1.0, a)
    if grows.any():
        part, close = softening.of(grows), close[grows]
        rest = energy[grows], level[grows], penalty[grows]
        low = np.maximum(a[grows], -rest[1] / rest[2])
        high = np.minimum(1.0, (part.m * rest[0] - rest[1]) / rest[2])
        found[grows] = _searched(lambda x: f(part, x, *rest), _first(part.m, *rest, low, high), low, high, part.k, close, tries)
    return found, np.where(broken, BROKEN, np.where(grows, GROWS, 0.0))


def _first(m, energy, level, penalty, low, high):
    """Where the search begins, between bounds: the solution with m (1 - a)/(1 + m a)^2 for -R'."""

    def estimated(x):
        grown = 1 + m * x
        return level + penalty * x - m * energy * (1 - x) / grown**2, penalty - m * energy * (m * x - 1 - 2 * m) / grown**3

    return np.clip(between(estimated, low, low, np.ones_like(low))[0], low, high)


def _searched(f, x, low, high, k, close, tries):
    """Newton's steps between bounds, each point until its solution is nearer than `close`."""
    done = abs(high - low) <= close
    x = np.where(done, (low + high) / 2, x)
    value, slope = f(x)
    for _ in range(tries):
        below = value <= 0.0
        low, high = np.where(below, x, low), np.where(below, high, x)
        new = x - value / slope
        out = (new <= low) | (new >= high)
        x = np.where(done, x, np.where(out, x + np.where(below, 0.5, -0.5) * (high - low), new))
        value, slope = f(x)
        sense = np.where(value <= 0.0, 1.0, -1.0)
        done |= (abs(value) < BALANCED * k) & (sense * f(x + sense * close)[0] >= 0.0)
        if done.all():
            return x
    raise LawFailed("a damage is not found")
