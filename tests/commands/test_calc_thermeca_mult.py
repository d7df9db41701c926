"""CALC_THERMECA_MULT: every field times the shock, the temperatures from the initial one."""

import numpy as np
import pytest

from .meshes import run

UNIT = (
    "T = CREA_CHAMP(TYPE_CHAM='NOEU_TEMP_R', OPERATION='AFFE', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP='TEMP', VALE=20.25))",
    "U = CREA_CHAMP(TYPE_CHAM='NOEU_DEPL_R', OPERATION='AFFE', MAILLAGE=MA, AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY'), VALE=(1.0, -3.0)))",
    "RT = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_THER', AFFE=_F(NOM_CHAM='TEMP', CHAM_GD=T, INST=(0.0, 2.5)))",
    "RM = CREA_RESU(OPERATION='AFFE', TYPE_RESU='EVOL_ELAS', AFFE=_F(NOM_CHAM='DEPL', CHAM_GD=U, INST=2.5))",
)


@pytest.mark.parametrize("warmed", [True, False])
def test_a_shock_of_fifty_degrees(tmp_path, warmed):
    more = "RESU_SUPL_THER='OUI', RESU_THER_UNIT=RT, RESU_THER=CO('TF')" if warmed else "RESU_SUPL_THER='NON'"
    study = run(tmp_path, *UNIT, f"MF = CALC_THERMECA_MULT(TEMP_FIN=50.0, TEMP_INIT=20.0, RESU_MECA_UNIT=RM, {more})")
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    made = study["MF"]
    assert made.kind == "evol_elas" and made.orders == study["RM"].orders and made.times.tolist() == [2.5]
    np.testing.assert_allclose(made.values("DEPL", "DX"), 50.0)
    np.testing.assert_allclose(made.values("DEPL", "DY"), -150.0)
    if warmed:
        assert study["TF"].kind == "evol_ther" and study["TF"].times.tolist() == [0.0, 2.5]
        np.testing.assert_allclose(study["TF"].values("TEMP", "TEMP"), 20.0 + 50.0 * 0.25)
    np.testing.assert_allclose(study["RM"].values("DEPL", "DX"), 1.0)
