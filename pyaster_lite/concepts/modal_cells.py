"""Substructures reduced to modes, as cells of a mesh: their coordinates stand at some of their nodes (r4.06.02).

A coordinate of a static shape stands at the node and component that the shape moves, so that it is what ordinary elements there
share. Those of other vectors stand at nodes that are free to lend their unknowns: one vector at each unknown of the first nodes
that carry as many as any node does and are not on the interface, as code_aster has it.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from pyaster_lite.concepts.substructuring import CaseCourse, MacroElement


class NoPlaces(ValueError):
    """Vectors of a basis that find no unknowns to stand at."""


class ModalPlaces:
    """Where the coordinates of a substructure stand; it answers as a StaticMacroElement does.

    avoided  nodes that lend nothing, None for those of the interfaces;  given  nodes that lend instead of the first ones, or None
    """

    def __init__(self, whole: MacroElement, avoided: np.ndarray | None = None, given: np.ndarray | None = None):
        self.whole, self.avoided, self.given = whole, avoided, given

    @property
    def name(self) -> str:
        """That of the substructure."""
        return self.whole.name

    @property
    def mesh(self):
        """The mesh of the substructure."""
        return self.whole.basis.mesh

    @property
    def cases(self) -> dict:
        """The load cases: forces in the coordinates, or their courses."""
        return self.whole.cases

    @property
    def interface(self) -> np.ndarray:
        """The nodes of the interfaces, ascending."""
        interfaces = self.whole.basis.interfaces
        parts = [part.nodes for part in interfaces.parts] if interfaces is not None else []
        return np.unique(np.concatenate(parts)) if parts else np.empty(0, int)

    def stood(self) -> ModalPlaces:
        """Itself, once every coordinate has its place; raises NoPlaces."""
        return self if self._standing else self

    @cached_property
    def _standing(self) -> tuple[list[tuple[int, str]], int]:
        """((node, component) of each coordinate, in the order of the basis; how many of them are borrowed)."""
        basis = self.whole.basis
        lent = self._lenders()
        places, borrowed = [], 0
        for order in basis.orders:
            label = (basis.parameter("NOEUD_CMP", order) or "").split()
            if basis.parameter("TYPE_MODE", order) == "MODE_STA" and len(label) == 2 and label[0].isdecimal():
                places.append((int(label[0]) - 1, label[1]))
            else:
                places.append(next(lent, None))
                borrowed += 1
        if None in places:
            raise NoPlaces(f"the nodes of {self.mesh.name} carry too few unknowns for {borrowed} vectors")
        return places, borrowed

    def _lenders(self):
        table, names = self.whole.basis.dofs.table, self.whole.basis.dofs.components
        carried = (table >= 0).sum(axis=1)
        if self.given is not None:
            nodes = self.given
        else:
            nodes = np.flatnonzero(carried == carried.max())
            nodes = nodes[~np.isin(nodes, self.interface if self.avoided is None else self.avoided)]
        return ((int(node), name) for node in nodes for name, row in zip(names, table[node]) if row >= 0)

    @cached_property
    def _order(self) -> np.ndarray:
        """The coordinates node by node."""
        places = self._standing[0]
        components = self.whole.basis.dofs.components
        first = {node: row for row, node in enumerate(dict.fromkeys(node for node, _ in places))}
        return np.array(sorted(range(len(places)), key=lambda i: (first[places[i][0]], components.index(places[i][1]))))

    @cached_property
    def exterior(self) -> np.ndarray:
        """(k,) the nodes where they stand."""
        places = self._standing[0]
        return np.array(list(dict.fromkeys(places[i][0] for i in self._order)), int)

    @cached_property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """The unknowns at each of them."""
        places = [self._standing[0][i] for i in self._order]
        return tuple(tuple(name for own, name in places if own == node) for node in self.exterior)

    def _matrix(self, matrix):
        return None if matrix is None else matrix[np.ix_(self._order, self._order)]

    @property
    def stiffness(self):
        """(n, n) as the coordinates stand."""
        return self._matrix(self.whole.stiffness)

    @property
    def mass(self):
        """(n, n) as the coordinates stand."""
        return self._matrix(self.whole.mass)

    @property
    def damping(self):
        """(n, n) as the coordinates stand, or None."""
        return self._matrix(self.whole.damping)

    @property
    def tied(self) -> np.ndarray:
        """No relation but those of the basis."""
        return np.zeros((0, len(self._order)))

    def force(self, name: str, rotation, t: float | None = None) -> np.ndarray | None:
        """(n,) the forces of a load case at an instant; None where there is none of the name."""
        case = self.cases.get(name)
        return None if case is None else (case.at(t) if isinstance(case, CaseCourse) else case)[self._order]

    def varies(self, name: str) -> bool:
        """Whether a load case has a course in time."""
        return isinstance(self.cases.get(name), CaseCourse)

    def coordinates(self, motion: np.ndarray) -> np.ndarray:
        """(n,) the coordinates in the order of the basis, of unknowns (n,) as they stand."""
        result = np.empty_like(motion)
        result[self._order] = motion
        return result

    def static_places(self) -> list[tuple[int, int, str]]:
        """(column of the basis, node, component) of its static vectors."""
        basis = self.whole.basis
        return [
            (column, *self._standing[0][column])
            for column, order in enumerate(basis.orders)
            if basis.parameter("TYPE_MODE", order) == "MODE_STA"
        ]
