"""The middles of the edges of pieces of quadratic simplices that a crack cuts (r7.02.12, 3.4.3).

An edge of a piece joins two points of the simplex: its vertices (i, i), and points (i, j) where the crack cuts its edge from i to j.
On the reference cell, the middle of the edge stands

1. between two vertices, where the simplex has its own;
2. from a vertex to a point of the same edge, halfway along the parabola through that edge;
3. in the crack, on one face, at the zero of the level set on the line of this face through the middle of the chord and across it;
4. from a point (s, a) to a vertex b of a face whose edge (s, b) is cut too, halfway between both; where the crack bends past this,
   halfway between the middle of its trace on that face and the middle of the edge (a, b);
5. in the crack, across the simplex, at the zero of the level set along its gradient, from the middle of the chord, or from that of the
   two middles beside it if the crack is bent by more than a little;
6. halfway anywhere else.
"""

from __future__ import annotations

import numpy as np

from ..cells import reference_cell
from ..errors import ComputationFailed
from ..shapes import shape_derivatives, shape_functions
from .simplices import crossed

MIDDLES = {2: ((0, 1),), 3: ((0, 1), (1, 2), (2, 0)), 4: ((0, 1), (1, 2), (2, 0), (0, 3), (1, 3), (2, 3))}
"""The edges of a quadratic simplex by its number of vertices, in the order of the nodes in their middle."""
_MOST, _STILL = 100, 1e-12
"""Iterations for a zero at most, and the step that ends them."""
_BENT, _PAST = 1e-2, 1e-3
"""An angle, rad, beyond which a crack is bent; the sine below which it passes the middle of an edge."""
_SLACK, _ALONG = 5e-7, 1e-12
"""How far beyond the end of an edge, by its length, a line still meets it; a line is along an edge where one less its cosine squared
is below the other."""


def middle_of(vertices: int, a: int, b: int) -> int:
    """The place among the nodes of a quadratic simplex of that in the middle of an edge."""
    return vertices + next(i for i, edge in enumerate(MIDDLES[vertices]) if {a, b} == set(edge))


