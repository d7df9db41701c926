"""DEFI_GLRC for GLRC_DAMAGE: what CISAIL_NL says is read nowhere."""

import numpy as np

from tests.commands.runner import Surroundings, run

SHARED = {f"C{side}{kind}{axis}": 0.0 for kind in "NM" for side in (1, 2) for axis in (1, 2, 3)}


def test_shear_that_is_not_linear_changes_nothing(tmp_path):
    around = Surroundings(tmp_path)
    concrete = run("DEFI_MATERIAU", around, ELAS={"E": 3e10, "NU": 0.2}, BETON_ECRO_LINE={"SYT": 3e6, "SYC": -3e7, "D_SIGM_EPSI": -3e9})
    steel = run("DEFI_MATERIAU", around, ELAS={"E": 2e11, "NU": 0.3}, ECRO_LINE={"SY": 5e8, "D_SIGM_EPSI": 1e9})
    given = {
        "BETON": {"MATER": concrete, "EPAIS": 0.2, "GAMMA": 0.0, "QP1": 0.15, "QP2": 0.15} | SHARED,
        "NAPPE": {"MATER": steel, "OMX": 1e-3, "OMY": 1e-3, "RX": 0.8, "RY": 0.8},
    }
    plain = run("DEFI_GLRC", around, **given).properties
    told = run("DEFI_GLRC", around, CISAIL_NL={"BTD1": 1e8, "BTD2": 1e8, "TSD": 1e6}, **given).properties
    assert plain.keys() == told.keys()
    for name, value in plain.items():
        np.testing.assert_array_equal(told[name], value)
