"""Contact points whose statuses come and go from one iteration to the next, and what is done about it (r5.03.52; thesis of D. Kudawoo).

code_aster watches three statuses in turn at each point. Where they alternate, and the point has kept its master cell, it may find the
point content, change its coefficient of augmentation for the least one that tells the same of the last two iterates, and in the end
let the sign of the pressure decide and penalise the point for the rest of the step (mm_cycl_algo, mm_cycl_d1, search_opt_coef). Friction
is watched likewise; its coefficient is doubled until a point that is about to stick sticks, and the greatest is given to the other points
that keep their state with it (mm_cycl_d2, mm_cycl_t2, mm_cycl_prop).

What is left aside: the share of the last matrix that code_aster adds to the tangent of such points; it is less than 1e-5 (mmCombLineMatr).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

WINDOW = 3
"""How many statuses in a row are looked at."""
ALTERNATING = (2, 5)
"""The codes of off, on, off and of on, off, on, first status in the lowest bit."""
WATCHED = 3
"""Points are only treated from this correction of a turn on, counted from zero."""
GIVEN_UP = 9
"""After this correction the sign of the pressure decides."""
GRAZING = 1e-3
"""A pressure up to this share of the shortest master cell (code_aster compares the numbers, units aside) is none."""
SMALL = 1e-6
"""Gaps and pressures above it are taken off before statuses are judged anew."""
NONE = -1e-15
"""What takes the place of such a pressure."""
LEAST, MOST = 1e-8, 1e8
"""Between what coefficients are looked for."""
STICKS, SLIDES = 0.95, 1.05
"""Shares of the limit of friction from which a point is about to slide, and up to which it hardly does."""
STIFFEST = 1e16
"""What bounds a penalty that is raised, times the depth allowed."""
TOO_MUCH = 1e-2
"""Where a penalty would pass all terms of the matrix, this share of it is taken."""
DOUBLINGS = 30
TRIALS = 100
"""How often in all a coefficient of friction is tried anew for the points of a structure (mm_cycl_prop)."""
FAR = 1e12
EPS = np.finfo(float).eps


@dataclass
class Look:
    """What is seen of the contact points at an iterate, all (np, ...).

    presses    by the sign of pressure - coefficient * gap;  taken: takes part;  held: keeps on pressing whatever is seen
    pressure, gap  (N/m2, m), a gap that is positive where bodies meet;  coefficient (N/m3), a penalty where `penalised`
    masters    (np, nm) nodes of the master cell
    share, slip (np, d)  the friction's multiplier and the slip of the step (m) as vectors, None where there is no friction;  rubbing (np,)
    its coefficients (1/m)
    """

    presses: np.ndarray
    taken: np.ndarray
    held: np.ndarray
    pressure: np.ndarray
    gap: np.ndarray
    coefficient: np.ndarray
    penalised: np.ndarray
    masters: np.ndarray
    share: np.ndarray | None = None
    slip: np.ndarray | None = None
    rubbing: np.ndarray | None = None


@dataclass
class Verdict:
    """Statuses, which points are content, pressures, coefficients of contact and friction, which points are penalised; all (np,)."""

    presses: np.ndarray
    content: np.ndarray
    pressure: np.ndarray
    coefficient: np.ndarray
    penalised: np.ndarray
    rubbing: np.ndarray | None


class _Windows:
    """The last statuses of points: how many (np,), their code (np,), and what the last full window was taken for (np,), -1 none yet."""

    def __init__(self, n):
        self.count, self.code, self.kind = np.zeros(n, int), np.zeros(n, int), np.full(n, -1)

    def forget(self, where=slice(None)):
        self.count[where] = self.code[where] = 0
        self.kind[where] = -1


class Cycling:
    """Watches contact points in `zones` (np,), ranks; `shortest` (m) is the shortest master cell.

    treats   statuses that come and go are treated;  adapts_friction  coefficients of friction too
    settles  whether a status that is treated is changed, which is so where statuses follow the iterations
    allowed  (np,) (m) how deep a penalised point may press before its penalty is raised;  greatest: more than it no penalty becomes
    """

    def __init__(
        self,
        zones: np.ndarray,
        shortest: float,
        treats: bool,
        adapts_friction: bool,
        settles: bool,
        allowed: np.ndarray | float = np.inf,
        greatest: float = MOST,
    ):
        self.zones, self.shortest, self.treats, self.adapts_friction, self.settles = zones, shortest, treats, adapts_friction, settles
        self.allowed, self.greatest = np.broadcast_to(allowed, len(zones)), greatest
        n = len(zones)
        self._contact, self._friction = _Windows(n), _Windows(n)
        self.begin()

    def begin(self):
        """A step, or another attempt at it, starts."""
        n = len(self._contact.count)
        for windows in (self._contact, self._friction):
            windows.kind[:] = -1
        self.pressed, self.penalised = np.zeros(n, bool), np.zeros(n, bool)
        self._pressure, self._gap, self._masters = np.zeros(n), np.zeros(n), None
        self._rubbed = None
        count = self.zones.max(initial=0) + 1
        self._least, self._most = np.full(count, FAR), np.full(count, -FAR)

    def forget(self):
        """A loop has come to its end: what was seen is seen no more."""
        self._contact.forget()
        self._friction.forget()

    def judge(self, number: int, seen: Look) -> Verdict:
        """What becomes of the points at correction `number` of this turn, from zero."""
        taken, free = seen.taken, seen.taken & ~seen.held
        presses, before = seen.presses.copy(), self.pressed.copy()
        pressure, gap, coefficient = seen.pressure.copy(), seen.gap.copy(), seen.coefficient.copy()
        same = np.zeros(len(taken), bool)
        if self._masters is not None and self._masters.shape == seen.masters.shape:
            same = (self._masters == seen.masters).all(axis=1)
        self._masters = seen.masters
        self._watch(number, seen)
        rubbing = None if seen.share is None else self._rub(seen)
        treated = free & same & self.treats
        content = np.zeros(len(taken), bool)
        if number >= WATCHED:
            content |= treated & (self._contact.kind == 1)
            for point in np.flatnonzero(treated & (self._contact.kind != 0)):
                found = _common_coefficient(pressure[point], self._pressure[point], gap[point], self._gap[point])
                if found is None:
                    continue
                coefficient[point], gap[point], status = found
                if self.settles:
                    presses[point] = before[point] = status
        deep = free & presses & seen.penalised & (gap > self.allowed)
        if deep.any():
            coefficient[deep] = raised(gap[deep], self._gap[deep], self.allowed[deep], coefficient[deep], self.greatest)
        content |= before == presses
        late = treated & ~content & (number > GIVEN_UP)
        gap[late & (gap > SMALL)] = 0.0
        pressure[late & (pressure > SMALL)] = NONE
        earlier = np.where(late & (self._pressure > SMALL), NONE, self._pressure)
        if self.settles:
            presses, before = np.where(late, pressure < 0.0, presses), np.where(late, earlier < 0.0, before)
            content |= late & (before == presses)
        self.penalised |= late
        coefficient[late & ~seen.penalised] = 1.0 / self.shortest
        self.pressed = np.where(free, presses, self.pressed)
        self._pressure, self._gap = np.where(free, pressure, self._pressure), np.where(free, gap, self._gap)
        presses = (presses & free) | (seen.held & taken)
        return Verdict(presses, content, pressure, coefficient, self.penalised, rubbing)

    def _watch(self, number, seen):
        """Add the statuses of this iterate to the windows, and tell what those are that are full (mm_cycl_d1)."""
        windows, taken, before = self._contact, seen.taken, self.pressed.astype(int)
        if number == 0:
            windows.count[taken] = windows.code[taken] = 0
        count = windows.count
        code = windows.code % 2**count + 2**count * before + 2 ** (count + 1) * seen.presses
        full = taken & (count + 1 == WINDOW)
        code[full] //= 2
        near = GRAZING * self.shortest
        last = self._pressure - seen.coefficient * self._gap
        last = np.where(self.pressed & (last >= 0.0), -EPS, last)
        zones = np.stack([_zone(last, near), _zone(seen.pressure - seen.coefficient * seen.gap, near)])
        grazes = (np.sort(zones, axis=0) == np.array([[2], [3]])).all(axis=0)
        kind = np.where(np.isin(code, ALTERNATING), np.where(grazes, 1, 2), 0)
        windows.kind = np.where(full, kind, windows.kind)
        windows.code = np.where(taken, code, windows.code)
        windows.count = np.where(taken & ~full, count + 1, count)

    def _rub(self, seen):
        """Watch the friction of the points; its coefficients (mm_cycl_d2, mm_cycl_t2, mm_cycl_prop)."""
        windows, d = self._friction, seen.rubbing.copy()
        now = seen.share, seen.slip
        last = self._rubbed or (np.zeros_like(seen.share), np.zeros_like(seen.slip))
        reached, reached_last = (np.linalg.norm(share + d[:, None] * slip, axis=1) for share, slip in (now, last))
        free, presses = seen.taken & ~seen.held, seen.taken & seen.presses
        self._rubbed = tuple(np.where(free[:, None], new, old) for new, old in zip(now, last))
        windows.forget(seen.taken & ~seen.presses)
        sticks, count = presses & (reached <= 1.0), windows.count + presses
        windows.code = windows.code + np.where(sticks, 2 ** (count - presses), 0)
        full = presses & (count == WINDOW)
        windows.kind = np.where(presses, np.where(full & np.isin(windows.code, ALTERNATING), 2, 0), windows.kind)
        windows.code, windows.count = np.where(full, windows.code // 2, windows.code), np.where(full, count - 1, count)
        if not self.adapts_friction:
            return d
        for point in np.flatnonzero(seen.taken & (windows.kind > 0)):
            for (share, slip), size in ((now, reached), (last, reached_last)):
                if STICKS <= size[point] <= 1.0:
                    d[point] = _sticking(share[point], slip[point], d[point])
                    break
        np.minimum.at(self._least, self.zones[seen.taken], d[seen.taken])
        np.maximum.at(self._most, self.zones[seen.taken], d[seen.taken])
        return self._spread(d)

    def _spread(self, d):
        """Give the greatest coefficient of friction to the points whose state stays with it, or with the least one (mm_cycl_prop)."""
        share, slip = self._rubbed
        trials = 0
        for point in np.flatnonzero(self._friction.kind != -1):
            least, most = self._least[self.zones[point]], self._most[self.zones[point]]
            own, by_most, by_least = (_state(share[point] + value * slip[point]) for value in (d[point], most, least))
            spreads = _spreads(own, by_most)
            if not spreads and trials + 1 < TRIALS:
                spreads = _spreads(own, by_least)
                trials = trials + 1 if spreads else TRIALS
            if spreads:
                d[point] = max(most, d[point])
        return d


def raised(depth: np.ndarray, last: np.ndarray, allowed: np.ndarray, penalty: np.ndarray, greatest: float) -> np.ndarray:
    """(np,) The penalties (N/m3) of points that press deeper (m) than allowed, and pressed as deep as `last` at the iterate before.

    Source: G. Bussetta's algorithm, as code_aster has it (bussetta_algorithm), at least in the ratio of the depths (mm_cycl_algo).
    """
    jumped = abs(depth - last) > np.maximum(np.maximum(depth, last) / 10.0, 5.0 * allowed)
    share = np.sqrt(depth / allowed - 1.0) + 1.0
    cases = [last < 0.0, jumped, depth < 10.0 * allowed, depth > abs(last) + 0.01 * depth]
    values = [abs(penalty * last / (10.0 * depth)), 2.0 * penalty, penalty * share**2, 2.0 * penalty * last / depth]
    found = np.minimum(np.select(cases, values, penalty * share), STIFFEST * allowed)
    found = np.maximum(found, penalty * depth / allowed)
    return np.where(found > greatest, TOO_MUCH * found, found)


def _zone(augmented, near):
    """(np,) 1 far from contact, 2 open, 3 pressing by next to nothing, 4 pressing."""
    return np.where(augmented < 0.0, np.where(augmented < -near, 4, 3), np.where(augmented <= near, 2, 1))


def _common_coefficient(pressure, last_pressure, gap, last_gap):
    """The coefficient with which two iterates tell the same status, the gap by which it is told, and it; or None (search_opt_coef)."""
    coefficient, top, found = LEAST, MOST, False
    if gap > SMALL or last_gap > SMALL:
        gap = 0.0
    if pressure > SMALL or last_pressure > SMALL:
        pressure = NONE
    while coefficient < top and not found:
        status = pressure - coefficient * gap < 0.0
        found = status == (last_pressure - coefficient * last_gap < 0.0)
        if found:
            top = (np.log(coefficient) + np.log(top)) / 2.0
            if top < np.log(MOST):
                top, found = 10.0**top, False
        tried, coefficient = coefficient, 4.0 * coefficient
    return (tried, gap, status) if found else None


def _sticking(share, slip, coefficient):
    """The coefficient, doubled as often as need be, with which a point sticks; as given where there is none (mm_cycl_adaf)."""
    tried = coefficient
    for _ in range(DOUBLINGS):
        if np.linalg.norm(share + tried * slip) <= STICKS:
            return tried
        tried *= 2.0
        if tried >= MOST:
            return coefficient
    return tried


def _state(reached):
    """0 a point that sticks, 1 that is about to slide, 2 that hardly slides, 3 that slides."""
    size = np.linalg.norm(reached)
    return 0 if size < STICKS else 1 if size <= 1.0 else 2 if size < SLIDES else 3


def _spreads(own, other):
    """Whether a point in one state may take the coefficient with which it is in the other."""
    return own in (other, 2) or (own, other) == (1, 0)
