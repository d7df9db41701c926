"""ETAT_INIT: stresses given at points or at the nodes of elements start an evolution alike."""

import numpy as np
import pytest

from .meshes import run

HELD = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='C_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=2.0, NU=0.25))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0), _F(GROUP_MA='BOTTOM', DY=0.0)))",
    "LI = DEFI_LIST_REEL(VALE=(0.0, 1.0))",
)


def started(tmp_path, place):
    return run(
        tmp_path,
        *HELD,
        f"S = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='{place}_SIEF_R', MODELE=MO, PROL_ZERO='OUI',"
        " AFFE=_F(TOUT='OUI', NOM_CMP=('SIXX', 'SIYY'), VALE=(0.2, 0.0)))",
        "RE = STAT_NON_LINE(MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=HELD), INCREMENT=_F(LIST_INST=LI), ETAT_INIT=_F(SIGM=S),"
        " CONVERGENCE=_F(RESI_GLOB_MAXI=1e-10))",
    )


@pytest.mark.parametrize("place", ["ELGA", "ELNO"])
def test_a_uniform_stress_lets_go(tmp_path, place):
    study = started(tmp_path, place)
    result = study["RE"]
    # free of loads, the square shrinks by stress / E
    motion = result.field("DEPL", result.orders[-1])
    np.testing.assert_allclose(motion.component("DX")[study["MA"].find_node("N9")], -0.1 * 2, atol=1e-12)
    np.testing.assert_allclose(motion.component("DY")[study["MA"].find_node("N9")], 0.25 * 0.1 * 2, atol=1e-12)


def test_a_field_at_nodes_is_told(tmp_path):
    assert any("it must be one at points" in told.message for told in started(tmp_path, "ELEM").diagnostics)
