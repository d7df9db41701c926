"""Linear relations between unknowns, eliminated.

m relations C u = b on n unknowns become u = T q + G b, with C T = 0 and C G = 1: every relation gives up one unknown, the q
that remain are unknowns of the problem themselves. A matrix K becomes T^T K T, a residual r becomes T^T r. The
reactions at equilibrium K u - f + C^T l = 0 are C^T l, with l = G^T (f - K u).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy.sparse import csr_array, vstack

from .algebra import DENSE, factorise, factorise_held
from .errors import Contradiction, SingularMatrix


class Relations:
    """Relations C u = b(t).

    matrix  C (m, n), sparse
    value   function of time giving b (m,)
    steered  function of time giving what a unit intensity of the steered loads adds to b (m,), or None (see fe.steering)
    adding   whether they impose unknowns one by one, their values adding up where several sets do
    """

    adding = False

    def __init__(self, matrix: csr_array, value: Callable[[float], np.ndarray], steered: Callable[[float], np.ndarray] | None = None):
        self.matrix, self.value, self.steered = csr_array(matrix), value, steered

    def __len__(self):
        return self.matrix.shape[0]

    @classmethod
    def imposed(cls, size: int, equations, value: Callable[[float], np.ndarray]) -> Relations:
        """u = b(t) at the given equations."""
        m = len(equations)
        return cls(csr_array((np.ones(m), (np.arange(m), equations)), shape=(m, size)), value)

    @classmethod
    def stacked(cls, size: int, parts: list[Relations]) -> Relations:
        """All relations of several sets."""
        parts = [part for part in parts if len(part)]
        if not parts:
            return cls(csr_array((0, size)), lambda t: np.zeros(0))
        adding = [part for part in parts if part.adding]
        if len(adding) > 1:
            parts = [*(part for part in parts if not part.adding), cls._sum(size, adding)]
        if len(parts) == 1:
            return parts[0]

        def steered(t):
            return np.concatenate([p.steered(t) if p.steered else np.zeros(len(p)) for p in parts])

        known = steered if any(p.steered for p in parts) else None
        return cls(csr_array(vstack([p.matrix for p in parts])), lambda t: np.concatenate([p.value(t) for p in parts]), known)

    @classmethod
    def added(cls, size: int, equations, value: Callable[[float], np.ndarray]) -> Relations:
        """u = b(t) at the given equations, each once; b adds up with that of other such sets."""
        relations = cls.imposed(size, equations, value)
        relations.adding = True
        return relations

    @classmethod
    def _sum(cls, size, parts):
        own = [part.matrix.indices for part in parts]
        equations = np.unique(np.concatenate(own))
        rows = [np.searchsorted(equations, each) for each in own]

        def value(t):
            values = [part.value(t) for part in parts]
            total = np.zeros(len(equations), np.result_type(*values))
            for own, places in zip(values, rows):
                total[places] += own
            return total

        return cls.added(size, equations, value)

    def scaled(self, factor: Callable[[float], float]) -> Relations:
        """The same relations with the imposed values multiplied by a function of time."""
        result = Relations(self.matrix, lambda t: factor(t) * self.value(t))
        result.adding = self.adding
        return result


class Elimination:
    """The elimination of a set of relations.

    free        (n - m,) the unknowns that remain, in their order
    transform   T (n, n - m)
    spread      G (n, m)
    simple      whether every relation imposes one unknown, so that T only picks rows

    Relations that follow from others are dropped when their values agree; `offset` raises Contradiction when
    they contradict the others.
    """

    def __init__(self, relations: Relations):
        self.relations = relations
        m, n = relations.matrix.shape
        rows, checks = _reduce(relations.matrix)
        self.eliminated = np.array(sorted(rows), int)
        mask = np.ones(n, bool)
        mask[self.eliminated] = False
        self.free = np.flatnonzero(mask)
        self.simple = all(not others for others, _ in rows.values())
        position = np.cumsum(mask) - 1
        t_entries, g_entries = [], []
        for unknown, (others, values) in rows.items():
            t_entries += [(unknown, position[j], -c) for j, c in others.items()]
            g_entries += [(unknown, k, c) for k, c in values.items()]
        shape = (n, len(self.free))
        kept = csr_array((np.ones(shape[1]), np.arange(shape[1]), np.append(0, np.cumsum(mask))), shape=shape)
        self.transform = kept + _sparse(t_entries, shape) if t_entries else kept
        self.spread = _sparse(g_entries, (n, m))
        self._checks = _sparse([(i, k, c) for i, row in enumerate(checks) for k, c in row.items()], (len(checks), m))
        self._picked: tuple | None = None
        self._gathering, self._holding, self._weighing = (_light(csr_array(m.T)) for m in (self.transform, relations.matrix, self.spread))
        self._spreading, self._telling, self._expanding = (_light(m) for m in (self.spread, relations.matrix, self.transform))

    @property
    def size(self) -> int:
        """The number of unknowns that remain."""
        return len(self.free)

    def offset(self, t: float) -> np.ndarray:
        """G b(t) (n,): the unknowns that satisfy the relations with q = 0."""
        values = self.relations.value(t)
        if self._checks.shape[0]:
            scale = abs(self._checks) @ abs(values)
            if (abs(self._checks @ values) > 1e-9 * np.maximum(scale, 1e-300)).any():
                raise Contradiction("relations between displacements contradict each other")
        return self._spreading @ values

    def missing(self, t: float, u: np.ndarray) -> np.ndarray | None:
        """G (b(t) - C u) (n,): what u lacks to meet the relations, None when it is nothing."""
        if not len(self.relations):
            return None
        lacking = self.offset(t) - self.told(u)
        return lacking if lacking.any() else None

    def steered(self, t: float) -> np.ndarray | None:
        """G b1(t) (n,) of the steered part of the imposed values at unit intensity, None where there is none."""
        return None if self.relations.steered is None else self._spreading @ self.relations.steered(t)

    def told(self, u: np.ndarray) -> np.ndarray:
        """G C u (n,): what the relations say of u, where b stands in `offset`."""
        return self._spreading @ (self._telling @ u)

    def expand(self, q: np.ndarray, offset: np.ndarray | None = None) -> np.ndarray:
        """u = T q, plus an offset (n,) such as G b(t)."""
        if not self.simple:
            u = self._expanding @ q
            return u if offset is None else u + offset
        u = np.zeros(self.transform.shape[0], q.dtype)
        u[self.free] = q
        return u if offset is None else u + offset

    def restrict(self, u: np.ndarray) -> np.ndarray:
        """The values (n - m,) of the unknowns that remain."""
        return u[self.free]

    def reduce_vector(self, r: np.ndarray) -> np.ndarray:
        """T^T r."""
        return r[self.free] if self.simple else self._gathering @ r

    def reduce_matrix(self, matrix: csr_array) -> csr_array:
        """T^T K T of a sparse or dense matrix; quick for sparse ones of the last pattern."""
        if isinstance(matrix, np.ndarray):
            if self.simple:
                return matrix[np.ix_(self.free, self.free)]
            return self.transform.T @ (self.transform.T @ matrix.T).T
        if not self.simple:
            return csr_array(self.transform.T @ matrix @ self.transform)
        if self._picked is None or not _same(self._picked[0], matrix.indices) or not _same(self._picked[1], matrix.indptr):
            numbered = csr_array((np.arange(1, matrix.nnz + 1), matrix.indices, matrix.indptr), shape=matrix.shape)
            part = csr_array(numbered[self.free][:, self.free])
            self._picked = (matrix.indices, matrix.indptr, part.data - 1, part.indices, part.indptr)
        _, _, data, indices, indptr = self._picked
        return csr_array((matrix.data[data], indices, indptr), shape=(self.size, self.size))

    def factorised(self, matrix: csr_array, symmetric: bool, describe: Callable[[int], str], lenient: bool = False):
        """A solver of T^T K T; raises SingularMatrix with describe(equation) of the unknown that nothing holds.

        Where one is `lenient`, up to six unknowns that nothing holds are held themselves: a motion that no force drives stays at rest.
        """
        solved = factorise_held if lenient else factorise
        try:
            return solved(self.reduce_matrix(matrix), symmetric, symmetric)
        except SingularMatrix as failure:
            if failure.equation is None:
                raise
            raise failure.at(describe(self.free[failure.equation])) from None

    def multipliers(self, unbalanced: np.ndarray) -> np.ndarray:
        """l (m,) = G^T r for the unbalanced forces r = f - K u at equilibrium."""
        return self._weighing @ unbalanced

    @property
    def alone(self) -> np.ndarray:
        """(m,) which relations are of one unknown."""
        return np.diff(self.relations.matrix.indptr) == 1

    def outspoken(self, silent) -> np.ndarray:
        """(m,) which relations hold more than the `silent` equations alone."""
        told = np.ones(self.relations.matrix.shape[1])
        told[silent] = 0.0
        return abs(self.relations.matrix) @ told > 0.0

    def supported(self, forces: np.ndarray) -> np.ndarray:
        """C^T G^T f (n,): the part of forces that the relations take up."""
        if self.simple:
            part = np.zeros_like(forces)
            part[self.eliminated] = forces[self.eliminated]
            return part
        return self._holding @ self.multipliers(forces)

    def reactions(self, unbalanced: np.ndarray) -> np.ndarray:
        """-C^T l (n,): the forces that the supports exert, from r = f - K u at equilibrium."""
        return -self.supported(unbalanced)


def _light(matrix):
    """A small sparse matrix as a dense one, whose products with vectors cost less."""
    return matrix.toarray() if max(matrix.shape) <= DENSE else matrix


def _same(a, b):
    """Whether two arrays of one length are the same, which costs little where they are views of the same memory."""
    return len(a) == len(b) and (np.may_share_memory(a, b) or np.array_equal(a, b))


def _sparse(entries, shape):
    rows, columns, values = zip(*entries) if entries else ((), (), ())
    return csr_array((np.array(values, float), (np.array(rows, int), np.array(columns, int))), shape=shape)


def _reduce(matrix):
    """Gauss-Jordan elimination of sparse rows.

    Gives {unknown: ({other unknown: coefficient}, {relation: weight})}, each meaning
    u + sum c u_other = sum w b, and the list of {relation: weight} whose sum must vanish (redundant relations).
    """
    if (np.diff(matrix.indptr) == 1).all() and len(np.unique(matrix.indices)) == len(matrix.indices) and matrix.data.all():
        return {j: ({}, {i: 1.0 / c}) for i, (j, c) in enumerate(zip(matrix.indices.tolist(), matrix.data.tolist()))}, []
    pending = []
    for i in range(matrix.shape[0]):
        span = slice(matrix.indptr[i], matrix.indptr[i + 1])
        row = {int(j): float(c) for j, c in zip(matrix.indices[span], matrix.data[span]) if c}
        pending.append((row, {i: 1.0}))
    pending.sort(key=lambda entry: len(entry[0]))
    solved: dict[int, tuple[dict, dict]] = {}
    users: dict[int, set[int]] = {}
    redundant = []
    for row, weights in pending:
        size = max((abs(c) for c in row.values()), default=0.0)
        for unknown in [j for j in row if j in solved]:
            factor = row.pop(unknown)
            _add(row, solved[unknown][0], -factor)
            _add(weights, solved[unknown][1], -factor)
        row = {j: c for j, c in row.items() if abs(c) > 1e-12 * size}
        if not row:
            redundant.append(weights)
            continue
        pivot = max(row, key=lambda j: abs(row[j]))
        scale = row.pop(pivot)
        row = {j: c / scale for j, c in row.items()}
        weights = {k: w / scale for k, w in weights.items()}
        for user in users.pop(pivot, ()):
            factor = solved[user][0].pop(pivot, 0.0)
            if factor:
                _add(solved[user][0], row, -factor)
                _add(solved[user][1], weights, -factor)
                for j in row:
                    users.setdefault(j, set()).add(user)
        solved[pivot] = (row, weights)
        for j in row:
            users.setdefault(j, set()).add(pivot)
    return solved, redundant


def _add(target, source, factor):
    for key, value in source.items():
        target[key] = target.get(key, 0.0) + factor * value
