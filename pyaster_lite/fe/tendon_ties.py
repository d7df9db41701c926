"""Where the nodes of tendons stand in concrete: in solids, or beside the middle surface of plates (r7.01.02)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .cells import reference_cell
from .point_location import Cells, closest, locate
from .shapes import shape_functions

TRIANGLES = {"TRIA3": ((0, 1, 2),), "QUAD4": ((0, 1, 2), (2, 3, 0))}
"""Corners of the triangles that a plate is cut into."""
SIDES = {(0, 0): 0, (0, 1): 1, (1, 0): 2, (1, 1): 3}
"""The side of a quadrangle that is the first or the second side of one of its triangles; the third ones lie inside it."""
NEAR = 1e-5
"""A barycentric coordinate below this is none."""
ON_NODE, ON_SIDE = 2, 10
TETRAHEDRA = {
    "TETRA4": ((0, 1, 2, 3),),
    "PYRAM5": ((0, 1, 2, 4), (2, 3, 0, 4)),
    "PENTA6": ((1, 2, 3, 4), (2, 3, 4, 5), (0, 1, 2, 3)),
    "HEXA8": ((5, 2, 7, 0), (0, 2, 7, 3), (5, 7, 0, 4), (0, 2, 5, 1), (5, 7, 2, 6)),
}
"""Corners of the tetrahedra that a solid is cut into, in the order that code_aster looks at them."""
FACES = {
    "TETRA4": (((0, 1, 2), 3), ((1, 2, 3), 0), ((2, 3, 0), 1), ((0, 1, 3), 2)),
    "PYRAM5": (((0, 1, 2, 3), 4), ((0, 1, 4), 2), ((1, 2, 4), 3), ((2, 3, 4), 0), ((3, 0, 4), 1)),
    "PENTA6": (((3, 0, 1, 4), 2), ((4, 1, 2, 5), 0), ((2, 0, 3, 5), 1), ((3, 4, 5), 2), ((0, 1, 2), 3)),
    "HEXA8": (
        ((0, 1, 2, 3), 4), ((2, 3, 7, 6), 4), ((5, 6, 7, 4), 0), ((5, 4, 0, 1), 3), ((5, 1, 2, 6), 4), ((0, 4, 7, 3), 1),
    ),
}  # fmt: skip
"""The faces of a solid, each with a corner on its inner side. A face whose first three corners leave the fourth one outside is looked at
from its other diagonal, and adds the tetrahedron of its corners."""
AT_NODE = 1e-9
"""In solids, a share of a node above one less this makes it the place itself, and below this it has none."""


@dataclass
class Tie:
    """A point that follows concrete: u = sum of weights (u_i + theta_i x arm).

    cell     number of the cell, `nearest` the node of concrete nearest to the point
    masters, weights  (k,)
    arm      (3,) m from the middle surface to the point; None in solids
    index    where the point stands in its cell: 0 inside, 2 on a node, in plates 10 + k on side k
    """

    cell: int
    nearest: int
    masters: np.ndarray
    weights: np.ndarray
    arm: np.ndarray | None
    index: int


def in_solids(points: np.ndarray, x: np.ndarray, parts: list[Cells]) -> list[Tie | None]:
    """Ties of points (n, 3) in cells on nodes at x (nodes, 3); None where no cell holds one.

    Of the cells around the nearest node the first one that holds the point counts. The point's place in the reference cell is that of its
    barycentric coordinates in a tetrahedron on the corners: in cells that are no parallelepipeds the weights do not give back its place
    quite, as in code_aster. A point that no such cell holds is looked for in all of them.
    """
    found, nearest, around = locate(points, x, parts, reach=_reach(x, parts)), _nearest(points, x, parts), _around(parts)
    ties: list[Tie | None] = []
    for row, (point, near, far) in enumerate(zip(points, nearest, found.cells.tolist())):
        held = next((held for cell in around[near] if (held := _held(point, x, *cell)) is not None), None)
        if held is None and far >= 0:
            used = found.nodes[row] >= 0
            held = far, found.nodes[row][used], found.weights[row][used]
        ties.append(None if held is None else _solid_tie(near, *held))
    return ties


def _held(point, x, number, part, row):
    """(cell, nodes, weights) of a point in a solid, None where it is outside."""
    nodes = part.nodes[row]
    corners, further = x[nodes], []
    for face, inner in FACES[part.linear]:
        if len(face) == 4 and _side(corners, face, inner, corners[face[3]]) < -NEAR:
            further.append(face)
            face = (*face[1:], face[0])
        halves = (face[:3], (face[2], face[3], face[0])) if len(face) == 4 else (face,)
        if any(_side(corners, half, inner, point) <= -NEAR for half in halves):
            return None
    for local in (*TETRAHEDRA[part.linear], *further):
        share = np.linalg.solve(np.vstack([corners[list(local)].T, np.ones(4)]), np.append(point, 1.0))
        if (share >= -NEAR).all():
            place = share @ reference_cell(part.kind).nodes[list(local)]
            return number, nodes, shape_functions(part.kind, place[None])[0]
    return None


def _side(corners, face, inner, point):
    """The height of a point above the plane of three corners, that of an inner corner being 1."""
    first, second, third = corners[list(face[:3])]
    normal = np.cross(second - first, third - first)
    return float(normal @ (point - first)) / float(normal @ (corners[inner] - first))


def _solid_tie(nearest, cell, nodes, weights):
    alone = weights > 1.0 - AT_NODE
    if alone.any():
        return Tie(cell, nearest, nodes[alone], np.ones(1), None, ON_NODE)
    used = abs(weights) > AT_NODE
    return Tie(cell, nearest, nodes[used], weights[used], None, 0)


def on_plates(points: np.ndarray, x: np.ndarray, parts: list[Cells]) -> list[Tie | None]:
    """Ties of points (n, 3) to plates on nodes at x: of the cells around the nearest node, the first one that the point stands over;
    where there is none, the nearest cell. None where the surface ends before the point.
    """
    ties, around, reach = [], _around(parts), _reach(x, parts)
    for point, nearest in zip(points, _nearest(points, x, parts)):
        cells = around[nearest]
        tie = next((tie for cell in cells if (tie := _over(point, nearest, x, *cell[1:])) is not None), None)
        if tie is None:
            further = {cell[0]: cell for own in cells for node in own[1].nodes[own[2]].tolist() for cell in around[node]}
            tie = _beside(point, nearest, x, [further[number] for number in sorted(further)])
        ties.append(tie if np.linalg.norm(tie.arm) < reach else None)
    return ties


def _reach(x, parts):
    return 1.1 * max(float(np.linalg.norm(np.ptp(x[part.nodes], axis=1), axis=-1).max()) for part in parts)


def _nearest(points, x, parts):
    """(n,) the node of the cells that is nearest to each point, the first of several."""
    from scipy.spatial import cKDTree

    nodes = np.unique(np.concatenate([part.nodes.ravel() for part in parts]))
    tree = cKDTree(x[nodes])
    least = tree.query(points)[0]
    return [int(nodes[min(tree.query_ball_point(point, d * (1 + 1e-12)))]) for point, d in zip(points, least)]


def _around(parts):
    """By node, the cells around it in the order of their numbers: (number, part, row)."""
    around: dict[int, list] = {}
    for part in parts:
        for row, (number, nodes) in enumerate(zip(part.numbers.tolist(), part.nodes.tolist())):
            for node in nodes:
                around.setdefault(node, []).append((number, part, row))
    return {node: sorted(cells, key=lambda cell: cell[0]) for node, cells in around.items()}


def _over(point, nearest, x, part, row):
    """The tie to one plate, None where the point is not over it."""
    nodes = part.nodes[row]
    corners = x[nodes]
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    normal /= np.linalg.norm(normal)
    height = float(normal @ (point - corners[0]))
    foot = point - height * normal
    if abs(height) <= 1e8 * np.finfo(float).eps * np.linalg.norm(corners - point, axis=1).max():
        foot = point
    places = TRIANGLES[part.linear]
    ranks = list(range(len(places)))
    if int(np.flatnonzero(nodes == nearest)[0]) in (3, 6, 7):
        ranks.reverse()
    for rank in ranks:
        share = np.linalg.lstsq(np.vstack([corners[list(places[rank])].T, np.ones(3)]), np.append(foot, 1.0), rcond=None)[0]
        if (share >= -NEAR).all():
            return _tie(point, nearest, x, part, row, rank, share, point - foot)
    return None


def _beside(point, nearest, x, cells):
    """The tie to the nearest place of some cells: where a folded surface turns away from the point."""
    best, found = np.inf, None
    for _, part, row in cells:
        for rank, local in enumerate(TRIANGLES[part.linear]):
            corners = x[part.nodes[row][list(local)]]
            share, square = closest(corners[None], point[None])
            if square[0] < best * (1.0 - NEAR):
                best, found = square[0], (part, row, rank, share[0], point - share[0] @ corners)
    return _tie(point, nearest, x, *found)


def _tie(point, nearest, x, part, row, rank, share, arm):
    """The tie at the barycentric coordinates of a triangle of a plate."""
    nodes, local = part.nodes[row], list(TRIANGLES[part.linear][rank])
    index = _index(part.linear, rank, share)
    if index == ON_NODE:
        own, weights = nodes[[local[int(share.argmax())]]], np.ones(1)
    else:
        weights = shape_functions(part.kind, (share @ reference_cell(part.kind).nodes[local])[None])[0]
        own, weights = (nodes, weights) if index == 0 else _along(part, nodes, weights, index)
    return Tie(int(part.numbers[row]), nearest, own, weights, arm, index)


def _index(linear, rank, share):
    """Where barycentric coordinates stand in the cell."""
    none = np.flatnonzero(share < NEAR)
    if len(none) == 2:
        return ON_NODE
    if len(none) == 0:
        return 0
    # without its third share a point stands on the first side of a triangle, without its first one on the second
    side = {2: 0, 0: 1, 1: 2}[int(none[0])]
    if linear == "TRIA3":
        return ON_SIDE + 1 + side
    return 0 if side == 2 else ON_SIDE + 1 + SIDES[rank, side]


def _along(part, nodes, weights, index):
    """The nodes of a side and their weights."""
    corners = int(part.linear[-1])
    side = index - ON_SIDE - 1
    chosen = [side, (side + 1) % corners] + ([side + corners] if len(nodes) > corners else [])
    return nodes[chosen], weights[chosen]
