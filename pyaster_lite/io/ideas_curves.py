"""Curves measured at nodes in I-DEAS universal files: datasets 58, as code_aster reads them.

Eleven header lines, of which the sixth names the node and its direction, the seventh tells the abscissas, the ninth what is measured;
then values in columns of 13 characters (20 where they are double).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pyaster_lite.io.errors import FileProblem, read_bytes

NUMBER, HEADER = "58", 11
DOUBLE, COMPLEX = (4, 6), (5, 6)


@dataclass
class Curve:
    """quantity     the file's number of what is measured
    node         its name in the mesh
    direction    1 to 3, below zero against the axis
    abscissas    (n,), values  (n,) real or complex;  line  where the dataset begins
    function     the file's number of what the curve is: 2 and 9 spectra, 3 cross spectra, ...
    reference    (node, direction) of what it is measured against, where that is told
    """

    quantity: int
    node: str
    direction: int
    abscissas: np.ndarray
    values: np.ndarray
    line: int
    function: int = 0
    reference: tuple[str, int] | None = None


def read_curves(path) -> list[Curve]:
    """All datasets 58, in the order of the file; FileProblem names the line of one that makes no sense."""
    lines = read_bytes(path).decode("latin-1").splitlines()
    marks = [place for place, line in enumerate(lines) if line.strip() == "-1"]
    curves = []
    for start, end in zip(marks, marks[1:]):
        if end - start > HEADER + 1 and lines[start + 1][:6].strip() == NUMBER:
            try:
                curves.append(_curve(lines, start + 2, end))
            except (ValueError, IndexError):
                raise FileProblem(path, "the header or the values of this dataset 58 are cut short", start + 2) from None
    return curves


def _curve(lines, start, end):
    place, form = lines[start + 5], lines[start + 6]
    against = _named(place[56:66], place[66:76])
    towards = int(place[76:80].strip() or 0)
    reference = (against, towards) if towards else None
    nature, count, even = int(form[:10]), int(form[10:20]), int(form[20:30]) == 1
    parts, width = 2 if nature in COMPLEX else 1, 20 if nature in DOUBLE else 13
    columns = [width] * parts if even else [13] + [width] * parts
    per_line = 80 // width if even else {(13, 1): 3, (20, 1): 2, (13, 2): 2, (20, 2): 1}[width, parts]
    columns *= per_line if not even else per_line // parts
    edges = np.cumsum([0, *columns])
    numbers = [float(own) for text in lines[start + HEADER : end] for own in _cut(text, edges)]
    size = count * (parts + (not even))
    if len(numbers) < size:
        raise ValueError
    table = np.reshape(numbers[:size], (count, -1))
    x = float(form[30:43]) + float(form[43:56]) * np.arange(count) if even else table[:, 0]
    found = table[:, -parts:]
    values = found[:, 0] + 1j * found[:, 1] if parts == 2 else found[:, 0]
    node = _named(place[31:41], place[41:51])
    return Curve(int(lines[start + 8][:10]), node, int(place[51:55]), x, values, start, int(place[:5].strip() or 0), reference)


def _named(text, number) -> str:
    """The name of the node of a number; the text beside it where that is nought."""
    label = int(number.strip() or 0)
    return f"N{label}" if label else text.strip()


def _cut(text, edges):
    pieces = (text[a:b].strip().upper().replace("D", "E") for a, b in zip(edges, edges[1:]))
    return [piece for piece in pieces if piece]
