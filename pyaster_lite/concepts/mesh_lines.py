"""Segments that make a line: its nodes in order."""

from __future__ import annotations

import numpy as np


class NoLine(ValueError):
    """The segments make no simple line, or the line does not end where it should; the text says why."""


def ordered_line(mesh, cells, start: int | None = None, end: int | None = None, closed: bool = False):
    """The nodes of a line of segments from one end to the other: (nodes, cells in order).

    cells   numbers of cells, all SEG2, all SEG3 or all SEG4
    start   the node to start from; without it, the end that comes first in the order of the cells (first nodes of
            all cells, then second nodes); for a closed line the first node of the first cell when `closed`
    end     the node to finish at: checked
    A closed line starts and ends with the same node. Raises NoLine.
    """
    cells = np.asarray(cells, int)
    kinds = set(mesh.cell_type(cells)) if len(cells) else set()
    if not kinds or not all(kind.startswith("SEG") for kind in kinds):
        raise NoLine("a line is made of segments only")
    if len(kinds) > 1:
        raise NoLine(f"a line cannot mix {' and '.join(sorted(kinds))}")
    nodes = mesh.select(cells)[0].nodes
    ends = nodes[:, :2]
    used, degree = np.unique(ends, return_counts=True)
    if (degree > 2).any():
        raise NoLine(f"the line branches at node {used[degree > 2][0] + 1}")
    if (degree == 1).sum() > 2:
        raise NoLine("the segments make several lines")
    loop = not (degree == 1).any()
    for node, what in ((start, "start"), (end, "end")):
        _check_end(node, what, used, degree, same=start == end)
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
        inner = nodes[row, 2:].tolist()
        first, second = ends[row].tolist()
        if first == here:
            path += [*inner, second]
            here = second
        else:
            path += [*inner[::-1], first]
            here = first
