"""RELATION='ENDO_ISOT_BETON': isotropic damage of concrete that cracks close again from (r7.01.04).

With e_i the principal values of the mechanical strain, <x> the positive part, g = -E/D_SIGM_EPSI:

1.  W = (l <tr e>^2 + 2 mu sum <e_i>^2)/2
2.  k = k0 - k1 min(0, tr e_),  k0 = SYT^2 (1 + g)(1 + nu - 2 nu^2)/(2 E (1 + nu)), k1 of SYC, e_ the strain before the step
3.  d = max(d_, (sqrt((1 + g) W/k) - 1)/g), 1 at most;  A(d) = (1 - d)/(1 + g d)
4.  in the axes of the strain:  s_i = l A* tr e + 2 mu A_i e_i,  A* and A_i being A where tr e, e_i are positive, 1 elsewhere
5.  tangent: the derivative of 4 at constant d, A being LEAST at least, less (1 + g)/(2 g (1 + g d) W) s+ s+ where d grows, s+ the
    derivative of W; that of rates keeps what the last step did.

Where a field drives d (fe.graded), 3 is  (1 + g) W/(1 + g d)^2 + phi - r d = k  between d_ and 1, and 5 follows.

The reach that a point predicts is that of d: where it grows by t, h(x) = (1 + g)/(1 + g (d_ + t))^2 W(e0 + x e1) - k vanishes, the
strains e1 having unit energy; its lines are the tangents of h there, found by halving to EXACT.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.fe.anelastic import anelastic_strain
from pyaster_lite.fe.errors import LawFailed
from pyaster_lite.fe.graded import Answer
from pyaster_lite.fe.large_strain import full, mandel

from ._law import Law, moduli
from ._principal import turned

LEAST = 1e-5
"""The share of its stiffness that the tangent of a broken point keeps."""
NEARLY = 1 - 1e-6
"""A damage driven by a field beyond which it is whole."""
EXACT, STRAIGHT, TRIES = 1e-6, 1e-2, 100
"""Beside k, when h vanishes; how near two slopes of h must be for Newton's step to be taken; how often it is halved."""


def energy(values, lame, two_mu):
    """W and its derivatives by principal strains (..., 3)."""
    trace, opened = np.maximum(values.sum(-1), 0.0), np.maximum(values, 0.0)
    slope = (lame * trace)[..., None] + two_mu[..., None] * opened
    return 0.5 * (slope * values).sum(-1), slope


