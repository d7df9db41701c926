"""How far a balanced structure is from losing its balance: critical loads, and the smallest eigenvalues of its stiffness (r7.05.01).

With K the tangent stiffness, G that of the stresses and D one for every unknown but those left out,

    (K + c G) x = 0     c the critical loads, where K does not hold G yet;
    (K + c D) x = 0     where it does: -c are the eigenvalues of the stiffness, and the structure is unstable where one c is positive.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import diags_array

from .eigen import BucklingPencil, Pencil
from .modal_parameters import largest_first


class Follow:
    """Where to look for eigenvalues: the `number` smallest, or all between two `bounds`."""

    def __init__(self, number: int | None = None, bounds: tuple[float, float] | None = None):
        self.number, self.bounds = number, bounds

    def find(self, pencil: Pencil) -> tuple[np.ndarray, np.ndarray]:
        """Values (k,) ascending and vectors (n, k)."""
        found = pencil.between(*self.bounds) if self.bounds is not None else pencil.nearest(0.0, min(self.number, pencil.rank()))
        return pencil.refined(*found, 0.0)

    def count(self, pencil: Pencil) -> int:
        """How many there are between the bounds."""
        low, high = self.bounds
        return pencil.count_below(high) - pencil.count_below(low)


def critical_pencil(stiffness, geometric, elimination) -> BucklingPencil:
    """Of K x = -c G x; matrices (n, n), relations eliminated."""
    return BucklingPencil(elimination.reduce_matrix(stiffness), elimination.reduce_matrix(geometric))


def stiffness_pencil(stiffness, elimination, excluded=()) -> Pencil:
    """Of K x = -c D x, D being zero for the `excluded` equations."""
    counted = np.ones(stiffness.shape[0])
    counted[np.asarray(excluded, int)] = 0.0
    return Pencil(elimination.reduce_matrix(stiffness), elimination.reduce_matrix(diags_array(counted).tocsr()))


def held(matrix, equations, diagonal: float):
    """A copy of a matrix (n, n) whose rows and columns of some equations hold nothing but `diagonal`."""
    kept, own = np.ones(matrix.shape[0]), np.zeros(matrix.shape[0])
    kept[equations], own[equations] = 0.0, diagonal
    if isinstance(matrix, np.ndarray):
        return kept[:, None] * matrix * kept + np.diag(own)
    return (diags_array(kept) @ matrix @ diags_array(kept) + diags_array(own)).tocsr()


def normed(vectors: np.ndarray) -> np.ndarray:
    """The columns of `vectors` (n, k), each divided by its value of largest modulus."""
    sizes = largest_first(vectors)
    return vectors / np.where(sizes == 0.0, 1.0, sizes)
