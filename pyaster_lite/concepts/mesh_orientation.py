"""Turning skins, shells and lines so that their normals or tangents point one way.

A skin (faces of volumes, edges of plane cells) turns outward; a shell or a line turns so that neighbours agree, starting from
one cell or from a direction at a node. Turning a cell renumbers its nodes: connectivity changes, nothing moves.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES


class NotOrientable(ValueError):
    """The cells cannot be turned as asked; the text says why."""


def turned(nodes: np.ndarray, type_name: str, keep_first: bool) -> np.ndarray:
    """The nodes (k, nn) of cells seen from the other side.

    `keep_first`: the first vertex stays the first (shells); else the order of all vertices is reversed (skins). Where a
    cell starts matters to its local frame, so that both are code_aster's own.
    """
    corners = CELL_TYPES[type_name].corners
    order = np.arange(nodes.shape[1])
    if corners == 2:
        order[:2] = 1, 0
    else:
        edges = min(2 * corners, nodes.shape[1])
        middles = np.arange(corners, edges)
        if keep_first:
            order[1:corners] = order[1:corners][::-1]
            order[corners:edges] = middles[::-1]
        else:
            order[:corners] = order[:corners][::-1]
            order[corners : edges - 1] = middles[:-1][::-1]
    return nodes[:, order]


def orient_skin(mesh, cells, inside=None):
    """Turn skin cells so that their normals leave the cells behind them; returns (how many turned, cells left alone).

    cells   segments of a plane mesh, or triangles and quadrangles of a mesh in space
    inside  the cells that count as being behind (all by default): needed for a face between two volumes
    The normal is that of the first three nodes (in 2D, the segment turned clockwise). A cell is left alone when nothing is
    behind it, as segments in space are. Raises NotOrientable for other types of cells, and for a face with something on both
    sides or with a flat cell behind it.
    """
    z = mesh.coordinates[:, 2]
    plane = z.min() == z.max()
    allowed = np.ones(mesh.n_cells, bool)
    if inside is not None:
        allowed[:] = False
        allowed[inside] = True
    blocks = mesh.select(cells)
    dims = {block.dim for block in blocks}
    if not dims <= {1} and not dims <= {2}:
        raise NotOrientable("a skin is made of segments, or of triangles and quadrangles")
    count, alone = 0, []
    for block in blocks:
        if block.dim == 1 and not plane:
            alone.append(block.cells)
            continue
        behind = _cells_behind(mesh, block, allowed)
        found = behind >= 0
        normals = _normals(mesh.coordinates, block)
        centre = mesh.coordinates[block.nodes[:, : CELL_TYPES[block.type].corners]].mean(axis=1)
        depth = np.zeros((len(block), 3))
        depth[found] = _centres(mesh, behind[found]) - centre[found]
        wrong = found & (np.einsum("ij,ij->i", depth, normals) > 0)
        mesh.set_cell_nodes(block.cells[wrong], turned(block.nodes[wrong], block.type, keep_first=False))
        count += int(wrong.sum())
        alone.append(block.cells[~found])
    return count, np.sort(np.concatenate(alone)) if alone else np.empty(0, int)


def orient_surface(mesh, cells, node: int | None = None, direction=None) -> int:
    """Turn cells so that neighbours agree; returns how many were turned.

    cells      all segments, or all triangles and quadrangles
    direction  (3,): the cells that hold `node` are turned to it first, the others follow; without it they follow the first
    The normal of a face at a vertex is taken from the edges that meet there; that of a plane segment is its tangent turned
    clockwise. Raises NotOrientable when the cells do not hang together, when no cell holds the node, or when the direction
    lies in a cell.
    """
    segments = {block.dim == 1 for block in mesh.select(cells)}
    if len(segments) != 1 or not set(mesh.cell_dim(cells)) <= {1, 2}:
        raise NotOrientable("a shell is made of segments, or of triangles and quadrangles")

    def side(corners):
        if len(corners) == 2:
            along = mesh.coordinates[corners[1]] - mesh.coordinates[corners[0]]
            return np.array([along[1], -along[0], 0.0]) @ direction
        at = corners.index(node)
        here, after, before = mesh.coordinates[[node, corners[(at + 1) % len(corners)], corners[at - 1]]]
        return np.cross(after - here, before - here) @ direction

    return _spread(mesh, cells, node, None if direction is None else side)


def orient_line(mesh, cells, node: int | None = None, direction=None) -> int:
    """Turn segments so that each starts where its neighbour ends; returns how many were turned.

    With `direction` (3,), the segment that holds `node` is turned along it first. Raises NotOrientable as `orient_surface`, and
    where the line branches.
    """
    if not all(CELL_TYPES[block.type].dim == 1 for block in mesh.select(cells)):
        raise NotOrientable("a line is made of segments")

    def side(corners):
        return (mesh.coordinates[corners[1]] - mesh.coordinates[corners[0]]) @ direction

    return _spread(mesh, cells, node, None if direction is None else side)


def cells_on_inner_side(mesh, block, allowed):
    """For each skin cell of a block the first of the cells `allowed` (n_cells,) that holds all its nodes, -1 where there is none.

    In space only those on the side that the normal leaves count; in the plane these go before others (oriem1, utmasu).
    """
    row, candidate, side = _candidates_behind(mesh, block, allowed)
    behind = np.full(len(block), -1)
    kept = side < 0 if block.dim == 2 else side != 0
    order = np.flatnonzero(kept)[np.lexsort((candidate[kept], side[kept] if block.dim == 1 else np.zeros(kept.sum()), row[kept]))]
    behind[row[order[::-1]]] = candidate[order[::-1]]
    return behind


def _candidates_behind(mesh, block, allowed):
    """(row of the skin cell, cell of one dimension more that holds all its nodes, which side of it) of all that there are."""
    start, holders = mesh.cells_of_nodes()
    first = block.nodes[:, 0]
    count = start[first + 1] - start[first]
    row = np.repeat(np.arange(len(block)), count)
    offset = np.arange(len(row)) - np.repeat(np.cumsum(count) - count, count)
    candidate = holders[np.repeat(start[first], count) + offset]
    keep = allowed[candidate] & (mesh.cell_dim(candidate) == block.dim + 1)
    row, candidate = row[keep], candidate[keep]
    side = np.full(len(row), np.nan)
    normals = _normals(mesh.coordinates, block)
    for part in mesh.select(np.unique(candidate)):
        place = np.searchsorted(part.cells, candidate)
        mine = np.flatnonzero(np.isin(candidate, part.cells))
        skin = block.nodes[row[mine]]
        nodes = part.nodes[place[mine]]
        same = skin[:, :, None] == nodes[:, None, :]
        holds = same.any(axis=2).all(axis=1)
        other = nodes[np.arange(len(nodes)), np.argmin(same.any(axis=1), axis=1)]
        away = mesh.coordinates[other] - mesh.coordinates[skin[:, 0]]
        side[mine[holds]] = np.sign(np.einsum("ij,ij->i", away, normals[row[mine]]))[holds]
    return tuple(values[~np.isnan(side)] for values in (row, candidate, side))


def _cells_behind(mesh, block, allowed):
    """For each skin cell the cell of one dimension more that holds all its nodes, -1 where there is none."""
    row, candidate, side = _candidates_behind(mesh, block, allowed)
    behind = np.full(len(block), -1)
    behind[row[::-1]] = candidate[::-1]
    several = np.bincount(row, minlength=len(block)) > 1
    for index in np.flatnonzero(several):
        here = row == index
        if (side[here] == 0).any():
            raise NotOrientable(f"cell {candidate[here][side[here] == 0][0] + 1}, behind cell {block.cells[index] + 1}, is flat")
        if side[here].min() != side[here].max():
            one, two = candidate[here][np.argmin(side[here])], candidate[here][np.argmax(side[here])]
            raise NotOrientable(f"cell {block.cells[index] + 1} stands between cells {one + 1} and {two + 1}: which is inside is not clear")
    return behind


def _normals(coordinates, block):
    points = coordinates[block.nodes[:, :3]]
    along = points[:, 1] - points[:, 0]
    if block.dim == 1:
        return np.column_stack([along[:, 1], -along[:, 0], np.zeros(len(along))])
    return np.cross(along, points[:, 2] - points[:, 0])


def _centres(mesh, cells):
    """The means of the vertices of cells, in the order given."""
    centres = np.empty((len(cells), 3))
    unique, place = np.unique(cells, return_inverse=True)
    found = np.empty((len(unique), 3))
    for block in mesh.select(unique):
        found[np.searchsorted(unique, block.cells)] = mesh.coordinates[block.nodes[:, : CELL_TYPES[block.type].corners]].mean(axis=1)
    centres[:] = found[place]
    return centres


def _spread(mesh, cells, node, side):
    """Turn every cell to agree with a neighbour already turned; the seeds are turned by the sign of `side(vertices)`."""
    cells = [int(cell) for cell in cells]
    corners = {c: mesh.cell_nodes(c)[: CELL_TYPES[mesh.cell_type(c)].corners].tolist() for c in cells}
    flipped = {}
    if side is None:
        flipped[cells[0]] = False
    for cell in cells if side else ():
        if node in corners[cell]:
            sense = side(corners[cell])
            if sense == 0:
                raise NotOrientable(f"the direction lies in cell {cell + 1}: it tells no side")
            flipped[cell] = bool(sense < 0)
    if not flipped:
        raise NotOrientable(f"no cell of the group holds node {node + 1}")
    links = _links(corners)
    waiting = deque(flipped)
    while waiting:
        cell = waiting.popleft()
        for neighbour, agrees in links[cell]:
            if neighbour not in flipped:
                flipped[neighbour] = flipped[cell] == agrees
                waiting.append(neighbour)
    if len(flipped) < len(cells):
        raise NotOrientable("the cells do not all hang together")
    wrong = np.array([cell for cell in cells if flipped[cell]], int)
    for block in mesh.select(wrong):
        mesh.set_cell_nodes(block.cells, turned(block.nodes, block.type, keep_first=True))
    return len(wrong)


def _links(corners):
    """cell -> [(neighbour, whether both must be turned alike or neither? False: they agree now)]."""
    sides = {}
    for cell, nodes in corners.items():
        if len(nodes) == 2:
            for place, vertex in enumerate(nodes):
                sides.setdefault((vertex,), []).append((cell, place == 0))
        else:
            for one, two in zip(nodes, nodes[1:] + nodes[:1]):
                sides.setdefault((min(one, two), max(one, two)), []).append((cell, one < two))
    links = {cell: [] for cell in corners}
    for meeting in sides.values():
        for cell, sense in meeting:
            links[cell] += [(other, sense != its) for other, its in meeting if other != cell]
    return links
