"""Sides of hybrid cells: faces of the boundary that carry loads on the unknowns of their own."""

from __future__ import annotations

import numpy as np

from ..conduction import Thermal
from ..contraction import contracted
from ..data import ElementData
from ..element import Element
from ..extrapolation import points_to_nodes
from ..kinematics import Continuum
from ..quadrature import quadrature
from ..shapes import shape_derivatives, shape_functions
from ..skin import Side
from .basis import size
from .cell import FAMILIES, unknowns
from .face import Faces
from .shape import hybrid_cell

_SEGMENTS = ("FPG1", "FPG2", "FPG3", "FPG4", "FPG5")


class HybridSide(Side):
    """A side with polynomials of a degree; its geometry is that of its vertices.

    Normals are those of fe.skin.Side, values are read at the points of a quadrature that suits the degree.
    """

    def __init__(self, cell: str, continuum: Continuum, degree: int, fields: tuple[str, ...]):
        self.cell, self.continuum, self.degree = cell, continuum, degree
        self.space = continuum.dim
        self.shape = hybrid_cell(cell)
        self.dim = self.shape.dim
        self.family = (_SEGMENTS if self.dim == 1 else FAMILIES[cell.rstrip("0123456789")])[degree]
        self.fields = fields
        own = unknowns("F", fields, size(self.dim, degree))
        self.components = (*((),) * self.shape.centre, own)

    @property
    def _functions(self):
        return self.shape.padded(shape_functions(self.shape.linear, quadrature(self.cell, self.family).points))

    @property
    def _derivatives(self):
        return self.shape.padded(shape_derivatives(self.shape.linear, quadrature(self.cell, self.family).points))

    def points_to_nodes(self):
        """(nn, ng) from the integration points to the nodes."""
        return points_to_nodes(self.cell, self.family)

    def _face(self, data):
        def make():
            return Faces(data.coordinates[:, : self.shape.corners, : self.space], self.degree)

        return data.once(("hybrid side", self.degree), make)

    def values(self, data: ElementData) -> np.ndarray:
        """(ne, ng, n) the polynomials at the points."""
        return self._face(data).basis.values(self.points(data.coordinates)[..., : self.space])

    def by_coefficient(self, data: ElementData, weighted: np.ndarray) -> np.ndarray:
        """(ne, nd) of forces (ne, ng, k) at the points, their share of the area in them."""
        return np.einsum("eqb,eqk->ebk", self.values(data), weighted).reshape(len(data), -1)


class HybridSkin(HybridSide, Element):
    """A side of a hybrid solid."""

    loaded_only = True

    def __init__(self, cell: str, continuum: Continuum, degree: int):
        super().__init__(cell, continuum, degree, tuple("XYZ"[: continuum.dim]))

    def pressure(self, data: ElementData, pressure, shear=0.0) -> np.ndarray:
        """(ne, nd) forces of a pressure and (in the plane) a shear, each a number or (ne, ng), in Pa."""
        return self.by_coefficient(data, self.pushed(data, pressure, shear)[..., : self.space])

    def traction(self, data: ElementData, traction) -> np.ndarray:
        """(ne, nd) forces of a traction (3,) or (ne, ng, 3), in Pa, in the global axes."""
        area = self.point_weights(data)
        return self.by_coefficient(data, (np.broadcast_to(traction, (*area.shape, 3)) * area[..., None])[..., : self.space])


class HybridHeatSide(HybridSide, Thermal):
    """A side of a hybrid conductor."""

    def __init__(self, cell: str, continuum: Continuum, degree: int):
        super().__init__(cell, continuum, degree, ("T",))

    def inflow(self, data: ElementData, flow) -> np.ndarray:
        """(ne, n) heat of a flow into the body, a number or (ne, ng), W/m2."""
        return self.by_coefficient(data, (self.point_weights(data) * flow)[..., None])

    def inflow_along(self, data: ElementData, flow) -> np.ndarray:
        """(ne, n) heat of a flow (3,) or (ne, ng, 3), W/m2, by its part along the normal."""
        return self.by_coefficient(data, (self.normals(data.coordinates) * flow).sum(axis=-1)[..., None])

    def exchange(self, data: ElementData, coefficient) -> np.ndarray:
        """(ne, n, n) sum over points of h v v, h a number or (ne, ng), W/(m2 K)."""
        values = self.values(data)
        return contracted("eg,egn,egm->enm", self.point_weights(data) * coefficient, values, values)

    def temperatures(self, data: ElementData, temperature: np.ndarray) -> np.ndarray:
        """(ne, ng) the temperature at the points, from coefficients (ne, n)."""
        return np.einsum("egn,en->eg", self.values(data), temperature)
