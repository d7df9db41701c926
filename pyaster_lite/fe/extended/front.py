"""The front of a crack of two level sets: where both vanish on the sides of cells, and the axes there (r7.02.12, 2.4).

1. On each side of the cells that hold the front, the place where the level sets, interpolated by the functions of the side, both
   vanish; on the cells themselves in the plane. The axes are the gradients of the level sets there, interpolated from the nodes.
2. At the skin of the body, the direction is turned into the skin.
3. In space the points are joined cell by cell: a front starts at a point of one cell only, or is closed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..cells import reference_cell
from ..errors import ComputationFailed
from ..shapes import shape_derivatives, shape_functions
from .level_sets import Cells, edges

SIDES = {
    "TRIA": ((0, 1, 2),),
    "QUAD": ((0, 1, 2, 3),),
    "TETRA": ((0, 2, 1), (1, 2, 3), (0, 3, 2), (0, 1, 3)),
    "PYRAM": ((0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 1, 2, 3)),
    "PENTA": ((0, 1, 2), (3, 4, 5), (0, 2, 5, 3), (1, 2, 5, 4), (0, 1, 4, 3)),
    "HEXA": ((0, 1, 2, 3), (0, 1, 5, 4), (2, 3, 7, 6), (4, 5, 6, 7), (0, 3, 7, 4), (1, 2, 6, 5)),
}
"""The vertices of the sides of cells, in the order in which fronts are looked for."""
_TINY = np.finfo(float).eps
_LOOSE = 1e4 * _TINY
_NEAR = 1e-4
"""Nearer to a node or an edge than this, by the next nearest one, a point counts as being on it."""
_MOST = 50
_STRAIGHT = np.cos(np.radians(10.0))
"""Fronts whose directions differ by less go on straight."""


class Tangled(ValueError):
    """A cell holds more than two points of the front, which cannot be joined."""


@dataclass
class Front:
    """The points of a front, one front after the other.

    places  (m, 3);  normals, directions  (m, 3) gradients of the normal and of the tangent level set
    sizes   (m,) how far the cells at the front reach along its directions
    abscissas  (m,) the length along each front
    starts  (fronts,) where each front starts among the points;  closed  whether the last point is the first one again
    sides   (m, 4) the nodes of the side of a cell that each point was found on, -1 past the last; None where nothing tells
    """

    places: np.ndarray
    normals: np.ndarray
    directions: np.ndarray
    sizes: np.ndarray
    abscissas: np.ndarray
    starts: np.ndarray
    closed: bool = False
    sides: np.ndarray | None = None

    def stops(self) -> np.ndarray:
        """(fronts,) where each ends."""
        return np.append(self.starts[1:], len(self.places))

    def lines(self) -> list[tuple[int, int]]:
        """Where the lines that nodes are projected on start and end: fronts that go on straight after each other make one."""
        if len(self.starts) == len(self.places):
            return [(i, i + 1) for i in range(len(self.places))]
        made = [[0, int(self.stops()[0])]]
        for start, stop in zip(self.starts[1:].tolist(), self.stops()[1:].tolist()):
            before, after = (v / np.linalg.norm(v) for v in self.directions[[start - 1, start]])
            if before @ after >= _STRAIGHT:
                made[-1][1] = stop
            else:
                made.append([start, stop])
        return [tuple(pair) for pair in made]


def nodal_gradients(parts: list[Cells], coordinates: np.ndarray, values: np.ndarray) -> np.ndarray:
    """(n_nodes, 3) the mean over the cells of full dimension around each node of the gradient of nodal values (n_nodes,)."""
    total, count = np.zeros_like(coordinates), np.zeros(len(coordinates))
    for part in parts:
        reference = reference_cell(part.type)
        derivatives = shape_derivatives(part.type, reference.nodes)
        jacobian = np.einsum("gdn,enk->egdk", derivatives, coordinates[part.nodes][..., : reference.dim])
        slopes = np.linalg.solve(jacobian, np.einsum("gdn,en->egd", derivatives, values[part.nodes])[..., None])[..., 0]
        np.add.at(total[:, : reference.dim], part.nodes, slopes)
        np.add.at(count, part.nodes, 1.0)
    return total / np.maximum(count, 1.0)[:, None]


def characteristic_length(cell: str, nodes: np.ndarray) -> float:
    """The size of a cell with nodes at (nn, 3) that layers around a front are counted in."""

    def far(a, b):
        return np.linalg.norm(nodes[a] - nodes[b])

    kind = cell.rstrip("0123456789")
    if kind == "HEXA":
        return far(0, 6)
    if kind == "PENTA":
        return (far(2, 0) * far(2, 1) * far(2, 5)) ** (1 / 3)
    if kind == "PYRAM":
        return np.sqrt(far(2, 0) * np.linalg.norm(nodes[:4].mean(axis=0) - nodes[4]))
    if kind == "TETRA":
        return (far(0, 1) * far(0, 2) * far(0, 3)) ** (1 / 3)
    return np.sqrt(far(0, 1) * far(0, 2))


def find_front(cells, coordinates, normal, tangent, normals, directions, dim: int, skin) -> Front:
    """The front in the cells that hold it: pairs (type, nodes), in their order; level sets (n_nodes,) and their gradients (n_nodes, 3).

    skin  function (three nodes) -> whether a side through them belongs to one cell only
    Raises Tangled, and ComputationFailed where the cells hold no point of it.
    """
    search = _Search(coordinates, normal, tangent, normals, directions)
    cells = [(kind, np.asarray(nodes)) for kind, nodes in cells]
    search.meet([own for kind, nodes in cells for own in _sides(kind, nodes)])
    joined = [search.through(kind, nodes, dim, skin) for kind, nodes in cells]
    count = len(search.places)
    if not count:
        raise ComputationFailed("the level sets vanish together in no cell that should hold the front of the crack")
    if dim == 3:
        for point in search.turned:
            search.directions[point] /= np.linalg.norm(search.directions[point])
        order, starts, lengths, closed = _joined(joined, np.array(search.places))
    else:
        order, starts, lengths, closed = list(range(count)), list(range(count)), [0.0] * count, False
    chosen = [np.array(values)[order] for values in (search.places, search.normals, search.directions, search.sizes)]
    sides = np.array(search.sides, int).reshape(-1, 4)[order]
    return Front(*chosen, np.array(lengths), np.array(starts, int), closed, sides)


def drawn_front(segments: np.ndarray, coordinates: np.ndarray, normals: np.ndarray, directions: np.ndarray) -> Front:
    """The front that segments (k, 2) of nodes draw, whatever the level sets, by whose gradients (n_nodes, 3) it has its axes (xfocoh).

    Where it begins, the last segments count first. Its `sizes` are zero.
    """
    _, first, back = np.unique(segments[::-1].ravel(), return_index=True, return_inverse=True)
    nodes = segments[::-1].ravel()[np.sort(first)]
    number = np.argsort(np.argsort(first))
    order, starts, lengths, closed = _joined(number[back].reshape(-1, 2).tolist(), coordinates[nodes])
    at = nodes[order]
    sides = np.full((len(at), 4), -1)
    sides[:, 0] = at
    chosen = coordinates[at], normals[at], directions[at], np.zeros(len(at))
    return Front(*chosen, np.array(lengths), np.array(starts, int), closed, sides)


def places_on_sides(kind: str, coordinates: np.ndarray, normal: np.ndarray, tangent: np.ndarray) -> list[np.ndarray]:
    """Where the front meets the sides of one cell, in the plane the cell itself: its nodes (nn, 3), level sets (nn,)."""
    search = _Search(coordinates, normal, tangent, None, None)
    sides = _sides(kind, np.arange(len(coordinates)))
    search.meet(sides)
    return [found[0] @ coordinates[side] for side in sides if (found := search.met(side)) is not None]


def _sides(kind, nodes):
    """The nodes of the sides of a cell, in their order."""
    return [nodes[list(side)] for side in SIDES[kind.rstrip("0123456789")]]


class _Search:
    """Points of the front, found side by side."""

    def __init__(self, coordinates, normal, tangent, normals, directions):
        self.x, self.normal, self.tangent, self.given = coordinates, normal, tangent, (normals, directions)
        self.places, self.normals, self.directions, self.sizes, self.sides = [], [], [], [], []
        self.marks, self.turned, self.former, self.outward = {}, set(), {}, {}
        self.moved = set()
        self.found = {}

    def meet(self, sides):
        """Find out at once what `met` tells of these sides, arrays of nodes."""
        marked = {tuple(own.tolist()): mark for own in sides if (mark := self._mark(own)) is not None}
        for cell, count in (("TRIA3", 3), ("QUAD4", 4)):
            own = np.array([side for side in marked if len(side) == count], int).reshape(-1, count)
            place = _solve(cell, np.stack([self.tangent[own], self.normal[own]], axis=2))
            rows = np.flatnonzero(_inside(cell, place))
            for side, functions in zip(own[rows], shape_functions(cell, place[rows])):
                key = tuple(side.tolist())
                self.found[key] = functions, self._sharpened(marked[key], functions @ self.x[side], side)

    def met(self, own):
        """(functions of the side, what the point lies on) where both level sets vanish on a side, None where they do not."""
        return self.found.get(tuple(own.tolist()))

    def through(self, kind, nodes, dim, skin):
        """The points (two at most) of one cell."""
        found, ends, outsides = [], [], []
        for own in _sides(kind, nodes):
            met = self.met(own)
            if met is None:
                continue
            functions, mark = met
            along = functions @ self.given[1][own]
            point = self._known(mark, own)
            if point is None:
                point = len(self.places)
                self.places.append(functions @ self.x[own])
                self.normals.append(functions @ self.given[0][own])
                self.directions.append(along.copy())
                self.sizes.append(0.0)
                self.sides.append(np.pad(own, (0, 4 - len(own)), constant_values=-1))
                self.marks[mark if mark[0] != "side" else ("side", frozenset(own.tolist()))] = point
            self.sizes[point] = max(self.sizes[point], self._reach(kind, nodes, along))
            if dim == 2:
                continue
            if skin(own[:3]):
                outsides.append(self._outward(own, nodes))
                ends = [point] if not ends else [ends[0], point]
                self.turned.add(point)
            if point not in found:
                found.append(point)
        if len(found) > 2:
            raise Tangled
        if outsides:
            self._turn(ends, outsides)
        return found

    def _known(self, mark, own):
        return self.marks.get(("side", frozenset(own.tolist())) if mark[0] == "side" else mark)

    def _reach(self, kind, nodes, along):
        ends = nodes[edges(kind)[:, :2]]
        return abs((self.x[ends[:, 0]] - self.x[ends[:, 1]]) @ along).max()

    def _mark(self, own):
        """What the point would lie on where the signs of the level sets let both vanish on a side, else None."""
        n, t = self.normal[own], self.tangent[own]
        if not n.any():
            return None
        mark = None
        for i in range(len(own)):
            na, nb, ta, tb = n[i], n[i - 1], t[i], t[i - 1]
            if na == nb == ta == tb == 0.0:
                return None
            if na == 0.0 and ta == 0.0:
                mark = ("node", int(own[i]))
            elif na == 0.0 and nb == 0.0 and ta * tb < _TINY:
                mark = ("edge", frozenset((int(own[i]), int(own[i - 1]))))
            elif na * nb < _TINY:
                apart = abs(na - nb) > _TINY
                behind = apart and tb - nb * (ta - tb) / (na - nb) < _TINY
                if behind or (not apart and ta * tb < _TINY):
                    mark = ("side",)
        return mark

    def _sharpened(self, mark, point, own):
        """The mark of a point that is nearly on a node or an edge."""
        if mark[0] == "node":
            return mark
        away = np.linalg.norm(self.x[own] - point, axis=1)
        near, next_one = np.sort(away)[:2]
        if near < _NEAR * next_one:
            return "node", int(own[np.argmin(away)])
        if mark[0] == "side":
            a, b = self.x[own], self.x[np.roll(own, -1)]
            share = ((b - a) * (point - a)).sum(axis=1) / ((b - a) ** 2).sum(axis=1)
            away = ((a - point + share[:, None] * (b - a)) ** 2).sum(axis=1)
            near, next_one = np.sort(away)[:2]
            if near < _NEAR * next_one:
                i = int(np.argmin(away))
                return "edge", frozenset((int(own[i]), int(np.roll(own, -1)[i])))
        return mark

    def _outward(self, own, nodes):
        a, b, c = self.x[own[:3]]
        normal = np.cross(b - a, c - a)
        return -normal if normal @ (self.x[nodes].mean(axis=0) - a) > 0 else normal

    def _turn(self, ends, outsides):
        """Turn the directions at points of the skin of one cell into the skin."""
        for rank, point in enumerate(ends):
            started = point in self.former
            former = self.former.setdefault(point, self.directions[point].copy())
            change, better = True, False
            normal = outsides[rank] if len(ends) > 1 else outsides[0]
            if len(outsides) == 1:
                normal, out = outsides[0], int(outsides[0] @ former >= 0.0)
                if not started or self.outward.get(point, out) < out:
                    better = started
                    self.outward[point] = out
                elif self.outward.get(point, out) > out:
                    change = False
            elif len(ends) == 1:
                normal = max(outsides, key=lambda side: side @ former)
            if not change:
                continue
            turned = np.cross(self.normals[point], normal)
            turned *= (-1.0 if turned @ former < 0 else 1.0) / np.linalg.norm(turned)
            first = point not in self.moved
            self.directions[point] = turned if first or better else self.directions[point] + turned
            self.moved.add(point)


@np.errstate(all="ignore")
def _solve(cell, targets):
    """(m, 2) where on the reference cell functions of values (m, nn, 2) vanish, by Newton's iterations from the origin; NaN without end."""
    place, left = np.zeros((len(targets), 2)), np.arange(len(targets))
    for _ in range(_MOST):
        if not len(left):
            return place
        value = np.einsum("gn,gnk->gk", shape_functions(cell, place[left]), targets[left])
        slope = np.einsum("gdn,gnk->kdg", shape_derivatives(cell, place[left]), targets[left])
        whole = slope[0, 0] * slope[1, 1] - slope[0, 1] * slope[1, 0]
        step = np.stack([slope[1, 1], -slope[1, 0]]) * value[:, 0] + np.stack([-slope[0, 1], slope[0, 0]]) * value[:, 1]
        step = np.where(whole == 0.0, np.nan, step / whole).T
        place[left] -= step
        left = left[(whole != 0.0) & ~((step**2).sum(axis=1) <= _LOOSE**2)]
    place[left] = np.nan
    return place


