"""Single words of older decks, and what they are read as."""

import pytest

from pyaster_lite.catalogue.checker import renew
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.syntax.nodes import Factor


def _renewed(word, level, **words):
    """The words of one factor keyword of a command after it was renewed."""
    factor = Factor.from_values({level: Factor.from_values(words, None)}, None)
    command, told = renew(COMMANDS[word], factor)
    return {
        path: {name: argument.value for name, argument in holder.value.arguments.items()}
        for path, holder in factor.arguments.items()
        if hasattr(holder.value, "arguments")
    }, told


def test_columns_of_a_spectrum_that_repeat_its_rows():
    levels, told = _renewed("DYNA_ALEA_MODAL", "EXCIT", NUME_ORDRE_I=1, NUME_ORDRE_J=(1,), NOEUD_I=("A", "B"), NOEUD_J=("A", "B"))
    assert set(levels["EXCIT"]) == {"NUME_ORDRE_I", "NOEUD_I"} and len(told) == 2
    levels, told = _renewed("DYNA_ALEA_MODAL", "EXCIT", NUME_ORDRE_I=(1, 2), NUME_ORDRE_J=(1, 1))
    assert "NUME_ORDRE_J" in levels["EXCIT"] and not told


@pytest.mark.parametrize("command", ["STAT_NON_LINE", "DYNA_NON_LINE"])
def test_bounds_of_critical_loads_are_a_band(command):
    levels, _ = _renewed(command, "CRIT_STAB", CHAR_CRIT=(-2.0, 0.0), NB_FREQ=3)
    assert levels["CRIT_STAB"] == {"CHAR_CRIT": (-2.0, 0.0), "OPTION": "BANDE"}
    levels, _ = _renewed(command, "CRIT_STAB", NB_FREQ=3)
    assert levels["CRIT_STAB"] == {"NMAX_CHAR_CRIT": 3}


def test_the_instant_of_the_start_is_that_of_the_steps():
    levels, _ = _renewed("STAT_NON_LINE", "ETAT_INIT", INST_ETAT_INIT=2.0, NUME_ORDRE=1)
    assert levels["INCREMENT"] == {"INST_INIT": 2.0} and levels["ETAT_INIT"] == {"NUME_ORDRE": 1}


def test_multipliers_without_friction_are_constraints():
    def contact(friction):
        zone = Factor.from_values({"ALGO_CONT": "LAGRANGIEN"}, None)
        factor = Factor.from_values({"FROTTEMENT": friction, "ZONE": zone}, None)
        renew(COMMANDS["DEFI_CONTACT"], factor)
        return zone.arguments["ALGO_CONT"].value

    assert contact("SANS") == "CONTRAINTE" and contact("COULOMB") == "LAGRANGIEN"


def test_forces_of_reference_of_the_tension_of_cables():
    levels, _ = _renewed("CALC_PRECONT", "CONVERGENCE", FORC_REFE=(1.0, 2.0))
    assert levels["CONVERGENCE"] == {"EFFORT_REFE": 1.0, "MOMENT_REFE": 2.0}
