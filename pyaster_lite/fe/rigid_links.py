"""Rigid bodies that turn as far as they like: the distances between few points of each stay, by multipliers (u4.44.01, LIAISON_SOLIDE).

For the points a and b of a pair, with d = x_b - x_a before the motion and r = d + u_b - u_a,

    g = r.r - d.d = 0,   its rate B by u: -2 r at a, 2 r at b;   the force of the multipliers l is B^T l

As code_aster has it (solide_tran_maj), the iterations know B where they are but not how it changes: corrections meet g + B x = 0, and the
balance of what they reach is that of the new B with the multipliers found. It follows the protocol fe.newton.CoupledContact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .bordered import Border, solve
from .surface_contact import SurfaceContact


@dataclass
class Pairs:
    """Pairs of points: equations (np, 2, d) of their displacements, and d (np, d) between them."""

    equations: np.ndarray
    apart: np.ndarray

    def between(self, u):
        """r (np, d)."""
        return self.apart + u[self.equations[:, 1]] - u[self.equations[:, 0]]


class RigidLinks(SurfaceContact):
    """The pairs of all bodies; multipliers (np,)."""

    weighs = True
    """Whether their forces count among those that residuals are compared with."""

    def __init__(self, bodies: list[Pairs]):
        self.bodies = bodies
        self.equations = np.unique(np.concatenate([body.equations.ravel() for body in bodies]))
        self._places = [np.searchsorted(self.equations, body.equations) for body in bodies]
        count = sum(len(body.apart) for body in bodies)
        self.multipliers, self._left = np.zeros(count), np.zeros(count)
        self._acting = self._left_force = self.balanced_force = np.zeros(len(self.equations))
        self._target = -np.inf

    def begin(self, t):
        """A step (or another attempt at it) towards t starts."""
        if t > self._target and np.isfinite(self._target):
            self._left, self._left_force = self.multipliers.copy(), self._acting
        self._target = t
        self.multipliers = self._left.copy()

    def _laws(self, u):
        """g (np,) and B (np, m)."""
        gaps, rates, first = [], np.zeros((len(self.multipliers), len(self.equations))), 0
        for body, places in zip(self.bodies, self._places):
            r = body.between(u)
            gaps.append((r * r).sum(axis=1) - (body.apart**2).sum(axis=1))
            rows = first + np.arange(len(r))
            for end, sign in ((0, -2.0), (1, 2.0)):
                np.add.at(rates, (rows[:, None], places[:, end]), sign * r)
            first += len(r)
        return np.concatenate(gaps), rates

    def solve(self, matrix, unbalanced, jump, u, increment):
        """(n,) the correction of displacements u, and the multipliers whole."""
        g, rates = self._laws(u)
        m, q = len(self.equations), len(g)
        border = Border(
            self.equations, np.zeros(m), g, np.zeros((m, m)), rates.T.copy(), rates.copy(), np.zeros((q, q)), np.zeros(q, bool)
        )
        x, self.multipliers, self.balanced_force = solve(matrix, unbalanced, jump, border)
        return x

    def wait(self, u, increment):
        """The structure is moved by something else than a balance; multipliers stay."""

    def move(self, u, increment):
        """The structure has moved to u."""
        self._acting = self._laws(u)[1].T @ self.multipliers

    def judged(self, u, increment) -> bool:
        """Whether they may stay as they are: always."""
        return True
