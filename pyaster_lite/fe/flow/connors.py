"""Connors' criterion of the stability of tubes in a transverse flow (r4.07.04, section 2.3).

    V_c = f sqrt(m delta / rho) sqrt(sum_z E_z / sum_z E_z / K_z^2),    E_z = int over zone z of rho V^2 phi^2,

m the mean mass by length, rho the mean density outside, delta the logarithmic decrement, K_z the constants; the velocity that the mode
feels is V_e = sqrt(sum_z E_z m / (mu rho)), mu = int m(s) phi^2 ds, and V_e / V_c > 1 is unstable.
"""

from __future__ import annotations

import numpy as np

POINTS = np.array([-np.sqrt(0.6), 0.0, np.sqrt(0.6)])
WEIGHTS = np.array([5.0, 8.0, 5.0]) / 9.0
"""Gauss's rule of three points, exact for the products of linear functions here."""


def along(abscissas, *functions):
    """(weights (nc, 3), values (nc, 3, ...)) at Gauss points of the cells between abscissas (n,), of functions (n, ...) linear there."""
    lengths = np.diff(abscissas)
    right = 0.5 * (1 + POINTS)
    weights = 0.5 * lengths[:, None] * WEIGHTS
    return weights, *(np.einsum("g,c...->cg...", 1 - right, f[:-1]) + np.einsum("g,c...->cg...", right, f[1:]) for f in functions)


def flow_energies(abscissas, densities, profile, zones, shapes) -> np.ndarray:
    """E (nz, nm) of zones, pairs of nodes (first, last), by modes of shapes (n, nm, nd) summed over their nd directions."""
    weights, rho, v, phi = along(abscissas, densities, profile, shapes)
    cells = np.einsum("cg,cgmd->cm", weights * rho * v**2, phi**2)
    return np.array([cells[first:last].sum(axis=0) for first, last in zones])


def line_mass(inside, outside, outer: float, inner: float, density: float, added: float) -> np.ndarray:
    """(n,) kg/m of tubes of diameters (outer, inner), full of a fluid `inside` and in one `outside`, of added mass coefficient `added`."""
    return np.pi / 4 * (density * (outer**2 - inner**2) + inside * inner**2) + 0.5 * added * outside * outer**2


def mean_over(abscissas, values) -> float:
    """The mean along the tube."""
    return float(np.trapezoid(values, abscissas) / (abscissas[-1] - abscissas[0]))


def modal_line_mass(abscissas, mass, shapes) -> np.ndarray:
    """mu (nm,) of shapes (n, nm)."""
    weights, m, phi = along(abscissas, mass, shapes)
    return np.einsum("cg,cgm->m", weights * m, phi**2)


def critical_velocities(energies, constants, frequencies, dampings, mass: float, density: float) -> np.ndarray:
    """V_c (nm, nk) of energies (nz, nm), constants (nk, nz), frequencies (nm,) and reduced dampings (nm,)."""
    decrement = 2 * np.pi * dampings / np.sqrt(1 - dampings**2)
    total, weakened = energies.sum(axis=0), np.einsum("kz,zm->mk", constants**-2.0, energies)
    even = len(energies) / (constants**-2.0).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where((total < np.finfo(float).eps)[:, None], even, total[:, None] / weakened)
    return np.sqrt(ratio) * (frequencies * np.sqrt(mass * decrement / density))[:, None]


def felt_velocities(energies, modal_mass, mass: float, density: float) -> np.ndarray:
    """V_e (nm,) of energies (nz, nm) and modal masses (nm,)."""
    total = energies.sum(axis=0)
    return np.where(total < np.finfo(float).eps, 0.0, np.sqrt(total * mass / (modal_mass * density)))
