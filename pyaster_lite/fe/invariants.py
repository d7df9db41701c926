"""Equivalents of stress and strain tensors: von Mises, Tresca, principal values and directions (r4.08.01, u2.01.05)."""

from __future__ import annotations

import numpy as np

from .jacobi import eigen
from .tensors import deviator, norm

NEGLIGIBLE = 1e-9
"""A tensor whose plane part is below this in every component has no principal values (absolute, in its own unit)."""
TRIAXIALITY = 1e-10
"""The triaxiality is told where the equivalent stress is above this share of the trace."""


def principal(tensor: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Principal values (..., 3) in ascending order and their unit directions (..., 3, 3), row by row.

    `tensor` (..., 4) or (..., 6) in Mandel's notation.
    """
    shear = tensor[..., 3:] / np.sqrt(2.0)
    matrix = np.zeros((*tensor.shape[:-1], 3, 3))
    for axis in range(3):
        matrix[..., axis, axis] = tensor[..., axis]
    for place, (i, j) in zip(range(shear.shape[-1]), ((0, 1), (0, 2), (1, 2))):
        matrix[..., i, j] = matrix[..., j, i] = shear[..., place]
    values, vectors = eigen(matrix.reshape(-1, 3, 3))
    values = values.reshape(*tensor.shape[:-1], 3)
    directions = np.swapaxes(vectors, -1, -2).reshape(matrix.shape)
    compared = (0, 1, 3) if tensor.shape[-1] == 4 else range(6)
    there = (abs(np.concatenate([tensor[..., :3], shear], axis=-1)[..., list(compared)]) > NEGLIGIBLE).any(axis=-1)
    return np.where(there[..., None], values, 0.0), np.where(there[..., None, None], directions, 0.0)


STRESS_NAMES = ("VMIS", "TRESCA", "PRIN_1", "PRIN_2", "PRIN_3", "VMIS_SG")
STRAIN_NAMES = ("INVA_2", "PRIN_1", "PRIN_2", "PRIN_3", "INVA_2SG")
DIRECTIONS = tuple(f"VECT_{i}_{axis}" for i in (1, 2, 3) for axis in "XYZ")


def equivalent_stresses(tensor: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """(..., 17) equivalents of stresses in Mandel's notation, and their names.

    Von Mises, Tresca, principal values, von Mises with the sign of the trace, principal directions, trace, triaxiality.
    """
    mises = np.sqrt(1.5) * norm(deviator(tensor))
    values, directions = principal(tensor)
    trace = tensor[..., :3].sum(axis=-1)
    signed = np.where(trace >= 0.0, mises, -mises)
    told = mises > TRIAXIALITY * abs(trace)
    triaxiality = np.where(told, trace / 3.0 / np.where(told, mises, 1.0), 0.0)
    columns = [mises, values[..., 2] - values[..., 0], *np.moveaxis(values, -1, 0), signed]
    columns += [directions[..., i, j] for i in range(3) for j in range(3)]
    return np.stack([*columns, trace, triaxiality], axis=-1), (*STRESS_NAMES, *DIRECTIONS, "TRSIG", "TRIAX")


def equivalent_strains(tensor: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """(..., 14) equivalents of strains in Mandel's notation, and their names.

    sqrt(2/3 e : e) of the deviator e, principal values, the former with the sign of the trace, principal directions.
    """
    second = np.sqrt(2.0 / 3.0) * norm(deviator(tensor))
    values, directions = principal(tensor)
    signed = np.where(tensor[..., :3].sum(axis=-1) >= 0.0, second, -second)
    columns = [second, *np.moveaxis(values, -1, 0), signed, *(directions[..., i, j] for i in range(3) for j in range(3))]
    return np.stack(columns, axis=-1), (*STRAIN_NAMES, *DIRECTIONS)
