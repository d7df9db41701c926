"""The evaluator: right values, unknown ones, and no way out."""

import math

import numpy as np
import pytest

from pyaster_lite.diagnostics import Refused
from pyaster_lite.syntax.evaluate import arguments, evaluate
from pyaster_lite.syntax.nodes import UNKNOWN, Factor, NewConcept
from pyaster_lite.syntax.parser import parse


def node(text):
    (statement,) = parse(f"x = {text}\n", "deck.comm", known=()).statements
    return statement.value


def call(text):
    (statement,) = parse(f"CMD({text})\n", "deck.comm").statements
    return statement.call


@pytest.mark.parametrize(
    "text",
    [
        "1 + 2 * 3 ** 2 / 4 - 7 // 2 + 7 % 4",
        "-2 ** 2",
        "~5 & 6 | 1 ^ 8",
        "1 < 2 <= 2 != 3",
        "2 ** 3 ** 2 - -2 ** 2 * 3 % 5 // 2 + 10 - 3 - 2",
        "1 | 2 ^ 3 & 4 << 1 + 2 * 3 >> 1",
        "not 1 == 2 or 0 and 1 and not 0",
        "0 or 0 and 1 or 2",
        "1 in (1, 2) and not 'a' in 'bc'",
        "0 or 'x'",
        "(1, *[2, 3], 4)",
        "{'a': 1, **{'b': 2}}['b']",
        "'%s-%5.2f' % ('a', 3.14159)",
        "'a' * 3 + 'b'",
        "[1, 2, 3][-1]",
        "max(1, 2.5) + min([3, 4]) + len('abc') + abs(-1)",
        "sin(pi / 6) + sqrt(2.0) + exp(1)",
        "list(range(0, 10, 3))",
        "float('1e-3') + int('12')",
        "'a' if 1 > 2 else 'b'",
        "1j ** 2",
        "r'a\\b' 'c\\td'",
        "round(2.567, 2)",
    ],
)
def test_values_are_those_of_python(text):
    space = {**vars(math), "max": max}
    assert evaluate(node(text), {}) == eval(text, space)


def test_names_and_libraries():
    assert evaluate(node("a[1] + b"), {"a": [1, 2], "b": 3}) == 5
    statements = parse("import numpy as np\nfrom math import pi as p\nx = np.sqrt(p) + np.pi\n", "deck.comm").statements
    values = {}
    for statement in statements:
        values[statement.target.id] = evaluate(statement.value, values)
    assert values["x"] == math.sqrt(math.pi) + math.pi
    assert values["np"] is np


@pytest.mark.parametrize(
    "text", ["u + 1", "-u", "u[0]", "sqrt(u)", "u and 1", "max(1, [u])", "1 if u else 2", "(1, *u)", "{**u}", "'%f' % (1, u)"]
)
def test_unknown_spreads(text):
    assert evaluate(node(text), {"u": UNKNOWN}) is UNKNOWN


def test_a_sequence_holds_what_is_unknown():
    assert evaluate(node("(1, u)"), {"u": UNKNOWN}) == (1, UNKNOWN)


@pytest.mark.parametrize(
    "text, code, message",
    [
        ("9**9**9", "S032", "this asks for an integer with too many digits"),
        ("'a' * 10**10", "S032", "this asks for 1e+10 items"),
        ("[0] * 10**9", "S032", "this asks for 1e+09 items"),
        ("list(range(10**12))", "S032", "this asks for 1e+12 items"),
        ("factorial(10**6)", "S032", "this asks for factorial of a number above 5000"),
        ("1 << 10**9", "S032", "this asks for an integer with too many digits"),
        ("'%1000000000d' % 1", "S032", "this asks for a width with too many digits"),
        ("exp(1000)", "S032", "this number is too large"),
        ("1 / 0", "S031", "this divides by zero"),
        ("{'a': 1}['b']", "S031", "there is no 'b' in it"),
        ("(1, 2)[5]", "S031", "this cannot be computed: tuple index out of range"),
        ("1 + 'a'", "S031", "this cannot be computed: unsupported operand type(s) for +: 'int' and 'str'"),
        ("sqrt(-1)", "S031", "this cannot be computed: math domain error"),
        ("missing", "S030", "missing is not defined"),
        ("CO(1)", "S036", "CO takes the name of the new concept, in quotes"),
    ],
)
def test_what_cannot_be_computed_is_located(text, code, message):
    with pytest.raises(Refused) as caught:
        evaluate(node(text), {})
    (found,) = caught.value.diagnostics
    assert (found.code, found.message) == (code, message)
    assert found.span.line == 1 and found.span.column >= 5


def test_a_missing_name_gets_its_likely_one():
    with pytest.raises(Refused) as caught:
        evaluate(node("MODEL"), {"MODELE": 1})
    assert caught.value.diagnostics[0].help == "did you mean MODELE?"


def test_deep_nesting_is_refused():
    with pytest.raises(Refused) as caught:
        node("-" * 5_000 + "1")
    assert caught.value.diagnostics[0].code == "S011"


@pytest.mark.parametrize("text", ["open('f')", "__import__('os')", "(1).__class__", "eval('1')", "print(1)", "f(1)", "a.b", "x[1:2]"])
def test_what_only_python_can_do_never_reaches_the_evaluator(text):
    (statement,) = parse(f"x = {text}\n", "deck.comm").statements
    assert type(statement).__name__ == "PythonBlock"


def test_a_function_that_came_from_elsewhere_is_not_called():
    with pytest.raises(Refused) as caught:
        evaluate(node("sqrt(1)"), {"sqrt": print})
    assert caught.value.diagnostics[0].code == "S035"


def test_arguments_keep_places_and_doubled_words():
    factor = arguments(call("A=1, F=(_F(B=2), _F(B=n)), A=3"), {"n": UNKNOWN})
    assert list(factor.arguments) == ["A", "F"]
    assert [twice.value for twice in factor.doubled] == [3]
    first, second = factor.arguments["F"].value
    assert isinstance(first, Factor) and first.arguments["B"].value == 2
    assert second.arguments["B"].value is UNKNOWN
    assert [span.column for span in factor.arguments["F"].item_spans] == [13, 22]
    assert factor.arguments["F"].name_span.column == 10


def test_dictionaries_are_factors_with_places():
    factor = arguments(call("F={'B': 2, 'C': {'D': 1}}, G=d"), {"d": {"E": 5}})
    inner = factor.arguments["F"].value
    assert inner.arguments["B"].name_span.column == 8
    assert inner.arguments["C"].value.arguments["D"].value == 1
    assert factor.arguments["G"].value.arguments["E"].value == 5


def test_known_dictionaries_are_unpacked():
    factor = arguments(call("A=1, **d, **_F(G=2)"), {"d": {"B": 2, "F": [{"C": 3}]}})
    assert list(factor.arguments) == ["A", "B", "F", "G"]
    assert factor.arguments["F"].value[0].arguments["C"].value == 3
    assert factor.arguments["B"].name_span.column == 10
    assert arguments(call("**d"), {"d": UNKNOWN}).partial


def test_new_concepts():
    assert evaluate(node("CO('NEW')"), {}) == NewConcept("NEW")


def test_every_wrong_argument_is_told_and_the_rest_is_kept():
    found = []
    factor = arguments(call("1, A=1/0, B=2, **3"), {}, found)
    assert [d.code for d in found] == ["S034", "S031", "S033"]
    assert factor.arguments["A"].value is UNKNOWN and factor.arguments["B"].value == 2
    with pytest.raises(Refused) as caught:
        arguments(call("1, A=1/0, B=2, **3"), {})
    assert len(caught.value.diagnostics) == 3
