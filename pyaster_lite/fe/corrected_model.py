"""Steps of a reduced domain in two phases: balanced along the vectors of a basis, then for all unknowns but those where it ends (r5.01.05).

In the second phase the equations K x = r where the domain ends stand with a diagonal multiplied by the square root of a penalty, and with
r = 0 whatever is unbalanced there: x stays small. What it still is belongs to the result, as in code_aster.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.sparse import csr_array, dia_array

from .constraints import Elimination
from .iteration_matrix import IterationMatrix
from .newton import Newton


class Ends(Elimination):
    """The elimination of what is imposed; the equations `kept` (m,) of the others have stiff diagonals and nothing to balance."""

    def __init__(self, imposed: Elimination, kept: np.ndarray, penalty: float):
        super().__init__(imposed.relations)
        self._kept, self._penalty = kept, penalty

    def system(self, base, elimination: Elimination, definite: bool, held_otherwise: bool = False) -> IterationMatrix:
        """The IterationMatrix of a base matrix."""
        return _Stiffened(self.stiffened(base), elimination, definite, held_otherwise, self.measured)

    def stiffened(self, base) -> csr_array:
        """A matrix with these diagonals."""
        more = np.zeros(base.shape[0])
        more[self._kept] = (np.sqrt(self._penalty) - 1.0) * base.diagonal()[self._kept]
        return csr_array(base + dia_array((more[None], [0]), shape=base.shape))

    def measured(self, left: np.ndarray) -> np.ndarray:
        """Unbalanced forces (n,) without those that do not count."""
        left = left.copy()
        left[self._kept] = 0.0
        return left


class _Stiffened(IterationMatrix):
    def __init__(self, base, elimination, definite, held_otherwise, measured):
        super().__init__(base, elimination, definite, held_otherwise)
        self._measured = measured

    def solve(self, b, jump=None):
        """x (n,) under the forces that count."""
        return super().solve(self._measured(b), jump)


class CorrectedNewton(Newton):
    """Balances each step along the vectors of a reduced model, then from there for all unknowns with Ends."""

    def correct(self, ends: Ends):
        """Say what the second phase solves with."""
        self._ends, self._reached = ends, None
        self._second = Newton(self.structure, replace(self.options, prediction=lambda t: self._reached))

    def step(self, state, rule, t, number):
        """Both phases; the course is that of the second one."""
        first, _ = super().step(state, rule, t, number)
        second, reduced = self._second, self.structure.elimination
        second.watch, second.more, second.clock = self.watch, self.more, self.clock
        self._reached = first.u
        self.structure.elimination = self._ends
        try:
            new, course = second.step(state, rule, t, number)
        finally:
            self.structure.elimination = reduced
        # the vectors know of no supports
        return replace(new, reaction=np.zeros_like(new.reaction)), course
