"""Meshes of I-DEAS universal files (.unv, .msup), as code_aster reads them.

A universal file is a row of datasets between lines "    -1", each opened by its number; numbers stand in columns of ten. Read are
nodes (15, 781, 2411), coordinate systems (18, 2420: only Cartesian ones are known), cells (71, 780, 2412), trace lines (82, 2431) and
groups (752, 2417, 2429, 2430, 2432, 2435, 2452, 2467, 2477); all others are skipped. Cells are numbered dataset by dataset, by type,
then as in the file. Source: u7.01.01.
"""

from __future__ import annotations

import re

import numpy as np

from pyaster_lite.concepts.mesh import Mesh
from pyaster_lite.concepts.mesh_building import merge_blocks
from pyaster_lite.io.errors import FileProblem, read_bytes

FORMAT = "IDEAS"
EXTENSIONS = (".msup", ".unv")

# (type, its rank in the numbering, descriptors of datasets 780 and 2412); datasets 71 give the rank itself.
_TYPES = (
    ("SEG2", 1, (171, 11, 21, 23)),
    ("TRIA3", 2, (91, 61, 41, 51, 74, 81)),
    ("TRIA6", 3, (92, 62, 42, 52, 72, 82)),
    ("QUAD4", 5, (94, 64, 44, 54, 71, 84)),
    ("QUAD8", 6, (95, 65, 45, 55, 75, 85)),
    ("TETRA4", 14, (111,)),
    ("TETRA10", 15, (118,)),
    ("PENTA6", 16, (112,)),
    ("PENTA15", 17, (113,)),
    ("HEXA8", 19, (115,)),
    ("HEXA20", 20, (116,)),
    ("SEG2", 29, (136, 137)),
    ("POI1", 30, (138, 139)),
    ("SEG2", 31, (141,)),
    ("POI1", 32, (142,)),
    ("POI1", 33, (161,)),
    ("SEG2", 34, (121,)),
    ("SEG3", 35, (22, 24, 172)),
)
_RANKS = {descriptor: rank for _, rank, descriptors in _TYPES for descriptor in descriptors}
_NAMES = {rank: name for name, rank, _ in _TYPES}
_BEAMS = (11, 21, 22, 23, 24)
PLACES = {
    "SEG3": (0, 2, 1),
    "TRIA6": (0, 3, 1, 4, 2, 5),
    "QUAD8": (0, 4, 1, 5, 2, 6, 3, 7),
    "TETRA10": (0, 4, 1, 5, 2, 6, 7, 8, 9, 3),
    "PENTA15": (0, 6, 1, 7, 2, 8, 9, 10, 11, 3, 12, 4, 13, 5, 14),
    "HEXA20": (0, 8, 1, 9, 2, 10, 3, 11, 12, 13, 14, 15, 4, 16, 5, 17, 6, 18, 7, 19),
}
"""The file's node i of a cell is code_aster's local node PLACES[type][i]."""
# dataset: (column where the number of members ends, members per line, columns per member)
_GROUPS = {
    752: (60, 4, 20), 2417: (70, 4, 20), 2429: (80, 4, 20), 2430: (80, 4, 20), 2432: (80, 4, 20),
    2435: (80, 2, 40), 2452: (80, 2, 40), 2467: (80, 2, 40), 2477: (80, 2, 40),
}  # fmt: skip
NODE, CELL = 7, 8
LONGEST_NAME = 8
MOST_COLOURS = 255


def recognises(head: bytes) -> bool:
    """Whether a file that starts so opens a dataset."""
    return re.match(rb"\s*-1\s*\r?\n\s*\d{2,4}\s*\r?\n", head) is not None


def read_mesh(path, groups_by_colour: bool = False) -> Mesh:
    """The mesh of a universal file; FileProblem names the line where it stops making sense.

    `groups_by_colour` adds a group COUL_n of nodes and of cells for each colour n.
    """
    return _Reader(path, groups_by_colour).read()


