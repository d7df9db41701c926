"""Mixed solids of linear cells whose pressure is held by its gradient's projection (OSGS; r3.06.08)."""

from __future__ import annotations

import numpy as np

from .data import ElementData
from .kinematics import Continuum
from .mixed import Mixed

SHARE = 1e-4
"""The stabilisation beside the square of the diameter of the cell."""


class Projected(Mixed):
    """Displacements, pressure p and the projection r of its gradient, all linear; -SHARE d^2 |grad p - r|^2 / 2 is added."""

    def __init__(self, cell: str, continuum: Continuum, stiffness: str, mass: str):
        super().__init__(cell, continuum, stiffness, mass, False)

    @property
    def own_unknowns(self):
        """The pressure, and the components of the projection."""
        return ("PRES", *(f"PI{axis}" for axis in "XYZ"[: self.dim]))

    def _stabilisation(self, data: ElementData):
        """(ne, nd, nd) of the difference between the gradient and its projection."""
        gradient, functions, _, volume = self.geometry(data)
        flat = [name for names in self.components for name in names]
        matrix = np.zeros((*volume.shape, self.dim, self.size))
        matrix[..., self.pressure] = gradient
        for axis in range(self.dim):
            matrix[:, :, axis, [i for i, name in enumerate(flat) if name == f"PI{'XYZ'[axis]}"]] = -functions
        between = data.coordinates[:, :, None] - data.coordinates[:, None]
        diameter = np.linalg.norm(between, axis=-1).max(axis=(1, 2))
        return -SHARE * np.einsum("e,egia,eg,egib->eab", diameter**2, matrix, volume, matrix, optimize=True)
