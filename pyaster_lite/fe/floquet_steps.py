"""Stability of a periodic response with contacts in space: Floquet multipliers of the motion beside it, from instant to instant.

A small departure y of M y'' + C y' + K y + B^T r = 0 goes from one instant to the next by the trapezoidal rule, together with those of
the tangential forces T, as fe.spatial_contact steps them (' is the instant before, h the time between two of them, v the velocity):

    1.  T = A T' + P B y + P' B y'
    2.  r = -(G B y + Q T)
    3.  y = y' + h/2 (v + v'),  M (v - v') + h/2 (C (v + v') + K (y + y') + B^T (r + r')) = 0

The monodromy matrix is what a period makes of (y, v, T). A contact that sticks all the time keeps any T: its T is that of y alone. A
component of T that no motion changes is no part of the state. The error is O(h^2) as long as the states stay, O(h) with events;
fe.floquet is exact where it applies.
Source: Nayfeh & Balachandran 1995, section 7.1; Krack & Gross 2019, section 3.7.
"""

from __future__ import annotations

from math import pi

import numpy as np

from .periodic_contact import STICK
from .spatial_contact import SpatialCycle

UNMOVED = 1e-12
"""The share of the largest change of T below which a component of T is not moved at all."""


class SteppedVariation:
    """The motion beside periodic responses of a system M, C, K (n, n), with c contacts in space whose rows are (c, 3, n)."""

    def __init__(self, mass, damping, stiffness, rows: np.ndarray):
        self.mass, self.damping, self.stiffness, self.rows = mass, damping, stiffness, rows

    def multipliers(self, pulsation: float, cycle: SpatialCycle) -> np.ndarray:
        """The Floquet multipliers, largest modulus first."""
        n, steps, c = len(self.mass), cycle.steps, len(self.rows)
        count = len(steps.by_pull)
        h = 2.0 * pi / pulsation / count
        moved = abs(steps.by_here @ self.rows).max(axis=(0, 3), initial=0.0).ravel()
        free = np.repeat(~(cycle.state == STICK).all(axis=1), 2) & (moved > UNMOVED * moved.max())
        state = np.eye(2 * n + 2 * c)[:, np.append(np.ones(2 * n, bool), free)]
        state[2 * n :][~free, :n] = self._seen(steps.by_here[-1])[~free]

        y, v, pull = state[:n], state[n : 2 * n], state[2 * n :]
        force = self._force(steps, -1, y, pull)
        left, right = 2.0 / h * self.mass + self.damping, 0.5 * h * self.stiffness
        for t in range(count):
            here, before = self._seen(steps.by_here[t]), self._seen(steps.by_before[t])
            carried = _times(steps.by_pull[t], pull) + before @ y
            own, pulled = self._response(steps, t)
            known = (left - right) @ y + 2.0 * self.mass @ v - 0.5 * h * (force + pulled @ carried)
            following = np.linalg.solve(left + right + 0.5 * h * (own + pulled @ here), known)
            v = 2.0 / h * (following - y) - v
            y, pull = following, carried + here @ following
            force = own @ y + pulled @ pull
        values = np.linalg.eigvals(np.concatenate((y, v, pull[free])))
        return values[np.argsort(-abs(values))]

    def _seen(self, matrices):
        """(2c, n) of matrices (c, 2, 3) before the rows."""
        return (matrices @ self.rows).reshape(-1, self.rows.shape[2])

    def _response(self, steps, t):
        """(n, n) and (n, 2c): B^T r of y and of T."""
        c, _, n = self.rows.shape
        by_place = -(steps.place[t] @ self.rows).reshape(3 * c, n)
        by_pull = -np.einsum("cin,cia->nca", self.rows, steps.pull[t]).reshape(n, 2 * c)
        return self.rows.reshape(3 * c, n).T @ by_place, by_pull

    def _force(self, steps, t, y, pull):
        own, pulled = self._response(steps, t)
        return own @ y + pulled @ pull


def _times(matrices, pull):
    """(2c, k) of matrices (c, 2, 2) and pulls (2c, k)."""
    return (matrices @ pull.reshape(len(matrices), 2, -1)).reshape(pull.shape)
