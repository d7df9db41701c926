"""Adaptive integration of a small system of ordinary equations over one step, by the pair of Cash and Karp (orders 5 and 4)."""

from __future__ import annotations

from math import log10

import numpy as np

STAGES = (
    np.array([0.2]),
    np.array([3 / 40, 9 / 40]),
    np.array([3 / 10, -9 / 10, 6 / 5]),
    np.array([-11 / 54, 2.5, -70 / 27, 35 / 27]),
    np.array([1631 / 55296, 175 / 512, 575 / 13824, 44275 / 110592, 253 / 4096]),
)
WEIGHTS = np.array([37 / 378, 0.0, 250 / 621, 125 / 594, 0.0, 512 / 1771])
LOWER = np.array([2825 / 27648, 0.0, 18575 / 48384, 13525 / 55296, 277 / 14336, 1 / 4])
SAFETY, LONGEST, FORCED = 0.9, 5.0, 0.3
CALM = (LONGEST / SAFETY) ** -5.0
REST = 1e-8


class Stiff(Exception):
    """Raised by the equations when a value runs away within a stage: the step is cut."""


def integrate(rates, y0: np.ndarray, step: float, tolerance: float, tries: int, scale: np.ndarray | None = None) -> np.ndarray:
    """y (m,) at the end of a step, from y0 and rates(y) -> (m,); after `tries` cuts running, the last y reached.

    The error of each unknown is divided by `scale`, or by its own value (1 when that vanishes); their norm is held
    below `tolerance`.
    """
    t, h, y, failed = 0.0, step, np.array(y0, float), 0
    k = np.empty((6, len(y)))
    while failed <= tries:
        size = scale if scale is not None else np.where(abs(y) <= REST, 1.0, y)
        failed += 1
        try:
            k[0] = rates(y)
            for stage, weights in enumerate(STAGES, 1):
                k[stage] = rates(y + h * (weights @ k[:stage]))
        except Stiff:
            h *= FORCED
            continue
        gaps = abs(h * ((WEIGHTS - LOWER) @ k) / size)
        worst = gaps.max()
        if worst > 1e8 and log10(worst) > 100.0:
            h *= FORCED
            continue
        error = float(np.sqrt(gaps @ gaps)) / tolerance
        if error > 1.0:
            h = max(0.1 * h, SAFETY * h * error**-0.25)
            continue
        reached = y + h * (WEIGHTS @ k)
        if abs(t + h - step) <= REST:
            return reached
        t, y, failed = t + h, reached, 0
        h = min(SAFETY * h * error**-0.2 if error > CALM else LONGEST * h, step - t)
    return y
