"""Mixed solids of linear cells whose pressure is held by its gradient's projection (OSGS; r3.06.08)."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .contraction import contracted
from .data import ElementData
from .kinematics import Axisymmetric, Continuum
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
        matrix = np.zeros((*volume.shape, self.dim, self.size))
        matrix[..., self.pressure] = gradient
        for axis, places in enumerate(self._projections):
            matrix[:, :, axis, places] = -functions
        return -contracted("e,egia,eg,egib->eab", self._weight(data), matrix, volume, matrix)

    def _stabilisation_tangent(self, data):
        """The same, but the pressure meets its projection by the divergence of displacements, as code_aster has it: around an axis that
        is more than a gradient, and the first iterate, which its residual lets pass, is not the solution."""
        result = self._stabilisation(data)
        if not isinstance(self.continuum, Axisymmetric):
            return result
        _, functions, radius, volume = self.geometry(data)
        hoop = contracted("e,eg,gn,gm->enm", self._weight(data), volume / radius, functions, functions)
        ends = self.pressure, self._projections[0]
        result[(slice(None), *np.ix_(*ends))] += hoop
        result[(slice(None), *np.ix_(*ends[::-1]))] += hoop
        return result

    @cached_property
    def _projections(self):
        """(dim, nn) where the components of the projection stand among the unknowns."""
        flat = [name for names in self.components for name in names]
        return np.array([[i for i, name in enumerate(flat) if name == f"PI{axis}"] for axis in "XYZ"[: self.dim]])

    @staticmethod
    def _weight(data):
        """(ne,) of the stabilisation, m2."""
        between = data.coordinates[:, :, None] - data.coordinates[:, None]
        return SHARE * np.linalg.norm(between, axis=-1).max(axis=(1, 2)) ** 2

    def reference_force(self, data, references):
        """Besides, of the projection by "projection"."""
        result = super().reference_force(data, references)
        _, functions, _, volume = self.geometry(data)
        shares = np.einsum("e,eg,gn->en", self._weight(data), volume, functions)
        for places in self._projections:
            result[:, places] = references["projection"] * shares
        return result
