"""From the plain data of a saved base back to concepts; see encoding for the forms.

Objects are made without their constructors and functions only out of this package's own code: opening a base runs nothing
that the base brought along.
"""

from __future__ import annotations

import enum
import functools
import math
import re
import types

import numpy as np

from pyaster_lite.catalogue import registry as registries

from .encoding import REGISTRIES, SCALAR_KINDS
from .own_code import Damaged, inner_codes, look_up, outer_of

_ATTRIBUTE = re.compile(r"[A-Za-z]\w*|_[A-Za-z]\w*")


class Decoder:
    """Turns plain data back into values; Damaged when it cannot.

    `finish(object)` is called for each object once its attributes are set.
    """

    def __init__(self, objects: list[dict], arrays, finish=lambda made: None):
        self._entries, self._arrays, self._finish = objects, arrays, finish
        self._objects: dict[int, object] = {}

    def decode(self, data):
        """The value of its plain form."""
        if isinstance(data, list):
            return [self.decode(item) for item in data]
        if not isinstance(data, dict):
            return data
        try:
            ((kind, content),) = data.items()
            return _DECODERS[kind](self, content)
        except (KeyError, ValueError, TypeError, AttributeError, IndexError) as problem:
            raise Damaged(f"{type(problem).__name__} in a value") from None

    def _object(self, place):
        if place not in self._objects:
            entry = self._entries[place]
            if "closure" in entry:
                return self._closure(place, *entry["closure"], entry["cells"])
            cls = look_up(*entry["class"])
            if not isinstance(cls, type):
                raise Damaged(f"{cls.__qualname__} is no class")
            made = self._objects[place] = object.__new__(cls)
            state = {_plain_name(name): self.decode(held) for name, held in entry["state"].items()}
            for name, held in state.items():
                object.__setattr__(made, name, held)
            if hasattr(cls, "restored"):
                made.restored()
            self._finish(made)
        return self._objects[place]

    def _closure(self, place, module, name, index, held):
        code = inner_codes(module, name)[index]
        if set(code.co_freevars) != set(held):
            raise Damaged(f"{module}.{name} differs in this version")
        cells = {word: types.CellType() for word in held}
        outer = outer_of(module, name)
        closure = tuple(cells[word] for word in code.co_freevars)
        made = self._objects[place] = types.FunctionType(code, outer.__globals__, code.co_name, None, closure)
        made.__qualname__ = name
        for word, data in held.items():
            cells[word].cell_contents = self.decode(data)
        return made

    def _ndarray_of_objects(self, shape, items):
        made = np.empty(len(items), object)
        made[:] = [self.decode(item) for item in items]
        return made.reshape(shape)

    def _scalar(self, dtype, value):
        dtype = np.dtype(dtype)
        if dtype.kind not in SCALAR_KINDS:
            raise Damaged(f"{dtype} is no kind of number")
        return dtype.type(self.decode(value))

    def _sparse(self, form, is_array, shape, *parts):
        from scipy import sparse

        suffix = "array" if is_array else "matrix"
        make = {"csr": getattr(sparse, f"csr_{suffix}"), "csc": getattr(sparse, f"csc_{suffix}")}[form]
        return make(tuple(self._arrays(part) for part in parts), shape=tuple(shape))

    def _member(self, registry, word):
        if registry not in REGISTRIES:
            raise Damaged(f"there is no open list {registry}")
        member = getattr(registries, registry).get(word)
        if member is None:
            raise Damaged(f"{word} does not exist in this version")
        return member

    def _partial(self, function, arguments, keywords):
        function = self.decode(function)
        if not callable(function):
            raise Damaged("a function is missing")
        return functools.partial(function, *self.decode(arguments), **self.decode(keywords))

    def _method(self, owner, name):
        return getattr(self.decode(owner), _plain_name(name))

    def _named(self, cls, items):
        cls = self.decode(cls)
        if not (isinstance(cls, type) and issubclass(cls, tuple)):
            raise Damaged("a named tuple is missing")
        return tuple.__new__(cls, self.decode(items))

    def _enum(self, cls, name):
        cls = self.decode(cls)
        if not (isinstance(cls, type) and issubclass(cls, enum.Enum)):
            raise Damaged("an enumeration is missing")
        return cls[name]

    def _ufunc(self, name):
        function = getattr(np, name)
        if not isinstance(function, np.ufunc):
            raise Damaged(f"{name} is no ufunc")
        return function


def _plain_name(name):
    if not isinstance(name, str) or _ATTRIBUTE.fullmatch(name) is None:
        raise Damaged(f"{name!r} is no attribute")
    return name


_DECODERS = {
    "float": lambda d, text: {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}[text],
    "complex": lambda d, parts: complex(*(d.decode(part) for part in parts)),
    "bytes": lambda d, text: bytes.fromhex(text),
    "tuple": lambda d, items: tuple(d.decode(items)),
    "named": lambda d, content: d._named(*content),
    "dict": lambda d, pairs: {d.decode(key): d.decode(held) for key, held in pairs},
    "set": lambda d, items: set(d.decode(items)),
    "frozenset": lambda d, items: frozenset(d.decode(items)),
    "range": lambda d, bounds: range(*bounds),
    "slice": lambda d, bounds: slice(*bounds),
    "array": lambda d, place: d._arrays(place),
    "scalar": lambda d, content: d._scalar(*content),
    "objects": lambda d, content: d._ndarray_of_objects(*content),
    "sparse": lambda d, content: d._sparse(*content),
    "object": lambda d, place: d._object(place),
    "member": lambda d, content: d._member(*content),
    "ours": lambda d, content: look_up(*content),
    "ufunc": lambda d, name: d._ufunc(name),
    "partial": lambda d, content: d._partial(*content),
    "method": lambda d, content: d._method(*content),
    "enum": lambda d, content: d._enum(*content),
}
