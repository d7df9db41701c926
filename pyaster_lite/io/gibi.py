"""Meshes of GIBI (Cast3M), as saved by its SAUV FORMAT in text (.mgib).

A file is a row of records "ENREGISTREMENT DE TYPE n". Type 4 gives the level of the format and the dimension of space, type 2 a
"pile" of objects: pile 1 the meshes, pile 32 the points and their names, pile 33 (or 0 in old files) the coordinates. A mesh is
elementary (cells of one type) or made of elementary ones. Named meshes become groups of cells, named points groups of nodes; names
that start with # are left out, as are cells of no named mesh and nodes of no point. A cell that comes twice is one cell.
Source: u7.01.11.
"""

from __future__ import annotations

import re

import numpy as np

from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.io.errors import FileProblem, read_bytes

FORMAT = "GIBI"
EXTENSIONS = (".mgib",)

TYPES = {
    1: "POI1", 2: "SEG2", 3: "SEG3", 4: "TRIA3", 6: "TRIA6", 8: "QUAD4", 10: "QUAD8", 11: "QUAD9", 14: "HEXA8", 15: "HEXA20", 33: "HEXA27",
    16: "PENTA6", 17: "PENTA15", 23: "TETRA4", 24: "TETRA10", 25: "PYRAM5", 26: "PYRAM13",
}  # fmt: skip
# code_aster's local node i is GIBI's node ORDER[type][i], where they differ.
ORDER = {
    "SEG3": (0, 2, 1),
    "TRIA6": (0, 2, 4, 1, 3, 5),
    "QUAD8": (0, 2, 4, 6, 1, 3, 5, 7),
    "QUAD9": (0, 2, 4, 6, 1, 3, 5, 7, 8),
    "HEXA20": (0, 2, 4, 6, 12, 14, 16, 18, 1, 3, 5, 7, 8, 9, 10, 11, 13, 15, 17, 19),
    "HEXA27": (0, 2, 4, 6, 12, 14, 16, 18, 1, 3, 5, 7, 8, 9, 10, 11, 13, 15, 17, 19, 24, 20, 21, 22, 23, 25, 26),
    "PENTA15": (0, 2, 4, 9, 11, 13, 1, 3, 5, 6, 7, 8, 10, 12, 14),
    "TETRA10": (0, 2, 4, 9, 1, 3, 5, 6, 7, 8),
    "PYRAM13": (0, 2, 4, 6, 12, 1, 3, 5, 7, 8, 9, 10, 11),
}
_RECORD = re.compile(r"\s*ENREGISTREMENT DE TYPE\s+(\d+)")
_PILE = re.compile(r"\s*PILE NUMERO\s*(\d+)\s*NBRE OBJETS NOMMES\s*(\d+)\s*NBRE OBJETS\s*(\d+)")
_LEVEL = re.compile(r"\s*NIVEAU\s*(\d+)\s*NIVEAU ERREUR\s*\d+\s*DIMENSION\s*(\d+)")
_NAMES_PER_LINE = 8


def recognises(head: bytes) -> bool:
    """Whether a file that starts so is one of GIBI's."""
    return head.lstrip().startswith(b"ENREGISTREMENT DE TYPE")


def read_mesh(path) -> Mesh:
    """The mesh of a GIBI file; FileProblem names the line where it stops making sense."""
    return _Reader(path).read()


