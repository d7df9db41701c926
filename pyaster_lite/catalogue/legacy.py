"""Old spellings, declared beside the command that has today's: applied to the arguments before the check, spans kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Renamed:
    """A word that moved: `old` and `new` are paths such as DDL_IMPO/LIAISON; `convert` makes today's value of the old one.

    Both paths end in the same factor keyword, or `new` is a word of the command itself, which gathers the values of all
    occurrences. `new` None: the word is dropped, it has no effect any more. `new` the same as `old`: only values that
    `convert` changes are old.
    """

    old: str
    new: str | None
    convert: Callable[[Any], Any] | None = None

    def apply(self, factor) -> list[tuple[Any, str]]:
        """Rewrite the arguments of a command in place; returns (argument, what to tell) for each word found."""
        *above, word = self.old.split("/")
        holders = [factor]
        for name in above:
            holders = [inner for holder in holders for inner in occurrences(holder, name)]
        found = [(holder, holder.arguments.pop(word)) for holder in holders if self._is_old(holder.arguments.get(word))]
        if not found:
            return []
        if self.new is None:
            return [(argument, f"{self.old} has no effect any more") for _, argument in found]
        for holder, argument in found:
            argument.name = self.new.split("/")[-1]
            if self.convert is not None:
                argument.value = self.convert(argument.value)
            holder.arguments[argument.name] = argument
        if above and "/" not in self.new:
            self._gather(factor, above[0], [argument for _, argument in found])
        today = self.new if self.new != self.old else f"{self.new}={found[0][1].value!r}"
        return [(argument, f"{self.old} is now {today}") for _, argument in found]

    def _is_old(self, argument) -> bool:
        if argument is None:
            return False
        return self.old != self.new or self.convert(argument.value) is not argument.value

    @staticmethod
    def _gather(factor, emptied, arguments):
        factor.arguments.pop(emptied, None)
        first = arguments[0]
        first.value = [item for argument in arguments for item in _as_list(argument.value)]
        first.item_spans = tuple(span for argument in arguments for span in argument.item_spans)
        factor.arguments[first.name] = first


def occurrences(factor, name: str) -> list:
    """The occurrences of a factor keyword that was given as `_F(...)`, once or several times."""
    argument = factor.arguments.get(name)
    values = _as_list(argument.value) if argument is not None else []
    return [value for value in values if hasattr(value, "arguments")]


def _as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]
