"""Contacts under periodic motion that slide in two directions, or on outlines, marched instant by instant.

With p = (x, y, z) the local position of a contact, g(y, z) its gap and n = (cos, sin) in the y-z plane, at the instants of a period:

    1.  N = max(f0 - kn g, 0)
    2.  s = (t1 . (y - y', z - z'), x - x') is the sliding since the instant before, along local x and the mean t1 of both instants,
        t1 = (-sin, cos)
    3.  T from T', s and the normal forces of both instants: `advanced`
    4.  the force on the node is (T_2, N cos - T_1 sin, N sin + T_1 cos); its Fourier coefficients are those of the samples
    5.  derivatives: those of every step (`advanced` with complex steps), one after the other, for all coefficients at once

It starts from T = 0 at the position at rest; the last of the periods is kept. The error is O(1/N^2); fe.periodic_contact is exact where
it applies. In two directions T forgets its start little by little, not within a period.
Source: the slider of Battiato, Firrone & Berruti 2019 in two directions; outlines: r5.06.03.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import trigonometric as series
from .periodic_contact import APART, BACKWARDS, FORWARDS, STICK

PLANE, INSIDE, OUTSIDE, FACETS = range(4)
TINY = 1e-30
"""The imaginary step of derivatives."""
FAR = 300.0
"""How many times the limit a step of slip counts at most; the direction of friction is that of the sliding then."""


@dataclass(frozen=True)
class Outlines:
    """What n contacts meet and how.

    kind       PLANE (gap = reach + y), INSIDE a circle (reach - r), OUTSIDE one (r - reach), or inside FACETS
    origin     (n, 3) the local position at rest
    reach, normal and tangential stiffness, friction coefficient, preload: the force f0 at g = 0 (n,)
    corners    (n, k, 3) angle from 0 to 2 pi, y and z of FACETS, filled up with infinite angles
    """

    kind: np.ndarray
    origin: np.ndarray
    reach: np.ndarray
    normal: np.ndarray
    tangential: np.ndarray
    friction: np.ndarray
    preload: np.ndarray
    corners: np.ndarray

    @classmethod
    def of(cls, kind, origin, reach, normal, tangential, friction, preload, corners) -> Outlines:
        """Of sequences over the contacts, corners (k, 3) of each as long as it is, without the repetitions."""
        longest = max((len(rows) for rows in corners), default=0)
        filled = np.full((len(corners), max(longest, 2), 3), np.inf)
        for rows, own in zip(filled, corners):
            rows[: len(own)] = own
        filled[:, :, 1:] = np.where(np.isfinite(filled[:, :, 1:]), filled[:, :, 1:], 0.0)
        columns = (np.array(column, float) for column in (origin, reach, normal, tangential, friction, preload))
        return cls(np.array(kind), *columns, filled)

    def __len__(self):
        return len(self.kind)

    def at(self, place: np.ndarray):
        """For places (..., n, 3): gap (..., n), normal (..., n, 2), and d(angle of the normal)/d(place) (..., n, 3)."""
        y, z = place[..., 1], place[..., 2]
        radius = np.hypot(y, z)
        safe = np.where(radius > 0.0, radius, 1.0)
        sign = np.where(self.kind == OUTSIDE, 1.0, -1.0)
        curved = (self.kind == INSIDE) | (self.kind == OUTSIDE)
        gap = np.where(curved, sign * (radius - self.reach), self.reach + y)
        # At the centre the normal is that of y > 0.
        c, s = np.where(radius > 0.0, sign * y / safe, sign), sign * z / safe
        normal = np.stack((np.where(curved, c, 1.0), np.where(curved, s, 0.0)), axis=-1)
        turn = np.stack((np.zeros_like(y), -z / safe**2, y / safe**2), axis=-1) * curved[:, None]
        if (self.kind == FACETS).any():
            facet_gap, facet_normal = self._facets(y, z)
            gap = np.where(self.kind == FACETS, facet_gap, gap)
            normal = np.where((self.kind == FACETS)[:, None], facet_normal, normal)
        return gap, normal, turn

    def _facets(self, y, z):
        """Gap and normal of the facet in whose sector of angles a place lies."""
        angles = self.corners[..., 0]
        last = np.maximum(np.isfinite(angles).sum(axis=1) - 1, 1)
        facet = (angles < (np.arctan2(z, y) % (2.0 * np.pi))[..., None]).sum(axis=-1)
        facet, rows = np.clip(facet, 1, last), np.arange(len(self))
        first, second = self.corners[rows, facet - 1, 1:], self.corners[rows, facet, 1:]
        along = second - first
        length = np.hypot(along[..., 0], along[..., 1])
        length = np.where(length > 0.0, length, 1.0)
        normal = np.stack((-along[..., 1] / length, along[..., 0] / length), axis=-1)
        return (y - first[..., 0]) * normal[..., 0] + (z - first[..., 1]) * normal[..., 1], normal


@dataclass(frozen=True)
class Steps:
    """What the steps of a period do to small changes of n contacts, from an instant to the next (N of both).

    by_pull (N, n, 2, 2), by_here, by_before (N, n, 2, 3)   dT = by_pull dT' + by_here dp + by_before dp'
    place (N, n, 3, 3), pull (N, n, 3, 2)                   d(force on the node) = place dp + pull dT
    """

    by_pull: np.ndarray
    by_here: np.ndarray
    by_before: np.ndarray
    place: np.ndarray
    pull: np.ndarray


@dataclass(frozen=True)
class SpatialCycle:
    """One period of n contacts at N instants.

    forces (n, 3, 2H + 1) opposing the motions; stiffness (n, 3, 2H + 1, 3, 2H + 1) their derivatives
    state (n, N); pressure (n, N) normal force; pull (n, 2, N) tangential force on the node; gap (n, N); steps the changes
    """

    forces: np.ndarray
    stiffness: np.ndarray
    state: np.ndarray
    pressure: np.ndarray
    pull: np.ndarray
    gap: np.ndarray
    steps: Steps


class SpatialContacts:
    """n contacts that march `periods` periods over `instants` instants each, with motions of H harmonics."""

    def __init__(self, outlines: Outlines, harmonics: int, instants: int, periods: int = 2):
        self.outlines, self.harmonics, self.periods, self.instants = outlines, harmonics, periods, instants
        self.angles = 2.0 * np.pi * np.arange(instants) / instants
        # What the motion adds to the places: nothing at rest, then the instants.
        self._table = np.concatenate((np.zeros((1, 2 * harmonics + 1)), series.basis(harmonics, self.angles)))
        self._weights = np.full(2 * harmonics + 1, 2.0 / instants)
        self._weights[0] = 1.0 / instants
        # The steps, from place to place: from rest to the first instant, then those of a period.
        self._from = np.concatenate(([0, instants], np.arange(1, instants)))
        self._to = np.concatenate(([1], np.arange(1, instants + 1)))
        first, period = np.append(0, np.arange(2, instants + 1)), np.arange(1, instants + 1)
        self._order = np.concatenate((first, *[period] * (periods - 1)))

    def __call__(self, motion: np.ndarray) -> SpatialCycle:
        """The forces under motions (n, 3, 2H + 1) of local x, y and z."""
        o, count = self.outlines, self.instants
        place = o.origin + np.einsum("tk,nik->tni", self._table, motion)
        gap, normal, turn = o.at(place)
        press = o.preload - o.normal * gap
        press_rate = np.concatenate((np.zeros((*press.shape, 1)), -o.normal[:, None] * normal), axis=-1)
        pulls, states, by_pull, by_here, by_before = self._march(place, normal, turn, press, press_rate)
        rates = self._chained(by_pull, by_here, by_before)

        pull, state, pressure = pulls[-count:], states[-count:], np.maximum(press[1:], 0.0)
        (c, s), (along, across) = np.moveaxis(normal[1:], -1, 0), np.moveaxis(pull, -1, 0)
        force = np.stack((across, pressure * c - along * s, pressure * s + along * c), axis=-1)
        by_place, by_own = np.zeros((*force.shape, 3)), np.zeros((*force.shape, 2))
        by_own[..., 0, 1], by_own[..., 1, 0], by_own[..., 2, 0] = 1.0, -s, c
        # The normal turns by t1 d(angle), t1 by -n d(angle).
        touching = (press[1:] > 0.0)[..., None] * press_rate[1:]
        by_place[..., 1, :] = touching * c[..., None] - turn[1:] * (pressure * s + along * c)[..., None]
        by_place[..., 2, :] = touching * s[..., None] + turn[1:] * (pressure * c - along * s)[..., None]

        table = self._table[1:]
        change = (by_own @ rates.reshape(*by_own.shape[:2], 2, -1)).reshape(*by_place.shape, -1)
        change += by_place[..., None] * table[:, None, None, None]
        weights = self._weights[:, None] * table.T
        forces = -np.moveaxis(np.tensordot(weights, force, 1), 0, 2)
        stiffness = -np.moveaxis(np.tensordot(weights, change, 1), 0, 2)
        last = slice(len(self._order) - count, None)
        steps = Steps(by_pull[last], by_here[last], by_before[last], by_place, by_own)
        return SpatialCycle(forces, stiffness, state.T, pressure.T, np.moveaxis(pull, 0, 2), gap[1:].T, steps)

    def _march(self, place, normal, turn, press, press_rate):
        """Steps 2, 3 and the parts of 5: T (K, n, 2), states (K, n) and the derivatives of the K steps, as `Steps` has them."""
        o, here, there = self.outlines, self._from, self._to
        step = place[there] - place[here]
        mean = 0.5 * (normal[there] + normal[here])
        slide = np.stack((mean[..., 0] * step[..., 2] - mean[..., 1] * step[..., 1], step[..., 0]), axis=-1)
        along = np.zeros((*slide.shape, 3))
        along[..., 0, 1], along[..., 0, 2], along[..., 1, 0] = -mean[..., 1], mean[..., 0], 1.0
        by_ends = []
        for end, sign in ((here, -1.0), (there, 1.0)):
            by_end = sign * along
            swing = -0.5 * (normal[end] * step[..., 1:]).sum(axis=-1)
            by_end[..., 0, :] += swing[..., None] * turn[end]
            by_ends.append(by_end)

        springs, order = (o.friction, o.tangential), self._order
        given = slide[order], press[here][order], press[there][order]
        pulls, states = np.zeros((len(order) + 1, len(o), 2)), np.empty((len(order), len(o)), int)
        if (o.friction > 0.0).any():
            for k, data in enumerate(zip(*given)):
                pulls[k + 1], states[k] = advanced(pulls[k], *data, *springs)
        else:
            states = advanced(pulls[1:], *given, *springs)[1]
        by_pull, by_slide, by_before, by_after = _derivatives(pulls[:-1], *given, *springs)
        first = by_slide @ by_ends[0][order] + by_before[..., None] * press_rate[here][order][..., None, :]
        second = by_slide @ by_ends[1][order] + by_after[..., None] * press_rate[there][order][..., None, :]
        return pulls[1:], states, by_pull, second, first

    def _chained(self, by_pull, by_here, by_before):
        """(N, n, 2, 3, 2H + 1) derivatives of T over the last period with respect to the motion."""
        size = self._table.shape[1]
        there, here = self._table[self._to][self._order], self._table[self._from][self._order]
        own = np.einsum("tnai,tk->tnaik", by_here, there) + np.einsum("tnai,tk->tnaik", by_before, here)
        own = own.reshape(*by_here.shape[:3], 3 * size)
        rate = np.zeros(own.shape[1:])
        for k, matrix in enumerate(by_pull):
            rate = own[k] = matrix @ rate + own[k]
        return own[-self.instants :].reshape(self.instants, *by_here.shape[1:], size)


def advanced(pull, slide, before, after, friction, tangential):
    """(T, state) after a step from T = pull, for n contacts: pull, slide (..., n, 2), the others (..., n).

    During the step the slide grows evenly and the normal force goes evenly from `before` to `after`, both positive, or (where
    negative) what closes the gap. In slip |T| = mu N and the angle f between T and the sliding force -kt s obeys
    f' = -kt |s'| sin(f) / (mu N): tan(f / 2) falls exponentially. Slip begins where |T' - a kt s| = mu N(a), a in [0, 1].
    """
    closes = (before.real <= 0.0) & (after.real > 0.0)
    apart, smooth = after.real <= 0.0, friction == 0.0
    with np.errstate(all="ignore"):
        share = np.where(closes, after / (after - before), 1.0)
        pull = np.where(closes[..., None], 0.0, pull)
        start, end = friction * np.where(closes, 0.0, before), friction * after
        drive = -(tangential * share)[..., None] * slide
        free = pull + drive
        slips = (_dot(free, free).real > end.real**2) & ~apart & ~smooth
        state = np.where(apart, APART, np.where(slips, np.where(free[..., 0].real <= 0.0, FORWARDS, BACKWARDS), STICK))
        result = np.where((apart | smooth)[..., None], 0.0, free)
        if slips.any():
            result = np.where(slips[..., None], _slipped(pull, drive, start, end, closes), result)
    return result, state


def _slipped(pull, drive, start, end, closes):
    """T after a step that ends in slip, the limit going from start to end."""
    rise = end - start
    a, b, c = _dot(drive, drive) - rise**2, _dot(pull, drive) - start * rise, _dot(pull, pull) - start**2
    root = np.sqrt(b**2 - a * c)
    begin = np.where(closes, 0.0, np.where(b.real > 0.0, -c / (b + root), (root - b) / a))
    limit = start + begin * rise
    unit = (pull + begin[..., None] * drive) / limit[..., None]
    length = np.sqrt(_dot(drive, drive))
    ahead = drive / length[..., None]
    aside = np.stack((-ahead[..., 1], ahead[..., 0]), axis=-1)
    x, y = np.where(closes, 1.0, _dot(unit, ahead)), np.where(closes, 0.0, _dot(unit, aside))
    path = (1.0 - begin) * length / (0.5 * (limit + end))
    fall = np.exp(-np.where(path.real < FAR, path, FAR))
    # tan(f / 2) as a fraction, of which the larger part is never small
    over, under = np.where(x.real >= 0.0, y, 1.0 - x) * fall, np.where(x.real >= 0.0, 1.0 + x, y)
    whole = under**2 + over**2
    turned = ((under**2 - over**2) / whole)[..., None] * ahead + (2.0 * over * under / whole)[..., None] * aside
    still = (length.real == 0.0)[..., None]
    return end[..., None] * np.where(still, pull / np.sqrt(_dot(pull, pull))[..., None], turned)


def _dot(a, b):
    return a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]


def _derivatives(pull, slide, before, after, friction, tangential):
    """Derivatives of `advanced`: with respect to pull and slide (..., n, 2, 2), before and after (..., n, 2)."""
    given = np.stack((*np.moveaxis(pull, -1, 0), *np.moveaxis(slide, -1, 0), before, after))
    moved = given[:, None] + 1j * TINY * np.eye(6).reshape(6, 6, *(1,) * before.ndim)
    result, _ = advanced(np.moveaxis(moved[:2], 0, -1), np.moveaxis(moved[2:4], 0, -1), moved[4], moved[5], friction, tangential)
    found = np.moveaxis(result.imag, 0, -1) / TINY
    return found[..., :2], found[..., 2:4], found[..., 4], found[..., 5]
