"""Meshes as text: code_aster's own .mail format (u3.01.00), laid out as code_aster writes it.

Nodes and cells are called by their numbers, N1 and M1.
"""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.number_format import python_format

_PER_LINE = 7
_END = [" FINSF", " %"]


def mesh_text(mesh, number_format: str = "1PE21.14", cells=None) -> str:
    """The whole file: title, coordinates, cells by type, groups of nodes and of cells; `cells` restricts it to some."""
    number = python_format(number_format).strip()
    chosen = np.ones(mesh.n_cells, bool) if cells is None else np.isin(np.arange(mesh.n_cells), cells)
    dimension = 3 if mesh.dimension == 3 else 2
    title = mesh.title or f"{mesh.name}, written by pyaster-lite in the ASTER format"
    lines = [" TITRE", title, *_END, f" COOR_{dimension}D"]
    for node, place in enumerate(mesh.coordinates.tolist(), 1):
        lines.append(f" N{node:<7} " + " ".join(number % value for value in place[:dimension]))
    lines += _cells(mesh, chosen)
    for name, nodes in mesh.node_groups.items():
        lines += [" GROUP_NO", f" {name:<24}", *_wrapped("N", nodes), *_END]
    for name, own in mesh.cell_groups.items():
        lines += [" GROUP_MA", f" {name:<24}", *_wrapped("M", np.asarray(own)[chosen[own]]), *_END]
    return "\n".join([*lines, " FIN", ""])


def _cells(mesh, chosen):
    """Cells in the order of their numbers; a heading wherever the type changes."""
    kinds = mesh.cell_type(np.arange(mesh.n_cells)) if mesh.n_cells else []
    lines, last = [], None
    for cell in np.flatnonzero(chosen).tolist():
        if kinds[cell] != last:
            last = kinds[cell]
            lines += [*_END, f" {last:<8}"]
        rows = _wrapped("N", mesh.cell_nodes(cell))
        lines.append(f" M{cell + 1:<7}{rows[0]}")
        lines += [f"{'':9}{row}" for row in rows[1:]]
    return [*lines, *_END]


def _wrapped(letter, numbers):
    """Names, seven a line."""
    names = [f" {letter}{number + 1:<7}" for number in np.asarray(numbers).tolist()]
    return ["".join(names[start : start + _PER_LINE]) for start in range(0, len(names), _PER_LINE)]
