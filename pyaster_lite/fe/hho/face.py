"""Faces of hybrid cells, seen alike from both sides: their polynomials do not depend on where the numbering of the face starts."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..shapes import shape_derivatives
from .basis import Basis, framed, orthonormal
from .integration import as_code_aster, over_simplices, simplex_rule
from .shape import SHAPES, simplices_of

_SQUARE = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])


class Faces:
    """Faces with the same number of vertices, (ne, nv, space).

    degree  of their polynomials
    """

    def __init__(self, vertices: np.ndarray, degree: int):
        order = _common_order(vertices)
        self.vertices, self.degree = np.take_along_axis(vertices, order[:, :, None], axis=1), degree
        self.simplices = simplices_of(vertices.shape[1])

    @cached_property
    def diameter(self) -> np.ndarray:
        """(ne,) the greatest distance of two vertices."""
        between = self.vertices[:, :, None] - self.vertices[:, None]
        return np.linalg.norm(between, axis=-1).max(axis=(1, 2))

    def _integrating(self, order):
        return over_simplices(self.vertices, self.simplices, simplex_rule(len(self.simplices[0]) - 1, order))

    @cached_property
    def basis(self) -> Basis:
        """Its axes lie in the plane of the two greatest moments of inertia about the mean of the vertices."""
        directions = self.vertices[:, [1, -1]] - self.vertices[:, :1]
        if self.vertices.shape[1] == 2:
            directions = directions[:, :1]
        elif self.vertices.shape[1] == 4:
            points, weights = self._integrating(2)
            arms = points - self.vertices.mean(axis=1, keepdims=True)
            normal = np.linalg.eigh(np.einsum("eq,eqs,eqt->est", weights, arms, arms))[1][:, None, :, 0]
            directions = directions - (directions * normal).sum(axis=-1, keepdims=True) * normal
        origin, axes = framed(self.vertices, orthonormal(directions))
        return Basis(self.degree, origin, axes, *self._integrating(2 * self.degree))

    def quadrature(self, order: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Points (ne, n, space), weights (ne, n) and unit normals (ne, n, space) of either sense for polynomials of an order."""
        points, weights = self._integrating(order)
        return points, weights, np.broadcast_to(self.normals(order), points.shape)

    def normals(self, order: int) -> np.ndarray:
        """(ne, n or 1, space) unit normals of either sense at the points of an order: of a warped face, those of its bilinear surface."""
        if self.vertices.shape[1] == 2:
            along = self.vertices[:, 1] - self.vertices[:, 0]
            normal = np.stack([along[:, 1], -along[:, 0]], axis=1)[:, None]
        elif self.vertices.shape[1] == 3:
            normal = np.cross(self.vertices[:, 1] - self.vertices[:, 0], self.vertices[:, 2] - self.vertices[:, 0])[:, None]
        else:
            places = np.concatenate([simplex_rule(2, order).points @ _SQUARE[list(simplex)] for simplex in self.simplices])
            tangents = np.einsum("qdn,ens->eqds", shape_derivatives("QUAD4", places), self.vertices)
            normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
        return normal / np.linalg.norm(normal, axis=-1, keepdims=True)

    def projector(self, order: int) -> tuple[np.ndarray, np.ndarray]:
        """Points (ne, n, space) and (ne, nb, n) what makes the coefficients of the projection of a function from its values there.

        For functions that are no polynomials: the points are code_aster's.
        """
        points, weights = as_code_aster(SHAPES[self.vertices.shape[1]], self.vertices, self.simplices, order)
        return points, self.basis.values(points).swapaxes(1, 2) * weights[:, None]


def _common_order(vertices):
    """(ne, nv) the same vertices from the last one in the order of x, y, z on, towards the later one of its neighbours."""
    ne, nv = vertices.shape[:2]
    cells, first = np.arange(ne), np.zeros(ne, int)
    for other in range(1, nv):
        first = np.where(_later(vertices[:, other], vertices[cells, first]), other, first)
    if nv == 2:
        return np.stack([first, 1 - first], axis=1)
    ahead, behind = (first + 1) % nv, (first - 1) % nv
    sense = np.where(_later(vertices[cells, ahead], vertices[cells, behind]), 1, -1)
    return (first[:, None] + sense[:, None] * np.arange(nv)) % nv


def _later(a, b):
    """(ne,) whether points (ne, space) come after others in the order of x, then y, then z."""
    result = np.zeros(len(a), bool)
    for axis in reversed(range(a.shape[1])):
        result = np.where(a[:, axis] == b[:, axis], result, a[:, axis] > b[:, axis])
    return result
