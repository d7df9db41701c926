"""Tubes in a flow as lines: their nodes by curvilinear abscissa, profiles along them, their round section."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.mesh_lines import ordered_line
from pyaster_lite.fe.beam_section import NAMES

AXES = ("DX", "DY", "DZ")


def nodes_along(args, word, mesh) -> tuple[np.ndarray, np.ndarray]:
    """(nodes (n,), abscissas (n,)) of a mesh in the order of its curvilinear abscissas; wrong at `word` where it has none."""
    if mesh.abscissa is None:
        raise args.wrong(
            word, f"the mesh {mesh.name} has no curvilinear abscissas", help="MODI_MAILLAGE(ABSC_CURV=_F(...)) gives them to a line"
        )
    at = {}
    for cell in np.flatnonzero(~np.isnan(mesh.abscissa[:, 0])).tolist():
        nodes = mesh.cell_nodes(cell)
        at.update(zip(nodes.tolist(), mesh.abscissa[cell, : len(nodes)].tolist()))
    nodes, abscissas = np.array(list(at), int), np.array(list(at.values()), float)
    order = np.argsort(abscissas, kind="stable")
    return nodes[order], abscissas[order]


def read_order(mesh, nodes) -> np.ndarray:
    """The nodes (n,) that code_aster reads shapes of modes at, for those along a line.

    It walks from the end whose segment comes first in the mesh. A segment has the sign minus where it runs against a plus before it, the
    first where the cell at the origin runs down the line; after an odd number of minus signs it takes the ends of a segment in turn.
    """
    segments = [cell for cell in np.flatnonzero(~np.isnan(mesh.abscissa[:, 0])).tolist() if mesh.cell_type(cell) == "SEG2"]
    path, order = ordered_line(mesh, segments, _first_end(mesh, segments))
    origin = min(segments, key=lambda cell: mesh.abscissa[cell, :2].min())
    sign = -1 if mesh.abscissa[origin, 1] < mesh.abscissa[origin, 0] else 1
    found, turn, before = np.empty(len(path), int), 1, None
    for place, cell in enumerate(order.tolist()):
        first, second = mesh.cell_nodes(cell)[:2].tolist()
        forward = first == path[place]
        if before is not None:
            sign = -sign if forward != before else 1
        before, turn = forward, turn * sign
        found[place : place + 2] = (first, second) if turn == 1 else (second, first)
    return found


def _first_end(mesh, segments):
    """The node at the end of the line whose segment comes first."""
    ends = np.array([mesh.cell_nodes(cell)[:2] for cell in segments])
    used, degree = np.unique(ends, return_counts=True)
    alone = set(used[degree == 1].tolist())
    return next(int(node) for pair in ends for node in pair if int(node) in alone)


def along(function, abscissas) -> np.ndarray:
    """A profile (n,) at the abscissas (n,) of a tube, by whatever name its function calls them."""
    if getattr(function, "x", None) is not None and len(function.x) == len(abscissas) and np.allclose(function.x, abscissas):
        return np.asarray(function.y, float)
    name = getattr(function, "parameters", ("ABSC",))[0]
    return np.broadcast_to(np.asarray(function.evaluate(**{name: abscissas}), float), abscissas.shape)


def tube_section(level, characteristics) -> tuple[float, float]:
    """(outer diameter, thickness), m, of the tubes that all segments with a section are; wrong where they are not of one round section."""
    given = [array.reshape(-1, array.shape[-1]) for _, array in characteristics.values.get("section", ())]
    values = np.concatenate(given or [np.empty((0, len(NAMES)))])
    area, radius, inertia, other = (values[:, NAMES.index(name)] for name in ("area", "extreme_y", "inertia_y", "inertia_z"))
    if not len(values):
        raise level.wrong("CARA_ELEM", f"{characteristics.name} gives no section to a tube")
    inner = np.sqrt(np.maximum(radius**2 - area / np.pi, 0.0))
    round_ = np.allclose(inertia, other) and np.allclose(inertia, np.pi / 4 * (radius**4 - inner**4))
    if not round_ or np.ptp(radius) > 1e-12 * radius.max() or np.ptp(inner) > 1e-9 * radius.max():
        raise level.wrong("CARA_ELEM", f"the tubes of {characteristics.name} must all have the same round section")
    return 2 * float(radius[0]), float(radius[0] - inner[0])


def shapes_along(modes, orders, nodes) -> np.ndarray:
    """(n, nm, 3) displacements of modes at nodes (n,), nothing where there are none."""
    found = np.zeros((len(nodes), len(orders), 3))
    for i, order in enumerate(orders):
        field = modes.field("DEPL", order)
        for j, name in enumerate(AXES):
            if name in field.components:
                found[:, i, j] = np.nan_to_num(field.component(name)[nodes])
    return found
