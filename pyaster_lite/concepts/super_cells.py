"""Super-cells: substructures condensed on some of their nodes, as cells of a mesh and as elements of a model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.model import ElementGroup
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.dofs import Dofs
from pyaster_lite.fe.static_reduction import StaticReduction
from pyaster_lite.fe.super_element import SuperElement, turning


@dataclass
class LoadCase:
    """Forces (n,) on the inner unknowns and the values (m,) of the inner relations; `follows`: they turn with the substructure."""

    force: np.ndarray
    imposed: np.ndarray
    follows: bool = True


class StaticMacroElement(Concept):
    """A structure condensed statically on its exterior nodes (macr_elem_stat).

    model, data  what is condensed, with what its elements may ask
    exterior     (k,) nodes of the mesh of the model, in the order of the deck
    relations    those that hold the structure
    instant      when its matrices are made, s
    reduction    fe.static_reduction.StaticReduction, None before RIGI_MECA
    mass, damping  condensed (ne, ne), or None
    cases        {name: LoadCase}
    measured     what it is identified from, where it stands for measured modes (a MeasuredModes), else None
    """

    kind = "macr_elem_stat"
    reduction: StaticReduction | None = None
    stiffness = mass = damping = measured = None

    def __init__(self, model, data, exterior: np.ndarray, relations: Relations, instant: float = 0.0):
        self.model, self.data, self.exterior = model, data, np.asarray(exterior, int)
        self.relations, self.instant = relations, instant
        self.cases: dict[str, LoadCase] = {}

    @property
    def mesh(self):
        """The mesh of the inside."""
        return self.model.mesh

    @property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """The unknowns that each exterior node carries."""
        dofs = self.model.dofs
        return tuple(tuple(name for name, row in zip(dofs.components, dofs.table[node]) if row >= 0) for node in self.exterior)

    @property
    def equations(self) -> np.ndarray:
        """(ne,) the exterior equations among the inner ones, node after node."""
        rows = self.model.dofs.table[self.exterior]
        return rows[rows >= 0]

    def condense(self):
        """Make the reduction, or take the stiffness of the measured modes."""
        if self.measured is not None:
            self.stiffness = self.measured.matrix("stiffness")
            return
        self.reduction = StaticReduction(self.model.matrix("stiffness", self.data), self.equations, self.relations.matrix)
        self.stiffness = self.reduction.stiffness

    def reduced(self, option: str) -> np.ndarray:
        """(ne, ne) another matrix of the inside, condensed, or that of the measured modes."""
        if self.measured is not None:
            return self.measured.matrix(option)
        return self.reduction.reduced(self.model.matrix(option, self.data))

    @property
    def tied(self) -> np.ndarray:
        """(r, ne) relations that the exterior unknowns obey wherever it is used."""
        return np.zeros((0, len(self.equations))) if self.reduction is None else self.reduction.kept

    def _case(self, name, rotation):
        case = self.cases.get(name)
        if case is None:
            return np.zeros(self.model.dofs.size), np.zeros(len(self.relations))
        if case.follows:
            return case.force, case.imposed
        dofs = self.model.dofs
        return turning(dofs.table, dofs.components, rotation, dofs.size).T @ case.force, case.imposed

    def force(self, name: str, rotation: np.ndarray, t: float | None = None) -> np.ndarray | None:
        """(ne,) the condensed forces of a load case in the own axes, turned by `rotation`; None where there is none of the name."""
        return self.reduction.condensed(*self._case(name, rotation)) if name in self.cases else None

    def varies(self, name: str) -> bool:
        """Whether a load case has a course in time: none has."""
        return False

    def inside(self, motion: np.ndarray, name: str, rotation: np.ndarray) -> np.ndarray:
        """(n,) the inner displacements of exterior ones (ne,), in the own axes, under a load case or none."""
        return self.reduction.expanded(motion, *self._case(name, rotation))


@dataclass
class SuperCell:
    """A substructure as a cell of a mesh: `nodes` (k,) those of the mesh at its exterior nodes, `rotation` (3, 3) how it is turned.

    `macro` tells exterior, components, stiffness, mass, damping, tied and force(case, rotation), as StaticMacroElement does.
    """

    name: str
    macro: object
    nodes: np.ndarray
    rotation: np.ndarray

    @property
    def turn(self):
        """(ne, ne) from its own axes to those of the mesh."""
        names = tuple(dict.fromkeys(name for own in self.macro.components for name in own))
        dofs = Dofs(np.array([[name in own for name in names] for own in self.macro.components]), names)
        return turning(dofs.table, dofs.components, self.rotation, dofs.size)

    def renumbered(self, number: np.ndarray) -> SuperCell:
        """The same cell where nodes have new numbers."""
        return SuperCell(self.name, self.macro, number[self.nodes], self.rotation)

    def element(self) -> SuperElement:
        """Its matrices in the axes of the mesh."""
        turn = self.turn
        parts = (self.macro.stiffness, self.macro.mass, self.macro.damping)
        return SuperElement(self.macro.components, *(None if own is None else turn @ own @ turn.T for own in parts))

    def force(self, name: str, t: float | None = None) -> np.ndarray | None:
        """(ne,) the forces of a load case in the axes of the mesh, at an instant; None where it has none of the name."""
        own = self.macro.force(name, self.rotation, t)
        return None if own is None else self.turn @ own


class SuperGroup(ElementGroup):
    """A super-cell as the only element of its group; it holds no ordinary cell of the mesh."""

    def __init__(self, place: SuperCell, mesh):
        super().__init__("SOUS_STRUC", place.element(), np.empty(0, int), mesh)
        self.place = place

    @property
    def nodes(self):
        """(1, k) its nodes."""
        return self.place.nodes[None]


def super_groups(model) -> list[SuperGroup]:
    """The super-cells of a model."""
    return [group for group in model.groups if isinstance(group, SuperGroup)]


def case_force(model, name: str, cells=None, t: float | None = None) -> np.ndarray:
    """(n,) the forces of a load case of super-cells at an instant: of those named, else of all that have it."""
    total = np.zeros(model.dofs.size)
    for group, equations in zip(model.groups, model.assembler.equations):
        if isinstance(group, SuperGroup) and (cells is None or group.place.name in cells):
            own = group.place.force(name, t)
            if own is not None:
                np.add.at(total, equations[0], own)
    return total


def tied_relations(model) -> list[Relations]:
    """The relations that condensed structures bring along."""
    found = []
    for group in super_groups(model):
        tied = group.place.macro.tied
        if len(tied):
            rows = np.zeros((len(tied), model.dofs.size))
            rows[:, model.dofs.equations(group.nodes, group.element.components)[0]] = tied @ group.place.turn.T
            zeros = np.zeros(len(tied))
            found.append(Relations(rows, lambda t, zeros=zeros: zeros))
    return found
