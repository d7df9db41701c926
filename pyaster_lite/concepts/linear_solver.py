"""Solvers of linear systems that a deck's Python holds: code_aster's MumpsSolver and its like."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import STUDY, failure
from pyaster_lite.concepts.deck_matrix import DeckMatrix
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.imposed import imposed_values
from pyaster_lite.fe.algebra import is_symmetric
from pyaster_lite.fe.constraints import Elimination


class LinearSolver:
    """Factorises a matrix and solves with it; the program chooses how, whatever the METHODE is called."""

    method = ""

    def __init__(self, **_):
        self._matrix = None

    @classmethod
    def factory(cls, command=None, mcf=None, **keywords):
        """The solver of a factor keyword SOLVEUR, given as such or word by word; TypeError for a METHODE that is not known."""
        given = mcf[0] if isinstance(mcf, (list, tuple)) else mcf or keywords
        for known in LinearSolver.__subclasses__():
            if known.method == given.get("METHODE", "MUMPS"):
                return known()
        raise TypeError(f"no solver is called {given['METHODE']}")

    @classmethod
    def solverName(cls):
        """The METHODE."""
        return cls.method

    getSolverName = solverName

    def supportParallelMesh(self):
        """Whether code_aster solves with it on several processes."""
        return self.method in ("MUMPS", "PETSC")

    def getMatrix(self):
        """The matrix that was factorised, None before."""
        return self._matrix

    getPrecondMatrix = getMatrix

    def deleteFactorizedMatrix(self):
        """Forget the matrix."""
        self._matrix = None

    def factorize(self, matrix, raiseException=False):
        """Take a matrix: of a problem (DeckMatrix) the part that is not imposed, of a command as FACTORISER does; True."""
        self._matrix = matrix
        if isinstance(matrix, DeckMatrix):
            elimination = Elimination(matrix.relations)
            solver = elimination.factorised(matrix.matrix, is_symmetric(matrix.matrix), matrix.model.describe)
            matrix.solver = elimination, solver, matrix.matrix
        else:
            STUDY.get().run("FACTORISER", reuse=matrix, MATR_ASSE=matrix)
        return True

    def build(self):
        """True: there is nothing to make ready."""
        return True

    def solve(self, rhs: NodeField, dirichletBC: NodeField | None = None) -> NodeField:
        """The unknowns under forces and what these impose by the relations of loads; those that kinematic loads give are given by a field.

        A matrix of a command is solved with by RESOUDRE's rules.
        """
        matrix = self._matrix
        if matrix is None:
            raise failure("no matrix has been factorised")
        if not isinstance(matrix, DeckMatrix):
            return STUDY.get().run("RESOUDRE", MATR=matrix, CHAM_NO=rhs, CHAM_CINE=dirichletBC)
        elimination, solver, _ = matrix.solver
        relations, right, dual = matrix.relations, matrix.vector(rhs), len(matrix.relations) - matrix.kinematic
        told = imposed_values(relations, rhs.imposed) if rhs.imposed else np.zeros(len(relations))
        if told is None:
            raise failure("the forces stand for loads that impose what the matrix knows nothing of")
        if dirichletBC is not None:
            told[dual:] = relations.matrix[dual:] @ matrix.vector(dirichletBC)
        offset = elimination.spread @ told
        solution = elimination.expand(solver.solve(elimination.reduce_vector(right - matrix.matrix @ offset)), offset)
        made = NodeField(rhs.mesh, rhs.quantity, matrix.dofs.components, matrix.dofs.at_nodes(solution))
        if dual:
            made.held = elimination.multipliers(right - matrix.matrix @ solution)[:dual]
        return made


class MumpsSolver(LinearSolver):
    """METHODE='MUMPS'."""

    method = "MUMPS"


class LdltSolver(LinearSolver):
    """METHODE='LDLT'."""

    method = "LDLT"


class MultFrontSolver(LinearSolver):
    """METHODE='MULT_FRONT'."""

    method = "MULT_FRONT"


class GcpcSolver(LinearSolver):
    """METHODE='GCPC'."""

    method = "GCPC"


class PetscSolver(LinearSolver):
    """METHODE='PETSC'."""

    method = "PETSC"
