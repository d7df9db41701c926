"""ECHANGE: what the faces of shells exchange in time."""

import numpy as np
import pytest

from tests.commands.meshes import in_space, run


@pytest.mark.parametrize("theta", [0.5, 1.0])
def test_the_beginning_of_a_step_leaves_out_what_shells_lose(tmp_path, theta):
    """A shell that conducts without limit: e c (T' - T)/d = h T_ext - theta h T', with e c = 2, d = 0.5, h = 3 + 1, T_ext = 100."""
    study = run(
        tmp_path,
        "MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(GROUP_MA='PLATE', PHENOMENE='THERMIQUE', MODELISATION='COQUE'))",
        "MAT = DEFI_MATERIAU(THER=_F(LAMBDA=1.0E9, RHO_CP=10.0))",
        "CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))",
        "CARA = AFFE_CARA_ELEM(MODELE=MO, COQUE=_F(GROUP_MA='PLATE', EPAIS=0.2))",
        "SIDES = _F(GROUP_MA='PLATE', COEF_H_INF=3.0, TEMP_EXT_INF=100.0, COEF_H_SUP=1.0, TEMP_EXT_SUP=100.0)",
        "LOAD = AFFE_CHAR_THER(MODELE=MO, ECHANGE=SIDES)",
        "LIST = DEFI_LIST_REEL(VALE=(0.0, 0.5))",
        "R = THER_LINEAIRE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CARA, EXCIT=_F(CHARGE=LOAD), ETAT_INIT=_F(VALE=10.0), "
        f"INCREMENT=_F(LIST_INST=LIST), SCHEMA_TEMPS=_F(SCHEMA='THETA', THETA={theta}))",
        text=in_space(),
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    found = study["R"].field("TEMP", 1).component("TEMP_MIL")
    np.testing.assert_allclose(found, (2.0 * 10.0 / 0.5 + 4.0 * 100.0) / (2.0 / 0.5 + theta * 4.0), rtol=1e-5)
