"""Syntax errors in the words of somebody who writes command files."""

from __future__ import annotations

import keyword
import re
import unicodedata

from lark.exceptions import UnexpectedCharacters
from lark.lexer import Token

from pyaster_lite.diagnostics import Diagnostic, Severity, Span
from pyaster_lite.syntax.layout import CLOSING, IndentationMismatch, Layout

_ENDS_VALUE = frozenset(("NAME", "NUMBER", "STRING", "NONE", "TRUE", "FALSE", *CLOSING))
_STARTS_VALUE = frozenset(("NAME", "NUMBER", "STRING", "NONE", "TRUE", "FALSE", "LBRACE", "LPAR", "LSQB", "LAMBDA"))
_OPERATORS = frozenset(["+", "-", "*", "/", "**", "%", "//", "==", "!=", "<", ">", "<=", ">=", "and", "or", "not", "in", "is"])
_SIGNS = _OPERATORS | {"=", ","}
_BLOCK_WORDS = frozenset(["if", "elif", "else", "for", "while", "try", "except", "finally", "with", "def", "class"])
# A line that starts a command: `NAME = COMMAND(` or `COMMAND(`.
COMMAND_LINE = re.compile(r"[ \t]*(?:[A-Za-z_]\w*[ \t]*=[ \t]*)?(?!_F\b)[A-Z][A-Z0-9_]{2,}[ \t]*\(")
_FORTRAN_NUMBER = re.compile(r"[dD][+-]?\d*")
_QUOTES = "‘’“”«»´"


def describe(error, layout: Layout, text: str, file: str) -> Diagnostic:
    """The diagnostic of one exception of the grammar; `layout` remembers what was open when it happened."""
    writer = _Writer(layout, text, file)
    if isinstance(error, IndentationMismatch):
        return writer.mismatch(error.token)
    if isinstance(error, UnexpectedCharacters):
        return writer.character(error)
    return writer.token(error.token, error.accepts or error.expected)


