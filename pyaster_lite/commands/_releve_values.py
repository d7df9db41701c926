"""Values of a field along a list of nodes, as POST_RELEVE_T reads them (r7.20.02, u4.81.21)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.commands._mesh_words import cell_groups, node_groups
from pyaster_lite.concepts.field import NodeField
from pyaster_lite.fe.jacobi import eigen

TENSORS = {"SI": ("SIXX", "SIYY", "SIZZ", "SIXY", "SIXZ", "SIYZ"), "EP": ("EPXX", "EPYY", "EPZZ", "EPXY", "EPXZ", "EPYZ")}
_TAKEN_FOR_TENSORS = (("NXX", "NYY", "NXY", "MXX", "MYY", "MXY"), ("N", "VY", "VZ", "MT", "MFY", "MFZ"))
_PARTS = {"MODULE": np.abs, "REEL": np.real, "IMAG": np.imag}
_VECTORS = (("DX", "DY", "DZ"), ("DRX", "DRY", "DRZ"), ("FLUX", "FLUY", "FLUZ"))
_TRACED = (*TENSORS.values(), _VECTORS[0], _VECTORS[2])
"""What is taken along a direction: tensors by XX YY ZZ XY XZ YZ, vectors by X Y Z."""
_ROWS, _COLUMNS = np.array([0, 1, 2, 0, 0, 1]), np.array([0, 1, 2, 1, 2, 2])
_SMALL = 1e-6
"""A part of DIRECTION below this does not count."""
_STRAIGHT = 1e-6
"""Of the length of a line, how far from it its nodes may be."""
NO_RADIUS = 1e-6
"""A point nearer to the origin (m) has the axes of the plane for radius and circumference."""
PLANE_AXES = ("LOCAL", "POLAIRE")
"""Axes in the plane that change from node to node: along the list of nodes and across it to the left, or radius and
circumference, this one clockwise."""


@dataclass
class Reading:
    """Values (n, n_components) of named components at nodes (n,), NaN where there is none.

    cells  (n,) the cell that a value belongs to, where they are kept apart; None where they are means over cells
    """

    nodes: np.ndarray
    components: tuple[str, ...]
    values: np.ndarray
    cells: np.ndarray | None = None


def asked_nodes(action, mesh) -> np.ndarray:
    """The nodes of each GROUP_NO in its own order, each once; with VECT_Y along the line from the first to the last of them.

    Along a path (CHEMIN) all points of it.
    """
    if action.CHEMIN is not None:
        return np.arange(mesh.n_nodes)
    nodes = np.array(list(dict.fromkeys(np.concatenate(node_groups(action, "GROUP_NO", mesh)).tolist())), int)
    if action.VECT_Y is None or action.REPERE != "LOCAL":
        return nodes
    offsets, (along, *_) = mesh.coordinates[nodes] - mesh.coordinates[nodes[0]], _line_axes(action, mesh.coordinates[nodes])
    abscissa = offsets @ along
    if (np.linalg.norm(offsets - np.outer(abscissa, along), axis=1) > _STRAIGHT * abs(abscissa[-1])).any():
        raise action.wrong("GROUP_NO", "VECT_Y goes with nodes on a straight line, the ends first and last")
    return nodes[np.argsort(abscissa, kind="stable")]


def _line_axes(action, points):
    """(3, 3) axes of a straight line of points (n, 3): along it, the part of VECT_Y across it, and what makes these complete."""
    along = points[-1] - points[0]
    if not along.any():
        raise action.wrong("VECT_Y", "VECT_Y needs a line of nodes")
    along = along / np.linalg.norm(along)
    across = np.array([*action.VECT_Y, 0.0][:3])
    size, across = np.linalg.norm(across), across - (across @ along) * along
    if np.linalg.norm(across) <= _SMALL * size:
        raise action.wrong("VECT_Y", "VECT_Y is along the line of nodes: it gives no second axis")
    across /= np.linalg.norm(across)
    return np.stack([along, across, np.cross(along, across)])


def read(action, field, components, in_axes: bool = True) -> Reading:
    """The components of a field at the asked nodes, in the asked axes or the global ones; of a complex field the part FORMAT_C."""
    in_axes = in_axes and action.REPERE != "GLOBAL"
    part = _PARTS[action.FORMAT_C]
    if field.is_complex:
        field = field.mapped(part)
    nodes = asked_nodes(action, field.mesh)
    if isinstance(field, NodeField):
        action.mark_read("GROUP_MA", "MOYE_NOEUD", "TOUT")
        return _at_nodes(action, _turned(action, field, nodes) if in_axes else field, nodes, components)
    if field.location != "ELNO":
        word = "NOM_CHAM" if action.RESULTAT is not None else "CHAM_GD"
        raise action.wrong(word, f"a field at nodes or ELNO is needed, this one is {field.location}")
    if not in_axes:
        return _at_cells(action, field, nodes, components)
    return _turned_at_cells(action, field, nodes, components)


def _turned_at_cells(action, field, nodes, components):
    """The components in the axes of REPERE; beside tensors (rvche1, rvche2) forces by length and those in beams are turned by code_aster as
    if they were tensors, one after the other XX YY ZZ XY XZ YZ, and what is no part of one (SIP) stays as it is."""
    kinds = [*TENSORS.values(), *(() if action.REPERE in PLANE_AXES else _TAKEN_FOR_TENSORS)]
    parts = [names for names in kinds if set(names) & set(field.components)]
    if field.quantity[:4] not in ("SIEF", "EPSI") or not parts:
        raise action.wrong("REPERE", "of fields in cells, stresses and strains are turned only")
    names = tuple(dict.fromkeys([*(name for part in parts for name in part), *components]))
    found = _at_cells(action, field, nodes, names)
    place = {int(node): i for i, node in enumerate(nodes)}
    axes = axes_at(action, field.mesh.coordinates[nodes])[[place[int(node)] for node in found.nodes]]
    values = found.values.copy()
    for part in parts:
        columns = [names.index(name) for name in part]
        own = found.values[:, columns]
        values[:, columns] = np.where(np.isnan(own), np.nan, _turned_tensors(axes, own))
    return Reading(found.nodes, tuple(components), values[:, [names.index(name) for name in components]], found.cells)


def traces(action, field) -> Reading:
    """What goes through the line of nodes (TRAC_NOR) or along DIRECTION: a vector of a tensor, a number of a vector (r7.20.02).

    REPERE has no part in it, as in code_aster.
    """
    names = next((names for names in _TRACED if set(names) & set(field.components)), None)
    if names is None or not set(action.NOM_CMP) <= set(names):
        raise action.wrong("NOM_CMP", "a trace is that of stresses, strains, displacements or flux: name components of these")
    reading = read(action, field, names, in_axes=False)
    action.mark_read("REPERE")
    values = np.nan_to_num(reading.values)
    if action.TRAC_NOR:
        path = asked_nodes(action, field.mesh)
        place = {int(node): i for i, node in enumerate(path)}
        normals = _plane_axes(action, field.mesh.coordinates[path], "TRAC_NOR")[:, 1]
        directions, word = normals[[place[int(node)] for node in reading.nodes]], "NOR"
    else:
        given = np.array([*action.DIRECTION, 0.0, 0.0][:3])
        directions, word = np.broadcast_to(np.where(np.abs(given) < _SMALL, 0.0, given), (len(values), 3)), "DIR"
    if len(names) == 3:
        return Reading(reading.nodes, (f"TRAC_{word}",), (values * directions).sum(axis=1)[:, None], reading.cells)
    found = np.einsum("nij,nj->ni", _tensors(values), directions)
    return Reading(reading.nodes, tuple(f"TR_{word}_{i}" for i in (1, 2, 3)), found, reading.cells)


def _at_nodes(action, field, nodes, components):
    columns = [field.component(name)[nodes] if name in field.components else np.full(len(nodes), np.nan) for name in components]
    values = np.stack(columns, axis=1)
    carried = ~np.isnan(values).all(axis=1)
    if not carried.any() and action.RESULTANTE is None:
        raise action.wrong(None, "none of the nodes carries any of the components")
    return Reading(nodes[carried], tuple(components), values[carried])


def _at_cells(action, field, nodes, components):
    mesh = field.mesh
    wanted = np.unique(np.concatenate(cell_groups(action, "GROUP_MA", mesh))) if action.GROUP_MA else None
    action.mark_read("TOUT")
    if not components:
        raise action.wrong(None, "the field has no values at all")
    tables = np.stack([_table(field, name) for name in components], axis=-1)
    carried = ~np.isnan(tables).all(axis=(1, 2))
    if wanted is not None:
        carried &= np.isin(np.arange(mesh.n_cells), wanted)
    start, cells = mesh.cells_of_nodes()
    found = []
    for node in nodes:
        around = [int(cell) for cell in cells[start[node] : start[node + 1]] if carried[cell]]
        if not around:
            raise action.wrong("GROUP_NO", f"the field has no value at node {node + 1}")
        found.append([(cell, tables[cell, int(np.flatnonzero(mesh.cell_nodes(cell) == node)[0])]) for cell in around])
    if action.MOYE_NOEUD == "NON":
        rows = [(node, cell, values) for node, own in zip(nodes, found) for cell, values in own]
        owner, cell, values = (np.array(part) for part in zip(*rows))
        return Reading(owner, tuple(components), values, cell)
    # As code_aster: what a cell does not carry counts as 0, and the sum is divided by the number of cells.
    means = [np.nansum([values for _, values in own], axis=0) / len(own) for own in found]
    return Reading(nodes, tuple(components), np.array(means))


def _table(field, name):
    if name in field.components:
        return field.component(name)
    return np.full((field.mesh.n_cells, max(block.values.shape[1] for block in field.blocks)), np.nan)


def _turned(action, field, nodes):
    """The field with its vectors in the axes of REPERE at the given nodes."""
    if field.quantity[:4] not in ("DEPL", "FORC", "SIEF", "EPSI", "FLUX"):
        raise action.wrong("REPERE", f"displacements, stresses, strains and flux are turned only, not {field.quantity}")
    axes = axes_at(action, field.mesh.coordinates[nodes])
    values = field.values.copy()
    for names in TENSORS.values():
        columns = [field.components.index(name) for name in names if name in field.components]
        if columns:
            present = np.array([name in field.components for name in names])
            tensors = np.zeros((len(nodes), 6))
            tensors[:, present] = field.values[np.ix_(nodes, columns)]
            kept = np.isnan(tensors[:, present])
            values[np.ix_(nodes, columns)] = np.where(kept, np.nan, _turned_tensors(axes, tensors)[:, present])
    for names in _VECTORS:
        present = [name in field.components for name in names]
        if any(present):
            columns = [field.components.index(name) for name in names if name in field.components]
            vectors = np.zeros((len(nodes), 3))
            vectors[:, present] = np.nan_to_num(field.values[np.ix_(nodes, columns)])
            turned = np.einsum("nij,nj->ni", axes, vectors)[:, present]
            values[np.ix_(nodes, columns)] = np.where(np.isnan(field.values[np.ix_(nodes, columns)]), np.nan, turned)
    return NodeField(field.mesh, field.quantity, field.components, values)


def _tensors(values):
    """(n, 3, 3) symmetric tensors of (n, 6) XX YY ZZ XY XZ YZ; what is missing counts as zero."""
    tensors = np.zeros((len(values), 3, 3))
    tensors[:, _ROWS, _COLUMNS] = tensors[:, _COLUMNS, _ROWS] = np.nan_to_num(values)
    return tensors


def _turned_tensors(axes, values):
    """(n, 6) symmetric tensors in axes (n, 3, 3)."""
    return (axes @ _tensors(values) @ axes.transpose(0, 2, 1))[:, _ROWS, _COLUMNS]


def _plane_axes(action, points, word="REPERE"):
    """(n, 3, 3) axes of PLANE_AXES at points in their order, for TRAC_NOR those of LOCAL; a mean of two directions keeps its length,
    as code_aster has it."""
    frame = action.REPERE if word == "REPERE" else word
    if np.ptp(points[:, 2]) > 0.0:
        raise action.wrong(word, f"{frame} needs nodes in one plane z = constant")
    if frame == "POLAIRE":
        radius = np.linalg.norm(points[:, :2], axis=1)
        first = np.where(radius[:, None] < NO_RADIUS, [1.0, 0.0], points[:, :2] / np.where(radius < NO_RADIUS, 1.0, radius)[:, None])
    else:
        if len(points) < 2:
            raise action.wrong(word, f"{frame} needs a line of nodes")
        along = np.diff(points[:, :2], axis=0)
        along /= np.linalg.norm(along, axis=1)[:, None]
        first = 0.5 * (np.concatenate([along[:1], along]) + np.concatenate([along, along[-1:]]))
    axes = np.zeros((len(points), 3, 3))
    axes[:, 0, :2], axes[:, 1, :2], axes[:, 2, 2] = first, np.stack([-first[:, 1], first[:, 0]], axis=1), 1.0
    if frame == "POLAIRE":
        axes[:, 1] *= -1.0
    return axes


def axes_at(action, points) -> np.ndarray:
    """(n, 3, 3) unit vectors of the asked axes at points, one a row."""
    if action.REPERE == "LOCAL" and action.VECT_Y is not None:
        return np.broadcast_to(_line_axes(action, points), (len(points), 3, 3))
    if action.REPERE in PLANE_AXES:
        return _plane_axes(action, points)
    if action.REPERE == "UTILISATEUR":
        if action.ANGL_NAUT is None:
            raise action.wrong(None, "REPERE='UTILISATEUR' needs ANGL_NAUT")
        return np.broadcast_to(nautical(action.ANGL_NAUT), (len(points), 3, 3))
    if action.ORIGINE is None or action.AXE_Z is None:
        raise action.wrong(None, "REPERE='CYLINDRIQUE' needs ORIGINE and AXE_Z")
    axis = np.array(action.AXE_Z, float)
    if not axis.any():
        raise action.wrong("AXE_Z", "AXE_Z has no length")
    axis /= np.linalg.norm(axis)
    radius = points - np.array(action.ORIGINE, float)
    radius = radius - np.outer(radius @ axis, axis)
    length = np.linalg.norm(radius, axis=1)
    if (length < 1e-3).any():
        raise action.wrong("ORIGINE", "a node stands on the axis: it has no radial direction")
    radius /= length[:, None]
    # code_aster's order: radius, axis, circumference.
    return np.stack([radius, np.broadcast_to(axis, radius.shape), np.cross(axis, radius)], axis=1)


def nautical(angles) -> np.ndarray:
    """(3, 3) axes turned by the nautical angles alpha, beta, gamma, in degrees; one axis a row (u4.42.01)."""
    alpha, beta, gamma = np.radians(angles)
    ca, sa, cb, sb, cg, sg = np.cos(alpha), np.sin(alpha), np.cos(beta), np.sin(beta), np.cos(gamma), np.sin(gamma)
    return np.array(
        [
            [cb * ca, cb * sa, -sb],
            [sg * sb * ca - cg * sa, cg * ca + sg * sb * sa, sg * cb],
            [sg * sa + cg * sb * ca, cg * sb * sa - ca * sg, cg * cb],
        ]
    )


def invariants(values) -> np.ndarray:
    """(n, 4) von Mises, Tresca, trace and determinant of symmetric tensors (n, 6) given as XX YY ZZ XY XZ YZ."""
    xx, yy, zz, xy, xz, yz = np.nan_to_num(values).T
    tensors = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]).transpose(2, 0, 1)
    trace = xx + yy + zz
    deviator = tensors - trace[:, None, None] / 3 * np.eye(3)
    mises = np.sqrt(1.5 * (deviator**2).sum(axis=(1, 2)))
    principal = np.linalg.eigvalsh(tensors)
    return np.stack([mises, principal[:, 2] - principal[:, 0], trace, np.linalg.det(tensors)], axis=1)


def principal_values(values) -> np.ndarray:
    """(n, 12) principal values, the smallest first, then their three directions with code_aster's signs, of symmetric tensors
    (n, 6) XX YY ZZ XY XZ YZ."""
    principal, directions = eigen(_tensors(values))
    return np.concatenate([principal, directions.transpose(0, 2, 1).reshape(-1, 9)], axis=1)


def abscissas(mesh, nodes) -> np.ndarray:
    """(n,) lengths along the broken line through the nodes."""
    steps = np.linalg.norm(np.diff(mesh.coordinates[nodes], axis=0), axis=1)
    return np.concatenate([[0.0], np.cumsum(steps)])