class _Reader:
    def __init__(self, path, by_colour):
        self.path, self.by_colour = path, by_colour
        self.lines = read_bytes(path).decode("latin-1").splitlines()
        self.systems = {}
        self.nodes, self.coordinates, self.node_colours = {}, [], []
        self.cells, self.parts, self.cell_colours = {}, [], {}
        self.groups, self.notes = [], []

    def fail(self, line, reason):
        raise FileProblem(self.path, reason, line + 1)

    def read(self) -> Mesh:
        for dataset, first, last in self.datasets():
            if dataset in (18, 2420):
                self.read_systems(dataset, first, last)
            elif dataset in (15, 781, 2411):
                self.read_nodes(dataset, first, last)
            elif dataset in (71, 780, 2412):
                self.read_cells(dataset, first, last)
            elif dataset in (82, 2431):
                self.read_traces(first, last)
            elif dataset in _GROUPS:
                self.read_groups(dataset, first, last)
        if not self.nodes or not self.cells:
            raise FileProblem(self.path, f"the file has no {'cell' if self.nodes else 'node'}")
        node_groups, cell_groups = self.colours() if self.by_colour else ({}, {})
        for name, number, kind, members, line in self.groups:
            table, groups = (self.nodes, node_groups) if kind == NODE else (self.cells, cell_groups)
            if name == "PERMANEN":
                name = f"GR{'NO' if kind == NODE else 'MA'}{number}"
            unknown = next((label for label in members if label not in table), None)
            if unknown is not None:
                self.fail(line, f"group {name} lists {'node' if kind == NODE else 'cell'} {unknown}, which does not exist")
            if name in groups:
                self.fail(line, f"group {name} is defined twice")
            groups[name] = np.array(list(dict.fromkeys(table[label] for label in members)), int)
        names = [f"N{label}" for label in self.nodes], [f"M{label}" for label in self.cells]
        return Mesh(
            np.array(self.coordinates),
            merge_blocks(self.parts),
            node_groups,
            cell_groups,
            space_dimension=3,
            node_names=names[0],
            cell_names=names[1],
            notes=self.notes,
        )

    def datasets(self):
        """Yield (number, first line, line of the closing -1)."""
        marks = [number for number, line in enumerate(self.lines) if line.strip() == "-1"]
        if not marks:
            raise FileProblem(self.path, "this is no universal file: it has no line with -1")
        line = marks[0] + 1
        for closing in [*marks[1:], None]:
            if closing is not None and line >= closing:
                line = closing + 1
                continue
            word = self.lines[line][:6].strip() if line < len(self.lines) else ""
            if closing is None:
                if word:
                    self.fail(line, f"dataset {word} has no closing -1: the file is cut short")
                return
            yield int(word) if word.isdecimal() else 0, line + 1, closing
            line = closing + 1

    def integers(self, line, count=None):
        """The integers of a line, in columns of ten."""
        text = self.lines[line]
        pieces = [text[i : i + 10] for i in range(0, len(text.rstrip()), 10)]
        try:
            found = [int(piece) for piece in pieces[:count]]
        except ValueError:
            self.fail(line, f"expected integers, found: {text.strip()}")
        if count is not None and len(found) < count:
            self.fail(line, f"expected {count} integers, found: {text.strip()}")
        return found

    def numbers(self, line, text, width):
        try:
            found = [float(text[i : i + width].upper().replace("D", "E")) for i in range(0, 3 * width, width)]
        except ValueError:
            found = [np.nan]
        if not np.isfinite(found).all():
            self.fail(line, f"expected three coordinates, found: {text.strip()}")
        return found

    def read_systems(self, dataset, first, last):
        step, line = (6, first + 2) if dataset == 2420 else (4, first)
        while line < last:
            label, kind = self.integers(line, 2)
            self.systems[label] = kind
            line += step

    def read_nodes(self, dataset, first, last):
        line = first
        while line < last:
            label, system, _, colour = self.integers(line, 4)
            if self.systems.get(system, 0) != 0:
                self.fail(line, f"node {label} is given in a coordinate system that is not Cartesian")
            if label in self.nodes:
                self.fail(line, f"node {label} is defined twice")
            if dataset == 15:
                point = self.numbers(line, self.lines[line][40:], 13)
            else:
                line += 1
                point = self.numbers(line, self.lines[line], 25)
            self.nodes[label] = len(self.nodes)
            self.node_colours.append(colour)
            self.coordinates.append(point)
            line += 1

    def read_cells(self, dataset, first, last):
        found, line = [], first
        while line < last:
            if dataset == 71:
                label, rank, _, _, _, colour, count = self.integers(line, 7)
            else:
                fields = self.integers(line, 8 if dataset == 780 else 6)
                label, descriptor, colour, count = fields[0], fields[1], fields[-2], fields[-1]
                rank = _RANKS.get(descriptor, -descriptor)
                line += descriptor in _BEAMS
            nodes, header = [], line
            while len(nodes) < count and line + 1 < last:
                line += 1
                nodes += self.integers(line)
            line += 1
            if rank not in _NAMES:
                self.notes.append(f"cell {label}, of a type that code_aster does not have ({abs(rank)}), is left out")
                continue
            if label in self.cells or len(nodes) != count:
                self.fail(header, f"cell {label} is defined twice" if label in self.cells else f"cell {label} needs {count} nodes")
            missing = next((node for node in nodes if node not in self.nodes), None)
            if missing is not None:
                self.fail(line - 1, f"cell {label} refers to node {missing}, which does not exist")
            found.append((rank, len(found), label, colour, nodes))
        for rank, _, label, colour, nodes in sorted(found):
            self.add_cell(_NAMES[rank], label, colour, nodes)

    def add_cell(self, name, label, colour, nodes):
        local = np.empty(len(nodes), int)
        local[list(PLACES.get(name, range(len(nodes))))] = [self.nodes[node] for node in nodes]
        self.parts.append((name, local[None], np.array([len(self.cells)])))
        self.cell_colours[len(self.cells)] = colour
        self.cells[label] = len(self.cells)

    def read_traces(self, first, last):
        """Polylines: a segment between each node and the next, but none to or from a zero."""
        line = first
        while line + 1 < last:
            colour, count = self.integers(line, 2)
            nodes, line = [], line + 1
            while len(nodes) < count and line + 1 < last:
                line += 1
                nodes += self.integers(line)
            line += 1
            for pair in zip(nodes, nodes[1:]):
                if all(pair):
                    missing = next((node for node in pair if node not in self.nodes), None)
                    if missing is not None:
                        self.fail(line - 1, f"a trace line refers to node {missing}, which does not exist")
                    self.add_cell("SEG2", len(self.cells) + 1, colour, pair)

    def read_groups(self, dataset, first, last):
        end, per_line, width = _GROUPS[dataset]
        line = first
        while line + 1 < last:
            number = self.integers(line, 1)[0]
            count, header = int(self.lines[line][end - 10 : end] or 0), line
            raw = self.lines[line + 1].strip()
            line += 2
            members = {NODE: [], CELL: []}
            left = count
            while left > 0 and line < last:
                text = self.lines[line]
                for start in range(0, width * min(per_line, left), width):
                    kind, label = int(text[start : start + 10]), int(text[start + 10 : start + 20])
                    members.setdefault(kind, []).append(label)
                left -= per_line
                line += 1
            name = re.match(r"[A-Za-z]\w*", raw[:LONGEST_NAME], re.ASCII)
            if name is None:
                self.notes.append(f"the group {raw} is left out: its name does not start with a letter")
                continue
            if name.group() != raw:
                self.notes.append(f"the group {raw} is called {name.group()}")
            for kind in (NODE, CELL):
                reserved = kind == CELL and raw.startswith("COUL_")
                if members[kind] and not reserved:
                    self.groups.append((name.group(), number, kind, members[kind], header))

    def colours(self):
        """Groups COUL_n of nodes and of cells."""
        found = []
        for colours in (self.node_colours, [self.cell_colours[cell] for cell in range(len(self.cells))]):
            colours = np.array(colours)
            found.append({f"COUL_{n}": np.flatnonzero(colours == n) for n in np.unique(colours) if 0 <= n <= MOST_COLOURS})
        return found
