"""Concepts as plain data: a typed, explicit encoding that JSON and numpy's own format can hold.

Numbers, texts, lists stand for themselves; everything else is a one-entry dictionary whose key says what it is. Objects are
stored once, in a table, and referred to by their place in it, so that what was shared stays shared. Decoding makes objects
of the classes of this package's silent rooms only and fills in their attributes; no constructor and no text is ever run.
A function defined inside another one is stored as its place in this package's own source and the values it closes over.

A class whose attributes are not all data says what to save, and what to make again afterwards:
    saved_state(self) -> dict of attributes      restored(self), called once they are set
"""

from __future__ import annotations

import enum
import functools
import math
import types
from collections.abc import Iterator

import numpy as np

from pyaster_lite.catalogue import registry as registries

from .own_code import inner_codes, is_inner, is_ours

SCALAR_KINDS = "biufcSU"
REGISTRIES = ("MATERIALS", "BEHAVIOURS", "MODELISATIONS", "THERMAL_MODELISATIONS", "LOADS", "SCHEMES", "CONTACTS")


class NotSavable(Exception):
    """A value has no safe form; the message says which attribute of what holds it."""


class Encoder:
    """Turns values into plain data; `objects` and `arrays` gather what the data refer to."""

    def __init__(self):
        self.objects: list[dict] = []
        self.arrays: list[np.ndarray] = []
        self._places: dict[int, int] = {}
        self._keys: dict[int, int] = {}
        self._kept: list = []
        self._members = {id(member): (name, word) for name in REGISTRIES for word, member in getattr(registries, name).loaded().items()}

    def encode(self, value):
        """The plain form of a value; NotSavable when it has none."""
        if value is None or isinstance(value, (bool, str)) or type(value) is int:
            return value
        if type(value) is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if type(value) is list:
            return [self.encode(item) for item in value]
        for kind, encode in _ENCODERS:
            if isinstance(value, kind):
                return encode(self, value)
        if id(value) in self._members:
            return {"member": list(self._members[id(value)])}
        return self._encode_object(value)

    def encode_whole(self, value):
        """As `encode`, but a failure leaves nothing behind."""
        n_objects, n_arrays = len(self.objects), len(self.arrays)
        try:
            return self.encode(value)
        except NotSavable:
            del self.objects[n_objects:]
            del self.arrays[n_arrays:]
            self._places = {key: place for key, place in self._places.items() if place < n_objects}
            self._keys = {key: place for key, place in self._keys.items() if place < n_arrays}
            raise

    def array(self, values: np.ndarray) -> int:
        """The place at which an array is kept."""
        if id(values) not in self._keys:
            self._keys[id(values)] = len(self.arrays)
            self.arrays.append(values)
        return self._keys[id(values)]

    def _encode_object(self, value):
        def fill(entry):
            entry["class"] = [cls.__module__, cls.__qualname__]
            entry["state"] = {name: self._attribute(cls, name, held) for name, held in _state(value)}

        cls = type(value)
        if not is_ours(cls):
            raise NotSavable(f"{cls.__module__}.{cls.__qualname__}")
        return self._once(value, fill)

    def encode_closure(self, function):
        """An inner function of this package, with what it closes over."""

        def fill(entry):
            codes = inner_codes(function.__module__, function.__qualname__)
            if function.__code__ not in codes or function.__defaults__ or function.__kwdefaults__:
                raise NotSavable(f"{function.__module__}.{function.__qualname__}")
            entry["closure"] = [function.__module__, function.__qualname__, codes.index(function.__code__)]
            cells = zip(function.__code__.co_freevars, function.__closure__ or ())
            entry["cells"] = {name: self.encode(cell.cell_contents) for name, cell in cells}

        return self._once(function, fill)

    def _once(self, value, fill):
        """The reference to an object; its entry in the table is filled the first time, and refers to itself if need be."""
        place = self._places.get(id(value))
        if place is None:
            place = self._places[id(value)] = len(self.objects)
            self._kept.append(value)
            self.objects.append({})
            fill(self.objects[place])
        return {"object": place}

    def _attribute(self, cls, name, held):
        try:
            return self.encode(held)
        except NotSavable as problem:
            raise NotSavable(f"{cls.__name__}.{name}: {problem}") from None


