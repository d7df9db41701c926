"""DEFI_MATER_GC: what it makes of classes and tests of concrete and of steel."""

from math import exp, sqrt

import numpy as np
import pytest

from pyaster_lite.behaviours.endo_loca_exp import _Material
from pyaster_lite.catalogue.registry import BEHAVIOURS
from pyaster_lite.diagnostics import Refused
from pyaster_lite.fe.data import ElementData
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


COHESIVE = dict(E=3.4e10, NU=0.2, FT=3e6, FC=4e7, GF=140.0, P=2.0, DIST_FISSURE=0.2)


def test_the_threshold_of_cohesive_concrete_is_met_at_its_strengths(around):
    """The gauge of the law is 1 in tension, in compression and in confined tension at the strengths."""
    concrete = made(around, ENDO_LOCA_EXP=COHESIVE)
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [concrete.properties], np.zeros(1, int))
    material, confined = _Material(data, (1, 1)), concrete.laws["ENDO_LOCA_EXP"]["SIGC"]
    for stress in ([3e6, 0.0, 0.0], [-4e7, 0.0, 0.0], [confined, 0.25 * confined, 0.25 * confined]):
        assert material.chi(np.array([[stress]]))[0] == pytest.approx(1.0)
    assert concrete.laws["ENDO_LOCA_EXP"]["REST_RIGIDITE"] == pytest.approx(3.4e10 / (2 * 4e7 * 0.05))


@pytest.mark.parametrize(("words", "text"), [({"FC": 1.5e7}, "5.83"), ({"DIST_FISSURE": 20.0}, "suffice")])
def test_strengths_and_distances_that_do_not_go_together_are_refused(around, words, text):
    with pytest.raises(Refused, match=text):
        made(around, ENDO_LOCA_EXP=COHESIVE | words)


GRADED = dict(E=3e10, NU=0.2, FT=3e6, FC=4e7, GF=100.0, G_INIT=40.0, LARG_BANDE=0.1)


def test_the_threshold_of_graded_concrete_is_met_at_its_strengths(around):
    """Damage starts where G = K/M: at the strengths."""
    concrete = made(around, ENDO_FISS_EXP=GRADED)
    data = ElementData(np.zeros(1, int), np.zeros((1, 8, 3)), [concrete.properties], np.zeros(1, int))
    law, threshold = concrete.laws["ENDO_FISS_EXP"], BEHAVIOURS["ENDO_FISS_EXP"].threshold(data, (1, 1))
    for strength in (3e6, -4e7):
        strain = strength / 3e10 * np.array([[[1.0, -0.2, -0.2]]])
        assert threshold(strain)[0] == pytest.approx(law["K"] / law["M"])
    assert law["P"] == pytest.approx((0.75 * np.pi * 2.5) ** (2 / 3) - 2.0)
    assert concrete.laws["NON_LOCAL"]["C_GRAD_VARI"] == pytest.approx(0.375 * 100.0 * 0.05)


@pytest.mark.parametrize(("words", "text"), [({"G_INIT": 90.0}, "P is"), ({"LARG_BANDE": 50.0}, "M is"), ({"FC": 1.5e7}, "5.83")])
def test_bands_and_energies_that_do_not_go_together_are_refused(around, words, text):
    with pytest.raises(Refused, match=text):
        made(around, ENDO_FISS_EXP=GRADED | words)


def test_a_concrete_of_the_model_code_in_any_units(around):
    """What is not given follows from FC, and the law is the same in MPa and mm as in Pa and m."""
    words = {"CODIFICATION": "FIB_MODEL_CODE", "UNITE_CONTRAINTE": "MPa", "UNITE_LONGUEUR": "mm", "FC": 40.0, "DIST_FISSURE": 200.0}
    other = {"UNITE_CONTRAINTE": "Pa", "UNITE_LONGUEUR": "m", "FC": 4e7, "DIST_FISSURE": 0.2}
    laws = [made(around, ENDO_LOCA_TC=words | own).laws for own in ({}, other)]
    assert laws[0]["ELAS"]["E"] == pytest.approx(21500 * 4 ** (1 / 3)) and laws[1]["ELAS"]["E"] == pytest.approx(21500e6 * 4 ** (1 / 3))
    small, large = (law["ENDO_LOCA_TC"] for law in laws)
    assert small["FT"] == pytest.approx(0.3 * 32 ** (2 / 3)) and small["SIGM_COMP_SEUIL"] == 16.0
    assert large["ENER_TRAC_RUPT_N"] == pytest.approx(small["ENER_TRAC_RUPT_N"], rel=1e-9)
    stored = small["FT"] ** 2 / (2 * laws[0]["ELAS"]["E"] * 0.8 / 1.2 / 0.6)
    assert small["ENER_TRAC_RUPT_N"] == pytest.approx(0.073 * 40**0.18 / (200.0 * stored))


def test_cracks_too_far_from_each_other(around):
    words = {"E": 3e4, "NU": 0.2, "GF": 0.1, "FT": 3.0, "SIGM_COMP_SEUIL": 15.0, "COEF_ECRO_TRAC": 1.5, "FC": 40.0, "DIST_FISSURE": 1e5}
    with pytest.raises(Refused, match="at most"):
        made(around, ENDO_LOCA_TC=words)
