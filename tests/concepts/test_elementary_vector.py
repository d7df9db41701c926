"""Forces of cells that count by a mask."""

import numpy as np
import pytest

from ..served.decks import SQUARE, runner


@pytest.fixture
def told(tmp_path):
    return runner(tmp_path, SQUARE)


def test_the_cells_of_a_mask_and_the_others_together_push_as_all(told):
    study = told("""
mesh = DEFI_GROUP(reuse=mesh, MAILLAGE=mesh, CREA_GROUP_MA=_F(
    NOM="LOW", OPTION="BANDE", POINT=(0.0, 0.1), VECT_NORMALE=(0.0, 1.0), DIST=0.15))
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="MECANIQUE", MODELISATION="D_PLAN"))
metal = DEFI_MATERIAU(ELAS=_F(E=100.0, NU=0.25, RHO=2.0))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=metal))
load = AFFE_CHAR_MECA(
    MODELE=model, PESANTEUR=_F(GRAVITE=10.0, DIRECTION=(0.0, -1.0, 0.0)), FORCE_NODALE=_F(GROUP_NO="N1", FX=7.0)
)
forces = CALC_VECT_ELEM(OPTION="CHAR_MECA", CHAM_MATER=field, CHARGE=load)
numbering = NUME_DDL(MODELE=model)
whole = ASSE_VECTEUR(VECT_ELEM=forces, NUME_DDL=numbering)
mask = CREA_CHAMP(TYPE_CHAM="ELEM_NEUT_I", OPERATION="AFFE", MODELE=model, PROL_ZERO="OUI", AFFE=(
    _F(GROUP_MA="LOW", NOM_CMP="X1", VALE_I=1)))
low, high = forces.assembleWithMask(numbering, mask, 0), forces.assembleWithMask(numbering, mask, 1)
test.assertEqual(len(low.getValues()), len(whole.getValues()))
""")
    low, high, whole = (study[name] for name in ("low", "high", "whole"))
    y = study["mesh"].coordinates[:, 1]
    np.testing.assert_allclose(low.component("DY") + high.component("DY"), whole.component("DY"))
    # forces on nodes belong to no cell
    np.testing.assert_allclose(low.component("DX"), whole.component("DX"))
    assert low.component("DX").sum() == pytest.approx(7.0) and high.component("DX").sum() == pytest.approx(7.0)
    assert not np.nan_to_num(low.component("DY"))[y > 0.51].any() and not np.nan_to_num(high.component("DY"))[y < 0.01].any()
    assert np.nansum(low.component("DY")) == pytest.approx(-10.0)