def _encode_ndarray(encoder, value):
    if value.dtype.hasobject:
        return {"objects": [list(value.shape), [encoder.encode(item) for item in value.ravel().tolist()]]}
    return {"array": encoder.array(value)}


def _encode_scalar(encoder, value):
    if value.dtype.kind not in SCALAR_KINDS:
        raise NotSavable(f"numpy.{value.dtype}")
    return {"scalar": [value.dtype.str, encoder.encode(value.item())]}


def _encode_sparse(encoder, value):
    value = value.tocsr() if value.format not in ("csr", "csc") else value
    parts = [encoder.array(part) for part in (value.data, value.indices, value.indptr)]
    return {"sparse": [value.format, type(value).__name__.endswith("_array"), list(value.shape), *parts]}


def _encode_callable(encoder, value):
    if id(value) in encoder._members:
        return {"member": list(encoder._members[id(value)])}
    if not is_ours(value):
        if isinstance(value, types.FunctionType) and is_inner(value):
            return encoder.encode_closure(value)
        raise NotSavable(f"{value.__module__}.{value.__qualname__}")
    return {"ours": [value.__module__, value.__qualname__]}


def _encode_partial(encoder, value):
    return {"partial": [encoder.encode(value.func), encoder.encode(list(value.args)), encoder.encode(value.keywords)]}


def _encode_enum(encoder, value):
    return {"enum": [encoder.encode(type(value)), value.name]}


class _Sparse(type):
    """Tells scipy's sparse matrices without importing scipy."""

    def __instancecheck__(cls, value):
        return type(value).__module__.startswith("scipy.sparse") and hasattr(value, "tocsr")


class _SparseMatrix(metaclass=_Sparse):
    pass


_ENCODERS = (
    (enum.Enum, _encode_enum),
    (np.generic, _encode_scalar),
    (np.ndarray, _encode_ndarray),
    (_SparseMatrix, _encode_sparse),
    (tuple, lambda e, v: _encode_tuple(e, v)),
    (dict, lambda e, v: {"dict": [[e.encode(key), e.encode(held)] for key, held in v.items()]}),
    (frozenset, lambda e, v: {"frozenset": [e.encode(item) for item in v]}),
    (set, lambda e, v: {"set": [e.encode(item) for item in v]}),
    (complex, lambda e, v: {"complex": [e.encode(v.real), e.encode(v.imag)]}),
    (bytes, lambda e, v: {"bytes": v.hex()}),
    (range, lambda e, v: {"range": [v.start, v.stop, v.step]}),
    (slice, lambda e, v: {"slice": [v.start, v.stop, v.step]}),
    (np.ufunc, lambda e, v: {"ufunc": v.__name__}),
    (functools.partial, _encode_partial),
    (types.MethodType, lambda e, v: {"method": [e.encode(v.__self__), v.__name__]}),
    ((type, types.FunctionType), _encode_callable),
)


def _encode_tuple(encoder, value):
    if type(value) is tuple:
        return {"tuple": [encoder.encode(item) for item in value]}
    if hasattr(value, "_fields"):
        return {"named": [encoder.encode(type(value)), [encoder.encode(item) for item in value]]}
    raise NotSavable(type(value).__qualname__)


def _state(value) -> Iterator[tuple[str, object]]:
    """The attributes that make an object: what its `saved_state` says, else all but cached properties."""
    cls = type(value)
    if hasattr(cls, "saved_state"):
        yield from value.saved_state().items()
        return
    for base in cls.__mro__:
        slots = base.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                yield name, getattr(value, name)
    for name, held in getattr(value, "__dict__", {}).items():
        if not isinstance(getattr(cls, name, None), functools.cached_property):
            yield name, held
