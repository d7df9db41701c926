"""code_aster.Utilities: dictionaries that are not written, classes with one instance, values as lists, texts in boxes."""

from __future__ import annotations

import importlib
from collections import UserDict
from functools import wraps
from typing import ClassVar

from pyaster_lite.catalogue.registry import SERVED

from .kinds_of_values import is_sequence


class ReadOnlyDict(UserDict):
    """A dictionary that gives None for what it does not have and whose values, once set, do not change."""

    def __getitem__(self, key):
        return self.data.get(key)

    def __setitem__(self, key, value):
        if key in self:
            raise AttributeError("ReadOnlyDict: values can not be changed!")
        super().__setitem__(key, value)


class Singleton(type):
    """A class of classes with one instance each, or one for all that have the same `_singleton_id`."""

    _made: ClassVar[dict] = {}

    def __call__(cls, *args, **words):
        known = getattr(cls, "_singleton_id", cls)
        if known not in cls._made:
            cls._made[known] = super().__call__(*args, **words)
        return cls._made[known]


def array_to_list(value):
    """The list of an array's values; anything else is itself."""
    return value.tolist() if hasattr(value, "tolist") else value


def accept_array(function):
    """A function that takes arrays where it takes lists."""

    @wraps(function)
    def taking(*args, **words):
        return function(*map(array_to_list, args), **words)

    return taking


def value_is_sequence(value) -> bool:
    """Whether a value is a list, a tuple or an array."""
    return is_sequence(value)


def no_new_attributes(setting):
    """A __setattr__ that only takes names that the object or its class has."""

    def kept(self, name, value):
        if not hasattr(self, name):
            raise AttributeError(f"Set {name} attribute to {type(self).__name__} is not allowed")
        setting(self, name, value)

    return kept


def import_object(uri: str):
    """The object behind package.module.name."""
    path, _, name = uri.rpartition(".")
    return getattr(importlib.import_module(path), name)


def convert(content, encoding=None, errors="replace") -> str:
    """A text, of bytes as well."""
    return content.decode(encoding or "utf-8", errors) if isinstance(content, bytes) else content


def clean_string(text: str) -> str:
    """A text with ? for its zeros."""
    return text.replace("\0", "?")


def cut_long_lines(text: str, maxlen: int, sep="\n", l_separ=(" ", ",", ";", ".", ":")) -> str:
    """A text whose lines of more than `maxlen` letters go on on the next line, after a separator where there is one."""
    lines = []
    for line in text.splitlines():
        while len(line) > maxlen:
            ends = [line.rfind(mark, 0, maxlen) for mark in l_separ]
            end = next((at + 1 for at in ends if at > 0), maxlen)
            lines.append(line[:end])
            line = line[end:]
        lines.append(line)
    return sep.join(lines)


def center(text: str, maxlen=90) -> str:
    """Lines in the middle of `maxlen` letters."""
    return "\n".join(line.center(maxlen) for line in cut_long_lines(text, maxlen).splitlines())


def textbox(text: str, maxlen=90) -> str:
    """A text in a box of `maxlen` letters."""
    width = maxlen - 6
    lines = [f" \u2551 {line:<{width}} \u2551" for line in cut_long_lines(text, width).splitlines()]
    edge = "\u2550" * (width + 2)
    return "\n".join(["", f" \u2554{edge}\u2557", *lines, f" \u255a{edge}\u255d", ""])


def deprecated(*args, **words):
    """A decorator that changes nothing: code_aster warns of what it is put on."""
    if len(args) == 1 and callable(args[0]) and not words:
        return args[0]
    return lambda function: function


def _register(thing):
    SERVED.add(f"code_aster.Utilities.{thing.__name__}", lambda study: thing)


_ALL = (ReadOnlyDict, Singleton, array_to_list, accept_array, value_is_sequence, no_new_attributes, import_object, convert, clean_string)
for _thing in (*_ALL, cut_long_lines, center, textbox, deprecated):
    _register(_thing)
