"""ECHANGE_THM, ECHANGE_THM_HR, FLUX_THM_REP: what leaves a porous side, and what evolutions and reactions make of it."""

import numpy as np

from pyaster_lite.fe.data import ElementData
from pyaster_lite.fe.kinematics import Plane
from pyaster_lite.fe.porous.layout import Layout
from pyaster_lite.fe.porous.side import StillSide
from pyaster_lite.loads._surface import Reading
from pyaster_lite.loads.echange_thm import COOL, _dried
from tests.commands.meshes import diagnostics, run
from tests.fe.porous.medium import CLAY

SQUARE = """\
COOR_2D
N1 0 0
N2 1 0
N3 1 1
N4 0 1
N5 0.5 0
N6 1 0.5
N7 0.5 1
N8 0 0.5
FINSF
QUAD8
M1 N1 N2 N3 N4 N5 N6 N7 N8
FINSF
SEG3
M2 N3 N4 N7
FINSF
GROUP_MA NOM=TOP
M2
FINSF
GROUP_NO NOM=LOW
N1 N2
FINSF
FIN
"""
MODEL = """\
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN_HS'))
ONE, NONE, THICK = DEFI_CONSTANTE(VALE=1e-15), DEFI_CONSTANTE(VALE=0.0), DEFI_CONSTANTE(VALE=1e-3)
M = DEFI_MATERIAU(COMP_THM='LIQU_SATU', ELAS=_F(E=1e9, NU=0.2, RHO=2000.0),
    THM_LIQU=_F(RHO=1000.0, UN_SUR_K=5e-10, VISC=THICK, D_VISC_TEMP=NONE), THM_INIT=_F(PRE1=1e6, PORO=0.3),
    THM_DIFFU=_F(R_GAZ=8.3, RHO=2000.0, BIOT_COEF=1.0, PESA_X=0.0, PESA_Y=0.0, PESA_Z=0.0, PERM_IN=ONE))
CH = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=M))
T = DEFI_LIST_REEL(VALE=(0.0, 10.0))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='LOW', PRE1=0.0))
LOAD = AFFE_CHAR_MECA(MODELE=MO, GIVEN)"""
SOLVE = """\
R = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CH, INCREMENT=_F(LIST_INST=T), EXCIT=(_F(CHARGE=HELD), _F(CHARGE=LOAD)),
    COMPORTEMENT=_F(RELATION='KIT_H', RELATION_KIT=('LIQU_SATU', 'HYDR_UTIL')))"""


class _Line:
    """A function of the temperature."""

    def evaluate(self, TEMP, **others):
        return 2300.0 * (1.0 + 0.02 * (TEMP - COOL))


def test_without_heat_the_saturating_pressure_is_that_of_the_initial_temperature_and_the_rest_is_cool():
    element = StillSide("SEG3", Layout(Plane(), False, (2, 2), False), "FPG4")
    data = ElementData(np.arange(1), np.array([[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [1.0, 0.0, 0.0]]]), [CLAY], np.zeros(1, int))
    read = Reading(1.0, element.points(data.coordinates), unknowns=np.zeros((1, element.size)))
    found = _dried(element, data, {"HR_EXT": 0.5, "ALPHA": 1e-9, "PVAP_SAT": _Line()}, read)
    ratio = CLAY["steam.mass_mol"] / CLAY["liquid.rho"] / CLAY["skeleton.r_gaz"]
    saturating = 2300.0 * (1.0 + 0.02 * (CLAY["initial.temp"] - COOL))
    flow = 1e-9 * saturating * ratio / COOL * (0.5 - np.exp(-ratio * CLAY["initial.pre1"] / COOL))
    np.testing.assert_allclose(found[0, element.places.scalar["p1"]], -flow)


def test_reactions_keep_what_flows_in_over_a_step(tmp_path):
    """As in code_aster, which gives flows no duration there: REAC_NODA is FORC_NODA."""
    model = MODEL.replace("GIVEN", "FLUX_THM_REP=_F(GROUP_MA='TOP', FLUN_HYDR1=1e-4)")
    study = run(tmp_path, model, SOLVE, "R = CALC_CHAMP(reuse=R, RESULTAT=R, FORCE=('FORC_NODA', 'REAC_NODA'))", text=SQUARE)
    assert not study.diagnostics, [d.message for d in study.diagnostics]
    forces, reactions = (study["R"].field(name, 1).component("PRE1")[:4] for name in ("FORC_NODA", "REAC_NODA"))
    assert abs(forces[2:]).min() > 0.0
    np.testing.assert_array_equal(reactions, forces)


def test_exchanges_that_do_not_follow_the_unknowns_are_refused(tmp_path):
    model = MODEL.replace("GIVEN", "ECHANGE_THM=_F(GROUP_MA='TOP', COEF_11=1e-9, PRE1_EXT=2e6)")
    told = diagnostics(tmp_path, model, SOLVE, text=SQUARE)
    assert "give TYPE_CHARGE='SUIV'" in str(told)
