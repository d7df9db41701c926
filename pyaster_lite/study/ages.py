"""How old a deck is, from its words: an old word was last taken by some version, so the deck is not younger."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from pyaster_lite.catalogue.checker import renew
from pyaster_lite.catalogue.legacy import Told
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.catalogue.versions import version
from pyaster_lite.diagnostics import Diagnostic, Severity

from .graph import Graph
from .prepare import readable


def betrayed(graph: Graph, lent: Iterable[Told] = ()) -> tuple[tuple[int, ...] | None, list[Diagnostic]]:
    """The youngest version that takes every word of the deck, with a note that says what tells it; None: today's.

    lent  what formulas took from the deck around them
    """
    oldest = min((told for told in chain(lent, _old_words(graph)) if told.last), key=lambda told: version(told.last), default=None)
    if oldest is None:
        return None, []
    text = f"the defaults of version {oldest.last} hold, the last to take what {oldest.text.split(' ')[0]} says here"
    help = "--aster-version tells the version that the deck was written for"
    return version(oldest.last), [Diagnostic(Severity.NOTE, "L002", text, oldest.span, help)]


def _old_words(graph):
    for step in graph.steps:
        statement = step.statement
        for call in getattr(statement, "calls", ()) if step.kind == "python" else (statement.call,) if step.kind == "command" else ():
            command = COMMANDS.get(call.name) if call.name else None
            factor = readable(call, {}) if command is not None else None
            if factor is not None:
                factor.span = call.function.span
                yield from renew(command, factor)[1]
