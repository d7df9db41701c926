"""Values of expressions, by our own arithmetic: no text of a deck is ever handed to Python here."""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Mapping as Environment

from pyaster_lite.diagnostics import Diagnostic, Refused, Severity, Span
from pyaster_lite.syntax import division, functions
from pyaster_lite.syntax.functions import TooLarge
from pyaster_lite.syntax.nodes import (
    UNKNOWN,
    Argument,
    Attribute,
    Binary,
    Call,
    Conditional,
    Factor,
    Keyword,
    Library,
    Literal,
    Mapping,
    Name,
    NewConcept,
    Node,
    Sequence,
    Starred,
    Subscript,
    Unary,
)

UNARY = {"+": operator.pos, "-": operator.neg, "~": operator.invert, "not": operator.not_}
BINARY = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "@": operator.matmul, "<<": operator.lshift, ">>": operator.rshift,
    "&": operator.and_, "|": operator.or_, "^": operator.xor, "<": operator.lt, ">": operator.gt, "<=": operator.le,
    ">=": operator.ge, "==": operator.eq, "!=": operator.ne, "<>": operator.ne, "is": operator.is_,
    "is not": operator.is_not, "in": lambda a, b: a in b, "not in": lambda a, b: a not in b,
    division.OLD: division.of_version_2,
}  # fmt: skip
_SEQUENCES = (str, bytes, tuple, list)
_WIDTH = re.compile(r"%[^a-zA-Z%]*?(\*|\d{5,})")


def evaluate(node: Node, env: Environment):
    """The value of an expression; `env` gives the names of the deck, the mathematical functions are known.

    UNKNOWN makes unknown whatever is computed from it; a tuple, list or dictionary only holds it.
    Raises Refused, located, when a name is missing, when a value cannot be computed or would be out of proportion.
    """
    try:
        return _EVALUATORS[type(node)](node, env)
    except RecursionError:
        raise _refused("S032", "the expression is nested too deeply", node.span) from None


def arguments(call: Call, env: Environment, found: list[Diagnostic] | None = None) -> Factor:
    """The keywords of a command or of `_F(...)` with their values and places.

    With a list `found`, what is wrong goes into it and the keyword's value is UNKNOWN; without it Refused is raised,
    with all that is wrong in the call.
    """
    own = [] if found is None else found
    factor = Factor(call.span)
    for node in call.arguments:
        name = "_F" if call.name == "_F" else f"{call.name or 'a command'}"
        own.append(
            Diagnostic(
                Severity.ERROR,
                "S034",
                f"{name} takes KEYWORD=value only",
                getattr(node, "span", call.span),
                "write the keyword's name and =",
            )
        )
    for keyword in call.keywords:
        try:
            if keyword.name is None:
                _unpack(keyword, factor, env)
            else:
                _add(factor, _argument(keyword, env))
        except Refused as error:
            own += error.diagnostics
            if keyword.name is not None:
                _add(factor, Argument(keyword.name, keyword.name_span, keyword.value.span, UNKNOWN))
    if own and found is None:
        raise Refused(own)
    return factor


def _argument(keyword: Keyword, env):
    node = keyword.value
    if isinstance(node, Mapping):
        value = _factor_of(node, env)
    else:
        value = factors(evaluate(node, env), node.span)
    items = node.items if isinstance(node, Sequence) else ()
    spans = () if any(isinstance(item, Starred) for item in items) else tuple(item.span for item in items)
    return Argument(keyword.name, keyword.name_span, node.span, value, spans)


def factors(value, span: Span | None):
    """A value as a keyword takes it: dictionaries become Factors, a sequence with Factors becomes a list."""
    if isinstance(value, dict):
        return Factor.from_values(value, span)
    if isinstance(value, (tuple, list)) and any(isinstance(item, (dict, Factor)) for item in value):
        return [factors(item, span) for item in value]
    return value


