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

TYPE_NUMBERS: dict[str, int] = {
    name: number
    for number, name in enumerate(
        (
            *("POI1", "SEG2", "SEG22", "SEG3", "SEG33", "SEG4", "TRIA3", "TRIA33", "TRIA6", "TRIA66", "TRIA7"),
            *("QUAD4", "QUAD44", "QUAD8", "QUAD88", "QUAD9", "QUAD99", "TETRA4", "TETRA10", "PENTA6", "PENTA15", "PENTA18"),
            *("PYRAM5", "PYRAM13", "HEXA8", "HEXA20", "HEXA27", "TETRA15", "PENTA21", "PYRAM19"),
        ),
        start=1,
    )
}
"""The numbers of the types in code_aster's catalogue, where doubled types (SEG22) have theirs."""

MED_ORDER = {
    "TETRA4": (0, 2, 1, 3),
    "TETRA10": (0, 2, 1, 3, 6, 5, 4, 7, 9, 8),
    "PENTA6": (0, 2, 1, 3, 5, 4),
    "PENTA15": (0, 2, 1, 3, 5, 4, 8, 7, 6, 12, 14, 13, 11, 10, 9),
    "PENTA18": (0, 2, 1, 3, 5, 4, 8, 7, 6, 12, 14, 13, 11, 10, 9, 17, 16, 15),
    "PYRAM5": (0, 3, 2, 1, 4),
    "PYRAM13": (0, 3, 2, 1, 4, 8, 7, 6, 5, 9, 12, 11, 10),
    "HEXA8": (0, 3, 2, 1, 4, 7, 6, 5),
    "HEXA20": (0, 3, 2, 1, 4, 7, 6, 5, 11, 10, 9, 8, 16, 19, 18, 17, 15, 14, 13, 12),
    "HEXA27": (0, 3, 2, 1, 4, 7, 6, 5, 11, 10, 9, 8, 16, 19, 18, 17, 15, 14, 13, 12, 20, 24, 23, 22, 21, 25, 26),
}
"""Node i of a cell is MED's node MED_ORDER[type][i]: volumes turn the other way round; types that are not here keep their order."""
