"""Where points stand in the cells of another mesh: reference coordinates in the cell around them, or in the nearest one (r7.20.01).

1. Every cell is cut into simplices on its corners. A point belongs to the first simplex that holds it (barycentric
   coordinates b within 1e-10 of [0, 1]), in the order of the cells; else to the nearest one, at the closest point of it; of
   several as near the first in the order of fe.search_boxes. Lines, and surfaces in space, have no inside: the nearest simplex counts.
2. In the cell of that simplex: x1 = sum of b times the reference coordinates of the corners, and x2 from Newton's iterations
   for x(x2) = point, from the origin. For surfaces these run in the plane of the simplex.
3. x2 holds where it is within 1 per cent of the cell and its image is nearer to the point than that of x1; else x1.

The sums are made in code_aster's order: which of two simplices is nearer may be a matter of rounding errors; and where only the vertices
of a cell carry a component, the signs of the rounding errors of their functions decide what a node in the middle of a side is told (see
concepts.correspondence).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np

from .cells import reference_cell
from .search_boxes import SearchBoxes
from .shapes import shape_derivatives, shape_functions

SIMPLICES = {
    "SEG2": ((0, 1),),
    "TRIA3": ((0, 1, 2),),
    "QUAD4": ((0, 1, 2), (0, 2, 3)),
    "TETRA4": ((0, 1, 2, 3),),
    "PENTA6": ((0, 2, 5, 4), (0, 5, 3, 4), (0, 2, 4, 1)),
    "HEXA8": ((0, 3, 7, 5), (0, 7, 5, 4), (0, 3, 5, 1), (1, 3, 7, 6), (1, 7, 5, 6), (1, 3, 6, 2)),
    "PYRAM5": ((0, 1, 2, 4), (0, 2, 3, 4)),
}
"""Corners of the simplices that a cell is cut into."""
_INSIDE = 1e-10
_BESIDE = 1e-6
"""How far beyond its box, as a share of its size, a simplex is asked whether it holds a point."""
_MOST, _STILL = 50, 1e-8
"""Newton's iterations at most, and the square of the last step that ends them."""
_OUT, _FAR = 1e-2, 1e-1
"""Beyond the cell by this share of it: Newton's point is not taken; the point is called far."""
_CHUNK = 400_000


@dataclass
class Cells:
    """Cells of one type: their linear type, the `numbers` (k,) that name them and their `nodes` (k, nn)."""

    kind: str
    linear: str
    numbers: np.ndarray
    nodes: np.ndarray


@dataclass
class Located:
    """Points in cells.

    cells    (n,) numbers, -1 where no cell is near enough
    nodes, weights  (n, most nodes) the nodes of each cell, -1 past the last, and the values of their functions
    distance (n,) from the point to its place in the cell
    far      (n,) whether that place is far from the point for the size of the cell
    """

    cells: np.ndarray
    nodes: np.ndarray
    weights: np.ndarray
    distance: np.ndarray
    far: np.ndarray

    def terms(self, point: int) -> list[tuple[int, float]]:
        """The nodes of the cell of a point with the values of their functions there; none where no cell is near enough."""
        used = (self.nodes[point] >= 0) & (self.cells[point] >= 0)
        return list(zip(self.nodes[point][used].tolist(), self.weights[point][used].tolist()))


def locate(points: np.ndarray, x: np.ndarray, parts: list[Cells], reach: float | None = None, near: float = -1.0) -> Located:
    """Points (n, d) among cells of one dimension on nodes that stand at x (nodes, d).

    reach  how far a point may be from the nearest cell, None for any distance
    near   a distance below which no point is far
    """
    simplices = _Simplices(x, parts)
    owner, weights, distance = simplices.around(points)
    lost = np.flatnonzero(owner < 0)
    if len(lost) and (reach is None or reach > 0.0):
        owner[lost], weights[lost], distance[lost] = simplices.nearest(points[lost], points)
        if reach is not None:
            owner[lost[distance[lost] >= reach]] = -1
    return _in_cells(points, x, parts, simplices, owner, weights, distance, near)


def holders(points: np.ndarray, x: np.ndarray, parts: list[Cells], tolerance: float) -> tuple[np.ndarray, np.ndarray]:
    """(points, numbers of cells): each of points (n, d) with every cell that holds it, within `tolerance` of barycentric coordinates."""
    simplices = _Simplices(x, parts)
    found = [np.zeros((2, 0), int)]
    for p, s, _ in simplices.holding(points, tolerance):
        index, row = simplices.places[:, s]
        numbers = np.zeros(len(row), int)
        for rank, part in enumerate(parts):
            numbers[index == rank] = part.numbers[row[index == rank]]
        found.append(np.stack([p, numbers]))
    return tuple(np.unique(np.concatenate(found, axis=1), axis=1))


