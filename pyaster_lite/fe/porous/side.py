"""Sides of porous media: flows through them, and where the skeleton moves pressures and tractions on it."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..data import ElementData
from ..quadrature import quadrature
from ..shapes import shape_derivatives, shape_functions
from ..skin import Side, Skin
from .element import Unknowns, vertices_cell
from .layout import Layout


class _Carried(Side):
    """What both kinds share: scalars stand on the vertices alone."""

    def __init__(self, cell: str, layout: Layout, family: str):
        super().__init__(cell, layout.continuum, family)
        self.layout, self.space, self.places = layout, layout.dim, Unknowns(cell, layout)
        self.components = self.places.components
        # as in code_aster the points of a side in the plane hold no field but where they are
        self.places_alone = layout.dim == 2

    @cached_property
    def _scalar_functions(self):
        return shape_functions(vertices_cell(self.cell), quadrature(self.cell, self.family).points)

    def flow_points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the integration points stand on the side that its vertices alone make (te0472)."""
        return np.einsum("gn,enk->egk", self._scalar_functions, coordinates[:, : self._scalar_functions.shape[1]])

    def outflow(self, data: ElementData, flows: dict[str, np.ndarray]) -> np.ndarray:
        """(ne, nd) less what flows along each scalar "p1", "p2", "t", (ne, ng) by area."""
        area, result = self.point_weights(data), np.zeros((len(data), self.size))
        for name, flow in flows.items():
            result[:, self.places.scalar[name]] = -np.einsum("eg,gn->en", area * flow, self._scalar_functions)
        return result

    def through(self, data: ElementData, flows) -> np.ndarray:
        """(ne, ng, k) the normal part of k flows (ne, nn, dim) at the nodes, on the side that stands on its vertices alone."""
        corners = self._scalar_functions.shape[1]
        slopes = shape_derivatives(vertices_cell(self.cell), quadrature(self.cell, self.family).points)
        tangents = np.einsum("gdn,enk->egdk", slopes, data.coordinates[:, :corners])
        if self.dim == 1:
            normal = np.stack([tangents[:, :, 0, 1], -tangents[:, :, 0, 0]], axis=-1)
        else:
            normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
        normal = normal / np.linalg.norm(normal, axis=-1, keepdims=True)
        return np.stack([np.einsum("gn,enk,egk->eg", self._scalar_functions, flow[:, :corners], normal) for flow in flows], axis=-1)


class StillSide(_Carried):
    """A side of a medium that does not move."""


class MovingSide(_Carried, Skin):
    """A side of a skeleton that moves."""

    def _spread(self, force):
        result = np.zeros((len(force), self.size))
        nodal = np.einsum("gn,egk->enk", self._functions, force[..., : self.continuum.dim])
        result[:, self.places.displacement.ravel()] = nodal.reshape(len(force), -1)
        return result

    def pressure_stiffness(self, data, pressure, shear=0.0):
        """Among all the unknowns."""
        own = super().pressure_stiffness(data, pressure, shear)
        result = np.zeros((len(own), self.size, self.size))
        columns = self.places.displacement.ravel()
        result[:, columns[:, None], columns] = own
        return result
