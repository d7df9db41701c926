"""Matrices and vectors that commands hand to each other: elementary, assembled, generalised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import block_array, csr_array, diags_array

from pyaster_lite.concepts.base import Concept, OnModel, failure
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.matrix_methods import MatrixMethods
from pyaster_lite.concepts.numbering import Numbering, multiplied
from pyaster_lite.fe.constraints import Relations
from pyaster_lite.fe.dofs import Dofs


@dataclass
class Origin:
    """Which model, materials and characteristics a matrix was made from."""

    model: object = None
    material_field: object = None
    characteristics: object = None


@dataclass
class ElementaryTerm:
    """The matrices (ne, nd, nd) of a group of cells, as a deck's Python asks for them; `name` is that of all of the groups together.

    whole  the element matrices that it is a part of;  group  the index of the group in their model
    """

    block: np.ndarray
    name: str = ""
    whole: ElementaryMatrix | None = None
    group: int = 0

    def getName(self) -> str:
        """The name."""
        return self.name

    def getFieldType(self) -> str:
        """RESL."""
        return "RESL"

    def getOption(self) -> str:
        """The option that the matrices are of."""
        return self.whole.option

    def getMesh(self):
        """The mesh."""
        return self.whole.model.mesh

    def getFiniteElementDescriptor(self):
        """The model whose elements they are of."""
        return self.whole.model

    def getValues(self) -> list[np.ndarray]:
        """One matrix per cell, its lower half row by row where all are symmetric, else row by row."""
        whole = self.block
        if np.allclose(whole, whole.swapaxes(1, 2), rtol=1e-12, atol=1e-14 * abs(whole).max(initial=0.0)):
            rows, columns = np.tril_indices(whole.shape[1])
            return list(whole[:, rows, columns])
        return list(whole.reshape(len(whole), -1))


class ElementaryMatrix(OnModel, Concept):
    """Element matrices of one option.

    option     RIGI_MECA, MASS_MECA, ...
    blocks     per group of the model, (ne, nd, nd) or None
    relations  those of the loads that were given with it
    origin     which model, materials and characteristics they were made from
    """

    def __init__(self, kind: str, model, option: str, blocks, relations: Relations, data_of=(None, None)):
        self.kind, self.model, self.option, self.blocks, self.relations = kind, model, option, blocks, relations
        self.origin = Origin(model, *data_of)

    def setModel(self, model):
        """The model is known from the start."""

    def build(self) -> bool:
        """True: the matrices are there from the start."""
        return True

    def hasElementaryTerms(self) -> bool:
        """Whether some group of cells has matrices."""
        return any(block is not None for block in self.blocks)

    def getFiniteElementDescriptors(self) -> list:
        """The models whose elements the matrices are of."""
        return [self.model]

    def getElementaryTerms(self) -> list[ElementaryTerm]:
        """The matrices of each group of cells."""
        groups = enumerate(self.blocks)
        return [ElementaryTerm(block, f"{self.name}.ME001", self, index) for index, block in groups if block is not None]

    def addElementaryTerm(self, terms):
        """Count in the matrices of groups of cells, one or several, of the same model."""
        for term in terms if isinstance(terms, (list, tuple)) else [terms]:
            own = self.blocks[term.group]
            self.blocks[term.group] = term.block if own is None else own + term.block


class ElementaryVector(OnModel, Concept):
    """Forces of one option on the unknowns of a model, `vector` (n,), and what its loads impose, as a field at nodes has it.

    weighed  function of the shares (ne,) of the cells of each group of the model giving the field at nodes of so much of their forces,
             None where nothing tells them apart
    """

    def __init__(self, kind: str, model, option: str, vector: np.ndarray, imposed: tuple = (), weighed=None):
        self.kind, self.model, self.option, self.vector, self.imposed, self.weighed = kind, model, option, vector, imposed, weighed

    def saved_state(self) -> dict:
        """What a base keeps of it: not what tells the cells apart."""
        return vars(self) | {"weighed": None}

    def getFiniteElementDescriptor(self):
        """The model whose elements the forces are of."""
        return self.model

    def build(self, *_) -> bool:
        """True: the forces are there from the start."""
        return True

    def assemble(self, numbering) -> NodeField:
        """The field at nodes of the forces, with what their loads impose."""
        dofs = numbering.dofs
        vector = self.vector.astype(complex) if self.kind.endswith("_c") else self.vector
        made = NodeField(self.model.mesh, numbering.getPhysicalQuantity(), dofs.components, dofs.at_nodes(vector))
        made.imposed = self.imposed
        return made

    def assembleWithMask(self, numbering, mask, inverse):
        """The field at nodes of the forces of cells, each times its X1 of a field of elements, or times 1 - X1 when `inverse`."""
        if self.weighed is None:
            raise failure(f"the forces {self.option} are not known cell by cell")
        shares = [np.nan_to_num(mask.component("X1", group.cells)[:, 0]) for group in self.model.groups]
        return self.weighed([1.0 - share for share in shares] if inverse else shares)


class AssembledMatrix(MatrixMethods, Concept):
    """A matrix on the physical unknowns.

    kind       matr_asse_depl_r, matr_asse_depl_c, ...
    dofs       the unknowns
    matrix     (n, n) sparse, without any trace of the relations
    relations  between the unknowns: eliminate them before factorising (fe.constraints.Elimination)
    kinematic  how many of them, the last, give unknowns their values in place of their equations: they have no multipliers
    option     what it is (RIGI_MECA, ...); for a combination that of the stiffness among its parts, "" when there is none
    numbering  the numbering that it was assembled on, None where that is not known
    solver     (fe.constraints.Elimination, the factorised rest, the matrix that it is of) once it is factorised, else None
    singular   whether FACTORISER found it singular and was told to go on
    """

    kinematic = 0
    singular = False
    numbering: Numbering | None = None

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

    def given_unknowns(self) -> np.ndarray:
        """The unknowns that kinematic relations give, ascending."""
        return np.unique(self.relations.matrix[len(self.relations) - self.kinematic :].indices)

    def with_multipliers(self) -> csr_array:
        """The matrix with rows and columns of the relations' multipliers, twice each: those of a stiffness hold the relations.

        The rows and columns of unknowns that kinematic relations give are those of the identity.
        """
        count = len(self.relations) - self.kinematic
        held = self.relations.matrix[[row for row in multiplied(self.relations, self.dofs) if row < count]]
        if not self.option.startswith("RIGI"):
            held = 0.0 * held
        matrix = self.matrix
        if self.kinematic:
            given = np.zeros(self.dofs.size)
            given[self.relations.matrix[count:].indices] = 1.0
            rest = diags_array(1.0 - given)
            matrix, held = csr_array(rest @ matrix @ rest + diags_array(given)), held @ rest
        return csr_array(block_array([[matrix, held.T], [held, None]])) if held.shape[0] else matrix

    def toNumpy(self) -> np.ndarray:
        """The matrix, dense: the physical unknowns and then the multipliers of the relations."""
        return self.with_multipliers().toarray()

    def EXTR_MATR(self, sparse=False, epsilon=None):
        """As toNumpy, or (values, rows, columns, size) of what is stored and not smaller than `epsilon`."""
        if not sparse:
            return self.toNumpy()
        return self.getValuesWithDescription(epsilon)

    def isBuilt(self) -> bool:
        """A matrix is whole from the start."""
        return True

    def getDOFNumbering(self) -> Numbering:
        """The numbering of its rows."""
        return self.numbering or Numbering(self.model, self.relations)


class GeneralisedMatrix(Concept):
    """A matrix on the vectors of a basis: (n,) when diagonal, else (n, n).

    links  for one of linked substructures, the motions in which they stay together (fe.substructures); else None
    """

    links = None

    def __init__(self, kind: str, basis, matrix: np.ndarray):
        self.kind, self.basis, self.matrix = kind, basis, np.asarray(matrix)

    @property
    def size(self) -> int:
        """The number of generalised coordinates."""
        return len(self.matrix)

    def toNumpy(self) -> np.ndarray:
        """The full matrix (n, n)."""
        return np.diag(self.matrix) if self.matrix.ndim == 1 else self.matrix.copy()

    def exists(self) -> bool:
        """A matrix is whole from the start."""
        return True

    def isDiagonal(self) -> bool:
        """Whether only the diagonal is kept."""
        return self.matrix.ndim == 1

    def isDense(self) -> bool:
        """Whether all terms are kept."""
        return self.matrix.ndim == 2

    def isSymmetric(self) -> bool:
        """Whether it is symmetric."""
        return self.matrix.ndim == 1 or bool(np.allclose(self.matrix, self.matrix.T, rtol=1e-12, atol=0.0))

    def getModalBasis(self):
        """The basis."""
        return self.basis

    def _half(self, upper) -> list:
        """Column by column down to the diagonal, of the upper half or of the lower one transposed."""
        if self.isDiagonal():
            return self.matrix.tolist()
        half = self.matrix if upper else self.matrix.T
        return [value for column in range(self.size) for value in half[: column + 1, column].tolist()]

    def getUpperValues(self) -> list:
        """The terms of the upper half, column by column; the diagonal where only that is kept."""
        return self._half(True)

    def getLowerValues(self) -> list:
        """The terms of the lower half, row by row; the diagonal where only that is kept."""
        return self._half(False)

    def _take(self, values, upper, lower):
        values, count = np.asarray(values), self.size if self.isDiagonal() else self.size * (self.size + 1) // 2
        if values.shape != (count,):
            raise failure(f"the half has {count} terms, and {len(values)} are given")
        if self.isDiagonal():
            self.matrix = values.copy()
            return
        made = self.matrix.astype(np.result_type(self.matrix, values))
        rows, columns = np.tril_indices(self.size)
        if upper:
            made[columns, rows] = values
        if lower:
            made[rows, columns] = values
        self.matrix = made

    def setUpperValues(self, values):
        """Take other terms of the upper half, as getUpperValues tells them; the lower half of a symmetric matrix follows."""
        self._take(values, True, self.isSymmetric())

    def setLowerValues(self, values):
        """Take other terms of the lower half, as getLowerValues tells them; the upper half of a symmetric matrix follows."""
        self._take(values, self.isSymmetric(), True)

    def fromNumpy(self, values):
        """Take the values of a full matrix (n, n)."""
        values = np.asarray(values)
        if values.shape != (self.size, self.size):
            raise failure(f"the matrix has {self.size} coordinates, and the array the shape {values.shape}")
        self.matrix = values.copy()

    EXTR_MATR = EXTR_MATR_GENE = toNumpy


class GeneralisedVector(Concept):
    """A vector on the vectors of a basis, (n,)."""

    def __init__(self, kind: str, basis, vector: np.ndarray):
        self.kind, self.basis, self.vector = kind, basis, np.asarray(vector)

    def toNumpy(self) -> np.ndarray:
        """The values (n,)."""
        return self.vector.copy()

    EXTR_VECT_GENE = toNumpy

    def RECU_VECT_GENE(self, values):
        """Take other values (n,)."""
        values = np.asarray(values)
        if values.shape != self.vector.shape:
            raise failure(f"the vector has {len(self.vector)} coordinates, and the array the shape {values.shape}")
        self.vector = values.astype(self.vector.dtype)

    setValues = RECU_VECT_GENE

    def getValues(self) -> list:
        """The values, in a list."""
        return self.vector.tolist()
