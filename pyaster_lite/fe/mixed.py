"""Solids whose pressure, and swelling, are unknowns of their own: no locking where the volume hardly changes (r3.06.08).

Displacements u, pressure p and swelling g, linear between the vertices. In small strain e = B u the law answers to

    three fields:  e' = dev e + g/3 1      two fields:  e' = e, of whose stress the deviator alone is taken

and with M = de'/d(e, g, p), s the law's stress, the generalised stresses of (e, g, p) are M^T s + Q (e, g, p): Q couples p with
tr e, and with -g (three fields) or with itself by -1/K (two fields, K the bulk modulus).

The stress that is kept is Cauchy's with p in place of its mean, followed by what the law's mean has over p (SIP).
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from .anelastic import anelastic_strain
from .contraction import contracted
from .data import ElementData
from .element import PointState
from .kinematics import Continuum
from .solid import Solid
from .vertex_fields import VertexFields

BUBBLE = {"TRIA3": 3.0, "TETRA4": 4.0}
"""Cells whose displacements have a bubble, and its integral's measure."""


class Mixed(VertexFields):
    """A solid in small strain with a pressure, and a swelling where it `swells`, at its vertices."""

    def __init__(self, cell: str, continuum: Continuum, stiffness: str, mass: str, swells: bool):
        self.swells = swells
        super().__init__(cell, continuum, stiffness, mass)
        self.pressure, self.swelling = self.places["PRES"], self.places.get("GONF", np.zeros(0, int))

    @property
    def own_unknowns(self) -> tuple[str, ...]:
        """What the vertices carry beside displacements."""
        return ("PRES", "GONF") if self.swells else ("PRES",)

    def mixed_matrix(self, data: ElementData):
        """(ne, ng, ns + 1 or 2, nd) that makes e, g and p of the unknowns, and weighted volume."""
        b, volume = self.strain_matrix(data)
        return self._with_fields(b), volume

    def _with_fields(self, b):
        fields = [self.swelling, self.pressure] if self.swells else [self.pressure]
        rows = np.zeros((len(fields), b.shape[1], self.size))
        for row, places in zip(rows, fields):
            row[:, places] = self._vertex_functions
        return np.concatenate([b, np.broadcast_to(rows.swapaxes(0, 1), (len(b), *rows.swapaxes(0, 1).shape))], axis=2)

    @cached_property
    def _answer(self):
        """M (ns, ns + 1 or 2)."""
        ns, one = len(self._unit), self._unit
        deviator = np.eye(ns) - np.outer(one, one) / 3.0
        return np.column_stack([deviator, one / 3.0, 0 * one]) if self.swells else np.column_stack([deviator, 0 * one])

    def _coupling(self, data):
        """Q (ne, ng or 1, n, n)."""
        ns, n = self._answer.shape
        result = np.zeros((n, n))
        result[:ns, -1] = result[-1, :ns] = self._unit
        if self.swells:
            result[ns, -1] = result[-1, ns] = -1.0
            return result[None, None]
        softness = self._softness(data)
        result = np.broadcast_to(result, (*softness.shape, n, n)).copy()
        result[..., -1, -1] = -softness
        return result

    def _softness(self, data):
        """1/K (ne, ng or 1)."""
        return 3.0 * (1.0 - 2.0 * data.at_points("poisson")) / data.at_points("young")

    def _stabilisation(self, data):
        """(ne, nd, nd) what holds pressures that would oscillate: that of a bubble, which is not kept; None where there is no need."""
        measure = BUBBLE.get(self.cell)
        if measure is None or self.swells:
            return None
        b, volume = Solid.strain_matrix(self, data)
        gradient = self.geometry(data)[0]
        young, poisson = data.at_points("young"), data.at_points("poisson")
        # The stiffness of the bubble that code_aster takes has shear twice over, in Mandel's notation
        scale = np.array([1.0 if one else 2.0 for one in self._unit])
        shear = young / (1.0 + poisson)
        deviator = self._answer[:, : len(scale)]
        modulus = shear[..., None, None] * (deviator @ np.diag(scale) @ deviator)
        nodal = b.reshape(*b.shape[:3], -1, self.dim)
        modulus = np.broadcast_to(modulus, (*volume.shape, *modulus.shape[2:]))
        own = measure * np.einsum("eg,egsni,egst,egtnj->eij", volume, nodal, modulus, nodal)
        coupling = -np.einsum("eg,egin->ein", volume / measure, gradient)
        result = np.zeros((len(data), self.size, self.size))
        result[(slice(None), *np.ix_(self.pressure, self.pressure))] = -coupling.swapaxes(1, 2) @ np.linalg.solve(own, coupling)
        return result

    def stiffness(self, data):
        """sum over points of G^T (M^T C M + Q) G."""
        g, volume = self.mixed_matrix(data)
        matrix = self._virtual_work(g, self._tangent(data, self.continuum.elasticity(data.elasticity())), volume)
        holding = self._stabilisation_tangent(data)
        return matrix if holding is None else matrix + holding

    def stiffness_of_option(self, data):
        """The matrix that code_aster gives for RIGI_MECA: with a swelling, not `stiffness`.

        Its strains are those of engineers where Mandel's are meant (te0592, nirmtd), so that the shear of deviators counts four times
        over; its laws, and so its nonlinear commands, are free of that.
        """
        if not self.swells:
            return self.stiffness(data)
        g, volume = self.mixed_matrix(data)
        doubled = self._answer * np.where(self._unit == 0.0, 2.0, 1.0)[:, None]
        tangent = doubled.T @ self.continuum.elasticity(data.elasticity()) @ doubled + self._coupling(data)
        return self._virtual_work(g, tangent, volume)

    def _stabilisation_tangent(self, data):
        """What a tangent takes of the stabilisation: all of it, None where there is none."""
        return self._stabilisation(data)

    def _tangent(self, data, tangent):
        return self._answer.T @ tangent @ self._answer + self._coupling(data)

    def _volume_strain(self, data, before=False):
        """(ne, ng) the trace of the anelastic strains."""
        strain = anelastic_strain(data, self.continuum.strains, before)
        return 0.0 if strain is None else strain @ self._unit

    def _elastic_force(self, data, strain, before=False):
        g, volume = self.mixed_matrix(data)
        stress = (self.continuum.elasticity(data.elasticity(before)) @ strain[..., None])[..., 0]
        general = np.broadcast_to(stress @ self._answer, g.shape[:3]).copy()
        if not self.swells:
            general[..., -1] += strain @ self._unit
        return contracted("egsd,egs,eg->ed", g, general, volume)

    def anelastic_force(self, data, before=False):
        """(ne, nd) on the displacements alone, as code_aster foresees iterates, which these forces only serve."""
        strain = anelastic_strain(data, self.continuum.strains, before)
        if strain is None:
            return None
        stress = (self.continuum.elasticity(data.elasticity(before)) @ strain[..., None])[..., 0]
        return super().nodal_forces(data, np.broadcast_to(stress, (*self.geometry(data)[3].shape, stress.shape[-1])))

    def elastic_state(self, data, u):
        """The state of linear elasticity at the unknowns u (ne, nd)."""
        general = self._generalised(data, u)[0]
        strain = general @ self._answer.T if self.swells else general[..., : len(self._unit)]
        caused = anelastic_strain(data, self.continuum.strains)
        elastic = strain if caused is None else strain - caused
        stress = (self.continuum.elasticity(data.elasticity()) @ elastic[..., None])[..., 0]
        return PointState(strain, self._kept_stress(stress, general[..., -1]), np.zeros((*strain.shape[:2], 1)))

    def _generalised(self, data, u):
        g, volume = self.mixed_matrix(data)
        return contracted("egsd,ed->egs", g, self._strained(u)), g, volume

    def _kept_stress(self, stress, pressure):
        """(ne, ng, ns + 1) the deviator with the pressure, and the mean less the pressure."""
        over = stress @ self._unit / 3.0 - pressure
        return np.concatenate([stress - over[..., None] * self._unit, over[..., None]], axis=-1)

    def _of_law(self, kept):
        return kept[..., :-1] + kept[..., -1:] * self._unit

    def start(self, data, behaviour):
        """At rest; one more stress."""
        rest = super().start(data, behaviour)
        rest.stress = np.zeros((*rest.stress.shape[:2], len(self._unit) + 1))
        return rest

    def respond(self, data, behaviour, u, state, want_tangent=True):
        """G^T (M^T s + Q G u) and G^T (M^T D M + Q) G."""
        general, g, volume = self._generalised(data, u)
        strain = general @ self._answer.T if self.swells else general[..., : len(self._unit)]
        old = PointState(state.strain, self._of_law(state.stress), state.internal)
        stress, internal, tangent = behaviour.integrate(strain, old, data, self.continuum)
        dual = stress @ self._answer + (self._coupling(data) @ general[..., None])[..., 0]
        if not self.swells:
            dual[..., -1] -= self._volume_strain(data)
        force = contracted("egsd,egs,eg->ed", g, dual, volume)
        matrix = self._virtual_work(g, self._tangent(data, tangent), volume) if want_tangent else None
        holding = self._stabilisation(data)
        if holding is not None:
            force += (holding @ u[..., None])[..., 0]
            matrix = None if matrix is None else matrix + self._stabilisation_tangent(data)
        return force, matrix, PointState(strain, self._kept_stress(stress, general[..., -1]), internal)

    def reference_force(self, data, references):
        """That of stresses; of the pressure by "strain", of the swelling by "stress"."""
        result = super().reference_force(data, references)
        volume = self.geometry(data)[3]
        shares = abs(np.einsum("eg,gn->en", volume, self._vertex_functions))
        result[:, self.pressure] = references["strain"] * shares
        if self.swells:
            result[:, self.swelling] = references["stress"] * shares
        return result

    def shown(self, data, stress):
        """The tensors themselves, and SIP."""
        shown, names = super().shown(data, stress[..., :-1])
        return np.concatenate([shown, stress[..., -1:]], axis=-1), (*names, "SIP")

    def kept(self, data, values):
        """Mandel's notation, and SIP."""
        return np.concatenate([super().kept(data, values[..., :-1]), values[..., -1:]], axis=-1)

    def nodal_forces(self, data, stress):
        """On displacements B^T s, on the swelling the integral of SIP; those on the pressure vanish at equilibrium."""
        force = super().nodal_forces(data, stress[..., :-1])
        if self.swells:
            force[:, self.swelling] = np.einsum("eg,eg,gn->en", stress[..., -1], self.geometry(data)[3], self._vertex_functions)
        return force
