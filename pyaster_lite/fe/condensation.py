"""The harmonics of a linear system, condensed onto the few displacements that its contacts see.

    Z_h x_h = F_h - B^T r_h,  h = 0 .. H,  Z_h = K + i h w C - (h w)^2 M - i (h w)^3 Y,  K real for h = 0

q = B x are the rows of the contacts, r their forces. Springs k held between the rows are moved from the contacts to the
system, which may be free without them:

    1.  Z~_h = Z_h + B^T k B
    2.  A_h = B Z~_h^-1 B^T,  p_h = B Z~_h^-1 F_h
    3.  q_h = p_h - A_h (r_h - k q_h)
    4.  derivatives, Z symmetric:  A_h' = -Y^T Z_h' Y,  p_h' = Y^T (F_h' - Z_h' x_h),  Y = Z~_h^-1 B^T,  x_h = Z~_h^-1 F_h

There is one factorisation for each harmonic and frequency; what is solved afterwards has the size of the contacts.
Source: Battiato, Firrone & Berruti 2019, equations (7) to (9).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array, issparse

from .algebra import factorise
from .constraints import Elimination

STEP = 1e-6
"""Relative change of the frequency for the derivative of forces."""


@dataclass(frozen=True)
class Receptance:
    """The condensed system at one pulsation.

    flexibility, flexibility_slope  (H + 1, m, m) complex A_h and its derivative with respect to the pulsation
    motion, motion_slope            (H + 1, m) complex p_h and its derivative
    """

    flexibility: np.ndarray
    motion: np.ndarray
    flexibility_slope: np.ndarray
    motion_slope: np.ndarray
    _linear: list
    _responses: list

    def whole(self, departures: np.ndarray) -> np.ndarray:
        """(H + 1, n) the amplitudes of all unknowns, for r - k q (H + 1, m)."""
        return np.array([x - y @ r for x, y, r in zip(self._linear, self._responses, departures)])


class Condensation:
    """A linear system seen through m rows.

    matrices     [(power, matrix)]: what multiplies (i h w)^power; (n,) diagonal, (n, n) dense, or sparse
    rows         (m, n) B; held (m,) the springs k
    force        function (h, pulsation) -> (n,) complex amplitudes F_h
    elimination  what eliminates imposed unknowns, whose amplitudes (n,) `imposed(h, pulsation)` gives; or None
    """

    def __init__(self, matrices, rows: np.ndarray, held: np.ndarray, force: Callable, elimination: Elimination | None = None, imposed=None):
        self.rows, self.held = rows, held
        self._force, self._imposed, self._elimination = force, imposed, elimination
        self._matrices = [(power, _full(matrix)) for power, matrix in matrices]
        if elimination is not None:
            self._reduced = [(power, elimination.reduce_matrix(matrix)) for power, matrix in self._matrices]
            self._seen = np.array([elimination.reduce_vector(row) for row in rows]).reshape(len(rows), elimination.size)
        else:
            self._reduced, self._seen = self._matrices, rows
        sparse = any(issparse(matrix) for _, matrix in self._reduced)
        seen = csr_array(self._seen) if sparse else self._seen
        self._springs = seen.T @ csr_array(np.diag(held)) @ seen if sparse else seen.T @ (held[:, None] * seen)

    def at(self, pulsation: float, harmonics: int) -> Receptance:
        """The condensed harmonics 0 .. H; raises SingularMatrix where nothing limits a response."""
        parts = [self._harmonic(h, pulsation) for h in range(harmonics + 1)]
        return Receptance(*(np.array(part) for part in list(zip(*parts))[:4]), *(list(part) for part in list(zip(*parts))[4:]))

    def _harmonic(self, h, pulsation):
        matrix, slope = _dynamic(self._reduced, h, pulsation)
        solver = factorise(matrix + self._springs, symmetric=True)
        force, force_slope, imposed = self._loads(h, pulsation)
        columns = np.column_stack([force, self._seen.T])
        if h == 0:
            columns = columns.real
        elif not np.iscomplexobj(columns):
            columns = columns.astype(complex)
        solved = solver.solve(columns)
        x, y = solved[:, 0], solved[:, 1:]
        back = y.T
        flexibility, motion = self._seen @ y, self._seen @ x
        flexibility_slope, motion_slope = -back @ (slope @ y), back @ (force_slope - slope @ x)
        if self._elimination is not None:
            if imposed is not None:
                motion = motion + self.rows @ imposed
            whole = self._elimination.expand(x, 0.0 if imposed is None else imposed)
            y = np.column_stack([self._elimination.expand(column) for column in y.T]) if y.shape[1] else np.zeros((len(whole), 0))
            x = whole
        return flexibility, motion, flexibility_slope, motion_slope, x, y

    def _loads(self, h, pulsation):
        """(force, its derivative, imposed amplitudes or None) on the unknowns that remain."""
        here, there = (self._force(h, value) for value in (pulsation, pulsation * (1.0 + STEP)))
        imposed = None if self._imposed is None else self._imposed(h, pulsation)
        slope = (there - here) / (pulsation * STEP)
        if self._elimination is None:
            return here, slope, None
        if imposed is not None and imposed.any():
            matrix, matrix_slope = _dynamic(self._matrices, h, pulsation)
            further = self._imposed(h, pulsation * (1.0 + STEP))
            here = here - matrix @ imposed
            slope = slope - matrix_slope @ imposed - matrix @ (further - imposed) / (pulsation * STEP)
            # The springs act on the imposed part of the rows too.
            here = here - self.rows.T @ (self.held * (self.rows @ imposed))
        return *(self._elimination.reduce_vector(vector) for vector in (here, slope)), imposed


def _full(matrix):
    return np.diag(matrix) if matrix.ndim == 1 else matrix


def _dynamic(matrices, h, pulsation):
    """Z_h and its derivative with respect to the pulsation."""
    stiffness = next(matrix for power, matrix in matrices if power == 0)
    if h == 0:
        return stiffness.real, 0.0 * stiffness.real
    turned = 1j * h * pulsation
    value = sum(turned**power * matrix for power, matrix in matrices)
    slope = sum(1j * h * power * turned ** (power - 1) * matrix for power, matrix in matrices if power)
    return value, slope
