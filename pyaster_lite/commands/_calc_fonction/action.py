"""What an action of CALC_FONCTION is, and what several of them share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyaster_lite.catalogue.keywords import FACT
from pyaster_lite.catalogue.types import kind_of
from pyaster_lite.concepts.function_family import FunctionFamily

REAL = "fonction_sdaster"
COMPLEX = "fonction_c"
FAMILY = "nappe_sdaster"


@dataclass(frozen=True)
class Action:
    """One factor keyword: its declaration, run(args) -> function or family, and the type of what it makes.

    kind   a type name, or a function of the level's values (of the list of levels for a repeatable keyword)
    doubt  where there is one: function of the level and what was made giving (word, sentence) of a warning, or None
    """

    fact: FACT
    run: Callable
    kind: str | Callable = REAL
    doubt: Callable | None = None


def as_list(value) -> list:
    """One or several values as a list."""
    return list(value) if isinstance(value, (tuple, list)) else [value]


def kind_of_first(args) -> str | None:
    """The type of the first function of a level, or of the first of several levels."""
    level = args[0] if isinstance(args, list) else args
    return kind_of(as_list(level.FONCTION)[0])


def alike(args, functions):
    """The functions, families being given the same values of their first parameter; the user's mistake when types are mixed."""
    families = [isinstance(f, FunctionFamily) for f in functions]
    if any(families) and not all(families):
        raise args.wrong("FONCTION", "functions of one and of two parameters cannot be mixed here")
    if not all(families):
        return functions
    made = []
    for family in functions:
        for other in functions:
            family = family.with_values(other)
        made.append(family)
    return made