def _factor_of(node: Mapping, env):
    """A dictionary display given to a keyword: a Factor that keeps the places of its words."""
    factor = Factor(node.span)
    for key, value in node.pairs:
        if key is None:
            _unpack(Keyword(None, value.span, value), factor, env)
            continue
        word = evaluate(key, env)
        if word is UNKNOWN:
            factor.partial = True
        elif isinstance(word, str):
            _add(factor, _argument(Keyword(word, key.span, value), env))
        else:
            raise _refused("S033", "a keyword's name is a text", key.span)
    return factor


def _add(factor, argument):
    if argument.name in factor.arguments:
        factor.doubled.append(argument)
    else:
        factor.arguments[argument.name] = argument


def _unpack(keyword: Keyword, factor, env):
    value = evaluate(keyword.value, env)
    span = keyword.name_span.to(keyword.value.span)
    if value is UNKNOWN:
        factor.partial = True
        return
    if isinstance(value, Factor):
        for argument in value.arguments.values():
            _add(factor, Argument(argument.name, span, span, argument.value))
        factor.partial |= value.partial
        return
    if not isinstance(value, Environment) or not all(isinstance(word, str) for word in value):
        raise _refused("S033", "what follows ** is not a dictionary of keywords", span)
    for word, item in value.items():
        _add(factor, Argument(word, span, span, factors(item, span)))


# One function for each kind of node.


def _literal(node, env):
    return node.value


def _name(node, env):
    if node.id in env:
        return env[node.id]
    if node.id in functions.DEFAULTS:
        return functions.DEFAULTS[node.id]
    likely = difflib.get_close_matches(node.id, list(env), n=1, cutoff=0.75)
    raise _refused("S030", f"{node.id} is not defined", node.span, f"did you mean {likely[0]}?" if likely else None)


def _library(node, env):
    module = functions.library(node.module)
    return module if node.name is None else getattr(module, node.name)


def _sequence(node, env):
    items = []
    for item in node.items:
        if isinstance(item, Starred):
            value = evaluate(item.value, env)
            if value is UNKNOWN:
                return UNKNOWN
            items += _computed(lambda value=value: list(value), item.span)
        else:
            items.append(evaluate(item, env))
    return node.kind(items)


def _mapping(node, env):
    values = {}
    for key, value in node.pairs:
        if key is None:
            other = evaluate(value, env)
            if other is UNKNOWN:
                return UNKNOWN
            _computed(lambda other=other: values.update(other), value.span)
        else:
            word, item = evaluate(key, env), evaluate(value, env)
            _computed(lambda word=word, item=item: values.__setitem__(word, item), key.span)
    return values


def _unary(node, env):
    value = evaluate(node.operand, env)
    return UNKNOWN if value is UNKNOWN else _computed(lambda: UNARY[node.op](value), node.span)


def _binary(node, env):
    left = evaluate(node.left, env)
    if node.op in ("and", "or"):
        if left is UNKNOWN:
            return UNKNOWN
        decided = _computed(lambda: bool(left), node.left.span) == (node.op == "or")
        return left if decided else evaluate(node.right, env)
    right = evaluate(node.right, env)
    if left is UNKNOWN or right is UNKNOWN or (node.op not in ("+", "*") and _holds_unknown((left, right))):
        return UNKNOWN
    return _computed(lambda: operation(node.op, left, right), node.span)


def _conditional(node, env):
    test = evaluate(node.test, env)
    if test is UNKNOWN:
        return UNKNOWN
    chosen = _computed(lambda: bool(test), node.test.span)
    return evaluate(node.value if chosen else node.otherwise, env)


