"""The one-dimensional contact element with normal load variation under periodic motion, integrated exactly.

With v the approach and u the sliding of a contact, w the displacement of its slider, f0 the normal force where v = 0:

    1.  fn = max(f0 + kn v, 0)
    2.  ft = kt (u - w), |ft| <= mu fn:  the slider stays in [lo, hi],  lo = u - mu fn / kt,  hi = u + mu fn / kt, and only
        moves when an end pushes it: it sticks inside, slips forwards with lo, backwards with hi, and follows u in
        lift-off, where lo = hi = u
    3.  between two angles from which on lo and hi are monotone and fn keeps its sign, w -> min(max(w, lo), hi). So the
        march goes over the instants of a grid to which the extrema of lo and hi and the roots of fn are added: every
        reversal, lift-off and re-contact is located
    4.  such steps compose: one period is w -> min(max(w, A), B), whose image does not change when it is applied again.
        So the state is periodic from the second period on
    5.  the angle where sticking ends is the root of lo = w or hi = w
    6.  between these events ft is a trigonometric polynomial: its Fourier coefficients are sums over the events, exact
    7.  derivatives: fn and ft are continuous in time, so moving an event changes no coefficient by itself. What remains
        is d(ft)/d(u, v) in each state, and dw of a slider that sticks where it was last left: dw = du -+ (mu / kt) d(fn)
        after a reversal, dw = du - u' dv / v' after a re-contact, 0 for one that never moved

u and v are series as fe.trigonometric has them; forces oppose u and v.
Sources: Battiato, Firrone & Berruti 2019, equations (10) and (11), after Yang, Chu & Menq 1998; alternating frequency-time:
Cameron & Griffin 1989; event-driven evaluation: Krack & Gross 2019, section 2.4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from . import trigonometric as series

STICK, FORWARDS, BACKWARDS, APART = range(4)
VANISHING = 1e-13
"""A state shorter than this, in radians, is rounding."""


@dataclass(frozen=True)
class Springs:
    """The parameters (n,) of n contacts: normal and tangential stiffness (N/m), friction coefficient, force f0 (N).

    The tangential stiffness of a contact without friction must be positive all the same; it then counts for nothing.
    """

    normal: np.ndarray
    tangential: np.ndarray
    friction: np.ndarray
    preload: np.ndarray


@dataclass(frozen=True)
class Segments:
    """The states of all contacts over one period, in ascending order of contact and angle; neighbours differ.

    contact, state (m,); start, end (m,) angles in [0, 2 pi]; slider (m,) the slider's place while it sticks
    left (m,) the angle where a slider that sticks was last moved, NaN when it never was
    cause (m,) the state in which it was moved: FORWARDS, BACKWARDS, or APART for a re-contact
    """

    contact: np.ndarray
    state: np.ndarray
    start: np.ndarray
    end: np.ndarray
    slider: np.ndarray
    left: np.ndarray
    cause: np.ndarray

    def shares(self, contacts: int) -> np.ndarray:
        """(contacts, 4) the share of the period that each contact spends in each state."""
        result = np.zeros((contacts, 4))
        np.add.at(result, (self.contact, self.state), (self.end - self.start) / (2.0 * np.pi))
        return result


@dataclass(frozen=True)
class Cycle:
    """Forces of n contacts over a period and their derivatives.

    normal, tangential       (n, 2H + 1)
    normal_v, tangential_u, tangential_v   (n, 2H + 1, 2H + 1): row, coefficient of the force; column, of the motion
    """

    normal: np.ndarray
    tangential: np.ndarray
    normal_v: np.ndarray
    tangential_u: np.ndarray
    tangential_v: np.ndarray
    segments: Segments


class PeriodicContacts:
    """n contacts that march `periods` periods over `instants` instants each, with motions of H harmonics."""

    def __init__(self, springs: Springs, harmonics: int, instants: int, periods: int = 2):
        self.springs, self.harmonics, self.periods = springs, harmonics, periods
        self.angles = 2.0 * np.pi * np.arange(instants + 1) / instants
        self._basis = series.basis(harmonics, self.angles)
        self._basis[-1] = self._basis[0]
        self._projector = series.Projector(harmonics)

    def __call__(self, v: np.ndarray, u: np.ndarray) -> Cycle:
        """The forces under approaches v and slidings u (n, 2H + 1)."""
        ends = self._bounds(v, u)
        grid = self._grid(v, u, ends)
        segments = self._segments(grid, self._march(grid), ends)
        return self._forces(v, u, ends[0], segments)

    def history(self, v: np.ndarray, u: np.ndarray, cycle: Cycle):
        """(angles (N + 1,), fn, ft (n, N + 1)): the forces over the period."""
        s, parts, table = self.springs, cycle.segments, self._basis
        force = np.maximum(s.preload[:, None] + s.normal[:, None] * (v @ table.T), 0.0)
        sliding = u @ table.T
        tangential = np.zeros_like(force)
        for contact in range(len(force)):
            own = np.flatnonzero(parts.contact == contact)
            at = own[np.clip(np.searchsorted(parts.start[own], self.angles, side="right") - 1, 0, None)]
            spring = s.tangential[contact] * (sliding[contact] - parts.slider[at])
            limit = s.friction[contact] * force[contact]
            tangential[contact] = np.choose(parts.state[at], (np.clip(spring, -limit, limit), limit, -limit, 0.0))
        return self.angles, force, tangential

    def _bounds(self, v, u):
        """The series fn (where it is positive), lo and hi."""
        s = self.springs
        normal = s.normal[:, None] * v
        normal[:, 0] += s.preload
        reach = (s.friction / s.tangential)[:, None] * normal
        return normal, u - reach, u + reach

    def _grid(self, v, u, ends):
        """Step 3: (angles, fn, lo, hi, whether fn has a root there), each (n, points), padded with the end of the period."""
        normal, low, high = ends
        n, samples = len(normal), len(self.angles)
        rates = np.stack((normal, series.derivative(low), series.derivative(high)))
        values = rates @ self._basis.T
        turns = values[:, :, :-1] * values[:, :, 1:] < 0.0
        turns[1:] &= np.maximum(values[0, :, :-1], values[0, :, 1:]) > 0.0
        kind, contact, step = np.nonzero(turns)
        found = series.roots(rates[kind, contact], self.angles[step], self.angles[step + 1])
        count = np.bincount(contact, minlength=n)
        rank = np.argsort(contact, kind="stable")
        column = np.empty(len(contact), int)
        column[rank] = np.arange(len(contact)) - np.repeat(np.cumsum(count) - count, count)
        width = int(count.max(initial=0))
        extra = np.full((n, width), self.angles[-1])
        extra[contact, column] = found
        root = np.zeros((n, samples + width), bool)
        root[contact, samples + column] = kind == 0
        angles = np.concatenate((np.broadcast_to(self.angles, (n, samples)), extra), axis=1)
        table = series.basis(self.harmonics, extra)
        sliding = np.concatenate((u @ self._basis.T, np.einsum("npk,nk->np", table, u)), axis=1)
        force = np.concatenate((values[0], np.einsum("npk,nk->np", table, normal)), axis=1)
        padding = np.zeros_like(root)
        padding[:, samples:] = np.arange(width) >= count[:, None]
        force[padding], sliding[padding] = (
            np.broadcast_to(force[:, :1], root.shape)[padding],
            np.broadcast_to(sliding[:, :1], root.shape)[padding],
        )
        force[root] = 0.0
        order = np.argsort(angles, axis=1, kind="stable")
        angles, force, sliding, root = (np.take_along_axis(x, order, axis=1) for x in (angles, force, sliding, root))
        reach = (self.springs.friction / self.springs.tangential)[:, None] * np.maximum(force, 0.0)
        return angles, force, sliding - reach, sliding + reach, root

    def _march(self, grid):
        """Steps 3 and 4: w (n, points) over the last of the periods, w = 0 before the first."""
        _, _, low, high, _ = grid
        floor, ceiling = low.copy(), high.copy()
        shift, points = 1, low.shape[1]
        while shift < points:
            # What leaves the stretch before passes through the stretch that follows it.
            passed = (np.clip(bound[:, :-shift], floor[:, shift:], ceiling[:, shift:]) for bound in (floor, ceiling))
            floor[:, shift:], ceiling[:, shift:] = list(passed)
            shift *= 2
        start = np.zeros(len(low))
        for _ in range(self.periods - 1):
            start = np.clip(start, floor[:, -1], ceiling[:, -1])
        return np.clip(start[:, None], floor, ceiling)

    def _segments(self, grid, w, ends) -> Segments:
        """Steps 2 and 5: what happens between the points of the grid."""
        angles, force, low, high, root = grid
        n, points = angles.shape
        at_low, at_high = w == low, w == high
        moved = at_low | at_high
        place = np.where(moved, np.arange(points), -1)
        last = np.maximum.accumulate(place, axis=1)
        last = np.where(last < 0, last[:, -1:], last)
        contact, step = np.nonzero(np.diff(angles, axis=1) > 0.0)
        here, there = (contact, step), (contact, step + 1)
        apart = force[here] + force[there] < 0.0
        between = root[here] & root[there]
        if between.any():
            rows = contact[between]
            middle = 0.5 * (angles[here] + angles[there])[between]
            apart[between] = series.at(ends[0][rows], middle) < 0.0
        forwards = ~apart & (w[there] > w[here])
        backwards = ~apart & (w[there] < w[here])
        free = forwards & ~at_low[here] | backwards & ~at_high[here]
        rows = contact[free]
        goal = np.where(forwards[free, None], ends[1][rows], ends[2][rows])
        goal[:, 0] -= w[here][free]
        turn = angles[here].copy()
        turn[free] = series.roots(goal, angles[here][free], angles[there][free])
        sticks = ~apart & ~forwards & ~backwards
        turn[sticks] = angles[there][sticks]
        state = np.select((apart, forwards, backwards), (APART, FORWARDS, BACKWARDS), STICK)

        origin = last[here]
        known = origin >= 0
        source = contact, np.maximum(origin, 0)
        left = np.where(known, angles[source], np.nan)
        cause = np.where(root[source] | (force[source] <= 0.0), APART, np.where(at_low[source], FORWARDS, BACKWARDS))
        first = free | sticks
        second = ~sticks
        joined = (
            np.concatenate((contact[first], contact[second])),
            np.concatenate((np.full(first.sum(), STICK), state[second])),
            np.concatenate((angles[here][first], turn[second])),
            np.concatenate((turn[first], angles[there][second])),
            np.concatenate((w[here][first], np.zeros(second.sum()))),
            np.concatenate((left[first], np.full(second.sum(), np.nan))),
            np.concatenate((cause[first], np.zeros(second.sum(), int))),
        )
        order = np.lexsort((joined[3], joined[2], joined[0]))
        order = order[(joined[3] - joined[2])[order] > VANISHING]
        contact, state, start, end, slider, left, cause = (part[order] for part in joined)
        changes = (np.diff(contact) != 0) | (np.diff(state) != 0)
        whole = np.ones(min(len(contact), 1), bool)
        begins, ends = np.append(whole, changes), np.append(changes, whole)
        return Segments(contact[begins], state[begins], start[begins], end[ends], slider[begins], left[begins], cause[begins])

    def _forces(self, v, u, normal, segments) -> Cycle:
        """Steps 6 and 7."""
        s, project = self.springs, self._projector
        n, size = u.shape
        parts = project.transforms(segments.start, segments.end)
        sums = np.zeros((4, n, parts.shape[1]), complex)
        np.add.at(sums, (segments.state, segments.contact), parts)
        stuck, forwards, backwards = (project.matrices(sums[state]) for state in (STICK, FORWARDS, BACKWARDS))
        touching = stuck + forwards + backwards
        slipping = s.friction[:, None, None] * (forwards - backwards)
        fn = np.einsum("nij,nj->ni", touching, normal)
        ft = np.einsum("nij,nj->ni", slipping, normal) + s.tangential[:, None] * np.einsum("nij,nj->ni", stuck, u)
        normal_v = s.normal[:, None, None] * touching
        by_u, by_v = s.tangential[:, None, None] * stuck, s.normal[:, None, None] * slipping

        rows = np.flatnonzero(segments.state == STICK)
        contact = segments.contact[rows]
        weight = -s.tangential[contact, None] * project.coefficients(parts[rows])
        np.add.at(ft, contact, weight * segments.slider[rows, None])
        table, factor = slider_derivatives(s, v, u, contact, segments.left[rows], segments.cause[rows])
        product = weight[:, :, None] * table[:, None, :]
        np.add.at(by_u, contact, product)
        np.add.at(by_v, contact, factor[:, None, None] * product)
        rough = s.friction > 0.0
        ft[~rough], by_u[~rough], by_v[~rough] = 0.0, 0.0, 0.0
        return Cycle(fn, ft, normal_v, by_u, by_v, segments)


def slider_derivatives(springs: Springs, v, u, contact, left, cause):
    """Step 7: (table, factor) with dw = table . du + factor table . dv, table (m, 2H + 1), factor (m,), of sliders of the
    contacts (m,) left at angles (m,) by causes (m,)."""
    known = ~np.isnan(left)
    angle = np.where(known, left, 0.0)
    table = series.basis(series.order_of(u), angle) * known[:, None]
    rate_u = np.einsum("nk,nk->n", series.derivative(u)[contact], table)
    rate_v = np.einsum("nk,nk->n", series.derivative(v)[contact], table)
    reach = springs.friction[contact] * springs.normal[contact] / springs.tangential[contact]
    with np.errstate(invalid="ignore", divide="ignore"):
        back = np.where(rate_v != 0.0, -rate_u / rate_v, 0.0)
    return table, np.select((cause == FORWARDS, cause == BACKWARDS), (-reach, reach), back)
