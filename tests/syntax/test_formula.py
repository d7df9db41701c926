"""Formulas: Python's values, on numbers and on arrays, and clear refusals."""

import math

import numpy as np
import pytest

from pyaster_lite.diagnostics import Refused, Severity, Span
from pyaster_lite.syntax.formula import Formula

SPAN = Span("deck.comm", 3, 5, 3, 9)
POINTS = np.array([-2.0, -0.5, 0.0, 0.25, 3.0])


@pytest.mark.parametrize(
    "text",
    [
        "2 * X + 1",
        "sin(X) ** 2 + cos(pi * X)",
        "X if X > 0 else -X",
        "sqrt(X) if X > 0 else 0",
        "(X > 0) * 1.0",
        "max(X, 0.) + min(1, X, 2)",
        "-1 < X <= 0 and 3 or 2",
        "not X",
        "abs(X) + int(X) + floor(X)",
        "atan2(X, 2) + pow(X, 2) + log(X + 3, 10)",
        "a * f(X) + L[1]",
        "3",
        "1 if X in (0., 3.) else 0",
        "\n 1. +\n  X",
    ],
)
def test_arrays_and_numbers_agree_with_python(text):
    context = {"a": 2.0, "f": lambda value: value + 1 if value < 0 else value, "L": (1, 5)}
    formula = Formula(text, ["X"], context)
    joined = "".join(text.strip().splitlines())
    expected = [float(eval(joined, {**vars(math), "pow": math.pow, **context, "X": x})) for x in POINTS.tolist()]
    np.testing.assert_allclose(formula(POINTS), expected, rtol=1e-15, atol=0)
    assert [formula(x) for x in POINTS.tolist()] == pytest.approx(expected, rel=1e-15)


def test_several_parameters_are_broadcast():
    formula = Formula("X + 10 * Y", ("X", "Y"))
    assert formula(np.array([[1.0], [2.0]]), np.array([3.0, 4.0])).tolist() == [[31, 41], [32, 42]]
    assert formula(1.0, np.array([1.0])).tolist() == [11]


def test_arrays_of_the_context_are_values_of_their_own():
    points = np.arange(5.0)
    formula = Formula("look(X, points, 2 * points)", ["X"], {"look": np.interp, "points": points})
    own = Formula("look(X, points, points)", ["X"], {"look": lambda x, a, b: float(np.interp(x, a, 3 * b)), "points": points})
    assert formula(2.5) == 5.0 and own(2.5) == 7.5
    np.testing.assert_allclose(own(points), 3 * points)


def test_formulas_call_formulas():
    inner = Formula("X * X", ["X"])
    assert Formula("g(X) + 1", ["X"], {"g": inner})(POINTS).tolist() == (POINTS**2 + 1).tolist()


def test_complex_values():
    assert Formula("complex(X, 1) * 1j", ["X"], complex_=True)(2.0) == -1 + 2j
    assert Formula("exp(X) + 1j", ["X"], complex_=True)(np.zeros(2)).tolist() == [1 + 1j] * 2


def test_what_only_python_can_compute():
    text = "sum([i * X for i in range(4)])"
    assert Formula(text, ["X"])(np.array([1.0, 2.0])).tolist() == [6, 12]
    with pytest.raises(Refused) as caught:
        Formula(text, ["X"], span=SPAN, python=False)
    assert caught.value.diagnostics[0].code == "S051"


@pytest.mark.parametrize(
    "text, value, code, message",
    [
        ("1 / X", 0.0, "S050", "the formula cannot be computed at X=0: it divides by zero"),
        ("sqrt(X)", -1.0, "S050", "the formula cannot be computed at X=-1: math domain error"),
        ("exp(X)", 1000.0, "S050", "the formula cannot be computed at X=1000: a number is too large"),
        ("X ** 0.5", -1.0, "S050", "the formula cannot be computed at X=-1: the value is complex, 6.12323e-17+1j"),
        ("'a'", 0.0, "S050", "the formula cannot be computed at X=0: the value is a text"),
        ("9 ** 9 ** 9", 0.0, "S050", "the formula cannot be computed at X=0: it asks for an integer with too many digits"),
    ],
)
def test_a_value_that_does_not_exist(text, value, code, message):
    formula = Formula(text, ["X"], span=SPAN)
    for given in (value, np.array([value, value])):
        with pytest.raises(Refused) as caught:
            formula(given)
        (found,) = caught.value.diagnostics
        assert (found.severity, found.code, found.message, found.span) == (Severity.FAILED, code, message, SPAN)


@pytest.mark.parametrize(
    "text, code, message",
    [
        ("X +* 2", "S053", "'X +* 2' is no formula: a value is missing between + and * (character 4)"),
        ("", "S053", "the formula is empty"),
        ("(X + 1", "S053", "'(X + 1' is no formula: this ( is not closed before the end of the file (character 1)"),
        ("X + Y", "S054", "the formula uses Y, which is neither one of its parameters nor given to it"),
    ],
)
def test_a_text_that_is_no_formula(text, code, message):
    with pytest.raises(Refused) as caught:
        Formula(text, ["X"], span=SPAN)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.span) == (code, message, SPAN)


def test_the_number_of_values_is_checked():
    with pytest.raises(Refused) as caught:
        Formula("X", ["X"])(1.0, 2.0)
    assert caught.value.diagnostics[0].message == "the formula takes 1 value, 2 given"


@pytest.mark.parametrize("text, plain", [("sin(2 * pi * F * X) ** 2 - X / 3", True), ("2 if X > 0 else -X", True), ("max(X, 1)", True),
    ("2 ** X", False), ("X ** X", False), ("L[0] * X", False), ("f(X)", False), ("factorial(int(X))", False)])  # fmt: skip
def test_one_point_is_computed_by_a_function_of_numbers_where_no_number_can_grow_without_bound(text, plain):
    formula = Formula(text, ["X"], {"F": 2, "L": [1.5], "f": lambda x: x})
    assert (formula._scalar is not None) == plain
    assert formula(3.0) == float(eval(text, {**vars(math), "F": 2, "L": [1.5], "f": lambda x: x, "X": 3.0}))
