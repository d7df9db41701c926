"""Formulas: functions of named parameters given by the text of an expression."""

from __future__ import annotations

import math
from types import FunctionType

from pyaster_lite.concepts.base import Concept
from pyaster_lite.concepts.function import UnknownParameter
from pyaster_lite.fe.errors import ComputationFailed


class Formula(Concept):
    """A formula of a deck.

    text, parameters  the expression and the names of its variables, in order
    context           values of the other names in it: numbers, functions
    compiler          compiler(text, parameters, context, complex_=...) -> a function of numbers or arrays; a formula that was
                      read from a base has none until `compile` gives it one
    lost              names in it whose values were functions of an earlier command file: without them it has no value
    """

    vectorised = True

    def __init__(self, text: str, parameters, context: dict, is_complex: bool, compiler):
        self.text, self.parameters, self.context, self.is_complex = text, tuple(parameters), dict(context), is_complex
        self.lost: list[str] = []
        self.compile(compiler)

    @property
    def kind(self):
        """formule or formule_c."""
        return "formule_c" if self.is_complex else "formule"

    def compile(self, compiler):
        """Make it computable."""
        self._compiler = compiler
        if self.lost:
            return
        # A real formula of complex functions is the real part of what it gives; any other must not turn complex by accident.
        self._real_part = not self.is_complex and any(getattr(v, "is_complex", False) for v in self.context.values())
        self._function = compiler(self.text, self.parameters, self.context, complex_=self.is_complex or self._real_part)

    def saved_state(self) -> dict:
        """What a base keeps of it: all but the functions that Python defined."""
        lost = self.lost + [name for name, value in self.context.items() if isinstance(value, FunctionType)]
        kept = {name: value for name, value in self.context.items() if name not in lost}
        return {word: getattr(self, word) for word in ("name", "text", "parameters", "is_complex")} | {"context": kept, "lost": lost}

    def restored(self):
        """After a base was read."""
        self._function = None

    def forget_functions(self):
        """Lose the functions that the command file itself defined; those of modules stay."""
        gone = [name for name, value in self.context.items() if isinstance(value, FunctionType) and value.__module__ == "__main__"]
        self.lost += gone
        self.context = {name: value for name, value in self.context.items() if name not in gone}
        if self.lost:
            self._function = None

    def __call__(self, *values):
        """The value at numbers or arrays, one for each parameter. Raises ComputationFailed when it lost a function."""
        if self._function is None:
            what = f"has no {self.lost[0]} any more: setContext gives it one" if self.lost else "was read from a base and is not compiled"
            raise ComputationFailed(f"the formula {self.name} {what}")
        found = self._function(*values)
        return found.real if self._real_part else found

    def evaluate(self, **values):
        """The value by names of parameters; others are ignored. Raises UnknownParameter when one is missing."""
        missing = [word for word in self.parameters if word not in values]
        if missing:
            raise UnknownParameter(f"formula {self.name}", missing[0])
        return self(*(values[word] for word in self.parameters))

    # what the Python of decks asks -------------------------------------------------------------------------------

    def getVariables(self):
        """The names of its parameters."""
        return list(self.parameters)

    def getExpression(self):
        """Its text."""
        return self.text

    def getContext(self):
        """The values of the other names in it, and those that every formula knows."""
        known = {name: value for name, value in vars(math).items() if not name.startswith("_")}
        return known | self.context

    def setContext(self, context):
        """Give the other names in it new values; raises ComputationFailed when it is no dictionary."""
        if not isinstance(context, dict):
            raise ComputationFailed(f"the context of a formula is a dictionary, not {context!r}")
        self.context, self.lost = dict(context), []
        self.compile(self._compiler)

    def Parametres(self):
        """The properties in the deck's words, as CALC_FONC_INTERP takes them."""
        return {
            "INTERPOL": ["LIN", "LIN"],
            "NOM_PARA": list(self.parameters),
            "NOM_RESU": "TOUTRESU",
            "PROL_DROITE": "EXCLU",
            "PROL_GAUCHE": "EXCLU",
        }

    def getProperties(self):
        """[type, interpolation, parameter, result, extrapolation, name]"""
        return ["INTERPRE", "INTERPRE", "", "TOUTRESU", "II", self.inner_name()]
