"""Heun's rule with steps of its own at each point (r5.03.14).

1. a = rate(x, y), y^ = y + h a;
2. y of the end = y^ + h (rate(x + h, y^) - a) / 2; the error is the largest of the last term beside max(1e-4, |y| of the start);
3. where it is within the precision, the step stands; the next has h (error / precision)^(-1/5) 0.9;
4. elsewhere the step is made anew with the same a and h so changed.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed

FLOOR = 1e-4
BEST, WORST = 1e-5, 1e8
"""Bounds of the error beside the precision, in steps 3 and 4."""


def runge_kutta(start: np.ndarray, rate, span: float, precision: float) -> np.ndarray:
    """y (n, k) after `span`, from `start`; rate(rows, x (rows,), y (rows, k)) gives its rates.

    Raises LawFailed when no step is short enough.
    """
    y, scale = start.copy(), np.maximum(FLOOR, abs(start))
    x, h, a = np.zeros(len(y)), np.full(len(y), span), np.zeros_like(y)
    fresh, last = np.ones(len(y), bool), np.zeros(len(y), bool)
    rows = np.arange(len(y))
    while rows.size:
        new = rows[fresh[rows]]
        if new.size:
            last[new] = x[new] + h[new] >= span
            h[new] = np.where(last[new], span - x[new], h[new])
            a[new] = rate(new, x[new], y[new])
        step = h[rows, None]
        end = y[rows] + a[rows] * step
        change = 0.5 * step * (rate(rows, x[rows] + h[rows], end) - a[rows])
        error = (abs(change) / scale[rows]).max(axis=-1)
        error = np.where(np.isfinite(error), error, np.inf) / precision
        good = error <= 1.0
        kept, shorter = rows[good], rows[~good]
        y[kept] = (end + change)[good]
        x[kept] += h[kept]
        h[kept] = np.minimum(h[kept] * np.maximum(error[good], BEST) ** -0.2 * 0.9, span)
        h[shorter] *= np.minimum(error[~good], WORST) ** -0.2 * 0.9
        if (h[shorter] < np.finfo(float).eps * span).any():
            raise LawFailed("no step of the explicit rule is short enough")
        fresh[kept], fresh[shorter], last[shorter] = True, False, False
        rows = rows[~(good & last[rows])]
    return y
