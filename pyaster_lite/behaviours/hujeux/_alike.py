"""Points whose states differ by rounding only: the law is costly, and one of them answers for all (every point of a uniform cell)."""

from __future__ import annotations

import numpy as np

ROUNDING = 1e-12


def alike(strain, stress, values, most):
    """Which points (m,) stand for all, and of each point (n,) its place among them; each for itself where kinds are more than `most`.

    strain, stress (n, 6) are compared beside the largest of all, each of the variables (n, p) beside its own largest.
    """
    keys = np.concatenate([_scaled(strain, abs(strain).max(initial=0.0)), _scaled(stress, abs(stress).max(initial=0.0))], axis=1)
    keys = np.concatenate([keys, _scaled(values, abs(values).max(axis=0, initial=0.0))], axis=1)
    leaders, owner, left = [], np.zeros(len(keys), int), np.arange(len(keys))
    while len(left):
        if len(leaders) == most:
            return np.arange(len(keys)), np.arange(len(keys))
        close = (abs(keys[left] - keys[left[0]]) <= ROUNDING).all(axis=1)
        close[0] = True
        owner[left[close]] = len(leaders)
        leaders.append(left[0])
        left = left[~close]
    return np.array(leaders, int), owner


def _scaled(values, largest):
    return values / np.where(largest > 0.0, largest, 1.0)
