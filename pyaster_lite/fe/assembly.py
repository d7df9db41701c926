"""From element arrays to global vectors and matrices, along a pattern that is made once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array


class Assembler:
    """The sparsity of a set of element groups.

    equations  per group, (ne, nd) equation numbers
    size       the number of unknowns
    indptr, indices  the pattern of every matrix assembled here (CSR, sorted; the diagonal is always in it)

    All matrices share these index arrays, so that `K + a M` is a sum of `data` and what is derived from the pattern
    can be kept.
    """

    def __init__(self, size: int, equations: Sequence[np.ndarray]):
        self.size = size
        self.equations = [np.ascontiguousarray(e, np.int64) for e in equations]
        count = size + sum(e.size * e.shape[1] for e in self.equations)
        short = [e.astype(np.int32 if count < 2**31 else np.int64) for e in self.equations]
        rows = [np.broadcast_to(e[:, :, None], (*e.shape, e.shape[1])).ravel() for e in short]
        columns = [np.broadcast_to(e[:, None, :], (*e.shape, e.shape[1])).ravel() for e in short]
        diagonal = np.arange(size, dtype=short[0].dtype if short else np.int32)
        rows, columns = np.concatenate([*rows, diagonal]), np.concatenate([*columns, diagonal])
        self._order, starts_of_rows, columns = _sorted_by_row_and_column(rows, columns, size)
        first = np.ones(len(columns), bool)
        first[1:] = columns[1:] != columns[:-1]
        first[starts_of_rows[:-1]] = True
        self._starts = np.flatnonzero(first)
        self.indices = columns[self._starts].astype(np.int32)
        self.indptr = np.searchsorted(self._starts, starts_of_rows).astype(np.int32)
        ends = np.cumsum([e.size * e.shape[1] for e in self.equations])
        self._blocks = list(zip([0, *ends[:-1]], ends)) if len(ends) else []

    def matrix(self, blocks: Sequence[np.ndarray | None]) -> csr_array:
        """The sum of element matrices: per group (ne, nd, nd), or None for a group that gives nothing."""
        kind = complex if any(b is not None and np.iscomplexobj(b) for b in blocks) else float
        values = np.zeros(len(self._order), kind)
        for (start, end), block in zip(self._blocks, blocks, strict=True):
            if block is not None:
                values[start:end] = block.ravel()
        return self.like(np.add.reduceat(values[self._order], self._starts) if self.size else values)

    def vector(self, blocks: Sequence[np.ndarray | None]) -> np.ndarray:
        """The sum of element vectors: per group (ne, nd), or None."""
        result = np.zeros(self.size)
        for equations, block in zip(self.equations, blocks, strict=True):
            if block is None:
                continue
            parts = (block.real, block.imag) if np.iscomplexobj(block) else (block,)
            sums = [np.bincount(equations.ravel(), part.ravel(), minlength=self.size) for part in parts]
            result = result + (sums[0] if len(sums) == 1 else sums[0] + 1j * sums[1])
        return result

    def gather(self, vector: np.ndarray) -> list[np.ndarray]:
        """Per group, the values (ne, nd) of a global vector."""
        return [vector[equations] for equations in self.equations]

    def like(self, data: np.ndarray) -> csr_array:
        """A matrix of this pattern with the given values."""
        return csr_array((data, self.indices, self.indptr), shape=(self.size, self.size))


def _sorted_by_row_and_column(rows, columns, size):
    """The order that sorts entries, where each row starts in it, and the sorted columns.

    Entries are grouped by row by a transposition, then sorted within their short rows: quicker than sorting them all.
    """
    count = len(rows)
    grouped = csr_array((columns, rows, np.arange(count + 1, dtype=rows.dtype)), shape=(count, size)).tocsc()
    within = csr_array((grouped.indices, grouped.data, grouped.indptr), shape=(size, size))
    within.sort_indices()
    return within.data, within.indptr, within.indices
