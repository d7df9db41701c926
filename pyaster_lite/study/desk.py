"""The folder in which a deck's Python works that opens files of units itself, by the names that code_aster gives them: fort.11.

The folder is that of the results. What the deck writes there is the file of its unit, and what commands write is copied there for it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from pathlib import Path

from pyaster_lite.syntax.nodes import PythonBlock


def spoken_of(decks) -> set[int]:
    """The units whose files the Python of decks names."""
    blocks = (block.text for deck in decks for block in deck.statements if isinstance(block, PythonBlock))
    return {int(unit) for text in blocks for unit in re.findall(r"\bfort\.(\d+)\b", text)}


class Desk:
    """The files fort.N of some units in the folder of results; `files` are those of the study."""

    def __init__(self, files, units):
        files.make_absolute()
        self.files, self.folder, self.units = files, Path(files.output_dir), sorted(units)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._copied: dict[int, tuple] = {}
        self._left: dict[int, tuple] = {}
        for unit in {6, 8} & units:
            files.append(unit, "")

    @contextlib.contextmanager
    def used(self):
        """While this lasts the process stands in the folder."""
        before = os.getcwd()
        self.exchange()
        os.chdir(self.folder)
        try:
            yield
        finally:
            os.chdir(before)
            self.exchange()

    def exchange(self):
        """Take over what the deck wrote, and lay out what was written for it since."""
        for unit in self.units:
            place = self.folder / f"fort.{unit}"
            if place.exists() and _state(place) != self._left.get(unit):
                self.files.take_over(unit, place)
                self._left[unit] = _state(place)
                self._copied.pop(unit, None)
                continue
            source = self.files.known(unit)
            if source is not None and source != place and source.is_file() and _state(source) != self._copied.get(unit):
                shutil.copyfile(source, place)
                self._copied[unit], self._left[unit] = _state(source), _state(place)

    def clear(self, wanted: dict):
        """Bring what the deck wrote to where results are `wanted` (unit -> path), and remove the copies."""
        for unit in self.units:
            place = self.folder / f"fort.{unit}"
            if not place.exists():
                continue
            if unit in self._copied:
                place.unlink()
            elif unit in wanted and wanted[unit] != place:
                wanted[unit].parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(place, wanted[unit])


def _state(path):
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
