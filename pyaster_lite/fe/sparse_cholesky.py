"""Sparse symmetric definite systems by CHOLMOD, whose analysis of a pattern serves one matrix after the other (Chen et al. 2008)."""

from __future__ import annotations

import weakref

import numpy as np
from scipy.sparse import csr_array

from .ordering import elimination_order

VANISHING = 1e-13
"""A pivot this small beside the largest one, or beside the largest entry of its column, is taken as zero."""


class NotDefinite(Exception):
    """The matrix is not positive definite after all."""


class Vanishing(NotDefinite):
    """It is, but pivots vanish beside others."""


class _Analysis:
    """Where the lower triangle of a pattern stands, by columns, and how it is eliminated; it holds one factorisation at a time."""

    def __init__(self, rows):
        from cvxopt import cholmod, spmatrix
        from cvxopt import matrix as column

        self.pattern, self._owner = (rows.indptr, rows.indices), lambda: None
        numbered = csr_array((np.arange(rows.nnz), rows.indices, rows.indptr), shape=rows.shape).tocsc()
        col = np.repeat(np.arange(rows.shape[0]), np.diff(numbered.indptr))
        lower = numbered.indices >= col
        self.places = numbered.data[lower]
        self.packed = spmatrix(1.0, column(numbered.indices[lower].astype(np.int64)), column(col[lower]), rows.shape)
        order = elimination_order(rows)
        self.factor = cholmod.symbolic(self.packed) if order is None else cholmod.symbolic(self.packed, column(order))

    def serves(self, rows) -> bool:
        """Whether it is of the pattern of `rows` and no solver needs what it holds."""
        return self._owner() is None and all(np.array_equal(own, asked) for own, asked in zip(self.pattern, (rows.indptr, rows.indices)))

    def belong(self, solver):
        """It holds the factors of a solver, as long as that lives."""
        self._owner = weakref.ref(solver)


_last: list[_Analysis] = []


def _analysis(rows) -> _Analysis:
    """That of the last pattern if it serves, or one made anew."""
    if not (_last and _last[0].serves(rows)):
        _last.clear()
        _last.append(_Analysis(rows))
    return _last[0]


class SparseCholesky:
    """The factors of a sparse matrix; raises NotDefinite."""

    definite = True

    def __init__(self, matrix):
        from cvxopt import cholmod
        from cvxopt import matrix as column

        rows = matrix.tocsr()
        if not rows.has_canonical_format:
            rows = rows.copy()
            rows.sum_duplicates()
        analysis = _analysis(rows)
        analysis.packed.V = column(rows.data[analysis.places])
        self._column, self._solve, self._factor = column, cholmod.solve, analysis.factor
        try:
            cholmod.numeric(analysis.packed, analysis.factor)
        except ArithmeticError:
            _last.clear()
            raise NotDefinite from None
        analysis.belong(self)
        pivots = np.array(cholmod.diag(analysis.factor)).ravel()
        if (pivots**2).min() <= VANISHING * (pivots**2).max():
            raise Vanishing

    def solve(self, b):
        """x (n,) or (n, k) of b."""
        right = self._column(np.array(b, float, order="F").reshape(len(b), -1))
        self._solve(self._factor, right)
        return np.array(right).reshape(np.shape(b))
