"""Solids whose volume is held to a swelling g, so that gradients of g cost energy: second gradient of dilation (r5.04.03).

Displacements u of the second degree; the swelling g and the multiplier p that holds it are linear between the vertices. In small
strain e = B u, with the law's strain e' and stress s, r the penalty and P = p + r (tr e - g), the stresses dual to (e, g, grad g, p) are

    free:      e' = e                 s + P 1,        - P,            (1 + dim) A1 grad g,   tr e - g
    as volume: e' = dev e + g/3 1     dev s + P 1,    tr s/3 - P,     (1 + dim) A1 grad g,   tr e - g

that is M^T s + Q (e, g, grad g, p), M = de'/d(e, g, grad g, p). What is kept is code_aster's: s (or dev s + P 1), P, then the others.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .anelastic import anelastic_strain
from .contraction import contracted
from .element import PointState
from .kinematics import Continuum
from .vertex_fields import VertexFields


class Dilating(VertexFields):
    """`as_volume`: whether the law sees the swelling in place of the volume."""

    own_unknowns = ("PRES", "GONF")
    symmetric = False

    def __init__(self, cell: str, continuum: Continuum, family: str, as_volume: bool):
        super().__init__(cell, continuum, family, family)
        self.as_volume = as_volume

    def general_matrix(self, data):
        """(ne, ng, ns + 2 + dim, nd) that makes e, g, grad g and p of the unknowns, and weighted volume."""
        b, volume = self.strain_matrix(data)
        rows = np.zeros((*volume.shape, 2 + self.dim, self.size))
        rows[:, :, 0, self.places["GONF"]] = rows[:, :, -1, self.places["PRES"]] = self._vertex_functions
        rows[:, :, 1:-1, self.places["GONF"]] = self.vertex_gradients(data)
        return np.concatenate([b, rows], axis=2), volume

    @cached_property
    def _seen(self):
        """M (ns, n)."""
        ns, one = len(self._unit), self._unit
        result = np.eye(ns, ns + 2 + self.dim)
        if self.as_volume:
            result[:, :ns] -= np.outer(one, one) / 3.0
            result[:, ns] = one / 3.0
        return result

    def _coupling(self, data):
        """Q (ne, ng or 1, n, n)."""
        ns, dim = len(self._unit), self.dim
        away, held, costly = np.zeros((3, ns + 2 + dim))
        away[:ns], away[ns], held[-1], costly[ns + 1 : -1] = self._unit, -1.0, 1.0, 1.0 + dim
        penalty, cost = (
            data.at_points(name, default)[..., None, None] for name, default in (("gradient_penalty", 0.0), ("dilation_cost", None))
        )
        return np.outer(away, held) + np.outer(held, away) + penalty * np.outer(away, away) + cost * np.diag(costly)

    def _tangent(self, data, tangent):
        return self._seen.T @ tangent @ self._seen + self._coupling(data)

    def stiffness(self, data):
        """Of elasticity."""
        g, volume = self.general_matrix(data)
        return self._virtual_work(g, self._tangent(data, self.continuum.elasticity(data.elasticity())), volume)

    def start(self, data, behaviour):
        """At rest; the stresses of the fields behind that of the solid."""
        rest = super().start(data, behaviour)
        rest.stress = np.zeros((*rest.stress.shape[:2], self._seen.shape[1] + 1))
        return rest

    def _elastic_force(self, data, strain, before=False):
        g, volume = self.general_matrix(data)
        stress = (self.continuum.elasticity(data.elasticity(before)) @ strain[..., None])[..., 0]
        return contracted("egsd,egs,eg->ed", g, np.broadcast_to(stress @ self._seen, g.shape[:3]), volume)

    def elastic_state(self, data, u):
        """The state of linear elasticity at the unknowns u (ne, nd)."""
        general = contracted("egsd,ed->egs", self.general_matrix(data)[0], u)
        strain = general @ self._seen.T
        caused = anelastic_strain(data, self.continuum.strains)
        elastic = strain if caused is None else strain - caused
        stress = (self.continuum.elasticity(data.elasticity()) @ elastic[..., None])[..., 0]
        dual = stress @ self._seen + (self._coupling(data) @ general[..., None])[..., 0]
        return PointState(strain, self._kept_stress(data, general, dual), np.zeros((*strain.shape[:2], 1)))

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """The stresses of the module's head and their tangent."""
        g, volume = self.general_matrix(data)
        general = contracted("egsd,ed->egs", g, u)
        old = PointState(state.strain, self._of_law(state.stress), state.internal)
        stress, internal, tangent = behaviour.integrate(general @ self._seen.T, old, data, self.continuum)
        dual = stress @ self._seen + (self._coupling(data) @ general[..., None])[..., 0]
        force = contracted("egsd,egs,eg->ed", g, dual, volume)
        matrix = self._virtual_work(g, self._tangent(data, tangent), volume) if want_tangent else None
        return force, matrix, PointState(general @ self._seen.T, self._kept_stress(data, general, dual), internal)

    def _kept_stress(self, data, general, dual):
        """(ne, ng, n + 1) the stress of the solid, P, and those of the fields."""
        ns = len(self._unit)
        apart = general[..., :ns] @ self._unit - general[..., ns]
        held = (general[..., -1] + data.at_points("gradient_penalty", 0.0) * apart)[..., None]
        solid = dual[..., :ns] if self.as_volume else dual[..., :ns] - held * self._unit
        return np.concatenate([solid, held, dual[..., ns:]], axis=-1)

    def _of_law(self, kept):
        ns = len(self._unit)
        return kept[..., :ns] + kept[..., ns + 1 : ns + 2] * self._unit if self.as_volume else kept[..., :ns]

    def nodal_forces(self, data, stress):
        """Of all generalised stresses."""
        g, volume = self.general_matrix(data)
        ns = len(self._unit)
        solid = stress[..., :ns] if self.as_volume else stress[..., :ns] + stress[..., ns : ns + 1] * self._unit
        dual = np.concatenate([solid, stress[..., ns + 1 :]], axis=-1)
        return contracted("egsd,egs,eg->ed", g, dual, volume)

    def reference_force(self, data, references):
        """There is none yet."""
        return None

    def shown(self, data, stress):
        """The tensors themselves, and the stresses of the fields."""
        ns = len(self._unit)
        shown, names = super().shown(data, stress[..., :ns])
        own = ("PRES_M", "PRES", *(f"SIG{i}" for i in range(1, self.dim + 1)), "DEPV")
        return np.concatenate([shown, stress[..., ns:]], axis=-1), (*names, *own)

    def kept(self, data, values):
        """Mandel's notation."""
        ns = len(self._unit)
        return np.concatenate([super().kept(data, values[..., :ns]), values[..., ns:]], axis=-1)
