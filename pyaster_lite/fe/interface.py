"""Interfaces: flat cells whose two sides may part, with tractions of their own (r3.06.13).

The nodes half-way between the sides carry the tractions, interpolated as the vertices of a side; a law gives the traction and
its dual of the jump of displacement and the traction of the points, in axes that the characteristics turn: `material_frame`
(3, 3), whose first row is the normal.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from .cells import reference_cell
from .contraction import contracted
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions
from .two_sided import LINEAR, TwoSided


class Interface(TwoSided):
    """An interface on a cell between two sides.

    side      cell type of a side, `family` its quadrature
    first     the nodes of the first side, vertices first; `facing` those in front of them
    middle    the nodes half-way between the vertices, which carry the tractions
    revolves  whether it goes around the axis Y
    Jumps and multipliers are kept as strain, tractions and their duals as stress, (ne, ng, 2 dim).
    """

    def __init__(self, cell: str, side: str, family: str, first, facing, middle, revolves: bool = False):
        self.cell, self.side, self.family, self.revolves = cell, side, family, revolves
        self.first, self.facing, self.middle = np.array(first), np.array(facing), np.array(middle)
        self._rule, self.nodes, self.ground = quadrature(side, family), reference_cell(cell).n_nodes, LINEAR[side]
        self.dim = self._rule.points.shape[1] + 1
        self.held = 2 * self.dim
        self.translations = ("DX", "DY", "DZ")[: self.dim]
        tractions = ("SIGN", "SITX", "SITY")[: self.dim]
        self.components = tuple(tractions if n in set(middle) else self.translations for n in range(self.nodes))

    @property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) that put the points where code_aster reads functions: on the first side."""
        result = np.zeros((len(self._rule), self.nodes))
        result[:, self.first[: len(self.middle)]] = shape_functions(self.ground, self._rule.points)
        return result

    @property
    def _standing(self) -> np.ndarray:
        """The vertices that tell where the points stand: half-way in space, on the first side in the plane (NGEOMER of code_aster)."""
        return self.middle if self.dim == 3 else self.first[: len(self.middle)]

    @property
    def place_functions(self) -> np.ndarray:
        """(ng, nn) that tell where the points stand."""
        result = np.zeros((len(self._rule), self.nodes))
        result[:, self._standing] = shape_functions(self.ground, self._rule.points)
        return result

    def points(self, coordinates: np.ndarray) -> np.ndarray:
        """(ne, ng, 3) where the points stand."""
        return np.einsum("gn,enk->egk", self.place_functions, coordinates)

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the points to the nodes of the first side, and as much to those in front of them and half-way."""
        corners = len(self.middle)
        if self.dim == 2:
            # code_aster draws the line of two points through the first two, however many there are
            vertices = np.zeros((2, len(self._rule)))
            vertices[:, :2] = 0.5 + np.outer([-0.5, 0.5], [sqrt(3.0), -sqrt(3.0)])
            halves = vertices.mean(axis=0, keepdims=True)
        else:
            vertices = points_to_nodes(self.ground, self.family)
            halves = (vertices + np.roll(vertices, -1, axis=0)) / 2
        result = np.zeros((self.nodes, len(self._rule)))
        result[self.first] = result[self.facing] = np.concatenate([vertices, halves])
        result[self.middle] = vertices[:corners]
        return result

    def point_weights(self, data) -> np.ndarray:
        """(ne, ng) the area of the points, on the straight side where they stand."""
        rule = self._rule
        ground = data.coordinates[:, self._standing, : self.dim]
        tangents = np.einsum("gdn,enk->egdk", shape_derivatives(self.ground, rule.points), ground)
        normals = tangents[:, :, 0] if self.dim == 2 else np.cross(tangents[:, :, 0], tangents[:, :, 1])
        area = np.linalg.norm(normals, axis=-1) * rule.weights
        if self.revolves:
            area = area * np.einsum("gn,en->eg", shape_functions(self.ground, rule.points), ground[..., 0])
        return area

    def strain_matrix(self, data) -> tuple[np.ndarray, np.ndarray]:
        """B (ne, ng, 2 dim, nd) from unknowns to jumps and multipliers, and the area of the points (ne, ng)."""
        dim, rule, area = self.dim, self._rule, self.point_weights(data)
        held = shape_functions(self.ground, rule.points)
        frame = data.characteristics.get("material_frame")
        if frame is None:
            raise ComputationFailed("interfaces need the axes of their tractions, which the characteristics do not give")
        own = np.einsum("gn,eij->eginj", shape_functions(self.side, rule.points), frame[:, :dim, :dim])
        matrix = np.zeros((*area.shape, 2 * dim, self.nodes, dim))
        matrix[:, :, :dim, self.first] = -own
        matrix[:, :, :dim, self.facing] = own
        for i in range(dim):
            matrix[:, :, dim + i, self.middle, i] = held
        return matrix.reshape(*area.shape, 2 * dim, -1), area

    def stiffness(self, data):
        """None: an interface has none without a law."""
        return None

    def elastic_stiffness(self, data, behaviour, u, state):
        """Of a state that loses nothing more."""
        return self._responded(data.between(data.step.before, data.step.after, True), behaviour, u, state, True, True)[1]

    def _answer(self, behaviour, strain, state, data, elastic):
        if not hasattr(behaviour, "cohere"):
            raise ComputationFailed("interfaces follow laws of interfaces only")
        return behaviour.cohere(strain, state, data, elastic)

    def reference_force(self, data, references):
        """|B|^T of a reference stress shared by the axes and of a reference jump."""
        b, area = self.strain_matrix(data)
        stress, jump = references["stress"] / self.dim, references["jump"]
        held = np.repeat([stress, jump], self.dim)
        return contracted("eg,egia,i->ea", area, abs(b), held)

    def shown(self, data, stress):
        """Tractions and their duals."""
        return stress, (*("SIGN", "SITX", "SITY")[: self.dim], *("CONT_X", "CONT_Y", "CONT_Z")[: self.dim])
