"""Conditions of keyword blocks: objects that can be judged and can explain themselves.

`values` maps the keywords of the level (and of the levels around it) to their values, defaults included.
A judgement is True, False, or None when a value is only known at the run.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

from .types import is_unknown, kind_matches


class Condition:
    """Base: combine with `&`, `|` and `~`."""

    def holds(self, values) -> bool | None:
        """Whether the condition is met; None when it cannot be told yet."""
        raise NotImplementedError

    def explain(self) -> str:
        """The condition in words that a user can read after "when"."""
        raise NotImplementedError

    def __and__(self, other):
        return All((self, other))

    def __or__(self, other):
        return AnyOf((self, other))

    def __invert__(self):
        return Not(self)


def _as_list(value):
    return value if isinstance(value, (tuple, list)) else [value]


def _in_words(values):
    words = [f"'{v}'" if isinstance(v, str) else str(v) for v in values]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


@dataclass(frozen=True)
class IsIn(Condition):
    """The keyword's value (one of them, for a list) is among the choices."""

    keyword: str
    choices: tuple

    def holds(self, values):
        value = values.get(self.keyword)
        if is_unknown(value):
            return None
        return any(isinstance(one, (str, Real)) and one in self.choices for one in _as_list(value))

    def explain(self):
        return f"{self.keyword} is {_in_words(self.choices)}"


@dataclass(frozen=True)
class Present(Condition):
    """The keyword is given (or has a default)."""

    keyword: str

    def holds(self, values):
        return values.get(self.keyword) is not None

    def explain(self):
        return f"{self.keyword} is given"


@dataclass(frozen=True)
class OfKind(Condition):
    """The keyword's value is a concept of one of the types."""

    keyword: str
    kinds: tuple[str, ...]

    def holds(self, values):
        value = values.get(self.keyword)
        if is_unknown(value):
            return None
        if isinstance(value, (tuple, list)):
            value = value[0] if value else None
        return any(kind_matches(value, kind) for kind in self.kinds)

    def explain(self):
        return f"{self.keyword} is of type {' or '.join(self.kinds)}"


@dataclass(frozen=True)
class LessThan(Condition):
    """The keyword's number is below a bound."""

    keyword: str
    bound: float

    def holds(self, values):
        value = values.get(self.keyword)
        if is_unknown(value):
            return None
        return isinstance(value, Real) and value < self.bound

    def explain(self):
        return f"{self.keyword} is below {self.bound}"


@dataclass(frozen=True)
class All(Condition):
    """Every one of the conditions."""

    parts: tuple[Condition, ...]

    def holds(self, values):
        judged = [part.holds(values) for part in self.parts]
        return False if False in judged else None if None in judged else True

    def explain(self):
        return " and ".join(part.explain() for part in self.parts)


@dataclass(frozen=True)
class AnyOf(Condition):
    """At least one of the conditions."""

    parts: tuple[Condition, ...]

    def holds(self, values):
        judged = [part.holds(values) for part in self.parts]
        return True if True in judged else None if None in judged else False

    def explain(self):
        return " or ".join(part.explain() for part in self.parts)


@dataclass(frozen=True)
class Not(Condition):
    """The contrary of a condition."""

    part: Condition

    def holds(self, values):
        judged = self.part.holds(values)
        return None if judged is None else not judged

    def explain(self):
        if isinstance(self.part, Present):
            return f"{self.part.keyword} is not given"
        if isinstance(self.part, IsIn):
            return f"{self.part.keyword} is not {_in_words(self.part.choices)}"
        return f"not ({self.part.explain()})"


def equal(keyword, value):
    """The keyword has this value."""
    return IsIn(keyword, (value,))


def is_in(keyword, *choices):
    """The keyword has one of these values."""
    return IsIn(keyword, choices)


def present(keyword):
    """The keyword is given."""
    return Present(keyword)


def absent(keyword):
    """The keyword is not given."""
    return Not(Present(keyword))


def of_kind(keyword, *kinds):
    """The keyword holds a concept of one of these types."""
    return OfKind(keyword, kinds)


def less_than(keyword, bound):
    """The keyword's number is below the bound."""
    return LessThan(keyword, bound)
