"""Skins: cells of one dimension less than the solid, which carry loads and nothing else."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .data import ElementData
from .element import Element
from .kinematics import Continuum
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions


class Skin(Element):
    """A side of a solid.

    The normal of a segment is (dy, -dx) along its own direction, that of a surface follows the right hand; a pressure
    pushes against it (positive pressure on an outward normal compresses).
    """

    def __init__(self, cell: str, continuum: Continuum, family: str):
        self.cell, self.continuum, self.family = cell, continuum, family
        self.dim = continuum.dim - 1
        self.components = (continuum.unknowns,) * self._functions.shape[1]

    @cached_property
    def _functions(self):
        return shape_functions(self.cell, quadrature(self.cell, self.family).points)

    @cached_property
    def _derivatives(self):
        return shape_derivatives(self.cell, quadrature(self.cell, self.family).points)

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the integration points stand."""
        return np.einsum("gn,enk->egk", self._functions, coordinates)

    def at_points(self, nodal: np.ndarray) -> np.ndarray:
        """(ne, ng, ...) values at the integration points of nodal values (ne, nn, ...)."""
        return np.einsum("gn,en...->eg...", self._functions, nodal)

    def normals(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) normals times the weighted length or area."""
        tangents = np.einsum("gdn,enk->egdk", self._derivatives, coordinates)
        weights = quadrature(self.cell, self.family).weights
        if self.dim == 1:
            normal = np.zeros(tangents.shape[:2] + (3,))
            normal[..., 0], normal[..., 1] = tangents[:, :, 0, 1], -tangents[:, :, 0, 0]
        else:
            normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
        radius = self.points(coordinates)[..., 0]
        return normal * (weights * self.continuum.measure(radius))[..., None]

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) forces of a pressure and (in the plane) a shear, each a number or (ne, ng), in Pa."""
        normal = self.normals(data.coordinates)
        force = -normal * np.broadcast_to(pressure, normal.shape[:2])[..., None]
        if self.dim == 1 and np.any(shear):
            along = np.stack([-normal[..., 1], normal[..., 0], np.zeros(normal.shape[:2])], axis=-1)
            force = force + along * np.broadcast_to(shear, normal.shape[:2])[..., None]
        return self._spread(force)

    def traction(self, data: ElementData, traction) -> np.ndarray:
        """(ne, nd) forces of a traction (3,) or (ne, ng, 3), in Pa, in the global axes."""
        area = np.linalg.norm(self.normals(data.coordinates), axis=-1)
        return self._spread(np.broadcast_to(traction, (*area.shape, 3)) * area[..., None])

    def _spread(self, force):
        nodal = np.einsum("gn,egk->enk", self._functions, force[..., : self.continuum.dim])
        return nodal.reshape(len(nodal), -1)
