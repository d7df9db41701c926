"""Solids with fields of their own beside displacements: linear ones, between the vertices of the cell."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .cells import reference_cell
from .data import ElementData
from .kinematics import Continuum, gradients
from .quadrature import quadrature
from .shapes import shape_derivatives, shape_functions
from .solid import Solid

VERTICES = {"TRIA6": "TRIA3", "QUAD8": "QUAD4", "TETRA10": "TETRA4", "HEXA20": "HEXA8", "PENTA15": "PENTA6", "PYRAM13": "PYRAM5"}
"""The cell of the vertices."""


class VertexFields(Solid):
    """A solid whose vertices carry more unknowns than displacements.

    places  the unknowns of each field by name;  motion  those of the displacements
    """

    own_unknowns: tuple[str, ...] = ()
    """What the vertices carry beside displacements."""

    def __init__(self, cell: str, continuum: Continuum, stiffness: str, mass: str):
        super().__init__(cell, continuum, stiffness, mass)
        self.ground, own = VERTICES.get(cell, cell), self.own_unknowns
        vertices = reference_cell(self.ground).n_nodes
        self.components = tuple((*names, *own) if n < vertices else names for n, names in enumerate(self.components))
        flat = [name for names in self.components for name in names]
        self.places = {kind: np.array([i for i, name in enumerate(flat) if name == kind]) for kind in own}
        self.motion = np.array([i for i, name in enumerate(flat) if name not in own])

    @cached_property
    def displaced(self) -> Solid:
        """The solid at the same points whose unknowns are the displacements alone."""
        return Solid(self.cell, self.continuum, self.families["stiffness"], self.families["mass"])

    @cached_property
    def _vertex_functions(self):
        return shape_functions(self.ground, quadrature(self.cell, self.families["stiffness"]).points)

    def vertex_gradients(self, data: ElementData) -> np.ndarray:
        """(ne, ng, dim, nv) gradients of the functions of the vertices at the points of the stiffness."""
        derivatives = shape_derivatives(self.ground, quadrature(self.cell, self.families["stiffness"]).points)
        vertices = self._vertex_functions.shape[1]
        return gradients(derivatives, data.coordinates[:, :vertices, : self.dim])[0]

    def _spread(self, array, axes=1):
        """An array whose last axis, or two, are on displacements, on all unknowns."""
        result = np.zeros((*array.shape[:-axes], *(self.size,) * axes), array.dtype)
        result[(..., *np.ix_(*(self.motion,) * axes))] = array
        return result

    def strain_matrix(self, data):
        """B (ne, ng, ns, nd) on all unknowns, and weighted volume."""
        b, volume = super().strain_matrix(data)
        return self._spread(b), volume

    @cached_property
    def _unit(self):
        """1 in Mandel's notation."""
        return np.array([1.0 if a == b else 0.0 for a, b in self.continuum.strains])

    def elastic_energy(self, data, stress):
        """That of the stress shown."""
        return super().elastic_energy(data, stress[..., : len(self._unit)])

    def plastic_strains(self, data, u, stress):
        """By the stress shown."""
        return super().plastic_strains(data, u, stress[..., : len(self._unit)])

    def moved(self, data, u):
        """By the displacements."""
        return data.moved(u[:, self.motion])

    def displacement_gradient(self, data, u):
        """Of the displacements."""
        return super().displacement_gradient(data, u[:, self.motion])

    def geometric_stiffness(self, data, stress):
        """On displacements."""
        return self._spread(super().geometric_stiffness(data, stress[..., : len(self._unit)]), 2)

    def mass(self, data):
        """On displacements."""
        return self._spread(super().mass(data), 2)

    def lumped_mass(self, data):
        """On displacements."""
        plain = Solid(self.cell, self.continuum, self.families["stiffness"], self.families["mass"])
        return self._spread(plain.lumped_mass(data), 2)

    def body_force(self, data, force):
        """On displacements."""
        return self._spread(super().body_force(data, force))

    def _strained(self, u):
        result = u.copy()
        result[:, self.motion] = super()._strained(u[:, self.motion])
        return result
