"""Reading on after a syntax error, so that all of them are told at once."""

from __future__ import annotations

import threading

from lark.exceptions import UnexpectedInput

from pyaster_lite.diagnostics import Refused
from pyaster_lite.syntax.grammar import grammar
from pyaster_lite.syntax.layout import IndentationMismatch
from pyaster_lite.syntax.messages import COMMAND_LINE, describe
from pyaster_lite.syntax.nodes import Node, Part

_MOST = 20
_one_at_a_time = threading.Lock()


def tree(text: str, file: str) -> Part:
    """The grammar's tree of a whole file.

    Raises Refused: after an error the text is taken up at the next line that starts a command at the margin.
    """
    found = []
    with _one_at_a_time:
        made = _attempt(text, file, found)
        rest = text
        while made is None and found and len(found) < _MOST:
            rest = _after(rest, max(found[-1].span.line, found[-1].span.end_line))
            if rest is None or _attempt(rest, file, found) is not None:
                break
    if found:
        raise Refused(found)
    return made


def expression(text: str, file: str) -> Node:
    """The node of one expression; raises Refused."""
    found = []
    with _one_at_a_time:
        made = _attempt(text, file, found, "expression_input")
    if found:
        raise Refused(found)
    return made.children[0]


def _attempt(text, file, found, start="file_input"):
    engine = grammar()
    try:
        return engine.parse(text.rstrip() + "\n", file, start)
    except (UnexpectedInput, IndentationMismatch) as error:
        found.append(describe(error, engine.layout, text, file))
        return None


def _after(text, line):
    """The text with what precedes the next command after `line` blanked, or None at the end."""
    lines = text.split("\n")
    for number in range(line, len(lines)):
        if not lines[number][:1].isspace() and COMMAND_LINE.match(lines[number]):
            return "\n" * number + "\n".join(lines[number:])
    return None
