"""The equations that tell a combination of vectors best, one for each (empirical interpolation, Barrault and others 2004)."""

from __future__ import annotations

import numpy as np

from .errors import ComputationFailed


def interpolation_points(vectors: np.ndarray) -> np.ndarray:
    """(k,) equations of vectors (n, k): of each in turn, that where it is farthest from what those before interpolate.

    Raises ComputationFailed when a vector is a combination of those before at the equations chosen so far.
    """
    from scipy.linalg import LinAlgError, solve

    points: list[int] = []
    for number, vector in enumerate(vectors.T):
        left = vector
        if number:
            before = vectors[:, :number]
            try:
                left = vector - before @ solve(before[points], vector[points])
            except LinAlgError:
                raise ComputationFailed(f"vector {number + 1} of the basis follows from those before") from None
        points.append(len(left) - 1 - int(abs(left[::-1]).argmax()))
    return np.array(points)
