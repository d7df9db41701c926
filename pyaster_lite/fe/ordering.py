"""Orders of elimination that keep the factors of large systems small: nested dissection (Karypis and Kumar 1998)."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
from scipy.sparse import csr_array

LARGE = 3000
"""Below this many unknowns an order of minimum degree serves as well."""
CROWDED = 30
"""Entries by row, in the mean, of what gains beside CHOLMOD's own order: solids and shells have more, lines and plane cells less."""
REMEMBERED = 2
ALIKE = 0.05
"""A pattern of which no more than this share of the rows is another one has the same order: contact comes and goes at a few."""

_known: list[tuple[np.ndarray, np.ndarray]] = []


def elimination_order(matrix, crowded: float = CROWDED) -> np.ndarray | None:
    """(n,) rows of a sparse matrix in the order they are best eliminated in; None where the solver's own one is as good.

    The pattern is taken as symmetric; `crowded` is the least number of entries by row, in the mean, that is worth it.

    The orders of the last patterns are remembered: an evolution factorises the same one, or nearly, again and again.
    """
    n = matrix.shape[0]
    if n < LARGE or matrix.nnz < crowded * n or not find_spec("pymetis"):
        return None
    rows = matrix.tocsr()
    marks = _marks(rows)
    for place, (own, order) in enumerate(_known):
        if len(own) == n and np.count_nonzero(own != marks) <= ALIKE * n:
            _known.append(_known.pop(place))
            return order
    _known.append((marks, _dissected(rows)))
    del _known[:-REMEMBERED]
    return _known[-1][1]


def _marks(rows):
    """(n,) numbers that tell patterns of rows from each other: sums of random ones of their columns."""
    numbers = np.random.default_rng(0).integers(np.iinfo(np.int64).max, size=rows.shape[1])
    return csr_array((np.ones(rows.nnz, np.int64), rows.indices, rows.indptr), shape=rows.shape) @ numbers


def _neighbours(rows):
    """(starts, neighbours) of the unknowns that meet in an equation, from either side.

    Terms that cancel in one triangle only leave the pattern of a symmetric matrix one-sided, and METIS writes out of bounds on such graphs.
    """
    pattern = csr_array((np.ones(rows.nnz, bool), rows.indices, rows.indptr), shape=rows.shape)
    both = pattern + pattern.T
    owner = np.repeat(np.arange(rows.shape[0]), np.diff(both.indptr))
    others = owner != both.indices
    starts = np.concatenate([[0], np.cumsum(np.bincount(owner[others], minlength=rows.shape[0]))])
    return starts.astype(np.int32), both.indices[others].astype(np.int32)


def _dissected(rows):
    import pymetis

    graph = pymetis.CSRAdjacency(*_neighbours(rows))
    return np.arange(rows.shape[0])[np.asarray(pymetis.nested_dissection(adjacency=graph)[0])]
