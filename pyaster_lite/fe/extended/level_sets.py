"""Level sets of cracks at nodes: moved onto vertices that they nearly meet, their zeros on edges (r7.02.12, 2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ..cells import reference_cell

VERTEX = 1e-6
"""A zero of a level set nearer than this to the end of an edge, by the edge's length, is put there."""
_SMALL = 0.05
"""Values below this share of the largest one in a quadratic cell are small."""


@cache
def edges(cell: str) -> np.ndarray:
    """(edges, 2 or 3) local nodes of the edges of a cell, its middle last where it has one; in code_aster's order."""
    straight = reference_cell(cell).straight
    pairs = {
        "SEG2": ((0, 1),),
        "TRIA3": ((0, 1), (1, 2), (2, 0)),
        "QUAD4": ((0, 1), (1, 2), (2, 3), (3, 0)),
        "TETRA4": ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)),
        "PYRAM5": ((0, 1), (1, 2), (2, 3), (0, 3), (0, 4), (1, 4), (2, 4), (3, 4)),
        "PENTA6": ((0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (0, 3), (1, 4), (2, 5)),
        "HEXA8": ((0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)),
    }[straight]
    reference = reference_cell(cell)
    if not reference.middles:
        return np.array(pairs)
    middle = {frozenset(ends): reference.corners + i for i, ends in enumerate(reference.middles)}
    return np.array([(*pair, middle[frozenset(pair)]) for pair in pairs])


@dataclass
class Cells:
    """Cells of one type: their numbers (k,), and their nodes (k, nn)."""

    type: str
    numbers: np.ndarray
    nodes: np.ndarray

    @property
    def linear(self) -> bool:
        """Whether vertices are all its nodes."""
        return reference_cell(self.type).straight == self.type


def shortest_edge(parts: list[Cells], coordinates: np.ndarray) -> float:
    """The length of the shortest edge of cells."""
    ends = np.concatenate([part.nodes[:, edges(part.type)[:, :2]].reshape(-1, 2) for part in parts])
    return float(np.linalg.norm(coordinates[ends[:, 0]] - coordinates[ends[:, 1]], axis=1).min())


def adjusted(values: np.ndarray, parts: list[Cells], vertex: float = VERTEX, tangent: bool = False, crossed: bool = False) -> np.ndarray:
    """A level set (n_nodes,) that vanishes at vertices which its zeros come too near to, cells of full dimension one after the other.

    On quadratic edges that it would meet twice with small values, it is made to meet them once, the `tangent` one along their length.
    With `crossed` only edges that it crosses count: the normal one of a cohesive crack (xajuls).
    """
    values = _fitted(values, parts, vertex, crossed)
    while _met_twice(values, parts, tangent):
        values = _fitted(values, parts, vertex, crossed)
    return values


def _met_twice(values, parts, tangent):
    """Set small values to zero on edges that a level set meets twice; whether there were any."""
    rows = []
    for part in parts:
        if part.linear:
            continue
        own = values[part.nodes[:, edges(part.type)]]
        a, b, m = np.moveaxis(own, -1, 0)
        zero = ((a == 0.0) & (b == 0.0) & (m != 0.0)) | ((m == 0.0) & (a * b > 0.0))
        found = zero | ((a * m < 0.0) & (b * m <= 0.0)) | ((a * m <= 0.0) & (b * m < 0.0))
        rows += [(int(part.numbers[row]), part, row) for row in np.flatnonzero(found.any(axis=1)).tolist()]
    changed = False
    for _, part, row in sorted(rows, key=lambda item: item[0]):
        nodes = part.nodes[row]
        largest = abs(values[nodes[: reference_cell(part.type).corners]]).max()
        for edge in edges(part.type):
            lost = _lost(values[nodes[edge]], largest * _SMALL, tangent)
            values[nodes[edge[lost]]] = 0.0
            changed = changed or bool(lost)
    return changed


