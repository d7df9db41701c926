"""Impedances of a soil and the forces of its waves, tabulated over frequencies by a program of soil and structure (u7.03.12)."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pyaster_lite.io.errors import FileProblem

NEAR = 1e-4
"""Frequencies of a text are those of its lines within this share."""
NEAR_IN_RECORDS = 1e-6
"""Those of a file of records within this (Hz)."""
NEAR_IN_TIME = 2.0**-52


def read_soil_tables(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies (nf,) Hz and terms (nt, nf) complex, block after block: a title, then blocks of a headline and nf lines f, a, b.

    A term is a - i b. FileProblem where a line is no row of three numbers, or blocks differ in their frequencies.
    """
    blocks: list[list[list[float]]] = []
    for number, line in enumerate(path.read_text(errors="replace").splitlines()[1:], start=2):
        try:
            row = [float(word) for word in line.split()]
        except ValueError:
            blocks.append([])
            continue
        if not row:
            continue
        if len(row) != 3 or not blocks:
            raise FileProblem(path, "three numbers are meant: a frequency and the two parts of a term", number)
        blocks[-1].append(row)
    blocks = [block for block in blocks if block]
    sizes = {len(block) for block in blocks}
    if len(sizes) != 1:
        raise FileProblem(path, "all terms of such a file are given at the same frequencies")
    table = np.array(blocks)
    return table[0, :, 0], table[..., 1] - 1j * table[..., 2]


def read_soil_tables_binary(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """The same of a file of Fortran records: how many frequencies, modes and loads, the frequencies, then the terms of each frequency."""
    records, content, start = [], path.read_bytes(), 0
    while start < len(content):
        size = int.from_bytes(content[start : start + 4], "little", signed=True)
        record = content[start + 4 : start + 4 + size]
        if size <= 0 or content[start + 4 + size : start + 8 + size] != content[start : start + 4]:
            raise FileProblem(path, "this is no file of Fortran records")
        records.append(record)
        start += 8 + size
    if len(records) < 3:
        raise FileProblem(path, "the file has no terms")
    count = int(np.frombuffer(records[0], "<i8" if len(records[0]) % 24 == 0 else "<i4")[0])
    known = np.frombuffer(records[1], "<f8")
    if len(known) != count or len(records) < 2 + count or len(set(map(len, records[2 : 2 + count]))) != 1:
        raise FileProblem(path, "its records do not hold the terms of all its frequencies")
    return known, np.array([np.frombuffer(record, "<c16") for record in records[2 : 2 + count]]).conj().T


def read_soil_histories(path: Path, count: int, binary: bool) -> tuple[np.ndarray, np.ndarray]:
    """Instants (nt,) s and impedances (count**2, nt) over time: how many and their step, then for each its time and its terms.

    A binary file has no records: after the number, the step and the size come all instants, then all terms. FileProblem where it is short.
    """
    if binary:
        numbers = np.frombuffer(path.read_bytes()[: path.stat().st_size // 8 * 8], "<f8")
        first, size = 3, count**2
    else:
        numbers = np.array(path.read_text(errors="replace").replace("D", "E").split(), float)
        first, size = 2, count**2 + 1
    steps = int(numbers[0]) if len(numbers) > first else 0
    instants = numbers[first : first + steps] if binary else numbers[1] * np.arange(steps)
    start = first + steps if binary else first
    if not steps or len(numbers) < start + steps * size:
        raise FileProblem(path, f"the file does not hold {count**2} terms at each of its instants")
    return instants, numbers[start : start + steps * size].reshape(steps, size)[:, size - count**2 :].T


def row_of(known: np.ndarray, frequencies: np.ndarray, apart: float | None = None) -> tuple[np.ndarray, np.ndarray]:
    """The row that each frequency is read from, and whether as it stands there (the last one), else on the line to the next row.

    apart  by how much (Hz) a frequency is another one than a known one; a share NEAR of it, if not told
    """
    last = len(known) - 1
    tolerance = NEAR * known if apart is None else np.full(len(known), apart)
    place = np.searchsorted(known + tolerance, frequencies)
    beyond = place > last
    place = np.minimum(place, last)
    below = (place > 0) & (frequencies < (known - tolerance)[place]) & ~beyond
    return place - below, beyond | ((place == last) & ~below)


def terms_at(known: np.ndarray, terms: np.ndarray, frequencies: np.ndarray, apart: float | None = None) -> np.ndarray:
    """(n, nt) the terms (nt, nf) at frequencies (n,): on straight lines, the first of which goes on below, the last value above."""
    place, held = row_of(known, frequencies, apart)
    after = np.minimum(place + 1, len(known) - 1)
    width = np.where(after > place, known[after] - known[place], 1.0)
    share = np.where(held, 0.0, (frequencies - known[place]) / width)
    return (terms[:, place] + share * (terms[:, after] - terms[:, place])).T
