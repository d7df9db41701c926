"""Centrifugal stiffness of straight beams that turn about any axis (r5.05.05), on 6 unknowns by end in their own axes.

The work of rho A spin x (spin x u) along the beam, by the shape functions of the consistent mass: with w the spin, in the beam's axes,
u along x is weighed by w_y^2 + w_z^2, v by w_x^2 + w_z^2, w by w_x^2 + w_y^2; pairs of them by the products -w_i w_j.
As in code_aster the terms of one rotation with itself are in l where l^2 is due, and the products leave out some couplings.
"""

from __future__ import annotations

import numpy as np

from .beam_mass import mean_area
from .beam_section import CONSTANT, Section
from .beam_stiffness import harmonic_mean


def centrifugal_stiffness(section: Section, length, density, young, shear, spin, shears: bool = True) -> np.ndarray:
    """(ne, 12, 12), negative; spin (ne, 3) rad/s in the own axes; a beam of Euler does not shear."""
    y, z = _shear_ratios(section, length, young, shear) if shears else np.zeros((2, len(length)))
    result = np.zeros((len(length), 12, 12))
    weight = -density * mean_area(section) * length
    for entries in (_own(length, y, z, spin), _crossed(length, y, z, spin)):
        for (i, j), value in entries.items():
            result[:, i - 1, j - 1] = result[:, j - 1, i - 1] = weight * value
    return result


def _shear_ratios(section, length, young, shear):
    """12 E I/(G A_s l^2) of bending in both planes, zero where sections do not shear."""
    factors = section.shear_y, section.shear_z
    shears = np.all([(own != 0.0).all(axis=1) for own in factors], axis=0)
    power = np.where(section.variation == CONSTANT, 1, section.variation)
    found = []
    for inertia, own in zip((section.inertia_z, section.inertia_y), factors):
        first, last = (area / np.where(f == 0.0, 1.0, f) for area, f in zip(section.area.T, own.T))
        ratio = 12 * young * inertia.mean(axis=1) / (shear * harmonic_mean(first, last, power) * length**2)
        found.append(np.where(shears, ratio, 0.0))
    return found


def _own(l, y, z, spin):  # noqa: E741
    """The entries of each displacement and its rotation with themselves, by mass; places count from 1."""
    square = spin**2
    along = square[:, 1] + square[:, 2]
    entries = {(1, 1): along / 3, (7, 1): along / 6, (7, 7): along / 3}
    for (v, t, v2, t2), s, around in (((2, 6, 8, 12), y, square[:, [0, 2]]), ((3, 5, 9, 11), z, square[:, :2])):
        unit = around.sum(axis=1) / (1 + s) ** 2
        whole = unit * (13 / 35 + 7 * s / 10 + s**2 / 3)
        near = -unit * l * (11 / 210 + 11 * s / 120 + s**2 / 24)
        far = -unit * l * (-13 / 420 - 3 * s / 40 - s**2 / 24)
        turn = unit * l * (1 / 105 + s / 60 + s**2 / 120)
        entries |= {
            (v, v): whole,
            (v2, v2): whole,
            (t, v): near,
            (t2, v2): -near,
            (t2, v): far,
            (v2, t): -far,
            (t, t): turn,
            (t2, t2): turn,
        }
        entries |= {(v2, v): unit * (9 / 70 + 3 * s / 10 + s**2 / 6), (t2, t): unit * l**2 * (-1 / 140 - s / 60 - s**2 / 120)}
    return entries


def _crossed(l, y, z, spin):  # noqa: E741
    """The entries of different displacements and their rotations."""
    xy, xz, yz = spin[:, 0] * spin[:, 1], spin[:, 0] * spin[:, 2], spin[:, 1] * spin[:, 2]
    p, q = 1 / (1 + y), 1 / (1 + z)
    yp, zq, both, total = y * p, z * q, y * z, y + z
    w = yz * p * q
    part = l / 120
    entries = {
        (2, 1): -xy * (9 + yp) / 60, (3, 1): -xz * (9 + zq) / 60, (8, 1): -xy * (20 + p) / 60, (9, 1): -xz * (20 + q) / 60,
        (5, 1): xz * part * (4 + zq), (6, 1): -xy * part * (4 + yp), (11, 1): -xz * part * (5 + q), (12, 1): xy * part * (5 + p),
        (7, 2): -xy * (21 - yp) / 60, (7, 3): -xz * (21 - zq) / 60, (8, 7): -xy * (10 - p) / 60, (9, 7): -xz * (10 - q) / 60,
        (7, 5): xz * part * (6 - zq), (7, 6): -xy * part * (6 - yp), (11, 7): -xz * part * (5 - q), (12, 7): xz * part * (5 - p),
    }  # fmt: skip
    own, other = -w * (13 / 35 + 7 * total / 20 + both / 3), -w * (9 / 70 + 3 * total / 20 + both / 6)
    lean = w * l * (11 / 210 + (12 * y + 10 * z) / 240 + both / 24), w * l * (11 / 210 + (10 * y + 12 * z) / 240 + both / 24)
    reach = w * l * (13 / 420 + (4 * y + 5 * z) / 120 + both / 24), w * l * (13 / 420 + (5 * y + 4 * z) / 120 + both / 24)
    turn, turn_far = w * l * (1 / 105 + (total + both) / 120), -w * l**2 * (1 / 140 + (total + both) / 120)
    return entries | {
        (3, 2): own, (9, 8): own, (9, 2): other, (8, 3): other, (5, 2): lean[0], (11, 8): -lean[0], (6, 3): -lean[1], (12, 9): lean[1],
        (11, 2): reach[0], (9, 6): reach[0], (12, 3): reach[1], (8, 5): reach[1], (6, 5): turn, (12, 11): turn,
        (12, 5): turn_far, (11, 6): turn_far,
    }  # fmt: skip
