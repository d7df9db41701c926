"""Assembled matrices as linear systems: relations eliminated, the rest factorised once."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.algebra import is_symmetric
from pyaster_lite.fe.constraints import Elimination


def prepared(matrix, context):
    """(elimination, solver) of an AssembledMatrix, kept with it; raises SingularMatrix at its unknown."""
    if matrix.solver is None or matrix.solver[2] is not matrix.matrix:
        elimination = Elimination(matrix.relations)
        names = matrix.model.mesh.node_names if matrix.model is not None else None
        with context.timer("factorisation"):
            solver = elimination.factorised(matrix.matrix, is_symmetric(matrix.matrix), lambda e: matrix.dofs.describe(e, names))
        matrix.solver = elimination, solver, matrix.matrix
    return matrix.solver[:2]


def imposed_values(relations, imposed) -> np.ndarray | None:
    """(m,) what the parts (matrix, values) of a right-hand side impose by each relation, zero where they say nothing.

    A relation that several parts have gets the sum of what they say; None when some part has a relation that is not among these.
    """
    places: dict[tuple, list[int]] = {}
    for row, key in enumerate(_keys(relations.matrix)):
        places.setdefault(key, []).append(row)
    result = np.zeros(relations.matrix.shape[0], np.result_type(float, *(values for _, values in imposed)))
    for matrix, values in imposed:
        seen: dict[tuple, int] = {}
        for key, value in zip(_keys(matrix), values):
            rows = places.get(key)
            if rows is None:
                return None
            turn = seen[key] = seen.get(key, -1) + 1
            result[rows[turn % len(rows)]] += value
    return result


def _keys(matrix):
    """What tells the rows of a sparse matrix apart."""
    for start, end in zip(matrix.indptr[:-1], matrix.indptr[1:]):
        yield tuple(matrix.indices[start:end].tolist()), tuple(matrix.data[start:end].tolist())
