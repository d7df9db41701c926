"""Where the continuous contact formulation integrates over a slave cell: places and weights (r5.03.52, annex).

kind "nodes" (trapezium on linear cells, Simpson on quadratic ones), "gauss" by `order`, "simpson" on `order` subdivisions of each
side, "newton_cotes" of degree `order`. On quadrangles the rules are products of those on segments.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from .cells import reference_cell
from .quadrature import quadrature

TRIANGLES = {1: "FPG1", 2: "FPG3", 3: "FPG4", 4: "FPG6", 5: "FPG7", 6: "FPG12"}
"""Gauss' rules on a triangle, by the order that is asked for."""


def rule(kind: str, order: int, n_nodes: int) -> tuple[np.ndarray, np.ndarray]:
    """Places in [-1, 1] and weights of a rule on a segment of 2 or 3 nodes; "nodes" in the order of the nodes."""
    if kind == "nodes":
        if n_nodes == 2:
            return np.array([-1.0, 1.0]), np.ones(2)
        return np.array([-1.0, 1.0, 0.0]), np.array([1.0, 1.0, 4.0]) / 3.0
    if kind == "gauss":
        return np.polynomial.legendre.leggauss(order)
    if kind == "simpson":
        weights = np.full(2 * order + 1, 2.0)
        weights[1::2] = 4.0
        weights[[0, -1]] = 1.0
        return np.linspace(-1.0, 1.0, 2 * order + 1), weights / (3.0 * order)
    from scipy.integrate import newton_cotes

    return np.linspace(-1.0, 1.0, order + 1), newton_cotes(order, 1)[0] * 2.0 / order


@cache
def facet_rule(kind: str, order: int, cell: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Places (n, 2) and weights (n,) of a rule on a facet, and the node that each point stands for (n,), -1 for none.

    On SEG2 and SEG3 the second coordinate is zero. "nodes" on a quadratic triangle is Gauss' rule with six points, one for each node; on
    QUAD8 it has a ninth point in the middle.
    """
    quadrangle = cell.startswith("QUAD")
    if cell.startswith("SEG"):
        xi, weights = rule(kind, order, reference_cell(cell).n_nodes)
        at = np.arange(len(xi)) if kind == "nodes" else np.full(len(xi), -1)
        return np.column_stack([xi, np.zeros(len(xi))]), weights, at
    if kind == "nodes":
        places, weights = _at_nodes(cell)
        own = np.arange(len(weights))
        return places, weights, np.where(own < reference_cell(cell).n_nodes, own, -1)
    if quadrangle:
        xi, by_side = rule(kind, order, 2)
        eta, xi = np.meshgrid(xi, xi, indexing="ij")
        places, weights = np.stack([xi.ravel(), eta.ravel()], axis=1), np.outer(by_side, by_side).ravel()
    elif kind == "gauss":
        found = quadrature("TRIA3", TRIANGLES[order])
        places, weights = found.points, found.weights
    else:
        places, weights = _simpson(order) if kind == "simpson" else _newton_cotes(order)
    return places, weights, np.full(len(weights), -1)


def _at_nodes(cell):
    if cell == "TRIA3":
        return reference_cell(cell).nodes, np.full(3, 1 / 6)
    if cell.startswith("TRIA"):
        found = quadrature("TRIA6", "FPG6")
        return found.points, found.weights
    if cell == "QUAD4":
        return reference_cell(cell).nodes, np.ones(4)
    return reference_cell("QUAD9").nodes, np.repeat([1.0, 4.0, 16.0], [4, 4, 1]) / 9.0


def _lattice(degree):
    """(n, 2) numbers i, j >= 0 with i + j <= degree."""
    return np.array([(i, total - i) for total in range(degree + 1) for i in range(total, -1, -1)])


def _simpson(order):
    """On a triangle: 1 at the vertices, 4 at odd and 3 at even points of the sides, 6 where both numbers are even inside, else 8."""
    degree = 2 * order
    i, j = numbers = _lattice(degree).T
    k = degree - i - j
    zeros = (numbers == 0).sum(axis=0) + (k == 0)
    even = (i % 2 == 0) & (j % 2 == 0)
    weights = np.select([zeros == 2, zeros == 1], [1.0, np.where(even, 3.0, 4.0)], np.where(even, 6.0, 8.0))
    return numbers.T / degree, weights / (30.0 * order**2)


def _newton_cotes(degree):
    """On a triangle: the weights that integrate all polynomials of this degree exactly on its lattice."""
    powers = _lattice(degree)
    places = powers / degree
    values = np.prod(places[None] ** powers[:, None], axis=2)
    weights = np.linalg.solve(values, [_integral(a, b) for a, b in powers])
    return places, weights


def _integral(a, b):
    """Of x^a y^b over the unit triangle."""
    from math import factorial

    return factorial(a) * factorial(b) / factorial(a + b + 2)
