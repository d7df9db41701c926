"""Cells cut along the zeros of level sets into simplices that lie on one side of every crack (r7.02.12, 3.4).

1. A cell is divided into simplices on its vertices.
2. For each crack in turn, a simplex with vertices on both sides is cut where the level set, interpolated by the cell's functions,
   vanishes on its edges. The pieces of a crack that branches off another end there: beyond it nothing is cut.
3. Simplices of quadratic cells have nodes in the middle of their edges, those of pieces stand as `middles` has it. A vertex where the
   level set vanishes counts as below, or above, if it vanishes once more on each edge from there to a vertex above, or below: it
   is cut there.
4. The side of a piece is the sign of the sum of the level set at its vertices and at those of its other nodes that the cell has; 0
   beyond a branching, BOTH where all vanish, on sides of cells that lie in the crack.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..cells import reference_cell
from ..errors import ComputationFailed
from ..shapes import shape_derivatives, shape_functions
from .middles import MIDDLES, Middles, middle_of, own_places, parabola
from .simplices import EDGES, WHOLE, pieces

SIMPLICES = {(1, 2): "SEG2", (1, 3): "SEG3", (2, 3): "TRIA3", (2, 6): "TRIA6", (3, 4): "TETRA4", (3, 10): "TETRA10"}
"""The simplex of a dimension and so many nodes."""
BOTH = 99
"""The side of what lies in the crack."""
_SNAP = 1e-4
"""A level set below this share of the cell's size vanishes at a vertex that another crack has made."""
_NIL = 1e-8
"""A level set below this, in the unit of the mesh, vanishes at a node of a piece of a quadratic cell."""
_MOST, _STILL = 50, 1e-13
"""Newton's iterations on an edge at most, and the step that ends them."""

Branch = tuple[tuple[int, float], ...]
"""The cracks that a crack branches off, each with the sign of its level set beyond which there is nothing."""


@dataclass
class Pieces:
    """Simplices that cells of one type are cut into, cell after cell.

    owner   (ns,) the row of the cell
    nodes   (ns, n) vertices, then those in the middle of edges in quadratic cells: local nodes of the cell; from the number of its
            nodes on, other points, each with one number of its own among all cells: vertices where cracks cut edges, and middles
    places  (ns, n, dim) where they stand on the reference cell
    sides   (ns, cracks) -1, 0 or 1, or BOTH
    """

    owner: np.ndarray
    nodes: np.ndarray
    places: np.ndarray
    sides: np.ndarray

    @property
    def vertices(self) -> int:
        """How many vertices each has."""
        return self.places.shape[2] + 1

    @property
    def simplex(self) -> str:
        """What cells they are."""
        return SIMPLICES[self.places.shape[2], self.nodes.shape[1]]

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
    ne, _, cracks = levels.shape
    branches = [()] * cracks if branches is None else branches
    whole, reference = np.array(WHOLE[reference_cell(cell).straight]), reference_cell(cell)
    places = reference.nodes[whole]
    if reference.straight != cell:
        numbers, between = own_places(cell, whole)
        whole, places = np.concatenate([whole, numbers], axis=1), np.concatenate([places, between], axis=1)
    owner = np.repeat(np.arange(ne), len(whole))
    made = Pieces(owner, np.tile(whole, (ne, 1)), np.tile(places, (ne, 1, 1)), np.zeros((len(owner), cracks), int))
    sizes, known = np.linalg.norm(np.ptp(coordinates, axis=1), axis=1), int(whole.max()) + 1
    for crack in range(cracks):
        made = _Cut(cell, made, levels, crack, branches[crack], sizes, max(known, reference.n_nodes)).result()
        if reference.dim == 3:
            _turn(cell, made, coordinates)
    return made


def at_nodes(cell: str, made: Pieces, levels: np.ndarray) -> np.ndarray:
    """(ns, n, cracks) level sets (ne, nn, cracks) at the nodes of pieces, exact at those of cells."""
    ns, count, dim = made.places.shape
    functions = shape_functions(cell, made.places.reshape(-1, dim)).reshape(ns, count, -1)
    values = np.einsum("svn,snc->svc", functions, levels[made.owner])
    rows, columns = np.nonzero(made.nodes < levels.shape[1])
    values[rows, columns] = levels[made.owner[rows], made.nodes[rows, columns]]
    return values


