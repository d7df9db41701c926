"""Fields found again from what is known of them in places (Everson and Sirovich 1995)."""

from __future__ import annotations

import numpy as np

from .errors import ComputationFailed


def recovered(vectors: np.ndarray, known: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(k,) the coordinates on vectors (n, k) of a field that is known at some equations.

    known   (m,) the equations;  values (m,) what the field is there
    Raises ComputationFailed when these places do not tell the vectors apart.
    """
    from scipy.linalg import LinAlgError, solve

    own = vectors[known]
    try:
        return solve(own.T @ own, own.T @ values, assume_a="sym")
    except LinAlgError:
        raise ComputationFailed("what is known of the fields does not tell the vectors of the basis apart") from None
