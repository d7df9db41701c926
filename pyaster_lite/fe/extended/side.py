"""Sides of cells that cracks enrich: their loads act on the functions of the cells that they bound (r7.02.12, 3.5)."""

from __future__ import annotations

import numpy as np

from ..contraction import contracted
from ..data import ElementData
from ..errors import ComputationFailed
from ..skin import Skin
from .element import Enriched, Enrichment


class CutSide:
    """The pieces of sides, of whatever cells."""

    loaded_only = True

    def normals(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) outward normals times the weighted length or area of the pieces."""
        rows, points = self.enrichment.rows_at(coordinates), self.enrichment.points
        measure = self.continuum.measure(points.places[rows][..., 0])
        return points.normals[rows] * np.broadcast_to(measure, points.weights[rows].shape)[..., None]

    def moved(self, data, u):
        """They stay where they are."""
        raise ComputationFailed("loads that follow the motion are not there on sides that cracks enrich")


class PushedSide(CutSide):
    """Those of cells that move."""

    def pressure(self, data, pressure, shear=0.0):
        """On all functions."""
        return self._push(data, self.pushed(data, pressure, shear))

    def traction(self, data, traction):
        """On all functions."""
        area = self.point_weights(data)
        return self._push(data, np.broadcast_to(traction, (*area.shape, 3)) * area[..., None])

    def _push(self, data, force):
        return contracted("egid,egi->ed", self.value_matrix(data), force[..., : self.continuum.dim])


class EnrichedSide(Enriched, CutSide):
    """What sides of solids and of conductors share."""

    def all_functions(self, data: ElementData) -> np.ndarray:
        """(ne, ng, nd) what each unknown makes of a scalar field at the points."""
        return self.value_matrix(data)[:, :, 0]


class EnrichedSkin(EnrichedSide, PushedSide, Skin):
    """A side of a solid that cracks run through."""

    def __init__(self, plain: Skin, enrichment: Enrichment):
        super().__init__(plain.cell, plain.continuum, plain.family)
        self.enrich(plain, enrichment, plain.continuum.unknowns, tuple(name[1:] for name in plain.continuum.unknowns))
