"""Meshes of code_aster's own text format (.mail).

Sections follow one another, each opened by a keyword at the start of a line and closed by FINSF; FIN closes the file:

    TITRE                 lines of text
    COOR_2D, COOR_3D      node name, coordinates
    TRIA3, HEXA8, ...     cell name, node names
    GROUP_NO, GROUP_MA    NOM=name on the keyword's line, or the first word after it; then names of nodes or of cells

% starts a comment. The keyword's line may carry a header (NBOBJ=..., NUMIN=...), spread over NBLIGE lines; only NOM and
NBLIGE are read in it. Nodes and cells are numbered in the order of the file. Source: u3.01.00.
"""

from __future__ import annotations

import re

import numpy as np

from pyaster_lite.concepts.cell_types import CELL_TYPES
from pyaster_lite.concepts.mesh import CellBlock, Mesh
from pyaster_lite.io.errors import FileProblem, read_bytes

FORMAT = "ASTER"
EXTENSIONS = (".mail",)

COORDINATES = {"COOR_1D": 1, "COOR_2D": 2, "COOR_3D": 3}
_SEPARATORS = str.maketrans("=,;():/\t", " " * 8)
_HEADER = re.compile(r"\bNOM\s*=\s*(\S+)")
_HEADER_LINES = re.compile(r"\bNBLIGE\s*=\s*(\d+)")


def recognises(head: bytes) -> bool:
    """Whether a file that starts so has a section of coordinates or a title."""
    return re.search(rb"^\s*(COOR_[123]D|TITRE)\b", head, re.MULTILINE) is not None


def read_mesh(path) -> Mesh:
    """The mesh of a .mail file; FileProblem names the line where the file stops making sense."""
    return _Reader(path).read()


