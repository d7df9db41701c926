"""Hybrid solids whose law has a variable that a field is held to (fe.graded).

The field VR is hybrid, as a temperature is: polynomials of the cell and of its faces, whose gradient is that of the package's head, with
a stabilisation that counts STIFF times what the gradient costs. What holds it, LG, are polynomials of the cell alone.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ..contraction import contracted
from ..graded import Driven
from ..kinematics import Continuum
from ..logarithmic_strain import Logarithmic
from .solid import STIFF, HybridLogarithmic, HybridSolid


class HybridGraded(Driven, HybridSolid):
    """In small strain; `plain` is the cell with displacements alone."""

    def __init__(self, cell: str, continuum: Continuum, degree: int):
        HybridSolid.__init__(self, cell, continuum, degree)
        self.plain, centre, dim = HybridSolid(cell, continuum, degree), self.shape.centre, self.dim
        self.components = tuple(
            names + tuple(f"HHO_VR{i + 1}" for i in range(len(names) // dim)) if names else () for names in self.components
        )
        lagrange = tuple(f"HHO_LG{i + 1}" for i in range(len(self.plain.components[centre]) // dim))
        self.components = tuple(names + lagrange if node == centre else names for node, names in enumerate(self.components))
        # coefficients go face after face, then the cell, as those of fe.hho.space do; components may not
        flat = [(node, name) for node, names in enumerate(self.components) for name in names]
        self.variable, self.multiplier = (np.array([i for i, (_, name) in enumerate(flat) if name[4:6] == kind]) for kind in ("VR", "LG"))
        self.motion = np.array([i for i, (_, name) in enumerate(flat) if name[4:6] not in ("VR", "LG")])

    def moving(self, kind):
        """The same cells in large strain, GDEF_LOG; None for other kinds."""
        return HybridGradedLogarithmic(self.cell, self.continuum, self.degree) if kind is Logarithmic else None

    def _spread(self, array, axes=1):
        """An array whose last axis, or two, are on displacements, on all unknowns."""
        result = np.zeros((*array.shape[:-axes], *(self.size,) * axes), array.dtype)
        result[(..., *np.ix_(*(self.motion,) * axes))] = array
        return result

    def strain_matrix(self, data):
        """B (ne, ng, ns, nd) on all unknowns, and weighted volume."""
        rows = contracted("sia,egan->egsni", self._symmetric, self._gradients(data))
        return self._spread(rows.reshape(*rows.shape[:3], -1)), self.point_weights(data)

    def field_matrix(self, data):
        """(ne, ng, 2 + dim, nd) that makes the fields and the gradient of the first."""
        values, hybrid = self._values(data), self.hybrid(data)
        rows = np.zeros((*values.shape[:2], 2 + self.dim, self.size))
        rows[:, :, 0, self.variable[hybrid.in_cell]] = values
        rows[:, :, 1, self.multiplier] = values
        rows[:, :, 2:, self.variable] = self._gradients(data)
        return rows

    def _holding(self, data):
        """(ne, nd, nd) the stabilisations of the displacements and of the variable."""
        result = self._spread(self._by_component(self._stabilising(data)), 2)
        cost = data.at_points("gradient_cost").mean(axis=1)
        result[(..., *np.ix_(self.variable, self.variable))] = STIFF * cost[:, None, None] * self.hybrid(data).stabilisation
        return result

    def stiffness(self, data):
        """With the stabilisations."""
        return super().stiffness(data) + self._holding(data)

    def elastic_stiffness(self, data, behaviour, u, state):
        """With the stabilisations."""
        found = super().elastic_stiffness(data, behaviour, u, state)
        return found + self._holding(data) if getattr(behaviour, "secants", False) and self.logarithmic is None else found

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """With the stabilisations."""
        force, matrix, new = super().respond(data, behaviour, u, state, want_tangent)
        holding = self._holding(data)
        return force + (holding @ u[..., None])[..., 0], None if matrix is None else matrix + holding, new

    def state_forces(self, data, state):
        """With the stabilisations."""
        held = (self._holding(data) @ state.displacement[..., None])[..., 0]
        if self.logarithmic is None:
            return self.nodal_forces(data, state.stress) + held
        _, b, _, _ = self._moved(data, state.displacement)
        dual = self._law_state(state).stress
        return contracted("egsd,egs,eg->ed", b, dual, self.point_weights(data)) + self._of_fields(data, state.stress) + held

    def reference_force(self, data, references):
        """On displacements that of hybrid solids, on the fields as fe.graded has it."""
        result = super().reference_force(data, references)
        result[:, self.motion] = self.plain.reference_force(data, references)
        return result

    def plain_strains(self, data, u):
        """Of the displacements."""
        return self.plain.plain_strains(data, u[:, self.motion])

    def displacement_gradient(self, data, u):
        """Of the displacements."""
        return self.plain.displacement_gradient(data, u[:, self.motion])

    def mass(self, data):
        """On displacements."""
        return self._spread(self.plain.mass(data), 2)

    def body_force(self, data, force):
        """On displacements."""
        return self._spread(self.plain.body_force(data, force))

    def shown_at_nodes(self, data, u):
        """(ne, nn, dim + 2) displacements and fields at the nodes of coefficients u (ne, nd), and their names."""
        moved, names = self.plain.shown_at_nodes(data, u[:, self.motion])
        values = self.hybrid(data).values(data.coordinates)
        own = u[:, self.variable[self.hybrid(data).in_cell]], u[:, self.multiplier]
        fields = np.stack([np.einsum("enb,eb->en", values, one) for one in own], axis=-1)
        return np.concatenate([moved, fields], axis=-1), (*names, "VARI", "LAG_GV")


class HybridGradedLogarithmic(HybridGraded):
    """In large strain, GDEF_LOG."""

    straight = False
    added_variables = Logarithmic.added_variables

    @cached_property
    def logarithmic(self):
        """The solid whose strains are large."""
        return HybridLogarithmic(self.cell, self.continuum, self.degree)
