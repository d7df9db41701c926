"""The energy that plates store by area, share by share (r3.07.03)."""

from __future__ import annotations

import numpy as np

from .contraction import contracted
from .data import ElementData
from .plate import Plate
from .plate_section import PlateSection

NAMES = ("TOTALE", "MEMBRANE", "FLEXION", "CISAILLE", "COUPL_MF")


def energy_by_area(plate: Plate, data: ElementData, u: np.ndarray) -> np.ndarray:
    """(ne, ng, 5) e A e / 2 + k D k / 2 + g G g / 2 + e C k, J/m2, and its terms, at displacements u (ne, nd).

    As in code_aster the strains e and k are all those of the displacements, and g is half of the angle: the shear of a tensor.
    """
    section, strain = PlateSection.of(data), plate.generalised_strains(data, u)
    e, k = strain[..., :3], strain[..., 3:]
    shear = plate.forces_by_length(data, u)[..., 6:]

    def product(first, matrix, second):
        return contracted("egi,eij,egj->eg", first, matrix, second)

    terms = [product(e, section.membrane, e) / 2, product(k, section.bending, k) / 2, product(shear, section.flexibility, shear) / 8]
    terms.append(product(e, section.coupling, k))
    return np.stack([sum(terms), *terms], axis=-1)


def energy_of_forces(plate: Plate, data: ElementData, strain: np.ndarray, stress: np.ndarray) -> np.ndarray:
    """(ne, ng, 5) N e / 2 + M k / 2, J/m2, and its terms as those of energy_by_area, of strains (ne, ng, 6) and stresses as kept.

    As in code_aster no energy of shear is counted where forces were followed.
    """
    terms = 0.5 * strain * stress[..., :6]
    membrane, bending, none = terms[..., :3].sum(axis=-1), terms[..., 3:].sum(axis=-1), np.zeros(strain.shape[:2])
    return np.stack([membrane + bending, membrane, bending, none, none], axis=-1)


def over_area(plate: Plate, data: ElementData, values: np.ndarray) -> np.ndarray:
    """(ne, ...) the integral over the plates of values (ne, ng, ...) at the points."""
    return np.einsum("eg,eg...->e...", plate.areas(data), values)
