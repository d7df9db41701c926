"""ELAS_GLRC_FO: functions that are constant are the numbers of ELAS_GLRC; others are not there yet."""

import numpy as np
import pytest

from pyaster_lite.concepts.function import Function, Properties
from tests.commands.runner import Surroundings, run

GIVEN = {"E_M": 3e10, "NU_M": 0.2, "E_F": 4e10, "NU_F": 0.25, "BT1": 1e8, "BT2": 2e8, "RHO": 2500.0, "AMOR_ALPHA": 1e-4}


def function(*values):
    return Function(np.arange(len(values), dtype=float), np.array(values), Properties("TEMP", "TOUTRESU", ("LIN", "LIN")))


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def test_constants_are_numbers(around):
    plain = run("DEFI_MATERIAU", around, ELAS_GLRC=GIVEN).properties
    same = run("DEFI_MATERIAU", around, ELAS_GLRC_FO={word: function(value, value) for word, value in GIVEN.items()}).properties
    assert plain["bending_young"] == 4e10 and plain["plate_shear"][1, 1] == 2e8
    for name, value in plain.items():
        np.testing.assert_array_equal(same[name], value)


def test_what_varies_is_not_there_yet(around):
    with pytest.raises(Exception, match="E_M varies"):
        run("DEFI_MATERIAU", around, ELAS_GLRC_FO={"E_M": function(3e10, 2e10), "NU_M": function(0.2, 0.2)})
