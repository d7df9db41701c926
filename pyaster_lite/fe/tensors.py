"""Symmetric tensors over many points in Mandel's notation, (..., 4) in the plane or (..., 6) in space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

AXES = ("XX", "YY", "ZZ", "XY", "XZ", "YZ")
"""The components of a symmetric tensor in space in code_aster's order; the first four are those in the plane."""


def mandel_factors(axes: Sequence[str] = AXES) -> np.ndarray:
    """(n,) what the components along pairs of axes are multiplied by to be in Mandel's notation."""
    return np.array([1.0 if a == b else np.sqrt(2.0) for a, b in axes])


def unit(n: int) -> np.ndarray:
    """(n,) the unit tensor."""
    return np.concatenate([np.ones(3), np.zeros(n - 3)])


def mean(tensor: np.ndarray) -> np.ndarray:
    """(...) a third of the trace."""
    return tensor[..., :3].sum(axis=-1) / 3.0


def deviator(tensor: np.ndarray) -> np.ndarray:
    """(..., n) the part without trace."""
    return tensor - mean(tensor)[..., None] * unit(tensor.shape[-1])


def norm(tensor: np.ndarray) -> np.ndarray:
    """(...) the square root of its product with itself."""
    return np.sqrt((tensor * tensor).sum(axis=-1))


def von_mises(stress: np.ndarray) -> np.ndarray:
    """(...) the equivalent stress sqrt(3/2 s : s) of the deviator s."""
    return np.sqrt(1.5) * norm(deviator(stress))


def outer(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(..., n, n) a times b."""
    return a[..., :, None] * b[..., None, :]


def isotropic_stiffness(two_mu: np.ndarray, three_k: np.ndarray, n: int) -> np.ndarray:
    """(..., n, n) 2 mu (1 - 1/3 i i) + 3 K / 3 i i of moduli (...)."""
    i = unit(n)
    ii = np.outer(i, i) / 3.0
    return np.asarray(two_mu)[..., None, None] * (np.eye(n) - ii) + np.asarray(three_k)[..., None, None] * ii


def without_across(stiffness: np.ndarray) -> np.ndarray:
    """(..., 4, 4) of plane stress: the rate of strain across is such that its stress stays; its row and column are zero."""
    reduced = stiffness - outer(stiffness[..., :, 2], stiffness[..., 2, :]) / stiffness[..., 2, 2][..., None, None]
    reduced[..., 2, :] = reduced[..., :, 2] = 0.0
    return reduced
