"""Geometric stiffness of straight beams in their own axes: what end forces add to the stiffness (r3.08.04)."""

from __future__ import annotations

from math import sqrt

import numpy as np

from .beam_section import Section
from .beam_stiffness import offset
from .contraction import contracted

POINTS = np.array([-sqrt(0.6), 0.0, sqrt(0.6)])
WEIGHTS = np.array([5.0, 8.0, 5.0]) / 9.0
"""Gauss's points of an end to end segment (-1, 1)."""


def geometric_stiffness(section: Section, length, forces) -> np.ndarray:
    """(ne, 12, 12) under the forces N, VY, VZ, MT, MFY, MFZ at both ends, `forces` (ne, 2, 6), traction positive."""
    l, (y, z) = length, section.offset  # noqa: E741
    axial, (vy, vz) = forces[:, :, 0].mean(axis=1), forces[:, 1, 1:3].T
    my, mz = forces[:, :, 4].T, forces[:, :, 5].T
    entries = {}

    def add(i, j, value):
        place = min(i, j), max(i, j)
        entries[place] = entries.get(place, 0.0) + value

    for v, t, w, u, s in ((1, 5, 7, 11, 1.0), (2, 4, 8, 10, -1.0)):
        for i, j, factor in ((v, v, 1), (v, w, -1), (w, w, 1)):
            add(i, j, factor * 1.2 * axial / l)
        for i, j, factor in ((v, t, 1), (v, u, 1), (t, w, -1), (w, u, -1)):
            add(i, j, s * factor * axial / 10)
        for i, j, factor in ((t, t, 2 / 15), (u, u, 2 / 15), (t, u, -1 / 30)):
            add(i, j, factor * l * axial)
    for v, w, moment in ((1, 7, my), (2, 8, mz)):
        for i, j, factor, end in ((v, 3, -1, 0), (v, 9, 1, 1), (3, w, 1, 0), (w, 9, -1, 1)):
            add(i, j, factor * moment[end] / l)
    for first, last, force in ((4, 10, vy), (5, 11, vz)):
        for i, j, factor in ((3, first, -1), (3, last, 1), (first, 9, 1), (9, last, -1)):
            add(i, j, factor * l * force / 6)
    polar = (section.inertia_y + section.inertia_z).sum(axis=1) / section.area.sum(axis=1) * axial / l
    for i, j, factor in ((3, 3, 1), (3, 9, -1), (9, 9, 1)):
        add(i, j, factor * polar)
    for place, moment in ((4, mz), (5, -my)):
        add(3, place, moment[0] / 2)
        add(place + 6, 9, -moment[1] / 2)
    _add_offset(add, axial, my, mz, y, z, l)
    result = np.zeros((len(length), 12, 12))
    for (i, j), value in entries.items():
        result[:, i, j] = result[:, j, i] = value
    return offset(result, y, z)


def _add_offset(add, axial, my, mz, y, z, length):
    """Forces act at the centroid, the displacements being those of the shear centre."""
    for v, w, arm in ((1, 7, z), (2, 8, -y)):
        for i, j, factor in ((v, 3, 1), (v, 9, -1), (3, w, -1), (w, 9, 1)):
            add(i, j, factor * axial * arm / length)
    square = axial * (y**2 + z**2)
    for i, end in ((3, 0), (9, 1)):
        add(i, i, (2 * mz[end] * y - 2 * my[end] * z + square) / length)
    add(3, 9, (-(mz[0] + mz[1]) * y + (my[0] + my[1]) * z - square) / length)


