"""Joints: flat cells whose two sides may part (r3.06.09).

A law gives the traction of the jump of displacement between the sides, normal first, in axes that stand on the vertices of the
first side.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .cells import reference_cell
from .contraction import contracted
from .data import ElementData
from .errors import ComputationFailed
from .extrapolation import points_to_nodes
from .quadrature import Rule, quadrature
from .shapes import shape_derivatives, shape_functions
from .two_sided import LINEAR, TwoSided

JUMP = 6
"""Where laws of joints that damp keep the jump across."""


class Joint(TwoSided):
    """A joint on a cell between two sides.

    side      cell type of a side, `family` its quadrature
    first     the nodes of the first side, vertices first; `facing` those in front of them
    between   {node half-way: the node of the first side it stands by}, which carry nothing
    revolves  whether it goes around the axis Y
    Jumps are kept as strain, tractions as stress, (ne, ng, dim): in the plane those of the first side over the second, in space
    the other way round.
    """

    def __init__(self, cell: str, side: str, family: str, first, facing, between=None, revolves: bool = False):
        self.cell, self.side, self.family, self.revolves = cell, side, family, revolves
        self.first, self.facing, self.between = np.array(first), np.array(facing), between or {}
        self.ground = LINEAR.get(side, side)
        rule, self.nodes = quadrature(side, family), reference_cell(cell).n_nodes
        self.dim = self.held = rule.points.shape[1] + 1
        self.translations = ("DX", "DY", "DZ")[: self.dim]
        self.components = tuple(() if n in self.between else self.translations for n in range(self.nodes))
        # code_aster numbers the points of plane joints without middle nodes from the first node on
        self.turned = cell == "QUAD4"
        self._rule = Rule(rule.points[::-1], rule.weights[::-1]) if self.turned else rule

    @cached_property
    def _ground_functions(self):
        return shape_functions(self.ground, self._rule.points)

    @cached_property
    def _vertices(self):
        return self.first[: reference_cell(self.ground).n_nodes]

    @cached_property
    def point_functions(self) -> np.ndarray:
        """(ng, nn) that put the points where code_aster reads functions: half-way in a QUAD4, on the first side else."""
        result = np.zeros((len(self._rule), self.nodes))
        if self.cell == "QUAD4":
            result[:, self.facing] = self._ground_functions / 2
        result[:, self._vertices] = self._ground_functions / (2 if self.cell == "QUAD4" else 1)
        return result

    def points_to_nodes(self) -> np.ndarray:
        """(nn, ng) from the points to the nodes of the first side, and as much to those in front of them."""
        own = points_to_nodes(self.side, self.family)
        own = own[:, ::-1] if self.turned else own
        result = np.zeros((self.nodes, len(self._rule)))
        result[self.first] = result[self.facing] = own
        for node, by in self.between.items():
            result[node] = result[by]
        return result

    def strain_matrix(self, data: ElementData) -> tuple[np.ndarray, np.ndarray]:
        """B (ne, ng, dim, nd) from nodal displacements to jumps, and the area of the points (ne, ng)."""
        ground = data.coordinates[:, self._vertices, : self.dim]
        tangents = np.einsum("gdn,enk->egdk", shape_derivatives(self.ground, self._rule.points), ground)
        along = tangents[:, :, 0] / np.linalg.norm(tangents[:, :, 0], axis=-1, keepdims=True)
        if self.dim == 2:
            area = np.linalg.norm(tangents[:, :, 0], axis=-1)
            # the first side less the second, as the normal points from the one to the other
            axes = -np.stack([np.stack([along[..., 1], -along[..., 0]], axis=-1), along], axis=2)
        else:
            normal = np.cross(tangents[:, :, 0], tangents[:, :, 1])
            area = np.linalg.norm(normal, axis=-1)
            if not area.all():
                raise ComputationFailed("a side of a joint has no area")
            normal = normal / area[..., None]
            axes = np.stack([normal, along, np.cross(normal, along)], axis=2)
        matrix = np.zeros((*area.shape, self.dim, self.nodes, self.dim))
        own = np.einsum("gn,egij->eginj", shape_functions(self.side, self._rule.points), axes)
        matrix[:, :, :, self.first] = -own
        matrix[:, :, :, self.facing] = own
        matrix = np.delete(matrix, list(self.between), axis=3)
        area = area * self._rule.weights
        if self.revolves:
            area = area * np.einsum("gn,en->eg", self._ground_functions, ground[..., 0])
        return matrix.reshape(*matrix.shape[:3], -1), area

    def point_weights(self, data: ElementData) -> np.ndarray:
        """(ne, ng) the area of the points; as in code_aster not times the radius in AXIS_JOINT."""
        area = self.strain_matrix(data)[1]
        return area / self.points(data.coordinates)[..., 0] if self.revolves else area

    def stiffness(self, data):
        """Of the joint that has not parted."""
        b, area = self.strain_matrix(data)
        normal, tangential = data.property("joint_normal"), data.property("joint_tangential")
        spring = np.stack([normal, *[tangential] * (self.dim - 1)], axis=-1)
        return contracted("eg,egia,ei,egib->eab", area, b, spring, b)

    def tangent_damping(self, data, behaviour, tangent, state):
        """Dampers between vertices that face each other, along each global axis by itself (code_aster's choice), where the law has some.

        Of a cell in the plane its first point tells whether the joint is open, in space the point that counts as the vertex.
        """
        found = behaviour.dampers(data) if hasattr(behaviour, "dampers") else None
        if found is None:
            return None
        along, across, kept = found
        corners = self.first[: reference_cell(LINEAR.get(self.side, self.side)).n_nodes]
        flat = data.coordinates[:, corners]
        if self.dim == 2:
            normal = (flat[:, 1] - flat[:, 0])[:, [1, 0]]
        else:
            normal = np.cross(flat[:, 2] - flat[:, 0], flat[:, 1] - flat[:, 0] if len(corners) == 3 else flat[:, 3] - flat[:, 1]) / 2
        area = np.linalg.norm(normal, axis=-1)
        square = (normal / area[:, None]) ** 2
        damper = (area / len(corners))[:, None] * (along[:, None] * square + across[:, None] * (1 - square))
        points = np.zeros(len(corners), int) if self.dim == 2 or len(self._rule) == 1 else np.arange(len(corners))
        open_ = state.internal[:, points, JUMP] >= 0.0
        damper = damper[:, None] * np.where(open_, kept[:, None], 1.0)[..., None]
        starts = np.cumsum([0, *map(len, self.components)])
        result = np.zeros((len(data), self.size, self.size))
        for axis in range(self.dim):
            one, other = starts[corners] + axis, starts[self.facing[: len(corners)]] + axis
            result[:, one, one] = result[:, other, other] = damper[..., axis]
            result[:, one, other] = result[:, other, one] = -damper[..., axis]
        return result

    def elastic_stiffness(self, data, behaviour, u, state):
        """By the law's secant where it has one."""
        if not hasattr(behaviour, "unloading"):
            return self.stiffness(data)
        b, area = self.strain_matrix(data)
        secant = behaviour.unloading(np.einsum("egia,ea->egi", b, u), state, data.at_places(self.points(data.coordinates)))
        return contracted("eg,egia,egij,egjb->eab", area, b, secant, b)

    def _answer(self, behaviour, strain, state, data, elastic):
        if not hasattr(behaviour, "separate"):
            raise ComputationFailed("joints follow laws of joints only")
        return behaviour.separate(strain, state, data)

    def reference_force(self, data, references):
        """Of a traction shared by the directions, its sizes summed up over the points."""
        b, area = self.strain_matrix(data)
        return references["stress"] / self.dim * np.einsum("eg,egia->ea", area, abs(b))

    def shown(self, data, stress):
        """The normal traction and those along."""
        return stress, ("SIGN", "SITX", "SITY")[: self.dim]
