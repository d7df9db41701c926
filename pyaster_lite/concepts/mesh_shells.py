"""Hexahedra of solid shells: their first and last faces must be the shell's lower and upper ones."""

from __future__ import annotations

import numpy as np

from pyaster_lite.concepts.mesh import Mesh

_ORDERS = ((0, 1, 2, 3, 4, 5, 6, 7), (4, 0, 3, 7, 5, 1, 2, 6), (4, 0, 1, 5, 7, 3, 2, 6))


class NoVolume(ValueError):
    """A face of the shell is the face of no HEXA8."""


def lay_flat(mesh: Mesh, faces) -> int:
    """Renumber, in place, the nodes of each HEXA8 behind the QUAD4 `faces`, so that the face is its first or its last.

    Returns how many were renumbered. Raises NoVolume.
    """
    block = mesh.block("HEXA8")
    sides = {}
    for turn, order in enumerate(_ORDERS):
        for side in (order[:4], order[4:]):
            for row, key in enumerate(map(tuple, np.sort(block.nodes[:, side], axis=1).tolist() if block else ())):
                sides[key] = (row, turn)
    turns = {}
    for face in map(int, faces):
        try:
            row, turn = sides[tuple(sorted(mesh.cell_nodes(face).tolist()))]
        except KeyError:
            raise NoVolume(f"cell {face + 1} is the face of no HEXA8") from None
        turns[row] = turn
    rows = np.array([row for row, turn in turns.items() if turn], int)
    orders = np.array([_ORDERS[turns[row]] for row in rows], int).reshape(-1, 8)
    mesh.set_cell_nodes(block.cells[rows], np.take_along_axis(block.nodes[rows], orders, axis=1))
    return len(rows)
