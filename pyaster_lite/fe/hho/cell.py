"""What hybrid cells of every physics share: their unknowns, their operators, the points where laws are integrated."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..cells import reference_cell
from ..contraction import contracted
from ..data import ElementData
from ..isoparametric import Isoparametric
from ..kinematics import Continuum
from ..quadrature import quadrature
from ..shapes import shape_derivatives, shape_functions
from .integration import as_code_aster
from .shape import hybrid_cell
from .space import HybridSpace

FAMILIES = {
    "TRIA": ("FPG1", "FPG3", "FPG6", "FPG12", "FPG16"),
    "QUAD": ("FPG1", "FPG4", "FPG9", "FPG16", "FPG25"),
    "TETRA": ("FPG1", "FPG4", "FPG11", "FPG24", "FPG46"),
    "PENTA": ("FPG1", "FPG6B", "FPG21", "FPG29", "FPG95"),
    "PYRAM": ("FPG1", "FPG5", "FPG10", "FPG24", "FPG47"),
    "HEXA": ("FPG1", "FPG8", "FPG27", "FPG64", "FPG125"),
}
"""The quadrature family of laws and masses for each degree."""
_MOST = 20
"""Iterations to find where a point is in a cell."""


def served(cell: str, degree: int) -> bool:
    """Whether there is a quadrature for cells of a type and a degree."""
    return degree < len(FAMILIES[cell.rstrip("0123456789")])


class Hybrid(Isoparametric):
    """Cells of one type that carry polynomials of a degree in themselves and on their faces.

    Where Isoparametric has functions of the nodes, the gradients of a Hybrid are those of its coefficients, as if each were a
    node; its functions remain those of the vertices, which make the geometry and carry what nodes know.

    fields  the letters of its unknowns, ("X", "Y") of a displacement: coefficient i in the cell is HHO_CXi, on a face HHO_FXi
    """

    def __init__(self, cell: str, continuum: Continuum, degree: int, fields: tuple[str, ...]):
        self.cell, self.continuum, self.degree = cell, continuum, degree
        self.dim = self.space = continuum.dim
        self.shape = hybrid_cell(cell)
        family = FAMILIES[cell.rstrip("0123456789")][degree]
        self.families = {"stiffness": family, "mass": family}
        sample = HybridSpace(self.shape, degree, np.zeros((0, 1, 3)))
        own = {node: unknowns("F", fields, sample.per_face) for node in self.shape.face_nodes}
        own[self.shape.centre] = unknowns("C", fields, sample.per_cell)
        self.components = tuple(own.get(node, ()) for node in range(self.shape.centre + 1))

    def hybrid(self, data: ElementData) -> HybridSpace:
        """The polynomials and operators of the cells."""
        return data.once(("hybrid", self.degree), lambda: HybridSpace(self.shape, self.degree, data.coordinates))

    @cached_property
    def _functions(self):
        return {p: self.shape.padded(shape_functions(self.shape.linear, self.rule(p).points)) for p in self.families}

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) the functions of all nodes at the points, where there are some, else those of the vertices."""
        full = self.cell in ("TRIA7", "QUAD9", "HEXA27")
        return shape_functions(self.cell, self.rule().points) if full else self._functions["stiffness"]

    @property
    def middle_functions(self) -> np.ndarray:
        """(1, nn) the functions of the nodes in the middle of the cell."""
        return self.shape.padded(shape_functions(self.shape.linear, quadrature(self.shape.linear, "FPG1").points))

    @cached_property
    def _derivatives(self):
        return {p: self.shape.padded(shape_derivatives(self.shape.linear, self.rule(p).points)) for p in self.families}

    def geometry(self, data: ElementData, purpose: str = "stiffness"):
        """Gradients (ne, ng, dim, n) of the coefficients, functions (ng, nn) of the nodes, radius and weighted volume (ne, ng).

        In a body of revolution, the radius weighs twice, as in code_aster.
        """
        _, functions, radius, volume = super().geometry(data, purpose)
        return self._gradients(data), functions, radius, volume * self.continuum.measure(radius)

    def _gradients(self, data):
        def make():
            values = self._values(data)[:, None]
            return values @ self.hybrid(data).gradient

        return data.once(("hybrid gradients", self.degree), make).swapaxes(1, 2)

    def _values(self, data):
        """(ne, ng, per_cell) of the polynomials of the cells at the points."""
        return data.once(("hybrid values", self.degree), lambda: self.hybrid(data).values(self.points(data.coordinates)))

    def point_weights(self, data):
        """(ne, ng) what values at the points are summed up with to an integral."""
        _, _, radius, volume = super().geometry(data)
        return volume * self.continuum.measure(radius)

    def at_nodes(self, data: ElementData, coefficients: np.ndarray) -> np.ndarray:
        """(ne, nn, k) the polynomials of the cells at their nodes, of coefficients (ne, n, k)."""
        hybrid = self.hybrid(data)
        return hybrid.values(data.coordinates) @ coefficients[:, hybrid.in_cell]

    def at_points(self, data: ElementData, coefficients: np.ndarray) -> np.ndarray:
        """(ne, ng, k) the polynomials of the cells at the points, of coefficients (ne, n, k)."""
        return self._values(data) @ coefficients[:, self.hybrid(data).in_cell]

    def by_coefficient(self, data: ElementData, values: np.ndarray) -> np.ndarray:
        """(ne, n, k) integrals of values (ne, ng, k) at the points against each polynomial of the cells; nothing on the faces."""
        hybrid = self.hybrid(data)
        result = np.zeros((len(data), hybrid.size, values.shape[-1]))
        weights = self.point_weights(data)
        result[:, hybrid.in_cell] = contracted("eq,eqb,eqk->ebk", weights, self._values(data), values)
        return result

    def product(self, data: ElementData, density: np.ndarray) -> np.ndarray:
        """(ne, n, n) integrals of a density (ne, ng) times two polynomials of the cells; nothing on the faces."""
        hybrid, values = self.hybrid(data), self._values(data)
        result = np.zeros((len(data), hybrid.size, hybrid.size))
        weights = self.point_weights(data) * density
        result[:, hybrid.in_cell, hybrid.in_cell] = contracted("eq,eqa,eqb->eab", weights, values, values)
        return result

    def vertex_functions(self, vertices: np.ndarray, points: np.ndarray) -> np.ndarray:
        """(ne, n, nv) the functions of vertices (ne, nv, 3) at points (ne, n, 3) of the cells, found by Newton's method."""
        cell, dim = self.shape.linear, self.dim
        start = reference_cell(cell).nodes.mean(axis=0)
        at = np.broadcast_to(start, (*points.shape[:2], dim)).reshape(-1, dim)
        corners = np.repeat(vertices[..., :dim], points.shape[1], axis=0)
        wanted = points[..., :dim].reshape(-1, dim)
        for _ in range(_MOST):
            missing = wanted - np.einsum("pn,pnd->pd", shape_functions(cell, at), corners)
            slopes = np.einsum("pkn,pnd->pdk", shape_derivatives(cell, at), corners)
            at = at + np.linalg.solve(slopes, missing[..., None])[..., 0]
            if abs(missing).max(initial=0.0) <= 1e-12 * abs(wanted).max(initial=1.0):
                break
        return shape_functions(cell, at).reshape(*points.shape[:2], -1)

    def projectors(self, data: ElementData, asked=None):
        """For each of the `asked` local nodes that carry unknowns (all when None): (local node, points (ne, n, dim), (ne, nb, n) to the
        coefficients of a function there)."""
        hybrid = self.hybrid(data)
        for node, faces in zip(self.shape.face_nodes, hybrid.faces):
            if asked is not None and node not in asked:
                continue
            yield node, *faces.projector(2 * self.degree + 1)
        if asked is not None and self.shape.centre not in asked:
            return
        shape = self.cell.rstrip("0123456789")
        points, weights = as_code_aster(shape, hybrid.vertices, self.shape.simplices, 2 * self.degree + 1)
        yield self.shape.centre, points, hybrid.values(points).swapaxes(1, 2) * weights[:, None]


def unknowns(place: str, fields: tuple[str, ...], count: int) -> tuple[str, ...]:
    """The names of the coefficients of some fields, in a cell ("C") or on a face ("F")."""
    return tuple(f"HHO_{place}{field}{i + 1}" for i in range(count) for field in fields)
