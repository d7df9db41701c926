"""MACRO_BASCULE_SCHEMA changes the scheme of a motion on its way."""

import numpy as np
import pytest

from .meshes import run

SQUARE = (
    "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='D_PLAN'))",
    "MAT = DEFI_MATERIAU(ELAS=_F(E=1.0, NU=0.25, RHO=1.0))",
    "CHMAT = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
    "HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_MA='LEFT', DX=0.0), _F(TOUT='OUI', DY=0.0)))",
    "V0 = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=MA,"
    " AFFE=(_F(TOUT='OUI', NOM_CMP=('DX', 'DY'), VALE=(0.01, 0.0)), _F(GROUP_MA='LEFT', NOM_CMP='DX', VALE=0.0)))",
    "FINE = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=3.0, PAS=0.01))",
    "COARSE = DEFI_LIST_REEL(DEBUT=0.0, INTERVALLE=_F(JUSQU_A=3.0, PAS=0.02))",
)
EVERYWHERE = "MODELE=MO, CHAM_MATER=CHMAT, EXCIT=_F(CHARGE=HELD), ETAT_INIT=_F(VITE=V0)"
IMPLICIT = "_F(SCHEMA='NEWMARK', FORMULATION='DEPLACEMENT')"
CHANGING = (
    f"RE = MACRO_BASCULE_SCHEMA({EVERYWHERE}, INCR_IMPL=_F(LIST_INST=COARSE), INCR_EXPL=_F(LIST_INST=FINE),"
    f" SCHEMA_TEMPS_IMPL={IMPLICIT}, SCHEMA_TEMPS_EQUI={IMPLICIT}, COMPORTEMENT_IMPL=_F(RELATION='ELAS'),"
    " COMPORTEMENT_EXPL=_F(RELATION='ELAS'),"
    " SCHEMA_TEMPS_EXPL=_F(SCHEMA='DIFF_CENT', FORMULATION='ACCELERATION'), SCHEMA_INIT='{0}',"
    " LIST_INST_BASCULE=TIMES, EQUILIBRAGE=_F(PAS_IMPL=0.02, PAS_EXPL=0.01))"
)


@pytest.mark.parametrize("start", ["IMPLICITE", "EXPLICITE"])
def test_the_motion_goes_on_through_the_changes(tmp_path, start):
    study = run(
        tmp_path,
        *SQUARE,
        "TIMES = DEFI_LIST_REEL(VALE=(0.6, 1.4))",
        CHANGING.format(start),
        f"ONE = DYNA_NON_LINE({EVERYWHERE}, INCREMENT=_F(LIST_INST=FINE), COMPORTEMENT=_F(RELATION='ELAS'), SCHEMA_TEMPS={IMPLICIT})",
    )
    assert not [told.message for told in study.diagnostics if told.severity.name in ("ERROR", "MISSING", "FAILED")]
    changed, one = study["RE"], study["ONE"]
    times = changed.access("INST")
    assert (np.diff(times) > 0).all() and times[-1] == pytest.approx(3.0)
    steps = np.diff(times[(times > 0.65) & (times < 1.35)])
    np.testing.assert_allclose(steps, 0.01 if start == "IMPLICITE" else 0.02, rtol=1e-6)
    node = study["MA"].find_node("N9")
    ends = [result.field("DEPL", result.orders[-1]).component("DX")[node] for result in (changed, one)]
    assert ends[0] == pytest.approx(ends[1], abs=1e-3) and abs(ends[1]) > 5e-3
