"""code_aster's own words: tells "pyaster-lite does not have it yet" from "there is no such word".

The data file holds names only: command -> factor path -> keyword -> allowed values.
"""

from __future__ import annotations

import functools
import gzip
import json
from importlib import resources


@functools.cache
def _tree() -> dict:
    with resources.files("pyaster_lite.catalogue").joinpath("words.json.gz").open("rb") as file:
        return json.loads(gzip.decompress(file.read()))


def commands() -> set[str]:
    """Every command of code_aster."""
    return set(_tree())


def _level(path: str) -> dict:
    level = _tree()
    for word in path.split("/"):
        level = level.get(word, {})
        if isinstance(level, list):
            return {}
    return level


def keywords(path: str) -> set[str]:
    """The keywords that code_aster knows at COMMAND or COMMAND/FACTOR."""
    return set(_level(path))


def has_keyword(path: str, word: str) -> bool:
    """Whether code_aster knows the keyword at that place."""
    return word in _level(path)


def has_value(path: str, value) -> bool:
    """Whether code_aster lists the value for the keyword at COMMAND/.../WORD."""
    parent, word = path.rsplit("/", 1)
    allowed = _level(parent).get(word)
    return isinstance(allowed, list) and value in allowed


def values(path: str) -> tuple:
    """The values that code_aster lists for the keyword at COMMAND/.../WORD; none when it lists none."""
    parent, word = path.rsplit("/", 1)
    allowed = _level(parent).get(word)
    return tuple(allowed) if isinstance(allowed, list) else ()


def paths(command: str) -> set[str]:
    """Every keyword of a command as FACTOR/WORD paths."""
    return _paths(_tree().get(command, {}), "")


def _paths(level: dict, path: str) -> set[str]:
    found = set()
    for word, inner in level.items():
        found.add(path + word)
        if isinstance(inner, dict):
            found |= _paths(inner, f"{path}{word}/")
    return found
