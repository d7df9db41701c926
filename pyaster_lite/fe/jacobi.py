"""Eigenvalues and vectors of small symmetric matrices, many at once, by Jacobi's rotations.

The vectors come with the signs, and in multiple eigenspaces with the directions, that code_aster's have (jacobi.F90): the
rotations are those of the generalised problem A v = l B v, here with B = 1 at the start, and are not normed on the way.
"""

from __future__ import annotations

import numpy as np

_ROUNDS, _VALUES, _COUPLING = 12, 1e-10, 1e-2


def eigen(matrices: np.ndarray, ordered: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Eigenvalues (n, m) in ascending order, and unit vectors (n, m, m) as columns, of symmetric matrices (n, m, m).

    ordered  False leaves them as the rotations do: each with the axis that it came from
    """
    n, m = matrices.shape[:2]
    a, b = matrices.astype(float).copy(), np.tile(np.eye(m), (n, 1, 1))
    vectors, active = b.copy(), np.ones(n, bool)
    values = np.einsum("nii->ni", a) / np.einsum("nii->ni", b)
    for count in range(1, _ROUNDS + 1):
        for j in range(m - 1):
            for k in range(j + 1, m):
                rows = np.flatnonzero(active & _coupled(a, b, j, k, (_COUPLING**count) ** 2))
                if rows.size:
                    _rotate(a, b, vectors, j, k, rows)
        new = np.einsum("nii->ni", a) / np.einsum("nii->ni", b)
        still = (abs(new - values) > abs(_VALUES * values)).any(axis=1)
        for j in range(m - 1):
            for k in range(j + 1, m):
                still |= a[:, j, k] ** 2 >= _VALUES**2 * abs(a[:, j, j] * a[:, k, k])
                still |= b[:, j, k] ** 2 >= _VALUES**2 * abs(b[:, j, j] * b[:, k, k])
        values, active = new, active & still
        if not active.any():
            break
    vectors = vectors / np.sqrt(abs(np.einsum("nii->ni", b)))[:, None]
    return _ascending(values.copy(), vectors) if ordered else (values, vectors)


def _coupled(a, b, j, k, share):
    first, second = a[:, j, k] ** 2, b[:, j, k] ** 2
    small = (first <= abs(a[:, j, j] * a[:, k, k]) * share) & (second <= abs(b[:, j, j] * b[:, k, k]) * share)
    return ~small & ~((first == 0.0) & (second == 0.0))


def _rotate(a, b, vectors, j, k, rows):
    """Make the couplings of j and k vanish in the given matrices."""
    ajj, ajk, akk = a[rows, j, j], a[rows, j, k], a[rows, k, k]
    bjj, bjk, bkk = b[rows, j, j], b[rows, j, k], b[rows, k, k]
    upper, lower, across = akk * bjk - bkk * ajk, ajj * bjk - bjj * ajk, ajj * bkk - akk * bjj
    under = (across**2 + 4.0 * upper * lower) / 4.0
    kept = under >= 0.0
    rows, ajj, ajk, akk, upper, lower, across = (x[kept] for x in (rows, ajj, ajk, akk, upper, lower, across))
    root = np.sqrt(under[kept])
    plus, minus = across / 2.0 + root, across / 2.0 - root
    share = np.where(abs(minus) > abs(plus), minus, plus)
    with np.errstate(divide="ignore", invalid="ignore"):
        ca = np.where(share == 0.0, 0.0, upper / share)
        cg = np.where(share == 0.0, -ajk / akk, -lower / share)
    for matrix in (a, b):
        diagonal = matrix[rows, j, j], matrix[rows, j, k], matrix[rows, k, k]
        for i in range(matrix.shape[1]):
            if i not in (j, k):
                first, second = matrix[rows, i, j], matrix[rows, i, k]
                matrix[rows, i, j] = matrix[rows, j, i] = first + cg * second
                matrix[rows, i, k] = matrix[rows, k, i] = second + ca * first
        matrix[rows, k, k] = diagonal[2] + 2.0 * ca * diagonal[1] + ca * ca * diagonal[0]
        matrix[rows, j, j] = diagonal[0] + 2.0 * cg * diagonal[1] + cg * cg * diagonal[2]
        matrix[rows, j, k] = matrix[rows, k, j] = 0.0
    first, second = vectors[rows, :, j], vectors[rows, :, k]
    vectors[rows, :, j] = first + cg[:, None] * second
    vectors[rows, :, k] = second + ca[:, None] * first


def _ascending(values, vectors):
    """Sorted by exchanges: each place takes the last of the smallest that are left."""
    n, m = values.shape
    every = np.arange(n)
    for i in range(m):
        chosen = m - 1 - np.argmin(values[:, i:][:, ::-1], axis=1)
        values[every, i], values[every, chosen] = values[every, chosen], values[every, i].copy()
        moved = vectors[every, :, i].copy()
        vectors[every, :, i] = vectors[every, :, chosen]
        vectors[every, :, chosen] = moved
    return values, vectors
