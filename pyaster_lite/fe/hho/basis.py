"""Polynomials of a degree on each of many cells or faces, orthonormal there."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np

from ..contraction import contracted

DIGITS = 8
"""Those of moments of inertia that are kept, as shares of their sum."""


@cache
def exponents(dim: int, degree: int) -> np.ndarray:
    """(n, dim) of the monomials up to a degree in code_aster's order, on which those made orthogonal to the ones before depend.

    Those of lower degree come first, then the higher powers, then the earlier axes: x2, y2, xy.
    """

    def place(powers):
        return sum(powers), sorted(-i for i in powers), sorted(range(dim), key=lambda axis: -powers[axis])

    found = [e for e in product(range(degree + 1), repeat=dim) if sum(e) <= degree]
    return np.array(sorted(found, key=place), int).reshape(-1, dim)


def size(dim: int, degree: int) -> int:
    """How many polynomials there are."""
    return len(exponents(dim, degree))


class Basis:
    """Orthonormal polynomials in frames of their own; the first n of them span those of lower degree, and the very first is constant.

    origin   (ne, space) the origin of each frame
    axes     (ne, dim, space) its scaled axes: local coordinates are axes @ (x - origin)
    points   (ne, n, space), weights (ne, n): what integrates products of two of them
    """

    def __init__(self, degree: int, origin: np.ndarray, axes: np.ndarray, points: np.ndarray, weights: np.ndarray):
        self.origin, self.axes = origin, axes
        self.exponents = exponents(axes.shape[1], degree)
        self._mix = np.broadcast_to(np.eye(len(self.exponents)), (len(origin), *[len(self.exponents)] * 2))
        for _ in range(2):
            values = self.values(points)
            gram = contracted("eq,eqa,eqb->eab", weights, values, values)
            self._mix = np.linalg.solve(np.linalg.cholesky(gram), self._mix)

    @classmethod
    def joined(cls, parts: list[Basis]) -> Basis:
        """Those of several groups of cells, one after the other."""
        whole = cls.__new__(cls)
        whole.exponents = parts[0].exponents
        for name in ("origin", "axes", "_mix"):
            setattr(whole, name, np.concatenate([getattr(part, name) for part in parts]))
        return whole

    def values(self, points: np.ndarray, count: int | None = None) -> np.ndarray:
        """(ne, n, nb) of the first `count` polynomials, or of all, at points (ne, n, space)."""
        monomials = np.prod(self._powers(points)[..., self.exponents, np.arange(self.axes.shape[1])], axis=-1)
        return monomials @ self._mix[:, :count].swapaxes(1, 2)

    def gradients(self, points: np.ndarray, count: int | None = None) -> np.ndarray:
        """(ne, n, space, nb) in space."""
        powers, dim = self._powers(points), self.axes.shape[1]
        local = np.empty((*points.shape[:2], dim, len(self.exponents)))
        for axis in range(dim):
            lowered = self.exponents.copy()
            lowered[:, axis] = np.maximum(lowered[:, axis] - 1, 0)
            local[:, :, axis] = self.exponents[:, axis] * np.prod(powers[..., lowered, np.arange(dim)], axis=-1)
        turned = np.einsum("eds,eqdm->eqsm", self.axes, local)
        return turned @ self._mix[:, None, :count].swapaxes(-1, -2)

    def _powers(self, points):
        """(ne, n, degree + 1, dim) of the local coordinates."""
        local = (points - self.origin[:, None]) @ self.axes.swapaxes(1, 2)
        degree = int(self.exponents.sum(axis=1).max(initial=0))
        return local[:, :, None] ** np.arange(degree + 1)[:, None]


def framed(vertices: np.ndarray, axes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(origin, scaled axes) of the box around vertices (ne, nv, space) along unit axes (ne, dim, space): it becomes [-1, 1]."""
    along = np.einsum("eds,evs->evd", axes, vertices - vertices[:, :1])
    low, high = along.min(axis=1), along.max(axis=1)
    origin = vertices[:, 0] + np.einsum("ed,eds->es", (low + high) / 2, axes)
    return origin, axes * (2 / (high - low))[:, :, None]


def inertia(arms: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """(ne, space, space) unit axes of inertia, one a row and the least first, of arms (ne, n, space) with weights (ne, n).

    Moments are rounded: where some are the same, a cell has the same axes wherever it is met, and those of space where all are.
    """
    moments = np.einsum("eq,eqs,eqt->est", weights, arms, arms)
    shares = moments / np.trace(moments, axis1=1, axis2=2)[:, None, None]
    return np.linalg.eigh(np.round(shares, DIGITS))[1].swapaxes(1, 2)


def orthonormal(directions: np.ndarray) -> np.ndarray:
    """(ne, n, space) unit axes by the method of Gram and Schmidt."""
    axes = np.empty_like(directions)
    for i in range(directions.shape[1]):
        own = directions[:, i] - np.einsum("eds,es,edt->et", axes[:, :i], directions[:, i], axes[:, :i])
        axes[:, i] = own / np.linalg.norm(own, axis=1, keepdims=True)
    return axes
