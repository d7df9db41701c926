"""DEFI_MATERIAU, AFFE_MATERIAU and the commands of heat as older versions wrote them."""

import numpy as np
import pytest

from pyaster_lite import api
from pyaster_lite.catalogue.checker import check, renew
from pyaster_lite.catalogue.registry import COMMANDS
from pyaster_lite.commands._phases import with_hot_phase
from pyaster_lite.syntax.nodes import UNKNOWN, Factor

SQUARE = """TITRE
FINSF
COOR_3D
N1 0. 0. 0.
N2 1. 0. 0.
N3 1. 1. 0.
N4 0. 1. 0.
FINSF
QUAD4
C1 N1 N2 N3 N4
FINSF
SEG2
L1 N4 N1
R1 N2 N3
FINSF
GROUP_MA NOM=LEFT
L1
FINSF
GROUP_MA NOM=ALL
C1
FINSF
GROUP_MA NOM=RIGHT
R1
FINSF
FIN
"""
HEAT = """
M = LIRE_MAILLAGE()
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))
MA = DEFI_MATERIAU(THER=_F(LAMBDA=2.0, RHO_CP=1.0))
CM = AFFE_MATERIAU(MAILLAGE=M, AFFE=_F(TOUT='OUI', MATER=MA), AFFE_VARC=_F(NOM_VARC='TEMP', VALE_REF=20.0))
CH = AFFE_CHAR_THER(MODELE=MO, TEMP_IMPO=(_F(GROUP_MA='LEFT', TEMP=0.0), _F(GROUP_MA='RIGHT', TEMP=4.0)))
T = THER_LINEAIRE(MODELE=MO, CHAM_MATER=CM, EXCIT=_F(CHARGE=CH))
"""


@pytest.fixture
def run(tmp_path):
    def study(text):
        (tmp_path / "deck.comm").write_text(text)
        (tmp_path / "deck.mail").write_text(SQUARE)
        return api.run(tmp_path / "deck.comm", output=tmp_path / "out")

    return study


def _told(study):
    return [d.message for d in study.diagnostics if d.code == "L001"]


def test_a_parameter_that_was_a_number_is_a_constant_function(run):
    study = run("MA = DEFI_MATERIAU(THM_LIQU=_F(RHO=1000.0, ALPHA=3.0E-4))\n")
    assert study["MA"].properties["liquid.alpha"] == 3.0e-4
    assert any("THM_LIQU/ALPHA is a function now" in text for text in _told(study))


@pytest.mark.parametrize("speed", ["343.0", "('RI', 343.0, 0.0)"])
def test_a_real_speed_of_sound_may_be_written_as_a_complex_one(run, speed):
    study = run(f"AIR = DEFI_MATERIAU(FLUIDE=_F(RHO=1.3, CELE_C={speed}))\n")
    assert 343.0 in study["AIR"].properties.values()


def test_heat_without_increments_is_steady_and_a_reference_alone_is_no_variable(run):
    study = run(HEAT)
    told = _told(study)
    assert any("AFFE_VARC has no effect" in text for text in told) and any("TYPE_CALCUL='STAT'" in text for text in told)
    temperatures = study["T"].field("TEMP", study["T"].orders[-1])
    assert temperatures.component("TEMP").max() == pytest.approx(4.0)
    assert study["CM"].variables == [] and study["T"].orders == [0]


def test_grids_turn_by_their_first_angles(run):
    text = """
M = LIRE_MAILLAGE()
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='GRILLE_MEMBRANE'))
CA = AFFE_CARA_ELEM(MODELE=MO, GRILLE=_F(GROUP_MA='ALL', SECTION=1.0, ANGL_REP=(30.0, 0.0)))
"""
    assert any("GRILLE/ANGL_REP is now GRILLE/ANGL_REP_1" in text for text in _told(run(text)))


@pytest.mark.parametrize("relation, theta, moved", [("KIT_HH", 0.57, True), ("KIT_HH", 1.0, False), ("LEMAITRE", 0.57, False)])
def test_theta_of_flows_is_said_by_the_scheme(relation, theta, moved):
    law = Factor.from_values({"RELATION": relation, "PARM_THETA": theta}, None)
    factor = Factor.from_values({"COMP_INCR": law}, None)
    renew(COMMANDS["STAT_NON_LINE"], factor)
    assert ("SCHEMA_THM" in factor.arguments) == moved
    assert ("PARM_THETA" in factor.arguments["COMPORTEMENT"].value.arguments) != moved


def test_a_law_that_repeats_elasticity_takes_it_from_there(run):
    study = run(
        "E = DEFI_CONSTANTE(VALE=31.0)\nNU = DEFI_CONSTANTE(VALE=0.2)\n"
        "MA = DEFI_MATERIAU(ELAS_FO=_F(E=E, NU=NU), BETON_BURGER_FP=_F("
        "K_RS=1.0, ETA_RS=2.0, KAPPA=3.0, ETA_IS=4.0, K_RD=5.0, ETA_RD=6.0, ETA_ID=7.0))\n"
    )
    law = study["MA"].laws["BETON_BURGER"]
    assert (law["YoungModulus"], law["PoissonRatio"], law["TEMP_0_C"], law["ETA_FD"]) == (31.0, 0.2, 20.0, 0.0)


