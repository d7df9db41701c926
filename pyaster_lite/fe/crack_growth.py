"""What cracks do under stress intensity factors: where they turn, how factors count together, how fast they grow (u4.82.04)."""

from __future__ import annotations

import numpy as np

_TENS = 10.0 * np.arange(10)
_OPEN = np.array(
    [
        [1.0, 0.9886, 0.9552, 0.9018, 0.8314, 0.7479, 0.6559, 0.5598, 0.4640, 0.3722],
        [0.0, -0.2597, -0.5068, -0.7298, -0.9189, -1.0665, -1.1681, -1.2220, -1.2293, -1.1936],
    ]
)
_SHEARED = np.array(
    [
        [0.0, 0.0864, 0.1680, 0.2403, 0.2995, 0.3431, 0.3696, 0.3788, 0.3718, 0.3507],
        [1.0, 0.9764, 0.9071, 0.7972, 0.6540, 0.4872, 0.3077, 0.1266, -0.0453, -0.1988],
    ]
)
"""Factors of a crack that has turned by 0, 10, ... degrees, by those before (Amestoy, Bui, Dang Van)."""


def hoop_angle(k1: float, k2: float) -> float:
    """Where the hoop stress is largest, in degrees."""
    if k2 == 0.0:
        return 0.0
    ratio = k1 / k2
    return float(np.degrees(2.0 * np.arctan((ratio - np.sign(k2) * np.sqrt(ratio**2 + 8.0)) / 4.0)))


def turned_angle(k1: float, k2: float, largest: bool) -> float:
    """The angle, by steps of ten degrees, after which a crack opens most, or shears least."""
    table = _OPEN if largest else _SHEARED
    sign = 1.0 if largest else -1.0
    k1 = max(k1, 1e-15)
    after = np.concatenate([abs(table[0] * k1 + table[1] * k2), abs(sign * table[0] * k1 - sign * table[1] * k2)[1:]])
    angles = np.concatenate([_TENS, -_TENS[1:]])
    return float(angles[after.argmax() if largest else after.argmin()])


def turned_and_twisted(k1: float, k2: float, k3: float, poisson: float) -> tuple[float, float]:
    """The angles of deviation and of twist, in degrees."""
    total = k1 + abs(k2) + abs(k3)
    part = (1.0 - k3 / total) ** ((np.sqrt(np.pi) - 5.0 * poisson) / 4.0)
    ratio = (1.0 + k1 / total - part) / (k2 / total)
    turn = 2.0 * np.arctan((ratio - np.sign(k2) * np.sqrt(ratio**2 + 8.0)) / 4.0)
    opened = k1 * ((3.0 - 8.0 * poisson) * np.cos(turn / 2) + np.cos(1.5 * turn))
    sheared = k2 * ((8.0 * poisson - 1.0) * np.sin(turn / 2) + (3.0 * poisson - 4.0) * np.sin(1.5 * turn))
    return float(np.degrees(turn)), float(np.degrees(np.arctan(k3 * np.cos(turn / 2) / (opened + sheared)) / 2.0))


def together(kind: str, factors: list[float], poisson: float = 0.0) -> float:
    """One factor for two or three: their sum (LINEAIRE), the root of that of their squares (QUADRATIQUE) or the first (MODE_I)."""
    k1, k2, k3 = (*factors, 0.0, 0.0)[:3]
    if kind == "LINEAIRE":
        return max(k1, 0.0) + abs(k2) + 0.74 * abs(k3)
    return k1 if kind == "MODE_I" else float(np.sqrt(k1**2 + k2**2 + k3**2 / (1.0 - poisson)))


def released(k2: float, k3: float, young: float, poisson: float, flat: bool) -> float:
    """What a closed crack releases."""
    return (k2**2 if flat else k2**2 * (1.0 - poisson**2)) / young + k3**2 * (1.0 + poisson) / young
