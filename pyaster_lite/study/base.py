"""A saved base: the concepts of a study in a folder, for POURSUITE to take up.

    index.json       format, version, the values by name, the table of objects (see encoding), where each array lies
    arrays-*.npz     the arrays one behind the other, one file for each type of number, in numpy's format

Both are open and hold data only: no pickle, nothing that runs when a base is opened.
"""

from __future__ import annotations

import json
import math
import os
import zipfile
from functools import partial
from pathlib import Path
from types import FunctionType, ModuleType
from uuid import uuid4

import numpy as np

from pyaster_lite import __version__
from pyaster_lite.concepts.formula import Formula
from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.syntax import formula

from .decoding import Decoder
from .encoding import Encoder, NotSavable
from .files import replacing
from .own_code import Damaged

FORMAT = 1
_INDEX = "index.json"


def save(folder, values: dict, order=(), compress=False) -> dict[str, str]:
    """Save named values (concepts, numbers, texts, arrays); returns name -> reason for those that have no safe form.

    `order` lists the names that come first. Python functions and modules of the deck are passed over. The base that the
    folder held is replaced at once, when the new one is whole. Refused when the folder cannot be written.
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
    pools, places = _pooled(encoder.arrays)
    index = {"format": FORMAT, "version": __version__, "file": f"arrays-{uuid4().hex[:12]}.npz", "arrays": places}
    index |= {"values": saved, "objects": encoder.objects}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        older = set(folder.glob("arrays-*.npz"))
        with replacing(folder / index["file"]) as temporary, open(temporary, "wb") as stream:
            (np.savez_compressed if compress else np.savez)(stream, **pools)
        with replacing(folder / _INDEX) as temporary:
            temporary.write_text(json.dumps(index, allow_nan=False), encoding="utf-8")
        for path in older:
            os.unlink(path)
    except OSError as error:
        raise _refused(f"the base {folder} cannot be written ({error.strerror or error})") from None
    return left_out


def load(folder, span=None, python=True) -> dict:
    """The values of a saved base by name, in the order in which they were saved.

    `python`: whether a formula beyond the project's own evaluator may be left to Python when it is used.
    Refused, at `span`, when there is no base, it is damaged, or of another version of the format.
    """
    folder = Path(folder)
    if not (folder / _INDEX).is_file():
        raise _refused(f"{folder} holds no saved base", span, "a study saves one with --base FOLDER")
    try:
        index = json.loads((folder / _INDEX).read_text(encoding="utf-8"))
        if index.get("format") != FORMAT:
            message = f"the base {folder} has format {index.get('format')}, this version reads format {FORMAT}"
            raise _refused(message, span)
        name = index["file"]
        if Path(name).name != name:
            raise Damaged("its arrays lie elsewhere")
        with np.load(folder / name, allow_pickle=False) as stored:
            pools = {key: stored[key] for key in stored.files}
        decoder = Decoder(index["objects"], _arrays(pools, index["arrays"]), partial(_compile, python=python))
        return {name: decoder.decode(data) for name, data in index["values"].items()}
    except (Damaged, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, zipfile.BadZipFile) as problem:
        raise _refused(f"the base {folder} is damaged ({problem})", span) from None


def _pooled(arrays):
    """Arrays of one type behind each other: pool by key, and [key, start, shape] of each array."""
    parts: dict[str, list] = {}
    ends: dict[str, int] = {}
    places = []
    for array in arrays:
        key = array.dtype.str.replace("<", "").replace("|", "")
        start = ends.get(key, 0)
        parts.setdefault(key, []).append(array.ravel())
        ends[key] = start + array.size
        places.append([key, start, list(array.shape)])
    return {key: np.concatenate(found) for key, found in parts.items()}, places


def _arrays(pools, places):
    """A function that gives the array at a place: the same one each time."""
    made: dict[int, np.ndarray] = {}

    def array(place):
        if place not in made:
            key, start, shape = places[place]
            size = math.prod(shape)
            if start < 0 or start + size > len(pools[key]):
                raise Damaged("an array is cut short")
            made[place] = pools[key][start : start + size].reshape(shape).copy()
        return made[place]

    return array


def _compile(made, python):
    """A formula is saved as its text, which is read again here; nothing of it is computed before it is used."""
    if isinstance(made, Formula):
        made.compile(partial(formula.Formula, python=python))


def _refused(message, span=None, help=None):
    return Refused([Diagnostic(Severity.ERROR, "F003", message, span, help)])
