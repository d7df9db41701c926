"""Values at nodes or on cells in I-DEAS universal files (.unv): datasets 55, 56 and 2414, as code_aster reads them.

The first lines of a dataset (8, or 13 for 2414) are its header, words parted by blanks; then come, for each node or cell, a line with
its label and lines of six values in columns of 13. Header lines are counted from 1.
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
            text = self._lines[line + 1 : min(line + 1 + n_lines, dataset.last)]
            pieces = [row[i : i + _WIDTH] for row in text for i in range(0, min(len(row.rstrip()), _WIDTH * _PER_LINE), _WIDTH)]
            try:
                row = [float(piece.upper().replace("D", "E")) for piece in pieces[:count]]
            except ValueError:
                row = []
            if len(row) < count or not label.isdecimal():
                what = "cell" if dataset.on_cells else "node"
                raise FileProblem(self.path, f"expected a {what} and {count} values, found: {self._lines[line].strip()}", line + 1)
            labels.append(label)
            rows.append(row)
            line += 1 + n_lines
        table = np.array(rows).reshape(-1, count)
        return labels, table[:, ::2] + 1j * table[:, 1::2] if dataset.is_complex else table
