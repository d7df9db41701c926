"""Reduced bases by a greedy search over drawn parameters (r5.01.05).

A(p) = sum a_i(p) A_i and f(p) = sum b_j(p) f_j, phi the vectors of the basis. First A u = f for given parameters; then, as long as
vectors are wanted, for each of the parameters drawn for this turn

    1.  G q = phi^H f,  G_mi = phi_m^H A phi_i for i <= m, and its conjugate on the other side
    2.  r = |f - A phi q| / |f|

and the parameters of the largest r give the next solution u. A solution is normed, and made orthogonal to the vectors before it if
wanted; with `parts` each part of the unknowns makes a vector of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from .algebra import factorise

ENOUGH = 0.717
"""A vector that keeps this share of its length is orthogonal to the others as well as rounding lets it be."""


def greedy_basis(
    matrices: Sequence,
    forces: Sequence[np.ndarray],
    drawn: Callable[[int], list],
    turns: int,
    tolerance: float,
    orthogonal: bool = False,
    parts: Sequence[np.ndarray] | None = None,
) -> np.ndarray:
    """(n, k) the vectors of at most `turns` solutions.

    drawn  turn -> [(coefficients of the matrices, coefficients of the forces), ...], a single pair for turn 0
    parts  masks (n,) of the parts of the unknowns
    Raises SingularMatrix.
    """
    vectors: list[np.ndarray] = []
    given = drawn(0)[0]
    for turn in range(1, turns + 1):
        solution = factorise(_summed(matrices, given[0])).solve(np.asarray(_summed(forces, given[1]), complex))
        pieces = [_normed(np.where(part, solution, 0.0)) for part in (parts if parts is not None else (np.ones(len(solution), bool),))]
        before = np.array(vectors).T if vectors else np.zeros((len(solution), 0))
        vectors += [_freed(piece, before) if orthogonal and vectors else piece for piece in pieces]
        if turn == turns:
            break
        basis = np.array(vectors).T
        images = [matrix @ basis for matrix in matrices]
        choices = drawn(turn)
        left = np.array([_residual(basis, images, forces, *choice) for choice in choices])
        largest = len(left) - 1 - int(left[::-1].argmax())
        if left[largest] <= tolerance:
            break
        given = choices[largest]
    return np.array(vectors).T


def _summed(terms, factors):
    return sum((factor * term for factor, term in zip(factors[1:], terms[1:])), factors[0] * terms[0])


def _normed(vector):
    length = np.linalg.norm(vector)
    return vector / length if length > 0.0 else vector


def _freed(vector, basis):
    """Less its part along a basis, once more where little of it is left; as it was where that does not help either."""
    once = vector - basis @ (basis.conj().T @ vector)
    if np.linalg.norm(once) > ENOUGH * np.linalg.norm(vector):
        return _normed(once)
    twice = once - basis @ (basis.conj().T @ once)
    return _normed(twice) if np.linalg.norm(twice) > ENOUGH * np.linalg.norm(once) else vector


def _residual(basis, images, forces, of_matrices, of_forces):
    force = _summed(forces, of_forces)
    matrix = sum(factor * _hermitian(basis.conj().T @ image) for factor, image in zip(of_matrices, images))
    coordinates = np.linalg.solve(matrix, basis.conj().T @ force)
    return np.linalg.norm(force - _summed(images, of_matrices) @ coordinates) / np.linalg.norm(force)


def _hermitian(matrix):
    lower = np.tril(matrix)
    return lower + np.tril(matrix, -1).conj().T
