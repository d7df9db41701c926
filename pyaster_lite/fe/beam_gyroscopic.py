"""Gyroscopic matrices of straight beams that spin about their own axis (r5.05.07): 6 unknowns by end."""

from __future__ import annotations

import numpy as np

from .beam_section import Section


def gyroscopic(section: Section, length, density, poisson, with_shear: bool) -> np.ndarray:
    """(ne, 12, 12) by unit of spin speed, antisymmetric: turns about y and z are coupled by the polar inertia."""
    a, b, c, d = _coefficients(section, length, density, poisson, with_shear)
    result = np.zeros((len(length), 12, 12))
    entries = {
        (1, 2): -a, (1, 4): b, (2, 5): b, (4, 5): -c, (2, 7): -a, (4, 7): b, (1, 8): a, (5, 8): b,
        (7, 8): -a, (1, 10): b, (5, 10): -d, (7, 10): -b, (2, 11): b, (4, 11): d, (8, 11): -b, (10, 11): -c,
    }  # fmt: skip
    for (i, j), value in entries.items():
        result[:, i, j], result[:, j, i] = -value, value
    return result


def gyroscopic_stiffness(section: Section, length, density, poisson, with_shear: bool) -> np.ndarray:
    """(ne, 12, 12) by unit of spin acceleration: what the gyroscopic forces of a spin that grows add to the stiffness.

    Code_aster's ptgy02 stores it turned over, and what belongs to the places 5, 7 and 11 at 3, 4 and 6: it is followed.
    """
    a, b, c, d = _coefficients(section, length, density, poisson, with_shear)
    result = np.zeros((len(length), 12, 12))
    rows, columns = (1, 3, 4, 6), (2, 4, 8, 10)
    block = [[-a, b, a, b], [-b, c, b, -d], [a, -b, -a, -b], [-b, -d, b, c]]
    result[np.ix_(range(len(length)), rows, columns)] = np.moveaxis(np.array(block), -1, 0)
    return result


def _coefficients(section, length, density, poisson, with_shear):
    area = section.area.mean(axis=1)
    polar = (section.inertia_y + section.inertia_z).mean(axis=1)
    factors = (section.shear_y + section.shear_z).mean(axis=1)
    inverse = 2.0 / np.where(factors == 0.0, np.inf, factors) if with_shear else 0.0
    phi = 12 * polar * inverse * (1 + poisson) / (area * length**2)
    unit = density * polar / (30 * length * (1 + phi) ** 2)
    turn = (3 - 15 * phi) * unit * length
    return 36 * unit, turn, (4 + 5 * phi + 10 * phi**2) * unit * length**2, (1 + 5 * phi - 5 * phi**2) * unit * length**2