class _Cut:
    """One crack that cuts what others before it have made; nodes below `known` are those of cells and those inside these."""

    def __init__(self, cell, made, levels, crack, branch, sizes, known):
        self.cell, self.made, self.levels, self.crack, self.branch = cell, made, levels, crack, branch
        self.known, self.vertices, self.curved = known, made.vertices, reference_cell(cell).straight != cell
        self.edges = [tuple(sorted(edge)) for edge in EDGES[self.vertices]]
        values = at_nodes(cell, made, levels)
        own, size = values[..., crack].copy(), sizes[made.owner][:, None]
        own[abs(own) <= _NIL if self.curved else (made.nodes >= known) & (abs(own) < _SNAP * size)] = 0.0
        self.own, self.signs = own, np.sign(own[:, : self.vertices]).astype(int)
        for other, sense in branch:
            self.signs[sense * self._summed(values[..., other], made.nodes) > 0.0] = 1
        self.grazed = np.full(len(own), -1)
        if self.curved:
            self._tell_grazed()

    def result(self) -> Pieces:
        """The pieces."""
        made = self.made
        numbers, points = self._points()
        parts = []
        for rows, signs, grazed in self._patterns():
            at_edges = {edge: points[rows, e] for e, edge in enumerate(self.edges) if numbers[rows[0], e] >= 0}
            levels = self.levels[made.owner[rows], :, self.crack]
            middles = Middles(self.cell, levels, made.places[rows], signs, at_edges, self.crack == 0) if self.curved else None
            for rank, ends in enumerate(pieces(signs, self.curved, grazed)):
                nodes, places = self._piece(rows, ends, numbers, points, middles)
                parts.append((rows, np.full(len(rows), rank), nodes, places))
        parent, rank, nodes, places = (np.concatenate(arrays) for arrays in zip(*parts))
        order = np.lexsort((rank, parent, rank > 0, made.owner[parent]))
        parent, nodes, places = parent[order], nodes[order], places[order]
        if self.curved:
            self._number(parent, nodes, max(self._free, int(numbers.max()) + 1))
        result = Pieces(made.owner[parent], nodes, places, made.sides[parent].copy())
        total = at_nodes(self.cell, result, self.levels)
        here = self._summed(np.where(nodes >= self._free, 0.0, total[..., self.crack]), nodes)
        result.sides[:, self.crack] = np.where(here == 0.0, self._inside(result) if self.curved else BOTH, np.sign(here))
        for other, sense in self.branch:
            result.sides[sense * self._summed(total[..., other], nodes) > 0.0, self.crack] = 0
        return result

    @property
    def _free(self):
        """The first number that no node has."""
        return max(self.known, int(self.made.nodes.max()) + 1)

    def _summed(self, values, nodes):
        """(ns,) the sum of values (ns, n) at vertices and at those of the other nodes that the cell has."""
        counted = nodes < self.known
        counted[:, : self.vertices] = True
        return (values * counted).sum(axis=1)

    def _tell_grazed(self):
        """Give vertices on the surface the side that they are cut off to; keep the edge where that is none, as code of both ends."""
        through = np.zeros(len(self.signs), bool)
        for a, b in self.edges:
            through |= self.signs[:, a] * self.signs[:, b] < 0
        before, count = self.signs.copy(), self.vertices
        for vertex in range(count):
            others = [v for v in range(count) if v != vertex]
            middle = np.stack([self.own[:, middle_of(count, vertex, v)] for v in others], axis=1)
            met = (before[:, others] != 0) & (before[:, others] * middle <= 0.0)
            on = through & (before[:, vertex] == 0)
            turned = np.zeros(len(on), bool)
            for side in (-1, 1):
                across = before[:, others] == -side
                own = on & ~turned & across.any(axis=1) & (met | ~across).all(axis=1)
                self.signs[own, vertex] = side
                turned |= own
            alone = on & ~turned & met.any(axis=1) & ((before == 0).sum(axis=1) == 1) if count == 4 else np.zeros(len(on), bool)
            near = np.array(others)[np.argmax(met, axis=1)]
            self.grazed[alone] = (count * vertex + near)[alone]

    def _patterns(self):
        """(rows, signs, (a, b) the edge that is grazed or None) of those alike."""
        keys, which = np.unique(np.concatenate([self.signs, self.grazed[:, None]], axis=1), axis=0, return_inverse=True)
        for index, key in enumerate(keys.tolist()):
            yield np.flatnonzero(which.ravel() == index), tuple(key[:-1]), divmod(key[-1], self.vertices) if key[-1] >= 0 else None

    def _points(self):
        """(numbers (ns, edges), places (ns, edges, dim)) where edges are cut; the number is -1 where they are not.

        An edge of several pieces is run through in one sense, so that its point is the same for all.
        """
        made, (a, b) = self.made, np.array(self.edges).T
        numbers, places = np.full((len(self.signs), len(a)), -1), np.zeros((len(self.signs), len(a), made.places.shape[2]))
        cut_here = self.signs[:, a] * self.signs[:, b] < 0
        for edge, ends in enumerate(self.edges):
            first, second = ends
            cut_here[:, edge] |= np.isin(self.grazed, (self.vertices * first + second, self.vertices * second + first))
        rows, edge = np.nonzero(cut_here)
        if not len(rows):
            return numbers, places
        ends = np.stack([a[edge], b[edge]], axis=1)
        nodes = made.nodes[rows[:, None], ends]
        ends = np.where((nodes[:, 0] > nodes[:, 1])[:, None], ends[:, ::-1], ends)
        keys = np.concatenate([made.owner[rows][:, None], np.sort(nodes, axis=1)], axis=1)
        _, one, number = np.unique(keys, axis=0, return_index=True, return_inverse=True)
        row, tail, head = rows[one], *ends[one].T
        low, high = self.own[row, tail], self.own[row, head]
        start, stop, levels = made.places[row, tail], made.places[row, head], self.levels[made.owner[row], :, self.crack]
        if self.curved:
            between = np.array([middle_of(self.vertices, i, j) for i, j in zip(tail.tolist(), head.tolist())])
            middle = made.places[row, between]
            met = (low * high >= 0.0) | (self.own[row, between] == 0.0)
            found = middle.copy()
            found[~met] = _zeros(self.cell, levels[~met], start[~met], stop[~met], low[~met], high[~met], middle[~met])
        else:
            found = _zeros(self.cell, levels, start, stop, low, high)
        numbers[rows, edge] = self._free + number.ravel()
        places[rows, edge] = found[number.ravel()]
        return numbers, places

    def _piece(self, rows, ends, numbers, points, middles):
        """Nodes (k, n) and places (k, n, dim) of one piece of simplices; -1 for middles that these do not have."""
        made = self.made
        nodes, places = [], []
        for a, b in ends:
            edge = None if a == b else self.edges.index(tuple(sorted((a, b))))
            nodes.append(made.nodes[rows, a] if edge is None else numbers[rows, edge])
            places.append(made.places[rows, a] if edge is None else points[rows, edge])
        for a, b in MIDDLES[self.vertices] if self.curved else ():
            p, q = ends[a], ends[b]
            own = p[0] == p[1] and q[0] == q[1]
            nodes.append(made.nodes[rows, middle_of(self.vertices, p[0], q[0])] if own else np.full(len(rows), -1))
            places.append(middles.between(p, q))
        return np.stack(nodes, axis=1), np.stack(places, axis=1)

    def _number(self, parent, nodes, free):
        """Give the new middles numbers, from `free` on, one for each edge of a cell."""
        ends = nodes[:, np.array(MIDDLES[self.vertices])]
        rows, columns = np.nonzero(nodes[:, self.vertices :] < 0)
        keys = np.concatenate([self.made.owner[parent[rows]][:, None], np.sort(ends[rows, columns], axis=1)], axis=1)
        number = np.unique(keys, axis=0, return_inverse=True)[1]
        nodes[rows, self.vertices + columns] = free + number.ravel()

    def _inside(self, pieces_made):
        """(ns,) the sides of what is in the middle of pieces."""
        middle = pieces_made.places.mean(axis=1)
        value = np.einsum("sn,sn->s", shape_functions(self.cell, middle), self.levels[pieces_made.owner, :, self.crack])
        return np.where(abs(value) <= _NIL, BOTH, np.sign(value))


