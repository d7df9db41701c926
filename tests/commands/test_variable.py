"""VARIABLE: parameters that a study from outside may set."""

import pickle

import numpy as np
import pytest

import pyaster_lite
from pyaster_lite.diagnostics import ExitCode, Refused

DECK = "T = CREA_TABLE(LISTE=_F(PARA='X', LISTE_R=[VARIABLE(NOM_PARA='h', VALE=2.5)]))\nTEST_TABLE(TABLE=T, NOM_PARA='X', VALE_CALC=%s)\n"


def _run(folder, expected, *inputs):
    path = folder / "deck.comm"
    path.write_text(DECK % expected)
    (folder / "out").mkdir(exist_ok=True)
    if inputs:
        (folder / "out" / "inputs.pick").write_bytes(b"".join(pickle.dumps(one, protocol=0) for one in inputs))
    return pyaster_lite.run(path, output=folder / "out").exit_code is ExitCode.OK


def test_the_value_of_the_deck_stands_where_no_file_tells_another(tmp_path):
    assert _run(tmp_path, 2.5)
    assert _run(tmp_path, 2.5, ["E"], [7.0])


def test_the_file_tells_the_value(tmp_path):
    assert _run(tmp_path, 3.5, ["E", "h"], np.array([7.0, 3.5]))


@pytest.mark.parametrize("inputs", [(["h"],), (["h"], [1.0, 2.0]), ([print], [1.0])])
def test_other_files_are_refused(tmp_path, inputs):
    with pytest.raises(Refused, match="inputs.pick does not hold names"):
        _run(tmp_path, 2.5, *inputs)
