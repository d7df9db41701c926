"""Cells cut along the zeros of level sets into simplices that lie on one side of every crack (r7.02.12, 3.4).

1. A cell is divided into simplices on its vertices.
2. For each crack in turn, a simplex with vertices on both sides is cut where the level set, interpolated by the cell's functions,
   vanishes on its edges. The pieces of a crack that branches off another end there: beyond it nothing is cut.
3. The side of a piece is the sign of the sum of the level set at its vertices; 0 beyond a branching, BOTH where all vanish, on
   sides of cells that lie in the crack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..cells import reference_cell
from ..errors import ComputationFailed
from ..shapes import shape_derivatives, shape_functions
from .simplices import WHOLE, pieces

BOTH = 99
"""The side of what lies in the crack."""
_SNAP = 1e-4
"""A level set below this share of the cell's size vanishes at a vertex that another crack has made."""
_MOST, _STILL = 50, 1e-13
"""Newton's iterations on an edge at most, and the step that ends them."""

Branch = tuple[tuple[int, float], ...]
"""The cracks that a crack branches off, each with the sign of its level set beyond which there is nothing."""


@dataclass
class Pieces:
    """Simplices that cells of one type are cut into, cell after cell.

    owner   (ns,) the row of the cell
    nodes   (ns, nv) local nodes of the cell; from the number of its nodes on, points where cracks cut edges, each with one number
            of its own among all cells
    places  (ns, nv, dim) the vertices on the reference cell
    sides   (ns, cracks) -1, 0 or 1, or BOTH
    """

    owner: np.ndarray
    nodes: np.ndarray
    places: np.ndarray
    sides: np.ndarray

    def counts(self, cells: int) -> np.ndarray:
        """(cells,) how many pieces each cell has."""
        return np.bincount(self.owner, minlength=cells)

    def of(self, rows: np.ndarray) -> Pieces:
        """Those of some cells that have as many pieces each, by the rows (k,) among the chosen ones."""
        start = np.searchsorted(self.owner, rows)
        count = int(np.searchsorted(self.owner, rows[0], "right") - start[0])
        chosen = (start[:, None] + np.arange(count)).ravel()
        return Pieces(np.repeat(np.arange(len(rows)), count), self.nodes[chosen], self.places[chosen], self.sides[chosen])


def cut(cell: str, coordinates: np.ndarray, levels: np.ndarray, branches: Sequence[Branch] | None = None) -> Pieces:
    """Cells with nodes at coordinates (ne, nn, 3) and level sets (ne, nn, cracks) at them.

    Raises ComputationFailed where a level set has no zero on an edge whose ends are on both sides.
    """
    ne, nn, cracks = levels.shape
    branches = [()] * cracks if branches is None else branches
    whole, reference = np.array(WHOLE[reference_cell(cell).straight]), reference_cell(cell).nodes
    owner, nodes = np.repeat(np.arange(ne), len(whole)), np.tile(whole, (ne, 1))
    made = Pieces(owner, nodes, reference[nodes], np.zeros((len(owner), cracks), int))
    sizes = np.linalg.norm(np.ptp(coordinates, axis=1), axis=1)
    for crack in range(cracks):
        made = _cut_once(cell, made, levels, crack, branches[crack], sizes, nn)
    if reference_cell(cell).dim == 3:
        _turn(cell, made, coordinates)
    return made


def at_vertices(cell: str, made: Pieces, levels: np.ndarray) -> np.ndarray:
    """(ns, nv, cracks) level sets at the vertices, exact at nodes."""
    ns, nv, dim = made.places.shape
    functions = shape_functions(cell, made.places.reshape(-1, dim)).reshape(ns, nv, -1)
    values = np.einsum("svn,snc->svc", functions, levels[made.owner])
    at_node = made.nodes < levels.shape[1]
    rows, columns = np.nonzero(at_node)
    values[rows, columns] = levels[made.owner[rows], made.nodes[rows, columns]]
    return values


