"""Bases of few vectors that tell what many vectors have in common: proper orthogonal decomposition (r5.01.05).

whole        the singular vectors of the vectors q = V S W^T, those whose singular value is a share of the largest
one by one   the vectors are made orthogonal in turn, what adds less than a share to those before being left out; the singular
             vectors of their coordinates make the basis
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Basis:
    """Orthonormal `vectors` (n, k), their singular values (k,), and the coordinates (k, m) of the vectors they come from."""

    vectors: np.ndarray
    values: np.ndarray
    coordinates: np.ndarray


def _singular(q, share, most):
    """Left singular vectors and values, the first `most` of them, or those above a share of the largest one."""
    from scipy.linalg import svd

    vectors, values, _ = svd(q, full_matrices=False, lapack_driver="gesvd")
    count = min(most, len(values)) if most else int((values >= share * values[0]).sum())
    return vectors[:, :count], values[:count]


def decomposed(q: np.ndarray, share: float, most: int | None) -> Basis:
    """Of vectors (n, m) at once."""
    vectors, values = _singular(q, share, most)
    return Basis(vectors, values, vectors.T @ q)


def grown(q: np.ndarray, new: float, share: float, most: int | None, before: Basis | None = None) -> Basis:
    """Of vectors (n, m) one by one, from a basis that is there before; `new` is the share that a vector must add."""
    if before is None:
        size = np.linalg.norm(q[:, 0]) or 1e-16 * np.sqrt(len(q))
        axes, columns, rest = [q[:, 0] / size], [np.array([size])], q[:, 1:]
    else:
        axes, columns, rest = list(before.vectors.T), list(before.coordinates.T), q
    for vector in rest.T:
        size = np.linalg.norm(vector)
        if size <= np.finfo(float).eps:
            columns.append(np.zeros(len(axes)))
            continue
        own = _along(np.array(axes).T, vector)
        left = vector - np.array(axes).T @ own
        if np.linalg.norm(left) / size >= new:
            own = np.append(own, np.linalg.norm(left))
            axes.append(left / own[-1])
        columns.append(own)
    known = np.zeros((len(axes), len(columns)))
    for i, column in enumerate(columns):
        known[: len(column), i] = column
    turn, values = _singular(known, share, most)
    return Basis(np.array(axes).T @ turn, values, turn.T @ known)


def _along(axes, vector):
    """The coordinates of a vector; an axis that is zero has none."""
    from scipy.linalg import lu_factor, lu_solve

    own = axes.T @ vector
    product = axes.T @ axes
    if (np.diagonal(product) == 0.0).any():
        return own
    return lu_solve(lu_factor(product), own)
