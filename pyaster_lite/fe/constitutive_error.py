"""The error in constitutive relation of a structure that measures should follow, at one frequency (r4.07.04).

Among fields u, and v and x that are stressed and accelerated for them, those in equilibrium, K v = w^2 M x, that make least

    gamma/2 (u - v)^T K (u - v) + (1 - gamma)/2 w^2 (u - x)^T M (u - x) + alpha/(1 - alpha) |H u - m|_G^2

are, with d = u - v and pulsation w,

    [ D1   D2 ] [d]   [ 0               ]      D1 = gamma K + gamma^2/(1 - gamma) w^2 M
    [ D2   P  ] [u] = [ -2 a H^T G m    ]      D2 = -gamma K + gamma w^2 M,   P = -2 a H^T G H,   a = alpha/(1 - alpha)
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import block_array, csc_array, csr_array

from pyaster_lite.fe.errors import ComputationFailed


class ConstitutiveError:
    """The fields and the error at pulsations.

    stiffness, mass  (n, n) without the relations, which `elimination` (fe.constraints) takes out
    observation      (m, n) H, what is measured of u;  norm  (m, m) G
    """

    def __init__(self, stiffness, mass, elimination, observation, norm, gamma: float, alpha: float):
        self._elimination, self._observed, self._norm, self._gamma = elimination, csr_array(observation), norm, gamma
        self._weight = alpha / (1.0 - alpha)
        self._stiffness, self._mass = (elimination.reduce_matrix(matrix) for matrix in (stiffness, mass))
        self._seen = elimination.reduce_matrix(csr_array(self._observed.T @ (norm @ self._observed.toarray())))

    def fields(self, pulsation: float, measure):
        """(u (n,), d (n,), whole error, its part of d) for a measure (m,)."""
        from scipy.sparse.linalg import splu

        gamma, squared = self._gamma, pulsation**2
        first = gamma * self._stiffness + gamma**2 / (1.0 - gamma) * squared * self._mass
        second = -gamma * self._stiffness + gamma * squared * self._mass
        pulled = self._elimination.reduce_vector(-2.0 * self._weight * (self._observed.T @ (self._norm @ measure)))
        whole = csc_array(block_array([[first, second], [second, -2.0 * self._weight * self._seen]]))
        try:
            found = splu(whole).solve(np.concatenate([np.zeros(len(pulled)), pulled]))
        except RuntimeError:
            raise ComputationFailed("the error in constitutive relation has no least value: its matrix is singular") from None
        apart, reached = np.split(found, 2)
        u = self._elimination.expand(reached)
        missed = self._observed @ u - measure
        energy = 0.5 * float(apart @ (first @ apart))
        return u, self._elimination.expand(apart), energy + self._weight * float(missed @ (self._norm @ missed)), energy
