"""Meshes as text: code_aster's own .mail format (u3.01.00)."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.number_format import python_format

_NAMES_PER_LINE = 8


def mesh_text(mesh, number_format: str = "1PE21.14") -> str:
    """The whole file: title, coordinates, cells by type, groups of nodes and of cells."""
    number = python_format(number_format)
    nodes, cells = mesh.node_names, mesh.cell_names
    dimension = 3 if mesh.dimension == 3 else 2
    lines = ["TITRE", mesh.title or mesh.name or "mesh", "FINSF", "%", f"COOR_{dimension}D"]
    for name, place in zip(nodes, mesh.coordinates):
        lines.append(f"{name:<8} " + " ".join(number % value for value in place[:dimension]))
    lines += ["FINSF", "%"]
    for block in mesh.blocks:
        if len(block):
            lines.append(block.type)
            lines += [f"{cells[cell]:<8} " + _wrapped([nodes[node] for node in own]) for cell, own in zip(block.cells, block.nodes)]
            lines += ["FINSF", "%"]
    for word, groups, names in (("GROUP_NO", mesh.node_groups, nodes), ("GROUP_MA", mesh.cell_groups, cells)):
        for name, members in groups.items():
            lines += [f"{word} NOM = {name}", _wrapped([names[member] for member in np.asarray(members)]), "FINSF", "%"]
    return "\n".join([*lines, "FIN", ""])


def _wrapped(names):
    rows = [names[start : start + _NAMES_PER_LINE] for start in range(0, len(names), _NAMES_PER_LINE)]
    return "\n         ".join(" ".join(f"{name:<8}" for name in row).rstrip() for row in rows)