class IsotropicDamage(Law):
    """The law over all cells and points."""

    plane_stress = False
    internal_names = ("ENDO", "INDIENDO")
    needs = {"young": "ELAS", "softening_slope": "BETON_ECRO_LINE"}

    def integrate(self, strain, state, data, continuum):
        """Steps 1 to 5."""
        n, g = strain.shape[-1], self._words(data, strain.shape[:2])[2]
        values, axes, variables, weakened, pull, stored = self._grown(strain, state, data, continuum)
        (found, _), (softest, rate) = weakened
        d, grows = variables[..., 0], np.rint(variables[..., 1]) == 1
        tangent = turned(values, softest, rate, axes, n)
        losing = grows & (stored > 0.0)
        pulled = mandel(np.einsum("...ai,...i,...bi->...ab", axes, pull, axes), n)
        share = np.where(losing, (1 + g) / (2 * g * (1 + g * d) * np.where(losing, stored, 1.0)), 0.0)
        tangent = tangent - share[..., None, None] * pulled[..., :, None] * pulled[..., None, :]
        if data.step.predicting:
            return state.stress, state.internal, tangent
        return mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), n), variables, tangent

    def _grown(self, strain, state, data, continuum):
        """Steps 1 to 3: principal strains and axes, variables, what is left of stresses and their rates whole and with A at LEAST, and
        the derivatives of W and itself."""
        shape, old = strain.shape[:2], state.internal
        lame, two_mu, g = self._words(data, shape)
        before = mechanical(state.strain, data, continuum, True)
        threshold = self.threshold(before, data, shape, continuum)
        predicting = data.step.predicting
        now = before if predicting else mechanical(strain, data, continuum, False)
        values, axes = np.linalg.eigh(full(now))
        stored, pull = energy(values, lame, two_mu)
        d, flag = old[..., 0], old[..., 1]
        if not predicting:
            wanted = (np.sqrt((1 + g) / threshold * stored) - 1) / g
            grows = (wanted >= d) & (wanted <= 1.0)
            d = np.where(wanted < d, d, np.minimum(wanted, 1.0))
            flag = np.where(grows, 1.0, np.where((1 - d) / (1 + g * d) <= LEAST, 2.0, 0.0))
        left = (1 - d) / (1 + g * d)
        weakened = [_weakened(values, share, lame, two_mu) for share in (left, np.maximum(left, LEAST))]
        return values, axes, np.stack([d, flag], axis=-1), weakened, pull, stored

    def operators(self, strain, state, data, continuum):
        """The variables after steps 1 to 3, the stiffness (ne, ng, ns, ns) at constant d, and what of it a growing d takes.

        The latter is the derivative of s+ with a factor such that the square of it times the strain is what step 5 takes.
        """
        n, (lame, two_mu, g) = strain.shape[-1], self._words(data, strain.shape[:2])
        values, axes, variables, (_, (softest, rate)), _, stored = self._grown(strain, state, data, continuum)
        d = variables[..., 0]
        losing = (np.rint(variables[..., 1]) == 1) & (stored > 0.0)
        share = np.where(losing, np.sqrt((1 + g) / (2 * g * (1 + g * d) * np.where(losing, stored, 1.0))), 0.0)
        opened = (values > 0.0)[..., None] * np.eye(3)
        slope = share[..., None, None] * ((lame * (values.sum(axis=-1) > 0.0))[..., None, None] + two_mu[..., None, None] * opened)
        lost = turned(values, (slope @ values[..., None])[..., 0], slope, axes, n)
        return variables, turned(values, softest, rate, axes, n), lost

    def driven(self, strain, field, penalty, state, data, continuum, secant=False) -> Answer:
        """Steps 1 to 5 with phi = `field` and r = `penalty` (ne, ng); `secant`: without what d changes of the stress by the strain."""
        shape, n, old = strain.shape[:2], strain.shape[-1], state.internal
        lame, two_mu, g = self._words(data, shape)
        before = mechanical(state.strain, data, continuum, True)
        threshold = self.threshold(before, data, shape, continuum)
        now = before if data.step.predicting else mechanical(strain, data, continuum, False)
        values, axes = np.linalg.eigh(full(now))
        stored, pull = energy(values, lame, two_mu)
        d, flag = old[..., 0], np.rint(old[..., 1])
        if not data.step.predicting:
            d, flag = _driven_damage(d, flag, (1 + g) * stored, g, field - threshold, penalty)
        left = (1 - d) / (1 + g * d)
        found, _ = _weakened(values, left, lame, two_mu)
        softest, rate = _weakened(values, np.maximum(left, LEAST), lame, two_mu)
        pulled = mandel(np.einsum("...ai,...i,...bi->...ab", axes, pull, axes), n)
        tangent, grows, base = turned(values, softest, rate, axes, n), flag == 1, 1 + g * d
        yielding = np.where(grows, (1 + g) / (penalty * base**2 + 2 * g * (1 + g) * stored / base), 0.0)
        if not secant:
            tangent = tangent - (yielding * (1 + g) / base**2)[..., None, None] * pulled[..., :, None] * pulled[..., None, :]
        rates = -yielding[..., None] * pulled, yielding[..., None] * pulled, yielding * base**2 / (1 + g)
        if data.step.predicting:
            return Answer(state.stress, old, tangent, d, *rates)
        stress = mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), n)
        return Answer(stress, np.stack([d, flag], axis=-1), tangent, d, *rates)

    secants = True

    @staticmethod
    def unloaded(state):
        """A state whose d does not grow any more."""
        return replace(state, internal=state.internal * (1.0, 0.0))

    def held(self, strain, d, data, continuum):
        """The stress of a strain before the step at a damage d (ne, ng), A being LEAST at least."""
        lame, two_mu, g = self._words(data, d.shape)
        values, axes = np.linalg.eigh(full(mechanical(strain, data, continuum, True)))
        found, _ = _weakened(values, np.maximum((1 - d) / (1 + g * d), LEAST), lame, two_mu)
        return mandel(np.einsum("...ai,...i,...bi->...ab", axes, found, axes), strain.shape[-1])

    @staticmethod
    def _words(data, shape):
        elastic = moduli(data)
        two_mu, three_k = (np.broadcast_to(x, shape) for x in (elastic.two_mu, elastic.three_k))
        young, slope = np.broadcast_to(elastic.young, shape), np.broadcast_to(data.at_points("softening_slope"), shape)
        return (three_k - two_mu) / 3, two_mu, -young / slope

    def threshold(self, strain, data, shape, continuum):
        """k of a strain (ne, ng, ns); code_aster leaves the third component out in the plane."""
        elastic = moduli(data)
        e, nu = (np.broadcast_to(x, shape) for x in (elastic.young, elastic.poisson))
        g = -e / data.at_points("softening_slope")
        pulled = np.broadcast_to(data.at_points("tension_strength"), shape)
        pressed = np.broadcast_to(data.at_points("compression_strength", np.nan), shape)
        k0 = pulled**2 * (1 + g) / (2 * e) * (1 + nu - 2 * nu**2) / (1 + nu)
        bounded = ~np.isnan(pressed)
        if (bounded & (nu == 0.0)).any():
            raise LawFailed("ENDO_ISOT_BETON: without a Poisson ratio SYC says nothing")
        safe = np.where(nu == 0.0, 1.0, nu)
        if (bounded & (pressed < np.sqrt((1 + safe - 2 * safe**2) / (2 * safe**2)) * pulled)).any():
            raise LawFailed("ENDO_ISOT_BETON: SYC is too low beside SYT")
        k1 = pressed * (1 + g) * nu**2 / (1 + nu) / (1 - 2 * nu) - k0 * e / (1 - 2 * nu) / pressed
        trace = np.minimum(0.0, strain[..., : continuum.dim].sum(-1))
        return np.where(bounded, k0 - np.where(bounded, k1, 0.0) * trace, k0)

    def reaches(self, before, fixed, per_unit, state, data, reach, bounds, continuum):
        """Lines (ne, ng, 2, 2) of strains fixed + x per_unit (ne, ng, ns), from the strain before; NaN where there are none."""
        none = np.zeros(before.shape[:2])
        return self._reached(before, fixed, per_unit, none, none, none, state, data, reach, bounds, continuum)

    def driven_reaches(self, fixed, per_unit, field, field_per_unit, penalty, state, data, reach, bounds, continuum):
        """Those of strains, and fields (ne, ng) alike."""
        return self._reached(state.strain, fixed, per_unit, field, field_per_unit, penalty, state, data, reach, bounds, continuum)

    def _reached(self, before, fixed, per_unit, field, field_per_unit, penalty, state, data, reach, bounds, continuum):
        if not np.isfinite(bounds).all():
            raise LawFailed("ENDO_ISOT_BETON: PRED_ELAS needs ETA_PILO_R_MIN and ETA_PILO_R_MAX")
        shape = before.shape[:2]
        lame, two_mu, g = self._words(data, shape)
        d = state.internal[..., 0] + reach
        size = abs(np.linalg.eigvalsh(full(per_unit))).max(axis=-1)
        able = (np.rint(state.internal[..., 1]) != 2) & (d <= 1.0) & (size >= 1e-6 / abs(bounds[1] - bounds[0]))
        lines = np.full((*shape, 2, 2), np.nan)
        if not able.any():
            return lines
        k = self.threshold(before, data, shape, continuum)[able]
        lame, two_mu = lame[able], two_mu[able]
        weight = ((1 + g) / (1 + g * d) ** 2)[able]
        start, unit = full(fixed[able]), full(per_unit[able])
        elastic = lame * np.trace(unit, axis1=1, axis2=2) ** 2 + two_mu * (unit**2).sum((1, 2))
        scale = 1.0 / np.sqrt(0.5 * elastic)
        unit = unit * scale[:, None, None]
        level, rising = (field - penalty * d)[able] - k, field_per_unit[able] * scale

        def h(x):
            values, axes = np.linalg.eigh(start + x[:, None, None] * unit)
            stored, slope = energy(values, lame, two_mu)
            return weight * stored + level + rising * x, weight * np.einsum("pi,pai,pbi,pab->p", slope, axes, axes, unit) + rising

        ends = [_within(start, unit, side * bounds[1] / scale) for side in (-1.0, 1.0)]
        lines[able] = _lines(h, ends, k, scale, reach)
        return lines


