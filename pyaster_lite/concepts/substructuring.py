"""What substructures are made of: their interfaces and their bases of reduction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.matrix import Numbering
from pyaster_lite.concepts.modes import Modes

ATTACHED, HELD, SHAKEN, NONE = "MNEAL", "CRAIGB", "CB_HARMO", "AUCUN"


@dataclass
class Interface:
    """One interface: `kind` MNEAL, CRAIGB, CB_HARMO or AUCUN; `nodes` (k,) ascending; `active` (k, n_components) the
    unknowns of the nodes that it speaks of."""

    name: str
    kind: str
    nodes: np.ndarray
    active: np.ndarray


class Interfaces(Concept):
    """The interfaces of a structure (interf_dyna_clas).

    numbering  the unknowns of the structure, with its supports
    parts      the interfaces, in the order of the deck
    frequency  Hz, that of the shapes of CB_HARMO
    """

    kind = "interf_dyna_clas"

    def __init__(self, numbering: Numbering, parts: list[Interface], frequency: float):
        self.numbering, self.parts, self.frequency = numbering, parts, frequency

    def named(self, name: str) -> Interface | None:
        """The interface of that name, or None."""
        return next((part for part in self.parts if part.name == name), None)

    def unknowns(self, kind: str) -> np.ndarray:
        """The active unknowns of all interfaces of one kind: node by node, ascending, each once."""
        dofs = self.numbering.dofs
        found = [dofs.table[part.nodes][part.active] for part in self.parts if part.kind == kind]
        return np.unique(np.concatenate(found)) if found else np.empty(0, int)


class ReductionBasis(Modes):
    """A series of modes that is a basis: it knows the `interfaces` of its structure, or None."""

    interfaces = None

    def duplicate(self) -> Modes:
        """A copy that can be changed on its own."""
        other = super().duplicate()
        other.__class__, other.interfaces = ReductionBasis, self.interfaces
        return other
