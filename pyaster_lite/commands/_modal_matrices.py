"""Matrices as the modal commands take them: physical with their relations, or generalised."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from pyaster_lite.concepts.matrix import AssembledMatrix, GeneralisedMatrix
from pyaster_lite.concepts.substructuring import LinkedSubstructures
from pyaster_lite.fe.constraints import Elimination, Relations

PHYSICAL = ("matr_asse_depl_r", "matr_asse_pres_r", "matr_asse_temp_r", "matr_asse_elim_r")
GENERALISED = "matr_asse_gene_r"


def agree(args, *words):
    """Refuse matrices that do not live on the same unknowns."""
    given = [(word, args.get(word)) for word in words if args.get(word) is not None]
    first_word, first = given[0]
    for word, matrix in given[1:]:
        if type(matrix) is not type(first) or matrix.matrix.shape[0] != first.matrix.shape[0]:
            raise args.wrong(word, f"{matrix.name} and {first.name} ({first_word}) do not live on the same unknowns")


def elimination(matrix):
    """What eliminates the relations of a physical matrix, or the links of substructures; None for a matrix on a basis."""
    return Elimination(matrix.relations) if isinstance(matrix, AssembledMatrix) else matrix.links


def reduced(matrix, eliminated):
    """The matrix on the unknowns that remain."""
    if eliminated is None:
        return np.diag(matrix.matrix) if matrix.matrix.ndim == 1 else matrix.matrix
    return eliminated.reduce_matrix(matrix.matrix)


def whole(matrix):
    """The matrix on all of its unknowns, as an array or a sparse array that multiplies."""
    if isinstance(matrix, GeneralisedMatrix) and matrix.matrix.ndim == 1:
        return np.diag(matrix.matrix)
    return matrix.matrix


def is_symmetric(matrix) -> bool:
    """Whether it equals its transposed, rounding apart."""
    own = whole(matrix)
    skew = abs(own - own.T)
    return float(skew.max() if skew.size else 0.0) <= 1e-10 * float(abs(own).max())


def unit_motions(matrix) -> np.ndarray:
    """(n, 3): unit motions along X, Y and Z on the unknowns of a matrix; for a generalised one, the participation
    factors of its basis."""
    if isinstance(matrix, GeneralisedMatrix) and matrix.links is not None:
        return matrix.basis.unit_motions(matrix.matrix)
    if isinstance(matrix, GeneralisedMatrix) and isinstance(matrix.basis, LinkedSubstructures):
        # a matrix that a deck's Python has filled: which motion a coordinate stands for is not known
        return np.zeros((matrix.size, 3))
    if isinstance(matrix, GeneralisedMatrix):
        columns = []
        for direction in ("DX", "DY", "DZ"):
            factors = matrix.basis.access(f"FACT_PARTICI_{direction}")[: matrix.size]
            columns.append(np.nan_to_num(factors))
        return np.column_stack(columns)
    dofs = matrix.dofs
    result = np.zeros((dofs.size, 3))
    for column, name in enumerate(("DX", "DY", "DZ")):
        if name in dofs.components:
            result[dofs.component == dofs.components.index(name), column] = 1.0
    return result


def without_relations(size: int) -> Relations:
    """No relation at all on `size` unknowns."""
    return Relations(csr_array((0, size)), lambda t: np.zeros(0))
