"""Stresses on a line through a wall as RCC-M's rules take them: membrane, bending, ranges and what cycles use up (r7.04.03, B 3200).

Stresses are (..., 6): xx, yy, zz, xy, xz, yz.
"""

from __future__ import annotations

import numpy as np

from .invariants import principal
from .tensors import mandel_factors

_NOTHING = float(np.finfo(float).eps)
_PARABOLA = ((0.0, 7.95), (0.3, 4.65), (0.4, 3.55), (0.5, 2.7), (0.615, 2.002), (1.0, 0.0))


def tresca(stress) -> np.ndarray:
    """The difference (...) of the largest and of the smallest principal stress."""
    values = principal(np.asarray(stress) * mandel_factors())[0]
    return values[..., -1] - values[..., 0]


def linear_parts(along: np.ndarray, stress: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(membrane, bending at the last point) (..., 6) of stresses (..., n, 6) at abscissas (n,), straight in between.

    membrane = int s dx / L,    bending = 6 / L^2 int s (x - L/2) dx
    """
    x = along - along[0]
    length, steps = x[-1], np.diff(x)[:, None]
    first, last = stress[..., :-1, :], stress[..., 1:, :]
    membrane = 0.5 * (steps * (first + last)).sum(axis=-2) / length
    start, end = x[:-1, None], x[1:, None]
    moment = (steps / 3.0 * (first * start + (first + last) * (start + end) + last * end)).sum(axis=-2) / length**2
    return membrane, 3.0 * (moment - membrane)


def revolved_parts(along, radii, heights, stress, curvature: float):
    """(membrane, (bending at the first, at the last point)) (..., 6) of stresses (..., n, 6) across a wall of revolution.

    The trapezoidal rule at n points equally spaced; `curvature` is the radius of the wall's own curve in its meridian plane, none where it
    is not above zero. Stresses are turned along and across the line; hoops near the axis are shorter than those far from it, so that each
    counts by its radius, and the neutral line is off the middle (rc32axis). Shears out of the plane count as none.
    """
    x, radii = np.asarray(along) - along[0], np.asarray(radii, float)
    length, n = x[-1], len(x) - 1
    step, mean = length / n, 0.5 * (radii[0] + radii[-1])
    rise, run = heights[0] - heights[-1], radii[0] - radii[-1]
    angle = 0.5 * np.pi if run == 0.0 else np.arctan(rise / run)
    cosine, sine = np.cos(angle), np.sin(angle)
    xx, yy, zz, xy = (stress[..., k] for k in (0, 1, 2, 3))
    across = cosine**2 * xx + sine**2 * yy + 2.0 * cosine * sine * xy
    down = sine**2 * xx + cosine**2 * yy - 2.0 * cosine * sine * xy
    shear = cosine * sine * (yy - xx) + (cosine**2 - sine**2) * xy

    def total(values):
        return (0.5 * (values[..., 0] + values[..., -1]) + values[..., 1:-1].sum(axis=-1)) * step

    membrane, first, last = (np.zeros((*stress.shape[:-2], 6)) for _ in range(3))
    middle, off = x - 0.5 * length, length**2 * cosine / (12.0 * mean)
    membrane[..., 0] = total(across) / length
    membrane[..., 1] = total(down * radii) / (mean * length)
    membrane[..., 3] = total(shear * radii) / (mean * length)
    first[..., 0], last[..., 0] = across[..., 0] - membrane[..., 0], across[..., -1] - membrane[..., 0]
    moment = total((middle - off) * down * radii) / (mean * length * (length**2 / 12.0 - off**2))
    first[..., 1], last[..., 1] = (-0.5 * length - off) * moment, (0.5 * length - off) * moment
    if curvature > 0.0:
        own = length**2 / (12.0 * curvature)
        # code_aster weighs the mean by the distance from the axis, not by that from the middle of the wall
        membrane[..., 2] = total(zz * (1.0 + radii / curvature)) / length
        moment = total((middle - own) * zz * (1.0 + middle / curvature)) / (length * (length**2 / 12.0 - own**2))
    else:
        own = 0.0
        membrane[..., 2] = total(zz) / length
        moment = 12.0 * total(middle * zz) / length**3
    first[..., 2], last[..., 2] = (-0.5 * length - own) * moment, (0.5 * length - own) * moment
    return membrane, (first, last)


def ranges(stress: np.ndarray) -> np.ndarray:
    """(n, n) Tresca's measure of the difference of stresses (n, 6) at any two of n instants."""
    return tresca(stress[:, None] - stress[None])


def ratchet_limits(strength: float, stress) -> tuple[np.ndarray, np.ndarray]:
    """The largest range of thermal stress, of a linear and of a parabolic profile, that membrane stresses of pressure allow; NaN where
    they are above the yield strength."""
    x = np.asarray(stress, float) / strength
    beyond, edge = (x < 0.0) | (x > 1.0 + 1e-10), (abs(x) <= 1e-10) | (abs(x - 1.0) <= 1e-10)
    with np.errstate(divide="ignore"):
        linear = np.where(x <= 0.5, 1.0 / x, 4.0 * (1.0 - x))
    places, heights = np.array(_PARABOLA).T
    parabolic = np.where(x < 0.615, np.interp(x, places, heights), 5.2 * (1.0 - x))
    return tuple(np.where(beyond, np.nan, np.where(edge, 0.0, shape) * strength) for shape in (linear, parabolic))


def thermal_correction(ranges, strength: float) -> np.ndarray:
    """K_e of thermal stresses: 1.86 (1 - 1 / (1.66 + S_n / S_m)), at least one."""
    return np.maximum(1.0, 1.86 * (1.0 - 1.0 / (1.66 + ranges / strength)))


def initiation_factors(stress: np.ndarray, a: float, b: float, ratio: float) -> np.ndarray:
    """(n, n) above the diagonal the factor of crack initiation of a cycle between two of n opening stresses, zero elsewhere:
    ((|s_i - s_j| / (1 - R_ij / ratio)) / a)^(-1 / b), R_ij the least over the most where both are tension, else zero."""
    one, other = stress[:, None], stress[None]
    tension = (one > _NOTHING) & (other > _NOTHING)
    share = np.where(tension, np.minimum(one, other) / np.where(tension, np.maximum(one, other), 1.0), 0.0)
    effective = np.abs(one - other) / (1.0 - share / ratio)
    return np.triu((effective / a) ** (-1.0 / b), 1)


def usage(damage: np.ndarray, occurrences) -> float:
    """What all cycles use up: of the states (n,) with their numbers of occurrences the two whose combination damages most, by (n, n),
    are combined as often as both still occur, and so on."""
    left, damage, total = np.array(occurrences, int), damage.copy(), 0.0
    while left.any():
        shown = np.where((left[:, None] > 0) & (left[None] > 0) & (damage >= _NOTHING), damage, 0.0)
        i, j = np.unravel_index(shown.argmax(), shown.shape)
        if shown[i, j] < _NOTHING:
            break
        times = min(left[i], left[j])
        total += shown[i, j] * times
        if i == j:
            left[i] = 0
        else:
            left[[i, j]] -= times
        for gone in {i, j}:
            if left[gone] == 0:
                damage[gone] = damage[:, gone] = 0.0
    return total
