"""Coordinates of measurements on a basis (r4.06.01 of PROJ_MESU_MODAL), and how alike two families of modes are."""

from __future__ import annotations

import numpy as np

from pyaster_lite.fe.errors import SingularMatrix


def coordinates(seen, measured, weights, follow: bool = False, cutoff: float | None = None) -> np.ndarray:
    """(n_instants, n) coordinates h that make |seen h - m|^2 + sum of weights h^2 least, at each instant.

    seen      (m, n) what the sensors see of the vectors of the basis;  measured (n_instants, m)
    weights   (n_instants, n);  follow: the weighed part is of what changes since the instant before
    cutoff    share of the largest singular value below which the others count as nothing; None for a plain solution

    With fewer sensors than vectors and no weights, the least h of all that make the measurements is taken. Raises
    SingularMatrix.
    """
    found = []
    for values, own in zip(measured, weights):
        if len(seen) < seen.shape[1] and not own.any():
            found.append(seen.T @ _solved(seen @ seen.T, values, cutoff))
            continue
        known = seen.T @ values
        if follow and found:
            known = known + own * found[-1]
        found.append(_solved(seen.T @ seen + np.diag(own), known, cutoff))
    return np.array(found)


def _solved(matrix, known, cutoff):
    if cutoff is not None:
        return np.linalg.lstsq(matrix, known, rcond=cutoff)[0]
    try:
        return np.linalg.solve(matrix, known)
    except np.linalg.LinAlgError:
        raise SingularMatrix("the sensors do not tell the vectors of the basis apart") from None


def rates(times, values) -> np.ndarray:
    """(n, k) the slopes of values (n, k) from each instant to the next, the last one kept."""
    slopes = np.diff(values, axis=0) / np.diff(times)[:, None]
    return np.concatenate([slopes, slopes[-1:]])


def summed(times, slopes) -> np.ndarray:
    """(n, k) values from zero on, each slope (n, k) holding over the step before it."""
    return np.concatenate([np.zeros((1, slopes.shape[1])), np.cumsum(slopes[1:] * np.diff(times)[:, None], axis=0)])


def assurance(first, second, weight=None):
    """How alike vectors (size, a) and (size, b) are: |x W y|^2 / (|x W x| |y W y|), and |x W y|, (a, b) each; W a matrix, or one."""
    one, other = (vectors if weight is None else weight @ vectors for vectors in (first, second))
    across = np.abs(first.T @ other.conj())
    sizes = [np.abs(np.einsum("ij,ij->j", vectors, weighed.conj())) for vectors, weighed in ((first, one), (second, other))]
    return across**2 / np.outer(*sizes), across


def difference(first, second, weight) -> np.ndarray:
    """(a, b) |z W z|^2 / (|x W x|^2 + |y W y|^2) of the differences z = x - y."""
    apart = first[:, :, None] - second[:, None]
    weighed = np.stack([weight @ apart[:, i] for i in range(first.shape[1])], axis=1)
    energy = np.abs(np.einsum("iab,iab->ab", apart, weighed.conj()))
    sizes = [np.abs(np.einsum("ij,ij->j", vectors, (weight @ vectors).conj())) for vectors in (first, second)]
    return energy**2 / (sizes[0][:, None] ** 2 + sizes[1][None] ** 2)
