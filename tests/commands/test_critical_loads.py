"""CALC_MODES: critical loads, whose sign has turned with version 14.0.7."""

import pytest

from pyaster_lite import api

MAIL = """COOR_3D
A 0 0 0
B 0.25 0 0
C 0.5 0 0
D 0.75 0 0
E 1 0 0
FINSF
SEG2
S1 A B
S2 B C
S3 C D
S4 D E
FINSF
GROUP_MA NOM=BEAM
S1 S2 S3 S4
FINSF
FIN
"""
DECK = """
M = LIRE_MAILLAGE(FORMAT='ASTER')
M = DEFI_GROUP(reuse=M, MAILLAGE=M, CREA_GROUP_NO=(_F(NOM='A', NOEUD='N1'), _F(NOM='E', NOEUD='N5')))
MO = AFFE_MODELE(MAILLAGE=M, AFFE=_F(TOUT='OUI', PHENOMENE='MECANIQUE', MODELISATION='POU_D_E'))
MA = DEFI_MATERIAU(ELAS=_F(E=1.0E6, NU=0.3))
CM = AFFE_MATERIAU(MAILLAGE=M, AFFE=_F(TOUT='OUI', MATER=MA))
CA = AFFE_CARA_ELEM(MODELE=MO, POUTRE=_F(GROUP_MA='BEAM', SECTION='RECTANGLE', CARA=('HY', 'HZ'), VALE=(0.1, 0.1)))
CL = AFFE_CHAR_MECA(MODELE=MO, DDL_IMPO=(_F(GROUP_NO='A', DX=0., DY=0., DZ=0., DRX=0., DRY=0., DRZ=0.), _F(TOUT='OUI', DZ=0., DRY=0.)),
                    FORCE_NODALE=_F(GROUP_NO='E', FX=-1.0))
U = MECA_STATIQUE(MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, EXCIT=_F(CHARGE=CL))
S = CREA_CHAMP(OPERATION='EXTR', TYPE_CHAM='ELGA_SIEF_R', RESULTAT=U, NUME_ORDRE=1, NOM_CHAM='SIEF_ELGA')
KE = CALC_MATR_ELEM(OPTION='RIGI_MECA', MODELE=MO, CHAM_MATER=CM, CARA_ELEM=CA, CHARGE=CL)
GE = CALC_MATR_ELEM(OPTION='RIGI_GEOM', MODELE=MO, CARA_ELEM=CA, SIEF_ELGA=S)
N = NUME_DDL(MATR_RIGI=KE)
K = ASSE_MATRICE(MATR_ELEM=KE, NUME_DDL=N)
G = ASSE_MATRICE(MATR_ELEM=GE, NUME_DDL=N)
MODES = CALC_MODES(TYPE_RESU='MODE_FLAMB', OPTION='PLUS_PETITE', MATR_RIGI=K, MATR_RIGI_GEOM=G, CALC_CHAR_CRIT=_F(NMAX_CHAR_CRIT=1))
"""
EULER = 3.14159265**2 * 1.0e6 * 0.1**4 / 12.0 / 4.0


@pytest.mark.parametrize("time, sign", [(None, 1.0), ("14.1", 1.0), ("13.4", -1.0)])
def test_the_sign_is_that_of_the_deck_s_time(tmp_path, time, sign):
    (tmp_path / "deck.comm").write_text(DECK)
    (tmp_path / "deck.mail").write_text(MAIL)
    study = api.run(tmp_path / "deck.comm", output=tmp_path / "out", aster_version=time)
    assert study["MODES"].parameter("CHAR_CRIT", 1) == pytest.approx(sign * EULER, rel=1e-3)
