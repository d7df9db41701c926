"""Orthonormal families of vectors in the metric of a matrix."""

from __future__ import annotations

import numpy as np

ENOUGH_LEFT = 0.717
"""What must be left of the norm of a vector once a part is taken away, lest it be taken away again (Kahan and Parlett)."""
LEAST = np.finfo(float).tiny ** (2.0 / 3.0)
SAME_DIRECTION = 1e-8


def orthonormal(vectors: np.ndarray, matrix) -> np.ndarray:
    """Vectors (n, k) made orthonormal one after the other for the scalar product x^T A y, A (n, n) symmetric.

    Gram and Schmidt with the second pass of Kahan and Parlett; a vector that depends on those before it comes out as zero.
    Source: r5.01.01 (reorthogonalisation).
    """
    done = np.array(vectors, float)
    for i in range(done.shape[1]):
        vector = done[:, i]
        for j in range(i):
            vector = _without(vector, done[:, j], matrix)
        done[:, i] = vector / max(LEAST, np.sqrt(abs(vector @ (matrix @ vector))))
    return done


def _without(vector, unit, matrix):
    """`vector` without its part along `unit`, of length one; zero when nothing else is in it."""
    product = matrix @ vector
    before = vector @ product
    for again in (True, False):
        vector = vector - (unit @ product) * unit
        product = matrix @ vector
        left = vector @ product
        if np.sqrt(abs(left)) > ENOUGH_LEFT * np.sqrt(abs(before)) - LEAST:
            return vector / max(LEAST, np.sqrt(abs(left)))
        if again:
            before = left
    return np.zeros_like(vector)


def independent(vectors: np.ndarray, matrix) -> np.ndarray:
    """(k,) True for those vectors (n, k) that are not zero and not along one before them."""
    products = vectors.T @ (matrix @ vectors)
    norms = np.sqrt(np.abs(np.diag(products)))
    kept = norms > 1e-16
    scale = np.where(kept, norms, 1.0)
    cosines = np.abs(products / np.outer(scale, scale))
    for i in range(len(kept)):
        if kept[i]:
            kept[i + 1 :] &= cosines[i, i + 1 :] <= SAME_DIRECTION
    return kept
