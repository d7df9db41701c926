"""Flat cells between two sides that may part: what joints and interfaces share."""

from __future__ import annotations

import numpy as np

from .contraction import contracted
from .data import ElementData
from .element import Element, PointState

LINEAR = {"SEG3": "SEG2", "QUAD8": "QUAD4", "TRIA6": "TRIA3"}
"""The cell of the vertices of a side."""


class TwoSided(Element):
    """A cell whose law answers to `held` values at each point.

    A subclass gives `_rule`, `point_functions`, `strain_matrix(data)` -> B (ne, ng, held, nd) and the area of the points (ne, ng), and
    `_answer(behaviour, strain, state, data, elastic)` -> stress and strain alike, internal variables, tangent (ne, ng, held, held).
    """

    symmetric = False
    telling = False
    held: int

    def rule(self):
        """The quadrature on a side."""
        return self._rule

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points stand."""
        return np.einsum("gn,enk->egk", self.point_functions, coordinates)

    def start(self, data, behaviour):
        """At rest."""
        zero = np.zeros((len(data), len(self._rule), self.held))
        return PointState(zero, zero, np.zeros((*zero.shape[:2], behaviour.internal_size)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """Forces B^T s and tangent B^T D B of the law; raises ComputationFailed for a law of something else."""
        return self._responded(data, behaviour, u, state, want_tangent, False)

    def _responded(self, data, behaviour, u, state, want_tangent, elastic):
        b, area = self.strain_matrix(data)
        strain = np.einsum("egia,ea->egi", b, u)
        stress, internal, tangent = self._answer(behaviour, strain, state, data.at_places(self.points(data.coordinates)), elastic)
        force = contracted("eg,egia,egi->ea", area, b, stress)
        matrix = contracted("eg,egia,egij,egjb->eab", area, b, tangent, b) if want_tangent else None
        return force, matrix, PointState(strain, stress, internal)

    def reaches(self, data, behaviour, state, u, change, steered, reach, bounds):
        """The law's lines of reach along change + e steered (ne, nd) beyond u, as fe.steering.Prediction wants them."""
        b, _ = self.strain_matrix(data)
        start, per_unit = (np.einsum("egia,ea->egi", b, v) for v in (u + change, steered))
        return behaviour.reaches(start, per_unit, state, data.at_places(self.points(data.coordinates)), reach)

    def nodal_forces(self, data: ElementData, stress):
        """B^T s."""
        b, area = self.strain_matrix(data)
        return contracted("eg,egia,egi->ea", area, b, stress)
