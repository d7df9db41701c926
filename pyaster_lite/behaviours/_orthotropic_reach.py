"""What points of ENDO_ORTH_BETON reach along a line of strains e0 + x e1: tangents of h(x) = f/K at the reach s (r7.01.09).

f being the size of the forces less K:

1.  Only damage that e1, or its opposite, makes by itself bounds x on that side; `both` where both do.
2.  One side: the ends of the range are moved outwards until h - s changes its sign between them.
3.  Both: they are moved until h rises outwards; the golden section seeks where h < s between them. A point without such a place,
    where h cannot be told from its least value, has no solution.
4.  Roots by parabolas through both ends with the slope at one of them in turns, each fifth time by halving, to EXACT of K s.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

EXACT, TRIES = 0.1, 50
GOLDEN = 0.61803399
_OUTWARDS = 60


class Unreachable(Exception):
    """A point stays beyond the reach, whatever the intensity."""


def reached(h, forces, bounds, reach, threshold):
    """(n, 2, 2) lines a + b x where h = s, NaN where there is none.

    h        of x (n,): h - s and its slope, times `threshold` (n,);  forces  what e1 and its opposite drive, (n, 2)
    bounds   the range of x, finite
    """
    right, left = forces[:, 0] > 0.0, forces[:, 1] > 0.0
    n, (low, high) = len(right), (float(b) for b in bounds)
    close = EXACT * threshold * reach
    lines = np.full((n, 2, 2), np.nan)
    both = right & left

    def falls_short(y, z):
        return np.where(both, (y < 0.0) | (z >= 0.0), np.where(left, (y < 0.0) | (z >= 0.0), y >= 0.0))

    def falls_short_above(y, z):
        return np.where(right, (y < 0.0) | (z <= 0.0), y >= 0.0)

    acts = right | left
    x1 = _outwards(h, np.full(n, low), low - high, acts, falls_short)
    x2 = _outwards(h, np.full(n, high), high - low, acts, falls_short_above)
    inside = np.where(right, x1, x2)
    if both.any():
        inside = np.where(both, _between(h, x1, x2, both, close), inside)
    for side, (chosen, outer) in enumerate(((right, x2), (left, x1))):
        if chosen.any():
            x = _root(h, inside, outer, np.where(both, outer, inside), chosen, close)
            y, z = h(x)
            value = y + threshold * reach
            lines[:, side, 0] = np.where(chosen, (value - x * z) / threshold, np.nan)
            lines[:, side, 1] = np.where(chosen, z / threshold, np.nan)
    return lines


def _outwards(h, x, step, acts, short):
    """Step 2 from x, by steps that double."""
    y, z = h(x)
    for _ in range(_OUTWARDS):
        open_ = acts & short(y, z)
        if not open_.any():
            return x
        step = 2 * step
        x = np.where(open_, x + step, x)
        y, z = h(x)
    raise LawFailed("ENDO_ORTH_BETON: no intensity is found for the reach")


def _between(h, x1, x2, both, close):
    """Step 3: where h < s; Unreachable where that is nowhere."""
    (y1, z1), (y2, z2) = h(x1), h(x2)
    x1, x2, x, open_ = x1.copy(), x2.copy(), x1.copy(), both.copy()
    for _ in range(TRIES):
        span = x2 - x1
        flat = (abs(z1 * span) < close) & (abs(z2 * span) < close) & (y1 + z1 * span > 0.0) & (y2 - z2 * span > 0.0)
        if (flat & open_).any():
            raise Unreachable
        x = np.where(open_, np.where(y1 < y2, x1 + GOLDEN * span, x2 - GOLDEN * span), x)
        y, z = h(x)
        open_ = open_ & (y >= 0.0)
        if not open_.any():
            return x
        right, left = open_ & (z > 0.0), open_ & (z <= 0.0)
        x2, y2, z2 = (np.where(right, new, old) for new, old in ((x, x2), (y, y2), (z, z2)))
        x1, y1, z1 = (np.where(left, new, old) for new, old in ((x, x1), (y, y1), (z, z1)))
    raise LawFailed("ENDO_ORTH_BETON: no intensity is found for the reach")


def _root(h, inside, outer, x, chosen, close):
    """Step 4, from a place where h < s and one where it is above; x, one of them, is looked at first."""
    ends = [inside.copy(), outer.copy()]
    values = [list(h(x)) for x in ends]
    y, z = h(x)
    for trial in range(1, TRIES + 1):
        open_ = chosen & (abs(y) > close)
        if not open_.any():
            return x
        for k, there in enumerate((open_ & (y < 0.0), open_ & (y >= 0.0))):
            ends[k] = np.where(there, x, ends[k])
            values[k] = [np.where(there, new, old) for new, old in zip((y, z), values[k])]
        if trial % 5:
            first = 0 if trial % 2 == 0 else 1
            found = _parabola(ends, values, first, open_)
        else:
            found = 0.5 * (ends[0] + ends[1])
        x = np.where(open_, found, x)
        y, z = h(x)
    raise LawFailed("ENDO_ORTH_BETON: no intensity is found for the reach")


def _parabola(ends, values, first, wanted):
    """The root between the ends of the parabola through both with the slope at the first."""
    x0, x1, (y0, z0), y1 = ends[first], ends[1 - first], values[first], values[1 - first][0]
    span = np.where(wanted, x1 - x0, 1.0)
    a = (y1 - y0 - z0 * span) / span**2
    line = a == 0.0
    safe = np.where(line, 1.0, a)
    half = 0.5 * z0 / safe
    inside = np.sqrt(np.maximum(half**2 - y0 / safe, 0.0))
    one, other = -half + inside, -half - inside
    between = (one + x0 - ends[0]) * (one + x0 - ends[1]) < 0.0
    straight = -y0 / np.where(z0 == 0.0, 1.0, z0)
    return x0 + np.where(line, straight, np.where(between, one, other))
