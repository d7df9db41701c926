"""Nodes and cells that old decks name one by one, at words that take groups only today: NOEUD is now GROUP_NO, MAILLE GROUP_MA.

What such a word names becomes a group of one, so that the commands know groups only.
"""

from __future__ import annotations

from .. import words
from ..keywords import FACT, SIMP
from ..legacy import Told, occurrences
from ..types import is_unknown

LAST = "15.2.17+"
_TODAY = (("NOEUD", "GROUP_NO", "grno"), ("MAILLE", "GROUP_MA", "grma"))


class Single(str):
    """The name of a node or cell in the place of a group's; a mesh takes it for the group of that one (see concepts.mesh).

    `part` is the old word of its kind, NOEUD or MAILLE; `own` whether N12 is the node that the mesh file calls so, as versions that
    show the word had it, rather than the twelfth.
    """

    alone = True

    def __new__(cls, name: str, part: str = "NOEUD", own: bool = True):
        single = super().__new__(cls, name.strip())
        single.part, single.own = part, own
        return single


def one_by_one(level, factor, path: str) -> list[Told]:
    """Rewrite the words of a command (`level` its keywords, `factor` its arguments, `path` its name and /) in place, at any depth.

    A word that code_aster still takes, though it does not show it, is no sign of an old version.
    """
    declared = {}
    for word, definition, _ in level.every_keyword():
        declared.setdefault(word, []).append(definition)
    told = []
    for word, argument in list(factor.arguments.items()):
        if word not in declared:
            told += _renamed(declared, factor, word, argument, path)
        for definition in declared.get(word, ()):
            if isinstance(definition, FACT):
                told += [t for inner in occurrences(factor, word) for t in one_by_one(definition, inner, f"{path}{word}/")]
    return told


def _renamed(declared, factor, word, argument, path):
    for part, group, kind in _TODAY:
        today = word.replace(part, group)
        definitions = declared.get(today, ()) if part in word.split("_") else ()
        if not any(isinstance(d, SIMP) and kind in d.types for d in definitions):
            continue
        del factor.arguments[word]
        last = "" if words.has_keyword(path.rstrip("/"), word) else LAST
        argument.name, argument.value = today, _singles(argument.value, part, bool(last))
        there = factor.arguments.setdefault(today, argument)
        if there is not argument and not is_unknown(there.value) and not is_unknown(argument.value):
            there.value = [*_listed(there.value), *_listed(argument.value)]
            there.item_spans = (*there.item_spans, *argument.item_spans)
        return [Told(argument.name_span, f"{path}{word} is now {path.partition('/')[2]}{today}", last)]
    return []


def singles(factor):
    """The names that stand alone in the arguments of a command, at any depth."""
    for word, argument in factor.arguments.items():
        yield from (item for item in _listed(argument.value) if isinstance(item, Single))
        for inner in occurrences(factor, word):
            yield from singles(inner)


def _singles(value, part, own):
    if isinstance(value, (list, tuple)):
        return [_singles(item, part, own) for item in value]
    return Single(value, part, own) if isinstance(value, str) else value


def _listed(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]
