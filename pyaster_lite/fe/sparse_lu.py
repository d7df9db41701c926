"""Sparse systems that are not definite by UMFPACK, whose analysis of a pattern serves one matrix after the other (Davis 2004)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array

from .errors import SingularMatrix

MET = 1e-5
"""What a known solution may be off by, of each unknown: beyond this pivots have vanished, or nearly."""
OFTEN = 16
"""Columns solved for from which on factors that are slower to make pay, being quicker to solve with (UMFPACK refines each solution)."""


class NotMet(Exception):
    """The matrix is singular, or near to it, or its factors are too large."""


class _Analysis:
    """A pattern by rows, that is the transposed one by columns, and the order it is eliminated in."""

    def __init__(self, rows):
        from cvxopt import matrix as column
        from cvxopt import spmatrix, umfpack

        self.pattern, self.kind = (rows.indptr, rows.indices), _kind(rows)
        owner = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
        self.packed = spmatrix(column(rows.data.astype(self.kind)), column(rows.indices.astype(np.int64)), column(owner), rows.shape)
        self.order = umfpack.symbolic(self.packed)

    def serves(self, rows) -> bool:
        """Whether it is of the pattern of `rows`."""
        alike = zip(self.pattern, (rows.indptr, rows.indices), strict=True)
        return self.kind is _kind(rows) and all(np.array_equal(own, asked) for own, asked in alike)

    def filled(self, rows):
        """The transposed matrix, in the packing of its own."""
        from cvxopt import matrix as column

        packed = +self.packed
        packed.V = column(rows.data.astype(self.kind))
        return packed

    def unpacked(self, packed):
        """A transposed matrix of the pattern as the sparse one that it was."""
        columns, starts = self.pattern[1], self.pattern[0]
        return csr_array((np.array(packed.V).ravel(), columns, starts), shape=packed.size)


def _kind(rows):
    """What numbers a matrix has."""
    return complex if np.iscomplexobj(rows.data) else float


def _known(rows):
    """(n,) a solution whose members weigh alike, whatever the units of the unknowns: displacements beside pressures, multipliers."""
    own = abs(rows.diagonal())
    return 1.0 / np.sqrt(np.where(own > 0.0, own, np.maximum.reduceat(abs(rows.data), rows.indptr[:-1])))


_last: list[_Analysis] = []


class SparseLU:
    """The factors of a sparse matrix, real or complex; raises NotMet.

    otherwise   makes another solver of a sparse matrix, which takes over where there are many right sides
    """

    def __init__(self, matrix, otherwise: Callable):
        from cvxopt import umfpack

        rows = matrix.tocsr()
        if not rows.has_canonical_format:
            rows = rows.copy()
            rows.sum_duplicates()
        self._umfpack_solve, self._otherwise, self._left, self._other = umfpack.solve, otherwise, OFTEN, None
        try:
            if not (_last and _last[0].serves(rows)):
                _last.clear()
                _last.append(_Analysis(rows))
            self._analysis = _last[0]
            self._packed = self._analysis.filled(rows)
            self._factors = umfpack.numeric(self._packed, self._analysis.order)
        except (ArithmeticError, MemoryError):
            _last.clear()
            raise NotMet from None
        known = _known(rows)
        if not abs(self._solved(rows @ known) / known - 1.0).max() < MET:
            raise NotMet

    def solve(self, b):
        """x (n,) or (n, k) of b."""
        if self._left > 0:
            self._left -= np.size(b) // max(len(b), 1)
            if self._left <= 0:
                self._take_over()
        if self._other is not None:
            return self._other.solve(b)
        return self._solved(b)

    def _take_over(self):
        """The other solver takes over, if it finds that the matrix is regular."""
        try:
            self._other = self._otherwise(self._analysis.unpacked(self._packed))
        except SingularMatrix:
            return
        self._packed = self._factors = None

    def _solved(self, b):
        from cvxopt import matrix as column

        right = column(np.asarray(b).reshape(len(b), -1).astype(self._analysis.kind, order="F", casting="safe"))
        self._umfpack_solve(self._packed, self._factors, right, trans="T")
        return np.array(right).reshape(np.shape(b))
