"""How code_aster's solvers name the systems that they cannot solve, for a deck's Python that catches them."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np

from pyaster_lite.fe.errors import ComputationFailed, Contradiction, SingularMatrix

SINGULAR, ITS_PLACE_KNOWN, OVERHELD, NOT_DEFINITE, ESTIMATED = "FACTOR_11", "FACTOR_10", "FACTOR_42", "FACTOR_84", "FACTOR_77"
NOT_OF_COMPLEX, INEXACT = "FACTOR_80", "FACTOR_57"


@contextmanager
def told_by_solver(words):
    """Name the failures of a system by its SOLVEUR: where MUMPS stands for a matrix its own way, LDLT and MULT_FRONT tell the pivot.

    Nothing is computed where MUMPS is only to estimate its memory.
    """
    if words.get("GESTION_MEMOIRE") == "EVAL":
        message = "GESTION_MEMOIRE='EVAL' only estimates how much memory the solver takes, which stops the computation"
        raise ComputationFailed(message, known_as=ESTIMATED)
    try:
        yield
    except SingularMatrix as failure:
        failure.known_as = SINGULAR if words.get("METHODE") == "MUMPS" else ITS_PLACE_KNOWN
        raise
    except Contradiction as failure:
        checked = words.get("NPREC", 8) >= 0
        failure.known_as = NOT_DEFINITE if words.get("TYPE_RESOL") == "SYMDEF" else SINGULAR if checked else OVERHELD
        raise


def refuse_overheld(matrix, words):
    """Raise what MUMPS and the others say of an assembled matrix before they solve with it.

    A load of multipliers all of whose unknowns CHAR_CINE gives has multipliers in no equation: code_aster's matrix is singular then,
    whether the values agree or not. MUMPS takes no complex matrix as a definite one (amumpz).
    """
    if words.get("TYPE_RESOL") == "SYMDEF" and words.get("METHODE") == "MUMPS" and np.iscomplexobj(matrix.matrix):
        raise ComputationFailed("TYPE_RESOL='SYMDEF' is for real matrices", known_as=NOT_OF_COMPLEX)
    if matrix.kinematic:
        dual = matrix.relations.matrix[: len(matrix.relations) - matrix.kinematic]
        left = np.ones(dual.shape[1])
        left[matrix.given_unknowns()] = 0.0
        if (abs(dual) @ left == 0.0).any():
            raise Contradiction("a load and CHAR_CINE impose the same unknown: the multiplier of one of them is left without an equation")
