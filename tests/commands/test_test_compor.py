"""TEST_COMPOR tells laws that do not follow the temperature, and asks for what their variables are in proportion to."""

from pathlib import Path

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused

DECK = Path(__file__).parents[2] / "comm" / "law_heated_bar.comm"


def run(tmp_path, *changes):
    text = DECK.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "deck.comm"
    path.write_text(text)
    return pyaster_lite.run(path, output=tmp_path / "out").tests


def test_a_law_that_follows_the_temperature_passes(tmp_path):
    rows = run(tmp_path)
    assert all(row.passed for row in rows)
    assert {row.concept for row in rows if row.command == "TEST_COMPOR"} >= {"VMIS", "TRACE", "V1", "V7"}


def test_a_list_of_other_materials_fails(tmp_path):
    rows = run(tmp_path, ("SY=LIMIT(T), D_SIGM", "SY=1.1 * LIMIT(T), D_SIGM"))
    assert not all(row.passed for row in rows)


def test_backstrains_ask_for_their_modulus(tmp_path):
    with pytest.raises(Refused, match="needs D_SIGM_EPSI"):
        run(tmp_path, ("    D_SIGM_EPSI=SLOPE,\n", ""))


MECHANICS = DECK.with_name("law_discretised.comm")


def test_units_steps_and_tangents(tmp_path):
    """36 answers and 2 tangents of a law, of which one that yields earlier in Pa than in MPa breaks the first of each three."""
    text = MECHANICS.read_text()
    path = tmp_path / "deck.comm"
    path.write_text(text.replace("SY=1e6 * SY", "SY=1.1e6 * SY"))
    rows = [row for row in pyaster_lite.run(path, output=tmp_path / "out").tests if row.command == "TEST_COMPOR"]
    assert len(rows) == 2 * (3 * 7 + 1)
    failed = {row.quantity for row in rows if not row.passed}
    assert {"ER_V1_Pa_1", "ER_VMIS_Pa_1"} <= failed <= {f"ER_{name}_Pa_1" for name in ("V1", "VMIS", "TRACE")}
    assert max(row.computed for row in rows if row.concept == "MAT_DIFF") < 1e-6
