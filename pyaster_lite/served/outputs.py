"""code_aster.Utilities.outputs: commands as text."""

from __future__ import annotations

from pyaster_lite.catalogue.registry import SERVED


@SERVED.register("code_aster.Utilities.outputs.command_text")
def command_text(study):
    """command_text(command, keywords, result, limit): the call as a deck has it, a keyword a line, a factor keyword on its own.

    limit  how many values of a list are shown; 0: all
    """

    def text(command_name, keywords, result="", limit=0):
        head = f"{result} = {command_name}(" if result else f"{command_name}("
        lines = [f"{word}={_value(value, limit, len(head) + len(word) + 1)}" for word, value in keywords.items()]
        return head + (",\n" + " " * len(head)).join(lines) + ")"

    return text


def _value(value, limit, column):
    if isinstance(value, dict):
        inner = [f"{word}={_value(item, limit, column)}" for word, item in value.items()]
        return "_F(" + (",\n" + " " * (column + 3)).join(inner) + ")"
    if isinstance(value, (list, tuple)) and any(isinstance(item, dict) for item in value):
        return "(" + (",\n" + " " * (column + 1)).join(_value(item, limit, column + 1) for item in value) + ")"
    if isinstance(value, (list, tuple)):
        shown = [repr(item) if not hasattr(item, "getName") else item.userName for item in (value[:limit] if limit else value)]
        return f"({', '.join(shown + ['...'] * (0 < limit < len(value)))})"
    return getattr(value, "userName", None) or repr(value)
