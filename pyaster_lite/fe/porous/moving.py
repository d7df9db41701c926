"""Cells of a porous medium whose skeleton moves: forces by volume push it, and the whole medium weighs on it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..contraction import contracted
from ..data import ElementData
from ..solid import Solid
from .element import Porous

WHOLE = {
    "TRIA6": "FPG6", "QUAD8": "FPG9", "TETRA10": "FPG15", "PENTA15": "FPG21", "PYRAM13": "FPG10", "HEXA20": "FPG27",
}  # fmt: skip
"""The quadratures that integrate products of the functions of a cell."""


class MovingPorous(Porous):
    """Porous, with what acts on the skeleton at Gauss points."""

    def body_force(self, data: ElementData, force) -> np.ndarray:
        """(ne, nd) forces of a force by volume (ne, ng, 3) or what broadcasts to it, N/m3."""
        volume = self.point_weights(data)
        result = np.zeros((len(data), self.size))
        force = np.broadcast_to(force, (*volume.shape, 3))[..., : self.dim] * volume[..., None]
        result[:, self.places.displacement] = contracted("gn,egk->enk", self.point_functions, force)
        return result

    @cached_property
    def _weighed(self) -> Solid:
        """The solid of the same cell that has the mass: code_aster takes RHO of ELAS, and the rule of the mass that goes with that of
        the skeleton: its own where points on the vertices play a part, else one for products of the functions."""
        apart = self.selective or self.family == "NOEU_S"
        return Solid(self.cell, self.layout.continuum, self.family, self.family if apart else WHOLE[self.cell])

    def _of_motion(self, matrix):
        """(ne, nd, nd) of a matrix of the displacements alone."""
        whole = np.zeros((len(matrix), self.size, self.size))
        moving = self.places.displacement.ravel()
        whole[:, moving[:, None], moving] = matrix
        return whole

    @property
    def _light(self) -> bool:
        """Whether code_aster has no mass of such cells: those that dilate in space, or with heat or two pressures."""
        layout = self.layout
        return layout.dilates and (self.dim == 3 or layout.thermal or layout.phases[1] > 0)

    def mass(self, data):
        """That of the displacements (te0012, te0082)."""
        return None if self._light else self._of_motion(self._weighed.mass(data))

    def lumped_mass(self, data):
        """The diagonal of it, scaled to the whole mass; in plane problems code_aster has none."""
        return None if self.dim == 2 or self._light else self._of_motion(self._weighed.lumped_mass(data))

    def inertia(self, data: ElementData) -> np.ndarray:
        """(ne, 10) as Isoparametric.inertia_of, with RHO of ELAS."""
        return self._weighed.inertia(data)

    def weight(self, data, acceleration):
        """That of the homogenised medium, by its density."""
        return self.body_force(data, data.property("skeleton.rho")[:, None, None] * acceleration)
