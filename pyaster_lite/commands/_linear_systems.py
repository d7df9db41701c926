"""Assembled matrices as linear systems: relations eliminated, the rest factorised once."""

from __future__ import annotations

from pyaster_lite.concepts.imposed import imposed_values
from pyaster_lite.fe.algebra import is_symmetric
from pyaster_lite.fe.constraints import Elimination

__all__ = ["imposed_values", "prepared"]


def prepared(matrix, context):
    """(elimination, solver) of an AssembledMatrix, kept with it; raises SingularMatrix at its unknown."""
    if matrix.solver is None or matrix.solver[2] is not matrix.matrix:
        elimination = Elimination(matrix.relations)
        names = matrix.model.mesh.node_names if matrix.model is not None else None
        with context.timer("factorisation"):
            solver = elimination.factorised(matrix.matrix, is_symmetric(matrix.matrix), lambda e: matrix.dofs.describe(e, names))
        matrix.solver = elimination, solver, matrix.matrix
    return matrix.solver[:2]
