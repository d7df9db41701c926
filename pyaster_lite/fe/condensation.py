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
from .errors import SingularMatrix

DENSE = 300
"""Systems of at most this many unknowns are solved as full matrices, all harmonics at once."""
VANISHING = 1e-14
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

    `seen` (m, unknowns that remain) is B without the imposed ones.
    """

    def __init__(self, matrices, rows: np.ndarray, held: np.ndarray, force: Callable, elimination: Elimination | None = None, imposed=None):
        self.rows, self.held = rows, held
        self._force, self._imposed, self._elimination = force, imposed, elimination
        self._matrices = [(power, _full(matrix)) for power, matrix in matrices]
        if elimination is not None:
            self._reduced = [(power, elimination.reduce_matrix(matrix)) for power, matrix in self._matrices]
            self.seen = np.array([elimination.reduce_vector(row) for row in rows]).reshape(len(rows), elimination.size)
        else:
            self._reduced, self.seen = self._matrices, rows
        size = self.seen.shape[1]
        sparse = size > DENSE and any(issparse(matrix) for _, matrix in self._reduced)
        if not sparse:
            self._reduced = [(power, matrix.toarray() if issparse(matrix) else matrix) for power, matrix in self._reduced]
        seen = csr_array(self.seen) if sparse else self.seen
        self._springs = seen.T @ csr_array(np.diag(held)) @ seen if sparse else seen.T @ (held[:, None] * seen)
        self._sparse = sparse

    def at(self, pulsation: float, harmonics: int) -> Receptance:
        """The condensed harmonics 0 .. H; raises SingularMatrix where nothing limits a response."""
        orders = range(harmonics + 1)
        matrices = [_dynamic(self._reduced, h, pulsation) for h in orders]
        loads = [self._loads(h, pulsation) for h in orders]
        columns = [np.column_stack([force, self.seen.T]) for force, _, _ in loads]
        whole = [matrix + self._springs for matrix, _ in matrices]
        if self._sparse:
            columns[0] = columns[0].real
            solved = [factorise(matrix, symmetric=True).solve(column) for matrix, column in zip(whole, columns)]
        else:
            solved = _solved(np.array(whole), np.array(columns))
        parts = [self._condensed(*part) for part in zip(solved, (slope for _, slope in matrices), loads)]
        kinds = list(zip(*parts))
        return Receptance(*(np.array(kind) for kind in kinds[:4]), *(list(kind) for kind in kinds[4:]))

    def _condensed(self, solved, slope, load):
        """(A_h, p_h, their derivatives, x_h and Y on all unknowns): steps 2 and 4."""
        _, force_slope, imposed = load
        x, y = solved[:, 0], solved[:, 1:]
        flexibility, motion = self.seen @ y, self.seen @ x
        flexibility_slope, motion_slope = -y.T @ (slope @ y), y.T @ (force_slope - slope @ x)
        if self._elimination is None:
            return flexibility, motion, flexibility_slope, motion_slope, x, y
        if imposed.any():
            motion = motion + self.rows @ imposed
        spread = [self._elimination.expand(column) for column in y.T]
        return flexibility, motion, flexibility_slope, motion_slope, self._elimination.expand(x, imposed), np.column_stack(spread)

    def _loads(self, h, pulsation):
        """(force, its derivative, imposed amplitudes or None) on the unknowns that remain."""
        here, there = (self._force(h, value) for value in (pulsation, pulsation * (1.0 + STEP)))
        slope = (there - here) / (pulsation * STEP)
        if self._elimination is None:
            return here, slope, None
        imposed = self._imposed(h, pulsation)
        if imposed.any():
            matrix, matrix_slope = _dynamic(self._matrices, h, pulsation)
            further = self._imposed(h, pulsation * (1.0 + STEP))
            # The springs act on the imposed part of the rows too.
            here = here - matrix @ imposed - self.rows.T @ (self.held * (self.rows @ imposed))
            slope = slope - matrix_slope @ imposed - matrix @ (further - imposed) / (pulsation * STEP)
        return *(self._elimination.reduce_vector(vector) for vector in (here, slope)), imposed


def _solved(matrices, columns):
    """(H + 1, n, k) solutions of dense systems; raises SingularMatrix."""
    if not matrices.shape[1]:
        return columns
    try:
        found = np.linalg.solve(matrices, columns)
    except np.linalg.LinAlgError:
        raise SingularMatrix("the dynamic stiffness of a harmonic is singular") from None
    sizes = (abs(part).max(axis=(1, 2)) for part in (matrices, found, columns))
    largest, answer, given = sizes
    if not np.isfinite(answer).all() or (VANISHING * largest * answer > given).any():
        raise SingularMatrix("the dynamic stiffness of a harmonic is singular")
    return found


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
