"""Tables of what flows do to tubes and rods: numbers of experiments, by kind (u4.66.02).

A file has the count of its kinds, and for each its pitch (1 square, 2 triangular), its arrangement, how many pieces it has, their first
reduced velocities with the range of the experiments, and eleven numbers for each piece. A table of the best known ones comes along.
"""

from __future__ import annotations

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
    data = json.loads(gzip.decompress((files(__package__) / "flow_coefficients.json.gz").read_bytes()))
    made = {}
    for key, (limits, rows, validity) in data[which].items():
        made[tuple(map(int, key.split("/")))] = np.array(limits), np.array(rows), tuple(validity)
    return made
