"""A file as a list of directives."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Tree

from .errors import Place
from .grammar import outline_tree


@dataclass(frozen=True)
class Directive:
    """@NAME<options> words {block}, or `name.method("argument")` with no name of its own.

    name     without @; "" of a call of a variable
    options  what stands between < and >, word by word
    words    the text up to the block or the semicolon
    block    the text of the block without its braces, None where there is none; `inside` is where it begins
    """

    name: str
    options: tuple[str, ...]
    words: str
    block: str | None
    place: Place
    at: Place
    inside: Place | None


def directives(text: str, file: str) -> list[Directive]:
    """Those of a file in order; MFrontError where it has no such form."""
    return [_directive(tree, text, file) for tree in outline_tree(text, file).children]


def _directive(tree, text, file):
    def place(token, along=0):
        return Place(file, token.line, token.column + along)

    pieces = list(tree.children)
    head = pieces[0]
    name = str(pieces.pop(0))[1:] if tree.data == "directive" else ""
    block = pieces.pop() if pieces and isinstance(pieces[-1], Tree) else None
    options = ()
    if pieces and pieces[0] == "<":
        end = pieces.index(">") if ">" in pieces else len(pieces) - 1
        options = tuple(str(piece) for piece in pieces[1:end] if piece != ",")
        pieces = pieces[end + 1 :]
    words = text[pieces[0].start_pos : pieces[-1].end_pos] if pieces else ""
    inner = None if block is None else text[block.meta.start_pos + 1 : block.meta.end_pos - 1]
    inside = None if block is None else Place(file, block.meta.line, block.meta.column + 1)
    return Directive(name, options, words, inner, place(head), place(pieces[0]) if pieces else place(head), inside)
