"""Contacts under periodic motion that slide in two directions, or on round outlines, marched instant by instant.

With (x, y, z) the local position of a contact, g(y, z) its gap and n = (cos, sin) in the y-z plane, at the instants of a period:

    1.  N = max(f0 - kn g, 0)
    2.  s = (t1 . (y - y', z - z'), x - x') is the sliding since the instant before, along local x and the mean t1 of both instants,
        t1 = (-sin, cos)
    3.  T from T', s and the normal forces of both instants: `advanced`
    4.  the force on the node is (T_2, N cos - T_1 sin, N sin + T_1 cos); its Fourier coefficients are those of the samples
    5.  derivatives: those of every step (`advanced` with complex steps), one after the other, for all coefficients at once

It starts from T = 0; the last of the periods is kept. The error is O(1/N^2); fe.periodic_contact is exact where it applies. In two
directions T forgets its start little by little, not within a period.
Source: the slider of Battiato, Firrone & Berruti 2019 in two directions; outlines: r5.06.03.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import trigonometric as series
from .periodic_contact import APART, BACKWARDS, FORWARDS, STICK

PLANE, INSIDE, OUTSIDE = range(3)
TINY = 1e-30
"""The imaginary step of derivatives."""
FAR = 300.0
"""How many times the limit a step of slip counts at most; the direction of friction is that of the sliding then."""


@dataclass(frozen=True)
class Outlines:
    """What n contacts meet and how: kind PLANE (gap = reach + y), INSIDE a circle (reach - r) or OUTSIDE one (r - reach).

    origin (n, 3) the local position at rest; reach (n,); normal and tangential stiffness, friction coefficient, force f0 at g = 0 (n,)
    """

    kind: np.ndarray
    origin: np.ndarray
    reach: np.ndarray
    normal: np.ndarray
    tangential: np.ndarray
    friction: np.ndarray
    preload: np.ndarray

    def __len__(self):
        return len(self.kind)


@dataclass(frozen=True)
class SpatialCycle:
    """One period of n contacts at N instants.

    forces (n, 3, 2H + 1) opposing the motions; stiffness (n, 3, 2H + 1, 3, 2H + 1) their derivatives
    state (n, N); pressure (n, N) normal force; pull (n, 2, N) tangential force on the node; gap (n, N)
    """

    forces: np.ndarray
    stiffness: np.ndarray
    state: np.ndarray
    pressure: np.ndarray
    pull: np.ndarray
    gap: np.ndarray


class SpatialContacts:
    """n contacts that march `periods` periods over `instants` instants each, with motions of H harmonics."""

    def __init__(self, outlines: Outlines, harmonics: int, instants: int, periods: int = 2):
        self.outlines, self.harmonics, self.periods, self.instants = outlines, harmonics, periods, instants
        self.angles = 2.0 * np.pi * np.arange(instants) / instants
        self._basis = series.basis(harmonics, self.angles)
        self._weights = np.full(2 * harmonics + 1, 2.0 / instants)
        self._weights[0] = 1.0 / instants

    def __call__(self, motion: np.ndarray) -> SpatialCycle:
        """The forces under motions (n, 3, 2H + 1) of local x, y and z."""
        o, table = self.outlines, self._basis
        n, size = len(o), table.shape[1]
        place = o.origin[:, :, None] + motion @ table.T
        gap, normal, turn = self._outline(place)
        press = o.preload[:, None] - o.normal[:, None] * gap
        pressure = np.maximum(press, 0.0)
        # Derivatives (n, N, 3) with respect to the position at the instant itself.
        press_rate = np.zeros((n, self.instants, 3))
        press_rate[:, :, 1:] = -o.normal[:, None, None] * np.moveaxis(normal, 1, 2)
        pull, rate, state = self._march(place, normal, turn, press, press_rate)
        pressure_rate = np.where((press > 0.0)[..., None], press_rate, 0.0)

        c, s = normal[:, 0], normal[:, 1]
        force = np.stack((pull[:, 1], pressure * c - pull[:, 0] * s, pressure * s + pull[:, 0] * c), axis=1)
        rates = np.empty((n, self.instants, 3, 3 * size))
        spread = np.einsum("nti,tk->ntik", pressure_rate, table).reshape(n, self.instants, 3 * size)
        turned = np.einsum("nti,tk->ntik", turn, table).reshape(n, self.instants, 3 * size)
        rates[:, :, 0] = rate[:, :, 1]
        # n turns by t1 d(angle), t1 by -n d(angle).
        for axis, along, across, sign in ((1, c, s, -1.0), (2, s, c, 1.0)):
            swing = sign * pressure * across - pull[:, 0] * along
            rates[:, :, axis] = spread * along[..., None] + sign * rate[:, :, 0] * across[..., None] + turned * swing[..., None]
        weights = self._weights[:, None] * table.T
        forces = -np.einsum("kt,nit->nik", weights, force)
        stiffness = -np.einsum("kt,ntij->nikj", weights, rates).reshape(n, 3, size, 3, size)
        return SpatialCycle(forces, stiffness, state, pressure, pull, gap)

    def _outline(self, place):
        """Gap (n, N), normal (n, 2, N), and d(angle of the normal)/d(position) (n, N, 3)."""
        o = self.outlines
        y, z = place[:, 1], place[:, 2]
        radius = np.hypot(y, z)
        safe = np.where(radius > 0.0, radius, 1.0)
        round_ = (o.kind != PLANE)[:, None]
        sign = np.where(o.kind == INSIDE, -1.0, 1.0)[:, None]
        gap = np.where(round_, sign * (radius - o.reach[:, None]), o.reach[:, None] + y)
        c, s = np.where(round_, sign * y / safe, 1.0), np.where(round_, sign * z / safe, 0.0)
        turn = np.zeros((*y.shape, 3))
        turn[..., 1], turn[..., 2] = np.where(round_, -z / safe**2, 0.0), np.where(round_, y / safe**2, 0.0)
        return gap, np.stack((c, s), axis=1), turn

    def _march(self, place, normal, turn, press, press_rate):
        """Steps 2, 3 and 5: T (n, 2, N), its derivatives (n, N, 2, 3 (2H + 1)) and the states (n, N)."""
        o, table = self.outlines, self._basis
        n, count, size = len(o), self.instants, table.shape[1]
        slide, slide_rate = self._sliding(place, normal, turn)
        before = np.roll(press, 1, axis=1)
        springs = o.friction, o.tangential
        steps = np.arange(1, self.periods * count) % count
        pulls, states = np.zeros((len(steps) + 1, n, 2)), np.empty((n, count), int)
        for k, t in enumerate(steps.tolist()):
            pulls[k + 1], states[:, t] = advanced(pulls[k], slide[:, t], before[:, t], press[:, t], *springs)

        given = pulls[:-1], slide[:, steps].swapaxes(0, 1), before.T[steps], press.T[steps]
        by_pull, by_slide, by_before, by_after = _derivatives(*given, *springs)
        press_rate = np.einsum("nti,tk->tnik", press_rate, table).reshape(count, n, 3 * size)
        own = by_slide @ slide_rate[steps] + by_before[..., None] * press_rate[steps - 1][:, :, None]
        own += by_after[..., None] * press_rate[steps][:, :, None]
        rate, rates = np.zeros((n, 2, 3 * size)), np.empty((n, count, 2, 3 * size))
        for k, t in enumerate(steps.tolist()):
            rate = by_pull[k] @ rate + own[k]
            rates[:, t] = rate
        return np.moveaxis(pulls[-count:], 0, 2), rates, states

    def _sliding(self, place, normal, turn):
        """Step 2: s (n, N, 2) and its derivatives (N, n, 2, 3 (2H + 1))."""
        table = self._basis
        n, count, size = len(self.outlines), self.instants, table.shape[1]
        step = place - np.roll(place, 1, axis=2)
        mean = 0.5 * (normal + np.roll(normal, 1, axis=2))
        slide = np.stack((mean[:, 0] * step[:, 2] - mean[:, 1] * step[:, 1], step[:, 0]), axis=2)
        along = np.zeros((count, n, 2, 3))
        along[:, :, 0, 1], along[:, :, 0, 2], along[:, :, 1, 0] = -mean[:, 1].T, mean[:, 0].T, 1.0
        rate = np.einsum("tnai,tk->tnaik", along, table - np.roll(table, 1, axis=0))
        turned = np.einsum("nti,tk->tnik", turn, table)
        for shift in (0, 1):
            c, s = np.roll(normal, shift, axis=2).swapaxes(0, 1)
            swing = -0.5 * (c * step[:, 1] + s * step[:, 2])
            rate[:, :, 0] += swing.T[:, :, None, None] * np.roll(turned, shift, axis=0)
        return slide, rate.reshape(count, n, 2, 3 * size)


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
