"""Integrals of polynomials over cells and faces with straight edges, cut into simplices."""

from __future__ import annotations

from functools import cache
from math import factorial

import numpy as np

from ..cells import reference_cell
from ..quadrature import Rule, quadrature
from ..shapes import shape_derivatives, shape_functions

_FAMILIES = {
    "TRIA3": ("FPG1", "FPG1", "FPG3", "FPG4", "FPG6", "FPG7", "FPG12", "FPG13", "FPG16"),
    "TETRA4": ("FPG1", "FPG1", "FPG4", "FPG5", "FPG11", "FPG15", "FPG24"),
}
"""The families that code_aster takes for each order."""
EVEN = 1e-8
"""Jacobians that differ by less than this share are the same."""


@cache
def simplex_rule(dim: int, order: int) -> Rule:
    """Barycentric points (n, dim + 1) and weights (n,), of sum one, that integrate polynomials of an order on any simplex.

    Products of Gauss-Jacobi rules on the collapsed cube.
    """
    from scipy.special import roots_jacobi

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


def exactly(name: str, vertices: np.ndarray, simplices, order: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (ne, n, space) and weights (ne, n) for polynomials of an order on cells of a type."""
    found = _on_boxes(name.rstrip("0123456789"), vertices, order)
    return over_simplices(vertices, simplices, simplex_rule(len(simplices[0]) - 1, order)) if found is None else found


def _on_boxes(shape, vertices, order):
    """Those of products of rules of segments, None where some cell is no parallelogram or parallelepiped."""
    cell = {"SEG": "SEG2", "QUAD": "QUAD4", "HEXA": "HEXA8"}.get(shape)
    if cell is None:
        return None

    def jacobian(points):
        tangents = np.einsum("gdn,ens->egds", shape_derivatives(cell, points), vertices)
        return np.sqrt(np.linalg.det(tangents @ tangents.swapaxes(2, 3)))

    at_corners = jacobian(reference_cell(cell).nodes)
    if (np.ptp(at_corners, axis=1) > EVEN * at_corners.max(axis=1)).any():
        return None
    count = order // 2 + 1
    rule = quadrature(cell, f"FPG{count ** reference_cell(cell).dim}")
    return np.einsum("gn,ens->egs", shape_functions(cell, rule.points), vertices), jacobian(rule.points) * rule.weights


def as_code_aster(shape: str, vertices: np.ndarray, simplices, order: int) -> tuple[np.ndarray, np.ndarray]:
    """Points (ne, n, space) and weights (ne, n) for functions that are no polynomials, where it matters at which points they are read.

    Segments and simplices have a family for each order, parallelograms and parallelepipeds products of those of segments; others
    are cut into simplices.
    """
    found = _on_boxes(shape, vertices, order)
    return over_simplices(vertices, simplices, _family_rule(len(simplices[0]) - 1, order)) if found is None else found


def _family_rule(dim, order):
    """Barycentric points of the family of an order."""
    cell = {2: "TRIA3", 3: "TETRA4"}[dim]
    if order >= len(_FAMILIES[cell]):
        return simplex_rule(dim, order)
    rule = quadrature(cell, _FAMILIES[cell][order])
    return Rule(shape_functions(cell, rule.points), factorial(dim) * rule.weights)


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
