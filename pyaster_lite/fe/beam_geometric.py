"""Geometric stiffness of straight beams in their own axes: what end forces add to the stiffness (r3.08.04)."""

from __future__ import annotations

import numpy as np

from .beam_section import Section
from .beam_stiffness import offset


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
