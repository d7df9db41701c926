"""Retention by van Genuchten, relative permeability of the liquid by Mualem (r7.01.11).

    S_e = (1 + ((p_c - p_e) / P_r)^n)^-m,   S = S_r + (1 - S_r) S_e,   m = 1 - 1/n
    k_l = S_e^1/2 (1 - (1 - S_e^(1/m))^m)^2

Near full pores, from the saturation S_max on, S goes on as 1 - B / (C - p_c), which meets the curve and its slope, and relative
permeabilities by parabolas; towards empty ones permeabilities go on straight.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ._retention import Retention


class VanGenuchten(Retention):
    """The saturation; `gas_curve` of a member gives the relative permeability of the gas."""

    def saturation(self, point, pressure, temperature):
        """The curve, and what follows it near full pores."""
        n, scale, left, largest, share, entry = (
            point.read(f"skeleton.vg_{word}", default)
            for word, default in (("n", None), ("pr", None), ("sr", None), ("smax", None), ("satur", 1.0), ("pentr", 0.0))
        )
        m, span = 1.0 - 1.0 / n, 1.0 - left
        most = (largest - left) / span
        root = most ** (-1.0 / m) - 1.0
        limit = scale * root ** (1.0 / n) + entry
        slope = -scale / n / m / span * root ** (1.0 / n - 1.0) * most ** (-1.0 / m - 1.0)
        centre, reach = limit - (1.0 - largest) * slope, -((1.0 - largest) ** 2) * slope
        drawn = np.maximum(pressure - entry, limit - entry) / scale
        held = (1.0 + drawn**n) ** -m
        curve = left + span * held
        falls = -span * n * m / scale * (1.0 + drawn**n) ** (-m - 1.0) * drawn ** (n - 1.0)
        beyond = pressure > limit
        gap = np.where(beyond, 1.0, centre - pressure)
        return np.where(beyond, curve, 1.0 - reach / gap) * share, np.where(beyond, falls, -reach / gap**2)

    def liquid(self, point, saturation, gas):
        """Mualem's curve."""
        _, left, _, m, low, high = self._range(point)

        def curve(s):
            e = (s - left) / (1.0 - left)
            root = 1.0 - e ** (1.0 / m)
            value = np.sqrt(e) * (1.0 - root**m) ** 2
            rise = 2.0 * np.sqrt(e) * (1.0 - root**m) * root ** (m - 1.0) * e ** (1.0 / m - 1.0)
            return value, (value / (2.0 * e) + rise) / (1.0 - left)

        return drawn_on(curve, saturation, low, high, 1.0)

    def _range(self, point):
        """(n, S_r, S_max, m, the saturations between which curves hold)."""
        n, left, largest = (point.read(f"skeleton.vg_{word}") for word in ("n", "sr", "smax"))
        return n, left, largest, 1.0 - 1.0 / n, left + (1.0 - left) * (1.0 - largest), largest


def drawn_on(curve: Callable, s: np.ndarray, low, high, full: float):
    """A curve (value and slope of a saturation) between `low` and `high`, straight below, a parabola to `full` at 1 above."""
    value, slope = curve(np.clip(s, low, high))
    below, above = s <= low, s >= high
    bend = np.where(above, (full - value + slope * (high - 1.0)) / (1.0 - high) ** 2, 0.0)
    straight, beside = value + slope * (s - low), slope
    start = full - bend - (slope - 2.0 * bend * high)
    parabola = bend * s**2 + (slope - 2.0 * bend * high) * s + start
    result = np.where(below, straight, np.where(above, parabola, value))
    return result, np.where(above, 2.0 * bend * s + slope - 2.0 * bend * high, beside)
