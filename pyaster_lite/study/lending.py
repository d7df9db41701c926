"""Names that a formula takes from the deck around it: since 14.1.13 they are given to it, FORMULE(..., a=a)."""

from __future__ import annotations

import ast
from collections.abc import Container
from dataclasses import replace

from pyaster_lite.catalogue.legacy import Told
from pyaster_lite.syntax import nodes
from pyaster_lite.syntax.functions import DEFAULTS

LAST = "14.1.12"
"""The last version whose formulas saw every name of the deck."""
_TEXTS = ("VALE", "VALE_C")


def borrowed(given: dict, known: Container[str]) -> list[str]:
    """The names that a formula with these keywords uses, is not given, and the deck knows; none where its text is not told."""
    text = next((given[word] for word in _TEXTS if isinstance(given.get(word), str)), "")
    parameters = given.get("NOM_PARA", ())
    if parameters is None:
        return []
    try:
        tree = ast.parse("".join(text.strip().splitlines()), mode="eval")
    except SyntaxError:
        return []
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {parameters} if isinstance(parameters, str) else set(parameters)
    own |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    used = dict.fromkeys(node.id for node in sorted(names, key=lambda node: node.col_offset))
    return [name for name in used if name in known and name not in own and name not in given and name not in DEFAULTS]


def lend(decks: list[nodes.Deck]) -> tuple[list[nodes.Deck], list[Told]]:
    """The decks with their formulas given what they take from before them, and what tells it."""
    known: set[str] = set()
    told: list[Told] = []
    return [replace(deck, statements=tuple(_lent(statement, known, told) for statement in deck.statements)) for deck in decks], told


def _lent(statement, known, told):
    """The statement with what its formula borrows; adds what it makes to `known`."""
    made = statement
    if isinstance(statement, nodes.CommandStatement):
        if statement.call.name == "FORMULE":
            made = replace(statement, call=_completed(statement.call, known, told))
        known |= {statement.target.id} if statement.target else set()
    elif isinstance(statement, nodes.Assignment):
        known.add(statement.target.id)
    else:
        known |= statement.writes
    return made


def _completed(call, known, told):
    names = borrowed({keyword.name: _plain(keyword.value) for keyword in call.keywords}, known)
    if not names:
        return call
    span = call.function.span
    text = f"FORMULE/VALE takes {', '.join(names)} from the deck: {', '.join(f'{name}={name}' for name in names)} gives them to it"
    told.append(Told(span, text, LAST))
    return replace(call, keywords=call.keywords + tuple(nodes.Keyword(name, span, nodes.Name(span, name)) for name in names))


def _plain(node):
    """The text or texts that a node is, None where they are not written out."""
    if isinstance(node, nodes.Literal):
        return node.value
    written = isinstance(node, nodes.Sequence) and all(isinstance(item, nodes.Literal) for item in node.items)
    return tuple(item.value for item in node.items) if written else None