class Middles:
    """Simplices that a crack cuts alike: those of one cell type whose vertices have the same signs.

    levels  (k, nn) the level set at the nodes of their cells
    places  (k, n, dim) their nodes on the reference cell, vertices first
    signs   of the level set at their vertices
    points  where edges (i, j), i < j, are cut, (k, dim) each
    bound   whether they are plane, so that zeros on their faces and in them are looked for no further than these
    """

    def __init__(self, cell: str, levels, places, signs: tuple[int, ...], points: dict, bound: bool):
        self.cell, self.levels, self.nodes, self.signs, self.points, self.bound = cell, levels, places, signs, points, bound
        self._known = {}

    def between(self, p: tuple[int, int], q: tuple[int, int]) -> np.ndarray:
        """(k, dim) the middle between two points."""
        key = (min(p, q), max(p, q))
        if key not in self._known:
            self._known[key] = self._find(*key)
        return self._known[key]

    def place(self, point: tuple[int, int]) -> np.ndarray:
        """(k, dim) a vertex or a point of an edge."""
        return self.nodes[:, point[0]] if point[0] == point[1] else self.points[tuple(sorted(point))]

    def _own(self, a, b):
        return self.nodes[:, middle_of(len(self.signs), a, b)]

    def _find(self, p, q):
        if p[0] == p[1] and q[0] == q[1]:
            return self._own(p[0], q[0])
        if p[0] != p[1] and q[0] != q[1]:
            return self._on_face(p, q) if set(p) & set(q) else self._across(p, q)
        node, point = (p[0], q) if p[0] == p[1] else (q[0], p)
        if node in point:
            return self._halfway(node, *(end for end in point if end != node), point)
        if self.signs[node] == 0:
            return self._on_face((node, node), point)
        shared = [end for end in point if tuple(sorted((end, node))) in self.points and self.signs[end]]
        return self._beside(node, point, shared[0]) if shared else (self.place(p) + self.place(q)) / 2

    def _halfway(self, node, other, point):
        start, stop, middle = self.nodes[:, node], self.nodes[:, other], self._own(node, other)
        edge = stop - start
        share = ((self.place(point) - start) * edge).sum(axis=1) / (edge**2).sum(axis=1)
        return parabola(start, stop, middle, share / 2)

    def _beside(self, node, point, shared):
        (far,) = [end for end in point if end != shared]
        first, second = self.place(point), self.place((shared, node))
        trace = self.between(tuple(sorted(point)), tuple(sorted((shared, node))))
        straight = (first + self.nodes[:, node]) / 2
        chord, tangent, edge = _unit(straight - first), _unit(2 * trace - 1.5 * first - 0.5 * second), _unit(self.nodes[:, far] - first)
        sine = np.sqrt(np.maximum(1 - (chord * tangent).sum(axis=1) ** 2, 0.0))
        sine = np.where((edge * tangent).sum(axis=1) > (edge * chord).sum(axis=1), -sine, sine)
        bent = (sine < _PAST)[:, None]
        return np.where(bent, (trace + self._own(far, node)) / 2, straight)

    def _on_face(self, p, q):
        start, chord = (self.place(p) + self.place(q)) / 2, _unit(self.place(q) - self.place(p))
        face = sorted(set(p) | set(q))
        corners = [self.nodes[:, vertex] for vertex in face]
        first, second = _unit(corners[1] - corners[0]), _unit(corners[2] - corners[0])
        along, beside = (first * chord).sum(axis=1, keepdims=True), (second * chord).sum(axis=1, keepdims=True)
        way = _unit(beside * first - along * second)
        return self._zero(start, way, *self._reach(corners, start, way)) if self.bound else self._zero(start, way)

    def _reach(self, corners, start, way):
        """(k,) how far a line goes to both sides before it leaves a triangle."""
        low, high = np.zeros((2, len(start)))
        for a, b in ((0, 1), (1, 2), (2, 0)):
            edge, away = corners[b] - corners[a], corners[a] - start
            size = np.linalg.norm(edge, axis=1)
            edge = edge / size[:, None]
            cosine, ahead, aside = (way * edge).sum(axis=1), (way * away).sum(axis=1), (away * edge).sum(axis=1)
            met = 1 - cosine**2 > _ALONG
            scale = np.where(met, cosine**2 - 1, 1.0)
            reach, share = (aside * cosine - ahead) / scale, (aside - cosine * ahead) / scale / size
            met &= (share <= 1 + _SLACK) & (share >= -_SLACK)
            low, high = np.where(met & (reach <= 0), reach, low), np.where(met & (reach >= 0), reach, high)
        return low, high

    def _across(self, p, q):
        before, after = self._others(p, q)
        one, two, three, four = p, before, after, q
        trace = {pair: self.between(*sorted(pair)) for pair in ((one, two), (one, three), (two, four), (three, four))}
        bend = np.stack([_angle(self.place(b) - self.place(a), trace[a, b] - self.place(a)) for a, b in trace])
        most = np.argmax(bend, axis=0)
        sides = (trace[one, two] + trace[three, four]) / 2, (trace[one, three] + trace[two, four]) / 2
        bent = np.where(np.isin(most, (0, 3))[:, None], *sides)
        start = np.where((bend.max(axis=0) > _BENT)[:, None], bent, (self.place(one) + self.place(four)) / 2)
        way = _unit(np.einsum("kdn,kn->kd", shape_derivatives(self.cell, start), self.levels))
        if not self.bound:
            return self._zero(start, way)
        low, high = np.full((2, len(start)), [[-10.0], [10.0]])
        for a, b, c in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)):
            corner = self.nodes[:, a]
            normal = _unit(np.cross(self.nodes[:, b] - corner, self.nodes[:, c] - corner))
            slope = (normal * way).sum(axis=1)
            met = abs(slope) >= _SLACK
            reach = ((corner - start) * normal).sum(axis=1) / np.where(met, slope, 1.0)
            low = np.where(met & (reach < 0) & (reach > low), reach, low)
            high = np.where(met & (reach > 0) & (reach < high), reach, high)
        return self._zero(start, way, low, high)

    def _others(self, p, q):
        """The corners of the crack beside p and q, which have no vertex in common: points, or a vertex that it touches."""
        points = [tuple(sorted(point)) for point in crossed(self.signs)]
        found = [point for point in (*points, *self.points) if point not in (p, q)]
        return (*dict.fromkeys(found), *((i, i) for i, sign in enumerate(self.signs) if sign == 0))[:2]

    def _zero(self, start, way, low=None, high=None):
        """(k, dim) where the level sets vanish on lines from places along unit vectors; where that is not between bounds, the start."""
        t = np.zeros(len(start))
        moving = np.ones(len(start), bool)
        for _ in range(_MOST):
            places = start + t[:, None] * way
            value = np.einsum("kn,kn->k", shape_functions(self.cell, places), self.levels)
            slope = np.einsum("kdn,kn,kd->k", shape_derivatives(self.cell, places), self.levels, way)
            after = t - np.divide(value, slope, out=np.zeros_like(value), where=slope != 0.0)
            if low is not None:
                after = np.where(after > high, (t + high) / 2, np.where(after < low, (t + low) / 2, after))
            moving = abs(after - t) > _STILL
            t = after
            if not moving.any():
                return start + t[:, None] * way
        if low is None:
            raise ComputationFailed("a crack has no middle in a piece that another one has made")
        return start + np.where(moving, 0.0, t)[:, None] * way


def parabola(start, stop, middle, t):
    """(..., dim) on the curves from `start` (..., dim) at t (...) = 0 through `middle` at 1/2 to `stop` at 1; or numbers (...) instead."""
    t = t.reshape(*t.shape, *[1] * (start.ndim - t.ndim))
    return (1 - t) * (1 - 2 * t) * start + 4 * t * (1 - t) * middle + t * (2 * t - 1) * stop


def own_places(cell: str, simplices: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(numbers (m, edges), places (m, edges, dim)) of the middles of the edges of uncut simplices (m, nv) of a quadratic cell.

    Those of edges that lie in a side or inside the cell have numbers from that of its nodes on.
    """
    reference = reference_cell(cell)
    known = {frozenset(ends): reference.corners + i for i, ends in enumerate(reference.middles) if len(ends) == 2}
    pairs = simplices[:, np.array(MIDDLES[simplices.shape[1]])]
    free = iter(range(reference.n_nodes, 10**6))
    numbers = np.empty(pairs.shape[:2], int)
    for place in np.ndindex(numbers.shape):
        ends = frozenset(pairs[place].tolist())
        if ends not in known:
            known[ends] = next(free)
        numbers[place] = known[ends]
    return numbers, reference.nodes[pairs].mean(axis=2)


def _unit(vectors):
    sizes = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(sizes > 0.0, sizes, 1.0)


def _angle(one, other):
    return np.arccos(np.clip((_unit(one) * _unit(other)).sum(axis=1), -1.0, 1.0))
