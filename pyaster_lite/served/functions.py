"""code_aster.CA.Function and FunctionComplex: functions that a deck's Python makes and fills."""

from __future__ import annotations

import numpy as np

from pyaster_lite.catalogue.registry import SERVED
from pyaster_lite.concepts.function import Function, Properties
from pyaster_lite.concepts.function_family import FunctionFamily


class _Made(type):
    """A class of functions: those of commands are instances of it, and calling it makes an empty one."""

    def __instancecheck__(cls, value):
        return isinstance(value, Function) and value.is_complex == cls.complex

    def __call__(cls):
        return Function([], np.empty(0, complex if cls.complex else float), Properties(""))


@SERVED.register("code_aster.CA.Function")
def function(study):
    """Function(): real, without points or properties yet."""
    return _Made("Function", (), {"complex": False})


@SERVED.register("code_aster.CA.FunctionComplex")
def complex_function(study):
    """FunctionComplex(): as Function, of complex values."""
    return _Made("FunctionComplex", (), {"complex": True})


@SERVED.register("code_aster.CA.Function2D")
def family(study):
    """The class of what DEFI_NAPPE makes."""
    return FunctionFamily
