"""The mesh formats that can be read: every module of this folder that names its FORMAT.

Such a module has FORMAT (the deck's word), EXTENSIONS (usual ones, the likeliest first), recognises(head) and
read_mesh(path).
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

import pyaster_lite.io


class _Readers(Mapping):
    """The reader modules by the deck's word for their format, each imported when it is asked for."""

    def __init__(self):
        (folder,) = pyaster_lite.io.__path__
        texts = ((file.stem, file.read_text(encoding="utf-8")) for file in sorted(Path(folder).glob("*.py")))
        found = ((stem, re.search(r'^FORMAT = "(\w+)"', text, re.MULTILINE)) for stem, text in texts)
        self._stems = {word[1]: stem for stem, word in found if word}

    def __getitem__(self, word) -> ModuleType:
        return importlib.import_module(f"pyaster_lite.io.{self._stems[word]}")

    def __iter__(self):
        return iter(self._stems)

    def __len__(self):
        return len(self._stems)


@cache
def mesh_formats() -> Mapping[str, ModuleType]:
    """The reader modules by the deck's word for their format."""
    return _Readers()


def recognise(path, likely: str | None = None) -> str | None:
    """The word of the format that a file is in by its look, `likely` before others; None when it looks like none or cannot be read."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(10_000)
    except OSError:
        return None
    words = sorted(mesh_formats(), key=lambda word: word != likely)
    return next((word for word in words if mesh_formats()[word].recognises(head)), None)