def _driven_damage(d, flag, weight, g, level, penalty):
    """d where weight/(1 + g d)^2 + level - penalty d falls to zero, and 0 where it stays, 1 where it grows, 2 where it is whole."""

    def excess(x):
        return weight / (1 + g * x) ** 2 + level - penalty * x

    whole = flag == 2
    stays = ~whole & (excess(d) <= 0.0)
    ends = ~whole & ~stays & (excess(1.0) >= 0.0)
    grows = ~whole & ~stays & ~ends
    # convex and falling: Newton's method from where it is positive never goes past the root
    x = d.copy()
    for _ in range(200):
        step = np.where(grows, excess(x) / (2 * g * weight / (1 + g * x) ** 3 + penalty), 0.0)
        x = x + step
        if (abs(step) <= 1e-15).all():
            break
    ends |= grows & (x > NEARLY)
    return np.where(ends, 1.0, x), np.where(whole | ends, 2.0, np.where(grows, 1.0, 0.0))


def mechanical(strain, data, continuum, before):
    """(ne, ng, ns) the strain that stress causes, at the end of the step or `before` it."""
    free = anelastic_strain(data, continuum.strains, before)
    return strain if free is None else strain - free


def _weakened(values, left, lame, two_mu):
    """Step 4 and its derivative by the principal strains."""
    trace = values.sum(-1)
    bulk = lame * np.where(trace > 0.0, left, 1.0)
    shear = two_mu[..., None] * np.where(values > 0.0, left[..., None], 1.0)
    rate = bulk[..., None, None] + shear[..., None] * np.eye(3)
    return (bulk * trace)[..., None] + shear * values, rate


