"""Cells with shape functions and two quadrature families: what solids and conductors share."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .cells import reference_cell
from .data import ElementData
from .extrapolation import points_to_nodes
from .kinematics import Continuum, gradients
from .quadrature import Rule, quadrature
from .shapes import shape_derivatives, shape_functions


class Isoparametric:
    """One cell type, one kind of continuum; a quadrature family for what gradients make and one for what values make.

    unknowns  those of every node
    """

    def __init__(self, cell: str, continuum: Continuum, stiffness: str, mass: str, unknowns: tuple[str, ...]):
        self.cell, self.continuum, self.families = cell, continuum, {"stiffness": stiffness, "mass": mass}
        self.dim = continuum.dim
        self.components = (unknowns,) * shape_functions(cell, quadrature(cell, "FPG1").points).shape[1]

    def rule(self, purpose: str = "stiffness") -> Rule:
        """The quadrature of the stiffness or of the mass."""
        return quadrature(self.cell, self.families[purpose])

    @cached_property
    def _functions(self):
        return {p: shape_functions(self.cell, self.rule(p).points) for p in self.families}

    @cached_property
    def _derivatives(self):
        return {p: shape_derivatives(self.cell, self.rule(p).points) for p in self.families}

    def geometry(self, data: ElementData, purpose: str = "stiffness"):
        """Gradients (ne, ng, dim, nn), shape functions (ng, nn), radius (ne, ng) and weighted volume (ne, ng)."""
        functions = self._functions[purpose]
        plane = data.coordinates[:, :, : self.dim]
        gradient, determinant = gradients(self._derivatives[purpose], plane)
        radius = plane[:, :, 0] @ functions.T
        return gradient, functions, radius, determinant * self.rule(purpose).weights * self.continuum.measure(radius)

    def gradients_at_nodes(self, data: ElementData) -> np.ndarray:
        """(ne, nn, dim, nn) gradients of the functions at the nodes."""
        derivatives = shape_derivatives(self.cell, reference_cell(self.cell).nodes)
        return gradients(derivatives, data.coordinates[:, :, : self.dim])[0]

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points of the stiffness stand."""
        return np.einsum("gn,enk->egk", self._functions["stiffness"], coordinates)

    @property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the nodes at the points of the stiffness."""
        return self._functions["stiffness"]

    @property
    def middle_functions(self) -> np.ndarray:
        """(1, nn) the functions of the nodes in the middle of the cell."""
        return shape_functions(self.cell, quadrature(self.cell, "FPG1").points)

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) what values at the points of the stiffness are summed up with to an integral."""
        return self.geometry(data)[3]

    def points_to_nodes(self, purpose: str = "stiffness") -> np.ndarray:
        """(nn, ng) from the points of the stiffness or of the mass to the nodes."""
        return points_to_nodes(self.cell, self.families[purpose])

    def integral(self, data: ElementData, values: np.ndarray) -> np.ndarray:
        """(ne, ...) integral over the cells of values (ne, ng, ...) at the points of the stiffness."""
        return np.einsum("eg,eg...->e...", self.point_weights(data), values)

    def inertia_of(self, data: ElementData, density: np.ndarray) -> np.ndarray:
        """(ne, 10) mass, its centre, and the moments xx, yy, zz, xy, xz, yz about it: integrals of y2 + z2, ..., x y, ... by mass.

        `density` is (ne,), kg/m3. A solid of revolution is taken whole, a plane one with a thickness of one. As code_aster's, the sums
        are over the points of the stiffness in space (te0065) and over those of the mass in the plane (te0285).
        """
        _, functions, _, volume = self.geometry(data, "stiffness" if self.dim == 3 else "mass")
        places = np.einsum("gn,enk->egk", functions, data.coordinates)
        mass = volume * density[:, None] * (2 * np.pi if self.continuum.revolves else 1.0)
        total = mass.sum(axis=1)
        second = np.einsum("eg,egi,egj->eij", mass, places, places)
        centre = np.einsum("eg,egi->ei", mass, places) / total[:, None]
        if self.continuum.revolves:
            # Across the axis Y every direction has half of the second moment, which code_aster tells along Z.
            across, along = second[:, 0, 0], second[:, 1, 1] - total * centre[:, 1] ** 2
            zero, plane = np.zeros_like(total), along + across / 2
            return np.stack([total, zero, zero, centre[:, 1], plane, plane, across, zero, zero, zero], axis=1)
        central = second - total[:, None, None] * centre[:, :, None] * centre[:, None, :]
        axes = np.einsum("eii->e", central)[:, None] - np.einsum("eii->ei", central)
        products = central[:, [0, 0, 1], [1, 2, 2]]
        return np.concatenate([total[:, None], centre, axes, products], axis=1)
