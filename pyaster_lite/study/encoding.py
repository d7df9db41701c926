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
import importlib
import math
import re
import types
from collections.abc import Iterator

import numpy as np

from pyaster_lite.catalogue import registry as registries

ROOMS = ("concepts", "fe", "modelisations", "behaviours", "materials", "loads", "schemes", "contact")
_MODULE = re.compile(rf"pyaster_lite\.(({'|'.join(ROOMS)})(\.[A-Za-z_]\w*)*|syntax\.nodes|diagnostics)")
_LOCAL = ".<locals>."
_ATTRIBUTE = re.compile(r"[A-Za-z]\w*|_[A-Za-z]\w*")
_SCALAR_KINDS = "biufcSU"
_REGISTRIES = ("MATERIALS", "BEHAVIOURS", "MODELISATIONS", "LOADS", "SCHEMES", "CONTACTS")


class NotSavable(Exception):
    """A value has no safe form; the message says which attribute of what holds it."""


class Damaged(Exception):
    """The data do not decode."""


class Encoder:
    """Turns values into plain data; `objects` and `arrays` gather what the data refer to."""

    def __init__(self):
        self.objects: list[dict] = []
        self.arrays: list[np.ndarray] = []
        self._places: dict[int, int] = {}
        self._keys: dict[int, int] = {}
        self._kept: list = []
        self._members = {
            id(member): (name, word) for name in _REGISTRIES for word, member in getattr(registries, name).loaded().items()
        }

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
        if not _is_ours(cls):
            raise NotSavable(f"{cls.__module__}.{cls.__qualname__}")
        return self._once(value, fill)

    def encode_closure(self, function):
        """An inner function of this package, with what it closes over."""

        def fill(entry):
            codes = _inner_codes(function.__module__, function.__qualname__)
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
    if value.dtype.kind not in _SCALAR_KINDS:
        raise NotSavable(f"numpy.{value.dtype}")
    return {"scalar": [value.dtype.str, encoder.encode(value.item())]}


def _encode_sparse(encoder, value):
    value = value.tocsr() if value.format not in ("csr", "csc") else value
    parts = [encoder.array(part) for part in (value.data, value.indices, value.indptr)]
    return {"sparse": [value.format, type(value).__name__.endswith("_array"), list(value.shape), *parts]}


def _encode_callable(encoder, value):
    if id(value) in encoder._members:
        return {"member": list(encoder._members[id(value)])}
    if not _is_ours(value):
        if isinstance(value, types.FunctionType) and _MODULE.fullmatch(value.__module__ or "") and _LOCAL in value.__qualname__:
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


def _is_ours(thing) -> bool:
    """Whether a class or function stands by name in one of the silent rooms."""
    if _MODULE.fullmatch(thing.__module__ or "") is None or "<" in thing.__qualname__:
        return False
    try:
        return _look_up(thing.__module__, thing.__qualname__) is thing
    except Damaged:
        return False


def _look_up(module, name):
    """A class or function of the silent rooms, by module and qualified name."""
    if not isinstance(module, str) or _MODULE.fullmatch(module) is None:
        raise Damaged(f"{module!r} is no part that a base may name")
    try:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = _unwrapped(found.__dict__[part])
    except (ImportError, KeyError, AttributeError):
        raise Damaged(f"{module}.{name} does not exist in this version") from None
    if not isinstance(found, (type, types.FunctionType)) or found.__module__ != module:
        raise Damaged(f"{module}.{name} is no part that a base may name")
    return found


def _inner_codes(module, name) -> list[types.CodeType]:
    """The code of the functions of that qualified name inside a function of the silent rooms, in the order of its source."""
    outer = _look_up(module, name.partition(_LOCAL)[0])
    found, waiting = [], [outer.__code__] if isinstance(outer, types.FunctionType) else []
    while waiting:
        inner = [item for item in waiting.pop(0).co_consts if isinstance(item, types.CodeType)]
        found += [code for code in inner if code.co_qualname == name]
        waiting += inner
    return found


def _unwrapped(found):
    """The function behind a method, a property or a cached function."""
    for word in () if isinstance(found, type) else ("__func__", "fget", "func", "__wrapped__"):
        inner = getattr(found, word, None)
        if isinstance(inner, types.FunctionType):
            return inner
    return found


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
            cls = _look_up(*entry["class"])
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
        code = _inner_codes(module, name)[index]
        if set(code.co_freevars) != set(held):
            raise Damaged(f"{module}.{name} differs in this version")
        cells = {word: types.CellType() for word in held}
        outer = _look_up(module, name.partition(_LOCAL)[0])
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
        if dtype.kind not in _SCALAR_KINDS:
            raise Damaged(f"{dtype} is no kind of number")
        return dtype.type(self.decode(value))

    def _sparse(self, form, is_array, shape, *parts):
        from scipy import sparse

        suffix = "array" if is_array else "matrix"
        make = {"csr": getattr(sparse, f"csr_{suffix}"), "csc": getattr(sparse, f"csc_{suffix}")}[form]
        return make(tuple(self._arrays(part) for part in parts), shape=tuple(shape))

    def _member(self, registry, word):
        if registry not in _REGISTRIES:
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
    "ours": lambda d, content: _look_up(*content),
    "ufunc": lambda d, name: d._ufunc(name),
    "partial": lambda d, content: d._partial(*content),
    "method": lambda d, content: d._method(*content),
    "enum": lambda d, content: d._enum(*content),
}
