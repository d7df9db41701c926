"""DEFI_MATER_GC: what it makes of classes and tests of concrete and of steel."""

from math import exp, sqrt

import pytest

from tests.commands.runner import Surroundings, run


@pytest.fixture
def around(tmp_path):
    return Surroundings(tmp_path)


def made(around, **words):
    return run("DEFI_MATER_GC", around, **words)


def test_concrete_of_a_class_and_of_tests_agree(around):
    a = made(around, MAZARS=dict(CODIFICATION="EC2", UNITE_CONTRAINTE="Pa", CLASSE="C30/37"), RHO=2500.0)
    b = made(
        around, MAZARS=dict(CODIFICATION="ESSAI", FCJ=38.0e6, EIJ=22.0e9 * 3.8**0.3, FTJ=0.3e6 * 30 ** (2 / 3), EPSI_C=0.7e-3 * 38**0.31)
    )
    assert a.properties["young"] == pytest.approx(22.0e9 * 3.8**0.3)
    assert a.properties["density"] == 2500.0
    law = a.laws["MAZARS"]
    assert law["SIGM_LIM"] == pytest.approx(0.6 * 38.0e6)
    for word, value in law.items():
        assert b.laws["MAZARS"][word] == pytest.approx(value)
    assert law["EPSC0"] == pytest.approx(law["EPST0"] / (0.2 * sqrt(2)))
    # the strength is reached at the strain of the peak
    peak = 1 / law["BC"]
    stress = a.properties["young"] * (law["EPSC0"] * (1 - law["AC"]) + law["AC"] * peak * exp(law["BC"] * (law["EPSC0"] - peak)))
    assert stress == pytest.approx(38.0e6)


def test_steel(around):
    steel = made(around, ACIER=dict(E=2.0e11, SY=5.0e8))
    assert steel.laws["ECRO_LINE"] == {"D_SIGM_EPSI": 2.0e7, "SY": 5.0e8, "SIGM_LIM": 5.0e8 / 1.1, "EPSI_LIM": 1e-2}
    assert steel.properties["poisson"] == 0.3
