"""INCLUDE: the statements of another command file take the place of the command (u4.13.01)."""

from __future__ import annotations

from dataclasses import replace

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.syntax import nodes, parser

from . import graph

_DEEPEST = 20


def expand(deck: nodes.Deck, files, sources: dict[str, nodes.Deck], depth: int = 0) -> nodes.Deck:
    """The deck with every INCLUDE at its top level replaced by what the file holds.

    `sources` collects each file read, by path. Raises Refused when a file is missing, or includes itself.
    """
    included = {}
    for call in _includes(deck):
        if depth == _DEEPEST:
            raise Refused([Diagnostic(Severity.ERROR, "S040", "command files include each other without end", call.span)])
        included[call.span] = expand(parser.parse_file(_path(call, files)), files, sources, depth + 1)
    if included:
        made = {name for inner in included.values() for step in graph.build([inner]).steps for name in step.makes}
        deck = parser.parse(deck.source, deck.path, made)
    sources[deck.path] = deck
    statements = []
    for statement in deck.statements:
        inner = included.get(getattr(getattr(statement, "call", None), "span", None))
        statements += inner.statements if inner else [statement]
    return replace(deck, statements=tuple(statements))


def _includes(deck):
    calls = [s.call for s in deck.statements if isinstance(s, nodes.CommandStatement)]
    return [call for call in calls if call.name == "INCLUDE"]


def _path(call: nodes.Call, files):
    given = {k.name: k for k in call.keywords if k.name not in ("INFO", "ALARME")}
    if len(given) == 1 and isinstance(next(iter(given.values())).value, nodes.Literal):
        word, keyword = next(iter(given.items()))
        if word == "UNITE" and isinstance(keyword.value.value, int):
            return files.path(keyword.value.value, "r", span=keyword.value.span)
        if word == "DONNEE" and isinstance(keyword.value.value, str):
            return files.find(keyword.value.value, keyword.value.span)
    raise Refused([Diagnostic(Severity.ERROR, "S041", "INCLUDE takes UNITE=number or DONNEE='file'", call.span)])
