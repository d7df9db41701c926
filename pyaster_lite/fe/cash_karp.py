"""Adaptive integration of a small system of ordinary equations over one step, by the pair of Cash and Karp (orders 5 and 4)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

SAFETY, LONGEST, FORCED = 0.9, 5.0, 0.3
CALM = (LONGEST / SAFETY) ** -5.0
REST = 1e-8
# The weights of the stages; plain numbers and lists, since systems are small and steps many.
A2 = 0.2
A3 = 3 / 40, 9 / 40
A4 = 3 / 10, -9 / 10, 6 / 5
A5 = -11 / 54, 2.5, -70 / 27, 35 / 27
A6 = 1631 / 55296, 175 / 512, 575 / 13824, 44275 / 110592, 253 / 4096
HIGH = 37 / 378, 250 / 621, 125 / 594, 512 / 1771
GAP = 37 / 378 - 2825 / 27648, 250 / 621 - 18575 / 48384, 125 / 594 - 13525 / 55296, -277 / 14336, 512 / 1771 - 1 / 4


class Stiff(Exception):
    """Raised by the equations when a value runs away within a stage: the step is cut."""


def integrate(rates, y0: Sequence[float], step: float, tolerance: float, tries: int, scale: Sequence[float] | None = None) -> list[float]:
    """y at the end of a step; see `follow`."""
    return follow(rates, y0, step, tolerance, tries, scale)[0]


def follow(rates, y0: Sequence[float], step: float, tolerance: float, tries: int, scale: Sequence[float] | None = None):
    """(y at the end of a step, its rates there), from y0 and rates(y), all sequences of m numbers; after `tries` cuts running, those
    last reached.

    The rates at the end are those of the last part's fifth stage, which stands there, as code_aster reads them (rk5app).

    The error of each unknown is divided by `scale`, or by its own value (1 when that vanishes); their norm is held
    below `tolerance`.
    """
    t, h, y, failed = 0.0, step, list(y0), 0
    while failed <= tries:
        size = scale if scale is not None else [1.0 if abs(u) <= REST else u for u in y]
        failed += 1
        try:
            k = _stages(rates, y, h)
        except Stiff:
            h *= FORCED
            continue
        k1, k3, k4, k5, k6 = k
        w1, w3, w4, w5, w6 = (h * w for w in GAP)
        gaps = [(w1 * a + w3 * b + w4 * c + w5 * d + w6 * e) / z for a, b, c, d, e, z in zip(k1, k3, k4, k5, k6, size)]
        worst = max(max(gaps), -min(gaps))
        if worst > 1e100:
            h *= FORCED
            continue
        error = sqrt(sum([gap * gap for gap in gaps])) / tolerance
        if error > 1.0:
            h = max(0.1 * h, SAFETY * h * error**-0.25)
            continue
        w1, w3, w4, w6 = (h * w for w in HIGH)
        reached = [u + (w1 * a + w3 * b + w4 * c + w6 * d) for u, a, b, c, d in zip(y, k1, k3, k4, k6)]
        if abs(t + h - step) <= REST:
            return reached, k5
        t, y, failed = t + h, reached, 0
        h = min(SAFETY * h * error**-0.2 if error > CALM else LONGEST * h, step - t)
    return y, rates(y)


def _stages(rates, y, h):
    """The rates of stages 1, 3, 4, 5 and 6, those that count at the end."""
    k1 = rates(y)
    w1 = h * A2
    k2 = rates([u + w1 * a for u, a in zip(y, k1)])
    w1, w2 = h * A3[0], h * A3[1]
    k3 = rates([u + (w1 * a + w2 * b) for u, a, b in zip(y, k1, k2)])
    w1, w2, w3 = h * A4[0], h * A4[1], h * A4[2]
    k4 = rates([u + (w1 * a + w2 * b + w3 * c) for u, a, b, c in zip(y, k1, k2, k3)])
    w1, w2, w3, w4 = h * A5[0], h * A5[1], h * A5[2], h * A5[3]
    k5 = rates([u + (w1 * a + w2 * b + w3 * c + w4 * d) for u, a, b, c, d in zip(y, k1, k2, k3, k4)])
    w1, w2, w3, w4, w5 = h * A6[0], h * A6[1], h * A6[2], h * A6[3], h * A6[4]
    k6 = rates([u + (w1 * a + w2 * b + w3 * c + w4 * d + w5 * e) for u, a, b, c, d, e in zip(y, k1, k2, k3, k4, k5)])
    return k1, k3, k4, k5, k6
