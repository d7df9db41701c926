"""The hybrid unknowns of cells and what is made of them: gradient and stabilisation (the package's head has the formulae)."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..contraction import contracted
from .basis import Basis, framed, inertia, size
from .face import Faces
from .integration import exactly
from .shape import HybridCell

MOST = 256
"""Cells whose operators are made at once."""


class HybridSpace:
    """One unknown in cells of one type and one degree, coordinates (ne, nn, 3).

    Coefficients (ne, n) of orthonormal polynomials go face after face, those of the cell come last.
    """

    def __init__(self, cell: HybridCell, degree: int, coordinates: np.ndarray):
        self.cell, self.degree = cell, degree
        self.coordinates = coordinates[..., : cell.dim]
        self.vertices = self.coordinates[:, : cell.corners]
        self.per_cell, self.per_face = size(cell.dim, degree), size(cell.dim - 1, degree)
        self.size = len(cell.faces) * self.per_face + self.per_cell

    def on_face(self, face: int) -> slice:
        """Where the coefficients of a face are."""
        return slice(face * self.per_face, (face + 1) * self.per_face)

    @property
    def in_cell(self) -> slice:
        """Where the coefficients of the cell are."""
        return slice(self.size - self.per_cell, self.size)

    def integrating(self, order: int) -> tuple[np.ndarray, np.ndarray]:
        """Points (ne, n, dim) and weights (ne, n) in the cells for polynomials of an order."""
        return exactly(self.cell.name, self.vertices, self.cell.simplices, order)

    def _parts(self) -> list[HybridSpace]:
        """The cells in groups that what is made on the way stays small for."""
        starts = range(0, len(self.coordinates), MOST) if len(self.coordinates) > MOST else (0,)
        return [HybridSpace(self.cell, self.degree, self.coordinates[start : start + MOST]) for start in starts]

    @cached_property
    def basis(self) -> Basis:
        """Polynomials up to one degree more than the unknowns have, along the cells' axes of inertia about the mean of their vertices."""
        return self._basis() if len(self.coordinates) <= MOST else Basis.joined([part.basis for part in self._parts()])

    def _basis(self):
        points, weights = self.integrating(2)
        origin, axes = framed(self.vertices, inertia(points - self._centre[:, None], weights))
        return Basis(self.degree + 1, origin, axes, *self.integrating(2 * self.degree + 2))

    @cached_property
    def faces(self) -> list[Faces]:
        """By local face."""
        return [Faces(self.vertices[:, list(vertices)], self.degree) for vertices in self.cell.faces]

    @cached_property
    def _centre(self):
        return self.vertices.mean(axis=1)

    def _trace(self, face, order):
        """Weights (ne, q), values in the cell (ne, q, nb) and on the face, gradients along the outward normal (ne, q, nb), normals."""
        points, weights, normals = self.faces[face].quadrature(order)
        outward = self.faces[face].vertices.mean(axis=1) - self._centre
        sense = np.where((self.faces[face].normals(0)[:, 0] * outward).sum(axis=1) > 0.0, 1.0, -1.0)
        return points, weights, normals * sense[:, None, None], self.basis.values(points), self.faces[face].basis.values(points)

    @cached_property
    def gradient(self) -> np.ndarray:
        """(ne, dim, per_cell, n) coefficients of G v."""
        return np.concatenate([part._gradient() for part in self._parts()])

    def _gradient(self):
        k, own = self.degree, self.per_cell
        result = np.zeros((len(self.vertices), self.cell.dim, own, self.size))
        points, weights = self.integrating(max(2 * k - 1, 0))
        values, slopes = self.basis.values(points, own), self.basis.gradients(points, own)
        result[..., self.in_cell] = contracted("eq,eqa,eqdb->edab", weights, values, slopes)
        for face in range(len(self.faces)):
            _, weights, normals, values, on_face = self._trace(face, 2 * k + 1)
            values = values[..., :own]
            result[..., self.in_cell] -= contracted("eq,eqd,eqa,eqb->edab", weights, normals, values, values)
            result[..., self.on_face(face)] = contracted("eq,eqd,eqa,eqb->edab", weights, normals, values, on_face)
        return result

    def _raised(self) -> np.ndarray:
        """(ne, nb - 1, n) coefficients of p v on the polynomials that are not constant."""
        k, own = self.degree, self.per_cell
        points, weights = self.integrating(2 * k)
        slopes = self.basis.gradients(points)
        stiffness = contracted("eq,eqda,eqdb->eab", weights, slopes, slopes)
        right = np.zeros((len(self.vertices), stiffness.shape[1] - 1, self.size))
        right[..., self.in_cell] = stiffness[:, 1:, :own]
        for face in range(len(self.faces)):
            points, weights, normals, values, on_face = self._trace(face, 2 * k + 1)
            across = np.einsum("eqd,eqda->eqa", normals, self.basis.gradients(points))[..., 1:]
            right[..., self.in_cell] -= contracted("eq,eqa,eqb->eab", weights, across, values[..., :own])
            right[..., self.on_face(face)] = contracted("eq,eqa,eqb->eab", weights, across, on_face)
        return np.linalg.solve(stiffness[:, 1:, 1:], right)

    @cached_property
    def stabilisation(self) -> np.ndarray:
        """(ne, n, n) matrix of s(v, w)."""
        return np.concatenate([part._stabilisation() for part in self._parts()])

    def _stabilisation(self):
        own = self.per_cell
        left = np.zeros((len(self.vertices), own, self.size))
        left[:, :, self.in_cell] = np.eye(own)
        raised = self._raised()
        left[:, 1:] -= raised[:, : own - 1]
        result = np.zeros((len(self.vertices), self.size, self.size))
        for face, faces in enumerate(self.faces):
            _, weights, _, values, on_face = self._trace(face, 2 * self.degree + 1)
            trace = contracted("eq,eqa,eqb->eab", weights, on_face, values)
            jump = trace[:, :, 1:] @ raised + trace[:, :, :own] @ left
            jump[:, :, self.on_face(face)] -= np.eye(self.per_face)
            result += jump.swapaxes(1, 2) @ jump / faces.diameter[:, None, None]
        return result

    def values(self, points: np.ndarray) -> np.ndarray:
        """(ne, n, per_cell) of the polynomials of the unknowns at points (ne, n, dim)."""
        return self.basis.values(points[..., : self.cell.dim], self.per_cell)
