"""Columns of numbers in text files: blocks of lines, parted by lines that hold anything else."""

from __future__ import annotations

import numpy as np

from pyaster_lite.io.errors import FileProblem


def read_blocks(path, separator: str | None = None) -> list[np.ndarray]:
    """The blocks of a file, each (n_lines, n_columns); blanks part the columns when there is no separator.

    Raises FileProblem when the file cannot be read or a block has lines of different lengths.
    """
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as error:
        raise FileProblem(path, f"cannot be read ({error.strerror})") from None
    blocks, rows = [], []
    for place, line in enumerate(lines, 1):
        numbers = _numbers(line, separator)
        if numbers is None:
            blocks += [np.array(rows)] if rows else []
            rows = []
        elif rows and len(numbers) != len(rows[0]):
            raise FileProblem(path, f"the line has {len(numbers)} numbers, those above it {len(rows[0])}", place)
        else:
            rows.append(numbers)
    return blocks + ([np.array(rows)] if rows else [])


def _numbers(line, separator):
    fields = [field for field in line.strip().split(separator) if field != ""]
    try:
        return [float(field) for field in fields] or None
    except ValueError:
        return None