def warping_geometric_stiffness(section: Section, length, young, shear, forces, ends) -> np.ndarray:
    """(ne, 14, 14) of beams of constant section with a cubic twist, for moderate rotations of the ends (r3.08.09).

    forces (ne, 3, 7) at the points of Gauss;  ends (ne, 2, 2) MFY and MFZ at both ends
    """
    y, z = section.offset
    area, iy, iz, third_y, third_z = (getattr(section, name)[:, 0] for name in ("area", "inertia_y", "inertia_z", "third_y", "third_z"))
    result = np.zeros((len(length), 14, 14))
    for point, (k, weight) in enumerate(zip(POINTS, WEIGHTS)):
        n, vy, vz, _, my, mz, _ = forces[:, point].T
        # by the twist, the slopes of both deflections and the rate of twist
        held = np.zeros((len(length), 4, 4))
        entries = {(0, 1): -vz, (0, 2): vy, (1, 1): n, (2, 2): n, (1, 3): z * n - my, (2, 3): -(y * n + mz)}
        entries[0, 3] = -(y * vy + z * vz) + 0.5 * (third_y / iz * vy + third_z / iy * vz)
        entries[3, 3] = n * ((iy + iz) / area + y**2 + z**2) + my * (third_z / iy - 2 * z) - mz * (third_y / iz - 2 * y)
        for (i, j), value in entries.items():
            held[:, i, j] = held[:, j, i] = value
        turns = _turns(section, length, young, shear, k)
        result += contracted("e,eai,eab,ebj->eij", 0.5 * weight * length, turns, held, turns)
    for place, sign, (my, mz) in ((3, 1.0, ends[:, 0].T), (10, -1.0, ends[:, 1].T)):
        for turn, moment in ((place + 1, mz), (place + 2, -my)):
            for i, j in ((place, turn), (turn, place)):
                result[:, i, j] += 0.5 * sign * moment
    return offset(result, y, z)


def linear_geometric_stiffness(section: Section, length, axial, ends) -> np.ndarray:
    """(ne, 14, 14) as above of an even normal force (ne,) and moments linear between the ends (ne, 2, 2), no sections sliding.

    The products of twists at both ends that the shear forces bring are code_aster's, not those of the integrals.
    """
    y, z = section.offset
    forces = np.zeros((len(length), 3, 7))
    forces[..., 0] = axial[:, None]
    forces[..., 4:6] = np.einsum("pn,enm->epm", np.stack([1 - POINTS, 1 + POINTS], axis=1) / 2, ends)
    slope = (ends[:, 1] - ends[:, 0]) / length[:, None]
    forces[..., 1], forces[..., 2] = -slope[:, 1:], slope[:, :1]
    rigid = np.full(len(length), np.inf)
    result = warping_geometric_stiffness(section, length, np.ones(len(length)), rigid, forces, ends)
    arm = z * slope[:, 0] - y * slope[:, 1]
    third = section.third_z[:, 0] / section.inertia_y[:, 0] * slope[:, 0] - section.third_y[:, 0] / section.inertia_z[:, 0] * slope[:, 1]
    for i, j, value in ((3, 3, third), (10, 10, -third), (3, 10, -arm - third / 2), (10, 3, -arm - third / 2)):
        result[:, i, j] += value
    return result


def _turns(section, length, young, shear, k):
    """(ne, 4, 14) the twist, the slopes of both deflections and the rate of twist at k from -1 to 1, by unit unknowns."""
    result, half = np.zeros((len(length), 4, 14)), length / 2
    result[:, 0, 3], result[:, 0, 10] = (1 - k) ** 2 * (2 + k) / 4, (1 + k) ** 2 * (2 - k) / 4
    result[:, 0, 6], result[:, 0, 13] = half * (1 - k) * (1 - k**2) / 4, -half * (1 + k) * (1 - k**2) / 4
    result[:, 3, 3], result[:, 3, 10] = 0.75 * (k**2 - 1) / half, 0.75 * (1 - k**2) / half
    result[:, 3, 6], result[:, 3, 13] = (3 * k**2 - 2 * k - 1) / 4, (3 * k**2 + 2 * k - 1) / 4
    for row, v, t, sign, inertia, factor in (
        (1, 1, 5, 1.0, section.inertia_z, section.shear_y),
        (2, 2, 4, -1.0, section.inertia_y, section.shear_z),
    ):
        share = 1 / (1 + 12 * young * inertia[:, 0] * factor[:, 0] / (shear * section.area[:, 0] * length**2))
        result[:, row, v] = (3 * share * k**2 - 2 - share) / (4 * half)
        result[:, row, v + 7] = -result[:, row, v]
        result[:, row, t], result[:, row, t + 7] = (sign * (3 * share * k**2 + side * 2 * k - share) / 4 for side in (-1, 1))
    return result
