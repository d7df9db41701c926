"""Which classes and functions of this package a saved base may name: those of the silent rooms, and no others.

The silent rooms compute on arrays and hold data; nothing in them opens a file or starts a process.
"""

from __future__ import annotations

import importlib
import re
import types

ROOMS = ("concepts", "fe", "modelisations", "behaviours", "materials", "loads", "schemes", "contact")
_MODULE = re.compile(rf"pyaster_lite\.(({'|'.join(ROOMS)})(\.[A-Za-z_]\w*)*|syntax\.nodes|diagnostics)")
_LOCAL = ".<locals>."


class Damaged(Exception):
    """The data of a base do not decode."""


def is_ours(thing) -> bool:
    """Whether a class or function stands by name in one of the silent rooms."""
    if _MODULE.fullmatch(thing.__module__ or "") is None or "<" in thing.__qualname__:
        return False
    try:
        return look_up(thing.__module__, thing.__qualname__) is thing
    except Damaged:
        return False


def look_up(module, name):
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


def inner_codes(module, name) -> list[types.CodeType]:
    """The code of the functions of that qualified name inside a function of the silent rooms, in the order of its source."""
    outer = outer_of(module, name)
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


def is_inner(function) -> bool:
    """Whether a function is defined inside another one of the silent rooms."""
    return _MODULE.fullmatch(function.__module__ or "") is not None and _LOCAL in function.__qualname__


def outer_of(module, name) -> types.FunctionType:
    """The function around an inner one, by qualified name."""
    return look_up(module, name.partition(_LOCAL)[0])
