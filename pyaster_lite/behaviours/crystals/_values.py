"""Functions of real numbers that go on to complex ones beside them, so that a small imaginary part carries a derivative."""

from __future__ import annotations

import numpy as np

TINY = 1e-30
"""The imaginary part; nothing is lost to it, however small."""
LEAST = np.finfo(float).tiny
"""What code_aster takes for nothing."""


def size(x):
    """|x|."""
    return np.where(np.real(x) < 0.0, -x, x) if np.iscomplexobj(x) else abs(x)


def positive(x):
    """x, or zero where it is negative."""
    return np.where(np.real(x) > 0.0, x, 0.0)


def lower(x, y):
    """The lower of both."""
    return np.where(np.real(x) < np.real(y), x, y)


def upper(x, y):
    """The higher of both."""
    return np.where(np.real(x) > np.real(y), x, y)


def sign(x):
    """1 or -1; 1 of nothing."""
    return np.where(np.real(x) < 0.0, -1.0, 1.0)


def spread(interaction, x):
    """(..., n) sums over the systems of interaction (..., n, n) times x (..., n)."""
    if interaction.size == interaction.shape[-1] ** 2:
        return x @ interaction.reshape(interaction.shape[-2:]).T
    return (interaction @ x[..., None])[..., 0]
