"""Old spellings, declared beside the command that has today's: applied to the arguments before the check, spans kept.

A rule has `last`, the last version that still took the old word ("" where it is accepted to this day), and
`apply(factor)`, which rewrites the arguments of one command in place and returns a Told for each word found. A rule with
`command` makes the whole another command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from numbers import Real
from typing import Any

from .types import is_unknown


@dataclass(frozen=True)
class Told:
    """One old word found: its place, what to tell, and the last version that took it."""

    span: Any
    text: str
    last: str = ""


@dataclass(frozen=True)
class Renamed:
    """A word that moved: `old` and `new` are paths such as DDL_IMPO/LIAISON; `convert` makes today's value of the old one.

    Where both paths end in the same factor keyword the word is renamed there; where `new` is a word of the command
    itself it gathers the values of all occurrences; else the word goes to every occurrence of the other factor keyword.
    `new` None: the word is dropped, it has no effect any more. `new` the same as `old`: only values that `convert` changes
    are old. `convert` giving None drops the word with that value. `still`: today's code_aster takes the old word too, so that
    it tells nothing about the age of the deck.
    """

    old: str
    new: str | None
    convert: Callable[[Any], Any] | None = None
    last: str = ""
    still: bool = False

    @property
    def _tells(self):
        return "" if self.still else self.last

    def apply(self, factor) -> list[Told]:
        """Rewrite the arguments of a command in place."""
        *above, word = self.old.split("/")
        holders = levels(factor, above)
        found = [(holder, holder.arguments.pop(word)) for holder in holders if self._is_old(holder.arguments.get(word))]
        if not found:
            return []
        gone = f"{self.old} has no effect any more"
        if self.new is None:
            _clear(factor, above)
            return [Told(argument.name_span, gone, self._tells) for _, argument in found]
        *target, name = self.new.split("/")
        kept = []
        for holder, argument in found:
            argument.name = name
            if self.convert is not None:
                argument.value = self.convert(argument.value)
            if argument.value is None:
                continue
            kept.append(argument)
            if target == above:
                _join(holder, name, argument)
        if kept and above and not target:
            _gather(factor, above[0], kept)
        elif kept and target != above:
            for holder in levels(factor, target, create=True):
                holder.arguments.setdefault(name, kept[0])
        _clear(factor, above)
        return [Told(argument.name_span, self._told(argument) if argument in kept else gone, self._tells) for _, argument in found]

    def _told(self, argument):
        if self.new != self.old:
            return f"{self.old} is now {self.new}"
        return (
            f"{self.old} has other values today: {argument.value!r}"
            if not is_unknown(argument.value)
            else f"{self.old} has other values today"
        )

    def _is_old(self, argument) -> bool:
        if argument is None:
            return False
        return self.old != self.new or self.convert(argument.value) is not argument.value


@dataclass(frozen=True)
class Old:
    """A word that is still taken where it stands, but that code_aster has taken out; `instead` is what it has today."""

    old: str
    instead: str
    last: str

    def apply(self, factor) -> list[Told]:
        """Tell each occurrence; nothing changes."""
        *above, word = self.old.split("/")
        found = [holder.arguments[word] for holder in levels(factor, above) if word in holder.arguments]
        return [
            Told(argument.name_span, f"{self.old} is gone from code_aster: {self.instead} takes its place", self.last) for argument in found
        ]


@dataclass(frozen=True)
class Values:
    """Values of a word that have other names today: `names` maps the old ones; every item of a tuple is looked at.

    beside  a word next to it and the value that it must have: elsewhere the old names mean what they say; empty: no matter what
    """

    word: str
    names: tuple[tuple[str, str], ...]
    last: str
    beside: tuple[str, ...] = ()

    def apply(self, factor) -> list[Told]:
        """Rewrite the values in place."""
        *above, word = self.word.split("/")
        names, found = dict(self.names), []
        for holder in levels(factor, above):
            argument = holder.arguments.get(word)
            items = _as_list(argument.value) if argument is not None else []
            old = [item for item in items if isinstance(item, str) and item in names]
            if old and self._meant(holder):
                renewed = [names.get(item, item) if isinstance(item, str) else item for item in items]
                argument.value = tuple(renewed) if isinstance(argument.value, (tuple, list)) else renewed[0]
                found += [Told(argument.name_span, f"{self.word}={item!r} is now {names[item]!r}", self.last) for item in old]
        return found

    def _meant(self, holder) -> bool:
        if not self.beside:
            return True
        word, value = self.beside
        return word in holder.arguments and holder.arguments[word].value == value


@dataclass(frozen=True)
class Idle:
    """A word that had no effect where none of the words in `beside` was given, and that is not read there today."""

    old: str
    beside: tuple[str, ...]
    last: str = ""

    def apply(self, factor) -> list[Told]:
        """Take it out."""
        *above, word = self.old.split("/")
        told = []
        for holder in levels(factor, above):
            if word in holder.arguments and not holder.partial and not set(self.beside) & holder.arguments.keys():
                text = f"{self.old} has no effect without {' or '.join(self.beside)}"
                told.append(Told(holder.arguments.pop(word).name_span, text, self.last))
        return told


@dataclass(frozen=True)
class Given:
    """A word that the old command did not have to say: it gets this value unless it is there.

    beside  words one of which tells that the command is an old one; none: it always may go without saying
    """

    word: str
    value: Any
    last: str = ""
    beside: tuple[str, ...] = ()

    def apply(self, factor) -> list[Told]:
        """Add the word; nothing is told."""
        if self.beside and not factor.arguments.keys() & set(self.beside):
            return []
        *above, name = self.word.split("/")
        for holder in levels(factor, above, create=True):
            holder.arguments.setdefault(name, new_argument(name, self.value, holder))
        return []


@dataclass(frozen=True)
class Made:
    """Stands for a concept that a command makes which the deck does not write yet: the old words were inside another.

    command, factor  the command and its arguments;  kind  the type of the concept;  name  what to call it
    """

    command: str
    factor: Any
    kind: str
    name: str


@dataclass(frozen=True)
class ConstantFunction:
    """A parameter that was a number and is a function today: a constant one takes its place."""

    word: str
    last: str

    def apply(self, factor) -> list[Told]:
        """Have the function made."""
        *above, name = self.word.split("/")
        told = []
        for holder in levels(factor, above):
            argument = holder.arguments.get(name)
            if argument is not None and isinstance(argument.value, Real):
                made = type(holder).from_values({"VALE": float(argument.value)}, argument.span)
                argument.value = Made("DEFI_CONSTANTE", made, "fonction_sdaster", f"F_{name}")
                told.append(Told(argument.name_span, f"{self.word} is a function now", self.last))
        return told


def levels(factor, path: Iterable[str], create=False) -> list:
    """The occurrences at the end of a path of factor keywords; `create` makes those that are not there."""
    holders = [factor]
    for name in path:
        for holder in holders:
            if create and name not in holder.arguments:
                value = type(factor)(holder.span)
                holder.arguments[name] = new_argument(name, value, holder)
        holders = [inner for holder in holders for inner in occurrences(holder, name)]
    return holders


def new_argument(name, value, factor):
    """An argument that nobody wrote, in the place of the factor that gets it."""
    return type(factor).from_values({name: value}, factor.span).arguments[name]


def occurrences(factor, name: str) -> list:
    """The occurrences of a factor keyword that was given as `_F(...)`, once or several times."""
    argument = factor.arguments.get(name)
    values = _as_list(argument.value) if argument is not None else []
    return [value for value in values if hasattr(value, "arguments")]


def _join(holder, name, argument):
    """Put the argument there; the occurrences of a factor keyword join those that are there already."""
    there = holder.arguments.setdefault(name, argument)
    if there is not argument and occurrences(holder, name) and hasattr(_as_list(argument.value)[0], "arguments"):
        there.value = [*_as_list(there.value), *_as_list(argument.value)]


def _gather(factor, emptied, arguments):
    """One level up: all values where the occurrences hold nothing else, the first where they stay."""
    first = arguments[0]
    if any(holder.arguments for holder in occurrences(factor, emptied)):
        factor.arguments.setdefault(first.name, first)
        return
    factor.arguments.pop(emptied, None)
    first.value = [item for argument in arguments for item in _as_list(argument.value)]
    first.item_spans = tuple(span for argument in arguments for span in argument.item_spans or (argument.span,))
    factor.arguments[first.name] = first


def _clear(factor, above):
    """A factor keyword that a move has emptied goes too."""
    if above and (values := occurrences(factor, above[0])) and not any(value.arguments or value.partial for value in values):
        del factor.arguments[above[0]]


def _as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]
