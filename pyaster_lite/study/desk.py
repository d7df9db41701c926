"""The folder in which a deck's Python works that opens files itself: those of units, by the names that code_aster gives them
(fort.11), and those that its .export knows by their own names.

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
    """The units whose files the Python of decks names, or may open by a text that a deck keeps under a name."""
    found = {int(unit) for text in _python(decks) for unit in re.findall(r"\bfort\.(\d+)\b", text)}
    opening = [deck for deck in decks if any(re.search(r"\bopen\(", text) for text in _python([deck]))]
    return found | {int(unit) for deck in opening for unit in re.findall(r"""^\w+ *= *["']fort\.(\d+)["']""", deck.source, re.MULTILINE)}


def computes_names(decks) -> bool:
    """Whether the Python of decks puts such names together, as f"fort.{unit}"."""
    return any(re.search(r"\bfort\.[{%]", text) for text in _python(decks))


def opened_by_name(decks, export) -> list[Path]:
    """The data files that the .export knows by name alone, where the Python of decks opens files."""
    if export is None or not any(re.search(r"\bopen\(", text) for text in _python(decks)):
        return []
    return [entry.path.absolute() for entry in export.entries if entry.is_data and entry.unit == 0 and entry.path.is_file()]


def _python(decks):
    return [block.text for deck in decks for block in deck.statements if isinstance(block, PythonBlock)]


class Desk:
    """The files fort.N of some units, and copies of `named` ones, in the folder of results; `files` are those of the study.

    every  whether the units that commands have written count as well
    """

    def __init__(self, files, units, named=(), every=False):
        files.make_absolute()
        self._every = every
        self.files, self.folder, self.units = files, Path(files.output_dir), sorted(units)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._copied: dict[int, tuple] = {}
        self._left: dict[int, tuple] = {}
        self._laid_out = [self.folder / path.name for path in named if not (self.folder / path.name).exists()]
        for path in named:
            if self.folder / path.name in self._laid_out:
                shutil.copyfile(path, self.folder / path.name)
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
        if self._every:
            self.units = sorted({*self.units, *self.files.written})
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
        for place in self._laid_out:
            place.unlink(missing_ok=True)
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
