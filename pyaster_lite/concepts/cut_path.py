"""Cuts from skin to skin, and the columns of the table that describes them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .table import Table

POINTS = tuple(tuple(f"COOR_{point}_{axis}" for axis in "XYZ") for point in ("ORIG", "EXTR", "TROIS"))
"""Columns of the first point, of the last one, and of a third one, that gives the plane of the axes of the cut."""
COLUMNS = (*POINTS[0], *POINTS[1], *POINTS[2], "NOM", "GROUP", "GROUP_MA_ORIG", "GROUP_MA_EXTR", "NB_POINTS")
NUMBERS = frozenset(COLUMNS[:9])


@dataclass
class Path:
    """A cut: its points (3, 3) as in POINTS, its name and groups, the skins where it begins and ends, how many points it has."""

    points: np.ndarray
    name: str
    groups: list[str]
    skins: tuple[str, str]
    count: int

    @property
    def length(self) -> float:
        """From the first point to the last one."""
        return float(np.linalg.norm(self.points[1] - self.points[0]))

    @property
    def direction(self) -> np.ndarray:
        """(3,) unit vector from the first point to the last one."""
        return (self.points[1] - self.points[0]) / self.length


def table_of(paths: list[Path]) -> Table:
    """The table of some cuts."""
    cells = [[*path.points.ravel().tolist(), path.name, " ".join(path.groups), *path.skins, path.count] for path in paths]
    kinds = ["R" if name in NUMBERS else "I" if name == "NB_POINTS" else "K24" for name in COLUMNS]
    return Table({name: (kind, list(column)) for name, kind, column in zip(COLUMNS, kinds, zip(*cells))})
