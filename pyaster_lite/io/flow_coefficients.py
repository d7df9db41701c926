"""Tables of what flows do to tubes and rods: numbers of experiments, by kind (u4.66.02).

A file has the count of its kinds, and for each its pitch (1 square, 2 triangular), its arrangement, how many pieces it has, their first
reduced velocities with the range of the experiments, and eleven numbers for each piece. A table of the best known ones comes along.
"""

from __future__ import annotations

import functools
import gzip
import json
from importlib.resources import files

import numpy as np

COLUMNS = 11


def read_bundles(path) -> dict[tuple[int, int], tuple]:
    """{(pitch, arrangement): (limits (n,), rows (n, 11), (least, largest) reduced velocity)}; raises ValueError."""
    numbers = _Numbers(path)
    return dict(_bundle(numbers) for _ in range(numbers.whole()))


def _bundle(numbers):
    pitch, arrangement, count = numbers.whole(), numbers.whole(), numbers.whole()
    limits, validity = numbers.take(count), tuple(numbers.take(2))
    return (pitch, arrangement), (limits, numbers.take(count * COLUMNS).reshape(count, COLUMNS), validity)


def read_rod_dampings(path) -> list[list[tuple]]:
    """[[(limits (n,), rows (n + 1, 11))] of forces and of moments] of the arrangements of a control rod; raises ValueError."""
    numbers = _Numbers(path)
    return [[_pieces(numbers) for _ in range(2)] for _ in range(numbers.whole())]


def read_rod_stiffnesses(path) -> list[list[tuple]]:
    """As `read_rod_dampings`, in one piece each."""
    numbers = _Numbers(path)
    return [[(np.empty(0), numbers.take(COLUMNS)[None]) for _ in range(2)] for _ in range(numbers.whole())]


def _pieces(numbers):
    count = numbers.whole()
    return numbers.take(count), numbers.take((count + 1) * COLUMNS).reshape(-1, COLUMNS)


class _Numbers:
    """Those of a text one after another, with Fortran's exponents; what is no number (lines of stars) separates."""

    def __init__(self, path):
        words = [word for word in path.read_text(errors="replace").split() if not set(word) <= {"*"}]
        self.values, self.place = [float(word.replace("D", "E").replace("d", "e")) for word in words], 0

    def take(self, count: int) -> np.ndarray:
        """The next (count,) numbers; raises ValueError where they are not all there."""
        found = self.values[self.place : self.place + count]
        self.place += count
        if len(found) < count:
            raise ValueError("it ends too early")
        return np.array(found)

    def whole(self) -> int:
        """The next number, a whole one."""
        return int(self.take(1)[0])


def known_bundles(which: str) -> dict[tuple[int, int], tuple]:
    """The tables that come along, of "damping" or "stiffness", as `read_bundles` gives them."""
    made = {}
    for key, (limits, rows, validity) in _known()[which].items():
        made[tuple(map(int, key.split("/")))] = np.array(limits), np.array(rows), tuple(validity)
    return made


def known_rods(which: str) -> list[list[tuple]]:
    """The tables that come along, of "damping" or "stiffness", as `read_rod_dampings` gives them."""
    own = _known()[f"rod {which}"]
    return [[(np.array(limits), np.array(rows)) for limits, rows in pair] for pair in own]


@functools.cache
def _known():
    return json.loads(gzip.decompress((files(__package__) / "flow_coefficients.json.gz").read_bytes()))
