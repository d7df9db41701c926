"""Meshes as text: code_aster's own .mail format (u3.01.00)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.number_format import python_format

_NAMES_PER_LINE = 8


def mesh_text(mesh, number_format: str = "1PE21.14") -> str:
    """The whole file: title, coordinates, cells by type, groups of nodes and of cells."""
    number = python_format(number_format)
    nodes, cells = mesh.node_names, mesh.cell_names
    dimension = mesh.space_dimension
    lines = ["TITRE", mesh.title or mesh.name or "mesh", "FINSF", "%", f"COOR_{dimension}D"]
    for name, place in zip(nodes, mesh.coordinates):
        lines.append(f"{name:<8} " + " ".join(number % value for value in place[:dimension]))
    lines += ["FINSF", "%"]
    kinds = mesh.cell_type(range(mesh.n_cells))
    for first, last in _runs(kinds):  # in the order of their numbers, since a reader numbers cells as they come
        lines.append(kinds[first])
        lines += [f"{cells[cell]:<8} " + _wrapped([nodes[node] for node in mesh.cell_nodes(cell)]) for cell in range(first, last)]
        lines += ["FINSF", "%"]
    for word, groups, names in (("GROUP_NO", mesh.node_groups, nodes), ("GROUP_MA", mesh.cell_groups, cells)):
        for name, members in groups.items():
            lines += [f"{word} NOM = {name}", _wrapped([names[member] for member in np.asarray(members)]), "FINSF", "%"]
    return "\n".join([*lines, "FIN", ""])


def _wrapped(names):
    rows = [names[start : start + _NAMES_PER_LINE] for start in range(0, len(names), _NAMES_PER_LINE)]
    return "\n         ".join(" ".join(f"{name:<8}" for name in row).rstrip() for row in rows)


def _runs(kinds):
    """(first, last + 1) of each run of equal values."""
    changes = [i for i in range(1, len(kinds)) if kinds[i] != kinds[i - 1]]
    return zip([0, *changes], [*changes, len(kinds)]) if kinds else ()
