"""Fast marching on meshes of any cells, cut into simplices (r7.02.12, 5.5; Kimmel and Sethian 1998).

In a simplex, the vertex with the greatest value p is met by a plane front that passes the others at their values d. With the edges from
this vertex as the columns of V and Q = (V^T V)^-1,

1. 1^T Q 1 p^2 - 2 1^T Q d p + d^T Q d - 1 = 0, whose greater root counts;
2. it holds when the front comes from inside the simplex, Q (d - p 1) < 0 in all components;
3. else the least of what the faces (in space) and the edges with this vertex give, p = d_i + length.
"""

from __future__ import annotations

from math import sqrt
from operator import mul

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
        self.sorted, self.dim = ascending[first], dim
        self.shape = self._shapes(coordinates[..., :dim])

    def _shapes(self, x):
        """(simplices, vertices, k) of the edges from each vertex: what _plane_front takes, in one row."""
        found, size = [], len(self.sorted)
        for top in range(self.dim + 1):
            others = [i for i in range(self.dim + 1) if i != top]
            edges = x[self.sorted[:, others]] - x[self.sorted[:, [top]]]
            products = np.einsum("sik,sjk->sij", edges, edges)
            inverse = np.linalg.inv(products)
            rows = inverse.sum(axis=2)
            parts = (rows.sum(axis=1, keepdims=True), rows, inverse.reshape(size, -1), products.reshape(size, -1))
            found.append(np.concatenate(parts, axis=1))
        return np.stack(found, axis=1)

    def settle(self, known):
        """What fast marching starts from and goes on with, `known` (n,) being the nodes whose values stay."""

        def start(_, distance):
            return _Side(self, known, distance >= 0.0, distance).begin()

        return start


class _Side:
    """One side of the zero on the way: values (n,), and the simplices all of whose vertices are on it.

    A simplex is looked at again once the value of a vertex has changed since. Changes are counted: `changed` (n,) tells the last one of
    each node, `seen` (simplices,) and `seen_alike` (geometries,) the count when each was looked at.
    """

    def __init__(self, simplices, known, inside, distance):
        self.values = np.where(known & inside, distance, FAR)
        own = np.flatnonzero(inside[simplices.nodes].all(axis=1))
        self.nodes, self.which, self.sorted, self.shape = simplices.nodes[own], simplices.which[own], simplices.sorted, simplices.shape
        holder = self.nodes.ravel()
        by_node = np.argsort(holder, kind="stable")
        self.places, self.starts = by_node // self.nodes.shape[1], np.searchsorted(holder[by_node], np.arange(len(distance) + 1))
        self.changed, self.count = np.ones(len(distance), int), 1
        # one by one, numbers are read faster in lists
        self.level, self.times = self.values.tolist(), self.changed.tolist()
        self.seen, self.seen_alike = np.zeros(len(own), int), np.zeros(len(simplices.sorted), int)

    def begin(self):
        return self.values, self.tell

    def tell(self, node) -> list[int]:
        """Lower what follows from a node that is settled, one simplex after the other: the nodes whose values are others then."""
        places = self.places[self.starts[node] : self.starts[node + 1]]
        nodes, which = self.nodes[places], self.which[places]
        stale = self.changed[nodes].max(axis=1) > np.maximum(self.seen[places], self.seen_alike[which])
        waiting = bytearray(stale & ((self.values[nodes] == FAR).sum(axis=1) < 2))
        at, changed = waiting.find(1), []
        while at >= 0:
            own = nodes[at].tolist()
            now = [self.level[node] for node in own]
            lowered = self._lower(int(places[at]), int(which[at]), own, now) if now.count(FAR) < 2 else None
            if lowered is not None:
                changed.append(lowered)
                for again in np.flatnonzero((nodes[at + 1 :] == lowered).any(axis=1)).tolist():
                    waiting[at + 1 + again] = 1
            at = waiting.find(1, at + 1)
        return changed

    def _lower(self, place, which, nodes, now):
        """Lower the greatest value, the first of these, of one simplex: the node whose value it is, None where nothing is lowered."""
        latest = max(self.times[node] for node in nodes)
        if latest <= self.seen_alike[which] or latest <= self.seen[place]:
            return None
        most = max(now)
        if now.count(most) == 1:
            self.seen_alike[which] = self.count
        else:
            self.seen[place] = self.count
        top = nodes[now.index(most)]
        known, order = dict(zip(nodes, now)), self.sorted[which].tolist()
        met = _plane_front([known[node] for node in order if node != top], self.shape[which, order.index(top)].tolist())
        if met >= most:
            return None
        self.count += 1
        self.values[top] = self.level[top] = met
        self.changed[top] = self.times[top] = self.count
        return top


def _same_rows(rows, count):
    """(first of each, which one each is) of rows (m, k) of numbers less than count that are the same."""
    first, which = np.unique(rows[:, 0], return_index=True, return_inverse=True)[1:]
    for column in rows.T[1:]:
        first, which = np.unique(which * count + column, return_index=True, return_inverse=True)[1:]
    return first, which


def _plane_front(d, shape):
    """When a front that passes the other vertices at d reaches the one whose edges to these have this shape.

    shape  1^T Q 1, Q 1, Q and V^T V in one row
    """
    k = len(d)
    a, rows, inverse, products = shape[0], shape[1 : 1 + k], shape[1 + k : 1 + k + k * k], shape[1 + k + k * k :]
    if k == 3:
        d0, d1, d2 = d
        q = inverse
        carried = [q[0] * d0 + q[1] * d1 + q[2] * d2, q[3] * d0 + q[4] * d1 + q[5] * d2, q[6] * d0 + q[7] * d1 + q[8] * d2]
    else:
        carried = [inverse[0] * d[0] + inverse[1] * d[1], inverse[2] * d[0] + inverse[3] * d[1]]
    b, c = sum(carried), sum(map(mul, d, carried))
    inner = b * b - a * (c - 1.0)
    if inner >= 0.0:
        p = (b + sqrt(inner)) / a
        if all(own < p * row for own, row in zip(carried, rows)):
            return p
    met = min(d[i] + sqrt(products[i * (k + 1)]) for i in range(k))
    if k == 3:
        for i, j in ((0, 1), (1, 2), (2, 0)):
            met = min(met, _on_face(d[i], d[j], products[4 * i], products[3 * i + j], products[4 * j]))
    return met


def _on_face(d, e, g, h, k):
    """The same in a triangle with products g, h, k of its two edges, FAR where the front comes from outside."""
    whole = g * k - h * h
    a, b, c = (g + k - 2 * h) / whole, (k * d - h * (d + e) + g * e) / whole, (k * d * d - 2 * h * d * e + g * e * e) / whole
    inner = b * b - a * (c - 1.0)
    if inner < 0.0:
        return FAR
    p = (b + sqrt(inner)) / a
    d, e = d - p, e - p
    return p if k * d - h * e < 0.0 and g * e - h * d < 0.0 else FAR
