"""Static responses of a structure on its supports: unit displacements, unit forces, unit accelerations."""

from __future__ import annotations

import numpy as np

from .algebra import factorise
from .constraints import Elimination


class StaticResponses:
    """The responses of K (n, n) under its relations; the factors are made once.

    Raises SingularMatrix when the supports leave a rigid motion free.
    """

    def __init__(self, stiffness, elimination: Elimination):
        self.stiffness, self.elimination = stiffness, elimination
        self._factors = factorise(elimination.reduce_matrix(stiffness), symmetric=True, definite=True)

    def to_forces(self, forces: np.ndarray) -> np.ndarray:
        """(n, k): displacements under forces (n, k), all relations at zero."""
        return self.elimination.transform @ self._factors.solve(np.ascontiguousarray(self.elimination.transform.T @ forces))

    def to_supports(self, relations) -> np.ndarray:
        """(n, k): displacements where one relation after the other is worth one, the others zero."""
        return self._carried(self.elimination.spread[:, list(relations)].toarray())

    def to_motions(self, relations, values) -> np.ndarray:
        """(n, k): displacements where r relations are worth given values (r, k), the others zero."""
        return self._carried(self.elimination.spread[:, list(relations)] @ values)

    def _carried(self, moved):
        return moved + self.to_forces(-(self.stiffness @ moved))


def lone_supports(relations) -> dict[int, int]:
    """{unknown: relation} of the relations that impose one unknown alone."""
    matrix, found = relations.matrix, {}
    for relation in range(matrix.shape[0]):
        span = slice(matrix.indptr[relation], matrix.indptr[relation + 1])
        unknowns = matrix.indices[span][matrix.data[span] != 0.0]
        if len(unknowns) == 1:
            found.setdefault(int(unknowns[0]), relation)
    return found


def unit_motion(dofs, direction) -> np.ndarray:
    """(n,): every unknown moved by its part of `direction` along DX, DY, DZ, DRX, DRY, DRZ (no lever arms)."""
    result = np.zeros(dofs.size)
    for name, value in zip(("DX", "DY", "DZ", "DRX", "DRY", "DRZ"), direction):
        if name in dofs.components:
            result[dofs.component == dofs.components.index(name)] = value
    return result
