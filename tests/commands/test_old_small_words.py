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


def _words(command, **given):
    """The words of a command, of factor keywords too (FACTOR/WORD), after it was renewed; what was given in them as dictionaries."""
    given = {word: Factor.from_values(value, None) if isinstance(value, dict) else value for word, value in given.items()}
    factor = Factor.from_values(given, None)
    renew(COMMANDS[command], factor)
    found = {}
    for word, argument in factor.arguments.items():
        inner = getattr(argument.value, "arguments", None)
        found |= {word: argument.value} if inner is None else {f"{word}/{name}": own.value for name, own in inner.items()}
    return found


@pytest.mark.parametrize(
    "command, given, today",
    [
        ("STAT_NON_LINE", {"COMP_INCR": {"RESO_INTE": "IMPLICITE", "RELATION": "ELAS"}}, {"COMPORTEMENT/RELATION": "ELAS"}),
        (
            "STAT_NON_LINE",
            {"COMP_INCR": {"RESO_INTE": "RUNGE_KUTTA_4", "ITER_MAXI_DEBORST": 5, "ALGO_C_PLAN": "DEBORST"}},
            {"COMPORTEMENT/ALGO_INTE": "RUNGE_KUTTA", "COMPORTEMENT/ITER_CPLAN_MAXI": 5},
        ),
        ("CALC_META", {"COMP_INCR": {"RELATION": "ACIER"}}, {"COMPORTEMENT/RELATION": "ACIER", "OPTION": "META_ELNO"}),
        ("CALC_META", {"COMPORTEMENT": {"RELATION": "ACIER"}}, {"COMPORTEMENT/RELATION": "ACIER"}),
        (
            "DEFI_CONTACT",
            {"FORMULATION": "CONTINUE", "ITER_CONT_MAXI": 4},
            {"FORMULATION": "CONTINUE", "ITER_CONT_MAXI": 4, "ALGO_RESO_CONT": "POINT_FIXE", "ITER_CONT_TYPE": "MAXI"},
        ),
        ("DEFI_CONTACT", {"FORMULATION": "DISCRETE", "ITER_GEOM_MAXI": 4}, {"FORMULATION": "DISCRETE", "ITER_GEOM_MAXI": 4}),
        ("DEFI_MATERIAU", {"ECRO_ISOT1": {"R_0": 1.0}}, {"MONO_ISOT1/R_0": 1.0}),
        ("DEFI_COMPOR", {"MONOCRISTAL": {"ECOULEMENT": "ECOU_VISC1"}}, {"MONOCRISTAL/ECOULEMENT": "MONO_VISC1"}),
        (
            "MODI_REPERE",
            {"DEFI_REPERE": {"REPERE": "UTILISATEUR", "ANGL_NAUT": 90.0}},
            {"REPERE": "UTILISATEUR", "AFFE/ANGL_NAUT": 90.0, "AFFE/TOUT": "OUI"},
        ),
        (
            "AFFE_CHAR_MECA_F",
            {"ONDE_PLANE": {"DIRECTION": (0.0, 0.0, 2.0), "DIST": -50.0, "DIST_REFLECHI": 1.0}},
            {
                "ONDE_PLANE/DIRECTION": (0.0, 0.0, 2.0),
                "ONDE_PLANE/COOR_SOURCE": (0.0, 0.0, -50.0),
                "ONDE_PLANE/COOR_REFLECHI": (0.0, 0.0, 1.0),
            },
        ),
        (
            "AFFE_CHAR_MECA_F",
            {"ONDE_PLANE": {"DIRECTION": (0.0, 0.0, 1.0), "TYPE_ONDE": "SH", "DIST": 1.0}},
            {"ONDE_PLANE/DIRECTION": (0.0, 0.0, 1.0), "ONDE_PLANE/TYPE_ONDE": "SH", "ONDE_PLANE/DIST": 1.0},
        ),
        ("DEFI_MATERIAU", {"GTN": {"Q1": 1.5, "NUCL_PLAS": 0.1}}, {"GTN/Q1": 1.5, "GTN/NUCL_GAUSS_PLAS": 0.1}),
        ("DEFI_COMPOR", {"MULTIFIBRE": {"RELATION": "MAZARS_1D"}}, {"MULTIFIBRE/RELATION": "MAZARS_UNIL"}),
        ("STAT_NON_LINE", {"ARCHIVAGE": {"PAS_ARCH": 2, "PRECISION": 1e-6}}, {"ARCHIVAGE/PAS_ARCH": 2}),
        ("TEST_FONCTION", {"TEST_NOOK": "NON"}, {}),
        ("AFFE_CHAR_MECA", {"CHAMNO_IMPO": {"COEF_MULT": 2.0}}, {"CHAMNO_IMPO/COEF_IMPO": 2.0}),
        ("COMB_FOURIER", {"ANGL": 45.0}, {"ANGLE": 45.0}),
        ("POST_DYNA_ALEA", {"OPTION": "DIAG", "MOMENT": 3}, {"INTERSPECTRE/OPTION": "DIAG", "INTERSPECTRE/MOMENT": 3}),
        ("LIRE_RESU", {"MATR_A": 1, "MATR_B": 2}, {"MATR_RIGI": 1, "MATR_MASS": 2}),
        ("CALC_CHAM_ELEM", {"OPTION": "FLUX_ELGA_TEMP"}, {"OPTION": "FLUX_ELGA"}),
        ("PROPA_FISS", {"LOI_PROPA": {"C": 1.0, "N": 0.0}}, {"LOI_PROPA/C": 1.0}),
        ("PROPA_FISS", {"LOI_PROPA": {"C": 1.0, "N": 0.5}}, {"LOI_PROPA/C": 1.0, "LOI_PROPA/N": 0.5}),
        (
            "AFFE_CARA_ELEM",
            {"POUTRE": {"SECTION": "CERCLE", "CARA": ("R1", "EP2")}},
            {"POUTRE/SECTION": "CERCLE", "POUTRE/CARA": ("R_DEBUT", "EP_FIN")},
        ),
        (
            "AFFE_CARA_ELEM",
            {"POUTRE": {"SECTION": "RECTANGLE", "CARA": ("H1", "EP1")}},
            {"POUTRE/SECTION": "RECTANGLE", "POUTRE/CARA": ("H1", "EP1")},
        ),
        ("CALC_G", {"THETA": {"R_INF": 1.0, "SYME": "NON"}, "SYME_CHAR": "SYME"}, {"THETA/R_INF": 1.0, "THETA/SYME": "OUI", "OPTION": "G"}),
        ("CALC_G", {"THETA": {"R_INF": 1.0}, "SYME_CHAR": "SANS"}, {"THETA/R_INF": 1.0, "OPTION": "G"}),
        ("TEST_FICHIER", {"VALE": 1.0, "VALE_K": "ab", "VERSION": "9"}, {"VALE_CALC": 1.0, "VALE_CALC_K": "ab", "TOLE_MACHINE": 1e-3}),
    ],
)
def test_words_become_those_of_today(command, given, today):
    assert _words(command, **given) == today
