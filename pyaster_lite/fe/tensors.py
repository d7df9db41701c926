"""Symmetric tensors over many points in Mandel's notation, (..., 4) in the plane or (..., 6) in space."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

AXES = ("XX", "YY", "ZZ", "XY", "XZ", "YZ")
"""The components of a symmetric tensor in space in code_aster's order; the first four are those in the plane."""


def mandel_factors(axes: Sequence[str] = AXES) -> np.ndarray:
    """(n,) what the components along pairs of axes are multiplied by to be in Mandel's notation; not to be changed."""
    return _mandel_factors(tuple(axes))


@cache
def _mandel_factors(axes):
    return _kept(np.array([1.0 if a == b else np.sqrt(2.0) for a, b in axes]))


def _kept(array):
    array.flags.writeable = False
    return array


@cache
def unit(n: int) -> np.ndarray:
    """(n,) the unit tensor; not to be changed."""
    return _kept(np.concatenate([np.ones(3), np.zeros(n - 3)]))


@cache
def _parts(n: int) -> tuple[np.ndarray, np.ndarray]:
    """(n, n) what takes the part without trace of a tensor, and what takes the rest."""
    ii = np.outer(unit(n), unit(n)) / 3.0
    return _kept(np.eye(n) - ii), _kept(ii)


def mean(tensor: np.ndarray) -> np.ndarray:
    """(...) a third of the trace."""
    return (tensor[..., 0] + tensor[..., 1] + tensor[..., 2]) / 3.0


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
    deviatoric, spherical = _parts(n)
    return np.asarray(two_mu)[..., None, None] * deviatoric + np.asarray(three_k)[..., None, None] * spherical


def without_across(stiffness: np.ndarray) -> np.ndarray:
    """(..., 4, 4) of plane stress: the rate of strain across is such that its stress stays; its row and column are zero."""
    reduced = stiffness - outer(stiffness[..., :, 2], stiffness[..., 2, :]) / stiffness[..., 2, 2][..., None, None]
    reduced[..., 2, :] = reduced[..., :, 2] = 0.0
    return reduced
