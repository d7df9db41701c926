"""CALC_G as older versions wrote it."""

import pytest

from pyaster_lite.catalogue.checker import renew
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.study.promise import Promise
from pyaster_lite.syntax.nodes import UNKNOWN, Factor


def _renewed(kind="fond_fissure", crack="FISSURE", **words):
    theta = Factor.from_values({crack: Promise(kind, "CRACK"), "R_INF": 1.0, "R_SUP": 2.0, "DIRECTION": (1.0, 0.0, 0.0)}, None)
    factor = Factor.from_values({"RESULTAT": Promise("evol_elas", "U"), "THETA": theta, **words}, None)
    command, told = renew(COMMANDS["CALC_G"], factor)
    return command.name, factor, factor.arguments["THETA"].value, " ".join(t.text for t in told)


@pytest.mark.parametrize("words, option", [({}, "G"), ({"OPTION": "CALC_G"}, "G"), ({"OPTION": "CALC_K_G"}, ("G", "K"))])
def test_options_have_other_names(words, option):
    name, factor, theta, _ = _renewed(crack="FOND_FISS", **words)
    assert name == "CALC_G" and factor.arguments["OPTION"].value == option
    assert "FISSURE" in theta.arguments and "DIRECTION" not in theta.arguments


def test_polynomials_are_the_smoothing_unless_it_says_otherwise():
    _, _, theta, _ = _renewed(OPTION="CALC_G")
    assert theta.arguments["DISCRETISATION"].value == "LEGENDRE"
    smoothing = Factor.from_values({"LISSAGE_THETA": "LAGRANGE", "LISSAGE_G": "LAGRANGE"}, None)
    _, factor, theta, _ = _renewed(OPTION="CALC_G", LISSAGE=smoothing)
    assert theta.arguments["DISCRETISATION"].value == "LINEAIRE" and "LISSAGE" not in factor.arguments
    _, _, theta, _ = _renewed(OPTION="CALC_G", LISSAGE=Factor.from_values({"DEGRE": 3}, None))
    assert theta.arguments["DEGRE"].value == 3
    _, _, theta, _ = _renewed(OPTION="G")
    assert "DISCRETISATION" not in theta.arguments


def test_loads_of_evolutions_are_known():
    _, factor, _, told = _renewed(OPTION="G", EXCIT=Factor.from_values({"CHARGE": Promise("char_meca", "L")}, None))
    assert "EXCIT" not in factor.arguments and "EXCIT has no effect" in told


def test_level_sets_are_for_another_command():
    name, factor, _, _ = _renewed("fiss_xfem", OPTION="CALC_K_G", LISSAGE=Factor.from_values({"DEGRE": 3}, None))
    assert name == "CALC_G_XFEM" and factor.arguments["OPTION"].value == "CALC_K_G" and "LISSAGE" in factor.arguments


def test_only_level_sets_had_fronts_with_a_number():
    theta = Factor.from_values({"FISSURE": UNKNOWN, "NUME_FOND": 2}, None)
    factor = Factor.from_values({"RESULTAT": UNKNOWN, "THETA": theta, "OPTION": "CALC_K_G"}, None)
    assert renew(COMMANDS["CALC_G"], factor)[0].name == "CALC_G_XFEM" and "NUME_FOND" in theta.arguments


def test_one_extension_of_the_whole_front_is_for_the_command_that_had_been_before():
    name, _, theta, told = _renewed(crack="FOND_FISS", OPTION="CALC_G_GLOB", SYME_CHAR="SYME")
    assert name == "CALC_G_THETA_T" and {"FISSURE", "DIRECTION"} <= theta.arguments.keys() and "SYME_CHAR is now THETA/SYME" in told
    assert _renewed("cham_no_sdaster", "THETA", OPTION="CALC_G")[0] == "CALC_G_THETA_T"
    assert _renewed("cham_no_sdaster", "THETA", OPTION="CALC_K_G")[0] == "CALC_G"
