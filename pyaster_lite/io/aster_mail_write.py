"""Meshes as text: code_aster's own .mail format (u3.01.00), laid out as code_aster writes it.

Nodes and cells are called by their numbers, N1 and M1, or as the mesh calls them.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.number_format import python_format

UNTITLED = "MAILLAGE RESTREINT"
"""The title of a mesh that has none (irmail)."""
_TITLE = 80
"""Title lines are filled up to this many characters."""
_PER_LINE = 7
_END = [" FINSF", " %"]


def mesh_text(mesh, number_format: str = "1PE21.14", cells=None, own_names: bool = False) -> str:
    """The whole file: title, coordinates, cells by type, groups of nodes and of cells; `cells` restricts it to some, `own_names` calls
    nodes and cells as the mesh does."""
    node_names = mesh.node_names if own_names else [f"N{i + 1}" for i in range(mesh.n_nodes)]
    cell_names = mesh.cell_names if own_names else [f"M{i + 1}" for i in range(mesh.n_cells)]
    number = python_format(number_format).strip()
    chosen = np.ones(mesh.n_cells, bool) if cells is None else np.isin(np.arange(mesh.n_cells), cells)
    dimension = 3 if mesh.dimension == 3 else 2
    title = (mesh.title or UNTITLED).split("\n")
    lines = [" TITRE", *(f"{line:<{_TITLE}}" for line in title), *_END, f" COOR_{dimension}D"]
    for name, place in zip(node_names, mesh.coordinates.tolist(), strict=True):
        lines.append(f" {name:<8} " + " ".join(number % value for value in place[:dimension]))
    lines += _cells(mesh, chosen, node_names, cell_names)
    for name, nodes in mesh.node_groups.items():
        lines += [" GROUP_NO", f" {name:<24}", *_wrapped(node_names, nodes), *_END]
    for name, own in mesh.cell_groups.items():
        lines += [" GROUP_MA", f" {name:<24}", *_wrapped(cell_names, np.asarray(own)[chosen[own]]), *_END]
    return "\n".join([*lines, " FIN", ""])


def _cells(mesh, chosen, node_names, cell_names):
    """Cells in the order of their numbers; a heading wherever the type changes."""
    kinds = mesh.cell_type(np.arange(mesh.n_cells)) if mesh.n_cells else []
    lines, last = [], None
    for cell in np.flatnonzero(chosen).tolist():
        if kinds[cell] != last:
            last = kinds[cell]
            lines += [*_END, f" {last:<8}"]
        rows = _wrapped(node_names, mesh.cell_nodes(cell))
        lines.append(f" {cell_names[cell]:<8}{rows[0]}")
        lines += [f"{'':9}{row}" for row in rows[1:]]
    return [*lines, *_END]


def _wrapped(names, numbers):
    """Names, seven a line."""
    names = [f" {names[number]:<8}" for number in np.asarray(numbers).tolist()]
    return ["".join(names[start : start + _PER_LINE]) for start in range(0, len(names), _PER_LINE)]
