"""Cells that cracks run through, as the integrals over virtual extensions want them (fe.crack_energy)."""

from __future__ import annotations

import numpy as np

from ..contraction import contracted
from ..crack_energy import Cells
from ..data import ElementData


class CutCells(Cells):
    """Fields at nodes are interpolated by the cells' own functions at the points of the pieces, the motion by all functions."""

    def __init__(self, element, data: ElementData):
        self.element, self.data = element, data
        points, rows = element.enrichment.points, element.enrichment.rows(data)
        self.gradient, self.functions = points.gradients[rows], points.functions[rows]
        self.radius, self.volume = points.places[rows][..., 0], element.point_weights(data)
        self.dim = element.dim
        self.shape = self.volume.shape

    def motion(self, u):
        """Of the displacements with their jumps and the functions of the front."""
        values = np.zeros((*self.shape, 3))
        values[..., : self.dim] = contracted("egid,ed->egi", self.element.value_matrix(self.data), u)
        return values, self.element.displacement_gradient(self.data, u)

    def first_slope(self, nodal):
        """At the first point of the whole cell."""
        return Cells(self.element.plain, self.data).first_slope(nodal)
