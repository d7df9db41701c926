"""The base in the middle of a study: written when the options say so."""

import pytest

import pyaster_lite
from pyaster_lite.diagnostics import Refused, Severity

HEAD = """
from code_aster.Commands import *
from code_aster import CA
from code_aster.Supervis import FinalizeOptions
CA.init("--test")
two = DEFI_CONSTANTE(VALE=2.0)
"""


def run(folder, text):
    deck = folder / "deck.comm"
    deck.write_text(HEAD + text + "\nCA.close()\n")
    return pyaster_lite.run(deck, output=folder / "out", base=folder / "base")


def test_options_say_whether_the_base_is_written(tmp_path):
    study = run(
        tmp_path,
        f"""
import os
where = {str(tmp_path / "base")!r}
CA.saveObjects(options=FinalizeOptions.OnlyProc0)
before = os.path.exists(where)
CA.saveObjects(options=FinalizeOptions.SaveBase | FinalizeOptions.OnlyProc0)
after = os.path.exists(where)
""",
    )
    assert (study["before"], study["after"]) == (False, True)


def test_a_base_does_not_tell_of_itself(tmp_path):
    with pytest.raises(Refused) as caught:
        run(tmp_path, "CA.saveObjects(options=FinalizeOptions.SaveBase | FinalizeOptions.InfoResu)")
    assert [one.severity for one in caught.value.diagnostics] == [Severity.MISSING]
    assert "InfoResu" in str(caught.value)