def _lost(values, small, tangent):
    """Which of the ends and the middle (0, 1, 2) of an edge lose their values."""
    a, b, m = values.tolist()
    if a == 0.0 and b == 0.0 and m != 0.0:
        return [2] if abs(m) <= small else []
    if m == 0.0 and a * b > 0.0:
        if max(abs(a), abs(b)) > small:
            return []
        return [0, 1] if tangent else [1 if a > b else 0]
    if a * m < 0.0 and b * m < 0.0:
        if max(abs(a), abs(b), abs(m)) > small:
            return []
        return [0, 1, 2] if tangent else [2, 1 if a > b else 0]
    if a == 0.0 and b * m < 0.0:
        if tangent:
            return [2, 1] if max(abs(m), abs(b)) <= small else []
        return [2] if abs(m) <= small else []
    if b == 0.0 and a * m < 0.0 and abs(m) <= small:
        return [2, 0] if tangent else [2]
    return []


def _fitted(values, parts, vertex, crossed=False):
    """A copy that vanishes at vertices which zeros come too near to."""
    values = values.copy()
    near = [(int(part.numbers[row]), part, row) for part in parts for row in _touched(values, part, vertex)]
    for _, part, row in sorted(near, key=lambda item: item[0]):
        nodes = part.nodes[row]
        for edge in edges(part.type):
            a, b = nodes[edge[:2]]
            low, high = values[a], values[b]
            if abs(low - high) <= np.finfo(float).eps or (crossed and low * high >= 0.0):
                continue
            share = low / (low - high)
            if abs(share) <= vertex:
                values[a] = 0.0
            if abs(share - 1.0) <= vertex:
                values[b] = 0.0
            if len(edge) == 3 and abs(values[nodes[edge[2]]] / (low - high)) <= vertex:
                values[nodes[edge[2]]] = 0.0
    return values


def _touched(values, part, vertex):
    """The rows of cells where the level set is small and not zero at some node."""
    own = values[part.nodes]
    small = (own != 0.0) & (abs(own) <= 2 * vertex * np.ptp(own, axis=1)[:, None])
    return np.flatnonzero(small.any(axis=1)).tolist()


@dataclass
class Crossings:
    """Of cells of one type: (k, edges) where one level set vanishes on an edge and what another one is there.

    low, high  the least and the greatest value of the other one there; infinite where the first does not vanish
    """

    low: np.ndarray
    high: np.ndarray


def crossings(part: Cells, values: np.ndarray, other: np.ndarray) -> Crossings:
    """Where a level set vanishes on edges of cells, and another one there; both (n_nodes,).

    On quadratic edges, both are parabolas; where an end lies on the first, so does its middle or not.
    """
    ends = edges(part.type)
    a, b = (part.nodes[:, ends[:, i]] for i in (0, 1))
    la, lb, ta, tb = values[a], values[b], other[a], other[b]
    low, high = np.full(la.shape, np.inf), np.full(la.shape, -np.inf)

    def take(where, value):
        low[where] = np.minimum(low, value)[where]
        high[where] = np.maximum(high, value)[where]

    if ends.shape[1] == 2:
        through = (la * lb <= 0.0) & ~((la == 0.0) & (lb == 0.0))
        share = np.divide(la, la - lb, out=np.zeros_like(la), where=through)
        take((la == 0.0) & (lb == 0.0), ta)
        take((la == 0.0) & (lb == 0.0), tb)
        take(through, ta + (tb - ta) * share)
        return Crossings(low, high)
    m = part.nodes[:, ends[:, 2]]
    lm, tm = values[m], other[m]
    take(la == 0.0, ta)
    take(lb == 0.0, tb)
    take((lm == 0.0) & ((la == 0.0) | (lb == 0.0)) | ((la == 0.0) & (lb == 0.0)), tm)
    through = la * lb < 0.0
    x = parabola_root(la, lb, lm, through)
    take(through, ((ta + tb - 2 * tm) * x**2 + (tb - ta) * x + 2 * tm) / 2)
    return Crossings(low, high)


def parabola_root(la, lb, lm, through):
    """Where between -1 and 1 the parabola through the three values of an edge, the last one its middle's, vanishes."""
    a, b, c = la + lb - 2 * lm, lb - la, 2 * lm
    bent = through & (abs(a) >= 1e-8)
    flat = np.divide(la, la - lb, out=np.zeros_like(la), where=through)
    root = np.sqrt(np.where(bent, np.maximum(b**2 - 4 * a * c, 0.0), 0.0))
    twice = np.where(bent, 2 * a, 1.0)
    first, second = (-b - root) / twice, (-b + root) / twice
    return np.where(bent, np.where(abs(first) > 1.0, second, first), 2 * flat - 1)
