"""Judging: a right value passes, a wrong reference fails, NaN never passes."""

import json

import pytest

from pyaster_lite.verification.report import as_dict, text_lines
from pyaster_lite.verification.rows import TestRow, Verdict, judge, judge_text


def passes(*args, **words):
    return judge(*args, **words)[3] is Verdict.OK


def test_relative_tolerance_is_of_the_reference():
    assert passes(1.0000009, 1.0, 1e-6)
    assert not passes(1.0000011, 1.0, 1e-6)
    assert passes(2e10 + 1e4, 2e10, 1e-6)


def test_a_reference_of_zero_is_met_relatively_by_zero_only():
    assert passes(0.0, 0.0, 1e-6)
    assert judge(1e-30, 0.0, 1e-6)[2:] == (float("inf"), Verdict.NOT_OK)


def test_absolute_tolerance_scales_with_the_order_of_magnitude():
    assert passes(9e-5, 0.0, 1e-6, relative=False, magnitude=100.0)
    assert not passes(9e-5, 0.0, 1e-6, relative=False)


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("nothing", [float("nan"), complex("nan")])
def test_not_a_number_never_passes(relative, nothing):
    assert not passes(nothing, 1.0, 1e30, relative)
    assert not passes(1.0, nothing, 1e30, relative)
    assert not passes(nothing, nothing, 1e30, relative)


def test_infinity_never_passes():
    assert not passes(float("inf"), float("inf"), 1e-6)


def test_the_nearest_of_several_references_counts():
    assert passes(2.0, (1.0, 2.0, 3.0), 1e-6)
    assert judge(2.4, (1.0, 2.0, 3.0), 1e-6)[1] == 2.0


def test_moduli():
    assert passes(-2.0, 2.0, 1e-6, moduli=True)
    assert passes(3 + 4j, 5.0, 1e-12, moduli=True)


def test_texts():
    assert judge_text("LIN LIN ", "LIN LIN")[3] is Verdict.OK
    assert judge_text("LIN LOG", ("LIN LIN", "LOG LOG"))[3] is Verdict.NOT_OK


def row(**changes):
    words = dict(
        command="TEST_RESU",
        kind="VALE_REFE",
        origin="ANALYTIQUE",
        concept="U",
        quantity="DEPL",
        component="DX",
        place="node N1",
        access="INST 1.7",
        computed=float("nan"),
        reference=1 + 2j,
        difference=float("nan"),
        tolerance=1e-3,
        relative=True,
        verdict=Verdict.NOT_OK,
    )
    return TestRow(**{**words, **changes})


def test_verdicts_are_strict_json():
    text = json.dumps(as_dict(row()), allow_nan=False)
    assert json.loads(text)["reference"] == [1.0, 2.0]


def test_table_drops_columns_that_say_nothing():
    head, line = text_lines([row(computed=1.0, reference=1.0, difference=0.0, verdict=Verdict.OK)])
    assert "legend" not in head
    assert line.split() == [
        "OK",
        "U",
        "DEPL",
        "DX",
        "node",
        "N1",
        "INST",
        "1.7",
        "1",
        "1",
        "0.00e+00",
        "1.0e-03",
        "VALE_REFE",
        "ANALYTIQUE",
    ]
