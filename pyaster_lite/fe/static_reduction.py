"""Static condensation of a structure on some of its unknowns (r4.06.02, Guyan 1965).

With e the exterior unknowns, i the others and C u = g the relations that hold some of the latter,

    1.  A_ii = [K_ii, C_i^T; C_i, 0],  A_ie = [K_ie; C_e]
    2.  Phi = -A_ii^-1 A_ie,  K~ = K_ee + A_ei Phi
    3.  T = [Phi_u; 1],  M~ = T^T M T  (mass and damping)
    4.  x = A_ii^-1 [f_i; g],  f~ = f_e - A_ei x
    5.  u_i = Phi_u u_e + x_u

A_ii is factorised once. Relations between exterior unknowns alone are left to whatever the condensed structure is part of.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import block_array, csr_array

from .algebra import factorise


class StaticReduction:
    """The condensation of K (n, n) on `exterior` (ne,) equations under relations C (m, n).

    interior    (ni,) the other equations
    inner       (m,) which relations hold interior unknowns
    stiffness   (ne, ne) K~
    kept        (r, ne) the rows of the other relations
    Raises SingularMatrix where the interior can move without any force.
    """

    def __init__(self, stiffness: csr_array, exterior: np.ndarray, relations: csr_array):
        self.size = stiffness.shape[0]
        self.exterior = np.asarray(exterior, int)
        self.interior = np.setdiff1d(np.arange(self.size), self.exterior)
        self.inner = abs(relations[:, self.interior]).sum(axis=1) > 0.0
        # multipliers by the size of the stiffness: pivots of one size lose no digits
        self._scale = abs(stiffness.diagonal()).max()
        held = csr_array(self._scale * relations[self.inner])
        self.kept = csr_array(relations[~self.inner])[:, self.exterior].toarray()
        rows = stiffness[self.interior]
        coupled, own = rows[:, self.exterior].toarray(), rows[:, self.interior]
        self._coupling = np.concatenate([coupled, held[:, self.exterior].toarray()])
        bound = held[:, self.interior]
        self._inner = csr_array(block_array([[own, bound.T], [bound, None]])) if held.shape[0] else csr_array(own)
        self._factors = factorise(self._inner, symmetric=True)
        self._follow = -self._factors.solve(self._coupling)
        outer = stiffness[self.exterior][:, self.exterior].toarray()
        self.stiffness = _evened(outer + self._coupling.T @ self._follow)

    def saved_state(self) -> dict:
        """What a saved base keeps: the factorisation is made anew."""
        return {**vars(self), "_factors": None}

    def reduced(self, matrix: csr_array) -> np.ndarray:
        """(ne, ne) T^T M T."""
        inner = self._follow[: len(self.interior)]
        whole = np.zeros((self.size, len(self.exterior)), inner.dtype)
        whole[self.interior], whole[self.exterior] = inner, np.eye(len(self.exterior))
        return _evened(whole.T @ (matrix @ whole))

    def condensed(self, force: np.ndarray, imposed: np.ndarray) -> np.ndarray:
        """(ne,) f~ of forces (n,) and values (m,) of the relations."""
        return force[self.exterior] - self._coupling.T @ self._loose(force, imposed)

    def expanded(self, motion: np.ndarray, force: np.ndarray, imposed: np.ndarray) -> np.ndarray:
        """(n,) the displacements u of the exterior ones (ne,) under forces and imposed values."""
        inner = self._follow @ motion + self._loose(force, imposed)
        whole = np.zeros(self.size, inner.dtype)
        whole[self.interior], whole[self.exterior] = inner[: len(self.interior)], motion
        return whole

    def _loose(self, force, imposed):
        if self._factors is None:
            self._factors = factorise(self._inner, symmetric=True)
        return self._factors.solve(np.concatenate([force[self.interior], self._scale * imposed[self.inner]]))


def _evened(matrix):
    """A symmetric matrix without what rounding adds to one of its halves."""
    return 0.5 * (matrix + matrix.T)
