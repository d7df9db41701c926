"""Stresses that a law gives by principal values, in the axes of an elastic trial."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.large_strain import mandel
from pyaster_lite.fe.tensors import outer

CLOSE = 1e-6
"""Principal values so close, beside the largest, that they are one."""


def turned(x, f, rate, axes, n):
    """(..., n, n) the derivative by the trial of the stress of values f (..., 3) in its axes (..., 3, 3), columns.

    With x the trial's values and A = df/dx the `rate`, t_ij = (f_i - f_j)/(x_i - x_j), A_ii - A_ij where values meet:
    sum of A_ij n_i n_i : n_j n_j + sum over i < j of t_ij (n_i n_j + n_j n_i)/sqrt 2 twice.
    """
    units = [mandel(outer(axes[..., i], axes[..., i]), n) for i in range(3)]
    result = sum(rate[..., i, j, None, None] * outer(units[i], units[j]) for i in range(3) for j in range(3))
    largest = abs(x).max(axis=-1)
    for i, j in ((0, 1), (0, 2), (1, 2)):
        gap = x[..., i] - x[..., j]
        close = abs(gap) <= CLOSE * largest
        share = np.where(close, rate[..., i, i] - rate[..., i, j], (f[..., i] - f[..., j]) / np.where(close, 1.0, gap))
        both = mandel((outer(axes[..., i], axes[..., j]) + outer(axes[..., j], axes[..., i])) / np.sqrt(2.0), n)
        result = result + share[..., None, None] * outer(both, both)
    return result