class _Simplices:
    """All simplices of some cells, in the order of the cells."""

    def __init__(self, x, parts):
        order, corners, self.places = [], [], []
        for index, part in enumerate(parts):
            for rank, local in enumerate(SIMPLICES[part.linear]):
                order.append(np.stack([part.numbers, np.full(len(part.numbers), rank)]))
                corners.append(part.nodes[:, local])
                self.places.append(np.stack([np.full(len(part.numbers), index), np.arange(len(part.numbers))]))
        order, self.places = np.concatenate(order, axis=1), np.concatenate(self.places, axis=1)
        rank = np.lexsort(order[::-1])
        self.rank, self.places = order[1][rank], self.places[:, rank]
        self.corners = x[np.concatenate(corners)[rank]]
        self.centre = self.corners.mean(axis=1)
        self.radius = np.linalg.norm(self.corners - self.centre[:, None], axis=-1).max(axis=1)
        classes = np.floor(np.log2(np.maximum(self.radius, 1e-300))).astype(int)
        self.classes = [np.flatnonzero(classes == value) for value in np.unique(classes)]
        from scipy.spatial import cKDTree

        self.trees = [cKDTree(self.centre[rows]) for rows in self.classes]
        self.solid = self.corners.shape[1] == self.corners.shape[2] + 1

    def around(self, points):
        """(simplex or -1, barycentric coordinates, 0) of the first simplex that holds each point."""
        owner = np.full(len(points), -1)
        weights, distance = np.zeros((len(points), self.corners.shape[1])), np.zeros(len(points))
        if not self.solid:
            return owner, weights, distance
        best = np.full(len(points), len(self.centre))
        for p, s, b in self.holding(points, _INSIDE):
            first = np.lexsort((s, p))
            p, start = np.unique(p[first], return_index=True)
            s, b = s[first][start], b[first][start]
            better = s < best[p]
            best[p[better]], weights[p[better]] = s[better], b[better]
        owner[best < len(self.centre)] = best[best < len(self.centre)]
        return owner, weights, distance

    def holding(self, points, tolerance):
        """Points, the simplices that hold them within a tolerance, and their barycentric coordinates, some at a time."""
        low, high = self.corners.min(axis=1), self.corners.max(axis=1)
        margin = (_BESIDE + low.shape[1] * tolerance) * (high - low).max(axis=1, keepdims=True)
        low, high = low - margin, high + margin
        for p, s in self.pairs(points, lambda rows: (1.001 + tolerance) * self.radius[rows].max()):
            boxed = ((points[p] >= low[s]) & (points[p] <= high[s])).all(axis=1)
            p, s = p[boxed], s[boxed]
            b = _barycentric(self.corners[s], points[p])
            inside = ((b >= -tolerance) & (b <= 1 + tolerance)).all(axis=1)
            yield p[inside], s[inside], b[inside]

    def nearest(self, points, everywhere):
        """(simplex, barycentric coordinates, distance) of the closest point of the nearest simplex.

        everywhere  (n, d) all points that cells are looked for
        """
        from scipy.spatial import cKDTree

        vertices = self.corners.reshape(-1, self.corners.shape[2])
        bound = cKDTree(vertices).query(points)[0]
        least, found = np.full(len(points), np.inf), []
        for p, s in self.pairs(points, lambda rows: 1.001 * (bound + self.radius[rows].max())):
            b, square = closest(self.corners[s], points[p])
            distance = np.sqrt(square)
            np.minimum.at(least, p, distance)
            near = distance <= least[p]
            found.append((p[near], s[near], distance[near], b[near]))
        p, s, distance, b = (np.concatenate(parts) for parts in zip(*found))
        near = distance <= least[p]
        p, s, b = p[near], s[near], b[near]
        order = np.zeros(len(p), int)
        shared = np.bincount(p, minlength=len(points))[p] > 1
        if shared.any():
            boxes = SearchBoxes(self.corners, np.concatenate([vertices, everywhere]))
            order[shared] = boxes.order(points[p[shared]], s[shared])
        first = np.lexsort((s, order, p))
        p, start = np.unique(p[first], return_index=True)
        return s[first][start], b[first][start], least

    def pairs(self, points, radius):
        """Points with the simplices whose centre is within `radius(rows)` of them, some at a time."""
        for rows, tree in zip(self.classes, self.trees):
            reach = np.broadcast_to(radius(rows), len(points))
            counts = tree.query_ball_point(points, reach, return_length=True)
            ends = np.cumsum(counts)
            start = 0
            while start < len(points):
                stop = max(start + 1, int(np.searchsorted(ends, (ends[start - 1] if start else 0) + _CHUNK, "right")))
                found = tree.query_ball_point(points[start:stop], reach[start:stop])
                near = np.fromiter(chain.from_iterable(found), int)
                if len(near):
                    yield np.repeat(np.arange(start, stop), counts[start:stop]), rows[near]
                start = stop


