"""Solids whose damage is a field of its own that only grows, so that its gradients cost energy (code_aster's cells *_GVNO).

With a the field, linear between the vertices, the law answers to strains e and to a a stress s and a force b that opens its balance; the
generalised stresses dual to (e, a, grad a) are

    s,   b,   c grad a

The balance is that of a minimum under the condition that a does not decrease over a step, met by iterations that project: see
fe.growing. Where the field of a vertex does not grow, its row and column hold nothing but the modulus of the material; so does its
diagonal where a step starts from cells without damage, which the field alone does not make stiff.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .contraction import contracted
from .element import PointState
from .growing import STILL
from .vertex_fields import VertexFields


class NodalDamage(VertexFields):
    """In small strain; laws answer by `degrade(strain, a, state, data, continuum)`."""

    own_unknowns = ("DAMG",)
    symmetric = False
    telling = False
    stepwise = True
    grown = True

    @cached_property
    def growing(self):
        """The places of the unknowns that only grow."""
        return self.places["DAMG"]

    def moving(self, kind):
        """There is no large strain."""
        return

    def _matrix(self, data):
        """(ne, ng, ns + 1 + dim, nd) from the unknowns to (e, a, grad a), and weighted volume."""
        b, volume = self.strain_matrix(data)
        rows = np.zeros((*volume.shape, 1 + self.dim, self.size))
        rows[:, :, 0, self.growing] = self._vertex_functions
        rows[:, :, 1:, self.growing] = self.vertex_gradients(data)
        return np.concatenate([b, rows], axis=2), volume

    def start(self, data, behaviour):
        """At rest; b and c grad a stand behind the stress."""
        rest = super().start(data, behaviour)
        rest.stress = np.zeros((*rest.stress.shape[:2], len(self._unit) + 1 + self.dim))
        rest.displacement = np.zeros((len(data), self.size))
        return rest

    def stiffness(self, data):
        """Of elasticity, the field costing its gradients alone; its diagonal holds the modulus."""
        tangent = np.zeros((len(data), len(self.rule()), *(len(self._unit) + 1 + self.dim,) * 2))
        tangent[..., : len(self._unit), : len(self._unit)] = self.continuum.elasticity(data.elasticity())
        self._add_cost(data, tangent)
        found = self._virtual_work(*self._matrix(data)[:1], tangent, self.point_weights(data))
        found[:, self.growing, self.growing] = data.property("young")[:, None]
        return found

    def _add_cost(self, data, tangent):
        axes = np.arange(tangent.shape[-1] - self.dim, tangent.shape[-1])
        tangent[..., axes, axes] = np.broadcast_to(data.at_points("gradient_cost"), tangent.shape[:2])[..., None]

    def elastic_stiffness(self, data, behaviour, u, state):
        """Of the law's secant, field and strains apart."""
        return self._respond(data, behaviour, u, state, True)[1]

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The generalised stresses and their tangent of the module's head."""
        return self._respond(data, behaviour, u, state, False, want_tangent)

    def _respond(self, data, behaviour, u, state, apart, want_tangent=True):
        ns, (matrix, volume) = len(self._unit), self._matrix(data)
        general = contracted("egsd,ed->egs", matrix, self._strained(u))
        strain, field = general[..., :ns], general[..., ns]
        stress, force, internal, tangent, cross, curve = behaviour.degrade(strain, field, state, data, self.continuum)
        whole = None
        if want_tangent:
            generalised = np.zeros((*volume.shape, general.shape[-1], general.shape[-1]))
            generalised[..., :ns, :ns], generalised[..., ns, ns] = tangent, curve
            if not apart:
                generalised[..., :ns, ns] = generalised[..., ns, :ns] = cross
            self._add_cost(data, generalised)
            whole = self._held(data, self._virtual_work(matrix, generalised, volume), u - state.displacement, field)
        cost = np.broadcast_to(data.at_points("gradient_cost"), volume.shape)[..., None]
        dual = np.concatenate([stress, force[..., None], cost * general[..., ns + 1 :]], axis=-1)
        return contracted("egsd,egs,eg->ed", matrix, dual, volume), whole, PointState(strain, dual, internal, u)

    def _held(self, data, whole, increment, field):
        """Rows and columns of the field where it does not grow; the diagonal of what is sound where a step starts."""
        own, young = self.growing, data.property("young")[:, None]
        if data.step.predicting:
            sound = (field == 0.0).all(axis=1)[:, None]
            whole[:, own, own] = np.where(sound, young, whole[:, own, own])
            return whole
        held = abs(increment[:, own]) <= STILL
        kept = np.ones(whole.shape[:2])
        kept[:, own] = ~held
        whole = whole * kept[:, :, None] * kept[:, None, :]
        whole[:, own, own] = np.where(held, young, whole[:, own, own])
        return whole

    def nodal_forces(self, data, stress):
        """Of all generalised stresses."""
        return contracted("egsd,egs,eg->ed", self._matrix(data)[0], stress, self.point_weights(data))

    def holding_forces(self, data, behaviour, state):
        """Those of the state, whether its field grows or not: a step starts from the forces that hold fields back too."""
        return self.nodal_forces(data, state.stress)

    def reference_force(self, data, references):
        """The sum over the points of |B|^T s of the displacements, of the field that of its functions times "variable"."""
        matrix, volume = self._matrix(data)
        level = np.array([references["stress"]] * len(self._unit) + [references["variable"]] + [0.0] * self.dim)
        return contracted("egsd,s,eg->ed", abs(matrix), level, volume)

    def shown(self, data, stress):
        """The tensors themselves, b and c grad a."""
        ns = len(self._unit)
        shown, names = super().shown(data, stress[..., :ns])
        return np.concatenate([shown, stress[..., ns:]], axis=-1), (*names, "DISS", *(f"SIGV_G{axis}" for axis in "XYZ"[: self.dim]))

    def kept(self, data, values):
        """Mandel's notation."""
        ns = len(self._unit)
        return np.concatenate([super().kept(data, values[..., :ns]), values[..., ns:]], axis=-1)
