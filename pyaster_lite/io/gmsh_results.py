"""Meshes in Gmsh's format 1, as text (Gmsh reference manual, MSH 1), their cells cut as those of views are."""

from __future__ import annotations

import numpy as np

from pyaster_lite.io.gmsh_views import Views

_MSH_TYPES = {"POI1": 15, "SEG2": 1, "TRIA3": 2, "QUAD4": 3, "TETRA4": 4, "HEXA8": 5, "PENTA6": 6, "PYRAM5": 7}
_UNGROUPED = 10000


def mesh_text(mesh, version: float = 1.2) -> tuple[str, dict[str, int]]:
    """The file, and the number that each group of cells got: n for a group called GMn, else from 10001 on, or from behind the largest n.

    A cell of several groups bears the number of the last one.
    """
    given = {name: int(name[2:]) for name in mesh.cell_groups if name.startswith("GM") and name[2:].isdecimal()}
    first = max([_UNGROUPED, *given.values()])
    numbers, owner = {}, np.full(mesh.n_cells, _UNGROUPED)
    for rank, (name, cells) in enumerate(mesh.cell_groups.items(), 1):
        numbers[name] = given.get(name, first + rank)
        owner[cells] = numbers[name]
    lines = ["$NOD", str(mesh.n_nodes)]
    lines += [f"{i} {x:.16e} {y:.16e} {z:.16e}" for i, (x, y, z) in enumerate(mesh.coordinates.tolist(), 1)]
    rows = []
    for group in Views(mesh, version=version).groups:
        own = [group.cells, np.arange(len(group.cells)), np.full(len(group.cells), _MSH_TYPES[group.shape]), owner[group.cells]]
        rows += zip(*(column.tolist() for column in own), (group.nodes + 1).tolist())
    # Pieces of a cell follow each other; a cell has pieces of one shape only
    rows.sort(key=lambda row: row[:2])
    lines += ["$ENDNOD", "$ELM", str(len(rows))]
    for place, (_, _, kind, number, nodes) in enumerate(rows, 1):
        lines.append(f"{place} {kind} {number} {number} {len(nodes)} " + " ".join(map(str, nodes)))
    return "\n".join([*lines, "$ENDELM", ""]), numbers