def _within(start, unit, x):
    """x, or less where strains would change the volume by more than themselves."""
    own, more = np.trace(start, axis1=1, axis2=2), np.trace(unit, axis1=1, axis2=2)
    change = own + x * more
    return np.where(abs(change) > 1.0, (np.sign(change) - own) / np.where(more == 0.0, 1.0, more), x)


def _lines(h, ends, k, scale, reach):
    """The tangents of h where it vanishes between the ends: (n, 2, 2)."""
    low, high = ends
    (y_low, z_low), (y_high, z_high) = h(low), h(high)
    span = abs(high - low)
    lines = np.full((len(k), 2, 2), np.nan)
    rising, falling = (y_low < 0.0) & (y_high > 0.0), (y_low > 0.0) & (y_high < 0.0)
    hollow = (y_low > 0.0) & (y_high > 0.0) & (z_low < -y_low / span) & (z_high > y_high / span)
    inside = np.where(rising, low, high)
    if hollow.any():
        bottom, found = _bottom(h, low, high, hollow)
        hollow, inside = hollow & found, np.where(hollow, bottom, inside)
    for side, (chosen, outer) in enumerate(((falling | hollow, low), (rising | hollow, high))):
        if chosen.any():
            x, slope = _vanishing(h, inside, outer, chosen, k)
            lines[:, side, 1] = np.where(chosen, slope / scale, np.nan)
            lines[:, side, 0] = np.where(chosen, reach - x * slope, np.nan)
    return lines


def _bottom(h, low, high, wanted):
    """Where h, which is convex, is negative between two ends where it is positive, and whether it is anywhere."""
    x1, x2 = low.copy(), high.copy()
    (y1, z1), (y2, z2) = h(x1), h(x2)
    found, open_ = np.zeros(len(low), bool), wanted.copy()
    x = x1.copy()
    for _ in range(TRIES):
        if not open_.any():
            break
        x = np.where(open_, (y2 - y1 + z1 * x1 - z2 * x2) / np.where(z1 == z2, 1.0, z1 - z2), x)
        y, z = h(x)
        found |= open_ & (y < 0.0)
        open_ &= ~found
        right = open_ & (z > 0.0)
        left = open_ & ~right
        x2, y2, z2 = (np.where(right, new, old) for new, old in ((x, x2), (y, y2), (z, z2)))
        x1, y1, z1 = (np.where(left, new, old) for new, old in ((x, x1), (y, y1), (z, z1)))
        span = x2 - x1
        open_ &= ~((z1 > -y1 / span) | (z2 < y2 / span))
    return x, found


def _vanishing(h, negative, positive, wanted, k):
    """x and the slope of h where it vanishes between a place where it is negative and one where it is positive."""
    x1, x2, x = negative.copy(), positive.copy(), negative.copy()
    z1, z2 = h(x1)[1], h(x2)[1]
    y, z = h(x)
    for _ in range(TRIES):
        open_ = wanted & (abs(y) > EXACT * k)
        if not open_.any():
            return x, z
        straight = abs(z1 - z2) < STRAIGHT * abs(z2)
        below, above = open_ & ~straight & (y < 0.0), open_ & ~straight & (y > 0.0)
        x1, z1 = np.where(below, x, x1), np.where(below, z, z1)
        x2, z2 = np.where(above, x, x2), np.where(above, z, z2)
        newton = x - y / np.where(z == 0.0, 1.0, z)
        x = np.where(open_, np.where(straight, newton, 0.5 * (x1 + x2)), x)
        y, z = h(x)
    raise LawFailed("ENDO_ISOT_BETON: no intensity is found for the reach")


BEHAVIOURS.add("ENDO_ISOT_BETON", IsotropicDamage())
