"""A beam and a solid that overlap, glued in the mean by the products of their displacements (Arlequin method, Ben Dhia 1998).

    for every displacement v of the beam:   int v . u_beam = int v . u_solid   over the part they share

with v carried to the points of the solid by the sections that stay plane. The stiffness and the mass of each are those that their
materials give them there: the deck shares them out.
"""

from __future__ import annotations

import numpy as np

from .beam_mass import consistent_mass
from .beam_section import Section
from .kinematics import gradients
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions

FAMILIES = {"TETRA4": "FPG1", "TETRA10": "FPG5", "PENTA6": "FPG6", "PENTA15": "FPG21", "HEXA8": "FPG8", "HEXA20": "FPG27"}
"""The cells of solids that can be glued, and the points of their products."""


def beam_product(beam, data) -> np.ndarray:
    """(ne, 12, 12) int v . u of the beams with themselves, m3: their mass at unit density (arlmas of code_aster)."""
    return consistent_mass(Section.of(data), beam.length(data), np.ones(len(data)), *beam.moduli(data))


def mixed_product(beam, data, row: int, cell: str, coordinates: np.ndarray) -> np.ndarray:
    """(12, 3 nn) int v . u of the beam `row` with a solid cell of nodes (nn, 3), m3 (arlten of code_aster).

    Places are turned to the beam's own axes and displacements are not, as in code_aster: a beam against X is joined as it is there,
    with the signs of its own axes.
    """
    rule = quadrature(cell, FAMILIES[cell])
    functions = shape_functions(cell, rule.points)
    _, determinant = gradients(shape_derivatives(cell, rule.points), coordinates[None])
    weights = determinant[0] * rule.weights
    length = beam.length(data)[row]
    places = (functions @ coordinates - data.coordinates[row, 0]) @ beam.frame(data)[row].T
    carried = _carried(places, length, *_shears(beam, data, row, length))
    return np.einsum("g,gia,gn->ani", weights, carried, functions).reshape(12, -1)


def _shears(beam, data, row, length):
    """How much the section shears in its two planes, beside how much it bends.

    code_aster multiplies the area by the factor of the section that it divides by elsewhere.
    """
    section = Section.of(data)
    young, shear = (modulus[row] for modulus in beam.moduli(data))
    factors = ((section.inertia_y, section.shear_z), (section.inertia_z, section.shear_y))
    return [12 * young * i[row, 0] / (shear * section.area[row, 0] * factor[row, 0] * length**2) for i, factor in factors]


def _carried(places, length, phi_y, phi_z):
    """(ng, 3, 12) displacements at places (ng, 3) from the first end by the unknowns of both ends (arlpff of code_aster).

    Each plane bends by its own phi; code_aster takes that of one for both, which are the same in squares and circles.
    """
    x, y, z = places[:, 0] / length, places[:, 1], places[:, 2]
    result = np.zeros((len(x), 3, 12))
    result[:, 0, 0], result[:, 0, 6] = 1.0 - x, x
    result[:, 1, 3], result[:, 1, 9] = -z * (1.0 - x), -z * x
    result[:, 2, 3], result[:, 2, 9] = y * (1.0 - x), y * x
    for across, rotation, phi, sign, arm in ((1, 5, phi_z, -1.0, y), (2, 4, phi_y, 1.0, z)):
        ends, turns = (across, across + 6), (rotation, rotation + 6)
        moved, turned, slope, bent = _bent(x, length, phi)
        result[:, across, ends], result[:, across, turns] = moved, sign * turned
        result[:, 0, ends], result[:, 0, turns] = arm[:, None] * slope, sign * arm[:, None] * bent
    return result


def _bent(x, length, phi):
    """(ng, 2) each: the deflection by those of the ends and by their rotations, less its slope, and the rotation of the section."""
    moved = 2 * x**3 - 3 * x**2 - x * phi
    near = (-(x**3) + 0.5 * (4 + phi) * x**2 - 0.5 * (2 + phi) * x) * length
    far = (-(x**3) + 0.5 * (2 - phi) * x**2 + 0.5 * phi * x) * length
    slope = 6 * x * (1.0 - x) / length
    bent = 3 * x**2 - (4 + phi) * x + 1 + phi, 3 * x**2 + (phi - 2) * x
    pairs = (moved + 1 + phi, -moved), (near, far), (slope, -slope), bent
    return [np.stack(pair, axis=1) / (1.0 + phi) for pair in pairs]
