"""The part of a life that a cycle of load takes (r7.04.01), and the damage of Lemaitre and Sermage (r7.04.01 section 6)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed

_SAME = 1e-13
"""What counts as no more than the largest amplitude so far."""


def along_a_curve(alternating, life, limit=None) -> np.ndarray:
    """Damage 1/N of cycles of amplitudes (n,): N = life(amplitude) cycles to rupture; none below the `limit`, where there is one."""
    alternating = np.asarray(alternating, float)
    damage = np.zeros_like(alternating)
    loaded = alternating >= limit if limit is not None else np.ones(alternating.shape, bool)
    if loaded.any():
        with np.errstate(divide="ignore"):
            damage[loaded] = 1.0 / np.asarray(life(alternating[loaded]), float)
    return damage


def basquin(alternating, factor: float, exponent: float) -> np.ndarray:
    """Damage factor * amplitude^exponent."""
    return factor * np.asarray(alternating, float) ** exponent


def by_zones(alternating, coefficients, limit) -> np.ndarray:
    """Damage of N = 10^(sum of coefficients[k] log10(amplitude)^k) from the limit of endurance on, none below it."""
    alternating = np.asarray(alternating, float)
    loaded = alternating >= limit
    with np.errstate(divide="ignore"):
        lives = 10.0 ** np.polynomial.polynomial.polyval(np.log10(np.where(loaded, alternating, 1.0)), coefficients)
    return np.where(loaded, 1.0 / lives, 0.0)


def plastic_correction(ranges, n: float, m: float, strength: float) -> np.ndarray:
    """The factor Ke of RCC-M by which ranges of stress (count,) beyond three times the allowed `strength` are raised."""
    ratio = np.asarray(ranges, float) / (3.0 * strength)
    return np.where(ratio <= 1.0, 1.0, np.where(ratio < m, 1.0 + (1.0 - n) / (n * (m - 1.0)) * (ratio - 1.0), 1.0 / n))


_MEAN = {"GOODMAN": 1, "GERBER": 2}


def mean_stress_correction(means, strength: float, line: str) -> np.ndarray:
    """What amplitudes are divided by for their mean stress: 1 - mean/strength, or with its square (Gerber's parabola)."""
    means = np.asarray(means, float)
    if (means >= strength).any():
        raise ComputationFailed(
            f"a cycle has the mean stress {means.max():.6g}, which is not below the strength {strength:.6g} of the material"
        )
    return 1.0 - (means / strength) ** _MEAN[line]


def taheri(amplitudes, first, later) -> np.ndarray:
    """Damage of cycles of strain in order: `first`(amplitude) where it is the largest so far, else `later`(largest, amplitude)."""
    damage, largest = np.zeros(len(amplitudes)), 0.0
    for i, amplitude in enumerate(amplitudes):
        if amplitude > largest - _SAME:
            largest, damage[i] = amplitude, first(amplitude)
        else:
            damage[i] = later(largest, amplitude)
    return damage


def lemaitre(plastic, pressure, equivalent, young, poisson, strength, threshold, exponent: float) -> np.ndarray:
    """Ductile damage D (n,) at the instants of a history.

    plastic             (n,) the accumulated plastic strain p
    pressure            (n,) the mean stress; equivalent (n,) that of von Mises
    young, poisson      (n,) elasticity at each instant; strength (n,) the parameter S; threshold (n,) the strain where it begins

    With V = ((2/3 (1 + nu) seq^2 + 3 (1 - 2 nu) sm^2) / (2 E S))^s, the mean of V over a step times dp is what
    (1 - D)^(2s+1) / (2s+1) loses; D stays within 1.
    """
    released = ((1.0 + poisson) * equivalent**2 / 3.0 + 1.5 * (1.0 - 2.0 * poisson) * pressure**2) / (young * strength)
    released, power = released**exponent, 2.0 * exponent + 1.0
    damage = np.zeros(len(plastic))
    for i in range(len(plastic) - 1):
        if plastic[i + 1] > threshold[i + 1] - _SAME:
            lost = power * 0.5 * (released[i] + released[i + 1]) * (plastic[i + 1] - plastic[i])
            left = (1.0 - damage[i]) ** power - lost
            damage[i + 1] = 1.0 - left ** (1.0 / power) if left > 0.0 else 1.0
    return damage
