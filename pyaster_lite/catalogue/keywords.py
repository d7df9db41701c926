"""What a command may say: simple keywords, factor keywords and blocks, in code_aster's own terms."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .conditions import Condition
from .versions import version

MANY = math.inf


def _upper(bound):
    return MANY if bound == "**" else bound


@dataclass(frozen=True)
class SIMP:
    """A simple keyword.

    statut "o" mandatory, "f" optional; typ one type name or several; min and max count values ("**" for any
    number); into the allowed values (or an open list, or a function that lists them); val_min and val_max bound numbers;
    validators are functions (values) -> sentence or None; advisory marks a word that cannot change any
    result (verbosity, titles, memory), so that it need not be read by the command. dated lists, oldest first,
    (version, default before that version): defaut is today's. beside names words of the level beside which a
    group may say nothing: with one of them only the command itself looks it up.
    """

    statut: str = "f"
    typ: str | tuple[str, ...] = "TXM"
    min: int = 1
    max: float | str = 1
    into: Iterable | Callable[[], Iterable] | None = None
    val_min: float | None = None
    val_max: float | None = None
    defaut: Any = None
    validators: tuple = ()
    advisory: bool = False
    dated: tuple[tuple[str, Any], ...] = ()
    beside: tuple[str, ...] = ()

    def defaut_at(self, time: tuple[int, ...] | None):
        """The default in a version of code_aster; None for today's."""
        if time is not None:
            for changed, before in self.dated:
                if time < version(changed):
                    return before
        return self.defaut

    @property
    def types(self) -> tuple[str, ...]:
        """The type names as a tuple."""
        return (self.typ,) if isinstance(self.typ, str) else tuple(self.typ)

    @property
    def upper(self) -> float:
        """The greatest number of values."""
        return _upper(self.max)

    @property
    def choices(self) -> tuple | None:
        """The allowed values, or None when any will do."""
        if self.into is None:
            return None
        return tuple(self.into() if callable(self.into) else self.into)

    def allows(self, value) -> bool:
        """Whether a value is among the allowed ones; open lists are asked for it alone, and not for all that they hold."""
        return self.into is None or value in (self.into() if callable(self.into) else self.into)


class OPEN:
    """Factor keywords that are the members of an open list; a deck that gives a few of them has only those imported.

    members   the list, a registry
    declared  function of a member: its FACT
    takes     function of a member: whether the command has it
    """

    def __init__(self, members, declared: Callable, takes: Callable = lambda member: True):
        self.members, self._declared, self._takes = members, declared, takes

    def get(self, word: str) -> FACT | None:
        """What the member of that word declares, None where there is none."""
        member = self.members.get(word)
        return self._declared(member) if member is not None and self._takes(member) else None

    def words(self) -> tuple[str, ...]:
        """Every word; imports the whole list."""
        return tuple(word for word in self.members if self._takes(self.members[word]))


class _Level:
    """Keywords, blocks, open lists and rules of one level."""

    others = False

    def __init__(self, rules=(), keywords=None):
        rules = rules if isinstance(rules, (tuple, list)) else (rules,)
        self.rules = tuple(rules)
        self._own = {k: v for k, v in (keywords or {}).items() if not isinstance(v, (BLOC, OPEN))}
        self.blocks = [v for v in (keywords or {}).values() if isinstance(v, BLOC)]
        self._open = [v for v in (keywords or {}).values() if isinstance(v, OPEN)]

    @cached_property
    def keywords(self) -> dict[str, SIMP | FACT]:
        """The keywords that stand in no block, those of open lists too."""
        return self._own | {word: members.get(word) for members in self._open for word in members.words()}

    def seen_by(self, words):
        """The level with no more of its open lists than these words ask for, unless one of them is none of its words."""
        found = {word: members.get(word) for members in self._open for word in words if word not in self._own}
        if not self._open or None in found.values():
            return self
        level = copy.copy(self)
        level.keywords = self._own | found
        vars(level).pop("_every_keyword", None)
        return level

    def every_keyword(self) -> list[tuple]:
        """(word, definition, condition in words or None) of the level and of all its blocks, nested too."""
        return self._every_keyword

    @cached_property
    def _every_keyword(self):
        found = [(word, definition, None) for word, definition in self.keywords.items()]
        for block in self.blocks:
            outer = block.condition.explain()
            found += [(word, definition, f"{outer} and {inner}" if inner else outer) for word, definition, inner in block.every_keyword()]
        return found


class FACT(_Level):
    """A factor keyword: a group of keywords `_F(...)`, repeated up to `max` times; statut "d": present by default."""

    def __init__(self, statut="f", min=1, max=1, rules=(), advisory=False, **keywords):
        super().__init__(rules, keywords)
        self.statut, self.min, self.upper, self.advisory = statut, min, _upper(max), advisory


class BLOC(_Level):
    """Keywords that are only read under a condition."""

    def __init__(self, condition: Condition, rules=(), **keywords):
        super().__init__(rules, keywords)
        self.condition = condition


class Body(_Level):
    """The keywords of a whole command; with `others`, keywords of any other name may come with any value."""

    def __init__(self, rules=(), keywords=None, others=False):
        super().__init__(rules, keywords)
        self.others = others


def no_repeat(values) -> str | None:
    """Validator: no value twice."""
    seen = set()
    for value in values:
        if value in seen:
            return f"{getattr(value, 'name', None) or repr(value)} is given twice"
        seen.add(value)
    return None


def ascending(values) -> str | None:
    """Validator: values in strictly ascending order."""
    pair = next(((a, b) for a, b in zip(values, values[1:]) if not a < b), None)
    return f"the values must be in ascending order, but {pair[1]} follows {pair[0]}" if pair else None


@dataclass
class ActiveLevel:
    """The keywords of a level that are open under the values given, and the rules that hold there."""

    keywords: dict[str, SIMP | FACT] = field(default_factory=dict)
    rules: list = field(default_factory=list)
    uncertain: bool = False


def active(level: _Level, given: dict, around: dict, time: tuple[int, ...] | None = None) -> ActiveLevel:
    """Open every block of `level` whose condition holds for `given` values, defaults of the `time` and the levels `around`.

    Blocks that may be open, as the values that tell are not known yet, open too, less the words that two of them have each its own way.
    """
    result = ActiveLevel(dict(level.keywords), list(level.rules))
    perhaps, torn = {}, set()
    values = {**around, **_defaults(level.keywords, time), **given}
    waiting = list(level.blocks)
    while waiting:
        opened = [block for block in waiting if block.condition.holds(values) is not False]
        if not opened:
            break
        waiting = [block for block in waiting if block not in opened]
        for block in opened:
            if block.condition.holds(values) is None:
                result.uncertain = True
                torn |= {word for word, own in block.keywords.items() if perhaps.setdefault(word, own) is not own}
            result.keywords.update(block.keywords)
            result.rules += block.rules
            waiting += block.blocks
            values = {**_defaults(block.keywords, time), **values}
    for word in torn:
        del result.keywords[word]
    return result


def _defaults(keywords, time):
    values = {w: d.defaut_at(time) for w, d in keywords.items() if isinstance(d, SIMP)}
    return {word: value for word, value in values.items() if value is not None}
