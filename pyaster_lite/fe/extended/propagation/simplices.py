"""Fast marching on meshes of any cells, cut into simplices (r7.02.12, 5.5; Kimmel and Sethian 1998).

In a simplex, the vertex with the greatest value p is met by a plane front that passes the others at their values d. With the edges from
this vertex as the columns of V and Q = (V^T V)^-1,

1. 1^T Q 1 p^2 - 2 1^T Q d p + d^T Q d - 1 = 0, whose greater root counts;
2. it holds when the front comes from inside the simplex, Q (d - p 1) < 0 in all components;
3. else the least of what the faces (in space) and the edges with this vertex give, p = d_i + length.
"""

from __future__ import annotations

from math import sqrt

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
        self.sorted, self.which = np.unique(np.sort(self.nodes, axis=1), axis=0, return_inverse=True)
        self.which = self.which.ravel()
        self.dim = dim
        self.gram = self._grams(coordinates[..., :dim])
        holder, place = self.nodes.ravel(), np.repeat(np.arange(len(self.nodes)), dim + 1)
        by_node = np.argsort(holder, kind="stable")
        self.places, self.starts = place[by_node], np.searchsorted(holder[by_node], np.arange(len(coordinates) + 1))

    def _grams(self, x):
        """(simplices, vertices, d, d) the products of the edges from each vertex, and the inverses."""
        found = []
        for top in range(self.dim + 1):
            others = [i for i in range(self.dim + 1) if i != top]
            edges = x[self.sorted[:, others]] - x[self.sorted[:, [top]]]
            found.append(np.einsum("sik,sjk->sij", edges, edges))
        products = np.stack(found, axis=1)
        return np.stack([products, np.linalg.inv(products)], axis=2)

    def settle(self, known):
        """What fast marching starts from and goes on with, `known` (n,) being the nodes whose values stay."""

        def start(_, distance):
            found = np.where(known & (distance >= 0.0), distance, FAR)
            values, inside, seen = found.tolist(), (distance >= 0.0).tolist(), {}

            def tell(node, *_):
                for place in self.places[self.starts[node] : self.starts[node + 1]].tolist():
                    nodes = self.nodes[place].tolist()
                    if all(inside[other] for other in nodes):
                        self._lower(int(self.which[place]), nodes, values, found, seen)

            return found, tell

        return start

    def _lower(self, own, nodes, values, found, seen):
        """Lower the greatest value, the first of these, of one simplex."""
        now = [values[node] for node in nodes]
        most = max(now)
        if now.count(FAR) >= 2:
            return
        if now.count(most) == 1:
            known = dict(zip(nodes, now))
            if seen.get(own) == known:
                return
            seen[own] = known
        top = nodes[now.index(most)]
        order = self.sorted[own].tolist()
        products, inverse = self.gram[own, order.index(top)].tolist()
        met = _plane_front([values[node] for node in order if node != top], products, inverse)
        if met < most:
            values[top] = found[top] = met


def _plane_front(d, products, inverse):
    """When a front that passes the other vertices at d reaches the one that edges with these products start from."""
    size = range(len(d))
    rows = [sum(row) for row in inverse]
    carried = [sum(row[j] * d[j] for j in size) for row in inverse]
    a, b, c = sum(rows), sum(carried), sum(d[i] * carried[i] for i in size)
    inner = b * b - a * (c - 1.0)
    if inner >= 0.0:
        p = (b + sqrt(inner)) / a
        if all(carried[i] - p * rows[i] < 0.0 for i in size):
            return p
    met = min(d[i] + sqrt(products[i][i]) for i in size)
    if len(d) == 3:
        for i, j in ((0, 1), (1, 2), (2, 0)):
            met = min(met, _on_face(d[i], d[j], products[i][i], products[i][j], products[j][j]))
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
