"""Integrals of polynomials over cells and faces with straight edges, cut into simplices."""

from __future__ import annotations

from functools import cache
from math import factorial

import numpy as np
from scipy.special import roots_jacobi

from ..quadrature import Rule, quadrature

_TRIANGLES = ("FPG1", "FPG1", "FPG3", "FPG4", "FPG6", "FPG7", "FPG12", "FPG13", "FPG16")
"""The family on triangles that code_aster takes for each order."""


@cache
def simplex_rule(dim: int, order: int) -> Rule:
    """Barycentric points (n, dim + 1) and weights (n,), of sum one, that integrate polynomials of an order on any simplex.

    Products of Gauss-Jacobi rules on the collapsed cube.
    """
    count = order // 2 + 1
    points, weights = np.ones((1, 0)), np.array([float(factorial(dim))])
    remaining = np.ones(1)
    for axis in range(dim):
        x, w = roots_jacobi(count, dim - 1 - axis, 0)
        x, w = (x + 1) / 2, w / 2.0 ** (dim - axis)
        fresh = remaining[:, None] * x
        points = np.concatenate([np.repeat(points, count, axis=0), fresh.reshape(-1, 1)], axis=1)
        weights, remaining = np.outer(weights, w).ravel(), (remaining[:, None] * (1 - x)).ravel()
    return Rule(np.concatenate([1 - points.sum(axis=1, keepdims=True), points], axis=1), weights)


def side_rule(n_vertices: int, order: int) -> Rule:
    """Barycentric points of the simplices of a face, by the family that code_aster takes for the order."""
    if n_vertices == 2:
        rule = quadrature("SEG2", f"FPG{order // 2 + 1}")
        place = (1 + rule.points) / 2
        return Rule(np.concatenate([1 - place, place], axis=1), rule.weights / 2)
    rule = quadrature("TRIA3", _TRIANGLES[order])
    return Rule(np.concatenate([1 - rule.points.sum(axis=1, keepdims=True), rule.points], axis=1), 2 * rule.weights)


def over_simplices(vertices: np.ndarray, simplices, rule: Rule) -> tuple[np.ndarray, np.ndarray]:
    """Points (ne, n, dim) and weights (ne, n) on shapes of `vertices` (ne, nv, dim) cut into simplices of any dimension."""
    points, weights = [], []
    for simplex in simplices:
        corners = vertices[:, list(simplex)]
        sides = corners[:, 1:] - corners[:, :1]
        gram = sides @ sides.swapaxes(1, 2)
        measure = np.sqrt(np.maximum(np.linalg.det(gram), 0.0)) / factorial(sides.shape[1])
        points.append(np.einsum("nv,evd->end", rule.points, corners))
        weights.append(measure[:, None] * rule.weights)
    return np.concatenate(points, axis=1), np.concatenate(weights, axis=1)
