"""Meshes in Gmsh's format 1, and fields as Gmsh's post-processing views (.pos), both as text.

Source: Gmsh reference manual, MSH 1 and POS file formats. A view holds, for each cell, the coordinates of its vertices and
the values at them at every step; nodes that are no vertices are left out, as code_aster leaves them out.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.field import NodeField

_MSH_TYPES = {
    "POI1": 15, "SEG2": 1, "SEG3": 8, "TRIA3": 2, "TRIA6": 9, "QUAD4": 3, "QUAD8": 16, "QUAD9": 10, "TETRA4": 4, "HEXA8": 5,
    "PENTA6": 6, "PYRAM5": 7,
}  # fmt: skip
_SHAPES = {"POI1": "P", "SEG2": "L", "TRIA3": "T", "QUAD4": "Q", "TETRA4": "S", "HEXA8": "H", "PENTA6": "I", "PYRAM5": "Y"}
_KINDS = {"SCALAIRE": "S", "VECT_2D": "V", "VECT_3D": "V", "TENS_2D": "T", "TENS_3D": "T"}
_UNGROUPED = 10000


def mesh_text(mesh) -> tuple[str, dict[str, int]]:
    """The file, and the number that each group of cells got: n for a group called GMn, else from 10001 on.

    A cell of several groups bears the number of the last one. Cells that format 1 does not know become their linear type.
    """
    numbers, owner = {}, np.full(mesh.n_cells, _UNGROUPED)
    for rank, (name, cells) in enumerate(mesh.cell_groups.items(), 1):
        own = name[2:] if name.startswith("GM") and name[2:].isdecimal() else ""
        numbers[name] = int(own) if own else _UNGROUPED + rank
        owner[cells] = numbers[name]
    lines = ["$NOD", str(mesh.n_nodes)]
    lines += [f"{i} {x:.16e} {y:.16e} {z:.16e}" for i, (x, y, z) in enumerate(mesh.coordinates.tolist(), 1)]
    lines += ["$ENDNOD", "$ELM", str(mesh.n_cells)]
    rows = {}
    for block in mesh.blocks:
        kind = block.type if block.type in _MSH_TYPES else CELL_TYPES[block.type].linear
        for cell, nodes in zip(block.cells.tolist(), (block.nodes[:, : CELL_TYPES[kind].n_nodes] + 1).tolist()):
            group = owner[cell]
            rows[cell] = f"{cell + 1} {_MSH_TYPES[kind]} {group} {group} {len(nodes)} " + " ".join(map(str, nodes))
    return "\n".join([*lines, *(rows[cell] for cell in sorted(rows)), "$ENDELM", ""]), numbers


def view_text(title: str, fields, times, components, kind: str = "SCALAIRE", cells=None) -> str:
    """One view of one or several components (as `kind` says) over the fields of a series; "" when no cell carries them.

    `fields` are fields at nodes, or at the nodes of elements; fields at points of elements show the mean of each cell.
    """
    mesh = fields[0].mesh
    lines = []
    for block in mesh.select(np.arange(mesh.n_cells) if cells is None else cells):
        linear = CELL_TYPES[block.type].linear
        if linear not in _SHAPES:
            continue
        corners = CELL_TYPES[block.type].corners
        values = np.stack([_corner_values(field, components, block, corners) for field in fields])
        for row in np.flatnonzero(~np.isnan(values).all(axis=(0, 2, 3))):
            places = mesh.coordinates[block.nodes[row, :corners]].ravel()
            held = np.nan_to_num(values[:, row])
            numbers = _components(held, kind).ravel()
            lines.append(f"{_KINDS[kind]}{_SHAPES[linear]}({_joined(places)}){{{_joined(numbers)}}};")
    if not lines:
        return ""
    return "\n".join([f'View "{title}" {{', *lines, f"TIME{{{_joined(times)}}};", "};", ""])


def _corner_values(field, components, block, corners):
    """(cells, corners, components) at one step."""
    columns = []
    for name in components:
        if name not in field.components:
            columns.append(np.full((len(block.cells), corners), np.nan))
        elif isinstance(field, NodeField):
            columns.append(field.component(name)[block.nodes[:, :corners]])
        else:
            table = field.component(name, block.cells)
            if field.location == "ELNO":
                filled = np.full((len(table), corners), np.nan)
                filled[:, : table.shape[1]] = table[:, :corners]
                columns.append(filled)
            else:
                count = (~np.isnan(table)).sum(axis=1)
                mean = np.nansum(table, axis=1) / np.where(count, count, np.nan)
                columns.append(np.repeat(mean[:, None], corners, axis=1))
    return np.stack(columns, axis=-1)


def _components(values, kind):
    """Values (steps, corners, components) with the components that Gmsh wants: 1, 3 or 9."""
    shape = values.shape[:-1]
    if kind == "SCALAIRE":
        return values
    if kind.startswith("VECT"):
        full = np.zeros((*shape, 3))
        full[..., : values.shape[-1]] = values
        return full
    xx, yy, zz, xy, *rest = np.moveaxis(values, -1, 0)
    xz, yz = rest or (np.zeros(shape), np.zeros(shape))
    return np.stack([xx, xy, xz, xy, yy, yz, xz, yz, zz], axis=-1)


def _joined(numbers):
    return ",".join(f"{number:.9g}" for number in np.asarray(numbers, float))
