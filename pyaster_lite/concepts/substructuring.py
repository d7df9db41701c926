"""What substructures are made of: their interfaces and their bases of reduction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.matrix import Numbering
from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.modes import Modes

ATTACHED, HELD, SHAKEN, NONE = "MNEAL", "CRAIGB", "CB_HARMO", "AUCUN"


@dataclass
class Interface:
    """One interface: `kind` MNEAL, CRAIGB, CB_HARMO or AUCUN; `nodes` (k,) ascending; `active` (k, n_components) the
    unknowns of the nodes that it speaks of; `named` (k,) the nodes in the order in which the deck names them."""

    name: str
    kind: str
    nodes: np.ndarray
    active: np.ndarray
    named: np.ndarray


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


@dataclass
class CaseCourse:
    """Forces over time of a load case: (nt, n) at `times` (nt,), on straight lines between, the first before and the last after."""

    times: np.ndarray
    forces: np.ndarray

    def at(self, t: float | None) -> np.ndarray:
        """(n,) at an instant; nothing where there is no time, as code_aster has it (ssvalv)."""
        if t is None:
            return np.zeros(self.forces.shape[1])
        after = int(np.searchsorted(self.times, t - 1e-12))
        if after in (0, len(self.times)):
            return self.forces[0 if after == 0 else -1]
        share = (t - self.times[after - 1]) / (self.times[after] - self.times[after - 1])
        return (1.0 - share) * self.forces[after - 1] + share * self.forces[after]


class MacroElement(Concept):
    """A substructure reduced to a basis (macr_elem_dyna): stiffness, mass and damping (n, n) in its coordinates, damping or None.

    inertia  (n, 3) the forces under unit accelerations along X, Y and Z
    cases    {name: (n,) forces, or a CaseCourse}
    avoided, given  which of its nodes lend their unknowns to its coordinates (concepts.modal_cells)
    matrices  the stiffness and the mass of the structure, None where they are not known
    """

    kind = "macr_elem_dyna"

    def __init__(self, basis: ReductionBasis, stiffness, mass, damping, inertia):
        self.basis, self.stiffness, self.mass, self.damping, self.inertia = basis, stiffness, mass, damping, inertia
        self.cases: dict[str, np.ndarray | CaseCourse] = {}
        self.avoided = self.given = self.matrices = None

    def getMechanicalMode(self) -> ReductionBasis:
        """The basis."""
        return self.basis

    def EXTR_MATR_GENE(self, kind: str) -> np.ndarray:
        """The matrix RIGI_GENE, MASS_GENE or AMOR_GENE in the coordinates."""
        return {"RIGI_GENE": self.stiffness, "MASS_GENE": self.mass, "AMOR_GENE": self.damping}[kind].copy()


@dataclass
class Substructure:
    """A macro-element under a name, turned by `rotation` (3, 3) and moved by `translation` (3,) m.

    shown  (3, 3) the rotation by which responses are shown on a skeleton, None for `rotation`
    """

    name: str
    element: MacroElement
    rotation: np.ndarray
    translation: np.ndarray
    shown: np.ndarray | None = None

    @property
    def size(self) -> int:
        """The number of its coordinates."""
        return len(self.element.basis.orders)


class LinkedSubstructures(Concept):
    """Substructures and the conditions that link them (modele_gene).

    parts       the substructures; their coordinates follow each other
    conditions  (m, n) dense: C q = 0 where interfaces stay together
    pairs       of each link: a substructure, its interface, the other and its interface
    masters     of each link, which of both leads: 0 or 1
    """

    kind = "modele_gene"
    basis = dofs = mesh = model = None

    @property
    def shapes(self) -> np.ndarray:
        """The vectors of all bases on the unknowns of all substructures, one below the other."""
        from scipy.linalg import block_diag

        return block_diag(*(part.element.basis.shapes for part in self.parts))

    def __init__(self, parts: list[Substructure], conditions: np.ndarray):
        self.parts, self.conditions = parts, conditions
        self.pairs: list[tuple[str, str, str, str]] = []
        self.masters: list[int] = []

    def LIST_SOUS_STRUCT(self) -> list[tuple[str, MacroElement]]:
        """The substructures with their names."""
        return [(part.name, part.element) for part in self.parts]

    def getDynamicMacroElementNames(self) -> list[str]:
        """The names of the substructures."""
        return [part.name for part in self.parts]

    def getDynamicMacroElementFromName(self, name) -> MacroElement:
        """The element of a substructure; RuntimeError where there is none of that name."""
        found = self.named(name)
        if found is None:
            raise RuntimeError(f"there is no substructure {name}")
        return found.element

    def getDynamicStructureLinks(self) -> list[list[str]]:
        """Of each link, a substructure, its interface, the other and its interface."""
        return [list(pair) for pair in self.pairs]

    def LIST_LIAIS_STRUCT(self) -> list[tuple[str, str, str, str]]:
        """What is linked."""
        return list(self.pairs)

    @property
    def size(self) -> int:
        """The number of coordinates of all substructures."""
        return sum(part.size for part in self.parts)

    def named(self, name: str) -> Substructure | None:
        """The substructure of that name, or None."""
        return next((part for part in self.parts if part.name == name), None)

    def span(self, name: str) -> slice:
        """Where the coordinates of a substructure are."""
        start = 0
        for part in self.parts:
            if part.name == name:
                return slice(start, start + part.size)
            start += part.size
        raise KeyError(name)

    def assembled(self, of_part) -> np.ndarray:
        """(n, n) block matrix of `of_part(substructure)`, zero where that is None."""
        total = np.zeros((self.size, self.size))
        for part in self.parts:
            block = of_part(part)
            if block is not None:
                own = self.span(part.name)
                total = total.astype(np.result_type(total, block))
                total[own, own] = block
        return total

    def unit_motions(self, mass: np.ndarray) -> np.ndarray:
        """(n, 3): coordinates whose inertia is that of unit motions along X, Y and Z, as near as the bases come."""
        inertia = np.concatenate([part.element.inertia @ part.rotation.T for part in self.parts])
        return np.linalg.lstsq(mass, inertia, rcond=None)[0]


class Skeleton(Mesh):
    """The mesh on which linked substructures are shown: `part` (n_nodes,) the substructure of each node, an index into those
    of `whole`, and `source` (n_nodes,) its node there."""

    kind = "squelette"
    whole = part = source = None
