"""Words that code_aster had once: tells "gone since" from "there is no such word".

The data file holds names and versions only: COMMAND/.../WORD, or COMMAND/.../WORD=VALUE, -> the first version without it, and
today's spelling where one is known. What is read here as today's word is declared beside that (see legacy).
"""

from __future__ import annotations

import functools
import gzip
import json
from importlib import resources


@functools.cache
def _data() -> dict:
    with resources.files("pyaster_lite.catalogue").joinpath("former_words.json.gz").open("rb") as file:
        return json.loads(gzip.decompress(file.read()))


def gone_since(path: str, word: str) -> str | None:
    """The first version without a keyword that code_aster had at COMMAND/...; None when it never had one."""
    return _data()["words"].get(f"{path}/{word}")


def value_gone_since(path: str, value) -> str | None:
    """The first version without a value that the keyword at COMMAND/.../WORD took; None when it never took it."""
    return _data()["values"].get(f"{path}={value}")


def today(old: str) -> str | None:
    """What has taken the place of COMMAND/.../WORD or COMMAND/.../WORD=VALUE, where it is known."""
    return _data()["today"].get(old)