class _Reader:
    def __init__(self, path):
        self.path = path
        self.lines = read_bytes(path).decode("latin-1").splitlines()
        self.title = []
        self.node_names, self.coordinates, self.dimension = [], [], 0
        self.cell_names, self.cells = [], {}
        self.groups = {"GROUP_NO": {}, "GROUP_MA": {}}
        self.notes = []

    def fail(self, line, reason):
        raise FileProblem(self.path, reason, line + 1, known_as="MODELISA_1")

    def read(self) -> Mesh:
        sections = list(self.sections())
        for keyword, start, header, body in sections:
            if keyword in COORDINATES:
                self.read_nodes(COORDINATES[keyword], start, body)
            elif keyword in CELL_TYPES:
                self.read_cells(keyword, start, body)
            elif keyword in self.groups:
                self.read_group(keyword, start, header, body)
            elif keyword == "TITRE":
                self.title += body
        if not self.node_names:
            raise FileProblem(self.path, "the file has no node (no COOR_2D or COOR_3D section)")
        if not self.cell_names:
            raise FileProblem(self.path, "the file has no cell")
        return self.build()

    def sections(self):
        """Yield (keyword, number of the first line of the body, header line, body lines); a title keeps its %."""
        number = 0
        while number < len(self.lines):
            line = _without_comment(self.lines[number])
            words = line.translate(_SEPARATORS).split()
            keyword = words[0].upper() if words else ""
            if keyword == "FIN":
                return
            if keyword.strip("-") and keyword != "FINSF":
                if keyword not in COORDINATES and keyword not in CELL_TYPES and keyword not in (*self.groups, "TITRE"):
                    self.fail(number, f"{words[0]} opens no section; expected COOR_3D, GROUP_MA, a type of cell, ... or FIN")
                wide = _HEADER_LINES.search(line.upper())
                first = number + (int(wide.group(1)) if wide else 1)
                last, ends = self.end_of_section(keyword, number, first)
                body = self.lines[first:last]
                yield keyword, first, line, body if keyword == "TITRE" else [_without_comment(text) for text in body]
                if ends:
                    return
                number = last
            number += 1
        self.fail(len(self.lines) - 1, "the file ends without FIN: it is cut short")

    def end_of_section(self, keyword, opened, first):
        """The line that closes a section, and whether it closes the file as well."""
        for number in range(first, len(self.lines)):
            line = self.lines[number]
            if "FIN" in line.upper():
                words = _without_comment(line).upper().split()
                if words and words[0] in ("FINSF", "FIN"):
                    return number, words[0] == "FIN"
        self.fail(opened, f"section {keyword} has no FINSF: the file is cut short")

    def read_nodes(self, dimension, start, body):
        words = self.records(dimension + 1, start, body, f"a node: its name and {dimension} coordinates")
        self.dimension = max(self.dimension, dimension)
        values = [words[i :: dimension + 1] for i in range(1, dimension + 1)]
        try:
            values = np.array(values, float).T
        except ValueError:
            values = np.array([[_number(text) for text in column] for column in values]).T
        bad = np.flatnonzero(~np.isfinite(values).all(1))
        if len(bad):
            word = words[int(bad[0]) * (dimension + 1)]
            self.fail(_line_of(body, start, int(bad[0]) * (dimension + 1)), f"a coordinate of node {word} is not a number")
        full = np.zeros((len(values), 3))
        full[:, :dimension] = values
        self.node_names += words[:: dimension + 1]
        self.coordinates.append(full)

    def read_cells(self, type_name, start, body):
        width = CELL_TYPES[type_name].n_nodes + 1
        words = self.records(width, start, body, f"a cell {type_name}: its name and {width - 1} nodes")
        names = words[::width]
        first = len(self.cell_names)
        self.cell_names += names
        del words[::width]
        numbers = np.arange(first, first + len(names))
        self.cells.setdefault(type_name, []).append((names, words, numbers, start, body))

    def read_group(self, keyword, start, header, body):
        words = " ".join(body).translate(_SEPARATORS).split()
        named = _HEADER.search(header)
        if named:
            name = named.group(1)
        elif words:
            name, *words = words
        else:
            self.fail(start - 1, f"{keyword} has no name")
        if name in self.groups[keyword]:
            self.fail(start - 1, f"{keyword} {name} is defined twice")
        self.groups[keyword][name] = words, start

    def records(self, width, start, body, what):
        """The words of a section, refused where a record of `width` words is not whole or starts with no name."""
        words = " ".join(body).translate(_SEPARATORS).split()
        wrong = next((i for i in range(0, len(words), width) if not _is_name(words[i])), None)
        if wrong is None and len(words) % width:
            wrong = len(words) - len(words) % width
        if wrong is not None:
            line = _line_of(body, start, wrong)
            self.fail(line, f"expected {what}, found: {self.lines[line].strip()}")
        return words

    def build(self):
        nodes = self.index(self.node_names, "node")
        cells = self.index(self.cell_names, "cell")
        blocks = []
        for type_name in (name for name in CELL_TYPES if name in self.cells):
            parts = self.cells[type_name]
            connectivity = [self.connect(type_name, nodes, *part) for part in parts]
            blocks.append(CellBlock(type_name, np.concatenate(connectivity), np.concatenate([part[2] for part in parts])))
        return Mesh(
            np.concatenate(self.coordinates),
            blocks,
            self.members("GROUP_NO", nodes, "node"),
            self.members("GROUP_MA", cells, "cell"),
            space_dimension=3 if self.dimension == 3 else 2,
            node_names=self.node_names,
            cell_names=self.cell_names,
            title="\n".join(self.title),
            notes=self.notes,
        )

    def index(self, names, kind):
        table = {name: number for number, name in enumerate(names)}
        if len(table) < len(names):
            twice = next(name for number, name in enumerate(names) if table[name] != number)
            self.fail(self.where(twice, count=2), f"{kind} {twice} is defined twice")
        return table

    def connect(self, type_name, table, names, words, numbers, start, body):
        try:
            flat = [table[word] for word in words]
        except KeyError as missing:
            width = CELL_TYPES[type_name].n_nodes
            at = words.index(missing.args[0])
            line = _line_of(body, start, at + at // width + 1)
            self.fail(line, f"cell {names[at // width]} refers to node {missing.args[0]}, which does not exist")
        return np.array(flat, np.int32).reshape(len(names), CELL_TYPES[type_name].n_nodes)

    def members(self, keyword, table, kind):
        found = {}
        for name, (words, start) in self.groups[keyword].items():
            unknown = next((word for word in words if word not in table), None)
            if unknown is not None:
                self.fail(self.where(unknown, start), f"{keyword} {name} lists {kind} {unknown}, which does not exist")
            numbers = list(dict.fromkeys(table[word] for word in words))
            if len(numbers) < len(words):
                self.notes.append(f"{keyword} {name} lists some {kind} twice")
            if numbers:
                found[name] = np.array(numbers, int)
        return found

    def where(self, word, start=0, count=1):
        """The line, from `start` on, where a word stands for the `count`-th time."""
        for number in range(start, len(self.lines)):
            count -= word in _without_comment(self.lines[number]).translate(_SEPARATORS).split()
            if not count:
                return number
        return start


def _without_comment(line):
    return line.partition("%")[0]


def _number(text):
    """A Fortran number; NaN where the text is none."""
    try:
        return float(text.upper().replace("D", "E"))
    except ValueError:
        return np.nan


def _is_name(word):
    return not (word[0].isdigit() or word[0] in "+-.")


def _line_of(body, start, at):
    """The line that holds the word number `at` of a section."""
    for number, text in enumerate(body):
        at -= len(text.translate(_SEPARATORS).split())
        if at < 0:
            return start + number
    return start + len(body) - 1
