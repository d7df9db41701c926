"""The mesh formats that can be read: every module of this folder that names its FORMAT.

Such a module has FORMAT (the deck's word), EXTENSIONS (usual ones, the likeliest first), recognises(head) and
read_mesh(path).
"""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from types import ModuleType

import pyaster_lite.io


@cache
def mesh_formats() -> dict[str, ModuleType]:
    """The reader modules by the deck's word for their format."""
    (folder,) = pyaster_lite.io.__path__
    readers = (file.stem for file in sorted(Path(folder).glob("*.py")) if b"\nFORMAT = " in file.read_bytes())
    modules = [importlib.import_module(f"pyaster_lite.io.{name}") for name in readers]
    return {module.FORMAT: module for module in modules}


def recognise(path) -> str | None:
    """The word of the format that a file is in by its look, None when it looks like none or cannot be read."""
    try:
        with open(path, "rb") as stream:
            head = stream.read(10_000)
    except OSError:
        return None
    return next((word for word, module in mesh_formats().items() if module.recognises(head)), None)
