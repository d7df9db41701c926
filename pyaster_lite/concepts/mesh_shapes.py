"""Meshes of simple shapes, with the groups that code_aster's builder gives them."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks

_SIDES_3D = {"BOTTOM": (2, 0), "TOP": (2, 1), "LEFT": (1, 0), "RIGHT": (1, 1), "FRONT": (0, 1), "BACK": (0, 0)}
"""The axis that a face is across, and the end of it."""
_SIDES_2D = {"BOTTOM": (1, 0), "TOP": (1, 1), "LEFT": (0, 0), "RIGHT": (0, 1)}
_EDGES = {
    "S13": ("BOTTOM", "BACK"), "S24": ("BOTTOM", "FRONT"), "S34": ("BOTTOM", "LEFT"), "S21": ("BOTTOM", "RIGHT"),
    "S51": ("BACK", "RIGHT"), "S78": ("TOP", "LEFT"), "S56": ("TOP", "RIGHT"), "S84": ("FRONT", "LEFT"),
    "S68": ("FRONT", "TOP"), "S26": ("FRONT", "RIGHT"), "S75": ("BACK", "TOP"), "S37": ("BACK", "LEFT"),
}  # fmt: skip
_CORNERS_3D = [(z, y, x) for z in ("BOTTOM", "TOP") for y in ("RIGHT", "LEFT") for x in ("BACK", "FRONT")]
_CORNERS_2D = [(y, x) for y in ("TOP", "BOTTOM") for x in ("LEFT", "RIGHT")]


def box(size, counts) -> Mesh:
    """A box or a rectangle from the origin: `size` along each axis, `counts` cells along each; nodes by x, then y, then z.

    The body is VOLUME or SURFACE; sides, edges and corners have their groups.
    """
    dim = len(size)
    sides, corners = (_SIDES_3D, _CORNERS_3D) if dim == 3 else (_SIDES_2D, _CORNERS_2D)
    places = [np.linspace(0.0, length, n + 1) for length, n in zip(size, counts)]
    # numbers[i, j, k] is the node at those places along x, y, z
    numbers = np.arange(np.prod([n + 1 for n in counts])).reshape([n + 1 for n in counts][::-1]).T
    coordinates = np.stack([grid.T.ravel() for grid in np.meshgrid(*places, indexing="ij")], axis=1)
    on = {name: np.take(numbers, -end, axis=axis) for name, (axis, end) in sides.items()}
    parts, groups = [], {}

    def add(kind, nodes, name):
        first = sum(len(cells) for _, _, cells in parts)
        parts.append((kind, nodes, np.arange(first, first + len(nodes))))
        groups[name] = parts[-1][2]

    if dim == 3:
        below, above = _quads(numbers[:, :, :-1]), _quads(numbers[:, :, 1:])
        add("HEXA8", np.concatenate([below, above], axis=1), "VOLUME")
        for name, (axis, end) in sides.items():
            nodes = _quads(on[name])
            # of the two other axes in their order, the normal points along x and z, against y
            add("QUAD4", nodes if (end == 1) == (axis != 1) else nodes[:, ::-1], name)
        for name, (one, other) in _EDGES.items():
            nodes = np.intersect1d(on[one], on[other])
            add("SEG2", np.stack([nodes[:-1], nodes[1:]], axis=1), name)
    else:
        # the second corner comes first, which tells where QUAD_TRIA3 cuts
        add("QUAD4", np.roll(_quads(numbers), -1, axis=1), "SURFACE")
        for name in sides:
            nodes = on[name] if name in ("BOTTOM", "RIGHT") else on[name][::-1]
            add("SEG2", np.stack([nodes[:-1], nodes[1:]], axis=1), name)
    ends = {}
    for i, names in enumerate(corners, 1):
        nodes = on[names[0]]
        for name in names[1:]:
            nodes = np.intersect1d(nodes, on[name])
        ends[f"N{i}"] = nodes
    return Mesh(coordinates, merge_blocks(parts), ends, groups, space_dimension=dim)


def ring(inner: float, outer: float, around: int, across: int) -> Mesh:
    """A ring around the origin in the plane, of `around` by `across` cells, from radius `inner` (zero for a disc) to `outer`.

    The body is SURFACE, its sides are RINT and REXT; in the middle of a disc stand triangles.
    """
    radii, angles = np.linspace(inner, outer, across + 1), 2.0 * np.pi * np.arange(around) / around
    full = inner == 0.0
    r, t = (grid.T.ravel() for grid in np.meshgrid(radii[int(full) :], angles, indexing="ij"))
    x = np.stack([r * np.cos(t), r * np.sin(t)], axis=1)
    width = across + 1 - int(full)
    numbers = np.arange(around * width).reshape(around, width).T + int(full)
    numbers = np.concatenate([numbers, numbers[:, :1]], axis=1)
    parts, groups = [], {"RINT": np.zeros(0, int)}
    if full:
        x = np.concatenate([[[0.0, 0.0]], x])
        parts.append(("TRIA3", np.stack([np.zeros(around, int), numbers[0, :-1], numbers[0, 1:]], axis=1), np.arange(around)))
    quads = _quads(numbers)
    parts.append(("QUAD4", quads, around * int(full) + np.arange(len(quads))))
    body = sum(len(cells) for _, _, cells in parts)
    groups["SURFACE"] = np.arange(body)
    for name, side in (("REXT", numbers[-1]),) if full else (("RINT", numbers[0, ::-1]), ("REXT", numbers[-1])):
        groups[name] = body + np.arange(around)
        parts.append(("SEG2", np.stack([side[:-1], side[1:]], axis=1), groups[name]))
        body += around
    groups = {name: cells for name, cells in groups.items() if len(cells)}
    return Mesh(x, merge_blocks(parts), {}, groups, space_dimension=2)


def tube(inner: float, outer: float, height: float, around: int, across: int, along: int) -> Mesh:
    """A tube around z, from the plane of x and y to `height`: the ring of `around` by `across` cells in `along` layers.

    The body is VOLUME, its sides are BOTTOM, TOP, SURFEXT and SURFINT, which a full one lacks; prisms stand around the axis of a full one.
    """
    base = ring(inner, outer, around, across)
    width = base.n_nodes
    flat = base.coordinates[:, :2]
    x = np.concatenate([np.column_stack([flat, np.full(width, z)]) for z in np.linspace(0.0, height, along + 1)])
    parts, groups, first = [], {}, 0

    def add(kind, nodes, *names):
        nonlocal first
        parts.append((kind, nodes, first + np.arange(len(nodes))))
        for name in names:
            groups[name] = np.append(groups.get(name, np.zeros(0, int)), parts[-1][2])
        first += len(nodes)

    faces = [(kind, base.block(kind).nodes) for kind in ("TRIA3", "QUAD4") if base.block(kind) is not None]
    for kind, nodes in faces:
        body = [np.concatenate([nodes + layer * width, nodes + (layer + 1) * width], axis=1) for layer in range(along)]
        add({"TRIA3": "PENTA6", "QUAD4": "HEXA8"}[kind], np.concatenate(body), "VOLUME")
    for kind, nodes in faces:
        add(kind, nodes[:, ::-1], "BOTTOM")
        add(kind, nodes + along * width, "TOP")
    for own, name in (("REXT", "SURFEXT"), ("RINT", "SURFINT")):
        if own in base.cell_groups:
            edges = base.select(base.cell_group(own))[0].nodes
            layers = [np.concatenate([edges, edges[:, ::-1] + width], axis=1) + layer * width for layer in range(along)]
            add("QUAD4", np.concatenate(layers), name)
    return Mesh(x, merge_blocks(parts), {}, groups, space_dimension=3)


def arc(radius: float, angle: float, points: int) -> Mesh:
    """Segments between points on an arc around the origin, from the axis of x by an angle (rad); their group is ARC."""
    angles = np.linspace(0.0, angle, points)
    made = polyline(radius * np.stack([np.cos(angles), np.sin(angles)], axis=1))
    return Mesh(made.coordinates[:, :2], made.blocks, {}, {"ARC": np.arange(points - 1)}, space_dimension=2)


def polyline(points, groups: bool = False) -> Mesh:
    """A segment from each point to the next, all in LINE and NODES; on demand each in groups S1, S2, ... and N1, N2, ..."""
    points = np.asarray(points, float)
    nodes, cells = np.arange(len(points)), np.arange(len(points) - 1)
    of_nodes = {"NODES": nodes} | ({f"N{i + 1}": np.array([i]) for i in nodes} if groups else {})
    of_cells = {"LINE": cells} | ({f"S{i + 1}": np.array([i]) for i in cells} if groups else {})
    segments = np.stack([nodes[:-1], nodes[1:]], axis=1)
    return Mesh(points, merge_blocks([("SEG2", segments, cells)]), of_nodes, of_cells, space_dimension=points.shape[1])


def point_cloud(points, groups: bool = False) -> Mesh:
    """A point cell at each point, all in NODES; on demand each node in a group N1, N2, ..."""
    points = np.asarray(points, float)
    numbers = np.arange(len(points))
    names = {"NODES": numbers} | ({f"N{i + 1}": np.array([i]) for i in numbers} if groups else {})
    return Mesh(points, merge_blocks([("POI1", numbers[:, None], numbers)]), names, {}, space_dimension=points.shape[1])


def _quads(numbers):
    """(cells, 4) the quadrangles of a grid (n, m) of nodes, or of several (n, m, k), the first axis fastest."""
    corners = (numbers[:-1, :-1], numbers[1:, :-1], numbers[1:, 1:], numbers[:-1, 1:])
    return np.stack([corner.T.ravel() for corner in corners], axis=1)
