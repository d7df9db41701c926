"""A model whose motion is a combination of a few vectors, balanced against them (r5.01.05).

The shares q of vectors V are the unknowns: x = V q. With f the free equations and c those whose unknowns are imposed, d being what
these still lack, the correction under forces b solves

    (W^T K_ff V_f + V_c^T V_c) q = W^T (b - K_fc d) + V_c^T d

where W is V at the free equations whose balance counts: those on the side of a reduced domain beyond which cells are missing do not.
What is imposed is hence met as well as the vectors can.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .algebra import factorise
from .constraints import Elimination


class ReducedModel(Elimination):
    """The shares of `vectors` (n, k) in place of the unknowns that imposed values leave free.

    imposed  the elimination of values that are imposed one by one
    aside    (n,) whether the balance of an equation does not count
    corrected  for steps of two phases, what the second one is solved with (fe.corrected_model), else None
    """

    corrected: Elimination | None = None

    def __init__(self, vectors: np.ndarray, imposed: Elimination, aside: np.ndarray):
        super().__init__(imposed.relations)
        held = np.zeros(len(vectors), bool)
        held[imposed.eliminated] = True
        self.vectors = vectors
        self._moving = vectors * ~held[:, None]
        self._weights = (vectors * ~(held | aside)[:, None]).T
        self._held = (vectors * (held & ~aside)[:, None]).T

    def system(self, base, elimination: Elimination, definite: bool, held_otherwise: bool = False) -> ReducedSystem:
        """What stands for the IterationMatrix of a base matrix."""
        return ReducedSystem(base, self)

    def right(self, b: np.ndarray, matrix, lacking: np.ndarray | None) -> np.ndarray:
        """(k,) the right side above, `lacking` (n,) being what is imposed still."""
        if lacking is None:
            return self._weights @ b
        return self._weights @ (b - matrix @ lacking) + self._held @ lacking

    def reduce_matrix(self, matrix) -> np.ndarray:
        """(k, k) the matrix above, not symmetric where some balance does not count."""
        return self._weights @ (matrix @ self._moving) + self._held @ self.vectors

    def factorised(self, matrix, symmetric: bool, describe: Callable[[int], str]):
        """A solver of the matrix above; raises SingularMatrix."""
        return factorise(self.reduce_matrix(matrix))

    def expand(self, q: np.ndarray, offset: np.ndarray | None = None) -> np.ndarray:
        """x = V q (n,)."""
        return self.vectors @ q

    def supported(self, forces: np.ndarray) -> np.ndarray:
        """(n,) zeros: the supports are no relations whose forces are followed."""
        return np.zeros_like(forces)

    def measured(self, left: np.ndarray) -> np.ndarray:
        """(k,) W^T r of unbalanced forces (n,)."""
        return self._weights @ left

    def shares(self, u: np.ndarray) -> np.ndarray:
        """(k,) those of the combination that comes nearest to u (n,)."""
        from scipy.linalg import lstsq

        return lstsq(self.vectors, u)[0]


class ReducedSystem:
    """K x = b for combinations of the vectors of a reduced model."""

    def __init__(self, base, model: ReducedModel):
        self.base, self._model = base, model
        self._solver = factorise(model.reduce_matrix(base))

    def correct(self, equations, local):
        """Nothing is in contact."""

    def solve(self, b: np.ndarray, jump: np.ndarray | None = None) -> np.ndarray:
        """x (n,), with what is imposed met by `jump` (n,) as well as the vectors can."""
        return self._model.expand(self._solver.solve(self._model.right(b, self.base, jump)))

    def __matmul__(self, x):
        return self.base @ x