def operation(op, left, right):
    """The value of `left op right`; raises TooLarge for what would take more room than any deck needs."""
    if op == "**" and isinstance(left, int) and isinstance(right, int):
        functions.guard_power(left, right)
    elif op == "<<" and isinstance(right, int):
        functions.guard_power(2, right)
    elif op == "*" and isinstance(left, int) and isinstance(right, int):
        functions.guard_power(2, left.bit_length() + right.bit_length())
    elif op == "*" and isinstance(right, int) and isinstance(left, _SEQUENCES):
        functions.guard_size(len(left) * right)
    elif op == "*" and isinstance(left, int) and isinstance(right, _SEQUENCES):
        functions.guard_size(len(right) * left)
    elif op == "+" and isinstance(left, _SEQUENCES) and isinstance(right, _SEQUENCES):
        functions.guard_size(len(left) + len(right))
    elif op == "%" and isinstance(left, str) and _WIDTH.search(left):
        raise TooLarge("a width with too many digits")
    return BINARY[op](left, right)


def _subscript(node, env):
    value, index = evaluate(node.value, env), evaluate(node.index, env)
    if value is UNKNOWN or index is UNKNOWN:
        return UNKNOWN
    if isinstance(value, Factor):
        if index in value.arguments:
            return value.arguments[index].value
        raise _refused("S031", f"there is no {index!r} in it", node.index.span)
    return _computed(lambda: value[index], node.span)


def _attribute(node, env):
    value = evaluate(node.value, env)
    if value is UNKNOWN:
        return UNKNOWN
    module = getattr(value, "__name__", None)
    if module in functions.LIBRARIES and node.name in functions.allowed(module):
        return getattr(value, node.name)
    raise _refused("S035", f"only Python can tell what .{node.name} is", node.span)


def _starred(node, env):
    raise _refused("S037", "a * stands before one item of a list or of a call only", node.span)


def _call(node, env):
    if node.name == "_F":
        return arguments(node, env)
    given = _sequence(Sequence(node.span, node.arguments, list), env)
    if given is UNKNOWN:
        return UNKNOWN
    words = {k.name: evaluate(k.value, env) for k in node.keywords if k.name is not None}
    for keyword in node.keywords:
        if keyword.name is None:
            more = evaluate(keyword.value, env)
            if more is UNKNOWN:
                return UNKNOWN
            _computed(lambda more=more: words.update(more), keyword.value.span)
    if node.name == "CO":
        return _new_concept(node, given, words)
    function = evaluate(node.function, env)
    if function is UNKNOWN or _holds_unknown(given) or _holds_unknown(tuple(words.values())):
        return UNKNOWN
    if not functions.is_harmless(function):
        raise _refused("S035", f"{node.name or 'this'} is no function that an expression may call", node.function.span)
    return _computed(lambda: functions.call(function, given, words), node.span)


def _holds_unknown(value):
    if isinstance(value, (list, tuple)):
        return any(_holds_unknown(item) for item in value)
    return value is UNKNOWN


def _new_concept(node, given, words):
    if len(given) == 1 and isinstance(given[0], str) and not words:
        if not given[0].strip().isidentifier():
            raise _refused("S036", f"{given[0]!r} cannot be the name of a concept", node.span)
        return NewConcept(given[0].strip())
    if _holds_unknown(given):
        return UNKNOWN
    raise _refused("S036", "CO takes the name of the new concept, in quotes", node.span)


_EVALUATORS = {
    Literal: _literal,
    Name: _name,
    Library: _library,
    Sequence: _sequence,
    Mapping: _mapping,
    Unary: _unary,
    Binary: _binary,
    Conditional: _conditional,
    Subscript: _subscript,
    Attribute: _attribute,
    Call: _call,
    Starred: _starred,
}


def _computed(action, span):
    try:
        return action()
    except TooLarge as error:
        raise _refused("S032", f"this asks for {error}", span) from None
    except ZeroDivisionError:
        raise _refused("S031", "this divides by zero", span) from None
    except KeyError as error:
        raise _refused("S031", f"there is no {error.args[0]!r} in it", span) from None
    except (OverflowError, MemoryError):
        raise _refused("S032", "this number is too large", span) from None
    except (TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        raise _refused("S031", f"this cannot be computed: {error}", span) from None


def _refused(code, message, span, help=None):
    return Refused([Diagnostic(Severity.ERROR, code, message, span, help)])
