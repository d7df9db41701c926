"""INCLUDE: the statements of another command file take the place of the command (u4.13.01)."""

from __future__ import annotations

from dataclasses import replace

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity
from pyaster_lite.syntax import nodes, parser

_DEEPEST = 20


def expand(deck: nodes.Deck, files, sources: dict[str, nodes.Deck], depth: int = 0) -> nodes.Deck:
    """The deck with every INCLUDE at its top level replaced by what the file holds.

    `sources` collects each file read, by path. Raises Refused when a file is missing, or includes itself.
    """
    sources[deck.path] = deck
    statements = []
    for statement in deck.statements:
        if isinstance(statement, nodes.CommandStatement) and statement.call.name == "INCLUDE":
            if depth == _DEEPEST:
                raise Refused([Diagnostic(Severity.ERROR, "S040", "command files include each other without end", statement.span)])
            inner = parser.parse_file(_path(statement.call, files))
            statements += expand(inner, files, sources, depth + 1).statements
        else:
            statements.append(statement)
    return replace(deck, statements=tuple(statements))


def _path(call: nodes.Call, files):
    given = {k.name: k for k in call.keywords if k.name not in ("INFO", "ALARME")}
    if len(given) == 1 and isinstance(next(iter(given.values())).value, nodes.Literal):
        word, keyword = next(iter(given.items()))
        if word == "UNITE" and isinstance(keyword.value.value, int):
            return files.path(keyword.value.value, "r", span=keyword.value.span)
        if word == "DONNEE" and isinstance(keyword.value.value, str):
            return files.find(keyword.value.value, keyword.value.span)
    raise Refused([Diagnostic(Severity.ERROR, "S041", "INCLUDE takes UNITE=number or DONNEE='file'", call.span)])