class _Writer:
    def __init__(self, layout, text, file):
        self.opened = layout.opened
        self.previous = layout.previous
        self.lines = text.split("\n")
        self.file = file

    def say(self, code, message, place, help=None):
        span = place if isinstance(place, Span) else self.span(place)
        return Diagnostic(Severity.ERROR, code, message, span, help)

    def span(self, token):
        return Span(self.file, token.line, token.column, token.end_line, token.end_column)

    def at(self, line, column, width=1):
        return Span(self.file, line, column, line, column + width)

    def mismatch(self, newline):
        line = newline.line + newline.count("\n")
        text = self.lines[line - 1]
        column = len(text) - len(text.lstrip()) + 1
        word = re.match(r"\s*(\S+)", text)
        span = self.at(line, column, len(word.group(1)) if word else 1)
        return self.say("S005", "this line is not aligned with any block above it", span)

    def character(self, error):
        line, column = error.line, error.column
        text = self.lines[line - 1][column - 1 :]
        char = text[:1]
        if char in "\"'" or re.match(r"[bBfFrRuU]{1,2}[\"']", text):
            quote = re.search(r"\"\"\"|'''|[\"']", text).group()
            if len(quote) == 3:
                return self.say("S006", f"this text is never closed: {quote} is missing", self.at(line, column, 3))
            span = self.at(line, column, len(text.rstrip()))
            return self.say("S006", f"this text is not closed on its line: {quote} is missing", span)
        if char == "\\":
            return self.say("S007", "nothing but the end of the line may follow \\", self.at(line, column))
        help = None
        if char in _QUOTES:
            help = "write texts between straight quotes, ' or \""
        elif char == "\N{NO-BREAK SPACE}":
            help = "this is a no-break space: write an ordinary one"
        name = unicodedata.name(char, "").lower()
        shown = char if char.isprintable() and not char.isspace() else f"U+{ord(char):04X}"
        more = f" ({name})" if name and not char.isascii() else ""
        return self.say("S007", f"the character {shown}{more} has no place here", self.at(line, column), help)

    def token(self, token: Token, expected):
        kind, previous = token.type, self.previous
        if kind in ("$END", "_DEDENT") and self.opened:
            return self.unclosed(None)
        if kind in ("_INDENT", "_DEDENT", "$END") or "_INDENT" in expected:
            return self.indentation(token, expected)
        if kind in CLOSING:
            return self.closing(token)
        if kind == "_NEWLINE":
            return self.end_of_line(token, expected)
        if self.opened and self.starts_command(token):
            return self.unclosed(token)
        if previous is not None and previous.type == "NUMBER" and _adjacent(previous, token):
            return self.number(previous, token)
        if keyword.iskeyword(token) and self.next_sign(token) in ("=", ","):
            return self.reserved(token)
        if previous is not None and previous.type == "EQUAL":
            return self.say("S008", f"a value is missing between = and {_shown(token)}", token)
        if kind == "COMMA" and previous is not None and previous.type in ("COMMA", "LPAR", "LSQB", "LBRACE"):
            return self.say("S001", f"a value is missing between {previous} and ,", token)
        if self.opened and kind in _STARTS_VALUE and previous is not None and previous.type in _ENDS_VALUE:
            return self.say("S002", f"a comma is missing after {_shown(previous)}", previous)
        if kind == "EQUAL":
            return self.equal(token)
        if previous is not None and previous in _OPERATORS:
            return self.say("S008", f"a value is missing between {previous} and {_shown(token)}", token)
        after = f" after {_shown(previous)}" if previous is not None and previous.type != "_NEWLINE" else ""
        return self.say("S001", f"{_shown(token)} is unexpected{after}", token)

    def starts_command(self, token):
        line = self.lines[token.line - 1]
        first = self.lines[self.opened[0].line - 1]
        margin = len(line) - len(line.lstrip())
        return token.column == margin + 1 and margin <= len(first) - len(first.lstrip()) and COMMAND_LINE.match(line) is not None

    def unclosed(self, token):
        """A parenthesis that is still open at a new command, or at the end of the file."""
        opening = self.opened[-1]
        closing = {"(": ")", "[": "]", "{": "}"}[opening]
        line = token.line if token is not None else self.next_command(self.opened[0].line)
        where = f"the command of line {line}" if line else "the end of the file"
        return self.say("S003", f"this {opening} is not closed before {where}", opening, f"add {closing}")

    def next_command(self, line):
        margin = len(self.lines[line - 1]) - len(self.lines[line - 1].lstrip())
        for number in range(line + 1, len(self.lines) + 1):
            text = self.lines[number - 1]
            if COMMAND_LINE.match(text) and len(text) - len(text.lstrip()) <= margin:
                return number
        return None

    def indentation(self, token, expected):
        line = token.line + token.count("\n") if token.type == "_NEWLINE" else token.end_line
        if token.type == "_INDENT":
            text = self.lines[token.end_line - 1]
            first = text.lstrip()
            span = self.at(token.end_line, len(text) - len(first) + 1, max(1, len(first.split(None, 1)[0])))
            return self.say("S005", "this line is indented, but no block starts before it", span)
        if "_INDENT" in expected and self.previous is not None:
            above = self.previous.line
            text = self.lines[above - 1]
            colon = self.at(above, max(1, len(text.rstrip())))
            return self.say("S005", f"line {above} opens a block, but the lines after it are not indented", colon)
        return self.say("S001", "the file ends in the middle of a statement", self.at(line, 1))

    def closing(self, token):
        if not self.opened:
            return self.say("S004", f"{token} closes nothing", token)
        opening = self.opened[-1]
        if CLOSING[token.type] != opening.type:
            return self.say("S004", f"{token} cannot close the {opening} of line {opening.line}", token)
        return self.say("S008", f"a value is missing between {_shown(self.previous)} and {token}", token)

    def end_of_line(self, token, expected):
        place = self.at(token.line, token.column)
        first = self.lines[token.line - 1].split(None, 1)[:1]
        if "COLON" in expected and first and re.match(r"\w*", first[0]).group() in _BLOCK_WORDS:
            return self.say("S001", "a colon is missing at the end of the line", place, "add :")
        if self.previous is None:
            return self.say("S001", "the line is unexpected", place)
        what = "a value" if self.previous in _SIGNS else "something"
        return self.say("S008", f"{what} is missing after {_shown(self.previous)}", self.previous)

    def number(self, number, token):
        if _FORTRAN_NUMBER.match(token):
            text = f"{number}{token} is not a number: an exponent is written with E"
        else:
            text = f"{number}{token} is neither a number nor a name"
        return self.say("S001", text, self.span(number).to(self.span(token)))

    def equal(self, token):
        if self.previous is not None and keyword.iskeyword(self.previous):
            return self.reserved(self.previous)
        if self.opened and self.previous is not None and self.starts_command(self.previous):
            return self.unclosed(token)
        if self.previous is not None and self.previous.type == "STRING":
            return self.say("S001", "a keyword is written without quotes", self.previous)
        return self.say("S001", "= is unexpected here", token, "a comparison is written ==")

    def reserved(self, token):
        return self.say("S001", f"{token} is a word of the language: it cannot be the name of anything here", token)

    def next_sign(self, token):
        rest = self.lines[token.end_line - 1][token.end_column - 1 :].lstrip()
        return rest[:1] if not rest.startswith("==") else "=="


def _adjacent(first, second):
    return first.end_pos == second.start_pos and second.type == "NAME"


def _shown(token):
    text = str(token)
    if token.type in ("_NEWLINE", "$END", "_INDENT", "_DEDENT"):
        return "the end of the line"
    return text if len(text) <= 40 else text[:37] + "..."
