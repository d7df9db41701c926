"""THER_NON_LINE, METHODE='MODELE_REDUIT' with CORR_COMPLET: the temperatures of a strip that conducts the better the hotter it is, on a
basis of one vector, corrected where GROUP_NO_ENCASTRE lets them."""

import numpy as np
import pytest

import pyaster_lite

DECK = """
from code_aster.Commands import *
from code_aster import CA
CA.init("--test")
mesh = CA.Mesh.buildRectangle(lx=4.0, ly=1.0, nx=8, ny=1)
mesh = DEFI_GROUP(reuse=mesh, MAILLAGE=mesh, CREA_GROUP_NO=(_F(TOUT_GROUP_MA="OUI"), _F(NOM="HELD", GROUP_MA={held})))
model = AFFE_MODELE(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", PHENOMENE="THERMIQUE", MODELISATION="PLAN"))
conducts = DEFI_FONCTION(NOM_PARA="TEMP", VALE=(0.0, 1.0, 100.0, 3.0), PROL_DROITE="LINEAIRE", PROL_GAUCHE="LINEAIRE")
holds = DEFI_CONSTANTE(VALE=2.0)
steel = DEFI_MATERIAU(THER_NL=_F(LAMBDA=conducts, RHO_CP=holds))
field = AFFE_MATERIAU(MAILLAGE=mesh, AFFE=_F(TOUT="OUI", MATER=steel))
load = AFFE_CHAR_THER(MODELE=model, FLUX_REP=_F(GROUP_MA="LEFT", FLUN=20.0), ECHANGE=_F(GROUP_MA="RIGHT", COEF_H=1.0, TEMP_EXT=10.0))
times = DEFI_LIST_REEL(VALE=(0.0, 1.0, 2.0))
words = dict(MODELE=model, CHAM_MATER=field, EXCIT=_F(CHARGE=load), INCREMENT=_F(LIST_INST=times), ETAT_INIT=_F(VALE=10.0),
             CONVERGENCE=_F(RESI_GLOB_MAXI=1e-10))
whole = THER_NON_LINE(**words, NEWTON=_F(REAC_ITER=1))
base = DEFI_BASE_REDUITE(OPERATION="POD", RESULTAT=whole, NOM_CHAM="TEMP", NB_MODE=1)
words |= dict(METHODE="MODELE_REDUIT")
more = dict(REAC_ITER=1, BASE_PRIMAL=base, DOMAINE_REDUIT="OUI", GROUP_NO_INTERF="RIGHT")
plain = THER_NON_LINE(**words, MODELE_REDUIT=_F(**more))
mended = THER_NON_LINE(**words, MODELE_REDUIT=_F(**more, CORR_COMPLET="OUI", GROUP_NO_ENCASTRE="HELD"))
CA.close()
"""


@pytest.fixture
def temperatures(tmp_path):
    """Of a name and of the group that is held."""

    def found(held, *names):
        path = tmp_path / "deck.comm"
        path.write_text(DECK.format(held=held))
        study = pyaster_lite.run(path, output=tmp_path / "out")
        return [study[name].field("TEMP", 1).component("TEMP") for name in names]

    return found


def test_where_everything_is_held_nothing_is_corrected(temperatures):
    plain, mended, whole = temperatures('"SURFACE"', "plain", "mended", "whole")
    np.testing.assert_allclose(mended, plain)
    assert abs(plain - whole).max() > 1e-3


def test_what_is_left_free_is_balanced(temperatures):
    plain, mended, whole = temperatures('"RIGHT"', "plain", "mended", "whole")
    assert abs(mended - whole).max() < 0.5 * abs(plain - whole).max()
