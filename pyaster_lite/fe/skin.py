"""Sides and edges of solids: cells that carry loads and nothing else."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .data import ElementData
from .element import Element
from .extrapolation import points_to_nodes
from .kinematics import Continuum
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions


class Carrier(Element):
    """What sides and edges share: one cell type, one quadrature family; loads are all they are for.

    unknowns  those of every node, None for those of the continuum
    """

    loaded_only = True

    def __init__(self, cell: str, continuum: Continuum, family: str, unknowns: tuple[str, ...] | None = None):
        self.cell, self.continuum, self.family = cell, continuum, family
        self.dim = quadrature(cell, family).points.shape[1]
        self.components = (unknowns or continuum.unknowns,) * self._functions.shape[1]

    @cached_property
    def _functions(self):
        return shape_functions(self.cell, quadrature(self.cell, self.family).points)

    @cached_property
    def _derivatives(self):
        return shape_derivatives(self.cell, quadrature(self.cell, self.family).points)

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the integration points stand."""
        return np.einsum("gn,enk->egk", self._functions, coordinates)

    @property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of the nodes at the integration points."""
        return self._functions

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the integration points to the nodes."""
        return points_to_nodes(self.cell, self.family)

    def _tangents(self, coordinates):
        return np.einsum("gdn,enk->egdk", self._derivatives, coordinates)

    def _spread(self, force):
        nodal = np.einsum("gn,egk->enk", self._functions, force[..., : self.continuum.dim])
        return nodal.reshape(len(nodal), -1)


class Edge(Carrier):
    """An edge of a solid in space."""

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) the weighted length."""
        length = np.linalg.norm(self._tangents(data.coordinates)[:, :, 0], axis=-1)
        return length * quadrature(self.cell, self.family).weights

    def line_force(self, data: ElementData, force) -> np.ndarray:
        """(ne, nd) forces of a force by length (3,) or (ne, ng, 3), in N/m, in the global axes."""
        length = self.point_weights(data)
        return self._spread(np.broadcast_to(force, (*length.shape, 3)) * length[..., None])


class Side(Carrier):
    """An edge in the plane or a face in space.

    The normal of a segment is (dy, -dx) along its own direction, that of a surface follows the right hand.
    """

    def flow_points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where what flows through is read."""
        return self.points(coordinates)

    def normals(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) normals times the weighted length or area."""
        tangents = self._tangents(coordinates)
        weights = quadrature(self.cell, self.family).weights
        if self.dim == 1:
            normal = np.zeros(tangents.shape[:2] + (3,))
            normal[..., 0], normal[..., 1] = tangents[:, :, 0, 1], -tangents[:, :, 0, 0]
        else:
            normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
        measure = weights * self.continuum.measure(self.points(coordinates)[..., 0])
        return normal * np.broadcast_to(measure, normal.shape[:2])[..., None]

    def pushed(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, ng, 3) weighted forces at the points of a pressure and, along an edge, of a shear."""
        normal = self.normals(data.coordinates)
        force = -normal * np.broadcast_to(pressure, normal.shape[:2])[..., None]
        if self.dim == 1 and np.any(shear):
            along = np.stack([-normal[..., 1], normal[..., 0], np.zeros(normal.shape[:2])], axis=-1)
            force = force + along * np.broadcast_to(shear, normal.shape[:2])[..., None]
        return force

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) the weighted length or area; a weight may be negative."""
        size = np.linalg.norm(self.normals(data.coordinates), axis=-1)
        return size * np.sign(quadrature(self.cell, self.family).weights)


class Skin(Side):
    """A side of a solid.

    A pressure pushes against the normal (positive pressure on an outward normal compresses).
    """

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) forces of a pressure and (in the plane) a shear, each a number or (ne, ng), in Pa."""
        return self._spread(self.pushed(data, pressure, shear))

    def pressure_stiffness(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd, nd) less the derivative of the pressure's forces when the nodes move, the pressure staying as it is.

        Around an axis code_aster's has the transpose of what comes of the radius (nmpr2d), and iterations go by it.
        """
        pressure, shear = (np.broadcast_to(p, (len(data), len(self._functions)))[..., None, None, None] for p in (pressure, shear))
        change = self._normal_changes(data.coordinates)
        push = pressure * change
        if self.dim == 1:
            push = push - shear * np.stack([-change[..., 1, :], change[..., 0, :]], axis=-2)
        if self.dim == 1 and self.continuum.revolves:
            growth = pressure * self._growths(data.coordinates)
            push = push + np.swapaxes(growth, -1, -2) - growth
        ne, ng, nn, dim = push.shape[:4]
        matrix = np.einsum("gn,egmij->enimj", self._functions, push)
        return matrix.reshape(ne, nn * dim, nn * dim)

    def _normal_changes(self, coordinates):
        """(ne, ng, nn, dim, dim): how the weighted normal changes with each node's motion."""
        tangents = self._tangents(coordinates)
        weights = quadrature(self.cell, self.family).weights[:, None, None, None]
        derivatives = self._derivatives
        if self.dim == 2:
            first, second = (np.cross(np.eye(3), tangents[:, :, None, axis, :]) for axis in (1, 0))
            turn = np.einsum("gn,egji->egnij", derivatives[:, 0], first) - np.einsum("gn,egji->egnij", derivatives[:, 1], second)
            return weights * turn
        quarter = np.array([[0.0, 1.0], [-1.0, 0.0]])
        radius = self.points(coordinates)[..., 0]
        measure = np.broadcast_to(self.continuum.measure(radius), radius.shape)
        change = measure[..., None, None, None] * derivatives[:, 0, :, None, None] * quarter
        change = weights * change
        return change + self._growths(coordinates) if self.continuum.revolves else change

    def _growths(self, coordinates):
        """(ne, ng, nn, dim, dim): how the weighted normal grows with the radius of each node, around an axis."""
        tangents = self._tangents(coordinates)
        normal = np.stack([tangents[:, :, 0, 1], -tangents[:, :, 0, 0]], axis=-1)
        weights = quadrature(self.cell, self.family).weights[:, None, None, None]
        return weights * self._functions[:, :, None, None] * normal[:, :, None, :, None] * np.eye(2)[0]

    def traction(self, data: ElementData, traction) -> np.ndarray:
        """(ne, nd) forces of a traction (3,) or (ne, ng, 3), in Pa, in the global axes."""
        area = self.point_weights(data)
        return self._spread(np.broadcast_to(traction, (*area.shape, 3)) * area[..., None])