def _inside(cell, place):
    """(m,) whether places (m, 2) lie on the reference cell."""
    if cell == "QUAD4":
        return (abs(place) <= 1.0 + _LOOSE).all(axis=1)
    return (place >= -_LOOSE).all(axis=1) & (place.sum(axis=1) <= 1.0 + _LOOSE)


def _joined(cells, places):
    """(order of the points, where fronts start, lengths along them, whether closed) of points joined by cells.

    From a point that is joined to several, as that where a closed front starts, it goes on to where the last cell leads (xoriff).
    """
    pairs = [tuple(own) for own in cells if len(own) == 2]
    beside = {point: {} for point in range(len(places))}
    for rank, (a, b) in enumerate(pairs):
        beside[a][b] = beside[b][a] = rank
    ends = [point for point in range(len(places)) if len(beside[point]) == 1]
    closed = not ends
    order, starts, lengths = [0 if closed else ends[0]], [0], [0.0]
    while len(order) < len(places):
        here = order[-1]
        onward = [point for point in beside[here] if point not in order[starts[-1] :]]
        if onward:
            point = max(onward, key=beside[here].get)
            lengths.append(lengths[-1] + np.linalg.norm(places[point] - places[here]))
            order.append(point)
            continue
        left = [point for point in ends if point not in order]
        if not left:
            break
        starts.append(len(order))
        order.append(left[0])
        lengths.append(0.0)
    if closed:
        lengths.append(lengths[-1] + np.linalg.norm(places[order[0]] - places[order[-1]]))
        order.append(order[0])
    return order, starts, lengths, closed
