"""Values at nodes, on cells or at the nodes of cells in I-DEAS universal files (.unv): datasets 55, 56, 57 and 2414, as code_aster reads
them.

The first lines of a dataset (8, or 13 for 2414) are its header, words parted by blanks; then come, for each node or cell, a line with
its label and lines of six values in columns of 13; for a cell of a dataset 57 the line also tells how many nodes it has, and each of them
has its lines of values. Header lines are counted from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.io.errors import FileProblem, read_bytes

_HEADER = {55: 8, 56: 8, 57: 8, 2414: 13}
DESCRIPTION = {55: 6, 56: 6, 57: 6, 2414: 9}
"""The header line that tells what the values are: model, nature, characteristic, quantity, type of number, count."""
COMPLEX = (5, 6)
_WIDTH, _PER_LINE = 13, 6


@dataclass
class Dataset:
    """One field of the file: its number (55, 56, 57, 2414), the words of its header lines, and where its values begin."""

    number: int
    header: list[list[str]]
    first: int
    last: int

    def word(self, line: int, place: int) -> str | None:
        """A word of the header, both counted from 1, None where there is none."""
        return self.header[line - 1][place - 1] if 0 < line <= len(self.header) and 0 < place <= len(self.header[line - 1]) else None

    @property
    def description(self) -> list[str]:
        """The words that tell what the values are."""
        return self.header[DESCRIPTION[self.number] - 1]

    @property
    def at_nodes(self) -> bool:
        """Whether the values stand at nodes."""
        return self.number == 55 or (self.number == 2414 and self.word(3, 1) == "1")

    @property
    def on_cells(self) -> bool:
        """Whether each cell has its values."""
        return self.number == 56 or (self.number == 2414 and self.word(3, 1) == "2")

    @property
    def at_corners(self) -> bool:
        """Whether each node of each cell has its values."""
        return self.number == 57

    @property
    def is_complex(self) -> bool:
        """Whether each value is a pair, real and imaginary part."""
        return int(self.description[4]) in COMPLEX


class IdeasResults:
    """The datasets of a universal file that hold fields, in its order."""

    def __init__(self, path):
        self.path = path
        self._lines = read_bytes(path).decode("latin-1").splitlines()
        marks = [place for place, line in enumerate(self._lines) if line.strip() == "-1"]
        if not marks:
            raise FileProblem(path, "this is no universal file: it has no line with -1")
        self.datasets = list(self._datasets(marks))

    def _datasets(self, marks):
        line = marks[0] + 1
        for end in marks[1:]:
            if end <= line:
                line = end + 1
                continue
            word = self._lines[line][:6].strip()
            number = int(word) if word.isdecimal() else 0
            if number in _HEADER:
                size = _HEADER[number]
                header = [text[:80].split() for text in self._lines[line + 1 : line + 1 + size]]
                described = header[DESCRIPTION[number] - 1] if len(header) == size else []
                if len(described) < 6 or not all(word.lstrip("-").isdecimal() for word in described[:6]):
                    raise FileProblem(self.path, f"the header of the dataset {number} is cut short", line + 1)
                yield Dataset(number, header, line + 1 + size, end)
            line = end + 1

    def values(self, dataset: Dataset) -> tuple[list[str], np.ndarray]:
        """(labels of the nodes or cells, (n_labels, n_values) real or complex)."""
        count = int(dataset.description[5]) * (2 if dataset.is_complex else 1)
        n_lines = -(-count // _PER_LINE)
        labels, rows = [], []
        line = dataset.first
        while line < dataset.last:
            label = self._lines[line][:10].strip()
            row = self._row(line + 1, count, dataset.last)
            if row is None or not label.isdecimal():
                what = "cell" if dataset.on_cells else "node"
                raise FileProblem(self.path, f"expected a {what} and {count} values, found: {self._lines[line].strip()}", line + 1)
            labels.append(label)
            rows.append(row)
            line += 1 + n_lines
        table = np.array(rows).reshape(-1, count)
        return labels, table[:, ::2] + 1j * table[:, 1::2] if dataset.is_complex else table

    def corner_values(self, dataset: Dataset) -> list[tuple[str, np.ndarray]]:
        """(label of the cell, (n_nodes, n_values)) of each cell of a dataset 57, its nodes in the file's order."""
        found, line = [], dataset.first
        while line < dataset.last:
            label, _, nodes, count = (self._lines[line][i : i + 10].strip() for i in range(0, 40, 10))
            if not all(word.isdecimal() for word in (label, nodes, count)):
                text = f"expected a cell, its number of nodes and of values, found: {self._lines[line].strip()}"
                raise FileProblem(self.path, text, line + 1)
            size, n_lines, start = int(count), -(-int(count) // _PER_LINE), line + 1
            rows = [self._row(start + node * n_lines, size, dataset.last) for node in range(int(nodes))]
            if any(row is None for row in rows):
                raise FileProblem(self.path, f"expected {size} values at each of the {nodes} nodes of the cell {label}", line + 1)
            found.append((label, np.array(rows).reshape(-1, size)))
            line = start + int(nodes) * n_lines
        return found

    def _row(self, line: int, count: int, last: int) -> list[float] | None:
        """The values from a line on, None where there are fewer."""
        text = self._lines[line : min(line - (-count // _PER_LINE), last)]
        pieces = [row[i : i + _WIDTH] for row in text for i in range(0, min(len(row.rstrip()), _WIDTH * _PER_LINE), _WIDTH)]
        try:
            row = [float(piece.upper().replace("D", "E")) for piece in pieces[:count]]
        except ValueError:
            return None
        return row if len(row) == count else None
