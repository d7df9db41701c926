"""REAC_NODA: what the supports do, from the forces that hold the stresses, the loads and the inertia (u4.81.04).

R = B^T s - F_loads                static
R = B^T s - F_loads + M a          transient and harmonic (without damping; harmonic loads have complex multipliers)
R = B^T s - w2 M u                 real modes of vibration
R = B^T s - f                      static modes under a unit force or a unit acceleration f

As in code_aster (ccfnrn, vecgme), which gives them no duration, what flows through the sides of porous media over a step is not taken out.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pyaster_lite.commands._physical_vectors import vector_of
from pyaster_lite.commands._time_functions import scalar_function
from pyaster_lite.commands._vibra_harmonic import factor
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.matrix import AssembledMatrix
from pyaster_lite.concepts.result import Excitation
from pyaster_lite.fe.algebra import is_symmetric
from pyaster_lite.fe.static_modes import unit_motion


class Balance:
    """Takes the loads and the inertia of a result out of nodal forces."""

    def __init__(self, args, context, derivation):
        self.args, self.derivation = args, derivation
        self.result, self.model = derivation.result, derivation.model
        self.loads = derivation.loads
        self._constant: dict[int, np.ndarray] = {}
        forces = [term for load in self.loads for term in load.load.forces]
        self._spectra = []
        if self.result.kind == "dyna_harmo" and forces:
            if derivation.rows is not None:
                raise args.wrong(None, "reactions of a harmonic response to loads are those of the whole model")
            if not args.get("EXCIT"):
                raise args.not_yet("RESULTAT", f"the loads of {self.result.name} are not known by frequency: give EXCIT")
            self._spectra = [factor(occurrence) for occurrence in args.EXCIT]

    def of(self, forces: NodeField, order: int) -> NodeField:
        """The reactions at a storage order, from its FORC_NODA."""
        dofs = self.model.dofs
        vector = vector_of(forces, dofs)
        t = self.derivation.time(order) or 0.0
        for place, excitation in enumerate(self.loads):
            if not excitation.acts_at(order):
                continue
            multiplier = self._multiplier(place, excitation, t, order)
            for index, term in enumerate(excitation.load.forces):
                if term.flows:
                    continue
                vector = vector - multiplier * self._force((place, index), term, t, order, excitation.follows)
        vector = vector + self._inertia(order)
        return NodeField(self.model.mesh, "DEPL_C" if np.iscomplexobj(vector) else "DEPL_R", dofs.components, dofs.at_nodes(vector))

    def _multiplier(self, place, excitation, t, order):
        """What a load is multiplied by at a storage order: a complex number of the frequency in harmonic responses."""
        if self._spectra:
            return self._spectra[place](self.result.parameter("FREQ", order))
        return factor_at(excitation, t) * intensity(excitation, self.result, order)

    def _force(self, place, term, t, order, follows):
        if follows:
            if self.derivation.rows is not None:
                raise self.args.not_yet("GROUP_MA", "reactions of a part of the model to loads that follow it are not there yet")
            return term.vector(self.derivation.data, t, self.derivation.vector("DEPL", order))
        if not term.constant:
            return self._dead(term, t)
        if place not in self._constant:
            self._constant[place] = self._dead(term, t)
        return self._constant[place]

    def _dead(self, term, t):
        """The nodal forces of a term: of a load on cells, only what it does on those that are asked for."""
        rows = self.derivation.rows
        if rows is None or term.blocks is None:
            return term.vector(self.derivation.data, t, None)
        blocks = term.blocks(self.derivation.data, t)
        for index, block in enumerate(blocks):
            if block is not None:
                kept = np.zeros_like(block)
                if index in rows:
                    kept[rows[index]] = block[rows[index]]
                blocks[index] = kept
        return self.model.assembler.vector(blocks)

    @cached_property
    def _skew(self):
        """Whether the modes are of a stiffness that is not symmetric: they are complex in code_aster, which gives these no inertia."""
        stiffness = getattr(self.result, "stiffness", None)
        return isinstance(stiffness, AssembledMatrix) and not is_symmetric(stiffness.matrix)

    def _inertia(self, order):
        kind, vector = self.result.kind, self.derivation.vector
        if kind == "mode_meca" and self.result.parameter("TYPE_MODE", order) == "MODE_STA":
            return -self._behind_static_mode(order)
        if kind == "mode_meca":
            omega2 = self.result.parameter("OMEGA2", order)
            return 0.0 if omega2 is None or self._skew else -omega2 * (self._mass() @ vector("DEPL", order))
        if kind in ("dyna_trans", "dyna_harmo", "evol_noli") and vector("ACCE", order) is not None:
            return self._mass() @ vector("ACCE", order)
        return 0.0

    def _behind_static_mode(self, order):
        """The forces that a static mode answers: a unit force, or the inertia of a unit acceleration."""
        cause, dofs = self.result.parameter("TYPE_DEFO", order), self.model.dofs
        if cause == "FORC_IMPO":
            node, component = self.result.parameter("NOEUD_CMP", order).split()
            return dofs.vector({component: 1.0}, [int(node) - 1])
        if cause == "ACCE_IMPO":
            direction = [self.result.parameter(word, order) for word in ("COEF_X", "COEF_Y", "COEF_Z")]
            return self._mass() @ unit_motion(dofs, direction)
        return np.zeros(dofs.size)

    def _mass(self):
        if not hasattr(self, "_matrix"):
            given, groups = getattr(self.result, "mass", None), self.model.groups
            if given is None or any(hasattr(group.element, "reaction_mass") for group in groups):
                # some elements have another inertia here than in their matrices
                kinds = ("reaction_mass" if hasattr(group.element, "reaction_mass") else "mass" for group in groups)
                parts = zip(groups, kinds, self.derivation.data)
                self._matrix = self.model.assembler.matrix([getattr(group.element, kind)(data) for group, kind, data in parts])
            else:
                self._matrix = given.matrix
        return self._matrix


def factor_at(excitation: Excitation, t: float) -> float:
    """What a load is multiplied by at an instant."""
    course = excitation.course
    if course is None or isinstance(course, (int, float)):
        return 1.0 if course is None else float(course)
    return scalar_function(course, "INST")(t)


def intensity(excitation: Excitation, result, order: int) -> float:
    """That of a steered load at a storage order, one of the others."""
    return (result.parameter("ETA_PILOTAGE", order) or 0.0) if excitation.steered else 1.0


def excitations(args) -> list[Excitation]:
    """The loads of EXCIT."""
    return [excitation(occurrence) for occurrence in args.get("EXCIT") or ()]


def excitation(occurrence) -> Excitation:
    """One load with its course and whether it follows the motion."""
    course = next((occurrence[word] for word in ("FONC_MULT", "ACCE") if occurrence.get(word) is not None), None)
    if occurrence.get("COEF_MULT") is not None:
        course = occurrence.COEF_MULT
    kind = occurrence.get("TYPE_CHARGE") or ""
    return Excitation(occurrence.CHARGE, course, kind.startswith("SUIV"), steered=kind.endswith("_PILO"))
