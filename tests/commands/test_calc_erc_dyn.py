"""CALC_ERC_DYN: what is measured of a mode of the model itself is explained without any error."""

import numpy as np
import pytest

import pyaster_lite

CHAIN = """COOR_3D
 N1 0. 0. 0.
 N2 1. 0. 0.
 N3 2. 0. 0.
FINSF
SEG2
 S1 N1 N2
 S2 N2 N3
FINSF
POI1
 P1 N2
 P2 N3
FINSF
GROUP_MA NOM=SPRINGS
 S1 S2
FINSF
GROUP_MA NOM=MASSES
 P1 P2
FINSF
GROUP_NO NOM=FOOT
 N1
FINSF
FIN
"""
PROBES = """COOR_3D
 N1 1.5 0. 0.
 N2 2. 0. 0.
FINSF
POI1
 P1 N1
 P2 N2
FINSF
GROUP_MA NOM=ALL
 P1 P2
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=20)
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CARA = AFFE_CARA_ELEM(MODELE=MO, DISCRET=(
    _F(GROUP_MA='SPRINGS', CARA='K_T_D_L', VALE=(50., 20., 10.)), _F(GROUP_MA='MASSES', CARA='M_T_D_N', VALE=2.)))
HELD = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=_F(GROUP_NO='FOOT', DX=0., DY=0., DZ=0.))
ASSEMBLAGE(MODELE=MO, CARA_ELEM=CARA, CHARGE=HELD, NUME_DDL=CO('NU'), MATR_ASSE=(
    _F(MATRICE=CO('K'), OPTION='RIGI_MECA'), _F(MATRICE=CO('W'), OPTION='MASS_MECA')))
MODES = CALC_MODES(MATR_RIGI=K, MATR_MASS=W, OPTION='PLUS_PETITE', CALC_FREQ=_F(NMAX_FREQ=4))
M2 = LIRE_MAILLAGE(FORMAT='ASTER', UNITE=21)
MO2 = AFFE_MODELE(MAILLAGE=M2, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='DIS_T'))
CARA2 = AFFE_CARA_ELEM(MODELE=MO2, DISCRET=(
    _F(GROUP_MA='ALL', CARA='K_T_D_N', VALE=(1., 2., 3.)), _F(GROUP_MA='ALL', CARA='M_T_D_N', VALE=2.)))
ASSEMBLAGE(MODELE=MO2, CARA_ELEM=CARA2, NUME_DDL=CO('NU2'), MATR_ASSE=(
    _F(MATRICE=CO('K2'), OPTION='RIGI_MECA'), _F(MATRICE=CO('W2'), OPTION='MASS_MECA')))
BASE2 = CALC_MODES(MATR_RIGI=K2, MATR_MASS=W2, OPTION='TOUT', SOLVEUR_MODAL=_F(METHODE='QZ'))
NUG = NUME_DDL_GENE(BASE=BASE2, STOCKAGE='PLEIN')
NORM = PROJ_MATR_BASE(BASE=BASE2, NUME_DDL_GENE=NUG, MATR_ASSE=W2)
LINK = PROJ_CHAMP(METHODE='COLLOCATION', PROJECTION='NON', MODELE_1=MO, MODELE_2=MO2)
U = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='NOEU_DEPL_R', RESULTAT=MODES, NOM_CHAM='DEPL', NUME_ORDRE=3)
SEEN = PROJ_CHAMP(METHODE='COLLOCATION', CHAM_GD=U, MODELE_1=MO, MODELE_2=MO2)
OFF = CREA_CHAMP(OPERATION='AFFE', TYPE_CHAM='NOEU_DEPL_R', MAILLAGE=M2, AFFE=_F(TOUT='OUI', NOM_CMP=('DX', 'DY', 'DZ'), VALE=(.1, .2, .3)))
MEAS = CREA_RESU(OPERATION='AFFE', TYPE_RESU='MODE_MECA', AFFE=(
    _F(NOM_CHAM='DEPL', CHAM_GD=SEEN, MODELE=MO2, NUME_MODE=1), _F(NOM_CHAM='DEPL', CHAM_GD=OFF, MODELE=MO2, NUME_MODE=2)))
F = MODES.LIST_PARA()['FREQ'][2]
ERC = CALC_ERC_DYN(MATR_MASS=W, MATR_RIGI=K, MATR_NORME=NORM, MATR_PROJECTION=LINK, MESURE=MEAS, FREQ=(F, 2. * F),
    GAMMA=0.5, ALPHA=0.9, EVAL_FONC='OUI')
"""


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    folder = tmp_path_factory.mktemp("erc")
    (folder / "deck.comm").write_text(DECK)
    (folder / "deck.mail").write_text(CHAIN)
    (folder / "deck.21").write_text(PROBES)
    return pyaster_lite.run(folder / "deck.comm", output=folder / "out", units={20: folder / "deck.mail", 21: folder / "deck.21"})


def test_its_own_mode_is_explained(study):
    found, modes = study["ERC"], study["MODES"]
    assert found.orders == [1, 2, 3, 4]
    np.testing.assert_allclose(found.field("DEPL", 1).values, modes.field("DEPL", 3).values, atol=1e-7)
    assert np.nanmax(abs(found.field("DEPL", 2).values)) < 1e-7
    assert abs(found.parameter("ERC_EVAL_FONC", 1)) < 1e-12
    assert found.parameter("FREQ", 2) == modes.parameter("FREQ", 3)


def test_something_else_is_not(study):
    found = study["ERC"]
    assert found.parameter("ERC_EVAL_FONC", 3) > found.parameter("ERC_EVAL_FONC", 4) > 0.0
    assert np.nanmax(abs(found.field("DEPL", 4).values)) > 1e-6
