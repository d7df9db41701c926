"""ARCHIVAGE: what a result keeps of an evolution."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.commons.instants import Chosen
from pyaster_lite.commands._evolution_points import internal_field, strain_field, stress_field, structural_field
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.hybrid import is_hybrid, values_at_nodes


class Archive:
    """Puts balanced states into a result, as functions that make the fields when they are asked for.

    fields   deck words of the motion with the attribute of the state that holds it
    residuals  whether what is left unbalanced at the end of a step is kept too: where nothing moves
    """

    MOTION = {"DEPL": "u", "VITE": "v", "ACCE": "a"}

    def __init__(self, args, result, structure, rest, dynamic: bool, contact=None, supports=None, residuals=False):
        self.result, self.structure, self.rest, self.contact, self.supports = result, structure, rest, contact, supports
        self.model, self.mesh, self.dofs = args.MODELE, args.MODELE.mesh, args.MODELE.dofs
        self.hybrid = is_hybrid(args.MODELE)
        self.chosen = Chosen(args.ARCHIVAGE, "PAS_ARCH")
        self.left_out = set(args.ARCHIVAGE.CHAM_EXCLU)
        self.residuals = residuals and not dynamic
        self.words = ("DEPL", "VITE", "ACCE") if dynamic else ("DEPL",)
        self.order = 0

    def wanted(self, number: int, t: float) -> bool:
        """Whether the step `number` ending at t is kept."""
        return self.chosen(number, t)

    def store(self, state, parameters: dict, whole: bool):
        """Keep a state under the next storage order; `whole`: also the fields that ARCHIVAGE leaves out."""
        makers = self._makers(state)
        fields = makers if whole else {word: make for word, make in makers.items() if word not in self.left_out}
        self.result.store(self.order, parameters, fields)
        self.order += 1

    def field(self, word: str, state):
        """A field of a state by its deck word, None when there is none; forces at nodes and strains are only looked at, not kept."""
        if word == "EPSI_ELGA":
            return strain_field(self.mesh, self.structure, state.u)
        make = self._makers(state).get(word) if word != "FORC_NODA" else self._motion(state.force)
        return None if make is None else make()

    def _makers(self, state):
        makers = {word: self._motion(getattr(state, self.MOTION[word])) for word in self.words}
        makers["DEPL"] = self._held(state)
        if hasattr(self.contact, "multipliers"):
            makers["DEPL"] = self._with_multipliers(state.u, self.contact.multipliers())
        if self.supports is not None:
            makers |= {f"{word}_ABSOLU": self._absolute(word, state) for word in self.words}
        if self.hybrid:
            makers |= {f"HHO_{word}": self._at_nodes(getattr(state, self.MOTION[word])) for word in self.words}
        states = self._states(state)
        makers["SIEF_ELGA"] = lambda: stress_field(self.mesh, self.structure, states())
        makers["VARI_ELGA"] = lambda: internal_field(self.mesh, self.structure, states())
        if any(part.element.structural for part in self.structure.parts):
            makers["STRX_ELGA"] = lambda: structural_field(self.mesh, self.structure, states())
        if self.contact is not None and (state.increment is not None or self.contact.field_word == "CONT_NOEU"):
            field = self.contact.field(state, state.previous_dt)
            makers |= {} if field is None else {self.contact.field_word: field}
        if self.residuals and state.increment is not None:
            makers |= self._residuals(state)
        return makers

    def _residuals(self, state):
        """What is left of the forces, and its share of the largest one that the relations and the loads leave to balance."""
        held = state.reaction - state.external
        left, scale = state.force + held, abs(held).max(initial=0.0)
        return {"RESI_NOEU": self._motion(left), "RESI_RELA_NOEU": self._motion(left / scale if scale else np.full_like(left, -1.0))}

    def _motion(self, vector):
        return lambda: NodeField(self.mesh, "DEPL_R", self.dofs.components, self.dofs.at_nodes(vector))

    def _held(self, state):
        """The displacements, which know the forces of the relations of loads but those of AFFE_CHAR_CINE."""

        def made():
            field = self._motion(state.u)()
            field.hold(self.structure.elimination, state.reaction, self.structure.silent)
            return field

        return made

    def _at_nodes(self, vector):
        return lambda: values_at_nodes(self.model, vector, "DEPL_R")

    def _with_multipliers(self, vector, multipliers):
        """The displacements, and beside them the multipliers of contact (components by name, (n_nodes, k))."""
        names, values = multipliers
        if not names:
            return self._motion(vector)
        whole = (*self.dofs.components, *names)
        return lambda: NodeField(self.mesh, "DEPL_R", whole, np.concatenate([self.dofs.at_nodes(vector), values], axis=1))

    def _absolute(self, word, state):
        course = getattr(self.supports, {"DEPL": "displacement", "VITE": "velocity", "ACCE": "acceleration"}[word])
        return self._motion(getattr(state, self.MOTION[word]) + self.supports.shapes @ course(state.time))

    def _states(self, state):
        """The states of the parts, which a linear structure only makes when they are asked for."""
        if not self.structure.elastic:
            return lambda: state.internal
        kept = []

        def states():
            if not kept:
                kept.append(self.structure.respond(state.u if state.stressed is None else state.stressed, self.rest, False)[1])
            return kept[0]

        return states
