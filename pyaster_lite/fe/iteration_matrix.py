"""The linear systems of a nonlinear loop: factorised once, corrected by small local matrices, relations eliminated."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy.sparse import coo_array, csr_array, issparse

from .algebra import DENSE, factorise, factorise_held
from .constraints import Elimination
from .errors import SingularMatrix

LOCAL_SHARE = 0.3
"""A local matrix on more than this share of the unknowns is added to the system rather than handled apart."""

STIFF = 1e4
"""So is one that is stiffer than the base by more than this: each decade costs a digit of the correction."""

TOGETHER = 64
"""How many columns are solved for at once."""
MOST_ROWS = 0.8
"""Columns with more than this share of rows that are not zero are kept whole."""


class IterationMatrix:
    """K x = b under eliminated relations, with K = base + P L P^T and L a matrix on the equations P, small or sparse.

    The base is factorised once. With S = (T^T base T)^-1, Q = T^T P and C = Q^T S Q the solution for L is

        x = S b - S Q (1 + L C)^-1 L Q^T S b                                     (Woodbury)

    so that a contact matrix that changes at every iteration costs no factorisation; columns of S Q are kept.

    stiff  whether the last local matrix was too stiff for that, and the next one is added to the base at once; one that is made after
           it may be told so, and then factorises its base only where that is asked for
    """

    stiff = False

    def __init__(self, base, elimination: Elimination, definite: bool, held_otherwise: bool = False, lenient: bool = False):
        """Factorise the base: at once, or only when that is asked for where something else than the structure may hold it (fe.bordered).

        Where one is `lenient`, a few unknowns may be held by nothing (fe.algebra.factorise_held).
        """
        self.base, self.elimination, self.definite, self.lenient = base, elimination, definite, lenient
        self.reduced = elimination.reduce_matrix(base)
        if not held_otherwise:
            self._solver  # noqa: B018
        self._columns: dict[int, np.ndarray] = {}
        self._kept: tuple | None = None
        self._along: Responses | None = None
        self.equations, self.local = np.empty(0, int), None

    @cached_property
    def _solver(self):
        """Of the base; raises SingularMatrix."""
        solved = factorise_held if self.lenient else factorise
        return solved(self.reduced, symmetric=self.definite, definite=self.definite)

    @cached_property
    def failure(self) -> SingularMatrix | None:
        """Why the base cannot be factorised, None where it can."""
        try:
            self._solver  # noqa: B018
        except SingularMatrix as failure:
            return failure
        return None

    def correct(self, equations: np.ndarray | None, local: np.ndarray | None):
        """Set the local matrix L (m, m) on `equations` (m,), added to the base as a whole where it is sparse; None for none."""
        self.equations, self.local = equations, local
        self.stiff = self.stiff and local is not None

    def solve(self, b: np.ndarray, jump: np.ndarray | None = None) -> np.ndarray:
        """x (n,) with the relations' right side met by `jump` (n,), which is part of x."""
        elimination = self.elimination
        if jump is not None:
            b = b - self @ jump
        reduced = elimination.reduce_vector(b)
        if self.local is None or not len(self.equations):
            q = self._solver.solve(reduced)
            if not getattr(self._solver, "definite", False):
                # what multipliers of other units lose to rounding, a second solution gives back
                q = q + self._solver.solve(reduced - self.reduced @ q)
        elif self.stiff or issparse(self.local) or len(self.equations) > LOCAL_SHARE * max(len(reduced), DENSE):
            q = self._solve_whole(reduced)
        else:
            q = self._solve_corrected(reduced)
        x = elimination.expand(q)
        return x if jump is None else x + jump

    def responses(self, equations: np.ndarray):
        """What forces on the equations do under the base alone: the displacements (m, m) that unit forces cause there, and
        a function from forces (m,) to displacements (n,).
        """
        self.correct(equations, None)
        _, columns, compliance, _ = self._flexibility()
        return compliance, lambda forces: self.elimination.expand(columns.combined(forces))

    def first_asked_of(self, rows) -> bool:
        """Whether nothing has been asked of the base but what forces along these rows do: a matrix that serves for one pairing is
        soonest asked of the links that press, one that serves for several of the equations, which pairings share.
        """
        return not self._columns and (self._along is None or self._along.rows is rows)

    def responses_of(self, equations: np.ndarray, rows: np.ndarray) -> Responses:
        """What forces along rows (nl, m) on the equations do under the base alone; kept as long as the rows are the same."""
        self.correct(equations, None)
        if self._along is None or self._along.rows is not rows:
            self._along = Responses(rows, csr_array(rows) @ self.elimination.transform[equations], self._solver, self.elimination)
        return self._along

    def _solve_corrected(self, reduced):
        """The formula above."""
        from scipy.linalg import lapack

        picked, columns, compliance, unit = self._flexibility()
        gain = self.local @ compliance
        if abs(gain).max() > STIFF:
            self.stiff = True
            return self._solve_whole(reduced)
        q = self._solver.solve(reduced)
        share = lapack.dgesv(unit + gain, self.local @ picked(q))[2]
        q[columns.rows] -= columns.values @ share
        return q

    def _solve_whole(self, reduced):
        return factorise(self.reduced + self._local_reduced(), symmetric=self.definite).solve(reduced)

    def __matmul__(self, x):
        """K x with the local matrix."""
        y = self.base @ x
        if self.local is not None and len(self.equations):
            y[self.equations] += self.local @ x[self.equations]
        return y

    def _flexibility(self):
        """Q^T as a function, S Q, C and 1 for the present equations; kept as long as these stay the same."""
        if self._kept is None or self._kept[0] is not self.equations:
            transform = self.elimination.transform
            self._solve_columns([int(e) for e in self.equations if int(e) not in self._columns])
            columns = _Columns([self._columns[int(e)] for e in self.equations])
            rows = transform[self.equations]
            if self.elimination.simple:
                where = np.searchsorted(self.elimination.free, self.equations)
                where = np.minimum(where, self.elimination.size - 1)
                held = self.elimination.free[where] != self.equations

                def picked(q):
                    values = q[where]
                    values[held] = 0.0
                    return values
            else:
                picked = rows.__matmul__
            self._kept = self.equations, picked, columns, rows @ columns.whole(), np.eye(len(self.equations))
        return self._kept[1:]

    def _solve_columns(self, equations):
        """S Q for equations that have not been met before."""
        for start in range(0, len(equations), TOGETHER):
            some = equations[start : start + TOGETHER]
            units = self.elimination.transform[some].toarray()
            moving = np.flatnonzero(units.any(axis=1))
            if len(moving):
                units[moving] = self._solver.solve(np.ascontiguousarray(units[moving].T)).T
            self._columns.update(zip(some, units))

    def _local_reduced(self):
        n, local = self.base.shape[0], coo_array(self.local)
        whole = coo_array((local.data, (self.equations[local.row], self.equations[local.col])), shape=(n, n)).tocsr()
        transform = self.elimination.transform
        reduced = transform.T @ whole @ transform
        return reduced.toarray() if isinstance(self.reduced, np.ndarray) else reduced


