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
    """Ties of points (n, 3) in cells on nodes at x (nodes, 3); None where no cell holds one."""
    found, nearest = locate(points, x, parts, reach=_reach(x, parts)), _nearest(points, x, parts)
    ties: list[Tie | None] = []
    for row, cell in enumerate(found.cells.tolist()):
        if cell < 0:
            ties.append(None)
            continue
        used = (found.nodes[row] >= 0) & (abs(found.weights[row]) > AT_NODE)
        nodes, weights = found.nodes[row][used], found.weights[row][used]
        alone = weights > 1.0 - AT_NODE
        if alone.any():
            nodes, weights = nodes[alone], np.ones(1)
        ties.append(Tie(cell, int(nearest[row]), nodes, weights, None, ON_NODE if alone.any() else 0))
    return ties


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
