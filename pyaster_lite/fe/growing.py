"""Unknowns that only grow over a step, to one at most, by iterations that project.

1.  A correction that would bring such an unknown below where the step started brings it there, and marks it as held; one that lets it
    grow marks it as free; beyond 1 it stops there.
2.  At unknowns that are held, forces that would have them decrease are no matter of the balance.
"""

from __future__ import annotations

import numpy as np

STILL = 1e-13
"""Growth below this is none: sums of corrections come back to where they started but for rounding."""


class Growing:
    """The unknowns of some equations; `held` tells which of them the last correction held."""

    def __init__(self, equations: np.ndarray):
        self.equations = equations
        self.held = np.zeros(len(equations), bool)

    def corrected(self, u: np.ndarray, increment: np.ndarray, correction: np.ndarray) -> np.ndarray:
        """Step 1: (n,) the correction that is made at u, `increment` being the step's so far."""
        own = self.equations
        grown = increment[own] + correction[own]
        self.held = grown <= 0.0
        found = correction.copy()
        found[own] = np.minimum(np.where(self.held, -increment[own], correction[own]), 1.0 - u[own])
        return found

    def balanced(self, force: np.ndarray) -> np.ndarray:
        """Step 2: (n,) the internal forces that have to be balanced."""
        own = self.equations[self.held]
        force[own] = np.minimum(force[own], 0.0)
        return force
