"""Fibres across the section of beams, and what they are made of."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.material import Material

WIDTH = 7
"""What describes a fibre: y, z (m), area (m2); then of the beam of an assembly that it belongs to, y, z, torsional rigidity
(N m2) and number from 1, zero outside assemblies."""


class FibreGeometry(Concept):
    """Groups of fibres by name, each (n, 7), in the own axes of the beam."""

    kind = "gfibre_sdaster"

    def __init__(self, groups: dict[str, np.ndarray]):
        self.groups = groups

    @property
    def names(self) -> list[str]:
        """The names of the groups: their numbers are their places here, from 1."""
        return list(self.groups)


@dataclass
class FibreMaterial:
    """The material of a group of fibres, and the word of its law."""

    material: Material
    relation: str


class SectionBehaviour(Concept):
    """What the groups of fibres of a geometry obey, by name; `material` is that of the whole section, for torsion and shear."""

    kind = "compor_sdaster"

    def __init__(self, geometry: FibreGeometry, material: Material, groups: dict[str, FibreMaterial]):
        self.geometry, self.material, self.groups = geometry, material, groups
