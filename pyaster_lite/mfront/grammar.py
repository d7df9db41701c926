"""The two grammars, built when first needed."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import lark

from .errors import MFrontError, Place

HERE = Path(__file__).parent


@cache
def _parser(name, starts):
    grammar = (HERE / f"{name}.lark").read_text(encoding="utf-8")
    return lark.Lark(grammar, parser="lalr", propagate_positions=True, start=list(starts), maybe_placeholders=False)


def outline_tree(text: str, file: str) -> lark.Tree:
    """The directives of a file; MFrontError where it has no such form."""
    return _parsed(_parser("outline", ("start",)), text, "start", Place(file, 1, 1))


def code_tree(text: str, start: str, place: Place) -> lark.Tree:
    """The tree of a piece of text that begins at a place: a "program", "variables", the "options" of a brick, an "expression"."""
    return _parsed(_parser("code", ("program", "variables", "options", "expression")), text, start, place)


def _parsed(parser, text, start, place):
    padded = "\n" * (place.line - 1) + " " * (place.column - 1) + text
    try:
        return parser.parse(padded, start=start)
    except lark.exceptions.UnexpectedToken as error:
        what = "the text ends too soon" if error.token.type == "$END" else f"{error.token} is not understood here"
        line, column = (place.line, place.column) if error.token.type == "$END" else (error.line, error.column)
        raise MFrontError(what, Place(place.file, line, column), missing=error.token.type != "$END") from None
    except lark.exceptions.UnexpectedCharacters as error:
        sign = padded[error.pos_in_stream]
        raise MFrontError(f"{sign} is not understood here", Place(place.file, error.line, error.column), missing=True) from None
    except lark.exceptions.UnexpectedEOF:
        raise MFrontError("the text ends too soon", place) from None
