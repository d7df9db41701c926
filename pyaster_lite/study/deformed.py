"""The deformed mesh at the last instant of a result, over its first shape."""

from __future__ import annotations

import numpy as np

RESTING, EDGE, COLOURS = "#c8c8c8", "#ffffff", "viridis"
VISIBLE = 0.05
"""Displacements smaller than this part of the mesh's size are drawn amplified."""

# Vertices of each face of a linear cell, counted around it.
_FACES = {
    "TETRA4": ((0, 1, 2), (0, 1, 3), (1, 2, 3), (2, 0, 3)),
    "PYRAM5": ((0, 1, 2, 3), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)),
    "PENTA6": ((0, 1, 2), (3, 4, 5), (0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5)),
    "HEXA8": ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)),
}


def draw_deformed(pyplot, name, result):
    """The figure, or None when there is nothing to draw: no mesh, no real displacement, no cells of one dimension or more."""
    mesh = result.mesh
    orders = [order for order in result.orders if result.has_field("DEPL", order)]
    if mesh is None or not orders:
        return None
    field = result.field("DEPL", orders[-1])
    if field.is_complex or not {"DX", "DY"} & set(field.components):
        return None
    moved = _displacements(field)
    faces, lines = _outside(mesh)
    if not len(faces) and not len(lines):
        return None
    length = np.linalg.norm(moved, axis=1)
    size = np.ptp(mesh.coordinates, axis=0).max()
    factor = _amplification(length.max(), size)
    instant = result.parameter("INST", orders[-1])
    title = f"{name}, deformed" + (f" at time {instant:.6g}" if instant is not None else "")
    title += "" if factor == 1 else f", displacements × {factor:g}"
    draw = _draw_plane if mesh.dimension == 2 else _draw_space
    return draw(pyplot, mesh, mesh.coordinates + factor * moved, length, faces, lines, title)


def _displacements(field):
    moved = np.zeros((len(field.values), 3))
    for column, axis in enumerate(("DX", "DY", "DZ")):
        if axis in field.components:
            moved[:, column] = np.nan_to_num(field.component(axis))
    return moved


def _amplification(greatest, size):
    """1 where the displacements can be seen, else a round number that makes them so."""
    if greatest == 0 or greatest >= VISIBLE * size:
        return 1
    wanted = 2 * VISIBLE * size / greatest
    power = 10.0 ** np.floor(np.log10(wanted))
    return float(max(step * power for step in (1, 2, 5) if step * power <= wanted))


def _outside(mesh):
    """Faces that are surfaces or sides of one volume only, and segments that bound no face: lists of vertices."""
    faces, lines, sides = [], [], {}
    for block in mesh.blocks:
        linear = block.type.rstrip("0123456789")
        if block.dim == 1:
            lines += block.nodes[:, :2].tolist()
        elif block.dim == 2:
            faces += block.nodes[:, : 3 if linear == "TRIA" else 4].tolist()
        elif block.dim == 3:
            shape = next(key for key in _FACES if key.startswith(linear))
            for local in _FACES[shape]:
                for nodes in block.nodes[:, local].tolist():
                    sides.setdefault(frozenset(nodes), []).append(nodes)
    known = {frozenset(face) for face in faces}
    faces += [found[0] for key, found in sides.items() if len(found) == 1 and key not in known]
    edges = {frozenset(pair) for face in faces for pair in zip(face, face[1:] + face[:1])}
    return faces, [line for line in lines if frozenset(line) not in edges]


def _draw_plane(pyplot, mesh, points, length, faces, lines, title):
    from matplotlib.collections import LineCollection, PolyCollection

    everything = np.vstack([mesh.coordinates[:, :2], points[:, :2]])
    wide, high = np.maximum(np.ptp(everything, axis=0), 1e-12)
    lies = wide > 1.6 * high
    shape = (9.0, 8.0 * high / wide + 2.0) if lies else (7.0 * wide / high + 2.6, 7.0)
    figure, axes = pyplot.subplots(figsize=(max(shape[0], 4.0), max(shape[1], 2.4)), layout="constrained")
    start, end = mesh.coordinates[:, :2], points[:, :2]
    axes.add_collection(PolyCollection([start[f] for f in faces], facecolors="none", edgecolors=RESTING, linewidths=0.8, zorder=1))
    axes.add_collection(LineCollection([start[line] for line in lines], colors=RESTING, linewidths=0.8, zorder=1))
    shown = PolyCollection(
        [end[f] for f in faces], array=np.array([length[f].mean() for f in faces]), cmap=COLOURS, edgecolors=EDGE, linewidths=0.5, zorder=2
    )
    strings = LineCollection(
        [end[line] for line in lines], array=np.array([length[line].mean() for line in lines]), cmap=COLOURS, linewidths=1.4, zorder=3
    )
    for part in (shown, strings):
        part.set_clim(0, max(length.max(), 1e-300))
        axes.add_collection(part)
    axes.set_aspect("equal")
    axes.autoscale_view()
    axes.margins(0.03)
    axes.set_xlabel("x")
    axes.set_ylabel("y")
    axes.set_title(title)
    bar = dict(location="bottom", aspect=50, shrink=0.6) if lies else dict(location="right", aspect=30, shrink=0.85)
    figure.colorbar(shown if faces else strings, ax=axes, label="displacement", **bar)
    return figure


def _draw_space(pyplot, mesh, points, length, faces, lines, title):
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection

    figure = pyplot.figure(figsize=(8, 6.5), layout="constrained")
    axes = figure.add_subplot(projection="3d")
    scale = pyplot.Normalize(0, max(length.max(), 1e-300))
    colours = pyplot.get_cmap(COLOURS)
    if faces:
        tints = colours(scale([length[f].mean() for f in faces]))
        axes.add_collection3d(Poly3DCollection([points[f] for f in faces], facecolors=tints, edgecolors=EDGE, linewidths=0.3))
    if lines:
        axes.add_collection3d(Line3DCollection([mesh.coordinates[line] for line in lines], colors=RESTING, linewidths=0.8))
        tints = colours(scale([length[line].mean() for line in lines]))
        axes.add_collection3d(Line3DCollection([points[line] for line in lines], colors=tints, linewidths=1.6))
    low, high = np.minimum(points.min(0), mesh.coordinates.min(0)), np.maximum(points.max(0), mesh.coordinates.max(0))
    middle, reach = (low + high) / 2, max((high - low).max() / 2, 1e-12)
    axes.set(
        xlim=middle[0] + np.array([-reach, reach]), ylim=middle[1] + np.array([-reach, reach]), zlim=middle[2] + np.array([-reach, reach])
    )
    axes.set_box_aspect((1, 1, 1))
    axes.set_xlabel("x")
    axes.set_ylabel("y")
    axes.set_zlabel("z")
    axes.set_title(title)
    figure.colorbar(pyplot.cm.ScalarMappable(scale, colours), ax=axes, label="displacement", shrink=0.7, pad=0.1)
    return figure
