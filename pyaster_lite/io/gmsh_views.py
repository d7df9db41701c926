"""Fields as views of Gmsh's former text format of post-processing (versions 1.0 and 1.2), as code_aster writes them (u7.05.32).

A file tells its version first. A view holds, shape by shape, the corners of each piece and the values there at every step. Cells that
Gmsh's format has no shape for are cut into pieces that it has (irgmtb); version 1.0 knows points, segments, triangles and tetrahedra alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.concepts.field import NodeField

_SIMPLE = ("POI1", "SEG2", "TRIA3", "TETRA4")
_SHAPES = ("POI1", "SEG2", "TRIA3", "QUAD4", "TETRA4", "HEXA8", "PENTA6", "PYRAM5")
"""In the order of the views of version 1.2; version 1.0 has the simple ones of them."""
_CORNERS = dict(zip(_SHAPES, (1, 2, 3, 4, 4, 8, 6, 5)))


def _pieces(text):
    return [[int(own) for own in piece.split()] for piece in text.split(",")]


_TRIANGLES = _pieces("1 4 6, 4 2 5, 5 3 6, 4 5 6")
_QUADRANGLES = _pieces("1 5 8, 5 2 6, 6 3 7, 7 4 8, 5 7 8, 5 6 7")
_CUT = {
    "SEG3": ("SEG2", _pieces("1 3, 3 2")),
    "SEG4": ("SEG2", _pieces("1 3, 3 4, 4 2")),
    "TRIA6": ("TRIA3", _TRIANGLES),
    "TRIA7": ("TRIA3", _TRIANGLES),
    "QUAD8": ("TRIA3", _QUADRANGLES),
    "QUAD9": ("TRIA3", _QUADRANGLES),
    "TETRA10": ("TETRA4", _pieces("1 5 7 8, 2 9 6 5, 3 6 7 10, 4 8 9 10, 6 7 9 5, 7 8 9 5, 7 8 9 10, 6 7 9 10")),
    "PENTA15": (
        "TETRA4",
        _pieces(
            "4 10 13 15, 1 7 9 13, 1 9 15 13, 1 15 10 13, 5 11 13 14, 2 7 8 13, 2 8 14 13, 2 14 11 13, 6 14 15 12, 14 13 15 12, 3 8 14 7,"
            "3 14 13 7, 3 13 9 7, 3 14 12 15, 3 14 13 15, 2 13 15 9"
        ),
    ),
    "PENTA18": (
        "TETRA4",
        _pieces(
            "1 7 9 16, 1 9 18 16, 1 18 10 16, 7 8 9 17, 7 9 18 17, 7 18 16 17, 9 8 3 17, 9 3 12 17, 9 12 18 17, 7 2 8 11, 7 8 17 11,"
            "7 17 16 11, 10 16 18 13, 10 18 15 13, 10 15 4 13, 16 17 18 14, 16 18 15 14, 16 15 13 14, 18 17 12 14, 18 12 6 14, 18 6 15 14,"
            "16 11 17 5, 16 17 14 5, 16 14 13 5"
        ),
    ),
    "HEXA20": (
        "TETRA4",
        _pieces(
            "1 9 12 13, 2 10 14 9, 3 15 11 10, 4 11 12 16, 7 19 18 15, 6 18 17 14, 5 20 17 13, 9 12 13 20, 9 17 16 20, 17 9 13 20,"
            "9 11 12 16, 9 11 16 17, 11 19 16 17, 16 19 20 17, 9 14 11 17, 14 11 17 19, 9 10 11 14, 10 11 14 19, 18 10 14 19, 18 14 17 19,"
            "10 15 11 19, 15 10 18 19, 8 19 20 16, 12 9 16 20"
        ),
    ),
    "HEXA27": (
        "TETRA4",
        _pieces(
            "9 2 14 10, 9 14 23 10, 9 23 21 10, 9 14 22 23, 9 22 27 23, 9 27 21 23, 1 9 22 21, 1 22 27 21, 1 27 12 21, 1 22 13 27,"
            "1 13 25 27, 1 25 12 27, 22 14 6 23, 22 6 18 23, 22 18 27 23, 22 6 17 18, 22 17 26 18, 22 26 27 18, 13 22 17 27, 13 17 26 27,"
            "13 26 25 27, 13 17 5 26, 13 5 20 26, 13 20 25 26, 21 10 23 3, 21 23 15 3, 21 15 11 3, 21 23 27 15, 21 27 24 15, 21 24 11 15,"
            "12 21 27 11, 12 27 24 11, 12 24 4 11, 12 27 25 24, 12 25 16 24, 12 16 4 24, 27 23 18 15, 27 18 7 15, 27 7 24 15, 27 18 26 7,"
            "27 26 19 7, 27 19 24 7, 25 27 26 24, 25 26 19 24, 25 19 16 24, 25 26 20 19, 25 20 8 19, 25 8 16 19"
        ),
    ),
}
"""Into which pieces of which shape a cell is cut, by its nodes counted from one."""
_CUT_FURTHER = {
    "QUAD4": ("TRIA3", _pieces("1 2 3, 1 3 4")),
    "PENTA6": ("TETRA4", _pieces("1 2 3 5, 1 3 6 5, 1 6 4 5")),
    "PYRAM5": ("TETRA4", _pieces("1 2 4 5, 2 3 4 5")),
    "HEXA8": ("TETRA4", _pieces("1 2 3 5, 2 3 5 7, 6 2 5 7, 1 4 3 7, 1 7 4 8, 8 5 1 7")),
}
"""The same in version 1.0 alone."""


def format_text(version: float) -> str:
    """What a file begins with."""
    return f"$PostFormat\n{version:4.1f} 0 8\n$EndPostFormat\n"


@dataclass
class Pieces:
    """The pieces of one shape, in the order of their cells: cells (n,), the places of their corners in them (n, k), nodes (n, k)."""

    shape: str
    cells: np.ndarray
    places: np.ndarray
    nodes: np.ndarray


class Views:
    """The views of some cells, of all without `cells`; `unknown` types of cells have no shape."""

    def __init__(self, mesh, cells=None, version: float = 1.2):
        self.mesh, self.version, self.unknown = mesh, version, set()
        made = {shape: [] for shape in _SHAPES}
        for block in mesh.select(np.arange(mesh.n_cells) if cells is None else cells):
            shape, pieces = self._cut(block.type)
            if shape is None:
                self.unknown.add(block.type)
                continue
            places = np.array(pieces) - 1
            own = (np.repeat(block.cells, len(places)), np.tile(places, (len(block.cells), 1)))
            made[shape].append((*own, block.nodes[:, places].reshape(-1, places.shape[1])))
        self.groups = [self._ordered(shape, parts) for shape, parts in made.items() if parts]

    def _cut(self, kind):
        if self.version < 1.1 and kind in _CUT_FURTHER:
            return _CUT_FURTHER[kind]
        if kind in _CORNERS:
            return kind, [list(range(1, _CORNERS[kind] + 1))]
        return _CUT.get(kind, (None, None))

    @staticmethod
    def _ordered(shape, parts):
        cells, places, nodes = (np.concatenate(part) for part in zip(*parts))
        order = np.argsort(cells, kind="stable")
        return Pieces(shape, cells[order], places[order], nodes[order])

    def text(self, title: str, fields, times, components, kind: str = "SCALAIRE") -> str:
        """One view of a component, or of those of a vector or a tensor as `kind` says, over the fields of a series.

        Shapes on none of whose cells a field of elements has values are left out; where a cell lacks values they are zero.
        """
        known = isinstance(fields[0], NodeField)
        shown = []
        for group in self.groups:
            values = np.stack([_corner_values(field, components, group) for field in fields])
            if known or not np.isnan(values).all():
                shown.append((group, _components(np.nan_to_num(values), kind, group.shape if known else None)))
        counts = {group.shape: len(group.cells) for group, _ in shown}
        lines = ["$View", f"{title} {len(times):4d}", *self._counts(counts, kind)]
        if self.version > 1.1:
            # Neither texts nor their characters, of two and of three dimensions
            lines.append("     0      0      0      0 ")
        lines += [_joined(times[i : i + 10], 8, 2) for i in range(0, len(times), 10)]
        for group, values in shown:
            places = self.mesh.coordinates[group.nodes]
            for row in range(len(group.cells)):
                for axis in range(3):
                    corners = places[row, :, axis]
                    lines += [_joined(corners[i : i + 4]) for i in range(0, len(corners), 4)]
                lines += [_joined(own) for own in values[:, row].reshape(-1, values.shape[-1]) if len(own)]
        return "\n".join([*lines, "$EndView", ""])

    def _counts(self, counts, kind):
        """How many scalars, vectors and tensors there are of each shape."""
        place = ("S", "V", "T").index(kind[0])
        for shape in _SHAPES if self.version > 1.1 else _SIMPLE:
            row = [0, 0, 0]
            row[place] = counts.get(shape, 0)
            yield " ".join(f"{count:8d}" for count in row) + " "


def _corner_values(field, components, group: Pieces):
    """(pieces, corners, components) at one step, NaN where there is no value; of values inside cells the mean of each cell."""
    columns = []
    for name in components:
        if name not in field.components:
            columns.append(np.full(group.nodes.shape, np.nan))
        elif isinstance(field, NodeField):
            columns.append(field.component(name)[group.nodes])
        else:
            table = field.component(name, group.cells)
            if field.location == "ELNO":
                width = max(table.shape[1], int(group.places.max()) + 1)
                filled = np.full((len(table), width), np.nan)
                filled[:, : table.shape[1]] = table
                columns.append(np.take_along_axis(filled, group.places, axis=1))
            else:
                count = (~np.isnan(table)).sum(axis=1)
                mean = np.nansum(table, axis=1) / np.where(count, count, np.nan)
                columns.append(np.repeat(mean[:, None], group.nodes.shape[1], axis=1))
    return np.stack(columns, axis=-1)


def _components(values, kind, shape):
    """Values (steps, pieces, corners, components) with the components that Gmsh wants: 1, 3 or 9; `shape` of fields at nodes."""
    ahead = values.shape[:-1]
    if kind == "SCALAIRE":
        return values
    if kind.startswith("VECT"):
        full = np.zeros((*ahead, 3))
        full[..., : values.shape[-1]] = values
        return full
    xx, yy, zz, xy, *rest = np.moveaxis(values, -1, 0)
    xz, yz = rest or (np.zeros(ahead), np.zeros(ahead))
    if shape in ("SEG2", "TRIA3", "QUAD4"):
        # On lines and surfaces a tensor at nodes is written as one of the plane; on tetrahedra its values are not written at all (irgnte)
        xz, yz = np.zeros(ahead), np.zeros(ahead)
    if shape in ("TETRA4", "POI1"):
        return np.zeros((*ahead, 0))
    return np.stack([xx, xy, xz, xy, yy, yz, xz, yz, zz], axis=-1)


def _joined(numbers, digits=7, width=3):
    return " ".join(_number(float(number), digits, width) for number in numbers) + " "


def _number(value, digits, width):
    """A number as the FORTRAN edit descriptors E15.7E3 and E15.8 write it."""
    if abs(value) <= 1e-99:
        value = 0.0
    mantissa, exponent = f"{value:.{digits}E}".split("E")
    return f"{mantissa}E{exponent[0]}{abs(int(exponent)):0{width}d}".rjust(15)
