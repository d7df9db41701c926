"""The functions and constants that the evaluator may use: those that compute and do nothing else."""

from __future__ import annotations

import builtins
import importlib
import math
import sys
from functools import cache

LARGEST_SEQUENCE = 2_000_000
LARGEST_INTEGER_BITS = 65_536

_BUILTINS = "abs bool complex dict float int len list max min pow range repr reversed round set sorted str sum tuple zip"
_NUMPY = """
    abs absolute arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh array ceil concatenate cos cosh cross cumsum
    deg2rad degrees diff dot e euler_gamma exp expm1 eye fabs float64 floor hypot identity imag inf int32 int64 interp
    linspace log log10 log1p log2 logspace max maximum mean min minimum mod ones outer pi power prod rad2deg radians real
    round sign sin sinh size sqrt square sum tan tanh transpose trunc vstack hstack where zeros
"""


class TooLarge(ValueError):
    """A value would take more room or time than any deck needs."""


@cache
def allowed(module: str) -> frozenset[str]:
    """The names of a library that an expression may use."""
    if module == "numpy":
        return frozenset(_NUMPY.split())
    if module in ("math", "cmath"):
        return frozenset(name for name in dir(importlib.import_module(module)) if not name.startswith("_"))
    return frozenset()


LIBRARIES = ("math", "cmath", "numpy")

# What code_aster puts before every deck: `from math import *`, over Python's own functions.
DEFAULTS = {name: getattr(builtins, name) for name in _BUILTINS.split()}
DEFAULTS |= {name: getattr(math, name) for name in sorted(allowed("math")) if name != "pow"}
DEFAULTS["pow"] = math.pow


def library(module: str):
    """An allowed library, imported when first asked for; raises KeyError for any other name."""
    if module not in LIBRARIES:
        raise KeyError(module)
    return importlib.import_module(module)


def is_harmless(function) -> bool:
    """Whether a value is one of the functions that an expression may call."""
    if any(function is known for known in DEFAULTS.values()):
        return True
    return any(function is getattr(library_, name, None) for library_, name in _loaded())


def _loaded():
    for module in LIBRARIES:
        if module in sys.modules:
            for name in allowed(module):
                yield sys.modules[module], name


def call(function, arguments, keywords):
    """The value of a harmless call; raises TooLarge where it would not end or not fit."""
    _guard(getattr(function, "__name__", ""), arguments)
    return function(*arguments, **keywords)


def _guard(name, arguments):
    numbers = [a for a in arguments if isinstance(a, (int, float)) and not isinstance(a, bool)]
    if name in ("factorial", "comb", "perm") and any(abs(n) > 5000 for n in numbers):
        raise TooLarge(f"{name} of a number above 5000")
    if name in ("pow", "power") and len(numbers) == len(arguments) > 1:
        guard_power(*numbers[:2])
    if name in ("zeros", "ones") and arguments:
        shape = arguments[0] if isinstance(arguments[0], (tuple, list)) else numbers[:1]
        guard_size(math.prod(max(int(n), 1) for n in shape))
    if name in ("eye", "identity") and numbers:
        guard_size(numbers[0] ** 2)
    if name in ("linspace", "logspace") and len(numbers) > 2:
        guard_size(numbers[2])
    if name == "arange" and numbers:
        start, stop, step = (0, numbers[0], 1) if len(numbers) == 1 else (*numbers, 1)[:3]
        guard_size((stop - start) / step if step else 0)
    if name in ("list", "tuple", "set", "sorted", "sum", "max", "min", "array", "dict"):
        for argument in arguments:
            if isinstance(argument, range):
                guard_size(len(argument) if argument.stop - argument.start < 2**62 else LARGEST_SEQUENCE + 1)


def guard_size(items):
    """Refuse a sequence or text of that many items when it is out of proportion."""
    if items > LARGEST_SEQUENCE:
        raise TooLarge(f"{items:.3g} items")


def guard_power(base, exponent):
    """Refuse an integer power with too many digits."""
    whole = isinstance(base, int) and isinstance(exponent, int) and abs(base) > 1
    if whole and base.bit_length() * exponent > LARGEST_INTEGER_BITS:
        raise TooLarge("an integer with too many digits")
