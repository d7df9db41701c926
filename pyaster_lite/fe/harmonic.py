"""The response of a linear system to harmonic forces.

    (K + i w C - w^2 M - i w^3 Z) u = f,   u = T q + g

K may be complex (hysteretic damping); Z is an impedance. Source: r5.05.03.
"""

from __future__ import annotations

import numpy as np

from .algebra import factorise
from .constraints import Elimination
from .errors import SingularMatrix


class HarmonicSystem:
    """Matrices K, M, C and Z (the last two may be None), each (n, n), or (n,) when all of them are diagonal.

    elimination  what eliminates the imposed unknowns, or None when there are none
    """

    def __init__(self, stiffness, mass, damping=None, impedance=None, elimination: Elimination | None = None):
        self._powers = [(0, stiffness), (2, mass), (1, damping), (3, impedance)]
        self._elimination = elimination

    def response(self, pulsation: float, force: np.ndarray, imposed: np.ndarray | None = None) -> np.ndarray:
        """The complex amplitudes (n,) under a force (n,), imposed unknowns moved by `imposed` (n,), zero elsewhere.

        Raises SingularMatrix at a pulsation that nothing limits.
        """
        matrix = sum((1j * pulsation) ** power * given for power, given in self._powers if given is not None)
        if matrix.ndim == 1:
            if not matrix.all():
                raise SingularMatrix("the dynamic stiffness is singular", int(np.flatnonzero(matrix == 0)[0]))
            return force / matrix
        if self._elimination is None:
            return factorise(matrix).solve(force)
        if imposed is not None and imposed.any():
            force = force - matrix @ imposed
        reduced = self._elimination.reduce_matrix(matrix)
        q = factorise(reduced, symmetric=True).solve(self._elimination.reduce_vector(force))
        return self._elimination.expand(q, 0.0 if imposed is None else imposed)
