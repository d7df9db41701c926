"""Lines and indentation: what turns the stream of tokens into statements and blocks."""

from __future__ import annotations

import re

from lark.indenter import PythonIndenter
from lark.lexer import Token

CLOSING = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}
_OPENING = frozenset(CLOSING.values())

# A version 2 statement: the word, then something that could not follow a name.
_VERSION_2 = {"print": "PRINT", "exec": "EXEC"}
_STARTS_VALUE = frozenset(("NAME", "STRING", "NUMBER", "BACKQUOTE", "LBRACE", "LSQB", "NONE", "TRUE", "FALSE", "LAMBDA", "NOT", "MINUS"))
# Words that open a block only where their line ends with a colon.
_SOFT_BLOCKS = {"match": "MATCH", "case": "CASE"}
_BLOCK_LINE = re.compile(r"(?:match|case)[ \t(\[{'\"-][^\n]*:")
_STATEMENT_ENDS = frozenset(("_NEWLINE", "SEMICOLON", "COLON"))


class IndentationMismatch(Exception):
    """A line goes back to an indentation that no enclosing block has; `token` is the line's end of line before it."""

    def __init__(self, token):
        self.token = token
        super().__init__("indentation")


class Layout(PythonIndenter):
    """The indentation filter; it remembers the parentheses that are open and the last token, for the messages.

    `text` must be set to the text that is read before each parse.
    """

    text = ""

    def process(self, stream):
        """The tokens of `stream` with blocks opened and closed, and without the ends of line inside parentheses."""
        self.opened: list[Token] = []
        self.previous: Token | None = None
        return self._process(self._special_words(stream))

    def _process(self, stream):
        opened = self.opened
        indents = [0]
        token = None
        for token in stream:
            kind = token.type
            if kind == "_NEWLINE":
                if not opened:
                    yield token
                    self.previous = token
                    yield from self._blocks(token, indents)
                continue
            yield token
            self.previous = token
            if kind in _OPENING:
                opened.append(token)
            elif kind in CLOSING and opened:
                opened.pop()
        for _ in indents[1:]:
            yield Token.new_borrow_pos("_DEDENT", "", token)

    def _blocks(self, newline, indents):
        margin = newline.rsplit("\n", 1)[-1]
        indent = len(margin.expandtabs(self.tab_len))
        if indent > indents[-1]:
            indents.append(indent)
            yield Token.new_borrow_pos("_INDENT", margin, newline)
        while indent < indents[-1]:
            indents.pop()
            yield Token.new_borrow_pos("_DEDENT", margin, newline)
        if indent != indents[-1]:
            raise IndentationMismatch(newline)

    def _special_words(self, stream):
        stream = iter(stream)
        token = next(stream, None)
        starts = True
        while token is not None:
            following = next(stream, None)
            if starts and token.type == "NAME":
                token = self._statement_word(token, following)
            starts = token.type in _STATEMENT_ENDS
            yield token
            token = following

    def _statement_word(self, token, following):
        after = following.type if following is not None else None
        if token in _VERSION_2 and (after in _STARTS_VALUE or (token == "print" and after == "SHIFT_RIGHT")):
            return Token.new_borrow_pos(_VERSION_2[token], token, token)
        if token in _SOFT_BLOCKS and _BLOCK_LINE.match(self.text, token.start_pos):
            return Token.new_borrow_pos(_SOFT_BLOCKS[token], token, token)
        return token