class Responses:
    """Displacements along rows (nl, m) under forces along them, worked out for those forces only that are asked for."""

    def __init__(self, rows, directions, solver, elimination):
        self.rows, self._directions, self._solver, self._elimination = rows, directions, solver, elimination
        self._matrix = np.zeros((len(rows), len(rows)))
        self._moved: dict[int, np.ndarray] = {}

    def _ensure(self, links):
        missing = [int(link) for link in links if int(link) not in self._moved]
        for start in range(0, len(missing), TOGETHER):
            some = missing[start : start + TOGETHER]
            solved = self._solver.solve(np.ascontiguousarray(self._directions[some].toarray().T))
            self._matrix[:, some] = self._directions @ solved
            self._moved.update(zip(some, solved.T))

    def among(self, links) -> np.ndarray:
        """(k, k) displacements along some of the rows under unit forces along these."""
        self._ensure(links)
        return self._matrix[np.ix_(links, links)]

    def along(self, forces) -> np.ndarray:
        """(nl,) displacements along all rows under forces (nl,)."""
        links = np.flatnonzero(forces)
        self._ensure(links)
        return self._matrix[:, links] @ forces[links]

    def whole(self) -> np.ndarray:
        """(nl, nl) of all rows."""
        return self.among(np.arange(len(self.rows)))

    def spread(self, forces) -> np.ndarray:
        """(n,) displacements under forces (nl,)."""
        links = np.flatnonzero(forces)
        self._ensure(links)
        reduced = sum((forces[link] * self._moved[int(link)] for link in links), np.zeros(self._directions.shape[1]))
        return self._elimination.expand(reduced)


class _Columns:
    """Vectors (n,) side by side, of which only the rows that are not all zero are kept: bodies that nothing joins have none."""

    def __init__(self, columns: list[np.ndarray]):
        self.size = len(columns[0])
        moved = np.zeros(self.size, bool)
        for column in columns:
            moved |= column != 0.0
        self.rows = slice(None) if moved.mean() > MOST_ROWS else np.flatnonzero(moved)
        self.values = np.stack([column[self.rows] for column in columns], axis=1)

    def combined(self, shares):
        """(n,) the sum of the columns times shares (m,)."""
        total = np.zeros(self.size)
        total[self.rows] = self.values @ shares
        return total

    def whole(self):
        """(n, m)."""
        table = np.zeros((self.size, self.values.shape[1]))
        table[self.rows] = self.values
        return table
