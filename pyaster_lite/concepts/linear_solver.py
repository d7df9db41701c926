"""Solvers of linear systems that a deck's Python holds: code_aster's MumpsSolver and its like."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.base import STUDY
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.concepts.physical_problem import DeckMatrix
from pyaster_lite.fe.algebra import factorise
from pyaster_lite.fe.constraints import Elimination


class LinearSolver:
    """Factorises a matrix whose imposed unknowns are known, and solves; the program chooses how, whatever the METHODE is called."""

    method = ""

    def __init__(self, **_):
        self._matrix = self._solver = None

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
        self._matrix = self._solver = None

    def factorize(self, matrix, raiseException=False):
        """Take a matrix: of a problem (DeckMatrix) the part that is not imposed, of a command as FACTORISER does; True."""
        self._matrix = matrix
        if isinstance(matrix, DeckMatrix):
            self._elimination = Elimination(matrix.relations)
            self._solver = factorise(self._elimination.reduce_matrix(matrix.matrix), symmetric=True, definite=True)
        else:
            STUDY.get().run("FACTORISER", reuse=matrix, MATR_ASSE=matrix)
        return True

    def solve(self, rhs: NodeField, dirichletBC: NodeField | None = None) -> NodeField:
        """The unknowns under forces, those that are imposed being given by a field, or with the forces by RESOUDRE's rules."""
        matrix = self._matrix
        if not isinstance(matrix, DeckMatrix):
            return STUDY.get().run("RESOUDRE", MATR=matrix, CHAM_NO=rhs, CHAM_CINE=dirichletBC)
        elimination, right = self._elimination, matrix.vector(rhs)
        offset = np.zeros(len(right)) if dirichletBC is None else matrix.vector(dirichletBC)
        reduced = elimination.reduce_vector(right - matrix.matrix @ offset)
        return matrix.problem.field(elimination.expand(self._solver.solve(reduced), offset))


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
