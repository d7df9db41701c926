"""Velocities and accelerations of nodes whose rotations are large, over the iterations of one step (r5.03.40, section 5; ndgrot).

With R_, R and R' the rotations at the start of the step, at an iterate and at the one before it, phi the vector of R R_^T (of the
step's rotation so far), and cv, ca what one unit of the unknown adds to velocities and accelerations, the angular velocity w and its
rate w' are

    w = R R'^T w_before + cv R R_^T (phi - phi_before),    w' = R R'^T w'_before + ca R R_^T (phi - phi_before)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .finite_rotation import composed, rotation_matrix


@dataclass(frozen=True)
class TurningMotion:
    """Where the iterations of a step stand: vectors (..., n) of every unknown.

    start             the displacements where the step starts
    u, v, a           the iterate;  before  those of the iterate before
    rates             what one unit of the unknown adds to v and a
    """

    start: np.ndarray
    u: np.ndarray
    v: np.ndarray
    a: np.ndarray
    before: tuple[np.ndarray, np.ndarray, np.ndarray]
    rates: tuple[float, float]

    def at(self, equations) -> TurningMotion:
        """That of some of the unknowns."""
        before = tuple(own[equations] for own in self.before)
        return TurningMotion(*(own[equations] for own in (self.start, self.u, self.v, self.a)), before, self.rates)

    def moved(self, turning: np.ndarray, u: np.ndarray, v: np.ndarray, a: np.ndarray) -> TurningMotion:
        """The next iterate: v and a (n,) are right but at the rotations, equations `turning` (k, 3), where they are those meant here."""
        v, a = v.copy(), a.copy()
        start, last, now = (rotation_matrix(own[turning]) for own in (self.start, self.u, u))
        change = _step_turn(self.start, u, turning) - _step_turn(self.start, self.u, turning)
        since = _turned(now, start, change)
        v[turning] = _turned(now, last, self.v[turning]) + self.rates[0] * since
        a[turning] = _turned(now, last, self.a[turning]) + self.rates[1] * since
        return replace(self, u=u, v=v, a=a, before=(self.u, self.v, self.a))


def _step_turn(start, u, turning):
    """(k, 3) the vector of the rotation since the step started."""
    return composed(-start[turning], u[turning])


def _turned(now, then, vectors):
    """(k, 3) R_now R_then^T vectors."""
    return np.einsum("kij,klj,kl->ki", now, then, vectors)
