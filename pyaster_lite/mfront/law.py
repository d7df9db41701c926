"""A law in a space, out of its file."""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules

from . import bricks, dsl
from .description import read
from .dsl._dsl import DSLS, Dsl
from .errors import MFrontError
from .material_law import function_of
from .space import SPACES


class Source:
    """Texts that describe a law, (file, text) each: its own first, then those of the laws of materials that it calls."""

    def __init__(self, texts):
        (file, text), *others = texts
        self.description, self._others = read(file, text), dict(others)
        self._laws: dict[str, Dsl] = {}

    @cached_property
    def kind(self) -> type[Dsl]:
        """Its DSL; MFrontError where there is none such."""
        for folder in (dsl, bricks):
            for module in iter_modules(folder.__path__):
                import_module(f"{folder.__name__}.{module.name}")
        if self.description.dsl not in DSLS:
            raise MFrontError(f"there is no DSL {self.description.dsl} yet", self.description.place, missing=True)
        return DSLS[self.description.dsl]

    @cached_property
    def functions(self) -> dict:
        """The laws of materials that it calls."""
        found = {}
        for name, place in self.description.needed:
            if name not in self._others:
                raise MFrontError(f"there is no file {name}", place)
            found |= function_of(read(name, self._others[name]))
        return found

    @property
    def spaces(self) -> tuple[str, ...]:
        """The modelling hypotheses that it is for: plane stress where it says so only."""
        said = self.description.hypotheses
        if ".+" in said or "*" in said:
            return tuple(SPACES)
        return tuple(name for name in SPACES if (name in said if said else name != "PlaneStress"))

    def law(self, hypothesis: str) -> Dsl:
        """The law in one of its spaces; MFrontError where it cannot be."""
        if hypothesis not in self.spaces:
            raise MFrontError(f"{self.description.law} is not for {hypothesis}", self.description.place)
        if hypothesis not in self._laws:
            self._laws[hypothesis] = self.kind(self.description, SPACES[hypothesis], self.functions)
        return self._laws[hypothesis]


@cache
def source(texts: tuple[tuple[str, str], ...]) -> Source:
    """The same texts are read once."""
    return Source(texts)
