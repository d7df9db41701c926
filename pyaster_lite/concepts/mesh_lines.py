"""Segments that make a line: its nodes in order."""

from __future__ import annotations

import numpy as np


class NoLine(ValueError):
    """The segments make no simple line, or the line does not end where it should; the text says why."""


def ordered_line(mesh, cells, start: int | None = None, end: int | None = None, closed: bool = False, mixed: bool = False):
    """The nodes of a line of segments from one end to the other: (nodes, cells in order).

    cells   numbers of cells, all SEG2, all SEG3 or all SEG4 unless `mixed`
    start   the node to start from; without it, the end that comes first in the order of the cells (first nodes of
            all cells, then second nodes); for a closed line the first node of the first cell when `closed`
    end     the node to finish at: checked
    A closed line starts and ends with the same node. Raises NoLine.
    """
    cells = np.asarray(cells, int)
    kinds = set(mesh.cell_type(cells)) if len(cells) else set()
    if not kinds or not all(kind.startswith("SEG") for kind in kinds):
        raise NoLine("a line is made of segments only")
    if len(kinds) > 1 and not mixed:
        raise NoLine(f"a line cannot mix {' and '.join(sorted(kinds))}")
    nodes = [mesh.cell_nodes(cell).tolist() for cell in cells]
    ends = np.array([row[:2] for row in nodes])
    used, degree = np.unique(ends, return_counts=True)
    if (degree > 2).any():
        raise NoLine(f"the line branches at node {used[degree > 2][0] + 1}")
    if (degree == 1).sum() > 2:
        raise NoLine("the segments make several lines")
    loop = not (degree == 1).any()
    for node, what in ((start, "start"), (end, "end")):
        _check_end(node, what, used, degree, same=closed or start == end)
    if start is None:
        if loop and not closed:
            raise NoLine("the line is closed: say where it starts")
        alone = set(used[degree == 1].tolist())
        start = int(ends[0, 0]) if loop else next(int(node) for node in ends.T.ravel() if int(node) in alone)
    path, order = _walk(ends, nodes, int(start))
    if len(order) < len(cells):
        raise NoLine("the segments make several lines")
    if end is not None and path[-1] != end:
        raise NoLine(f"the line ends at node {path[-1] + 1}, not at node {end + 1}")
    return np.array(path, int), cells[order]


def _check_end(node, what, used, degree, same):
    if node is None:
        return
    here = np.flatnonzero(used == node)
    if not len(here):
        raise NoLine(f"node {node + 1}, given as the {what}, is not on the line")
    if degree[here[0]] != 1 and not same:
        raise NoLine(f"node {node + 1}, given as the {what}, is not at an end of the line")


def _walk(ends, nodes, start):
    """From `start`, always along the first segment in the list that is still free."""
    holders = {}
    for row, pair in enumerate(ends.tolist()):
        for node in pair:
            holders.setdefault(node, []).append(row)
    path, order, done, here = [start], [], set(), start
    while True:
        row = next((r for r in holders.get(here, ()) if r not in done), None)
        if row is None:
            return path, order
        done.add(row)
        order.append(row)
        inner = nodes[row][2:]
        first, second = ends[row].tolist()
        if first == here:
            path += [*inner, second]
            here = second
        else:
            path += [*inner[::-1], first]
            here = first


def curvilinear_abscissa(mesh, cells, origin: int) -> np.ndarray:
    """The length travelled from `origin` along a line, at the nodes of its cells: (n_cells of the mesh, 4), NaN elsewhere.

    Columns follow the local nodes of the segments. A segment of three or four nodes that bends by one degree or more is taken
    as an arc of a circle. Cells of one point among `cells` get the abscissa of their node. Raises NoLine.
    """
    cells = np.asarray(cells, int)
    points = cells[mesh.cell_dim(cells) == 0]
    segments = cells[mesh.cell_dim(cells) != 0]
    table = np.full((mesh.n_cells, 4), np.nan)
    _, order = ordered_line(mesh, segments, origin, mixed=True)
    here, travelled = origin, 0.0
    at_node = {origin: 0.0}
    for cell in order.tolist():
        nodes = mesh.cell_nodes(cell)
        along = _arc_lengths(mesh.coordinates[nodes])
        length = along[1]
        forward = nodes[0] == here
        table[cell, : len(nodes)] = travelled + (along if forward else length - along)
        travelled += length
        here = int(nodes[1] if forward else nodes[0])
        at_node[here] = travelled
    for cell in points.tolist():
        node = int(mesh.cell_nodes(cell)[0])
        if node not in at_node:
            raise NoLine(f"the cell {cell + 1} of one node is not on the line")
        table[cell, 0] = at_node[node]
    return table


def _arc_lengths(points):
    """Lengths from the first node of a segment to each of its nodes (2 to 4, ends first), (n,)."""
    start, end = points[:2]
    order = [0, *range(2, len(points)), 1]
    straight = np.zeros(len(points))
    straight[order[1:]] = np.cumsum(np.linalg.norm(np.diff(points[order], axis=0), axis=1))
    if len(points) == 2:
        return straight
    one, two = points[2] - start, end - points[2]
    normal = np.cross(one, two)
    bend = abs(np.arcsin(min(1.0, np.linalg.norm(normal) / (np.linalg.norm(one) * np.linalg.norm(two)))))
    if bend < np.radians(1.0):
        return straight
    right = [(start + points[2]) @ one / 2, (points[2] + end) @ two / 2, normal @ start]
    centre = np.linalg.solve([one, two, normal], right)
    radii = centre - points
    radius = np.linalg.norm(radii[0])
    if (abs(np.linalg.norm(radii, axis=1) / radius - 1) > 1e-2).any():
        raise NoLine("the nodes of a segment stand on no circle")
    return radius * np.arccos(np.clip(radii @ radii[0] / radius**2, -1.0, 1.0))
