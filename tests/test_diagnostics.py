"""Messages with their line and caret, and what they make of the process."""

import pytest

from pyaster_lite.diagnostics import Diagnostic, ExitCode, Refused, Severity, Span, exit_code, render


def shown(source, column, end_column, line=1, end_line=1, **more):
    span = Span("deck.comm", line, column, end_line, end_column)
    return render(Diagnostic(Severity.ERROR, "C001", "no", span, **more), source).split("\n")


def test_place_sentence_line_caret_and_help():
    assert shown("A = CMD(X=1)\n", 9, 10, help="did you mean Y?") == [
        "deck.comm:1:9: error C001: no",
        "      A = CMD(X=1)",
        "              ^",
        "  help: did you mean Y?",
    ]


def test_a_place_of_several_lines_shows_the_first():
    assert shown("A = CMD(X=1,  \n  Y=2)\n", 5, 7, end_line=2)[1:] == ["      A = CMD(X=1,", "          ^^^^^^^^"]


def test_only_ends_of_line_end_lines():
    source = "# \x85\x0c \u2028\nB\n"
    assert shown(source, 1, 2, 2, 2)[1:] == ["      B", "      ^"]


def test_a_tab_is_one_column():
    assert shown("\tA\n", 2, 3)[1:] == ["       A", "       ^"]


@pytest.mark.parametrize("position", [0, 50, 500, 990])
def test_of_a_long_line_the_neighbourhood_is_shown(position):
    text = "".join(chr(ord("a") + i % 26) for i in range(1000))
    _, line, carets = shown(text, position + 1, position + 4)
    assert len(line) <= 6 + 160 + 6
    start, end = carets.index("^"), len(carets)
    assert line[start:end] == text[position : position + 3]


def test_a_place_outside_the_text_shows_no_line():
    assert shown("A\n", 1, 2, 7, 7) == ["deck.comm:7:1: error C001: no"]


def test_no_place():
    assert render(Diagnostic(Severity.MISSING, "M001", "not here")) == "not there yet M001: not here"


def test_diagnostics_come_in_the_order_of_the_file():
    spans = [Span("b", 1, 1, 1, 2), Span("a", 2, 1, 2, 2), None, Span("a", 1, 5, 1, 6)]
    found = Refused([Diagnostic(Severity.ERROR, "C001", "no", span) for span in spans]).diagnostics
    assert [d.span and (d.span.file, d.span.line) for d in found] == [("a", 1), ("a", 2), ("b", 1), None]


@pytest.mark.parametrize(
    "severities, code",
    [
        ([], ExitCode.OK),
        ([Severity.WARNING, Severity.NOTE], ExitCode.OK),
        ([Severity.FAILED, Severity.MISSING, Severity.ERROR], ExitCode.WRONG_INPUT),
        ([Severity.FAILED, Severity.MISSING], ExitCode.NOT_THERE_YET),
        ([Severity.FAILED], ExitCode.COMPUTATION_FAILED),
    ],
)
def test_exit_codes(severities, code):
    assert exit_code([Diagnostic(severity, "X", "x") for severity in severities]) is code
