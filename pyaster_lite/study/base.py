"""A saved base: the concepts of a study in a folder, for POURSUITE to take up.

    index.json       format, version, the values by name, the table of objects (see encoding)
    arrays-*.npz     the arrays, in numpy's format

Both are open and hold data only: no pickle, nothing that runs when a base is opened.
"""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from types import FunctionType, ModuleType
from uuid import uuid4

import numpy as np

from pyaster_lite import __version__
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity

from .encoding import Damaged, Decoder, Encoder, NotSavable
from .files import replacing

FORMAT = 1
_INDEX = "index.json"


def save(folder, values: dict, order=(), compress=False) -> dict[str, str]:
    """Save named values (concepts, numbers, texts, arrays); returns name -> reason for those that have no safe form.

    `order` lists the names that come first. Python functions and modules of the deck are passed over. The base that the folder held is replaced at once, when the
    new one is whole. Refused when the folder cannot be written.
    """
    folder = Path(folder)
    encoder, saved, left_out = Encoder(), {}, {}
    for name in dict.fromkeys([*(name for name in order if name in values), *values]):
        value = values[name]
        if isinstance(value, (FunctionType, ModuleType)):
            continue
        try:
            saved[name] = encoder.encode_whole(value)
        except NotSavable as problem:
            left_out[name] = f"no safe form for {problem}"
    index = {"format": FORMAT, "version": __version__, "arrays": f"arrays-{uuid4().hex[:12]}.npz"}
    index |= {"values": saved, "objects": encoder.objects}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        older = set(folder.glob("arrays-*.npz"))
        with replacing(folder / index["arrays"]) as temporary, open(temporary, "wb") as stream:
            (np.savez_compressed if compress else np.savez)(stream, **encoder.arrays)
        with replacing(folder / _INDEX) as temporary:
            temporary.write_text(json.dumps(index, allow_nan=False), encoding="utf-8")
        for path in older:
            os.unlink(path)
    except OSError as error:
        raise _refused(f"the base {folder} cannot be written ({error.strerror or error})") from None
    return left_out


def load(folder, span=None) -> dict:
    """The values of a saved base by name, in the order in which they were saved.

    Refused, at `span`, when there is no base, it is damaged, or another version of the format.
    """
    folder = Path(folder)
    if not (folder / _INDEX).is_file():
        raise _refused(f"{folder} holds no saved base", span, "a study saves one with --base FOLDER")
    try:
        index = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
        if index.get("format") != FORMAT:
            message = f"the base {folder} has format {index.get('format')}, this version reads format {FORMAT}"
            raise _refused(message, span)
        name = index["arrays"]
        if Path(name).name != name:
            raise Damaged("its arrays lie elsewhere")
        with np.load(folder / name, allow_pickle=False) as stored:
            arrays = {key: stored[key] for key in stored.files}
        decoder = Decoder(index["objects"], arrays)
        return {name: decoder.decode(data) for name, data in index["values"].items()}
    except (Damaged, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, zipfile.BadZipFile) as problem:
        raise _refused(f"the base {folder} is damaged ({problem})", span) from None


def _refused(message, span=None, help=None):
    return Refused([Diagnostic(Severity.ERROR, "F003", message, span, help)])
