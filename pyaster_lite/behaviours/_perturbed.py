"""Newton's method with a matrix by centred differences, as MFront's NewtonRaphson_NumericalJacobian has it: from zero, to a mean residual.

The first iterates of viscous laws start where the rate of flow has no slope: the width of the differences then is what they show.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import LawFailed


def perturbed_newton(residual, shape, precision: float, tries: int, width: float):
    """y (..., m) of this shape with |f(y)| < precision m, and the matrix there (..., m, m).

    residual  f of y (k, ..., m), k trials of all points at once;  width  of the differences, each side
    Raises LawFailed where a point is not there after `tries` iterations.
    """
    y, m = np.zeros(shape), shape[-1]
    aside = np.concatenate([np.zeros((1, m)), width * np.eye(m), -width * np.eye(m)]).reshape(2 * m + 1, *(1,) * (len(shape) - 1), m)
    done = np.zeros(shape[:-1], bool)
    for _ in range(tries):
        found = residual(y + aside)
        f, matrix = found[0], np.moveaxis((found[1 : m + 1] - found[m + 1 :]) / (2.0 * width), 0, -1)
        done |= np.sqrt((f * f).sum(axis=-1)) / m < precision
        if done.all():
            return y, matrix
        matrix[done], f[done] = np.eye(m), 0.0
        if not (np.isfinite(matrix).all() and np.isfinite(f).all()):
            break
        try:
            y = y - np.linalg.solve(matrix, f[..., None])[..., 0]
        except np.linalg.LinAlgError:
            break
    raise LawFailed(f"local equations are not met after {tries} iterations")