def test_states_of_metals_without_their_hot_phase_are_completed():
    assert with_hot_phase(np.array([[0.1, 0.2, 0.0, 0.0, 20.0]]), "ACIER", 7).tolist() == [
        pytest.approx([0.1, 0.2, 0.0, 0.0, 0.7, 0.0, 20.0])
    ]
    assert with_hot_phase(np.array([[0.5, 0.25, 300.0, 2.0]]), "ZIRC", 5).tolist() == [[0.5, 0.25, 0.25, 300.0, 2.0]]
    whole = np.array([[1.0, 0.0, 0.0, 0.0, 0.0]])
    assert with_hot_phase(whole, "ZIRC", 5) is whole


def test_axes_without_a_place_are_everywhere_and_concepts_have_their_own_command():
    axes = Factor.from_values({"AFFE": Factor.from_values({"ANGL_NAUT": (30.0,)}, None)}, None)
    renew(COMMANDS["MODI_REPERE"], axes)
    assert axes.arguments["AFFE"].value.arguments["TOUT"].value == "OUI"
    shown = Factor.from_values({"FORMAT": "MED", "CONCEPT": Factor.from_values({}, None)}, None)
    assert renew(COMMANDS["IMPR_RESU"], shown)[0].name == "IMPR_CONCEPT"


def test_one_permeability_in_three_directions_is_one():
    flow = {"PERMIN_X": 1.0, "PERMIN_Y": 2.0}
    same = dict.fromkeys(("PERMIN_X", "PERMIN_Y", "PERMIN_Z"), value := object())
    for given, kept in ((flow, {"PERMIN_X", "PERMIN_Y"}), (same, {"PERM_IN"})):
        factor = Factor.from_values({"THM_DIFFU": Factor.from_values(given, None)}, None)
        renew(COMMANDS["DEFI_MATERIAU"], factor)
        assert factor.arguments["THM_DIFFU"].value.arguments.keys() == kept
    assert factor.arguments["THM_DIFFU"].value.arguments["PERM_IN"].value is value


def test_a_value_that_only_old_versions_took_is_told_where_it_changes_nothing():
    factor = Factor.from_values({"METHODE": "MULT_FRONT", "RENUM": "METIS"}, None)
    known = Factor.from_values({"MODELE": UNKNOWN, "SOLVEUR": factor}, None)
    found = [d for d in check(COMMANDS["MECA_STATIQUE"], known)[1] if "METIS" in d.message]
    assert [d.severity.value for d in found] == ["note"]


TENSION = """
M = LIRE_MAILLAGE(FORMAT='ASTER')
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='C_PLAN'))
COLD = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_TEMP_R', MAILLAGE=M, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=0.0))
WARM = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_TEMP_R', MAILLAGE=M, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=300.0))
FIRE = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_THER', AFFE=(
    _F(NOM_CHAM='TEMP', CHAM_GD=COLD, INST=(0.0, 1.0)), _F(NOM_CHAM='TEMP', CHAM_GD=WARM, INST=2.0)))
LEFT = DEFI_FONCTION(NOM_PARA='TEMP', VALE=(0.0, 1.0, 400.0, 0.0))
STEEL = DEFI_MATERIAU(ELAS=_F(E=200.0, NU=0.0, ALPHA=0.0), ECRO_LINE=_F(SY=1.0, D_SIGM_EPSI=10.0), REST_ECRO=_F(FONC_MULT=LEFT))
FIELD = AFFE_MATERIAU(MAILLAGE=M, AFFE=_F(TOUT='OUI', MATER=STEEL),
                      AFFE_VARC=_F(TOUT='OUI', NOM_VARC='TEMP', EVOL=FIRE, VALE_REF=0.0))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0, DY=0.0), _F(GROUP_MA='RIGHT', DX=0.1)))
RISE = DEFI_FONCTION(NOM_PARA='INST', VALE=(0.0, 0.0, 1.0, 1.0, 2.0, 1.0))
TIMES = DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))
U = STAT_NON_LINE(MODELE=MO, CHAM_MATER=FIELD, EXCIT=_F(CHARGE=HELD, FONC_MULT=RISE), INCREMENT=_F(LIST_INST=TIMES),
                  COMPORTEMENT=_F(RELATION='VMIS_ISOT_LINE', POST_INCR='REST_ECRO'))
"""


def test_a_factor_of_the_temperature_takes_hardening_away(run):
    study = run(TENSION)
    assert any("REST_ECRO/FONC_MULT is gone" in text for text in _told(study))
    first, last = (study["U"].field("VARI_ELGA", order).on(np.array([0]))[0][..., 0] for order in (1, 2))
    assert first.min() > 0.05
    np.testing.assert_allclose(last, 0.25 * first)
