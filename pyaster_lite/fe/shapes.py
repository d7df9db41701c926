"""Shape functions of the reference cells and their derivatives.

A polynomial cell of n nodes spans n polynomials; its functions follow from being one at their own node and zero at the
others: N(x) = p(x) P^-1, with P the polynomials at the nodes. Pyramids are rational and have a file of their own.
Source: r3.01.01.
"""

from __future__ import annotations

from functools import cache, lru_cache, wraps
from itertools import product

import numpy as np

from .cells import reference_cell
from .pyramids import PYRAMIDS, pyramid_derivatives, pyramid_functions

FEW = 300
"""Coordinates of points of which the functions are kept: those of quadratures, not of a cloud."""


def _kept_for_few(evaluated):
    """Answers for few points are kept: elements ask for the same ones at every response."""
    known = lru_cache(maxsize=512)(lambda cell, shape, text: evaluated(cell, np.frombuffer(text).reshape(shape)))

    @wraps(evaluated)
    def answer(cell, points):
        points = np.asarray(points, float)
        if points.size > FEW:
            return evaluated(cell, points)
        return known(cell, points.shape, points.tobytes()).copy()

    return answer


@_kept_for_few
def shape_functions(cell: str, points) -> np.ndarray:
    """(n_points, n_nodes) values at reference `points` (n_points, dim)."""
    if cell in PYRAMIDS:
        return pyramid_functions(cell, points)
    exponents, coefficients = _basis(cell)
    return _monomials(exponents, points) @ coefficients


@_kept_for_few
def shape_derivatives(cell: str, points) -> np.ndarray:
    """(n_points, dim, n_nodes) derivatives with respect to the reference coordinates at `points` (n_points, dim)."""
    if cell in PYRAMIDS:
        return pyramid_derivatives(cell, points)
    exponents, coefficients = _basis(cell)
    result = np.empty((*points.shape, coefficients.shape[1]))
    for axis in range(points.shape[1]):
        factor, lowered = _lower(exponents, axis)
        result[:, axis] = (factor * _monomials(lowered, points)) @ coefficients
    return result


def shape_second_derivatives(cell: str, points) -> np.ndarray:
    """(n_points, dim, dim, n_nodes) second derivatives at `points` (n_points, dim); polynomial cells only."""
    points = np.asarray(points, float)
    exponents, coefficients = _basis(cell)
    dim = points.shape[1]
    result = np.empty((len(points), dim, dim, coefficients.shape[1]))
    for a, b in product(range(dim), repeat=2):
        first, lowered = _lower(exponents, a)
        second, lowered = _lower(lowered, b)
        result[:, a, b] = (first * second * _monomials(lowered, points)) @ coefficients
    return result


def _monomials(exponents, points):
    """(n_points, m) the products of powers of the coordinates; powers follow from each other, which is far faster than raising to them."""
    result = np.ones((len(exponents), len(points)))
    for degrees, x in zip(exponents.T, points.T):
        power = x = np.ascontiguousarray(x)
        for degree in range(1, degrees.max() + 1):
            power = x if degree == 1 else power * x
            result[degrees == degree] *= power
    return result.T


def _lower(exponents, axis):
    lowered = exponents.copy()
    lowered[:, axis] = np.maximum(lowered[:, axis] - 1, 0)
    return exponents[:, axis], lowered


@cache
def _basis(cell):
    """Exponents (m, dim) of the monomials, and the coefficients (m, n_nodes) of the shape functions on them."""
    nodes = reference_cell(cell).nodes
    dim = nodes.shape[1]
    spans = _SPANS[cell]
    chosen = [e for e in product(range(4), repeat=dim) if spans(e)]
    mix = np.eye(len(chosen))
    if cell == "TRIA7":  # the bubble x y (1 - x - y) adds x^2 y and x y^2 as one polynomial
        twins = chosen.index((2, 1)), chosen.index((1, 2))
        mix[twins[1], twins[0]] = 1.0
        mix = np.delete(mix, twins[1], axis=1)
    exponents = np.array(chosen, int).reshape(len(chosen), dim)
    coefficients = mix @ np.linalg.inv(_monomials(exponents, nodes) @ mix)
    coefficients[abs(coefficients) < 1e-13] = 0.0
    return exponents, coefficients


def _serendipity(exponents):
    """The degree counted over the variables of degree two and more is at most two."""
    return max(exponents) <= 2 and sum(e for e in exponents if e > 1) <= 2


_SPANS = {
    "POI1": lambda e: True,
    "SEG2": lambda e: e[0] <= 1,
    "SEG3": lambda e: e[0] <= 2,
    "SEG4": lambda e: e[0] <= 3,
    "TRIA3": lambda e: sum(e) <= 1,
    "TRIA6": lambda e: sum(e) <= 2,
    "TRIA7": lambda e: sum(e) <= 2 or e in ((2, 1), (1, 2)),
    "QUAD4": lambda e: max(e) <= 1,
    "QUAD8": _serendipity,
    "QUAD9": lambda e: max(e) <= 2,
    "TETRA4": lambda e: sum(e) <= 1,
    "TETRA10": lambda e: sum(e) <= 2,
    "PENTA6": lambda e: e[0] <= 1 and sum(e[1:]) <= 1,
    "PENTA15": lambda e: (e[0] <= 1 and sum(e[1:]) <= 2) or (e[0] == 2 and sum(e[1:]) <= 1),
    "PENTA18": lambda e: e[0] <= 2 and sum(e[1:]) <= 2,
    "HEXA8": lambda e: max(e) <= 1,
    "HEXA20": _serendipity,
    "HEXA27": lambda e: max(e) <= 2,
}
"""The monomials that a cell spans, by their exponents."""
