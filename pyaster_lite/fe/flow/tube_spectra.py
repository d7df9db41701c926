"""Turbulence on a tube in a transverse flow, correlated over a length (r4.07.02, section 3).

    S_ij(f) = D^3 / 4 V^2 |V| L_ij W(f D / V),    L_ij = int int e^{-|x - y| / lc} rho u^2 phi_i (x) rho u^2 phi_j (y) dx dy

u the velocity over its mean in the zone, W a spectrum without dimension of the reduced frequency.
"""

from __future__ import annotations

import numpy as np

from .patterson import nested_integral, rules

TOLERANCE = 1e-5


def correlations(abscissas, ends, length: float, velocity, densities, shapes) -> np.ndarray:
    """L (nm, nm) between the abscissas `ends` of a zone, of shapes (n, nm) and profiles (n,) linear between abscissas (n,).

    The half above the diagonal is integrated, over y within x, by nested rules to a tolerance as in code_aster.
    """
    points = rules()[0]
    x = 0.5 * (ends[0] + ends[1]) + 0.5 * (ends[1] - ends[0]) * points
    u, rho = np.interp(x, abscissas, velocity), np.interp(x, abscissas, densities)
    own = np.stack([np.interp(x, abscissas, phi) for phi in shapes.T], axis=1) * (rho * u**2)[:, None]
    kernel = np.exp(-abs(x[:, None] - x) / length)
    count = shapes.shape[1]
    found = np.zeros((count, count))
    for j in range(count):
        inner = 0.5 * (ends[1] - ends[0]) * nested_integral(kernel * own[:, j], TOLERANCE)
        for i in range(j + 1):
            found[i, j] = found[j, i] = 0.5 * (ends[1] - ends[0]) * nested_integral(inner * own[:, i], TOLERANCE)
    return found


def smooth_peak(reduced, reynolds: float) -> np.ndarray:
    """W of SPEC_LONG_COR_1, whose numbers depend on Reynolds'."""
    level = 38.6075
    if reynolds <= 1.5e4:
        level = 2.1808
    elif reynolds <= 5.0e4:
        level = np.polyval((34.69e-22, -35.95e-17, 11.97e-12, -9.81e-8, -14.0e-4, 20.42), reynolds)
    if reynolds <= 3.5e4:
        width, slope = 0.7, 3.0
    else:
        width, slope = (0.6, 4.0) if reynolds > 5.5e4 else (0.3, 4.0)
    ratio = (reduced / 0.2) ** (0.5 * slope)
    return 1.3e-4 * level / ((1 - ratio) ** 2 + 4 * width**2 * ratio)


def falling(reduced, corner: float, level: float, slope: float) -> np.ndarray:
    """W of SPEC_LONG_COR_2: even below a corner, falling above."""
    return level / (1 + (reduced / corner) ** slope)


def two_slopes(reduced, corner: float, low: tuple[float, float], high: tuple[float, float]) -> np.ndarray:
    """W of SPEC_LONG_COR_3: a power on each side of a corner, (level, slope) below and above."""
    level, slope = (np.where(reduced <= corner, below, above) for below, above in zip(low, high))
    return level / reduced**slope


def two_phases(reduced, void: float, slope: float, mass_flow: float, power: float) -> np.ndarray:
    """W of SPEC_LONG_COR_4: of a void fraction and a mass flow, kg/m2/s."""
    exponent = np.sqrt(void) * np.polyval((-33.284, 63.483, -50.421, 24.042), void)
    return 10.0**exponent / 6.8e-2 / (reduced**slope * mass_flow**power)
