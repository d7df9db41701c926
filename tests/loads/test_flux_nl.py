"""FLUX_NL, SOUR_NL: a table at the temperature or concentration, whatever the name of its parameter."""

import numpy as np
import pytest

from tests.commands.meshes import run

BODY = """
MO = AFFE_MODELE(MAILLAGE=MA, AFFE=_F(TOUT='OUI', PHENOMENE='THERMIQUE', MODELISATION='PLAN'))
MAT = DEFI_MATERIAU(THER=_F(LAMBDA=1.0, RHO_CP=1.0))
CM = AFFE_MATERIAU(MAILLAGE=MA, AFFE=_F(TOUT='OUI', MATER=MAT))
LIST = DEFI_LIST_REEL(VALE=0.0)
"""


@pytest.mark.parametrize("word", ["TEMP", "SECH", "INST"])
@pytest.mark.parametrize("load", ["FLUX_NL=_F(GROUP_MA='LEFT', FLUN=TABLE)", "SOUR_NL=_F(TOUT='OUI', SOUR=TABLE)"])
def test_a_body_that_only_2_minus_t_heats_ends_at_2(tmp_path, word, load):
    study = run(
        tmp_path,
        BODY,
        f"TABLE = DEFI_FONCTION(NOM_PARA='{word}', VALE=(0.0, 2.0, 10.0, -8.0), PROL_DROITE='LINEAIRE')",
        f"LOAD = AFFE_CHAR_THER_F(MODELE=MO, {load})",
        "R = THER_NON_LINE(MODELE=MO, CHAM_MATER=CM, TYPE_CALCUL='STAT', INCREMENT=_F(LIST_INST=LIST), EXCIT=_F(CHARGE=LOAD), "
        "CONVERGENCE=_F(RESI_GLOB_MAXI=1e-9))",
    )
    assert not [d.message for d in study.diagnostics if d.severity.name in ("ERROR", "MISSING", "FAILED")]
    np.testing.assert_allclose(study["R"].field("TEMP", 0).component("TEMP"), 2.0, rtol=1e-6)
