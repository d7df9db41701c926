"""Generalised strains of straight beams (r3.08.01): traction, shear, twist and both curvatures by the shape functions of the stiffness."""

from __future__ import annotations

import numpy as np

from .beam_section import Section

NAMES = ("EPXX", "GAXY", "GAXZ", "GAT", "KY", "KZ")


def section_strains(section: Section, length, young, shear, at, with_shear: bool = True) -> np.ndarray:
    """(len(at), ne, 6, 12) by unit unknowns in the own axes, at places from -1 to 1 along the beam."""
    result = np.zeros((len(at), len(length), 6, 12))
    for row, place in ((0, 0), (3, 3)):
        result[:, :, row, place], result[:, :, row, place + 6] = -1 / length, 1 / length
    for (v, t), sign, moment, factor, row in (
        ((1, 5), 1.0, section.inertia_z, section.shear_y, 1),
        ((2, 4), -1.0, section.inertia_y, section.shear_z, 2),
    ):
        phi = 12 * young * moment[:, 0] * factor[:, 0] / (shear * section.area[:, 0] * length**2) if with_shear else np.zeros_like(length)
        share = 1 / (1 + phi)
        for place, value in ((v, (share - 1) / length), (t, -0.5 * sign * (1 - share))):
            result[:, :, row, place], result[:, :, row, place + 6] = value, -value if place == v else value
        for point, k in enumerate(at):
            bend = sign * 6 * share * k / length**2
            values = ((v, bend), (t, (3 * share * k - 1) / length), (v + 6, -bend), (t + 6, (3 * share * k + 1) / length))
            for place, value in values:
                result[point, :, 6 - row, place] = value
    return result
