"""Counting modes without computing them: by the signs of a factorisation (Sturm), by the argument principle."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .eigen import negative_pivots
from .errors import ComputationFailed, SingularMatrix

SMALL = 300


def negatives(matrix) -> int:
    """How many eigenvalues of a symmetric matrix are negative; raises SingularMatrix when one nearly vanishes."""
    if matrix.shape[0] > SMALL and hasattr(matrix, "tocsc"):
        return negative_pivots(matrix)
    values = np.linalg.eigvalsh(matrix.toarray() if hasattr(matrix, "toarray") else matrix)
    if values.size and abs(values).min() < 1e-13 * abs(values).max():
        raise SingularMatrix("the count falls on an eigenvalue")
    return int(np.count_nonzero(values < 0.0))


def sturm(a, b, bound: float, floor: float, share: float, tries: int, outwards: float) -> tuple[int, float]:
    """(negatives of A - s B, s), s being `bound` moved away from eigenvalues.

    A bound within `floor` of zero goes to `floor` in the direction `outwards` (1 or -1) first; each move after that is
    `share` of the bound, doubled each time.
    """
    shift = outwards * floor if abs(bound) < floor else bound
    for _ in range(max(tries, 1)):
        try:
            return negatives(a - shift * b), shift
        except SingularMatrix:
            shift += outwards * max(floor, share * abs(shift))
            share *= 2.0
    raise ComputationFailed(f"there is an eigenvalue wherever the bound {bound:g} is moved: the modes cannot be counted")


def zeros_within(matrix_at: Callable[[complex], object], centre: complex, radius: float, points: int) -> int:
    """How many times det A(z) vanishes in a circle: the turns of its argument as z goes round once.

    Arcs are halved until the argument changes by less than a quarter turn over each.
    """
    place = lambda angle: centre + radius * np.exp(1j * angle)  # noqa: E731
    angles = 2.0 * np.pi * np.arange(points + 1) / points
    phases = [_phase(matrix_at(place(angle))) for angle in angles[:-1]]
    phases.append(phases[0])
    total = 0.0
    for i in range(points):
        total += _turn(matrix_at, place, angles[i], angles[i + 1], phases[i], phases[i + 1], 12)
    return round(total / (2.0 * np.pi))


def _turn(matrix_at, place, first, last, phase, end, depth):
    """The change of argument over an arc."""
    change = np.angle(np.exp(1j * (end - phase)))
    if depth == 0:
        return change
    middle = 0.5 * (first + last)
    half = _phase(matrix_at(place(middle)))
    parts = np.angle(np.exp(1j * (half - phase))), np.angle(np.exp(1j * (end - half)))
    if max(abs(part) for part in parts) < 0.5 * np.pi and abs(sum(parts) - change) < 1e-6:
        return change
    left = _turn(matrix_at, place, first, middle, phase, half, depth - 1)
    return left + _turn(matrix_at, place, middle, last, half, end, depth - 1)


def _phase(matrix):
    """The argument of the determinant."""
    if matrix.shape[0] <= SMALL or not hasattr(matrix, "tocsc"):
        sign, _ = np.linalg.slogdet(matrix.toarray() if hasattr(matrix, "toarray") else matrix)
        return float(np.angle(sign))
    from scipy.sparse.linalg import splu

    factors = splu(matrix.tocsc().astype(complex))
    phase = np.angle(factors.U.diagonal()).sum() + np.pi * (_odd(factors.perm_r) + _odd(factors.perm_c))
    return float(phase)


def _odd(permutation):
    """Whether a permutation is odd."""
    seen, odd = np.zeros(len(permutation), bool), 0
    for start in range(len(permutation)):
        length = 0
        while not seen[start]:
            seen[start], start, length = True, permutation[start], length + 1
        odd ^= length > 0 and length % 2 == 0
    return odd
