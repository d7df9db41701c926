"""Linear systems of a structure with multipliers: a factorised matrix and, around it, what contact adds to it.

With K the matrix of the structure, P the equations where contact acts, F and L its forces and laws and Kuu, Kul, Klu,
Kll their tangent, the unknowns are the correction x and that of the multipliers, l:

    [K + P Kuu P^T   P Kul] [x]   [b - P F]
    [  Klu P^T        Kll ] [l] = [  -L   ]

1.  where K alone is regular: with S its compliance at P and x0 its solution for b - P F (small near balance, where b and F
    are not), the small system [1 + S Kuu, S Kul; Klu, Kll] gives what moves at P and the multipliers, so that the
    factorisation serves again;
2.  where contact holds what K leaves free, or holds it much stiffer, or where its matrices are sparse: the whole matrix is factorised.

Multipliers whose row is empty stay as they are.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.sparse import block_array, coo_array, csr_array, diags_array, issparse

from .algebra import factorise
from .errors import SingularMatrix

LOOSE = 1e7
"""Above this product of a compliance at P and the stiffness there, the structure is held by contact rather than by itself."""
STIFF = 1e6
"""Above this product of a compliance and the stiffness of contact too: each decade costs a digit of the motion at P."""


@dataclass
class Border:
    """What contact adds: forces (m,) and laws (q,) and their tangent, on the equations P (m,); `pinned` (q,) multipliers.

    The four matrices of the tangent are all dense or all sparse.
    """

    equations: np.ndarray
    force: np.ndarray
    laws: np.ndarray
    uu: np.ndarray
    ul: np.ndarray
    lu: np.ndarray
    ll: np.ndarray
    pinned: np.ndarray

    def pin(self):
        """Make the rows of multipliers that stay as they are those of the identity."""
        if issparse(self.lu):
            self._pin_sparse()
            return
        pinned = np.flatnonzero(self.pinned | ~(self.lu.any(axis=1) | self.ll.any(axis=1)))
        self.lu[pinned] = self.ll[pinned] = self.ll[:, pinned] = self.laws[pinned] = 0.0
        self.ul[:, pinned] = 0.0
        self.ll[pinned, pinned] = 1.0

    def _pin_sparse(self):
        rows = abs(self.lu).sum(axis=1) + abs(self.ll).sum(axis=1)
        kept = diags_array(np.where(self.pinned | (rows == 0.0), 0.0, 1.0))
        self.lu, self.ul = kept @ self.lu, self.ul @ kept
        self.ll = kept @ self.ll @ kept + diags_array(1.0 - kept.diagonal())
        self.laws = kept @ self.laws


def solve(matrix, b, jump, border: Border):
    """x (n,), the multipliers' correction (q,) and the linear forces F + Kuu x + Kul l (m,); `jump` as IterationMatrix.solve has it.

    Raises SingularMatrix when neither the structure nor contact holds something.
    """
    border.pin()
    equations = border.equations
    compliance = None
    if not issparse(border.uu) and matrix.failure is None:
        compliance, spread = matrix.responses(equations)
        stiffness = matrix.base.diagonal()[equations] if len(equations) else np.zeros(1)
        if (abs(np.diag(compliance)) * stiffness).max(initial=0.0) > LOOSE:
            compliance = None
        else:
            gain = compliance @ border.uu
            compliance = None if abs(gain).max(initial=0.0) > STIFF else compliance
    if compliance is None:
        return _solve_whole(matrix, b, jump, border)
    b = b.copy()
    b[equations] -= border.force
    x = matrix.solve(b, jump)
    m, q = len(equations), len(border.laws)
    system, right = np.empty((m + q, m + q)), np.empty(m + q)
    system[:m, :m] = gain
    system[np.arange(m), np.arange(m)] += 1.0
    system[:m, m:], system[m:, :m], system[m:, m:] = compliance @ border.ul, border.lu, border.ll
    right[:m], right[m:] = x[equations], -border.laws
    solution = _solve_small(system, right)
    force = border.uu @ solution[:m] + border.ul @ solution[m:]
    return x - spread(force), solution[m:], border.force + force


def _solve_small(system, right):
    """The solution of a small system, columns scaled; the one of least change where it leaves some freely."""
    scale = np.maximum(abs(system).max(axis=0), 1e-300)
    try:
        solution = np.linalg.solve(system / scale, right) / scale
        if np.isfinite(solution).all():
            return solution
    except np.linalg.LinAlgError:
        pass
    return np.linalg.lstsq(system / scale, right, rcond=1e-13)[0] / scale


def _solve_whole(matrix, b, jump, border):
    """Step 2, unknowns scaled so that the diagonal of the structure and the largest entries by multipliers are 1."""
    elimination, equations = matrix.elimination, border.equations
    force, laws = border.force, border.laws
    if jump is not None:
        b = b - matrix.base @ jump
        force, laws = force + border.uu @ jump[equations], laws + border.lu @ jump[equations]
    transform = csr_array(elimination.transform[equations])
    stiffness = csr_array(matrix.reduced) + transform.T @ csr_array(border.uu) @ transform
    size = abs(stiffness.diagonal())
    scale = 1.0 / np.sqrt(np.where(size > 0.0, size, size.max(initial=1.0)))
    by_multipliers = abs(diags_array(scale) @ transform.T @ csr_array(border.ul)).max(axis=0).toarray().ravel()
    own = np.sqrt(abs(border.ll.diagonal()))
    shares = 1.0 / np.maximum(np.maximum(by_multipliers, own), 1e-300)
    scale, shares = diags_array(scale), diags_array(shares)
    ul, lu = scale @ transform.T @ csr_array(border.ul) @ shares, shares @ csr_array(border.lu) @ transform @ scale
    whole = block_array([[scale @ stiffness @ scale, ul], [lu, shares @ coo_array(border.ll) @ shares]]).tocsr()
    n = stiffness.shape[0]
    right = np.concatenate((scale @ (elimination.reduce_vector(b) - transform.T @ force), shares @ -laws))
    try:
        solution = factorise(whole).solve(right)
    except SingularMatrix as failure:
        failure.equation = None if failure.equation is None or failure.equation >= n else failure.equation
        raise
    x, multipliers = elimination.expand(scale @ solution[:n]), shares @ solution[n:]
    if jump is not None:
        x = x + jump
    moved = x[equations]
    return x, multipliers, border.force + border.uu @ moved + border.ul @ multipliers
