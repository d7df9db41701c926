"""RESI_NOEU and RESI_RELA_NOEU: what the last iterate of a step leaves unbalanced."""

import numpy as np
import pytest

from ..served.decks import METAL, runner


@pytest.fixture
def told(tmp_path):
    return runner(tmp_path, METAL)


def test_residuals_are_kept_at_the_last_instant_and_elsewhere_where_they_are_asked_for(told):
    study = told("""
held = AFFE_CHAR_CINE(MODELE=model, MECA_IMPO=_F(GROUP_MA="BOTTOM", DX=0.0, DY=0.0))
pull = AFFE_CHAR_MECA(MODELE=model, FORCE_CONTOUR=_F(GROUP_MA="TOP", FX=0.2, FY=0.9))
ramp = DEFI_FONCTION(NOM_PARA="INST", VALE=(0.0, 0.0, 1.0, 1.0))
times = DEFI_LIST_REEL(VALE=(0.0, 0.5, 1.0))
words = dict(
    MODELE=model, CHAM_MATER=field, EXCIT=(_F(CHARGE=held), _F(CHARGE=pull, FONC_MULT=ramp)), INCREMENT=_F(LIST_INST=times),
    COMPORTEMENT=_F(RELATION="VMIS_ISOT_LINE"), CONVERGENCE=_F(RESI_GLOB_RELA=1e-4),
)
usual = MECA_NON_LINE(**words)
whole = MECA_NON_LINE(ARCHIVAGE=_F(CHAM_EXCLU=[]), **words)
test.assertEqual([usual.getIndexesForFieldName("RESI_NOEU"), whole.getIndexesForFieldName("RESI_NOEU")], [[2], [1, 2]])
""")
    result = study["whole"]
    left, share = (result.field(word, 1).values for word in ("RESI_NOEU", "RESI_RELA_NOEU"))
    largest = np.nanmax(abs(left))
    assert 0.0 < np.nanmax(abs(share)) <= 1e-4
    # both are in the proportion of the largest force
    np.testing.assert_allclose(share, left * (np.nanmax(abs(share)) / largest), atol=1e-18)