def _zeros(cell, levels, tail, head, low, high, middle=None):
    """(k, dim) where level sets (k, nn) vanish between two places on the reference cell; on parabolas if they have a `middle`."""
    middle = (tail + head) / 2 if middle is None else middle
    bend, t = 2 * (tail + head - 2 * middle), low / (low - high)
    below, above = np.zeros_like(t), np.ones_like(t)
    rounding = 4.0 * np.finfo(float).eps * abs(levels).max(axis=1)
    for _ in range(_MOST):
        places, along = parabola(tail, head, middle, t), head - tail + (2 * t - 1)[:, None] * bend
        value = np.einsum("kn,kn->k", shape_functions(cell, places), levels)
        slope = np.einsum("kdn,kn,kd->k", shape_derivatives(cell, places), levels, along)
        # Newton's steps, halves of what holds the zero where these lead out of it
        before = value * low > 0.0
        below, above = np.where(before, t, below), np.where(before, above, t)
        step = np.divide(value, slope, out=np.zeros_like(value), where=slope != 0.0)
        after = np.where((t - step < below) | (t - step > above), 0.5 * (below + above), t - step)
        step, t = t - after, after
        if not ((abs(step) > _STILL) & (abs(value) > rounding)).any():
            return parabola(tail, head, middle, t)
    raise ComputationFailed("a level set has no zero on an edge whose ends are on both sides of the crack")


def _turn(cell, made, coordinates):
    """Give every tetrahedron a positive volume."""
    corners = physical(cell, made.places[:, :4], coordinates[made.owner])
    turned = np.flatnonzero(np.linalg.det(corners[:, 1:] - corners[:, :1]) < 0)
    exchange(made, turned, 2, 3)


def exchange(made: Pieces, rows: np.ndarray, a: int, b: int):
    """Exchange two vertices of some pieces, and the middles with them."""
    count, other = made.vertices, {a: b, b: a}
    order = [other.get(i, i) for i in range(count)]
    if made.nodes.shape[1] > count:
        order += [middle_of(count, order[i], order[j]) for i, j in MIDDLES[count]]
    made.nodes[rows] = made.nodes[rows][:, order]
    made.places[rows] = made.places[rows][:, order]


def physical(cell: str, places: np.ndarray, coordinates: np.ndarray) -> np.ndarray:
    """(k, m, 3) where places (k, m, dim) on the reference cell stand in cells with nodes at coordinates (k, nn, 3)."""
    k, m, dim = places.shape
    functions = shape_functions(cell, places.reshape(-1, dim)).reshape(k, m, -1)
    return np.einsum("kmn,knx->kmx", functions, coordinates)
