"""Assembled matrices as linear systems: relations eliminated, the rest factorised once."""

from __future__ import annotations

from pyaster_lite.fe.algebra import factorise
from pyaster_lite.fe.constraints import Elimination
from pyaster_lite.fe.errors import SingularMatrix


def prepared(matrix, context):
    """(elimination, solver) of an AssembledMatrix, kept with it; raises SingularMatrix at its unknown."""
    if matrix.solver is None or matrix.solver[2] is not matrix.matrix:
        elimination = Elimination(matrix.relations)
        reduced = elimination.reduce_matrix(matrix.matrix)
        symmetric = not abs(reduced - reduced.T).max() > 1e-12 * abs(reduced).max() if reduced.shape[0] else True
        try:
            with context.timer("factorisation"):
                matrix.solver = elimination, factorise(reduced, symmetric, symmetric), matrix.matrix
        except SingularMatrix as failure:
            if failure.equation is None:
                raise
            names = matrix.model.mesh.node_names if matrix.model is not None else None
            raise failure.at(matrix.dofs.describe(elimination.free[failure.equation], names)) from None
    return matrix.solver[:2]