def _cut_once(cell, made, levels, crack, branch, sizes, nn):
    values = at_vertices(cell, made, levels)
    own = values[..., crack].copy()
    own[(made.nodes >= nn) & (abs(own) < _SNAP * sizes[made.owner][:, None])] = 0.0
    beyond = np.zeros(len(own), bool)
    for other, sense in branch:
        beyond |= sense * values[..., other].sum(axis=1) > 0.0
    signs = np.sign(own).astype(int)
    signs[beyond] = 1
    patterns, which = np.unique(signs, axis=0, return_inverse=True)
    which = which.ravel()
    parts = []
    for index, pattern in enumerate(patterns):
        rows = np.flatnonzero(which == index)
        for rank, piece in enumerate(pieces(tuple(pattern.tolist()))):
            ends = np.array(piece)
            parts.append((rows, np.full(len(rows), rank), np.broadcast_to(ends, (len(rows), *ends.shape))))
    parent, rank, ends = (np.concatenate(arrays) for arrays in zip(*parts))
    order = np.lexsort((rank, parent, rank > 0, made.owner[parent]))
    parent, ends = parent[order], ends[order]
    sides = made.sides[parent].copy()
    nodes, places = _vertices(cell, made, levels[..., crack], own, parent, ends, nn)
    result = Pieces(made.owner[parent], nodes, places, sides)
    total = at_vertices(cell, result, levels)
    here = np.where((nodes < nn) | (ends[..., 0] == ends[..., 1]), total[..., crack], 0.0).sum(axis=1)
    sides[:, crack] = np.where(here == 0.0, BOTH, np.sign(here))
    for other, sense in branch:
        sides[sense * total[..., other].sum(axis=1) > 0.0, crack] = 0
    return result


def _vertices(cell, made, levels, own, parent, ends, nn):
    """Nodes (k, nv) and places (k, nv, dim) of pieces by the pairs of vertices of their parents."""
    row = parent[:, None]
    first, second = (made.nodes[row, ends[..., end]] for end in (0, 1))
    start, stop = (made.places[row, ends[..., end]] for end in (0, 1))
    low, high = (own[row, ends[..., end]] for end in (0, 1))
    nodes, places = first.copy(), start.copy()
    new = ends[..., 0] != ends[..., 1]
    if new.any():
        owner = np.broadcast_to(made.owner[parent][:, None], new.shape)[new]
        a, b = first[new], second[new]
        keys = np.stack([owner, np.minimum(a, b), np.maximum(a, b)], axis=1)
        _, one, number = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        number = number.ravel()
        # An edge of several pieces is run through in one sense, so that its point is the same for all.
        turned = (a > b)[one]
        tail = np.where(turned[:, None], stop[new][one], start[new][one])
        head = np.where(turned[:, None], start[new][one], stop[new][one])
        lows, highs = np.where(turned, high[new][one], low[new][one]), np.where(turned, low[new][one], high[new][one])
        points = _zeros(cell, levels[owner[one]], tail, head, lows, highs)
        nodes[new] = max(nn, int(made.nodes.max()) + 1) + number
        places[new] = points[number]
    return nodes, places


def _zeros(cell, levels, tail, head, low, high):
    """(k, dim) where level sets (k, nn) vanish between two places on the reference cell."""
    along, t = head - tail, low / (low - high)
    below, above = np.zeros_like(t), np.ones_like(t)
    for _ in range(_MOST):
        places = tail + t[:, None] * along
        value = np.einsum("kn,kn->k", shape_functions(cell, places), levels)
        slope = np.einsum("kdn,kn,kd->k", shape_derivatives(cell, places), levels, along)
        # Newton's steps, halves of what holds the zero where these lead out of it
        before = value * low > 0.0
        below, above = np.where(before, t, below), np.where(before, above, t)
        step = np.divide(value, slope, out=np.zeros_like(value), where=slope != 0.0)
        after = np.where((t - step < below) | (t - step > above), 0.5 * (below + above), t - step)
        step, t = t - after, after
        if not (abs(step) > _STILL).any():
            return tail + t[:, None] * along
    raise ComputationFailed("a level set has no zero on an edge whose ends are on both sides of the crack")


def _turn(cell, made, coordinates):
    """Give every tetrahedron a positive volume."""
    corners = physical(cell, made.places, coordinates[made.owner])
    edges = corners[:, 1:] - corners[:, :1]
    turned = np.flatnonzero(np.linalg.det(edges) < 0)
    made.nodes[turned[:, None], [2, 3]] = made.nodes[turned[:, None], [3, 2]]
    made.places[turned[:, None], [2, 3]] = made.places[turned[:, None], [3, 2]]


def physical(cell: str, places: np.ndarray, coordinates: np.ndarray) -> np.ndarray:
    """(k, m, 3) where places (k, m, dim) on the reference cell stand in cells with nodes at coordinates (k, nn, 3)."""
    k, m, dim = places.shape
    functions = shape_functions(cell, places.reshape(-1, dim)).reshape(k, m, -1)
    return np.einsum("kmn,knx->kmx", functions, coordinates)