class _Reader:
    def __init__(self, path):
        self.path = path
        self.lines = read_bytes(path).decode("latin-1").splitlines()
        self.at = 0
        self.level, self.dimension = None, None
        self.objects, self.named_objects, self.named_points = [], [], []
        self.points, self.coordinates = None, None

    def fail(self, reason, line=None):
        line = min(self.at if line is None else line, len(self.lines) - 1)
        raise FileProblem(self.path, reason, line + 1)

    def read(self) -> Mesh:
        while self.at < len(self.lines):
            record = _RECORD.match(self.next_line())
            if record is None:
                continue
            if record.group(1) == "4":
                self.read_level()
            elif record.group(1) == "2":
                self.read_pile()
            elif record.group(1) == "5":
                break
        else:
            self.fail("the file ends without a record of type 5: it is cut short")
        if not self.objects or self.coordinates is None:
            raise FileProblem(self.path, f"the file has no {'coordinates' if self.objects else 'mesh'}")
        return self.build()

    def next_line(self):
        if self.at >= len(self.lines):
            self.fail("the file is cut short")
        self.at += 1
        return self.lines[self.at - 1]

    def read_level(self):
        found = _LEVEL.match(self.next_line())
        if found is None:
            self.fail("expected NIVEAU and DIMENSION", self.at - 1)
        self.level, self.dimension = int(found.group(1)), int(found.group(2))

    def read_pile(self):
        if self.level is None:
            self.fail("a pile comes before the record of type 4")
        pile = _PILE.match(self.next_line())
        if pile is None:
            self.fail("expected PILE NUMERO", self.at - 1)
        number, named, count = (int(word) for word in pile.groups())
        if number == 1:
            self.named_objects = self.read_names(named)
            self.objects = [self.read_object() for _ in range(count)]
        elif number == 32:
            names = self.read_names(named)
            (size,) = self.integers(1)
            self.points = np.array(self.integers(size), int)
            self.named_points = [(name, self.points[place - 1]) for name, place in names]
        elif number == 33:
            (size,) = self.integers(1)
            self.read_coordinates(size // (self.dimension + 1))
        elif number == 0:
            self.named_points = self.read_names(named)
            self.read_coordinates(count)

    def read_names(self, count):
        """[(name, number)] of the named objects of a pile."""
        names = []
        while len(names) < count:
            line = self.next_line().ljust(9 * _NAMES_PER_LINE)
            names += [line[i + 1 : i + 9].strip() for i in range(0, 9 * min(_NAMES_PER_LINE, count - len(names)), 9)]
        return list(zip(names, self.integers(count)))

    def read_object(self):
        """(type, elementary objects it is made of, cells (k, nn) of point numbers)."""
        header = self.at
        kind, parts, references, size, cells = self.integers(5)
        if kind not in TYPES and not (kind == 0 and parts):
            self.fail(f"objects of GIBI's type {kind} have no counterpart in code_aster", header)
        made_of = self.integers(parts)
        self.integers(references)
        if parts:
            return None, made_of, None
        self.integers(cells)
        return TYPES[kind], [], np.array(self.integers(size * cells), int).reshape(cells, size)

    def read_coordinates(self, count):
        values = []
        while len(values) < count * (self.dimension + 1):
            line = self.next_line()
            try:
                values += [float(line[i : i + 22].replace("D", "E")) for i in range(0, len(line.rstrip()), 22)]
            except ValueError:
                self.fail(f"expected coordinates, found: {line.strip()}", self.at - 1)
            if not np.isfinite(values[-3:]).all():
                self.fail(f"a coordinate is not a number: {line.strip()}", self.at - 1)
        self.coordinates = np.array(values[: count * (self.dimension + 1)]).reshape(count, -1)[:, : self.dimension]

    def integers(self, count):
        """The next integers, which start on a line of their own."""
        found = []
        while len(found) < count:
            line = self.next_line()
            try:
                found += [int(word) for word in line.split()]
            except ValueError:
                self.fail(f"expected {count} integers, found: {line.strip()}", self.at - 1)
        if len(found) > count:
            self.fail(f"expected {count} integers, found {len(found)}", self.at - 1)
        return found

    def build(self):
        points = np.arange(1, len(self.coordinates) + 1) if self.points is None else self.points
        kept = np.unique(points)
        if kept[-1] > len(self.coordinates):
            raise FileProblem(self.path, f"point {kept[-1]} has no coordinates")
        node_of_point = np.searchsorted(kept, points)
        wanted = {number for _, number in self.named_objects}
        wanted |= {part for number in wanted for part in self.objects[number - 1][1]}
        numbers, parts, cells_of = {}, [], {}
        for number, (kind, _, cells) in enumerate(self.objects, 1):
            if number not in wanted or cells is None:
                continue
            cells_of[number] = []
            for row in cells.tolist():
                key = tuple(row)
                if key not in numbers:
                    numbers[key] = len(numbers)
                    local = ORDER.get(kind, range(len(row)))
                    parts.append((kind, node_of_point[np.array(row) - 1][list(local)][None], np.array([numbers[key]])))
                cells_of[number].append(numbers[key])
        cell_groups, notes = {}, []
        for number, name in sorted((number, name) for name, number in self.named_objects if not name.startswith("#")):
            own = [cell for part in self.objects[number - 1][1] or [number] for cell in cells_of.get(part, ())]
            members = list(dict.fromkeys(own))
            if len(members) < len(own):
                notes.append(f"the mesh {name} holds some cells twice")
            if members:
                cell_groups[name] = np.array(members, int)
        place = {int(point): node for node, point in enumerate(kept)}
        node_groups = {name: np.array([place[int(point)]]) for name, point in self.named_points if not name.startswith("#")}
        return Mesh(
            self.coordinates[kept - 1],
            merge_blocks(parts),
            node_groups,
            cell_groups,
            space_dimension=3 if self.dimension == 3 else 2,
            node_names=[f"N{point}" for point in kept],
            notes=notes,
        )
