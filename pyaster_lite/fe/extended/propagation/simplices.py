"""Fast marching on meshes of any cells, cut into simplices (r7.02.12, 5.5; Kimmel and Sethian 1998).

In a simplex, the vertex with the greatest value p is met by a plane front that passes the others at their values d. With the edges from
this vertex as the columns of V and Q = (V^T V)^-1,

1. 1^T Q 1 p^2 - 2 1^T Q d p + d^T Q d - 1 = 0, whose greater root counts;
2. it holds when the front comes from inside the simplex, Q (d - p 1) < 0 in all components;
3. else the least of what the faces (in space) and the edges with this vertex give, p = d_i + length.
"""

from __future__ import annotations

import numpy as np

from .marching import FAR

_PRISM = ((1, 2, 4, 5), (1, 3, 4, 5), (3, 4, 5, 6), (2, 4, 5, 6), (2, 3, 4, 6), (1, 2, 3, 5),
          (1, 2, 5, 6), (1, 3, 5, 6), (1, 3, 4, 6), (1, 2, 4, 6), (1, 2, 3, 6), (2, 3, 4, 5))  # fmt: skip
_PRISMS = ((4, 1, 2, 3, 5, 6), (5, 8, 7, 6, 4, 3), (7, 6, 5, 8, 2, 1), (2, 3, 4, 1, 7, 8),
           (2, 1, 5, 6, 4, 8), (4, 3, 7, 8, 2, 6), (7, 8, 4, 3, 5, 1), (5, 6, 2, 1, 7, 3),
           (3, 4, 1, 2, 8, 5), (8, 7, 6, 5, 3, 2), (6, 5, 8, 7, 1, 4), (1, 2, 3, 4, 6, 7))  # fmt: skip
SIMPLICES = {
    "TRIA": ((1, 2, 3),),
    "QUAD": ((1, 2, 4), (2, 3, 4), (1, 2, 3), (3, 1, 4)),
    "TETRA": ((1, 2, 3, 4),),
    "PYRAM": ((1, 2, 3, 5), (1, 3, 4, 5), (1, 2, 4, 5), (2, 3, 4, 5)),
    "PENTA": _PRISM,
    "HEXA": tuple(tuple(prism[i - 1] for i in tetra) for prism in _PRISMS for tetra in _PRISM),
}
"""The simplices of cells, overlapping so that fronts come from everywhere; vertices from 1."""

_OTHERS = {dim: np.array([[i for i in range(dim + 1) if i != top] for top in range(dim + 1)]) for dim in (2, 3)}
"""The other vertices, by that which a front comes to."""


class Simplices:
    """The simplices of cells; fronts march from vertex to vertex in them.

    solids  cells of full dimension (fe.extended.level_sets.Cells);  coordinates  (n, 3);  reach  (n,) the nodes that fronts pass
    """

    def __init__(self, solids, coordinates, dim: int, reach):
        every, owner = [], []
        for part in solids:
            rows = reach[part.nodes].any(axis=1)
            local = np.array(SIMPLICES[part.type.rstrip("0123456789")]) - 1
            every.append(part.nodes[rows][:, local].reshape(-1, dim + 1))
            owner.append(np.repeat(part.numbers[rows], len(local)))
        self.nodes = np.concatenate(every)[np.argsort(np.concatenate(owner), kind="stable")]
        # the same vertices come more than once, in another order: their geometry is kept once
        ascending = np.sort(self.nodes, axis=1)
        first, self.which = _same_rows(ascending, len(coordinates))
        self.dim = dim
        self.shape = self._shapes(coordinates[..., :dim], ascending[first])

    def _shapes(self, x, nodes):
        """(simplices x vertices, k) of the edges from each vertex: what _plane_front takes."""
        found, size = [], len(nodes)
        for top, others in enumerate(_OTHERS[self.dim]):
            edges = x[nodes[:, others]] - x[nodes[:, [top]]]
            products = np.einsum("sik,sjk->sij", edges, edges)
            inverse = np.linalg.inv(products)
            rows = inverse.sum(axis=2)
            parts = (rows.sum(axis=1, keepdims=True), rows, inverse.reshape(size, -1), products.reshape(size, -1))
            found.append(np.concatenate(parts, axis=1))
        return np.stack(found, axis=1).reshape(-1, found[0].shape[1])

    def settle(self, known):
        """What fast marching starts from and goes on with, `known` (n,) being the nodes whose values stay."""

        def start(_, distance):
            return _Side(self, known, distance >= 0.0, distance).begin()

        return start


