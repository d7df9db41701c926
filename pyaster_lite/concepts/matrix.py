"""Matrices and vectors that commands hand to each other: elementary, assembled, generalised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.concepts.base import Concept
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.dofs import Dofs


@dataclass
class Origin:
    """Which model, materials and characteristics a matrix was made from."""

    model: object = None
    material_field: object = None
    characteristics: object = None


class ElementaryMatrix(Concept):
    """Element matrices of one option.

    option     RIGI_MECA, MASS_MECA, ...
    blocks     per group of the model, (ne, nd, nd) or None
    relations  those of the loads that were given with it
    origin     which model, materials and characteristics they were made from
    """

    def __init__(self, kind: str, model, option: str, blocks, relations: Relations, data_of=(None, None)):
        self.kind, self.model, self.option, self.blocks, self.relations = kind, model, option, blocks, relations
        self.origin = Origin(model, *data_of)


class ElementaryVector(Concept):
    """Forces of one option on the unknowns of a model, `vector` (n,); `imposed`: some of its loads impose displacements."""

    kind = "vect_elem_depl_r"

    def __init__(self, model, option: str, vector: np.ndarray, imposed: bool = False):
        self.model, self.option, self.vector, self.imposed = model, option, vector, imposed


class Numbering(Concept):
    """The unknowns of a model and the relations between them (nume_ddl_sdaster)."""

    kind = "nume_ddl_sdaster"

    def __init__(self, model, relations: Relations):
        self.model, self.relations = model, relations

    @property
    def dofs(self) -> Dofs:
        """The physical unknowns."""
        return self.model.dofs


class AssembledMatrix(Concept):
    """A matrix on the physical unknowns.

    kind       matr_asse_depl_r, matr_asse_depl_c, ...
    dofs       the unknowns
    matrix     (n, n) sparse, without any trace of the relations
    relations  between the unknowns: eliminate them before factorising (fe.constraints.Elimination)
    option     what it is (RIGI_MECA, ...); "" for a combination
    solver     (fe.constraints.Elimination, the factorised rest, the matrix that it is of) once it is factorised, else None
    """

    def __init__(self, kind: str, dofs: Dofs, matrix: csr_array, relations: Relations, option="", origin=None):
        self.kind, self.dofs, self.matrix, self.relations, self.option = kind, dofs, matrix, relations, option
        self.origin = origin or Origin()
        self.solver = None

    def saved_state(self) -> dict:
        """What a saved base keeps: a factorisation is made anew."""
        return {**vars(self), "solver": None}

    @property
    def model(self):
        """The model it comes from."""
        return self.origin.model

    def toNumpy(self) -> np.ndarray:
        """The matrix, dense, on the physical unknowns."""
        return self.matrix.toarray()


class GeneralisedMatrix(Concept):
    """A matrix on the vectors of a basis: (n,) when diagonal, else (n, n)."""

    def __init__(self, kind: str, basis, matrix: np.ndarray):
        self.kind, self.basis, self.matrix = kind, basis, np.asarray(matrix)

    @property
    def size(self) -> int:
        """The number of generalised coordinates."""
        return len(self.matrix)

    def toNumpy(self) -> np.ndarray:
        """The full matrix (n, n)."""
        return np.diag(self.matrix) if self.matrix.ndim == 1 else self.matrix.copy()

    EXTR_MATR_GENE = toNumpy


class GeneralisedVector(Concept):
    """A vector on the vectors of a basis, (n,)."""

    def __init__(self, kind: str, basis, vector: np.ndarray):
        self.kind, self.basis, self.vector = kind, basis, np.asarray(vector)

    def toNumpy(self) -> np.ndarray:
        """The values (n,)."""
        return self.vector.copy()

    EXTR_VECT_GENE = toNumpy
