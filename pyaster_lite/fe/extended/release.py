"""Cells that cracks run through, as the integrals over virtual extensions want them (fe.crack_energy)."""

from __future__ import annotations

import numpy as np

from ..crack_energy import Cells
from ..data import ElementData
from ..extrapolation import points_to_nodes
from ..kinematics import inverted
from ..quadrature import quadrature
from ..shapes import shape_derivatives, shape_functions


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
        values[..., : self.dim] = self.element.displacement(self.data, u)
        return values, self.element.displacement_gradient(self.data, u)

    def from_pieces(self, values, family: str, odd: bool = False):
        """(at the points (ne, ng, nc), gradient (ne, ng, nc, 3)) of values (ne, m, nc) at the points of a quadrature family of the pieces,
        that the nodes of each piece carry on.

        odd   the derivatives along Z are made of the squares of those of the functions, as xgelem has it in space
        """
        enrichment, rows = self.element.enrichment, self.element.enrichment.rows(self.data)
        simplex, corners = enrichment.made.simplex, enrichment.points.corners[rows][..., : self.dim]
        ne, ns, _, dim = corners.shape
        nodal = np.einsum("vg,esgc->esvc", points_to_nodes(simplex, family), values.reshape(ne, ns, -1, values.shape[-1]))
        places = quadrature(simplex, enrichment.points.family).points
        derivatives = shape_derivatives(simplex, places)
        gradient = inverted(np.einsum("gdv,esvk->esgdk", derivatives, corners))[0] @ derivatives
        if odd and dim == 3:
            gradient[..., 2, :] **= 2
        found = np.einsum("gv,esvc->esgc", shape_functions(simplex, places), nodal).reshape(*self.shape, -1)
        slope = np.zeros((*found.shape, 3))
        slope[..., :dim] = np.einsum("esgdv,esvc->esgcd", gradient, nodal).reshape(*found.shape, dim)
        return found, slope

    def first_slope(self, nodal):
        """At the first point of the whole cell."""
        return Cells(self.element.plain, self.data).first_slope(nodal)