class _Side:
    """One side of the zero on the way: values (n,), and the simplices all of whose vertices are on it.

    What is found is kept for each geometry and each vertex that fronts come to: `met`. Changes of values are counted: `changed` (n,) tells
    the last one of each node, `seen` the count when `met` was found.
    """

    def __init__(self, simplices, known, inside, distance):
        self.values = np.where(known & inside, distance, FAR)
        own = np.flatnonzero(inside[simplices.nodes].all(axis=1))
        self.nodes, self.which, self.shape = simplices.nodes[own], simplices.which[own], simplices.shape
        self.order = np.argsort(np.argsort(self.nodes, axis=1), axis=1)
        holder = self.nodes.ravel()
        by_node = np.argsort(holder, kind="stable")
        self.places, self.starts = by_node // self.nodes.shape[1], np.searchsorted(holder[by_node], np.arange(len(distance) + 1))
        self.changed, self.count = np.ones(len(distance), int), 1
        self.seen, self.met = np.zeros(len(self.shape), int), np.full(len(self.shape), FAR)

    def begin(self):
        return self.values, self.tell

    def tell(self, node) -> list[int]:
        """Lower what follows from a node that is settled, one simplex after the other: the nodes whose values are others then.

        What follows in each is found for all of them at once, and again for those after it whose greatest value is another one
        once one is lowered.
        """
        places = self.places[self.starts[node] : self.starts[node + 1]]
        nodes, changed, at = self.nodes[places], [], -1
        now = self.values[nodes]
        top = now.argmax(axis=1)
        most, met = now.max(axis=1), self._met(places, now, top)
        while (lower := met < most).any():
            at = int(lower.argmax())
            lowered, value = int(nodes[at, top[at]]), met[at]
            self.count += 1
            self.values[lowered], self.changed[lowered] = value, self.count
            changed.append(lowered)
            met[: at + 1] = FAR
            rows, columns = np.nonzero(nodes[at + 1 :] == lowered)
            rows += at + 1
            now[rows, columns] = value
            former, top[rows], most[rows] = top[rows], now[rows].argmax(axis=1), now[rows].max(axis=1)
            rows = rows[(top[rows] != former) | (met[rows] == FAR)]
            if len(rows):
                met[rows] = self._met(places[rows], now[rows], top[rows])
        return changed

    def _met(self, places, now, top):
        """(m,) when fronts reach the vertices `top` of simplices with these values (m, vertices), FAR where another one is unknown."""
        met = np.full(len(places), FAR)
        rows = np.flatnonzero((now == FAR).sum(axis=1) < 2)
        places, now, top, each = places[rows], now[rows], top[rows], np.arange(len(rows))
        order, vertices = self.order[places], now.shape[1]
        way = vertices * self.which[places] + order[each, top]
        changed = self.changed[self.nodes[places]]
        changed[each, top] = 0
        stale = np.flatnonzero(changed.max(axis=1, initial=0) > self.seen[way])
        if len(stale):
            ways, first = np.unique(way[stale], return_index=True)
            first, each = stale[first], np.arange(len(ways))
            known = np.empty((vertices, len(ways)))
            known[order[first].T, each] = now[first].T
            self.met[ways] = _plane_front(known[_OTHERS[vertices - 1][ways % vertices].T, each], self.shape[ways].T)
            self.seen[ways] = self.count
        met[rows] = self.met[way]
        return met


def _same_rows(rows, count):
    """(first of each, which one each is) of rows (m, k) of numbers less than count that are the same."""
    first, which = np.unique(rows[:, 0], return_index=True, return_inverse=True)[1:]
    for column in rows.T[1:]:
        first, which = np.unique(which * count + column, return_index=True, return_inverse=True)[1:]
    return first, which


def _plane_front(d, shape):
    """(m,) when fronts that pass the other vertices at d (k, m) reach those whose edges to these have this shape.

    shape  (1 + k + 2 k^2, m) 1^T Q 1, Q 1, Q and V^T V
    """
    k = len(d)
    a, rows, inverse, products = np.split(shape, (1, 1 + k, 1 + k + k * k))
    inverse, products = inverse.reshape(k, k, -1), products.reshape(k, k, -1)
    carried = (inverse * d).sum(axis=1)
    b, c = carried.sum(axis=0), (d * carried).sum(axis=0)
    p, real = _greater_root(a[0], b, c)
    left = np.flatnonzero(~(real & (carried < p * rows).all(axis=0)))
    if len(left):
        d, products = d[:, left], products[..., left]
        each = np.arange(k)
        met = d + np.sqrt(products[each, each])
        if k == 3:
            on = np.roll(each, -1)
            met = np.concatenate([met, _on_face(d, d[on], products[each, each], products[each, on], products[on, on])])
        p[left] = met.min(axis=0)
    return p


def _on_face(d, e, g, h, k):
    """The same in triangles with products g, h, k of their two edges, FAR where the front comes from outside."""
    whole = g * k - h * h
    p, real = _greater_root((g + k - 2 * h) / whole, (k * d - h * (d + e) + g * e) / whole, (k * d * d - 2 * h * d * e + g * e * e) / whole)
    d, e = d - p, e - p
    return np.where(real & (k * d - h * e < 0.0) & (g * e - h * d < 0.0), p, FAR)


def _greater_root(a, b, c):
    """(the greater root of a p^2 - 2 b p + c - 1 = 0, whether it is real)."""
    inner = b * b - a * (c - 1.0)
    return (b + np.sqrt(np.maximum(inner, 0.0))) / a, inner >= 0.0
