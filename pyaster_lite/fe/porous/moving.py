"""Cells of a porous medium whose skeleton moves: forces by volume push it, and the whole medium weighs on it."""

from __future__ import annotations

import numpy as np

from ..data import ElementData
from .element import Porous


class MovingPorous(Porous):
    """Porous, with what acts on the skeleton at Gauss points."""

    def body_force(self, data: ElementData, force) -> np.ndarray:
        """(ne, nd) forces of a force by volume (ne, ng, 3) or what broadcasts to it, N/m3."""
        volume = self.point_weights(data)
        result = np.zeros((len(data), self.size))
        force = np.broadcast_to(force, (*volume.shape, 3))[..., : self.dim] * volume[..., None]
        result[:, self.places.displacement] = np.einsum("gn,egk->enk", self.point_functions, force, optimize=True)
        return result

    def weight(self, data, acceleration):
        """That of the homogenised medium, by its density."""
        return self.body_force(data, data.property("skeleton.rho")[:, None, None] * acceleration)
