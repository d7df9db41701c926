"""Cell types: how many nodes, which dimension, and in which order code_aster numbers the cells of a MED file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CellType:
    """A geometric type of cell.

    `corners` is the number of vertices: the first nodes of the cell. `linear` names the type that the vertices alone
    make (a type is its own linear one when it has no other nodes).
    """

    name: str
    n_nodes: int
    dim: int
    corners: int
    linear: str


def _types():
    rows = (
        ("POI1", 1, 0, 1, "POI1"),
        ("SEG2", 2, 1, 2, "SEG2"),
        ("SEG3", 3, 1, 2, "SEG2"),
        ("SEG4", 4, 1, 2, "SEG2"),
        ("TRIA3", 3, 2, 3, "TRIA3"),
        ("TRIA6", 6, 2, 3, "TRIA3"),
        ("TRIA7", 7, 2, 3, "TRIA3"),
        ("QUAD4", 4, 2, 4, "QUAD4"),
        ("QUAD8", 8, 2, 4, "QUAD4"),
        ("QUAD9", 9, 2, 4, "QUAD4"),
        ("TETRA4", 4, 3, 4, "TETRA4"),
        ("TETRA10", 10, 3, 4, "TETRA4"),
        ("PENTA6", 6, 3, 6, "PENTA6"),
        ("PENTA15", 15, 3, 6, "PENTA6"),
        ("PENTA18", 18, 3, 6, "PENTA6"),
        ("PYRAM5", 5, 3, 5, "PYRAM5"),
        ("PYRAM13", 13, 3, 5, "PYRAM5"),
        ("HEXA8", 8, 3, 8, "HEXA8"),
        ("HEXA20", 20, 3, 8, "HEXA8"),
        ("HEXA27", 27, 3, 8, "HEXA8"),
        ("TETRA15", 15, 3, 4, "TETRA4"),
        ("PENTA21", 21, 3, 6, "PENTA6"),
        ("PYRAM19", 19, 3, 5, "PYRAM5"),
        ("HEXA9", 9, 3, 8, "HEXA8"),
        ("PENTA7", 7, 3, 6, "PENTA6"),
    )
    return {row[0]: CellType(*row) for row in rows}


CELL_TYPES: dict[str, CellType] = _types()
"""By name, in code_aster's order of types: the order in which it numbers the cells of a file sorted by type."""
