"""From element arrays to global vectors and matrices, along a pattern that is made once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.sparse import bsr_array, csr_array

SMALL = 300
"""Up to this many unknowns the pattern is that of the unknowns themselves."""


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
        self._bundle = _bundle(size, self.equations)
        nodes = size // self._bundle
        bundled = [e[:, :: self._bundle] // self._bundle for e in self.equations]
        order, starts, columns = _sorted_by_row_and_column(bundled, nodes)
        first = np.ones(len(columns), bool)
        first[1:] = columns[1:] != columns[:-1]
        first[starts[:-1]] = True
        (kept,) = np.nonzero(first)
        self._sum = csr_array((np.ones(len(order)), order, np.append(kept, len(order))), shape=(len(kept), len(order)))
        self.indices, self.indptr, self._place = columns[kept].astype(np.int32), np.searchsorted(kept, starts).astype(np.int32), None
        if self._bundle > 1:
            places = np.arange(len(kept) * self._bundle**2).reshape(-1, self._bundle, self._bundle)
            pattern = bsr_array((places, self.indices, self.indptr), shape=(size, size)).tocsr()
            self.indices, self.indptr, self._place = pattern.indices, pattern.indptr, pattern.data
        ends = np.cumsum([e.size * e.shape[1] for e in bundled]).tolist()
        self._spans = list(zip([0, *ends[:-1]], ends)) if ends else []

    def matrix(self, blocks: Sequence[np.ndarray | None]) -> csr_array:
        """The sum of element matrices: per group (ne, nd, nd), or None for a group that gives nothing."""
        values = np.zeros((self._sum.shape[1], self._bundle**2), complex if any(map(np.iscomplexobj, blocks)) else float)
        for (start, end), block in zip(self._spans, blocks, strict=True):
            if block is not None:
                _by_nodes(values[start:end], block, self._bundle)
        summed = (self._sum @ values).ravel()
        return self.like(summed if self._place is None else summed[self._place])

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


def _by_nodes(values, block, d):
    """Write element matrices (ne, nn d, nn d) into (ne nn nn, d d): what the d unknowns of a node have to do with those of another."""
    ne, nd, _ = block.shape
    if d == 1:
        values[...] = block.reshape(-1, 1)
    else:
        values.reshape(ne, nd // d, nd // d, d, d)[...] = block.reshape(ne, nd // d, d, nd // d, d).swapaxes(2, 3)


def _bundle(size, equations):
    """How many unknowns, those of a node, always stand together in the numbering and in the elements: the pattern is that of the nodes.

    One for small systems, that gain nothing.
    """
    for d in range(6 if size > SMALL else 1, 1, -1):
        if size % d or any(e.shape[1] % d for e in equations):
            continue
        if all(not (e[:, ::d] % d).any() and (e.reshape(len(e), -1, d) == e[:, ::d, None] + np.arange(d)).all() for e in equations):
            return d
    return 1


def _sorted_by_row_and_column(numbers, size):
    """The order that sorts the entries of element matrices and a diagonal, where each row starts in it, and the sorted columns.

    numbers  per group, (ne, nn) the rows of its element matrices
    size     how many rows there are

    Entries are grouped by row by a transposition, then sorted within their short rows: quicker than sorting them all.
    """
    count = size + sum(e.size * e.shape[1] for e in numbers)
    kind = np.int32 if count < 2**31 else np.int64
    pairs = [(e.astype(kind), (*e.shape, e.shape[1])) for e in numbers]
    diagonal = np.arange(size, dtype=kind)
    rows = np.concatenate([*(np.broadcast_to(e[:, :, None], shape).ravel() for e, shape in pairs), diagonal])
    columns = np.concatenate([*(np.broadcast_to(e[:, None, :], shape).ravel() for e, shape in pairs), diagonal])
    grouped = csr_array((columns, rows, np.arange(count + 1, dtype=kind)), shape=(count, size)).tocsc()
    within = csr_array((grouped.indices, grouped.data, grouped.indptr), shape=(size, size))
    within.sort_indices()
    return within.data, within.indptr, within.indices
