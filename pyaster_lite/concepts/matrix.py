"""Matrices and vectors that commands hand to each other: elementary, assembled, generalised."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import block_array, csr_array, diags_array

from pyaster_lite.concepts.base import Concept, failure
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
    """The matrices (ne, nd, nd) of a group of cells, as a deck's Python asks for them; `name` is that of all of the groups together."""

    block: np.ndarray
    name: str = ""

    def getName(self) -> str:
        """The name."""
        return self.name

    def getValues(self) -> list[np.ndarray]:
        """One matrix per cell, its lower half row by row where all are symmetric, else row by row."""
        whole = self.block
        if np.allclose(whole, whole.swapaxes(1, 2), rtol=1e-12, atol=1e-14 * abs(whole).max(initial=0.0)):
            rows, columns = np.tril_indices(whole.shape[1])
            return list(whole[:, rows, columns])
        return list(whole.reshape(len(whole), -1))


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

    def getModel(self):
        """The model, as a deck's Python asks for it."""
        return self.model

    def setModel(self, model):
        """The model is known from the start."""

    def getElementaryTerms(self) -> list[ElementaryTerm]:
        """The matrices of each group of cells."""
        return [ElementaryTerm(block, f"{self.name}.ME001") for block in self.blocks if block is not None]


class ElementaryVector(Concept):
    """Forces of one option on the unknowns of a model, `vector` (n,), and what its loads impose, as a field at nodes has it.

    weighed  function of the shares (ne,) of the cells of each group of the model giving the field at nodes of so much of their forces,
             None where nothing tells them apart
    """

    def __init__(self, kind: str, model, option: str, vector: np.ndarray, imposed: tuple = (), weighed=None):
        self.kind, self.model, self.option, self.vector, self.imposed, self.weighed = kind, model, option, vector, imposed, weighed

    def saved_state(self) -> dict:
        """What a base keeps of it: not what tells the cells apart."""
        return vars(self) | {"weighed": None}

    def assembleWithMask(self, numbering, mask, inverse):
        """The field at nodes of the forces of cells, each times its X1 of a field of elements, or times 1 - X1 when `inverse`."""
        if self.weighed is None:
            raise failure(f"the forces {self.option} are not known cell by cell")
        shares = [np.nan_to_num(mask.component("X1", group.cells)[:, 0]) for group in self.model.groups]
        return self.weighed([1.0 - share for share in shares] if inverse else shares)


class Numbering(Concept):
    """The unknowns of a model and the relations between them (nume_ddl_sdaster)."""

    kind = "nume_ddl_sdaster"

    def __init__(self, model, relations: Relations):
        self.model, self.relations = model, relations

    @property
    def dofs(self) -> Dofs:
        """The physical unknowns."""
        return self.model.dofs

    def getPhysicalDOFs(self, local=False) -> list[int]:
        """The rows of the physical unknowns in matrices as Python sees them."""
        return list(range(self.dofs.size))

    def getLagrangeDOFs(self, local=False) -> list[int]:
        """The rows of the multipliers of the relations, two by relation."""
        return list(range(self.dofs.size, self.dofs.size + len(multiplied(self.relations, self.dofs))))

    def getDictOfLagrangeDOFs(self, local=False) -> dict[int, list[int]]:
        """The rows of the first multipliers of the relations, and those of the second ones."""
        seen, result = set(), {1: [], 2: []}
        for row, relation in zip(self.getLagrangeDOFs(), multiplied(self.relations, self.dofs)):
            result[2 if relation in seen else 1].append(row)
            seen.add(relation)
        return result

    def getNumberOfDOFs(self, local=False) -> int:
        """How many rows there are."""
        return self.dofs.size + len(multiplied(self.relations, self.dofs))

    def getNodeAndComponentFromDOF(self, dof=-1, local=False):
        """(node, component) of a row; that of a multiplier is LAGR:component, or LAGR of a relation between several unknowns."""
        if dof < 0:
            return [self.getNodeAndComponentFromDOF(row) for row in range(self.getNumberOfDOFs())]
        dofs, size = self.dofs, self.dofs.size
        if dof < size:
            return int(dofs.node[dof]), dofs.components[dofs.component[dof]]
        unknowns = _unknowns(self.relations, multiplied(self.relations, dofs)[dof - size])
        node, name = int(dofs.node[unknowns[0]]), dofs.components[dofs.component[unknowns[0]]]
        return (node, f"LAGR:{name}") if len(unknowns) == 1 else (node, "LAGR")

    def getComponentFromDOF(self, dof, local=False) -> str:
        """The component of a row."""
        return self.getNodeAndComponentFromDOF(dof)[1]

    def getNodeFromDOF(self, dof, local=False) -> int:
        """The node of a row, from 0."""
        return self.getNodeAndComponentFromDOF(dof)[0]


def _unknowns(relations, row):
    return relations.matrix.indices[relations.matrix.indptr[row] : relations.matrix.indptr[row + 1]]


def multiplied(relations: Relations, dofs: Dofs) -> list[int]:
    """The relation of each multiplier: the imposed unknowns of a node one after the other, twice, then the same for the next."""
    groups: list[tuple] = []
    for row in range(len(relations)):
        unknowns = _unknowns(relations, row)
        place = int(dofs.node[unknowns[0]]) if len(unknowns) == 1 else ("relation", row)
        if not groups or groups[-1][0] != place:
            groups.append((place, []))
        groups[-1][1].append(row)
    return [row for _, rows in groups for row in rows * 2]


class AssembledMatrix(Concept):
    """A matrix on the physical unknowns.

    kind       matr_asse_depl_r, matr_asse_depl_c, ...
    dofs       the unknowns
    matrix     (n, n) sparse, without any trace of the relations
    relations  between the unknowns: eliminate them before factorising (fe.constraints.Elimination)
    kinematic  how many of them, the last, give unknowns their values in place of their equations: they have no multipliers
    option     what it is (RIGI_MECA, ...); for a combination that of the stiffness among its parts, "" when there is none
    numbering  the numbering that it was assembled on, None where that is not known
    solver     (fe.constraints.Elimination, the factorised rest, the matrix that it is of) once it is factorised, else None
    """

    kinematic = 0
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
        """As toNumpy, or (values, rows, columns, size) of what is not zero."""
        if not sparse:
            return self.toNumpy()
        found = self.with_multipliers().tocoo()
        return found.data, found.row, found.col, found.shape[0]

    def isBuilt(self) -> bool:
        """A matrix is whole from the start."""
        return True

    def getDOFNumbering(self) -> Numbering:
        """The numbering of its rows."""
        return Numbering(self.model, self.relations)


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

    def getValues(self) -> list:
        """The values, in a list."""
        return self.vector.tolist()
