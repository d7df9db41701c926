"""Substructures put side by side: how they stand in space, and the motions in which their interfaces stay together."""

from __future__ import annotations

import numpy as np

DEPENDENT = 1e-12
"""Pivots below this part of the first one belong to conditions that follow from others."""
FALL, NOTHING = 1e-5, 2.3e-16
"""Where conditions are taken as they stand, so do a pivot below this part of the one before it, and all after; and what counts as zero."""
NO_MOTION = 1e-10
"""Rigid motions that move the leaders less than this (singular values) are not followed."""


def placed(angles) -> np.ndarray:
    """(3, 3): the rotation about Z, then about the new Y and X, by nautical angles (degrees), as in code_aster's substructuring.

    It takes components in the axes of a substructure to those of the whole.
    """
    about_z, about_y, about_x = _turns(angles)
    return about_z @ about_y @ about_x


def shown(angles) -> np.ndarray:
    """(3, 3): the same three turns the other way round, as code_aster shows responses in time and frequency on a skeleton (retrgl)."""
    about_z, about_y, about_x = _turns(angles)
    return about_x @ about_y @ about_z


def _turns(angles):
    a, b, c = np.radians(angles)
    about_z = np.array([[np.cos(a), -np.sin(a), 0.0], [np.sin(a), np.cos(a), 0.0], [0.0, 0.0, 1.0]])
    about_y = np.array([[np.cos(b), 0.0, np.sin(b)], [0.0, 1.0, 0.0], [-np.sin(b), 0.0, np.cos(b)]])
    about_x = np.array([[1.0, 0.0, 0.0], [0.0, np.cos(c), -np.sin(c)], [0.0, np.sin(c), np.cos(c)]])
    return about_z, about_y, about_x


class CompatibleMotions:
    """The coordinates q that satisfy C q = 0, as q = T z: what remains of substructures once they are linked.

    conditions  C (m, n), dense; conditions that follow from others count for nothing
    plain       whether those are told as code_aster's elimination does (indlia), by conditions and coordinates of any size, so that of
                many that nearly follow from others some are lost; all are brought to one size first else
    transform   T (n, n - rank)
    """

    def __init__(self, conditions: np.ndarray, plain: bool = False):
        from scipy.linalg import qr

        self.conditions, self.plain = conditions, plain
        size = conditions.shape[1]
        if plain:
            lengths, scaled = np.ones(size), np.where(abs(conditions) > NOTHING, conditions, 0.0)
        else:
            lengths = np.linalg.norm(conditions, axis=0)
            lengths = np.where(lengths > 0.0, lengths, 1.0)
            rows = np.linalg.norm(conditions, axis=1)
            scaled = conditions / lengths / np.where(rows > 0.0, rows, 1.0)[:, None]
        basis, triangle, _ = qr(scaled.T, pivoting=True)
        pivots = abs(np.diag(triangle))
        rank = int(np.count_nonzero(pivots > DEPENDENT * pivots.max(initial=0.0))) if pivots.size else 0
        if plain:
            falls = np.flatnonzero(pivots[1:rank] < FALL * pivots[: max(rank - 1, 0)])
            rank = int(falls[0]) + 1 if len(falls) else rank
        self.transform = basis[:, rank:] / lengths[:, None] if rank else np.eye(size)

    @property
    def size(self) -> int:
        """The number of coordinates that remain."""
        return self.transform.shape[1]

    def reduce_matrix(self, matrix: np.ndarray) -> np.ndarray:
        """T^T A T."""
        return self.transform.T @ (matrix @ self.transform)

    def coordinates(self, values: np.ndarray) -> np.ndarray:
        """(n - rank,) z of the motion nearest to q (n,), which is q itself where it satisfies the conditions."""
        return np.linalg.lstsq(self.transform, values, rcond=None)[0]


class HeldMotions:
    """All coordinates q and two multipliers l, l' for each condition C q = 0, as code_aster marches them (ajlagr, dtmacce).

    With k the largest term of the stiffness K once it holds the conditions, of which the largest is as large as that of K,

        M q'' + D q' + K q + C^T (r + r') = f,    s = C q - (l - l'),    s'' / k + d s' + s = 0,    r = l'' / k + d l' + l

    d being the largest term of D over k: the multipliers swing by themselves about what holds the conditions, which hold from the start
    on. They change what an adaptive scheme takes for its error, not the motion.

    mass, stiffness, damping  (n + 2 m, n + 2 m);  transform (n, n + 2 m), of q
    """

    def __init__(self, conditions: np.ndarray, mass: np.ndarray, stiffness: np.ndarray, damping: np.ndarray, damped: bool):
        m, n = conditions.shape
        size = n + 2 * m
        scale = abs(stiffness).max() / max(abs(conditions).max(), 1.0)
        ties = np.zeros((size, size))
        ties[n : n + m, :n] = ties[n + m :, :n] = scale * conditions
        ties += ties.T
        ties[n:, n:] = scale * np.kron([[-1.0, 1.0], [1.0, -1.0]], np.eye(m))
        self.transform = np.eye(n, size)
        self.stiffness = self._spread(stiffness) + ties
        largest = self.stiffness.max()
        self.mass = self._spread(mass) + ties / largest
        self.damping = self._spread(damping) + (damping.max() / largest if damped else 0.0) * ties

    def _spread(self, matrix):
        return self.transform.T @ matrix @ self.transform

    def coordinates(self, values: np.ndarray) -> np.ndarray:
        """(n + 2 m,) those of q (n,), with multipliers that start from nothing."""
        return self.transform.T @ values


def mates(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, float]:
    """For each point of `first` (k, 3) the nearest of `second` (k, 3), and the greatest distance between the two of a pair."""
    from scipy.spatial import cKDTree

    distances, nearest = cKDTree(second).query(first)
    return nearest, float(distances.max(initial=0.0))


def following_rigidly(points: np.ndarray, leaders: np.ndarray, held: np.ndarray, count: int) -> np.ndarray:
    """(6 n, 6 m): the motion (DX ... DRZ) of points (n, 3) that follow the best rigid motion of their nearest leaders (m, 3).

    held (m, 6) the unknowns that the leaders carry; `count` of them lead a point
    """
    result = np.zeros((6 * len(points), 6 * len(leaders)))
    every = np.arange(6)
    for i, point in enumerate(points):
        near = np.argsort(((leaders - point) ** 2).sum(axis=1), kind="stable")[:count]
        x, y, z = (leaders[near] - point).T
        rigid = np.zeros((len(near), 6, 6))
        rigid[:, every, every] = held[near]
        rigid[:, 0, 4], rigid[:, 0, 5] = z, -y
        rigid[:, 1, 3], rigid[:, 1, 5] = -z, x
        rigid[:, 2, 3], rigid[:, 2, 4] = y, -x
        left, sizes, right = np.linalg.svd(rigid.reshape(-1, 6), full_matrices=False)
        inverse = np.divide(1.0, sizes, out=np.zeros_like(sizes), where=sizes > NO_MOTION)
        columns = (6 * near[:, None] + every).ravel()
        result[6 * i : 6 * i + 6, columns] = (right.T * inverse) @ left.T
    return result
