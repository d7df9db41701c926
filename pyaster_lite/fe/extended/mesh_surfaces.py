"""Level sets of cracks that cells of the mesh draw: the distance to the nearest of them, with its sign (r7.02.12, 2.2).

In the plane a crack is a chain of segments, which go on straight beyond the tips that the crack names; in space triangles, and
quadrangles seen as the four triangles on their vertices. The tangent level set is the distance to the line of the nearest segment of
the front (in the plane to its tip), in the plane of the cell of the crack that holds it, negative on the side of that cell.
"""

from __future__ import annotations

import numpy as np

_EPS = np.finfo(float).eps
_TRIANGLES = ((0, 1, 2), (0, 2, 3), (0, 1, 3), (3, 1, 2))
_LINE = 1e-12


class NoChain(ValueError):
    """The cells do not hang together, or a part of the front bounds none of them."""


def chain(segments: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(order, 1 or 0 whether each place of the order keeps the sense) of segments (k, 2) that make one chain.

    As in code_aster, the senses stand where cells come after the first one; a chain that the first cell starts has them right.
    """
    count = len(segments)

    def onward(cell, end):
        node = segments[cell, end]
        for other in range(count):
            if other != cell and node in segments[other]:
                return other, 1 if node == segments[other, 0] else 0
        return None

    forward, senses, sense = [0], np.zeros(count, int), 1
    senses[0] = 1
    while len(forward) < count and (found := onward(forward[-1], sense)) is not None:
        senses[len(forward)] = sense = found[1]
        forward.append(found[0])
    order, sense = list(forward), 0
    while len(order) < count and (found := onward(order[0], sense)) is not None:
        order.insert(0, found[0])
        sense = found[1]
        senses[count - len(order)] = sense
    if len(order) < count:
        raise NoChain("the cells of the crack do not make one chain")
    return np.array(order), senses


def in_plane(points, coordinates, segments, tips) -> tuple[np.ndarray, np.ndarray | None]:
    """(normal, tangent) at points (n, 3), of segments (k, 2) by their nodes and the nodes of the tips, None of an interface."""
    order, senses = chain(segments)
    open_ends = set() if tips is None else set(tips)
    normal, least = np.zeros(len(points)), np.full(len(points), np.inf)
    for rank, cell in enumerate(order.tolist()):
        a, b = coordinates[segments[cell], :2]
        along, away = b - a, points[:, :2] - a
        square = along @ along
        share = free = away @ along / square
        off = abs(away @ np.array([-along[1], along[0]])) > square * _LINE
        first, last = segments[cell].tolist()
        if first not in open_ends:
            share = np.where(off & (share < -_LINE), 0.0, share)
        if last not in open_ends:
            share = np.where(off & (share > 1 + _LINE), 1.0, share)
        distance = np.linalg.norm(away - share[:, None] * along, axis=1)
        closer = least - distance > 1e2 * _EPS
        least[closer] = distance[closer]
        side = np.where(along[0] * away[:, 1] - along[1] * away[:, 0] > 0.0, 1.0, -1.0) * (1.0 if senses[rank] else -1.0)
        height = np.linalg.norm(away - free[:, None] * along, axis=1)
        normal[closer] = (side * height)[closer]
    if tips is None:
        return normal, None
    tangent, least = np.zeros(len(points)), np.full(len(points), np.inf)
    for tip in tips:
        owners = [segments[cell] for cell in order.tolist() if tip in segments[cell]]
        if not owners:
            raise NoChain("a point of the front is no node of the crack")
        for nodes in owners:
            other = nodes[0] if nodes[1] == tip else nodes[1]
            along, away = coordinates[other, :2] - coordinates[tip, :2], points[:, :2] - coordinates[tip, :2]
            distance = np.linalg.norm(away, axis=1)
            closer = least - distance > 1e2 * _EPS
            least[closer] = distance[closer]
            tangent[closer] = (-(away @ along) / np.linalg.norm(along))[closer]
    return normal, tangent


def in_space(points, coordinates, cells: list[np.ndarray], front) -> tuple[np.ndarray, np.ndarray | None]:
    """(normal, tangent) at points (n, 3), of cells by their vertices and segments of the front (k, 2), None of an interface."""
    senses = _senses(coordinates, cells)
    normal, least = np.zeros(len(points)), np.full(len(points), np.inf)
    for nodes, sense in zip(cells, senses):
        for triangle in _TRIANGLES[: 4 if len(nodes) == 4 else 1]:
            a, b, c = coordinates[nodes[list(triangle)]]
            across = np.cross(b - a, c - a)
            across /= np.linalg.norm(across)
            to_point = _on_triangle(points, a, b, c) - points
            distance = np.linalg.norm(to_point, axis=1)
            closer = least - distance > 1e4 * _EPS
            least[closer] = distance[closer]
            normal[closer] = (sense * (to_point @ across))[closer]
    return normal, None if front is None else _tangent(points, coordinates, cells, front)


def _on_triangle(points, a, b, c):
    """(n, 3) the places of a triangle that stand for points: the foot of the normal, else on a side."""
    ab, ac, bc = b - a, c - a, c - b
    across = np.cross(ab, ac)
    size = np.linalg.norm(across)
    turned = np.cross(points - a, across / size)
    first, second = -(turned @ ac) / size, turned @ ab / size
    third = 1 - first - second
    out = first < 0.0
    second, first = np.where(out, second + first * (ab @ ac) / (ac @ ac), second), np.where(out, 0.0, first)
    out = second < 0.0
    first, second = np.where(out, first + second * (ab @ ac) / (ab @ ab), first), np.where(out, 0.0, second)
    out = third < 0.0
    first = np.where(out, (-first * (ab @ bc) + (1 - second) * (ac @ bc)) / (bc @ bc), first)
    second = np.where(out, 1 - first, second)
    first, second = np.clip(first, 0.0, 1.0), np.clip(second, 0.0, 1.0)
    return a + first[:, None] * ab + second[:, None] * ac


def _senses(coordinates, cells):
    """Which cells must be turned so that all look the way of the first one, from neighbour to neighbour."""
    holders = {}
    for index, nodes in enumerate(cells):
        for node in nodes.tolist():
            holders.setdefault(node, []).append(index)

    def across(nodes):
        a, b, c = coordinates[nodes[:3]]
        return np.cross(b - a, c - a)

    senses, layer = {0: 1}, [0]
    while layer:
        following = []
        for index in sorted(layer):
            for node in cells[index].tolist():
                for other in holders[node]:
                    if other not in senses:
                        senses[other] = -1 if senses[index] * (across(cells[index]) @ across(cells[other])) < 0.0 else 1
                        following.append(other)
        layer = following
    if len(senses) < len(cells):
        raise NoChain("the cells of the crack do not hang together")
    return [senses[index] for index in range(len(cells))]


def _tangent(points, coordinates, cells, front):
    tangent, least, turned = np.zeros(len(points)), np.full(len(points), np.inf), np.full(len(points), np.inf)
    for ends in front:
        owners = [nodes for nodes in cells if set(ends.tolist()) <= set(nodes.tolist())]
        if not owners:
            raise NoChain("a segment of the front bounds no cell of the crack")
        for nodes in owners:
            third = [node for node in nodes.tolist() if node not in ends][-1]
            a, b, c = coordinates[[ends[0], ends[1], third]]
            along = b - a
            inward = -np.cross(along, np.cross(along, c - a))
            inward /= np.linalg.norm(inward)
            share = (points - a) @ along / (along @ along)
            foot = a + np.clip(share, 0.0, 1.0)[:, None] * along - points
            free = a + share[:, None] * along - points
            size = np.sqrt((foot**2).sum(axis=1) + (free**2).sum(axis=1))
            size = np.where(size > 0.0, size, 1.0)
            angle = np.arctan2(np.linalg.norm(np.cross(foot, free), axis=1) / size, (foot * free).sum(axis=1) / size)
            distance = np.linalg.norm(foot, axis=1)
            closer = (least - distance > 1e4 * _EPS) | ((abs(least - distance) <= 1e4 * _EPS) & (angle < turned))
            least[closer], turned[closer] = distance[closer], angle[closer]
            tangent[closer] = (foot @ inward)[closer]
    return tangent
