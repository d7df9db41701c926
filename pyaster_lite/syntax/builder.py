"""From grammar rules to nodes: one method for each rule of comm.lark that the evaluator understands.

A rule without a method here becomes a Part of the same name: only Python can run it.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import replace

from pyaster_lite.diagnostics import Span
from pyaster_lite.syntax.nodes import (
    Attribute,
    Binary,
    Call,
    Conditional,
    Keyword,
    Literal,
    Mapping,
    Name,
    Node,
    Part,
    Sequence,
    Starred,
    Subscript,
    Unary,
)

_RANKS = {
    sign: rank for rank, signs in enumerate(("or", "and", "|", "^", "&", "<< >>", "+ -", "* @ / % //", "**")) for sign in signs.split()
}


class Builder:
    """Makes the nodes of one file; `file` must be set before each parse."""

    file = ""

    def _span(self, token):
        return Span(self.file, token.line, token.column, token.end_line, token.end_column)

    def _between(self, first, last):
        return self.span_of(first).to(self.span_of(last))

    def span_of(self, piece):
        """The place of a node, a token or a Part."""
        if isinstance(piece, Node):
            return piece.span
        if isinstance(piece, Keyword):
            return piece.name_span.to(self.span_of(piece.value))
        if isinstance(piece, Part):
            return self._between(piece.children[0], piece.children[-1])
        return self._span(piece)

    # Atoms

    def name(self, children):
        return Name(self._span(children[0]), str(children[0]))

    def number(self, children):
        token = children[0]
        return Literal(self._span(token), number(token))

    def string(self, children):
        span = self._between(children[0], children[-1])
        if any("f" in _prefix(token) for token in children):
            return Part("formatted", children)
        return Literal(span, _joined([text(token) for token in children]))

    def none(self, children):
        return Literal(self._span(children[0]), None)

    def true(self, children):
        return Literal(self._span(children[0]), True)

    def false(self, children):
        return Literal(self._span(children[0]), False)

    def parenthesis(self, children):
        opening, value, closing = children
        if isinstance(value, Part):
            return Part("parenthesis", children)
        return replace(value, span=self._between(opening, closing))

    def tuple(self, children):
        return Sequence(self._between(children[0], children[-1]), tuple(children[1:-1]), tuple)

    def list(self, children):
        return Sequence(self._between(children[0], children[-1]), tuple(children[1:-1]), list)

    def bare_tuple(self, children):
        return Sequence(self._between(children[0], children[-1]), tuple(children), tuple)

    def dict(self, children):
        return Mapping(self._between(children[0], children[-1]), tuple(children[1:-1]))

    def pair(self, children):
        first, value = children if len(children) == 2 else (None, children[0])
        return first, value

    # Calls and places

    def call(self, children):
        function, _, *given, closing = children
        keywords = tuple(item for item in given if isinstance(item, Keyword))
        arguments = tuple(item for item in given if not isinstance(item, Keyword))
        return Call(self._between(function, closing), function, arguments, keywords)

    def keyword(self, children):
        word, value = children
        return Keyword(str(word), self._span(word), value)

    def starred(self, children):
        sign, value = children
        if sign == "**":
            return Keyword(None, self._span(sign), value)
        return Starred(self._between(sign, value), value)

    def star_expr(self, children):
        return self.starred(children)

    def subscript(self, children):
        value, _, index, closing = children
        return Subscript(self._between(value, closing), value, index)

    def attribute(self, children):
        value, name = children
        return Attribute(self._between(value, name), value, str(name))

    # Operators

    def unary(self, children):
        sign, operand = children
        return Unary(self._between(sign, operand), str(sign), operand)

    def _ranked(self, children):
        """Operands and signs in turn, all from left to right, the higher rank first."""
        operands, signs = [children[0]], []
        for sign, operand in zip(children[1::2], children[2::2], strict=True):
            while signs and _RANKS[signs[-1]] >= _RANKS[sign]:
                self._join(operands, signs)
            operands.append(operand)
            signs.append(sign)
        while signs:
            self._join(operands, signs)
        return operands[0]

    expr = or_test = power = _ranked

    def _join(self, operands, signs):
        right, left = operands.pop(), operands.pop()
        operands.append(Binary(self._between(left, right), str(signs.pop()), left, right))

    def conditional(self, children):
        value, test, otherwise = children
        return Conditional(self._between(value, otherwise), test, value, otherwise)

    def comp_op(self, children):
        return " ".join(children)

    def comparison(self, children):
        links = [
            Binary(self._between(children[i - 1], children[i + 1]), children[i], children[i - 1], children[i + 1])
            for i in range(1, len(children), 2)
        ]
        whole = links[0]
        for link in links[1:]:
            whole = Binary(whole.span.to(link.span), "and", whole, link)
        return whole


def number(token):
    """The value of a number, octal `0777` and long `10L` of version 2 included."""
    text_ = token.replace("_", "").lower()
    if text_.startswith("0x"):
        return int(text_.rstrip("l"), 16)
    if text_.startswith(("0o", "0b")):
        return int(text_, 0)
    if text_.endswith("j"):
        return complex(text_)
    if "." in text_ or "e" in text_:
        return float(text_)
    digits = text_.rstrip("l")
    octal = len(digits) > 1 and digits.startswith("0") and digits.strip("01234567") == ""
    return int(digits, 8 if octal else 10)


def text(token):
    """The value of a quoted text: escapes read as Python does; a version 2 `ur` prefix counts as `r`."""
    prefix = _prefix(token)
    body = token[len(prefix) :]
    if "\\" not in body and "b" not in prefix:
        quotes = 3 if body.startswith(('"""', "'''")) and len(body) > 2 else 1
        return body[quotes:-quotes]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.literal_eval(prefix.replace("u", "") + body)
        except SyntaxError:
            # a text of Python 2, where \N, \u and \x mean nothing in a plain text
            return ast.literal_eval("r" + body)


def _prefix(token):
    return token[: min(i for i in (token.find('"'), token.find("'")) if i >= 0)].lower()


def _joined(pieces):
    if len({type(piece) for piece in pieces}) > 1:
        return "".join(piece if isinstance(piece, str) else piece.decode("latin-1") for piece in pieces)
    return pieces[0] if len(pieces) == 1 else type(pieces[0])().join(pieces)
