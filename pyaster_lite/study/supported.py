"""The table of what is supported, read off the registries (the README holds a copy that a test compares)."""

from __future__ import annotations

from pyaster_lite.catalogue import registry, words

OPEN_LISTS = (
    ("MODELISATION", registry.MODELISATIONS),
    ("MODELISATION of heat", registry.THERMAL_MODELISATIONS),
    ("DEFI_MATERIAU", registry.MATERIALS),
    ("RELATION", registry.BEHAVIOURS),
    ("loads of AFFE_CHAR_*", registry.LOADS),
    ("time schemes of DYNA_NON_LINE", registry.SCHEMES),
    ("contact", registry.CONTACTS),
    ("localised relations of DYNA_VIBRA", registry.LOCALISED),
    ("time schemes of DYNA_VIBRA on a basis", registry.MODAL_SCHEMES),
    ("time schemes of DYNA_VIBRA on unknowns", registry.DIRECT_SCHEMES),
)


def markdown() -> str:
    """Two tables: the commands with the share of code_aster's keywords that each has, and the members of the open lists."""
    lines = ["| command | keywords | | command | keywords |", "|---|---|---|---|---|"]
    cells = [_command(word) for word in registry.COMMANDS.words() if not registry.COMMANDS[word].former]
    half = (len(cells) + 1) // 2
    for left, right in zip(cells[:half], [*cells[half:], "| "][:half]):
        lines.append(f"| {left} | | {right} |")
    lines += ["", "| open list | members |", "|---|---|"]
    lines += [f"| {title} | {', '.join(members.words())} |" for title, members in OPEN_LISTS]
    return "\n".join(lines) + "\n"


def _command(word: str) -> str:
    declared = _paths(registry.COMMANDS[word].body, "")
    known = words.paths(word)
    return f"{word} | {len(declared & known)} of {len(known)}" if known else f"{word} | all"


def _paths(level, path):
    found = set()
    for word, definition, _ in level.every_keyword():
        found.add(f"{path}{word}")
        if hasattr(definition, "every_keyword"):
            found |= _paths(definition, f"{path}{word}/")
    return found
