"""Unilateral contact with Coulomb friction at several points at once, solved exactly.

With W the compliance of the points, U = U0 + W P their relative motion under the forces P (velocities under impulses, or displacements
under forces), p and q the normal and tangential parts of P, un and ut those of U, at every point

    un >= 0,  p >= 0,  p un = 0        |q| <= mu p,  q = -mu p ut / |ut| where ut does not vanish

1.  with c the inverses of the diagonal of W, judge every point by  P - c U = (s, y):
        open  s <= 0;   sticking  |y| < mu s;   sliding otherwise, along  d = y / |y|
2.  solve the linear system that the judgements give,
        open  p = 0, q = 0;   touching  un = 0;   sticking  ut = 0
        sliding  q = mu p d + (mu s / |y|) (1 - d d^T) (q - c ut)
3.  until P changes no more (semismooth Newton; Alart and Curnier, 1991).
4.  Where this does not settle, sweep over the points one by one, each brought onto its own cone (nonlinear Gauss-Seidel; Jean, 1999),
    and start anew from there.

Of the many forces that hold a rigid body equally well, those nearest to the ones to start from are taken.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

COMPLIANT = 1e-13
"""A point whose compliance is below this share of the largest cannot be moved."""
SETTLED = 1e-11
"""Forces that miss the laws by less than this share of the largest meet them."""
NEARLY = 1e-9
"""So do, for want of better, those that miss them by less than this."""
AT_LIMIT = 1.0 - 1e-9
"""Friction above this share of its limit counts as sliding: rounding must not decide."""
MOST = 30
SWEEPS = 2000


class Unsettled(Exception):
    """No forces were found that meet the laws."""


@dataclass(frozen=True)
class Judgement:
    """touching (nl,), sliding (nl,), directions d (nt, nl) and the share mu s / |y| (nl,)."""

    touching: np.ndarray
    sliding: np.ndarray
    along: np.ndarray
    share: np.ndarray


def rub(compliance: np.ndarray, free: np.ndarray, friction: np.ndarray, forces: np.ndarray) -> tuple[np.ndarray, Judgement]:
    """Forces ((1 + nt) nl,), all normal ones before the tangential ones, and the judgement that they meet.

    compliance W and free motion U0 alike (nt = 0 without friction, 1 in the plane, 2 in space), friction mu (nl,), forces to start from.
    Raises Unsettled.
    """
    return Problem(compliance, friction).settle(free, forces)


class Problem:
    """What stays the same while the free motion changes."""

    def __init__(self, compliance: np.ndarray, friction: np.ndarray):
        self.compliance, self.friction = compliance, friction
        self.n, self.nt = len(friction), len(compliance) // max(len(friction), 1) - 1
        diagonal = np.diag(compliance).reshape(self.nt + 1, self.n)
        self.movable = diagonal[0] > COMPLIANT * diagonal.max(initial=0.0)
        self.normal_scale = 1.0 / np.where(self.movable, diagonal[0], 1.0)
        across = diagonal[1:].max(axis=0, initial=0.0)
        self.tangent_scale = 1.0 / np.where(across > 0.0, across, 1.0)
        self.scale = np.concatenate([self.normal_scale, np.tile(self.tangent_scale, self.nt)])
        self.free, self.size = np.zeros(len(compliance)), 0.0

    def settle(self, free: np.ndarray, forces: np.ndarray) -> tuple[np.ndarray, Judgement]:
        """As `rub`."""
        self.free, self.size = free, abs(self.scale * free).max(initial=0.0)
        found = self.newton(forces)
        if found is None:
            found = self.newton(self.sweep(forces))
        if found is None:
            raise Unsettled("the points in contact do not settle between open, sticking and sliding")
        return found

    def judge(self, forces):
        """Step 1, and how far the forces are from meeting it."""
        n = self.n
        tried = forces - self.scale * (self.free + self.compliance @ forces)
        pressed, y = tried[:n], tried[n:].reshape(self.nt, n)
        touching = self.movable & (pressed > 0.0)
        limit = self.friction * np.where(touching, pressed, 0.0)
        pull = np.sqrt((y * y).sum(axis=0))
        sliding = touching & (pull >= AT_LIMIT * limit) & (self.nt > 0)
        inverse = 1.0 / np.where(pull > 0.0, pull, 1.0)
        share = np.minimum(limit * inverse, 1.0)
        wanted = np.empty((self.nt + 1, n))
        wanted[0] = np.where(touching, pressed, 0.0)
        wanted[1:] = y * np.where(sliding, share, touching)
        return Judgement(touching, sliding, y * inverse, share), abs(wanted.ravel() - forces).max(initial=0.0)

    def newton(self, forces):
        """Steps 1 to 3; None when they do not settle."""
        best, least = None, NEARLY
        for done in range(MOST):
            judged, missing = self.judge(forces)
            missing /= max(self.size, abs(forces).max(initial=0.0)) or 1.0
            if done and missing <= SETTLED:
                return forces, judged
            if done and missing <= least:
                best, least = (forces, judged), missing
            forces = self.solve(judged, forces)
        return best

    def solve(self, judged, forces):
        """Step 2; `forces` are the ones to stay near to."""
        from scipy.linalg import lstsq

        n, nt, touching, sliding = self.n, self.nt, judged.touching, judged.sliding
        tangent = np.tile(touching & ~sliding, nt)
        held = np.concatenate([touching, tangent])
        matrix = np.where(held[:, None], self.scale[:, None] * self.compliance, np.eye(len(held)))
        right = np.where(held, -self.scale * self.free, 0.0)
        for i in np.flatnonzero(sliding):
            rows = n * np.arange(1, nt + 1) + i
            d = judged.along[:, i]
            matrix[rows, i] -= self.friction[i] * d
            if nt > 1:
                turn = judged.share[i] * (np.eye(nt) - np.outer(d, d))
                matrix[np.ix_(rows, rows)] -= turn
                matrix[rows] += turn @ (self.scale[rows, None] * self.compliance[rows])
                right[rows] -= turn @ (self.scale[rows] * self.free[rows])
        return forces + lstsq(matrix, right - matrix @ forces, cond=COMPLIANT, lapack_driver="gelsy", check_finite=False)[0]

    def sweep(self, forces):
        """Step 4."""
        forces = forces.copy()
        places = [np.arange(i, len(forces), self.n) for i in np.flatnonzero(self.movable)]
        steps = [0.9 / np.linalg.eigvalsh(self.compliance[np.ix_(place, place)])[-1] for place in places]
        for _ in range(SWEEPS):
            before = forces.copy()
            for place, step in zip(places, steps):
                tried = forces[place] - step * (self.free[place] + self.compliance[place] @ forces)
                limit = self.friction[place[0]] * max(tried[0], 0.0)
                pull = np.linalg.norm(tried[1:])
                forces[place[0]] = max(tried[0], 0.0)
                forces[place[1:]] = tried[1:] * (limit / pull if pull > limit else 1.0)
            if abs(forces - before).max() <= 1e-9 * max(self.size, abs(forces).max()):
                break
        return forces