def _barycentric(corners, points):
    """(n, d + 1) coordinates of points (n, d) in simplices (n, d + 1, d); NaN in flat ones."""
    if corners.shape[1:] == (3, 2):
        return _in_triangles(corners, points)
    sides = (corners[:, 1:] - corners[:, :1]).transpose(0, 2, 1)
    flat = np.linalg.det(sides) == 0.0
    sides = np.where(flat[:, None, None], np.eye(sides.shape[1]), sides)
    own = np.linalg.solve(sides, (points - corners[:, 0])[..., None])[..., 0]
    own = np.where(flat[:, None], np.nan, own)
    return np.concatenate([1.0 - own.sum(axis=1, keepdims=True), own], axis=1)


def _in_triangles(corners, points):
    (ax, ay), (bx, by), (px, py) = (corners[:, 1] - corners[:, 0]).T, (corners[:, 2] - corners[:, 0]).T, (points - corners[:, 0]).T
    area = ax * by - ay * bx
    area = np.where(area == 0.0, np.nan, area)
    second, third = (px * by - py * bx) / area, (ax * py - ay * px) / area
    return np.stack([1.0 - second - third, second, third], axis=1)


def closest(corners: np.ndarray, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Barycentric coordinates (n, k + 1) of the points of simplices (n, k + 1, d) closest to points (n, d) outside or on them,
    and the squares of the distances."""
    n, size = corners.shape[:2]
    best, least = np.zeros((n, size)), np.full(n, np.inf)
    faces = {2: (), 3: ((0, 1, 2),), 4: ((0, 1, 2), (1, 2, 3), (2, 3, 0), (3, 0, 1))}[size]
    edges = {2: ((0, 1),), 3: ((0, 1), (1, 2), (0, 2)), 4: ((0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3))}[size]
    if corners.shape[1:] == (3, 2):
        edges = ((1, 2), (2, 0), (0, 1))
    for local in (*faces, *edges):
        own = _on_face(corners[:, local], points) if len(local) == 3 else _on_edge(corners[:, local], points)
        place = _summed(np.nan_to_num(own), corners[:, local])
        square = np.where(np.isnan(own).any(axis=1), np.inf, _square(place - points))
        better = square < least
        least[better] = square[better]
        best[better] = 0.0
        best[np.ix_(better, local)] = own[better]
    return best, least


def _on_face(corners, points):
    """(n, 3) barycentric coordinates of the projections that fall inside a triangle; NaN of the others."""
    first, second, to = (corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0], points - corners[:, 0])
    a, b, c = ((u * v).sum(axis=1) for u, v in ((first, first), (first, second), (second, second)))
    p, q = (first * to).sum(axis=1), (second * to).sum(axis=1)
    determinant = a * c - b * b
    with np.errstate(divide="ignore", invalid="ignore"):
        y, z = (c * p - b * q) / determinant, (a * q - b * p) / determinant
    own = np.stack([1.0 - y - z, y, z], axis=1)
    return np.where((own >= 0.0).all(axis=1, keepdims=True), own, np.nan)


def _on_edge(corners, points):
    """(n, 2) barycentric coordinates of the closest points of segments."""
    along = corners[:, 1] - corners[:, 0]
    length = (along**2).sum(axis=1)
    share = ((points - corners[:, 0]) * along).sum(axis=1) / np.where(length > 0.0, length, 1.0)
    share = np.clip(share, 0.0, 1.0)
    return np.stack([1.0 - share, share], axis=1)


def _in_cells(points, x, parts, simplices, owner, weights, distance, near):
    """Steps 2 and 3 for points in simplices."""
    n, most = len(points), max(part.nodes.shape[1] for part in parts)
    made = Located(np.full(n, -1), np.full((n, most), -1), np.zeros((n, most)), distance.copy(), np.zeros(n, bool))
    index, row = simplices.places[:, owner]
    for number, part in enumerate(parts):
        own = np.flatnonzero((owner >= 0) & (index == number))
        if not len(own):
            continue
        nodes = part.nodes[row[own]]
        rank = simplices.rank[owner[own]]
        reference = reference_cell(part.kind).nodes
        corners = np.array(SIMPLICES[part.linear])[rank]
        guess = _summed(weights[own], reference[corners])
        if reference.shape[1] == 1:
            place, far = guess, (distance[own] >= near) & (distance[own] > _FAR * 2 * simplices.radius[owner[own]])
        else:
            here, target = x[nodes], points[own]
            if here.shape[2] > reference.shape[1]:
                here, target = _in_plane(simplices.corners[owner[own]], here, target)
            place, made.distance[own], far = _refined(part.kind, part.linear, here, target, guess, near)
        made.cells[own], made.far[own] = part.numbers[row[own]], far
        made.nodes[own, : nodes.shape[1]] = nodes
        made.weights[own, : nodes.shape[1]] = _functions(part.kind, place)
    return made


def _in_plane(corners, nodes, points):
    """Nodes (n, nn, 3) and points (n, 3) in the planes of triangles (n, 3, 3), first axis along the first side."""
    first, second = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    across = np.cross(first, second)
    first = first / np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(across / np.linalg.norm(across, axis=1, keepdims=True), first)
    axes = np.stack([first, second], axis=1)
    origin = corners[:, 0]
    return np.einsum("nij,nkj->nki", axes, nodes - origin[:, None]), np.einsum("nij,nj->ni", axes, points - origin)


def _refined(kind, linear, nodes, points, guess, near):
    """(reference coordinates, distance, far): the nearer of the guess and of Newton's point."""
    found, solved = _newton(kind, nodes, points)
    beyond = np.where(solved, outside(linear, found), np.inf)
    one = _square(_image(kind, nodes, guess) - points)
    other = np.where(beyond > _OUT, np.inf, _square(_image(kind, nodes, found) - points))
    second = other < one
    distance = np.sqrt(np.where(second, other, one))
    return np.where(second[:, None], found, guess), distance, (distance >= near) & (beyond > _FAR)


def _square(vectors):
    return sum(own**2 for own in vectors.T)


def _summed(weights, vectors):
    """(n, d) sums over k of weights (n, k) times vectors (n, k, d), one after the other."""
    total = 0.0
    for k in range(weights.shape[1]):
        total = total + weights[:, k, None] * vectors[:, k]
    return total


def _functions(kind, place):
    """(n, nn); those of TRIA6 in the order of operations of code_aster."""
    if kind != "TRIA6":
        return shape_functions(kind, place)
    x, y = place.T
    rest = 1.0 - x - y
    return np.stack([-rest * (1 - 2 * rest), -x * (1 - 2 * x), -y * (1 - 2 * y), 4 * x * rest, 4 * x * y, 4 * y * rest], axis=1)


def _derivatives(kind, place):
    """(n, d, nn), as `_functions`."""
    if kind != "TRIA6":
        return shape_derivatives(kind, place)
    x, y = place.T
    rest, zero = 1.0 - x - y, 0.0 * x
    along_x = [1 - 4 * rest, -1 + 4 * x, zero, 4 * (rest - x), 4 * y, -4 * y]
    along_y = [1 - 4 * rest, zero, -1 + 4 * y, -4 * x, 4 * x, 4 * (rest - y)]
    return np.stack([np.stack(along_x, axis=1), np.stack(along_y, axis=1)], axis=1)


def _image(kind, nodes, place):
    return _summed(_functions(kind, place), nodes)


def _newton(kind, nodes, points):
    """(n, d) reference coordinates whose images are the points, and whether the iterations ended."""
    place = np.zeros_like(points)
    active, solved = np.arange(len(points)), np.zeros(len(points), bool)
    for _ in range(_MOST):
        derivatives = _derivatives(kind, place[active])
        mapping = np.stack([_summed(derivatives[:, d], nodes[active]) for d in range(derivatives.shape[1])], axis=2)
        regular = np.linalg.det(mapping) != 0.0
        active, mapping = active[regular], mapping[regular]
        residual = _image(kind, nodes[active], place[active]) - points[active]
        old = place[active]
        if mapping.shape[1] == 2:
            (a, b), (c, d) = mapping[:, 0].T, mapping[:, 1].T
            over = 1.0 / (a * d - b * c)
            x, y = residual.T
            new = np.stack([old[:, 0] - over * d * x - over * -b * y, old[:, 1] - over * -c * x - over * a * y], axis=1)
        else:
            new = old - np.linalg.solve(mapping, residual[..., None])[..., 0]
        new = np.where(np.isfinite(new), new, old)
        place[active] = new
        still = _square(new - old) <= _STILL
        solved[active[still]] = True
        active = active[~still]
        if not len(active):
            break
    return place, solved


def outside(linear: str, place: np.ndarray) -> np.ndarray:
    """(n,) by how much reference coordinates lie outside a cell, as a share of its size."""
    first, *others = place.T
    if linear == "QUAD4" or linear == "HEXA8":
        beyond = (abs(place).max(axis=1) - 1.0) / 2
    elif linear == "PENTA6":
        beyond = np.max([abs(first) - 1.0, -others[0], -others[1], others[0] + others[1] - 1.0], axis=0) / 2
    elif linear == "PYRAM5":
        beyond = np.maximum(-others[1], abs(first) + abs(others[0]) + others[1] - 1.0) / 2
    else:
        beyond = np.maximum(-place.min(axis=1), place.sum(axis=1) - 1.0)
    return np.maximum(beyond, 0.0)
