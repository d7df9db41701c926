"""Loads and imposed displacements: what acts on the unknowns besides the elements."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pyaster_lite.concepts.base import Concept, OnModel
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.terms import ForceTerm, ImpedanceTerm, RelationTerm, StressTerm, TransportTerm


class Load(OnModel, Concept):
    """A load of AFFE_CHAR_MECA and its like, as a list of terms.

    kind   char_meca or char_cine_meca
    terms  ForceTerm, RelationTerm, StressTerm, TransportTerm and ImpedanceTerm objects, see fe.terms
    by_functions  whether a command for functions (AFFE_CHAR_THER_F) made it
    """

    def __init__(self, kind: str, model, terms: list, by_functions: bool = False):
        self.kind, self.model, self.terms, self.by_functions = kind, model, list(terms), by_functions

    def getPhysics(self):
        """What its model speaks of."""
        return self.model.getPhysics()

    def getFiniteElementDescriptor(self):
        """The model whose elements it acts on."""
        return self.model

    def updateValuePointers(self):
        """Nothing to do: the values are always up to date."""

    @property
    def forces(self) -> list[ForceTerm]:
        """The terms that push."""
        return [term for term in self.terms if isinstance(term, ForceTerm)]

    @property
    def stresses(self) -> list[StressTerm]:
        """The stresses that a computation starts from."""
        return [term for term in self.terms if isinstance(term, StressTerm)]

    @property
    def transports(self) -> list[TransportTerm]:
        """What carries heat along."""
        return [term for term in self.terms if isinstance(term, TransportTerm)]

    @property
    def impedances(self) -> list[ImpedanceTerm]:
        """What sides of fluids answer to speeds."""
        return [term for term in self.terms if isinstance(term, ImpedanceTerm)]

    @property
    def relation_terms(self) -> list[RelationTerm]:
        """The terms that impose displacements or relations."""
        return [term for term in self.terms if isinstance(term, RelationTerm)]

    @property
    def imposes(self) -> bool:
        """Whether the load imposes displacements or relations."""
        return bool(self.relation_terms)

    def relations(self, factor: Callable[[float], float] | None = None) -> Relations:
        """Its relations, their imposed values multiplied by a function of time."""
        parts = [term.relations for term in self.terms if isinstance(term, RelationTerm)]
        stacked = Relations.stacked(self.model.dofs.size, parts)
        return stacked if factor is None else stacked.scaled(factor)

    def imposed(self, t: float = 0.0) -> tuple:
        """Its relations at an instant, (matrix (m, n), values (m,)) of each term."""
        terms = [term.relations for term in self.terms if isinstance(term, RelationTerm)]
        return tuple((relations.matrix.copy(), relations.value(t)) for relations in terms if len(relations))

    def vector(self, data, t: float = 0.0, displacement: np.ndarray | None = None) -> np.ndarray:
        """(n,) nodal forces at an instant; `data` is model.data(...): what gravity and its like need."""
        result = np.zeros(self.model.dofs.size)
        for term in self.forces:
            result = result + term.vector(data, t, displacement)
        return result
