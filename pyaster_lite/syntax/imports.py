"""What an import brings: words of code_aster (nothing to do), mathematical libraries (values), or Python's business."""

from __future__ import annotations

from pyaster_lite.diagnostics import Span
from pyaster_lite.syntax import functions
from pyaster_lite.syntax.names import COMMAND_NAME
from pyaster_lite.syntax.nodes import Assignment, Library, Name, Part

# Modules whose words the deck language has anyway.
_OWN = frozenset(
    (
        "aster",
        "code_aster",
        "code_aster.Commands",
        "code_aster.Cata",
        "code_aster.Cata.Syntax",
        "Accas",
        "Cata.cata",
        "__future__",
    )
)

_DECLARING = frozenset(
    (
        *("SIMP", "FACT", "BLOC", "MACRO", "OPER", "PROC"),
        *("AU_MOINS_UN", "AU_PLUS_UN", "ENSEMBLE", "EXCLUS", "PRESENT_ABSENT", "PRESENT_PRESENT", "UN_PARMI"),
    )
)
"""Words that look like commands, by which a deck declares its own: only Python knows them."""


def assignments(part: Part, span: Span) -> list[Assignment] | None:
    """The values that an import statement binds; empty when it brings nothing new, None when only Python can run it."""
    if part.kind == "import_name":
        return _modules(part, span)
    return _names(part, span)


def _dotted(part):
    return ".".join(str(token) for token in part.children)


def _modules(part, span):
    made = []
    for item in (child for child in part.children if isinstance(child, Part)):
        module, *alias = item.children
        dotted = _dotted(module)
        if dotted in functions.LIBRARIES:
            made.append(_assignment(str(alias[0]) if alias else dotted, Library(span, dotted), span))
        elif dotted not in _OWN or alias:
            return None
    return made


def _names(part, span):
    pieces = part.children[1:]
    if not isinstance(pieces[0], Part) or pieces[0].kind != "dotted_name":
        return None
    module = _dotted(pieces[0])
    items = [child.children for child in pieces[1:] if isinstance(child, Part)]
    if not items:
        return [] if module in _OWN or module == "math" else None
    if module in functions.LIBRARIES:
        if all(str(item[0]) in functions.allowed(module) for item in items):
            return [_assignment(str(item[-1]), Library(span, module, str(item[0])), span) for item in items]
        return None
    commands = module.startswith(("code_aster.MacroCommands.", "code_aster.CodeCommands.")) and ".Utils." not in module
    own = module in _OWN or commands
    if own and all(len(item) == 1 and _is_own_word(module, str(item[0])) for item in items):
        return []
    return None


def _is_own_word(module, word):
    if module == "__future__":
        return True
    return word in ("CA", "_F", "CO") or bool(COMMAND_NAME.fullmatch(word)) and word not in _DECLARING


def _assignment(name, value, span):
    return Assignment(span, Name(span, name), value)
